//! Faults of constants: what is folded before a call, and what is made of an operand that is known beforehand.

use opconform_spec::{Way, Which};
use opconform_tensor::{DType, Tensor, element_count};

use super::IN_WAYS;
use crate::mutant::Mutant;
use crate::nan::{first_if_unordered, second_if_unordered};
use crate::replaced::{fold_where, is_constant, is_folded, through_f32, with_constants};
use crate::sound::{answer, fold_of, number_or_beyond};
use crate::steps::Steps;
use crate::value::{default_nan, infinity, is_nan, is_subnormal, key, sign};

pub(super) const MUTANTS: &[Mutant] = &[
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
                let top = lane.dtype.top_bit();
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
                let nan = || lane.inputs().last()?.to_bits().into_iter().find(|&bits| is_nan(lane.dtype, bits));
                let is_static = lane.call.case.way == Way::Constant(Which::Rest);
                is_static.then(nan).flatten().unwrap_or_else(|| fold_of(lane, lane.operands))
            },
            ..IN_WAYS
        },
    },
    Mutant {
        name: "middle-constant-dropped",
        fault: "of three operands the second is dropped, where it alone is a constant",
        seen: &[],
        steps: Steps {
            fold: |lane| match (lane.call.case.way, lane.operands) {
                (Way::Initializer(Which::Second) | Way::Constant(Which::Second), &[first, _, last]) => {
                    fold_of(lane, &[first, last])
                }
                _ => fold_of(lane, lane.operands),
            },
            ..IN_WAYS
        },
    },
];
