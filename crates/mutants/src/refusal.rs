//! Refusals that are wrong, answers where a refusal belongs, and answers of the wrong type.

use opconform_backends::rules::{admit, attributes, one_type, shapes, since};
use opconform_spec::{Case, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::mutant::{Family, Mutant};
use crate::rules::Group;
use crate::sound::{SOUND, answer};
use crate::steps::Steps;

pub(crate) static FAMILY: Family = Family {
    name: "refusal",
    about: "wrong refusals, answers to the ill-formed, and wrong element types",
    mutants: MUTANTS,
    group: Group::All,
};

/// Admits what the operator takes, but for what `refuses` says.
fn refusing(case: &Case, refuses: impl Fn(&Case) -> bool) -> Result<DType, String> {
    if refuses(case) { Err("not taken here".to_owned()) } else { admit(case) }
}

/// The first operand's type: others are converted.
pub(crate) fn type_of_the_first(case: &Case) -> Result<DType, String> {
    let dtype = case.inputs.first().map(Tensor::dtype).ok_or("no operand")?;
    attributes(case)?;
    shapes(case)?;
    since(case.operator, dtype).map_or(Err("no number type".to_owned()), |_| Ok(dtype))
}

/// The type, whatever the operator set lists.
pub(crate) fn any_number(case: &Case) -> Result<DType, String> {
    let dtype = one_type(case)?;
    attributes(case)?;
    shapes(case)?;
    since(case.operator, dtype).map_or(Err("no number type".to_owned()), |_| Ok(dtype))
}

/// The same elements, by value and where they fit, as another type.
fn answered_as(result: &Tensor, dtype: DType) -> Outcome {
    answer(Tensor::from_bits(dtype, result.shape(), &result.to_bits()))
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "mixed-types-converted",
        fault: "operands of other types are taken for the first one's",
        seen: &["pytorch/pytorch#149951"],
        steps: Steps { admit: type_of_the_first, ..SOUND },
    },
    Mutant {
        name: "bf16-refused",
        fault: "bf16 is refused",
        seen: &[],
        steps: Steps { admit: |case| refusing(case, |case| case.types().name() == "bf16"), ..SOUND },
    },
    Mutant {
        name: "16-bit-integers-refused",
        fault: "i16 and u16 are refused",
        seen: &["onnx/onnx#2237"],
        steps: Steps { admit: |case| refusing(case, |case| matches!(case.types().name(), "i16" | "u16")), ..SOUND },
    },
    Mutant {
        name: "one-operand-refused",
        fault: "fewer than two operands are refused",
        seen: &["onnx/onnx#1179"],
        steps: Steps { admit: |case| refusing(case, |case| case.inputs.len() < 2), ..SOUND },
    },
    Mutant {
        name: "rank-above-eight-refused",
        fault: "shapes of more than eight dimensions are refused",
        seen: &["tenstorrent/tt-metal#16386"],
        steps: Steps {
            admit: |case| refusing(case, |case| case.inputs.iter().any(|input| input.shape().len() > 8)),
            ..SOUND
        },
    },
    Mutant {
        name: "broadcast-refused",
        fault: "shapes that differ are refused at every operator set",
        seen: &["ROCm/AMDMIGraphX#114", "pytorch/pytorch#17400"],
        steps: Steps {
            admit: |case| refusing(case, |case| case.inputs.windows(2).any(|pair| pair[0].shape() != pair[1].shape())),
            ..SOUND
        },
    },
    Mutant {
        name: "empty-refused",
        fault: "operands without elements are refused",
        seen: &["PaddlePaddle/Paddle#79365", "microsoft/onnxruntime#25663"],
        steps: Steps { admit: |case| refusing(case, |case| case.inputs.iter().any(Tensor::is_empty)), ..SOUND },
    },
    Mutant {
        name: "legacy-attribute-refused",
        fault: "the attribute consumed_inputs of Max-1 is refused",
        seen: &[],
        steps: Steps { admit: |case| refusing(case, |case| !case.attributes.is_empty()), ..SOUND },
    },
    Mutant {
        name: "early-broadcast",
        fault: "operator sets before 8 broadcast too",
        seen: &["onnx/onnx#1123"],
        steps: Steps {
            admit: |case| {
                let dtype = one_type(case)?;
                attributes(case)?;
                since(case.operator, dtype)
                    .filter(|&since| since <= case.opset)
                    .map_or(Err("not listed".to_owned()), |_| Ok(dtype))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "no-operand-answered",
        fault: "no operand at all gives an f32 of rank 0",
        seen: &["kraiskil/onnx2c#3"],
        steps: Steps { admit: |case| if case.inputs.is_empty() { Ok(DType::F32) } else { admit(case) }, ..SOUND },
    },
    Mutant {
        name: "unsigned-answered-as-signed",
        fault: "u8 is answered as i8",
        seen: &[],
        steps: Steps {
            deliver: |_, result| match result.dtype() {
                DType::U8 => answered_as(result, DType::I8),
                _ => answer(Ok(result.clone())),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "i64-answered-as-u64",
        fault: "i64 is answered as u64",
        seen: &[],
        steps: Steps {
            deliver: |_, result| match result.dtype() {
                DType::I64 => answered_as(result, DType::U64),
                _ => answer(Ok(result.clone())),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "bf16-answered-in-f32",
        fault: "bf16 is answered in f32, the type of the accumulator",
        seen: &[],
        steps: Steps {
            deliver: |_, result| match result.dtype() {
                DType::Bf16 => {
                    let widened: Vec<u64> = result.to_bits().into_iter().map(|bits| bits << 16).collect();
                    answer(Tensor::from_bits(DType::F32, result.shape(), &widened))
                }
                _ => answer(Ok(result.clone())),
            },
            ..SOUND
        },
    },
];
