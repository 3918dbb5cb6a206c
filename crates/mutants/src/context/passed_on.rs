//! Faults of an operand that is an output of the model, too: what a planner of buffers makes of it.

use opconform_spec::{Outcome, Way};
use opconform_tensor::Tensor;

use super::IN_WAYS;
use crate::mutant::Mutant;
use crate::sound::answer;
use crate::steps::{Call, Steps};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "passed-on-overwritten",
        fault: "the result is written where the first operand lies, which is an output of the model, too",
        seen: &["microsoft/onnxruntime#21922"],
        steps: Steps {
            deliver: |call, result| {
                with_operand(call, result, |operand| {
                    if operand.shape() == result.shape() { result.clone() } else { operand.clone() }
                })
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "passed-on-not-copied",
        fault: "an operand that is an output of the model is not copied there: zeros",
        seen: &["microsoft/onnxruntime#26339"],
        steps: Steps {
            deliver: |call, result| {
                with_operand(call, result, |operand| {
                    let zeros = Tensor::from_bits(operand.dtype(), operand.shape(), &vec![0; operand.len()]);
                    zeros.unwrap_or_else(|_| operand.clone())
                })
            },
            ..IN_WAYS
        },
    },
];

/// The result, and behind it what comes out in the place of the operand that is passed on, if one is.
fn with_operand(call: &Call, result: &Tensor, found: impl Fn(&Tensor) -> Tensor) -> Outcome {
    match call.case.operands().first() {
        Some(operand) if call.case.way == Way::PassedOn => Outcome::Output(vec![result.clone(), found(operand)]),
        _ => answer(Ok(result.clone())),
    }
}
