//! The sources of cases, one file each.

use std::collections::HashSet;

use opconform_spec::Case;
use rayon::prelude::*;

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
mod span;
mod stretch;
mod sweep;
mod types;
mod variadic;
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
}

/// How many ways to put cases in, where they can be put in several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ways {
    /// Every way, but not in every type.
    #[default]
    Few,
    /// Every way in every type.
    All,
}

impl Default for Settings {
    /// Seed 0, 800 random cases, and few ways.
    fn default() -> Self {
        Self { seed: 0, random_cases: 800, ways: Ways::Few }
    }
}

/// A family of cases.
#[derive(Debug)]
pub struct Source {
    /// The name, as in the origin of its cases.
    pub name: &'static str,
    /// What it tries, in a line.
    pub summary: &'static str,
    /// The cases, in the same order on every machine.
    pub generate: fn(&Settings) -> Vec<Case>,
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
];

/// The cases of every source, made on all cores; of two with the same id, the first.
pub fn all(settings: &Settings) -> Vec<Case> {
    let sources: Vec<Vec<Case>> = SOURCES.par_iter().map(|source| (source.generate)(settings)).collect();
    let mut cases: Vec<Case> = sources.into_iter().flatten().collect();
    // An id is a hash of the operands.
    cases.par_iter().for_each(|case| {
        case.id();
    });
    let mut seen = HashSet::new();
    cases.retain(|case| seen.insert(case.id().to_owned()));
    cases
}
