//! What meets where in a case, which is enough to answer it: who answers asks for nothing that can be said of the answer.

use opconform_tensor::{DType, Tensor, Value};

use crate::case::Case;
use crate::element_sources::ElementSources;
use crate::invalid_case::InvalidCase;
use crate::outcome::Outcome;

/// The elements of a case that meet at each element of its result.
#[derive(Debug)]
pub struct ElementOperands<'a> {
    pub(super) case: &'a Case,
    pub(super) version: Option<u32>,
    pub(super) dtype: Option<DType>,
    pub(super) sources: Result<ElementSources, InvalidCase>,
}

impl<'a> ElementOperands<'a> {
    /// Works out what meets where in a case.
    pub fn of(case: &'a Case) -> Self {
        let operands = case.operands();
        let dtype = match operands.split_first() {
            Some((first, rest)) if rest.iter().all(|input| input.dtype() == first.dtype()) => Some(first.dtype()),
            _ => None,
        };
        let version = case.operator.version_at(case.opset);
        let sources = match (version, dtype) {
            (None, _) => Err(InvalidCase::Version),
            (_, None) if operands.is_empty() => Err(InvalidCase::NoOperand),
            (_, None) => Err(InvalidCase::MixedTypes),
            (Some(version), Some(_)) => match case.operator.unknown_attribute(case, version) {
                Some(name) => Err(InvalidCase::UnknownAttribute(name.to_owned())),
                None => (case.operator.sources)(case, version),
            },
        };
        Self { case, version, dtype, sources }
    }

    /// The shape of the result, or the rule that keeps the case from having one that is judged.
    pub fn shape(&self) -> Result<&[usize], &InvalidCase> {
        self.sources.as_ref().map(ElementSources::shape)
    }

    /// Whether the operands' element type is one of the operator's at the version in force.
    pub(crate) fn type_is_listed(&self) -> bool {
        match (self.dtype, self.version) {
            (Some(dtype), Some(version)) => (self.case.operator.types)(version).contains(&dtype),
            _ => false,
        }
    }

    /// Whether the operator, at the version in force, has an answer that can be judged: one listed type, and no rule broken.
    pub fn is_well_formed(&self) -> bool {
        self.type_is_listed() && self.sources.is_ok()
    }

    /// The answer to a well-formed case in an outcome, where it has the element type and the shape that it should.
    pub(crate) fn answer<'o>(&self, outcome: &'o Outcome) -> Option<&'o Tensor> {
        let Outcome::Output(outputs) = outcome else { return None };
        let [output] = outputs.as_slice() else { return None };
        let is_as_due = self.dtype == Some(output.dtype()) && self.shape() == Ok(output.shape());
        (is_as_due && self.type_is_listed()).then_some(output)
    }

    /// The operands at a row-major position of the result, in order; none where there is no such element.
    pub fn values_at(&self, position: usize) -> impl Iterator<Item = Value> {
        let known = self.sources.as_ref().ok().filter(|sources| position < sources.count());
        let value = |sources: &ElementSources, (input, position): (usize, usize)| match self.case.inputs.get(input) {
            Some(tensor) => Some(tensor.value(position)),
            // What attributes add stands behind the inputs.
            None => Some(Value::new(self.dtype?, sources.constants()[input - self.case.inputs.len()])),
        };
        known.into_iter().flat_map(move |sources| sources.at(position).filter_map(move |source| value(sources, source)))
    }
}
