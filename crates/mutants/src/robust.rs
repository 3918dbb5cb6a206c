//! Crashes, hangs, and answers that are none.

use std::time::Duration;

use opconform_backends::rules::admit;
use opconform_spec::{Case, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::mutant::{Family, Mutant};
use crate::rules::Group;
use crate::rules::stretch::broadcast;
use crate::sound::{SOUND, answer};
use crate::steps::Steps;

pub(crate) static FAMILY: Family =
    Family { name: "robust", about: "crashes, hangs, and answers that are none", mutants: MUTANTS, group: Group::All };

/// Admits as without a fault; panics on what `breaks` says.
fn unless(case: &Case, breaks: impl Fn(&Case) -> bool) -> Result<DType, String> {
    assert!(!breaks(case), "index out of bounds");
    admit(case)
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "crashes-on-empty",
        fault: "an operand without elements is indexed",
        seen: &["microsoft/onnxruntime#4559", "microsoft/onnxruntime#2217"],
        steps: Steps { admit: |case| unless(case, |case| case.inputs.iter().any(Tensor::is_empty)), ..SOUND },
    },
    Mutant {
        name: "crashes-on-a-clash",
        fault: "shapes that do not broadcast end in a panic, not in a refusal",
        seen: &[],
        steps: Steps { shape: |shapes| Ok(broadcast(shapes).expect("shapes that broadcast")), ..SOUND },
    },
    Mutant {
        name: "crashes-on-mixed-types",
        fault: "operands of different types end in a panic",
        seen: &["sonos/tract#2256"],
        steps: Steps { admit: |case| unless(case, |case| case.types().name() == "mixed"), ..SOUND },
    },
    Mutant {
        name: "crashes-above-rank-8",
        fault: "nine dimensions overrun an array of eight",
        seen: &["opencv/opencv#23557"],
        steps: Steps {
            admit: |case| unless(case, |case| case.inputs.iter().any(|input| input.shape().len() > 8)),
            ..SOUND
        },
    },
    Mutant {
        name: "crashes-on-no-operand",
        fault: "no operand at all ends in a panic",
        seen: &[],
        steps: Steps { admit: |case| unless(case, |case| case.inputs.is_empty()), ..SOUND },
    },
    Mutant {
        name: "hangs-on-many-operands",
        fault: "from 33 operands on there is no answer",
        seen: &[],
        steps: Steps {
            deliver: |call, result| match call.case.inputs.len() {
                33.. => Outcome::TimedOut(Duration::from_secs(10)),
                _ => answer(Ok(result.clone())),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "two-outputs",
        fault: "the result comes with a second output",
        seen: &[],
        steps: Steps { deliver: |_, result| Outcome::Output(vec![result.clone(), result.clone()]), ..SOUND },
    },
    Mutant {
        name: "no-output-for-empty",
        fault: "a result without elements is not delivered at all",
        seen: &[],
        steps: Steps {
            deliver: |_, result| Outcome::Output(if result.is_empty() { Vec::new() } else { vec![result.clone()] }),
            ..SOUND
        },
    },
    Mutant {
        name: "answer-cut-short",
        fault: "an answer of more than 65536 bytes is cut, and cannot be read",
        seen: &[],
        steps: Steps {
            deliver: |_, result| match result.bytes().len() {
                65_537.. => Outcome::Malformed("65536 bytes of an answer that says it is longer".to_owned()),
                _ => answer(Ok(result.clone())),
            },
            ..SOUND
        },
    },
];
