//! The maxima of tensors, element by element.

use opconform_tensor::DType::{self, Bf16, F8E4m3fn, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};

use super::{ELEMENTWISE, MAXIMUM, OF_TWO_NUMBERS, applies, says, shows, unsaid};
use crate::case::Attribute;
use crate::choices::{Bits, Choices, Nan, Nans, Zeros};
use crate::facts::Facts;
use crate::family::Family;
use crate::operator::{Operator, max, numpy_amax, numpy_maximum, reduce_max};
use crate::profile::Profile;

/// The numbers that NumPy has.
const WITHOUT_BF16: &[DType] = &[F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64];
/// The types of an operand of `WebNN`.
const WITHOUT_F64: &[DType] = &[F16, F32, I8, I32, I64, U8, U32, U64];
const NUMBERS: &[DType] = &[Bf16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64];

/// The types that the suite and `StableHLO` have in common, whose `FloatType` is one of "f8E4M3FN", "bf16", "f16", "f32", "f64" and others.
const OF_STABLEHLO: &[DType] = &[Bf16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, F8E4m3fn];

/// The one sentence of `StableHLO` on floats.
const STABLEHLO_WORDS: &str = "For floats: `maximum` from IEEE-754.";
/// What becomes of a NaN in `torch.maximum`.
const TORCH_NAN_WORDS: &str = "If one of the elements being compared is a NaN, then that element is returned.";
/// The one sentence of `TensorFlow`.
const TENSORFLOW_WORDS: &str = "Returns the max of x and y (i.e. x > y ? x : y) element-wise.";

/// What `torch.amax` computes, and its twin.
const TORCH_AMAX_WORDS: &str =
    "Returns the maximum value of each slice of the input tensor in the given dimension(s) dim.";
/// What TensorFlow's reduction computes.
const TENSORFLOW_REDUCE_WORDS: &str = "Computes tf.math.maximum of elements across dimensions of a tensor.";

/// What becomes of NaNs in TOSA where they propagate.
const TOSA_NAN_WORDS: &str = "In the NaN propagating mode, if either input value is a NaN, the result is NaN.";
/// What becomes of zeros in TOSA, and of subnormal numbers.
const TOSA_ZERO_WORDS: &str = "If a floating-point result is zero, then the result must be either +0.0 or -0.0 but either sign is \
    permitted. If the result is a subnormal value for bf16_t, fp16_t, or fp32_t, the result may be a zero of either sign.";

/// What TOSA does not ask for: an implementation of integers alone has no floats, and one of floats no integers; 6 dimensions are the
/// most that level 8K has.
#[expect(clippy::unnecessary_wraps, reason = "the type of what a document does not ask for")]
fn of_a_profile(_: &Facts) -> Option<&'static str> {
    Some(
        "a type is of a profile or an extension, and a rank above 6 of a level: \"A TOSA implementation must implement at least one profile.\"",
    )
}

/// What TOSA reduces by.
const TOSA_REDUCTION_WORDS: &str = "Reduce a tensor along the given axis with a maximum operation.";

/// An empty tuple of dimensions is NumPy's word for none; `torch.amax` has none for it.
fn along_some_dimension(choices: &Choices, facts: &Facts) -> Result<(), &'static str> {
    match facts.case.attributes.get("axis") {
        Some(Attribute::Ints(axes)) if axes.is_empty() => Err("it has no word on an empty tuple of dimensions"),
        _ => applies(choices, facts),
    }
}

/// The reductions that an adapter offers where its function propagates NaNs.
const REDUCTIONS: &[&Operator] =
    &[&reduce_max::REDUCE_MAX, &reduce_max::REDUCE_MIN, &numpy_amax::AMAX, &numpy_amax::AMIN];

/// The operators that an adapter offers where its function ignores NaNs and is folded over an axis, too.
const FOLDED_IGNORING: &[&Operator] = &[
    &max::MAX,
    &max::MIN,
    &numpy_maximum::FMAX,
    &numpy_maximum::FMIN,
    &reduce_max::REDUCE_MAX,
    &reduce_max::REDUCE_MIN,
    &numpy_amax::NANMAX,
    &numpy_amax::NANMIN,
];

/// The operators that an adapter offers where its function propagates NaNs and is folded over an axis, too.
const FOLDED: &[&Operator] = &[
    &max::MAX,
    &max::MIN,
    &numpy_maximum::MAXIMUM,
    &numpy_maximum::MINIMUM,
    &reduce_max::REDUCE_MAX,
    &reduce_max::REDUCE_MIN,
    &numpy_amax::AMAX,
    &numpy_amax::AMIN,
];

pub(crate) const STABLEHLO: Profile = Profile {
    name: "stablehlo",
    family: Family::StableHlo,
    source: "StableHLO specification, maximum",
    link: "https://openxla.org/stablehlo/spec#maximum",
    operators: FOLDED,
    choices: Choices {
        dtypes: OF_STABLEHLO,
        value: "Performs element-wise max operation on tensors `lhs` and `rhs` and produces a `result` tensor.",
        nan: says(Nan::Propagates, STABLEHLO_WORDS),
        nans: says(Nans::Any, STABLEHLO_WORDS),
        zeros: says(Zeros::Ordered, STABLEHLO_WORDS),
        many: Some(
            "Applies a reduction function `body` to `inputs` and `init_values` along the `dimensions` and produces a `result` tensor.",
        ),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const TORCH_MAXIMUM: Profile = Profile {
    name: "torch-maximum",
    family: Family::PyTorch,
    source: "torch.maximum, PyTorch documentation",
    link: "https://docs.pytorch.org/docs/stable/generated/torch.maximum.html",
    operators: MAXIMUM,
    choices: Choices {
        dtypes: NUMBERS,
        value: "Computes the element-wise maximum of input and other.",
        nan: says(Nan::Propagates, TORCH_NAN_WORDS),
        nans: unsaid(Nans::Any),
        bits: shows(Bits::KeptOrQuieted, TORCH_NAN_WORDS),
        zeros: unsaid(Zeros::Open),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const TORCH_FMAX: Profile = Profile {
    name: "torch-fmax",
    family: Family::PyTorch,
    source: "torch.fmax, PyTorch documentation",
    link: "https://docs.pytorch.org/docs/stable/generated/torch.fmax.html",
    operators: numpy_maximum::IGNORING,
    choices: Choices {
        dtypes: WITHOUT_BF16,
        value: "Computes the element-wise maximum of input and other.",
        nan: says(
            Nan::Ignored,
            "if exactly one of the two elements being compared is a NaN then the non-NaN element is taken as the maximum.",
        ),
        nans: says(Nans::Any, "Only if both elements are NaN is NaN propagated."),
        zeros: unsaid(Zeros::Open),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const TORCH_AMAX: Profile = Profile {
    name: "torch-amax",
    family: Family::PyTorch,
    source: "torch.amax, PyTorch documentation",
    link: "https://docs.pytorch.org/docs/stable/generated/torch.amax.html",
    operators: REDUCTIONS,
    choices: Choices {
        dtypes: NUMBERS,
        value: TORCH_AMAX_WORDS,
        nan: unsaid(Nan::Open),
        nans: unsaid(Nans::Any),
        zeros: unsaid(Zeros::Open),
        many: Some(TORCH_AMAX_WORDS),
        ..OF_TWO_NUMBERS
    },
    applies: along_some_dimension,
    ..ELEMENTWISE
};

pub(crate) const TENSORFLOW: Profile = Profile {
    name: "tensorflow",
    family: Family::TensorFlow,
    source: "tf.math.maximum, TensorFlow documentation: its formula, read to the letter",
    link: "https://www.tensorflow.org/api_docs/python/tf/math/maximum",
    operators: MAXIMUM,
    choices: Choices {
        dtypes: NUMBERS,
        value: TENSORFLOW_WORDS,
        nan: shows(Nan::Second, TENSORFLOW_WORDS),
        nans: shows(Nans::Second, TENSORFLOW_WORDS),
        bits: shows(Bits::Kept, TENSORFLOW_WORDS),
        zeros: shows(Zeros::Second, TENSORFLOW_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const TENSORFLOW_REDUCE: Profile = Profile {
    name: "tensorflow-reduce-max",
    family: Family::TensorFlow,
    source: "tf.math.reduce_max, TensorFlow documentation, and its examples",
    link: "https://www.tensorflow.org/api_docs/python/tf/math/reduce_max",
    operators: REDUCTIONS,
    choices: Choices {
        dtypes: NUMBERS,
        value: TENSORFLOW_REDUCE_WORDS,
        nan: shows(
            Nan::Propagates,
            ">>> x = tf.constant([4, float('nan')]) >>> tf.reduce_max(x) <tf.Tensor: shape=(), dtype=float32, numpy=nan>",
        ),
        nans: shows(
            Nans::Any,
            ">>> x = tf.constant([float('nan'), float('nan')]) >>> tf.reduce_max(x) <tf.Tensor: shape=(), dtype=float32, numpy=nan>",
        ),
        zeros: unsaid(Zeros::Open),
        many: Some(TENSORFLOW_REDUCE_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const WEBNN_MAX: Profile = Profile {
    name: "webnn-max",
    family: Family::WebNn,
    source: "Web Neural Network API, max, and Max of its reductions",
    link: "https://www.w3.org/TR/webnn/#api-mlgraphbuilder-binary",
    operators: FOLDED,
    choices: Choices {
        dtypes: WITHOUT_F64,
        value: "Select the greater values of the two input tensors, element-wise.",
        nan: unsaid(Nan::Open),
        nans: unsaid(Nans::Any),
        zeros: unsaid(Zeros::Open),
        many: Some("Compute the maximum value of the input values."),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const TOSA_PROPAGATE: Profile = Profile {
    name: "tosa-propagate",
    family: Family::Tosa,
    source: "TOSA 1.0 specification, MAXIMUM and REDUCE_MAX, with nan_mode PROPAGATE",
    link: "https://www.mlplatform.org/tosa/tosa_spec.html#_maximum",
    operators: FOLDED,
    choices: Choices {
        dtypes: &[Bf16, F16, F32, I32],
        value: "Elementwise max of input1 and input2.",
        nan: says(Nan::Propagates, TOSA_NAN_WORDS),
        nans: says(Nans::Any, TOSA_NAN_WORDS),
        zeros: says(Zeros::Flushed, TOSA_ZERO_WORDS),
        many: Some(TOSA_REDUCTION_WORDS),
        ..OF_TWO_NUMBERS
    },
    refusal: of_a_profile,
    ..ELEMENTWISE
};

pub(crate) const TOSA_IGNORE: Profile = Profile {
    name: "tosa-ignore",
    family: Family::Tosa,
    source: "TOSA 1.0 specification, MAXIMUM and REDUCE_MAX, with nan_mode IGNORE",
    link: "https://www.mlplatform.org/tosa/tosa_spec.html#_maximum",
    operators: FOLDED_IGNORING,
    choices: Choices {
        dtypes: &[Bf16, F16, F32, I32],
        value: "Elementwise max of input1 and input2.",
        nan: says(
            Nan::Ignored,
            "In the NaN ignoring mode, if either input value is a NaN, the result is the non-NaN element.",
        ),
        nans: says(Nans::Any, "If both values are NaN, the result is NaN."),
        zeros: says(Zeros::Flushed, TOSA_ZERO_WORDS),
        many: Some(TOSA_REDUCTION_WORDS),
        ..OF_TWO_NUMBERS
    },
    refusal: of_a_profile,
    ..ELEMENTWISE
};
