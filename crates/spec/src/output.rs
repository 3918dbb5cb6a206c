//! An output of an operator, with the rules for its type, its shape and its elements.

use opconform_tensor::DType;

use crate::case::Case;
use crate::computation::Computation;
use crate::element_sources::ElementSources;
use crate::invalid_case::InvalidCase;

/// One of the tensors that an operator gives.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// The name that tells it from the other outputs of its operator; `None` of one that is alone.
    pub name: Option<&'static str>,
    /// The element type, where the operands are all of this one.
    pub dtype: fn(DType) -> DType,
    /// What is computed at each of its elements.
    pub computes: Computation,
    /// What meets where in it, and its shape, of a case whose operands are of one type; or the rule that the case breaks.
    pub sources: fn(&Case, version: u32) -> Result<ElementSources, InvalidCase>,
}

impl Output {
    /// The one output of an operator, of the type of its operands.
    pub(crate) const fn alone(
        computes: Computation,
        sources: fn(&Case, u32) -> Result<ElementSources, InvalidCase>,
    ) -> Self {
        Self { name: None, dtype: |operands| operands, computes, sources }
    }

    /// The same, of which something else is computed.
    pub(crate) const fn computing(self, computes: Computation) -> Self {
        Self { computes, ..self }
    }
}
