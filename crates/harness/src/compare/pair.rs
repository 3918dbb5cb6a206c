//! Two answers to one case that differ.

use opconform_spec::{Case, Outcome};
use opconform_tensor::Value;

/// Both answers to one case.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The case, shrunk where both sides could be asked for smaller ones.
    pub case: Case,
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
        [0, 1].map(|side| match (&self.outcomes[side], self.position) {
            (Outcome::Output(outputs), Some(position)) => outputs.first().map(|output| output.value(position)),
            _ => None,
        })
    }

    /// How many elements the operands have.
    pub(super) fn size(&self) -> usize {
        self.case.elements()
    }
}
