//! What the specifications say of the pairs of a cell: of those that are kept of it, one by one.

use std::collections::BTreeMap;
use std::time::Duration;

use opconform_exhaust::{Came, Cell, Counted, Failure};
use opconform_report::Standing;
use opconform_spec::{
    Claim, Clause, Facts, Level, Operator, Outcome, Profile, Ruling, Scope, Trial, claimed, decisions,
};
use opconform_tensor::{DType, Tensor, Value};

use crate::expected::expected;
use crate::pairs::case;
use crate::standing::standing;

/// What a specification says of what came of two operands, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Attitude {
    /// It allows it.
    Allowed,
    /// Its text is silent, or contradicts itself.
    Open,
    /// It advises against it.
    Should,
    /// It forbids it.
    Must,
}

/// A clause that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Brand {
    /// It is a MUST of what is claimed, or of what is asked of everyone.
    Counts,
    /// It is a SHOULD of these.
    Advice,
    /// It is of a specification that is not claimed.
    Distance,
}

/// Who is judged, of what, and by what.
#[derive(Clone, Debug)]
pub(super) struct Bench {
    pub(super) operator: &'static Operator,
    pub(super) dtype: DType,
    pub(super) profiles: Vec<&'static Profile>,
    pub(super) claims: Vec<Claim>,
}

/// What is said of a cell.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgedCell {
    /// By the name of a profile that speaks of it.
    pub(super) words: BTreeMap<&'static str, Attitude>,
    /// The clauses that are broken, by their ids.
    pub(super) broken: BTreeMap<&'static str, (&'static Clause, Brand)>,
    /// What a profile that objects, of those that are claimed where any is, expects of the first pair, in words.
    pub(super) expected: Option<String>,
}

impl Bench {
    /// Whether a profile of this name is claimed.
    pub(super) fn is_claimed(&self, name: &str) -> bool {
        claimed(&self.claims).any(|profile| profile.name == name)
    }

    /// What is said of the pairs that are kept of a cell. Where one is judged otherwise than another, the worse is said of all.
    pub(super) fn judged(&self, cell: Cell, counted: &Counted) -> JudgedCell {
        let mut judged = JudgedCell::default();
        for &[first, second, found] in &counted.examples {
            let operands = [first, second].map(|bits| Value::new(self.dtype, bits));
            let Some(case) = case(self.operator, operands) else { continue };
            let facts = Facts::new(&case);
            let Some(outcome) = outcome(&facts, self.dtype, cell.came, found) else { continue };
            self.judge(&facts, &outcome, &mut judged);
        }
        judged
    }

    fn judge(&self, facts: &Facts, outcome: &Outcome, judged: &mut JudgedCell) {
        let trial = Trial::new(facts, outcome);
        for &profile in &self.profiles {
            let Some(ruling) = profile.ruling(&trial) else { continue };
            let scope = Scope::of(facts, &[profile]);
            let violations = decisions(&trial, &scope).filter(|(.., decision)| decision.is_violation());
            let broken: Vec<&'static Clause> = violations.map(|(_, clause, _)| clause).collect();
            let word = match ruling {
                _ if broken.iter().any(|clause| clause.level == Level::Must) => Attitude::Must,
                Ruling::Bug => Attitude::Must,
                _ if !broken.is_empty() => Attitude::Should,
                Ruling::Gap => Attitude::Open,
                Ruling::Allowed => Attitude::Allowed,
            };
            let said = judged.words.entry(profile.name).or_insert(word);
            *said = word.max(*said);
            let is_asked = self.claims.is_empty() || self.is_claimed(profile.name);
            if is_asked && word == Attitude::Must && judged.expected.is_none() {
                let position = matches!(outcome, Outcome::Output(_)).then_some(0);
                judged.expected = Some(format!("{} expects {}", profile.name, expected(profile, facts, position)));
            }
            for clause in broken {
                let brand = match standing(&self.claims, &[profile.name], clause) {
                    Standing::Distance => Brand::Distance,
                    _ if clause.level == Level::Must => Brand::Counts,
                    _ => Brand::Advice,
                };
                let known = judged.broken.entry(clause.id).or_insert((clause, brand));
                known.1 = brand.min(known.1);
            }
        }
    }
}

/// The outcome of a case of one element; `None` of what is not judged.
fn outcome(facts: &Facts, dtype: DType, came: Came, found: u64) -> Option<Outcome> {
    Some(match came.failure() {
        Some(Failure::NotOffered) => return None,
        Some(Failure::Refused) => Outcome::Rejected("refused".to_owned()),
        Some(Failure::Crashed) => Outcome::Crashed("crashed".to_owned().into()),
        Some(Failure::TimedOut) => Outcome::TimedOut(Duration::ZERO),
        Some(Failure::Malformed) => Outcome::Malformed("no answer that can be read".to_owned()),
        None => Outcome::Output(vec![Tensor::from_bits(dtype, facts.shape()?, &[found]).ok()?]),
    })
}
