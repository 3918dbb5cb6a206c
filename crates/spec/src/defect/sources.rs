//! The other documents that the project was given: .NET's, Paddle's and Mars'.

use super::{Defect, Effect, quote};
use crate::document::Document;
use crate::family::Family;
use crate::gap;

pub(super) const DEFECTS: &[Defect] = &[
    Defect {
        id: "IEEE754-D01",
        family: Family::Ieee754,
        document: ".NET TensorPrimitives.Max",
        quotes: &[quote(
            Document::DotnetSeed,
            &["Max(ReadOnlySpan<Single>, ReadOnlySpan<Single>, Span<Single>)", "Exceptions"],
            "y and destination reference overlapping memory locations and do not begin at the same location.",
        )],
        text: "no exception is named for x overlapping the destination where y is a span, nor for lengths that differ",
        effect: Effect::Gap { name: gap::IN_THE_CODE, example: "dotnet.spanmax/f32/overlaps-x/38#aacbd32d" },
        proposed: None,
    },
    Defect {
        id: "PADDLE-D01",
        family: Family::Paddle,
        document: "Paddle maximum",
        quotes: &[quote(
            Document::Paddle,
            &[],
            "如果 ``axis`` < 0（默认值为-1），则 :math:`axis = abs(X.ndim - Y.ndim) - axis - 1` 。",
        )],
        text: "axis = abs(X.ndim - Y.ndim) - axis - 1 leads past x for an axis below −1, and abs() admits a longer y",
        effect: Effect::Gap {
            name: gap::PADDLE_AXIS,
            example: "paddle.maximum/f32/axis-below-default/2x3x4x5+scalar#39422a28",
        },
        proposed: None,
    },
    Defect {
        id: "PADDLE-D02",
        family: Family::Paddle,
        document: "Paddle maximum",
        quotes: &[quote(Document::Paddle, &[], "具体的飞桨的广播（broadcasting）机制可以参考")],
        text: "no word on errors: what of a y that is neither of x's shape nor a part of it, which its page on broadcasting allows",
        effect: Effect::Gap { name: gap::PADDLE_NEITHER_CASE, example: "paddle.maximum/f32/axis/2x3x4x5+2#d7cb93b8" },
        proposed: None,
    },
    Defect {
        id: "PADDLE-D03",
        family: Family::Paddle,
        document: "Paddle maximum",
        quotes: &[quote(Document::Paddle, &[], "Tensor，维度和数据类型与 ``x`` 相同的多维Tensor。")],
        text: "the result has the type of x; what of a y of another type",
        effect: Effect::Gap { name: gap::PADDLE_MIXED, example: "paddle.maximum/mixed/mixed-types/2*2#d8c91145" },
        proposed: None,
    },
    Defect {
        id: "PADDLE-D04",
        family: Family::Paddle,
        document: "Paddle maximum",
        quotes: &[quote(Document::Paddle, &[], "y = paddle.to_tensor([1, 4, np.nan], dtype='float32')")],
        text: "NaN is shown in one example, as y's, and named nowhere",
        effect: Effect::Gap { name: gap::PADDLE_NAN, example: "paddle.maximum/f32/seed-003-nan/2*3#608dea4d" },
        proposed: None,
    },
    Defect {
        id: "PADDLE-D05",
        family: Family::Paddle,
        document: "Paddle maximum",
        quotes: &[quote(Document::Paddle, &[], "#[[5. 6.] # [7. 8.]]")],
        text: "the first two examples print floats for integer operands, against \"the same data type as x\"",
        effect: Effect::Verdict {
            says: "PADDLE-TYPE asks for integers, and PADDLE-EXAMPLE for their values: the floats that are printed would depart.",
            example: Some("paddle.maximum/i64/seed-003-equal-shapes/2*2x2#302fb2ef"),
        },
        proposed: None,
    },
    Defect {
        id: "NUMPY-D01",
        family: Family::Numpy,
        document: "Mars maximum",
        quotes: &[quote(
            Document::Mars,
            &[],
            "Values of True indicate to calculate the ufunc at that position, values of False indicate to leave the value in the output alone.",
        )],
        text: "what an element is that `where` does not select, without `out`",
        effect: Effect::Gap { name: gap::UNSELECTED, example: "numpy.maximum/f16/where/3*7#d5e5872b" },
        proposed: None,
    },
    Defect {
        id: "NUMPY-D02",
        family: Family::Numpy,
        document: "Mars maximum",
        quotes: &[quote(
            Document::Mars,
            &[],
            "The maximum is equivalent to mt.where(x1 >= x2, x1, x2) when neither x1 nor x2 are nans",
        )],
        text: "\"equivalent to mt.where(x1 >= x2, x1, x2)\" names the first of two zeros, which NumPy's vector paths need not return",
        effect: Effect::Verdict {
            says: "Of two zeros either is right: MARS-MAX-VALUE does not ask for the first.",
            example: None,
        },
        proposed: None,
    },
    Defect {
        id: "NUMPY-D03",
        family: Family::Numpy,
        document: "Mars maximum, amax",
        quotes: &[quote(Document::Mars, &[], "The maximum value of a tensor along a given axis, propagates NaNs.")],
        text: "one line, which does not say what the maximum of nothing is",
        effect: Effect::Gap { name: gap::AMAX_EMPTY, example: "numpy.amax/f16/empty/0#f29e9cd8" },
        proposed: None,
    },
    Defect {
        id: "NUMPY-D04",
        family: Family::Numpy,
        document: "Mars maximum, amax",
        quotes: &[quote(Document::Mars, &[], "The maximum value of a tensor along a given axis, propagates NaNs.")],
        text: "Mars has an `out`, of which the page has no word, and no `initial` and no `where`, which are NumPy's: all may be refused",
        effect: Effect::Gap {
            name: gap::AMAX_ARGUMENTS,
            example: "numpy.amax/f16/reduction-out-of-other-shape/4x5+5#204ff173",
        },
        proposed: None,
    },
    Defect {
        id: "NUMPY-D05",
        family: Family::Numpy,
        document: "Mars maximum",
        quotes: &[quote(Document::Mars, &[], "fmin, amin, nanmin")],
        text: "fmin, amin and nanmin are named without a word",
        effect: Effect::Verdict {
            says: "They are judged as fmax, amax and nanmax are, with the order turned over.",
            example: None,
        },
        proposed: None,
    },
    Defect {
        id: "IEEE754-D02",
        family: Family::Ieee754,
        document: ".NET TensorPrimitives.Max of a span",
        quotes: &[quote(
            Document::DotnetSeed,
            &["Max<T>(ReadOnlySpan<T>)", "Remarks"],
            "If any value equal to NaN is present, the first is returned.",
        )],
        text: "\"If any value equal to NaN is present, the first is returned\"; its implementation returns another one of two NaNs of Half that have numbers between them",
        effect: Effect::Verdict { says: "NET-RED-FIRST-NAN asks for the first: .NET departs from it.", example: None },
        proposed: None,
    },
    Defect {
        id: "IEEE754-D03",
        family: Family::Ieee754,
        document: ".NET Tensor.Max of two tensors",
        quotes: &[quote(
            Document::DotnetSeed,
            &["Max<T>(ReadOnlySpan<T>, ReadOnlySpan<T>, Span<T>)", "Remarks"],
            "This method effectively computes destination[i] = T.Max(x[i], y[i]).",
        )],
        text: "\"effectively computes destination[i] = T.Max(x[i], y[i])\" is said of TensorPrimitives.Max, which it calls; of shapes 2 and 1 its implementation in 10.0.15 gives shape 1, those in 9.0.23 and 11.0.0 do not",
        effect: Effect::Verdict {
            says: "By these words the result of shapes 2 and 1 has shape 2: .NET 10.0.15 departs from them.",
            example: None,
        },
        proposed: None,
    },
    Defect {
        id: "NUMPY-D06",
        family: Family::Numpy,
        document: "Mars fmax",
        quotes: &[quote(Document::Mars, &[], "Element-wise maximum of two tensors, ignores NaNs.")],
        text: "\"ignores NaNs\"; NumPy's fmax, whose it is, gives a NaN beside a signalling one in f32 and f64, and the number in f16 (2.4.6)",
        effect: Effect::Verdict { says: "MARS-FMAX asks for the number: NumPy departs from it.", example: None },
        proposed: None,
    },
    Defect {
        id: "PADDLE-D06",
        family: Family::Paddle,
        document: "Paddle maximum",
        quotes: &[quote(Document::Paddle, &[], "Out = max(X, Y)")],
        text: "no word on subnormal numbers; its implementation gives 0 for the greater of one and 0, or the number, by the way it is called (3.3.1)",
        effect: Effect::Verdict {
            says: "PADDLE-VALUE asks for the greater: who takes a subnormal number for 0 departs from it.",
            example: None,
        },
        proposed: None,
    },
];
