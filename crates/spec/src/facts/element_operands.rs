//! What meets where in a case, which is enough to answer it: who answers asks for nothing that can be said of the answer.

use opconform_tensor::{DType, Tensor, Value};

use crate::case::Case;
use crate::element_sources::ElementSources;
use crate::invalid_case::InvalidCase;
use crate::outcome::Outcome;
use crate::output::Output;
use crate::surroundings::left_open;

/// The elements of a case that meet at each element of an output: of its result, where nothing else is said.
#[derive(Debug)]
pub struct ElementOperands<'a> {
    pub(super) case: &'a Case,
    pub(super) output: &'static Output,
    /// The place of the output among those that are due.
    place: usize,
    pub(super) version: Option<u32>,
    pub(super) dtype: Option<DType>,
    pub(super) sources: Result<ElementSources, InvalidCase>,
}

impl<'a> ElementOperands<'a> {
    /// Works out what meets where in the result of a case.
    pub fn of(case: &'a Case) -> Self {
        Self::of_output(case, 0, &case.operator.result)
    }

    /// Works out what meets where in an output of a case.
    pub(super) fn of_output(case: &'a Case, place: usize, output: &'static Output) -> Self {
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
                None => (output.sources)(case, version).map(|sources| left_open(case, sources)),
            },
        };
        Self { case, output, place, version, dtype, sources }
    }

    /// The element type of the output; `None` where the operands have not one type.
    pub(super) fn output_type(&self) -> Option<DType> {
        self.dtype.map(self.output.dtype)
    }

    /// The shape of the output, or the rule that keeps the case from having one that is judged.
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

    /// The output in an outcome, whatever it is; `None` where there are more or fewer than are due, or but those of the
    /// operator, without what its model passes on.
    pub fn given<'o>(&self, outcome: &'o Outcome) -> Option<&'o Tensor> {
        let Outcome::Output(outputs) = outcome else { return None };
        let is_due = [self.case.outputs().count(), self.case.operator.outputs().count()].contains(&outputs.len());
        outputs.get(self.place).filter(|_| is_due)
    }

    /// Whether a tensor has the element type and the shape of the output.
    pub(super) fn is_formed_as(&self, tensor: &Tensor) -> bool {
        self.output_type() == Some(tensor.dtype()) && self.shape() == Ok(tensor.shape())
    }

    /// The output in an outcome of a well-formed case, where it has the element type and the shape that it should.
    pub(crate) fn answer<'o>(&self, outcome: &'o Outcome) -> Option<&'o Tensor> {
        self.given(outcome).filter(|output| self.is_formed_as(output) && self.type_is_listed())
    }

    /// The operands at a row-major position of the output, in order; none where there is no such element.
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
