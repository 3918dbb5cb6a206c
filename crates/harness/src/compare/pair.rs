//! Two answers to one case that differ.

use opconform_spec::{Case, Facts, Outcome};
use opconform_tensor::Value;

/// Both answers to one case.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The case, shrunk where both sides could be asked for smaller ones.
    pub case: Case,
    /// The name of the output that differs, where the operator has several.
    pub output: Option<&'static str>,
    /// The element that differs, row-major; `None` where the whole answers do.
    pub position: Option<usize>,
    /// The operands that meet there.
    pub operands: Vec<Value>,
    /// What each side did.
    pub outcomes: [Outcome; 2],
}

impl Pair {
    /// The element that each side gave, where they differ in one.
    pub fn found(&self) -> [Option<Value>; 2] {
        let facts = Facts::new(&self.case);
        let facts = facts.of_output(self.output);
        self.outcomes.each_ref().map(|outcome| Some(facts.given(outcome)?.value(self.position?)))
    }

    /// How many elements the operands have.
    pub(super) fn size(&self) -> usize {
        self.case.elements()
    }
}
