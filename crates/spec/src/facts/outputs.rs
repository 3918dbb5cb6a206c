//! The outputs of a case: which one the facts are of, and what an outcome has for it.

use std::{iter, ptr};

use opconform_tensor::{DType, Tensor, Value};

use super::Facts;
use crate::computation::Computation;
use crate::outcome::Outcome;
use crate::output::Output;

impl Facts<'_> {
    /// The facts of each output, in order, of the facts of the result.
    pub fn outputs(&self) -> impl Iterator<Item = &Self> {
        iter::once(self).chain(&self.further)
    }

    /// The facts of the output of this name; of the result, where none is named.
    pub fn of_output(&self, name: Option<&str>) -> &Self {
        self.further.iter().find(|further| further.output().name == name).unwrap_or(self)
    }

    /// Whether the output is the result of the operator, and not one after it.
    pub(crate) fn is_of_result(&self) -> bool {
        ptr::eq(self.output(), &raw const self.case.operator.result)
    }

    /// The operand that the model passes on, where the output is that one: it is no output of the operator.
    pub fn passed_on(&self) -> Option<&Tensor> {
        let is_own = self.case.operator.outputs().any(|output| ptr::eq(output, self.output()));
        self.case.passed_on().filter(|_| !is_own)
    }

    /// The output that these facts are of.
    pub fn output(&self) -> &'static Output {
        self.operands.output
    }

    /// The element type of the output; `None` where the operands have not one type.
    pub fn output_type(&self) -> Option<DType> {
        self.operands.output_type()
    }

    /// Whether a tensor has the element type and the shape of the output.
    pub fn is_formed_as(&self, tensor: &Tensor) -> bool {
        self.operands.is_formed_as(tensor)
    }

    /// Whether an outcome has to have the output. Who calls a model for the outputs of its operator alone does not tell what was passed on.
    pub(crate) fn is_told(&self, outcome: &Outcome) -> bool {
        let own = self.case.operator.outputs().count();
        self.passed_on().is_none() || !matches!(outcome, Outcome::Output(outputs) if outputs.len() == own)
    }

    /// The output in an outcome, whatever it is; `None` where there are more or fewer than the operator has.
    pub fn given<'o>(&self, outcome: &'o Outcome) -> Option<&'o Tensor> {
        self.operands.given(outcome)
    }

    /// What an element of the output is of the operands that meet there: itself, or where it is a place among them, the operand at that
    /// place; `None` where none is there.
    pub fn selected(&self, operands: &[Value], found: Value) -> Option<Value> {
        match self.output().computes {
            Computation::Extremum(_) | Computation::Limited => Some(found),
            Computation::Place(_) => operands.get(usize::try_from(found.bits()).ok()?).copied(),
        }
    }

    /// The same outcome with another tensor for the output; `None` where it has more outputs or fewer than the operator.
    pub fn with_output(&self, outcome: &Outcome, output: Tensor) -> Option<Outcome> {
        let (Outcome::Output(outputs), Some(given)) = (outcome, self.given(outcome)) else { return None };
        let mut output = Some(output);
        let other = |it: &Tensor| if ptr::eq(it, given) { output.take() } else { Some(it.clone()) };
        Some(Outcome::Output(outputs.iter().map(other).collect::<Option<_>>()?))
    }

    /// The output in an outcome, where the case is well formed.
    pub(crate) fn answer<'o>(&self, outcome: &'o Outcome) -> Option<&'o Tensor> {
        self.operands.answer(outcome)
    }
}
