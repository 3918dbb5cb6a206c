//! Whether a setting changed what a backend answers: it is held against the same backend without it, where a run has both.
//!
//! A library may pass over a switch without a word, and what it says of itself may be all that a switch changed.

use opconform_backends::Choice;
use opconform_report::thousands;
use opconform_spec::{Case, Facts, Outcome};
use opconform_tensor::Tensor;

use crate::answer::same_output;
use crate::plan::Plan;

/// The answers of a backend in a setting, held against those without it.
pub(crate) struct Changed {
    /// The place in the plan of the backend without it.
    plain: usize,
    /// Cases that either of them answered.
    answered: u64,
    /// Cases of which the answers differ.
    differing: u64,
    /// The first of these.
    first: Option<usize>,
}

impl Changed {
    /// Of the backend of this place in a plan, where it is in a setting and the same is there without it.
    pub(crate) fn of(plan: &Plan, backend: usize) -> Option<Self> {
        let name = Choice::without_setting(&plan.backends[backend].describe().name)?;
        let plain = plan.backends.iter().position(|other| other.describe().name == name)?;
        Some(Self { plain, answered: 0, differing: 0, first: None })
    }

    /// Adds what all backends did with a case, of which `outcome` is the one in the setting; `index` is that of the case.
    pub(crate) fn add(&mut self, index: usize, case: &Case, outcome: &Outcome, outcomes: &[Outcome]) {
        let plain = &outcomes[self.plain];
        if [outcome, plain].iter().any(|it| matches!(it, Outcome::Output(_))) {
            self.answered += 1;
            if differ(case, outcome, plain) {
                self.differing += 1;
                self.first.get_or_insert(index);
            }
        }
    }

    /// What is said of it.
    pub(crate) fn sentence(&self, plan: &Plan) -> String {
        let (name, answered) = (&plan.backends[self.plain].describe().name, thousands(self.answered));
        match self.first {
            None if self.answered == 0 => format!("nothing was answered by which it could be told from {name}"),
            None => format!("the setting changed no answer: each of {answered} is that of {name}"),
            Some(first) => format!(
                "the setting changed {} of {answered} answers of {name}, first in {}",
                thousands(self.differing),
                plan.cases[first].id()
            ),
        }
    }
}

/// Whether two outcomes of a case are not the same, but for elements of which nothing says what they are.
fn differ(case: &Case, one: &Outcome, other: &Outcome) -> bool {
    if same_output(one, other) {
        return false;
    }
    let (Outcome::Output(a), Outcome::Output(b)) = (one, other) else { return true };
    let facts = Facts::new(case);
    let is_other = |(a, b): (&Tensor, &Tensor)| {
        let at = |position: usize| a.bits_at(position) != b.bits_at(position) && !facts.is_unspecified(position);
        (a.dtype(), a.shape()) != (b.dtype(), b.shape()) || (0..a.len()).any(at)
    };
    a.len() != b.len() || a.iter().zip(b).any(is_other)
}
