//! Faults of one way in which operands come to an operator: what a compiler makes of constants, views, neighbours and subgraphs.

use opconform_spec::{Attribute, Axis, Form, Outcome, Way};
use opconform_tensor::{DType, element_count};

use crate::mutant::{Family, Mutant, joined};
use crate::replaced::{last, moved, read_in, shaped, spread_in_order, through_f32};
use crate::rewrite::{axes, mapped, with_axes, without};
use crate::rules::{Group, is_reduction};
use crate::sound::{SOUND, answer, fold_of, pair};
use crate::steps::Steps;
use crate::value::is_nan;

mod constants;
mod merged;
mod passed_on;

pub(crate) static FAMILY: Family = Family {
    name: "context",
    about: "what is made of operands that come in another way than as inputs of a plain model",
    mutants: MUTANTS,
    group: Group::Called(&[Form::OnnxVariadic, Form::OnnxReduction]),
};

/// The steps without a fault, asked in every way.
const IN_WAYS: Steps = Steps { models: true, ..SOUND };

const MUTANTS: &[Mutant] = &joined::<{ OF_NODES.len() + OF_OUTPUTS.len() }>(OF_NODES, OF_OUTPUTS);

const OF_OUTPUTS: &[Mutant] =
    &joined::<{ merged::MUTANTS.len() + passed_on::MUTANTS.len() }>(merged::MUTANTS, passed_on::MUTANTS);

const OF_NODES: &[Mutant] =
    &joined::<{ constants::MUTANTS.len() + OF_OTHER_WAYS.len() }>(constants::MUTANTS, OF_OTHER_WAYS);

const OF_OTHER_WAYS: &[Mutant] = &[
    Mutant {
        name: "clip-drops-an-argument",
        fault: "a maximum that is fused with a minimum into a clip loses its second operand",
        seen: &["hidet-org/hidet#97"],
        steps: Steps {
            fold: |lane| match (lane.call.case.way, lane.is_reduction()) {
                (Way::Clip, false) => fold_of(lane, &lane.operands[..1]),
                _ => fold_of(lane, lane.operands),
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "clip-of-f64-refused",
        fault: "what is fused into a clip is refused in f64, which the fusion does not know",
        seen: &["microsoft/onnxruntime#11836", "microsoft/onnxruntime#23116", "microsoft/onnxruntime#24158"],
        steps: Steps {
            deliver: |call, result| match (call.case.way, result.dtype()) {
                (Way::Clip, DType::F64) if result.len() > 1 => {
                    Outcome::Rejected("unexpected data type for Clip".to_owned())
                }
                _ => answer(Ok(result.clone())),
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "clip-bounds-in-f32",
        fault: "what is fused into a clip is computed in f32, in which its bounds are attributes",
        seen: &["openvinotoolkit/openvino#21509"],
        steps: Steps {
            fold: |lane| {
                let result = fold_of(lane, lane.operands);
                if lane.call.case.way == Way::Clip { through_f32(lane, result) } else { result }
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "slice-read-as-contiguous",
        fault: "a slice along the last axis is read as if its rows lay one behind the other",
        seen: &["HomericIntelligence/Odyssey#5572", "ROCm/aiter#5292"],
        steps: Steps {
            read: |case| {
                read_in(case, Way::Slice, |tensor| {
                    // Each row lies there twice.
                    let row = last(tensor).max(1);
                    moved(tensor, |position| position / (2 * row) * row + position % row)
                })
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "slice-overwritten",
        fault: "of two strided writes to one tensor the second is lost: every other element of a slice is the one before it",
        seen: &["pytorch/pytorch#113641"],
        steps: Steps {
            read: |case| read_in(case, Way::Slice, |tensor| moved(tensor, |position| position & !1)),
            ..IN_WAYS
        },
    },
    Mutant {
        name: "slice-counted-down-from-elsewhere",
        fault: "a slice that is counted down begins where it would if it were counted up: its rows are those beside it",
        seen: &["llvm/torch-mlir#4630"],
        steps: Steps {
            read: |case| {
                read_in(case, Way::Reversed(Axis::Last), |tensor| {
                    // What lies beside each row is the same row from its last element to its first.
                    let row = last(tensor).max(1);
                    moved(tensor, |position| position - position % row + (row - 1 - position % row))
                })
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "expand-read-as-contiguous",
        fault: "an operand that is spread out is read as if its elements were there: one behind the other, from the first again",
        seen: &["InfiniTensor/InfiniCore#450", "huggingface/candle#3744"],
        steps: Steps { read: |case| spread_in_order(case, |_| case.way == Way::Expand), ..IN_WAYS },
    },
    Mutant {
        name: "expand-reads-the-first",
        fault: "an operand that is spread out is its first element everywhere",
        seen: &["nntrainer/nntrainer#560", "cupy/cupy#913"],
        steps: Steps { read: |case| read_in(case, Way::Expand, |tensor| moved(tensor, |_| 0)), ..IN_WAYS },
    },
    Mutant {
        name: "transpose-dropped-with-its-shape",
        fault: "a transpose of the result is dropped, and the shape that it gives with it",
        seen: &["openvinotoolkit/openvino#37959", "onnx/tensorflow-onnx#226"],
        steps: Steps {
            deliver: |call, result| shaped(call, result, Way::Transpose, |shape| shape.iter().rev().copied().collect()),
            ..IN_WAYS
        },
    },
    Mutant {
        name: "transpose-moved-past-axes",
        fault: "a transpose is moved past a reduction, whose axes stay as they are",
        seen: &["microsoft/onnxruntime#14609"],
        steps: Steps {
            read: |case| {
                let rank = case.operands().first()?.shape().len() as i64;
                let named = axes(case).filter(|_| case.way == Way::Transpose)?;
                let turned: Vec<i64> = named.into_iter().map(|axis| rank - 1 - axis.rem_euclid(rank.max(1))).collect();
                with_axes(case, &turned)
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "transposes-fused-wrongly",
        fault: "two transposes are fused into one that leaves the elements where they are in the other's order",
        seen: &["onnx/onnx#2446", "microsoft/onnxruntime#18233"],
        steps: Steps {
            read: |case| {
                read_in(case, Way::Transpose, |tensor| {
                    let (columns, count) = (last(tensor).max(1), tensor.len());
                    let rows = (count / columns).max(1);
                    moved(tensor, |position| position % rows * columns + position / rows)
                })
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "concat-keeps-the-first-part",
        fault: "the second part of a concatenation is written over the first: its place is not",
        seen: &[],
        steps: Steps {
            read: |case| {
                read_in(case, Way::Concat, |tensor| {
                    let row = last(tensor).max(1);
                    let half = row / 2;
                    moved(tensor, |position| {
                        if position % row >= 2 * half || half == 0 {
                            position
                        } else {
                            position - position % row % half
                        }
                    })
                })
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "itself-by-comparison",
        fault: "the maximum of a tensor with itself is it where it equals itself, and else 0",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let result = fold_of(lane, lane.operands);
                if lane.call.case.way == Way::Itself && is_nan(lane.dtype, result) { 0 } else { result }
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "chain-drops-an-operand",
        fault: "a chain of maxima is made one of many operands, and its middle one is lost",
        seen: &[],
        steps: Steps {
            fold: |lane| match (lane.call.case.way, lane.operands) {
                (Way::Chain, &[first, _, ref rest @ ..]) => {
                    fold_of(lane, &[first].into_iter().chain(rest.iter().copied()).collect::<Vec<_>>())
                }
                _ => fold_of(lane, lane.operands),
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "buffer-given-back-early",
        fault: "the buffer of a result that is used once more is given to another: the first operand is left of it",
        seen: &["microsoft/onnxruntime#7633", "microsoft/onnxruntime#7767"],
        steps: Steps {
            fold: |lane| match lane.call.case.way {
                Way::Again => lane.operands.first().copied().unwrap_or_default(),
                _ => fold_of(lane, lane.operands),
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "second-use-reads-zeros",
        fault: "a result that is used twice has been released when it is used again, and is zeros",
        seen: &["microsoft/onnxruntime#21019"],
        steps: Steps {
            fold: |lane| {
                let result = fold_of(lane, lane.operands);
                if lane.call.case.way == Way::Twice { pair(lane, result, 0) } else { result }
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "branch-misses-what-is-outside",
        fault: "a value of the outer graph is not what it is in a branch: every operand is the first",
        seen: &["tracel-ai/burn#4119", "microsoft/onnxruntime#729"],
        steps: Steps {
            fold: |lane| match (lane.call.case.way, lane.is_reduction()) {
                (Way::If, false) => fold_of(lane, &lane.operands[..1]),
                (Way::If, true) => lane.operands.first().copied().unwrap_or_else(|| (lane.steps.empty)(lane)),
                _ => fold_of(lane, lane.operands),
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "loop-loses-its-update",
        fault: "what a loop carries is overwritten by the value from outside of it, and the update is lost",
        seen: &["onnx/onnx#2082"],
        steps: Steps {
            fold: |lane| match lane.call.case.way {
                Way::Loop => lane.operands.last().copied().unwrap_or_else(|| (lane.steps.empty)(lane)),
                _ => fold_of(lane, lane.operands),
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "second-iteration-overwrites",
        fault: "a NaN in the second iteration of a loop is taken for what the first one has not written, and is 0",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let result = fold_of(lane, lane.operands);
                if lane.call.case.way == Way::Loop && is_nan(lane.dtype, result) { 0 } else { result }
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "function-without-attributes",
        fault: "an operator in a function has the attributes that it has where none are given",
        seen: &[],
        steps: Steps {
            read: |case| {
                (case.way == Way::Function && case.attributes.contains_key("keepdims"))
                    .then(|| without(case, "keepdims"))
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "open-dimensions-as-before",
        fault: "where dimensions are left open, a call is refused whose shape is not that of the call before",
        seen: &["microsoft/onnxruntime#28359"],
        steps: Steps {
            deliver: |call, result| {
                let other = call.memory.latest.as_ref().is_some_and(|latest| latest.len() > result.len());
                if call.case.way == Way::Symbols && other && result.len() > 1 {
                    return Outcome::Rejected("shape verification failed".to_owned());
                }
                answer(Ok(result.clone()))
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "axes-that-are-fed-are-ignored",
        fault: "axes that are an input and no constant are not looked at: everything is reduced",
        seen: &["NVIDIA/TensorRT#3467"],
        steps: Steps {
            read: |case| {
                let rank = case.operands().first()?.shape().len() as i64;
                axes(case).filter(|_| case.way == Way::Fed)?;
                with_axes(case, &(0..rank).collect::<Vec<_>>())
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "cast-back-too-soon",
        fault: "a cast to a wider type and back is made one to bf16 and back",
        seen: &[],
        steps: Steps {
            read: |case| {
                read_in(case, Way::Cast, |tensor| {
                    (tensor.dtype() == DType::F32).then(|| mapped(tensor, |bits| bits & 0xffff_0000))?
                })
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "reshape-in-place",
        fault: "a reshape of an operand is done in place, and the result is as flat as that",
        seen: &[],
        steps: Steps {
            deliver: |call, result| {
                shaped(call, result, Way::Reshape, |shape| vec![element_count(shape).unwrap_or_default()])
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "identity-with-attributes",
        fault: "an Identity before a reduction is merged into it, and takes its axes away",
        seen: &[],
        steps: Steps {
            read: |case| {
                let is_merged = case.way == Way::Identity && is_reduction(case) && case.inputs.len() > 1;
                let mut merged = is_merged.then(|| case.clone())?;
                merged.inputs.truncate(1);
                merged.attributes.insert("keepdims".to_owned(), Attribute::Int(1));
                Some(merged)
            },
            ..IN_WAYS
        },
    },
];

#[cfg(test)]
mod tests {
    use opconform_spec::{Case, Operator, Origin};
    use opconform_tensor::Tensor;

    use super::*;
    use crate::sound;

    /// Pairs of NaNs, zeros, a subnormal and numbers, compared and reduced.
    fn cases() -> Vec<Case> {
        let values = [f32::NAN, -0.0, 0.0, 1e-45, 1.0, -3.0, f32::INFINITY].map(|it| u64::from(it.to_bits()));
        let bits = |which: usize| move |i: usize| values[if which == 0 { i / values.len() } else { i % values.len() }];
        let operand = |which: usize| {
            let bits: Vec<u64> = (0..49).map(bits(which)).collect();
            Tensor::from_bits(DType::F32, &[7, 7], &bits).expect("a tensor")
        };
        let axes = Tensor::from_bits(DType::I64, &[1], &[1]).expect("a tensor");
        let inputs = [("Max", vec![operand(0), operand(1)]), ("ReduceMin", vec![operand(1), axes])];
        let case = |(name, inputs): (&str, Vec<Tensor>)| {
            let operator = Operator::named(name).expect("an operator");
            Case::new(operator, operator.newest(), inputs, "plain", Origin { source: "test".into(), seed: None })
        };
        inputs.map(case).into()
    }

    #[test]
    fn in_the_plain_way_none_of_them_shows() {
        let cases = cases();
        let right = sound().run(&cases);
        assert!(right.iter().all(|outcome| matches!(outcome, Outcome::Output(_))));
        let said = |outcomes: &[Outcome]| outcomes.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>();
        assert!(MUTANTS.len() >= 30 && MUTANTS.iter().filter(|mutant| !mutant.seen.is_empty()).count() >= 20);
        for mutant in MUTANTS {
            assert_eq!(said(&FAMILY.backend(mutant).run(&cases)), said(&right), "{}", mutant.name);
        }
    }
}
