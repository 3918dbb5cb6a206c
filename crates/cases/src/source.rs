//! The sources of cases, one file each.

use std::collections::HashSet;

use opconform_spec::{Case, Operator};
use opconform_tensor::DType;
use rayon::prelude::*;

mod beyond;
mod clip;
mod edge;
mod length;
mod minimum;
mod numpy;
mod paddle;
mod printed;
mod random;
mod reduce;
mod row;
mod shape;
mod small;
mod span;
mod stretch;
mod sweep;
mod threshold;
mod types;
mod variadic;
mod view;
mod way;

pub use random::random;

/// What the sources are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The seed of everything random.
    pub seed: u64,
    /// How many random cases to draw.
    pub random_cases: usize,
    /// How many ways to put cases in.
    pub ways: Ways,
    /// How many lengths to try.
    pub lengths: Lengths,
}

/// At how many lengths operators are tried, where another path of an implementation may begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lengths {
    /// Those next to vectors and chunks.
    #[default]
    Few,
    /// Those about every power of two up to 2^20, too.
    All,
}

/// How many ways to put cases in, where they can be put in several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ways {
    /// Every usual way, but not in every type.
    #[default]
    Few,
    /// Every way in every type.
    All,
}

impl Default for Settings {
    /// Seed 0, 800 random cases, few ways and few lengths.
    fn default() -> Self {
        Self { seed: 0, random_cases: 800, ways: Ways::Few, lengths: Lengths::Few }
    }
}

/// A family of cases.
#[derive(Debug)]
pub struct Source {
    /// The name, as in the origin of its cases.
    pub name: &'static str,
    /// What it tries, in a line.
    pub summary: &'static str,
    /// The cases, in the same order on every machine: all that are asked for, and others where those are as easily made.
    pub generate: fn(&Settings, &Asked<'_>) -> Vec<Case>,
}

/// Which cases somebody asks for, by operator and element type: what nobody asks for need not be made.
#[derive(Clone, Copy)]
pub struct Asked<'a>(&'a (dyn Fn(&Operator, DType) -> bool + Sync));

impl<'a> Asked<'a> {
    /// Every case.
    pub const ALL: Self = Self(&|_, _| true);

    /// Those of which this is so of every operand; of a case without operands, of any type.
    pub fn of(is_asked: &'a (dyn Fn(&Operator, DType) -> bool + Sync)) -> Self {
        Self(is_asked)
    }

    /// Whether an operator is asked for in a type.
    fn takes(&self, operator: &Operator, dtype: DType) -> bool {
        self.0(operator, dtype)
    }

    /// Whether an operator is asked for.
    fn has(&self, operator: &Operator) -> bool {
        DType::ALL.into_iter().any(|dtype| self.takes(operator, dtype))
    }

    fn is_of(&self, case: &Case) -> bool {
        match case.operands() {
            [] => self.has(case.operator),
            operands => operands.iter().all(|operand| self.takes(case.operator, operand.dtype())),
        }
    }
}

/// Every source, in the order of a run.
pub const SOURCES: &[Source] = &[
    printed::SOURCE,
    edge::SOURCE,
    sweep::SOURCE,
    shape::SOURCE,
    variadic::SOURCE,
    types::SOURCE,
    minimum::SOURCE,
    reduce::SOURCE,
    span::SOURCE,
    length::SOURCE,
    row::SOURCE,
    stretch::SOURCE,
    numpy::SOURCE,
    paddle::SOURCE,
    way::SOURCE,
    random::SOURCE,
    clip::SOURCE,
    view::SOURCE,
    threshold::SOURCE,
    beyond::SOURCE,
    small::SOURCE,
];

/// The cases of every source, made on all cores; of two with the same id, the first.
pub fn all(settings: &Settings) -> Vec<Case> {
    those(settings, Asked::ALL)
}

/// Those of [`all`] cases that are asked for.
pub fn those(settings: &Settings, asked: Asked<'_>) -> Vec<Case> {
    let of = |source: &Source| (source.generate)(settings, &asked);
    let sources: Vec<Vec<Case>> = SOURCES.par_iter().map(of).collect();
    let mut cases: Vec<Case> = sources.into_iter().flatten().filter(|case| asked.is_of(case)).collect();
    // An id is a hash of the operands.
    cases.par_iter().for_each(|case| {
        case.id();
    });
    let mut seen = HashSet::new();
    cases.retain(|case| seen.insert(case.id().to_owned()));
    cases
}
