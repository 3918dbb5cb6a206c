//! The known defects of the source documents: what a reader of a report should know before trusting a sentence.

use crate::family::Family;
use crate::gap;

/// A place at which a source document contradicts itself, another one, or what it means to say.
#[derive(Debug)]
pub struct Defect {
    /// The specification that the document is of.
    pub family: Family,
    /// The document.
    pub document: &'static str,
    /// What is wrong with it.
    pub text: &'static str,
    /// The gap by which cases that show it are counted, where cases can show it.
    pub gap: Option<&'static str>,
}

const SEED: &str = "SONNX Max @32912e1";
const LATER: &str = "SONNX Max @9bed1da";

/// Every known defect.
pub const DEFECTS: &[Defect] = &[
    Defect {
        family: Family::Sonnx,
        document: SEED,
        text: "P1 and P2 cannot both hold with a NaN operand",
        gap: Some(gap::NAN_UNSATISFIABLE),
    },
    Defect {
        family: Family::Sonnx,
        document: SEED,
        text: "\"an order is defined\": the floats have no total order",
        gap: None,
    },
    Defect {
        family: Family::Sonnx,
        document: SEED,
        text: "+0 and −0 are equal under `=`, so that either is allowed where one is",
        gap: None,
    },
    Defect {
        family: Family::Sonnx,
        document: SEED,
        text: "I = max I_n rejects the shapes (0) and (1), which ONNX broadcasts to (0)",
        gap: Some(gap::ZERO_MEETS_ONE),
    },
    Defect {
        family: Family::Sonnx,
        document: SEED,
        text: "I_n as the first dimension reads left-aligned, C2 says NumPy: right-aligned",
        gap: None,
    },
    Defect {
        family: Family::Sonnx,
        document: SEED,
        text: "a tensor of rank 0 has no index i, j, k, l to speak of",
        gap: None,
    },
    Defect {
        family: Family::Sonnx,
        document: SEED,
        text: "no rule that all inputs share one type",
        gap: Some(gap::MIXED_TYPES),
    },
    Defect { family: Family::Sonnx, document: SEED, text: "no section on errors", gap: Some(gap::NO_ERROR_SECTION) },
    Defect { family: Family::Sonnx, document: SEED, text: "the operator set is not pinned", gap: None },
    Defect {
        family: Family::Sonnx,
        document: SEED,
        text: "subnormals are not named: that they may not be flushed follows from P2 alone",
        gap: None,
    },
    Defect {
        family: Family::Sonnx,
        document: SEED,
        text: "`=` is equality of values, not identity of symbols",
        gap: None,
    },
    Defect {
        family: Family::Sonnx,
        document: SEED,
        text: "the link to the broadcasting text moves with its branch",
        gap: None,
    },
    Defect {
        family: Family::Sonnx,
        document: LATER,
        text: "\"No error conditions for Max\", while Broadcast, which it applies, has E1",
        gap: None,
    },
    Defect {
        family: Family::Sonnx,
        document: LATER,
        text: "E1 makes 0 and 1 an error, since \"the maximum over all tensors\" is 1; NumPy's rules, which it refers to, give 0",
        gap: Some(gap::ZERO_BY_E1),
    },
    Defect {
        family: Family::Sonnx,
        document: LATER,
        text: "\"L-1 output tensors\" of Broadcast, where L is the last index: there are L + 1",
        gap: None,
    },
    Defect {
        family: Family::Sonnx,
        document: LATER,
        text: "a note tells what one runtime does with 0 and −0, against the order above it",
        gap: None,
    },
    Defect {
        family: Family::Sonnx,
        document: "SONNX Max, Relu and MaxPool",
        text: "Relu(−0) = −0 against Max(X, 0) = +0; MaxPool takes NaN for −Inf, Max lets it absorb",
        gap: None,
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX Max, ReduceMax and Clip, all versions",
        text: "neither NaN nor the sign of zero is named",
        gap: Some(gap::ONNX_NAN),
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX Clip, all versions",
        text: "a bound that is missing is the last finite number by the text, and none by the reference evaluator, nor by the function body of Clip-13",
        gap: Some(gap::MISSING_BOUND),
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX Clip-1 to -12",
        text: "which bound an element becomes where the lower is above the upper is not said",
        gap: Some(gap::CROSSED),
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX Clip-11 to -13",
        text: "\"It must be a scalar\", of a bound, while the reference evaluator takes one of any shape that broadcasts",
        gap: None,
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX ReduceMax-18, -20",
        text: "\"The default is to reduce over empty axes\", while noop_with_empty_axes = 0 reduces over all",
        gap: None,
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX ReduceMax, all versions",
        text: "\"similar to numpy\", which refuses an empty maximum, next to an identity for it, which 1.15 added to every version but 12",
        gap: None,
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX ReduceMax, all versions",
        text: "an axis that is named twice is not named",
        gap: Some(gap::DUPLICATE_AXIS),
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX ReduceMax-1 to -13",
        text: "the default is all axes; what an explicitly empty list reduces is said by the code alone",
        gap: Some(gap::EMPTY_AXES),
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX ReduceMax-1",
        text: "no range of axes, and no word on one below zero",
        gap: Some(gap::NO_RANGE),
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX ReduceMax-12, and the seed's page of -1 to -13",
        text: "nothing on a reduction of no elements",
        gap: Some(gap::EMPTY_REDUCTION),
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX ReduceMax-12, and the seed's page of -1 to -13",
        text: "nothing on rank 0: an answer is read, and a refusal conforms",
        gap: None,
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX Max-8 to -13",
        text: "that shapes which do not broadcast are an error is said by shape inference alone",
        gap: Some(gap::NO_BROADCAST),
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX ReduceMax-11 to -20",
        text: "a range of axes is accepted; that another is an error is said by shape inference alone",
        gap: Some(gap::OUT_OF_RANGE),
    },
    Defect {
        family: Family::Onnx,
        document: "ONNX ReduceMax, examples",
        text: "results are printed in comments, and one, [[[60.]]], outside of them",
        gap: None,
    },
    Defect {
        family: Family::Ieee754,
        document: ".NET TensorPrimitives.Max",
        text: "no exception is named for x overlapping the destination where y is a span, nor for lengths that differ",
        gap: None,
    },
    Defect {
        family: Family::Paddle,
        document: "Paddle maximum",
        text: "axis = abs(X.ndim - Y.ndim) - axis - 1 leads past x for an axis below −1, and abs() admits a longer y",
        gap: Some(gap::PADDLE_AXIS),
    },
    Defect {
        family: Family::Paddle,
        document: "Paddle maximum",
        text: "no word on errors: what of a y that is neither of x's shape nor a part of it, which its page on broadcasting allows",
        gap: Some(gap::PADDLE_NEITHER_CASE),
    },
    Defect {
        family: Family::Paddle,
        document: "Paddle maximum",
        text: "the result has the type of x; what of a y of another type",
        gap: Some(gap::PADDLE_MIXED),
    },
    Defect {
        family: Family::Paddle,
        document: "Paddle maximum",
        text: "NaN is shown in one example, as y's, and named nowhere",
        gap: Some(gap::PADDLE_NAN),
    },
    Defect {
        family: Family::Paddle,
        document: "Paddle maximum",
        text: "the first two examples print floats for integer operands, against \"the same data type as x\"",
        gap: None,
    },
    Defect {
        family: Family::Numpy,
        document: "Mars maximum",
        text: "what an element is that `where` does not select, without `out`",
        gap: Some(gap::UNSELECTED),
    },
    Defect {
        family: Family::Numpy,
        document: "Mars maximum",
        text: "\"equivalent to mt.where(x1 >= x2, x1, x2)\" names the first of two zeros, which NumPy's vector paths need not return",
        gap: None,
    },
    Defect {
        family: Family::Numpy,
        document: "Mars maximum, amax",
        text: "one line, which does not say what the maximum of nothing is",
        gap: Some(gap::AMAX_EMPTY),
    },
    Defect {
        family: Family::Numpy,
        document: "Mars maximum, amax",
        text: "Mars has an `out`, of which the page has no word, and no `initial` and no `where`, which are NumPy's: all may be refused",
        gap: None,
    },
    Defect {
        family: Family::Numpy,
        document: "Mars maximum",
        text: "fmin, amin and nanmin are named without a word",
        gap: None,
    },
    Defect {
        family: Family::TensorFlow,
        document: "tf.math.maximum",
        text: "\"(i.e. x > y ? x : y)\" gives the second operand beside a NaN; its implementation gives the NaN, wherever it stands",
        gap: None,
    },
    Defect {
        family: Family::PyTorch,
        document: "torch.maximum",
        text: "\"then that element is returned\": what is returned is a NaN, of which its implementation keeps no payload",
        gap: None,
    },
    Defect {
        family: Family::PyTorch,
        document: "torch.maximum, torch.fmax",
        text: "neither names the sign of a zero, and torch.maximum no two NaNs",
        gap: None,
    },
    Defect {
        family: Family::PyTorch,
        document: "torch.fmax",
        text: "\"the non-NaN element is taken\" beside exactly one NaN; its implementation gives a NaN beside a signalling one in bf16, \
               f32 and f64, and the number in f16",
        gap: None,
    },
    Defect {
        family: Family::DotNet,
        document: ".NET TensorPrimitives.MaxNumber",
        text: "\"matches the IEEE 754:2019 `maximumNumber` function\", at the reduction too, which gives a NaN where an element is one \
               (dotnet/runtime#133346)",
        gap: None,
    },
    Defect {
        family: Family::DotNet,
        document: ".NET TensorPrimitives.MaxMagnitudeNumber",
        text: "\"matches the IEEE 754:2019 `maximumMagnitudeNumber` function\", at the reduction too, which gives a NaN where an element \
               is one (dotnet/runtime#133346)",
        gap: None,
    },
    Defect {
        family: Family::Ieee754,
        document: ".NET TensorPrimitives.Max of a span",
        text: "\"If any value equal to NaN is present, the first is returned\"; its implementation returns another one of two NaNs of Half \
               that have numbers between them",
        gap: None,
    },
    Defect {
        family: Family::Ieee754,
        document: ".NET Tensor.Max of two tensors",
        text: "\"effectively computes destination[i] = T.Max(x[i], y[i])\" is said of TensorPrimitives.Max, which it calls; of shapes 2 and 1 \
               its implementation in 10.0.15 gives shape 1, those in 9.0.23 and 11.0.0 do not",
        gap: None,
    },
    Defect {
        family: Family::WebNn,
        document: "WebNN max",
        text: "neither NaN nor the sign of zero is named",
        gap: None,
    },
    Defect {
        family: Family::WebNn,
        document: "WebNN max",
        text: "\"Select the greater values of the two input tensors, element-wise\"; Chromium 147 gives 0 where the greater is a subnormal \
               number of f32, and beside a NaN the lesser of two numbers",
        gap: None,
    },
    Defect {
        family: Family::DotNet,
        document: ".NET Vector128.Max",
        text: "neither NaN nor the sign of zero is named",
        gap: None,
    },
    Defect {
        family: Family::MaxNum,
        document: "IEEE 754-2008 maxNum",
        text: "a signalling NaN makes a NaN of a number, a quiet one does not: the maximum of three depends on the order in which they \
               meet; the edition of 2019 has it no more",
        gap: None,
    },
    Defect {
        family: Family::Llvm,
        document: "llvm.maxnum",
        text: "\"-0.0 is considered to be less than +0.0 for this intrinsic\"; its code for x86-64 gives -0 for -0, +0 in f32 and f64 \
               (22.1.0)",
        gap: None,
    },
    Defect {
        family: Family::Numpy,
        document: "Mars fmax",
        text: "\"ignores NaNs\"; NumPy's fmax, whose it is, gives a NaN beside a signalling one in f32 and f64, and the number in f16 \
               (2.4.6)",
        gap: None,
    },
    Defect {
        family: Family::TensorFlow,
        document: "tf.math.maximum",
        text: "by its formula the greater of a subnormal number and 0 is the number; its implementation gives 0 in f32 and f64 (2.21.0)",
        gap: None,
    },
    Defect {
        family: Family::Paddle,
        document: "Paddle maximum",
        text: "no word on subnormal numbers; its implementation gives 0 for the greater of one and 0, or the number, by the way it is \
               called (3.3.1)",
        gap: None,
    },
];
