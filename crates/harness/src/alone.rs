//! A result compared with that of the same operands on their own: a clause that compares cases, judged on one case.

use opconform_backends::Backend;
use opconform_spec::{Attribute, Attributes, Case, Decision, ElementOperands, Form, Observations, Verdict, Witness};
use opconform_tensor::{Tensor, Value};

use crate::answer::answer;

/// Operands and their result somewhere in a case: the row-major position.
pub(crate) type PlacedResult = ([Value; 2], Value, usize);

/// A result that differs from that of the same operands on their own.
pub(crate) struct Difference {
    pub(crate) witness: Witness,
    /// The operands on their own, and their result there.
    pub(crate) alone: (Case, Value),
}

/// Compares one result of a case; `None` where the operands on their own have none.
pub(crate) fn compare(backend: &dyn Backend, case: &Case, seen: PlacedResult) -> Option<Result<(), Difference>> {
    let (operands, found, position) = seen;
    // Of some ways, fewer operands cannot be put in the same one.
    let (alone, at) = on_their_own(case, &operands).filter(|(alone, _)| alone.way.suits(alone))?;
    let outcome = answer(backend, &alone);
    let is_result = |output: &&Tensor| output.dtype() == found.dtype() && output.len() == at + 1;
    let reference = ElementOperands::of(&alone).given(&outcome).filter(is_result)?.value(at);
    if reference == found {
        return Some(Ok(()));
    }
    // What is asked again is often smaller, and always a row: where there is but one element, that is all that differs.
    let is_one_element = case.inputs.iter().all(|input| input.len() == 1);
    let how = if is_one_element { "in shape 1" } else { "on their own" };
    let witness = Witness {
        output: case.operator.result.name,
        position: Some(position),
        operands: operands.to_vec(),
        found: Some(found),
        symptom: format!("{how} the same operands give {reference}").into(),
        count: 1,
    };
    Some(Err(Difference { witness, alone: (alone, reference) }))
}

/// The same question of two operands and nothing else, and the position of their result, the last one. `None` where a mask decides what is
/// answered: with fewer elements it is another question altogether.
fn on_their_own(case: &Case, operands: &[Value; 2]) -> Option<(Case, usize)> {
    let tensor = |shape: &[usize], values: &[Value]| {
        let bits: Vec<u64> = values.iter().map(|value| value.bits()).collect();
        Tensor::from_bits(operands[0].dtype(), shape, &bits).ok()
    };
    let span = |name: &str, start: i64, length: i64| (name.to_owned(), Attribute::Ints(vec![start, length]));
    let [x, y] = *operands;
    let destination = Value::unwritten(x.dtype());
    match case.operator.form {
        Form::Spans => {
            let spans = [span("x", 0, 1), span("y", 1, 1), span("destination", 2, 1)];
            let memory = vec![tensor(&[3], &[x, y, destination])?];
            Some((case.clone().with_inputs(memory).with_attributes(spans.into()), 2))
        }
        Form::SpanAndScalar => {
            let spans = [span("x", 0, 1), span("destination", 1, 1)];
            let inputs = vec![tensor(&[2], &[x, destination])?, tensor(&[], &[y])?];
            Some((case.clone().with_inputs(inputs).with_attributes(spans.into()), 1))
        }
        Form::SpanReduction => {
            let memory = vec![tensor(&[2], operands)?];
            Some((case.clone().with_inputs(memory).with_attributes([span("x", 0, 2)].into()), 0))
        }
        _ => {
            if let Some(row) = row(case, operands) {
                return Some((row, 0));
            }
            if case.operands().len() != case.inputs.len() {
                return None;
            }
            let inputs: Option<Vec<Tensor>> = operands.iter().map(|&value| tensor(&[1], &[value])).collect();
            Some((case.clone().with_inputs(inputs?), 0))
        }
    }
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
