//! A result compared with that of the same operands on their own: a clause that compares cases, judged on one case.

use opconform_backends::Backend;
use opconform_spec::{Attributes, Case, Decision, Observations, Outcome, Verdict, Witness};
use opconform_tensor::{Tensor, Value};

use crate::answer::answer;

/// Operands and their result somewhere in a case: the row-major position.
pub(crate) type Seen = ([Value; 2], Value, usize);

/// A result that differs from that of the same operands on their own.
pub(crate) struct Difference {
    pub(crate) witness: Witness,
    /// The operands on their own, and their result there.
    pub(crate) alone: (Case, Value),
}

/// Compares one result of a case; `None` where the operands on their own have none.
pub(crate) fn compare(backend: &dyn Backend, case: &Case, seen: Seen) -> Option<Result<(), Difference>> {
    let (operands, found, position) = seen;
    let alone = match row(case, &operands) {
        Some(row) => row,
        // Of a span or a mask, operands on their own are another case altogether.
        None if case.operands().len() != case.inputs.len() => return None,
        None => {
            let one = |value: &Value| Tensor::from_bits(value.dtype(), &[1], &[value.bits()]).ok();
            case.clone().with_inputs(operands.iter().map(one).collect::<Option<Vec<_>>>()?)
        }
    };
    let Outcome::Output(outputs) = answer(backend, &alone) else { return None };
    let is_result = |output: &&Tensor| output.dtype() == found.dtype() && output.len() == 1;
    let reference = outputs.first().filter(is_result)?.value(0);
    if reference == found {
        return Some(Ok(()));
    }
    // What is asked again is often smaller, and always a row: where there is but one element, that is all that differs.
    let is_one_element = case.inputs.iter().all(|input| input.len() == 1);
    let how = if is_one_element { "in shape 1" } else { "on their own" };
    let witness = Witness {
        position: Some(position),
        operands: operands.to_vec(),
        found: Some(found),
        symptom: format!("{how} the same operands give {reference}").into(),
        count: 1,
    };
    Some(Err(Difference { witness, alone: (alone, reference) }))
}

/// Elements that a reduction of a tensor takes together, as a row that is reduced as a whole; `None` for any other operator,
/// and for nothing to reduce.
pub(crate) fn row(case: &Case, elements: &[Value]) -> Option<Case> {
    let is_reduction = case.operator.form.has_axes();
    let dtype = elements.first().filter(|_| is_reduction)?.dtype();
    let bits: Vec<u64> = elements.iter().map(|value| value.bits()).collect();
    let row = Tensor::from_bits(dtype, &[bits.len()], &bits).ok()?;
    Some(case.clone().with_inputs(vec![row]).with_attributes(Attributes::new()))
}

/// Compares every distinct result of a case.
pub(crate) fn decide(backend: &dyn Backend, case: &Case, observations: &Observations) -> Decision {
    let mut compared = 0;
    let mut first: Option<Box<Witness>> = None;
    for result in observations.results().filter_map(|seen| compare(backend, case, seen)) {
        compared += 1;
        match (result, &mut first) {
            (Ok(()), _) => {}
            (Err(_), Some(first)) => first.count += 1,
            (Err(difference), first) => *first = Some(Box::new(difference.witness)),
        }
    }
    let conforms = if compared > 0 { Verdict::Conforms } else { Verdict::NotApplicable };
    Decision { verdict: first.map_or(conforms, Verdict::Violates), compared, gaps: 0 }
}
