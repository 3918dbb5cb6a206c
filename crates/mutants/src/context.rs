//! Faults of one way in which operands come to an operator: what a compiler makes of constants, views, neighbours and subgraphs.

use opconform_spec::{Attribute, Form, Outcome, Way, Which};
use opconform_tensor::{DType, Tensor, element_count};

use crate::mutant::{Family, Mutant};
use crate::nan::{first_if_unordered, second_if_unordered};
use crate::replaced::{
    fold_where, is_constant, is_folded, last, moved, read_in, shaped, spread_in_order, through_f32, with_constants,
};
use crate::rewrite::{axes, mapped, with_axes, without};
use crate::rules::{Group, is_reduction};
use crate::steps::{SOUND, Steps, answer, fold_of, number_or_beyond, pair};
use crate::value::{default_nan, infinity, is_nan, is_subnormal, key, sign};

pub(crate) static FAMILY: Family = Family {
    name: "context",
    about: "what is made of operands that come in another way than as inputs of a plain model",
    mutants: MUTANTS,
    group: Group::Called(&[Form::OnnxVariadic, Form::OnnxReduction]),
};

/// The steps without a fault, asked in every way.
const IN_WAYS: Steps = Steps { models: true, ..SOUND };

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "folded-by-comparison",
        fault: "constants are folded by a < b, which of a NaN and a number gives the first",
        seen: &["tile-ai/tilelang#2882", "tile-ai/tvm#63"],
        steps: Steps { fold: |lane| fold_where(lane, is_folded(lane.call.case), first_if_unordered), ..IN_WAYS },
    },
    Mutant {
        name: "folded-without-nan",
        fault: "a reduction of a constant passes over its NaNs",
        seen: &["openxla/xla#21461"],
        steps: Steps {
            fold: |lane| fold_where(lane, is_folded(lane.call.case) && lane.is_reduction(), number_or_beyond),
            ..IN_WAYS
        },
    },
    Mutant {
        name: "folded-to-second-nan",
        fault: "of two constant NaNs the second is the result",
        seen: &["dotnet/runtime#133720"],
        steps: Steps {
            fold: |lane| {
                let nan = |bits: &&u64| is_nan(lane.dtype, **bits);
                let last = lane.operands.iter().rev().find(nan).filter(|_| is_folded(lane.call.case));
                last.copied().unwrap_or_else(|| fold_of(lane, lane.operands))
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "folded-to-default-nan",
        fault: "a NaN that is folded is the default one, where the kernel keeps its bits",
        seen: &["objectionary/eo#8290", "dotnet/runtime#10905"],
        steps: Steps {
            fold: |lane| {
                let result = fold_of(lane, lane.operands);
                let is_changed = is_folded(lane.call.case) && is_nan(lane.dtype, result);
                if is_changed { default_nan(lane.dtype) | sign(lane.dtype) } else { result }
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "folded-along-an-axis",
        fault: "of two constants the second, of rank 0, is taken for the axis along which the first is reduced",
        seen: &["apache/tvm#20119"],
        steps: Steps {
            deliver: |call, result| {
                let is_misread =
                    is_folded(call.case) && call.case.operands().get(1).is_some_and(|it| it.shape().is_empty());
                let shape = if is_misread { result.shape().get(1..).unwrap_or_default() } else { result.shape() };
                let count = element_count(shape).unwrap_or_default();
                answer(Tensor::from_bits(result.dtype(), shape, &result.to_bits()[..count]))
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "folded-in-f32",
        fault: "constants of 32 and 64 bits are folded in f32",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                with_constants(lane, |bits| if is_folded(lane.call.case) { through_f32(lane, bits) } else { bits })
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "folded-subnormals-flushed",
        fault: "a subnormal in a constant is a zero",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                with_constants(lane, |bits| if is_subnormal(lane.dtype, bits) { bits & sign(lane.dtype) } else { bits })
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "folded-as-signed",
        fault: "unsigned constants are compared as signed ones",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let is_misread =
                    is_folded(lane.call.case) && matches!(lane.dtype, DType::U8 | DType::U16 | DType::U32 | DType::U64);
                let top = 1 << (lane.dtype.bits() - 1);
                let greater = |a: u64, b: u64| (key(lane.dtype, b ^ top) > key(lane.dtype, a ^ top)) != lane.minimum;
                let folded = || lane.operands.iter().copied().reduce(|a, b| if greater(a, b) { b } else { a });
                folded().filter(|_| is_misread).unwrap_or_else(|| fold_of(lane, lane.operands))
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "folded-from-nothing",
        fault: "a constant that is to be folded is read where its data are not: zeros",
        seen: &["microsoft/onnxruntime#8422"],
        steps: Steps {
            fold: |lane| with_constants(lane, |bits| if is_folded(lane.call.case) { 0 } else { bits }),
            ..IN_WAYS
        },
    },
    Mutant {
        name: "constant-bound-wraps",
        fault: "a constant second operand is made an integer of 8 bits before it is compared",
        seen: &["pytorch/pytorch#198071"],
        steps: Steps {
            fold: |lane| {
                let wraps = |bits: u64| i64::from((bits as u8).cast_signed()).cast_unsigned() & lane.dtype.mask();
                let is_wide = !lane.dtype.is_float() && lane.dtype.size() > 1;
                with_constants(lane, |bits| if is_wide { wraps(bits) } else { bits })
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "constant-bound-ignored",
        fault: "an infinite constant as the second operand bounds nothing",
        seen: &["pytorch/pytorch#195675"],
        steps: Steps {
            fold: |lane| {
                let is_bound = |place: usize| is_constant(lane.call.case, place) && !is_constant(lane.call.case, 0);
                let is_infinite = |bits: u64| lane.dtype.is_float() && bits & !sign(lane.dtype) == infinity(lane.dtype);
                let is_kept = |(bits, source): &(&u64, &(usize, usize))| !(is_bound(source.0) && is_infinite(**bits));
                let kept: Vec<u64> =
                    lane.operands.iter().zip(lane.sources).filter(is_kept).map(|(bits, _)| *bits).collect();
                fold_of(lane, &kept)
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "constant-nan-lost",
        fault: "a NaN in the operand that is a constant is passed over, one in the other is not",
        seen: &["pytorch/pytorch#93784", "pytorch/torchdynamo#594"],
        steps: Steps {
            fold: |lane| {
                let is_lost = is_constant(lane.call.case, 0) && !is_folded(lane.call.case);
                fold_where(lane, is_lost, second_if_unordered)
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "static-nan-of-a-name",
        fault: "an operand is taken for the NaN that its name was first given: whatever is in its place in another one",
        seen: &["loopdive/js2#1369"],
        steps: Steps {
            fold: |lane| {
                let nan = || {
                    lane.inputs()
                        .last()
                        .filter(|_| lane.dtype.is_float())?
                        .to_bits()
                        .into_iter()
                        .find(|&bits| is_nan(lane.dtype, bits))
                };
                let is_static = lane.call.case.way == Way::Constant(Which::Rest);
                nan().filter(|_| is_static).unwrap_or_else(|| fold_of(lane, lane.operands))
            },
            ..IN_WAYS
        },
    },
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
