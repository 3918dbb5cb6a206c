//! What a specification makes of one answer, in one of three words.

use opconform_tensor::{DType, Tensor};

use crate::case::{Case, Origin};
use crate::direction::Direction;
use crate::expectation::{ElementSet, Expectation};
use crate::facts::Facts;
use crate::operator::Operator;
use crate::outcome::Outcome;
use crate::profile::Profile;
use crate::trial::Trial;
use crate::verdict::Verdict;

/// What a specification makes of an answer, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ruling {
    /// It does not allow it.
    Bug,
    /// Its text is silent, or contradicts itself.
    Gap,
    /// It allows it.
    Allowed,
}

impl Ruling {
    /// The ruling in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bug => "bug",
            Self::Gap => "gap",
            Self::Allowed => "allowed",
        }
    }
}

impl Profile {
    /// What it makes of an outcome; `None` where it says nothing of the case. Where its text is open, an answer is a gap however
    /// it fell out.
    pub fn ruling(&self, trial: &Trial) -> Option<Ruling> {
        match self.judge(trial) {
            Verdict::Violates(_) => Some(Ruling::Bug),
            Verdict::SpecGap(_) => Some(Ruling::Gap),
            Verdict::Conforms | Verdict::Latitude(_) if self.gap(trial.facts).is_some() => Some(Ruling::Gap),
            Verdict::Conforms | Verdict::Latitude(_) => Some(Ruling::Allowed),
            Verdict::NotApplicable => None,
        }
    }

    /// What it makes of one element of the output that the facts are of, whatever stands beside that element, where it expects this of
    /// the case.
    pub fn ruling_at(&self, facts: &Facts, expectation: &Expectation, outcome: &Outcome, position: usize) -> Ruling {
        let Some(output) = facts.given(outcome) else { return Ruling::Bug };
        match expectation {
            Expectation::Silent(_) => Ruling::Gap,
            Expectation::OfType(dtype, _) if output.dtype() == *dtype => Ruling::Gap,
            Expectation::Answer if facts.is_formed_as(output) => {
                let set = self.element_set(facts, position);
                match set.gap() {
                    _ if !set.contains(output.dtype(), output.bits_at(position)) => Ruling::Bug,
                    Some(_) => Ruling::Gap,
                    None => Ruling::Allowed,
                }
            }
            Expectation::MustReject(_) | Expectation::OfType(..) | Expectation::Answer => Ruling::Bug,
        }
    }
}

impl Profile {
    /// What it allows as the maximum or minimum of two operands, as bits: of two tensors of one element, or where it speaks of
    /// reductions alone, of a row of the two; `None` where it speaks of neither, or of another type.
    pub fn allows(&self, direction: Direction, dtype: DType, operands: [u64; 2]) -> Option<ElementSet> {
        self.allows_of_two(direction, dtype, operands).or_else(|| self.allows_of_a_row(direction, dtype, operands))
    }

    /// Whether it says what the maximum of two operands of a type is.
    pub fn says_of_two(&self, dtype: DType) -> bool {
        self.allows(Direction::Max, dtype, [0; 2]).is_some()
    }

    /// Whether it speaks of the elements of one tensor of a type, and of no two tensors.
    pub fn is_of_rows_alone(&self, dtype: DType) -> bool {
        let says = |of: fn(&Self, Direction, DType, [u64; 2]) -> Option<ElementSet>| {
            of(self, Direction::Max, dtype, [0; 2]).is_some()
        };
        !says(Self::allows_of_two) && says(Self::allows_of_a_row)
    }

    fn allows_of_two(&self, direction: Direction, dtype: DType, operands: [u64; 2]) -> Option<ElementSet> {
        let [Ok(first), Ok(second)] = operands.map(|bits| Tensor::from_bits(dtype, &[1], &[bits])) else { return None };
        self.element_of(direction, |operator| operator.form.operands() > 1, &[first, second])
    }

    fn allows_of_a_row(&self, direction: Direction, dtype: DType, operands: [u64; 2]) -> Option<ElementSet> {
        let row = Tensor::from_bits(dtype, &[2], &operands).ok()?;
        self.element_of(direction, |operator| operator.form.operands() == 1, &[row])
    }

    /// What it allows as the one element of the answer to these inputs, by the first operator that answers.
    fn element_of(
        &self,
        direction: Direction,
        suits: impl Fn(&Operator) -> bool,
        inputs: &[Tensor],
    ) -> Option<ElementSet> {
        let operators =
            self.operators.iter().filter(|operator| operator.direction() == Some(direction) && suits(operator));
        operators.copied().find_map(|operator| {
            // Of an operator that changed, the version that the profile is of.
            operator.versions.iter().rev().find_map(|&opset| {
                let origin = Origin { source: "text".into(), seed: None };
                let case = Case::new(operator, opset, inputs.to_vec(), "", origin);
                let facts = Facts::new(&case);
                let answers = matches!(self.expectation(&facts), Ok(Expectation::Answer));
                answers.then(|| self.element_set(&facts, 0))
            })
        })
    }
}
