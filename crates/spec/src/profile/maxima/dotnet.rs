//! The maxima of .NET.

use opconform_tensor::DType::{self, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};

use super::{ELEMENTWISE, OF_MANY, OF_TWO_NUMBERS, says, unsaid};
use crate::choices::{Choices, Measure, Nan, Nans, Zeros};
use crate::family::Family;
use crate::operator::reduce_max;
use crate::profile::Profile;

/// The element types that are numbers in .NET.
const DOTNET_NUMBERS: &[DType] = &[F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64];
/// How .NET's maxima of magnitudes order two numbers of one magnitude.
const MAXMAGNITUDE_SIGN_WORDS: &str = "If two values have the same magnitude and one is positive and the other is negative, the positive value is considered to have the \
    larger magnitude.";
/// What becomes of NaNs in .NET's `MaxMagnitude`, which `TensorPrimitives.MaxMagnitude` computes.
const MAXMAGNITUDE_NAN_WORDS: &str =
    "This requires NaN inputs to be propagated back to the caller and for -0.0 to be treated as less than +0.0.";
/// What becomes of NaNs in `MaxMagnitudeNumber`: the sentence that stands at its elementwise form and at its reduction.
const MAXMAGNITUDENUMBER_NAN_WORDS: &str =
    "The determination of the maximum magnitude matches the IEEE 754:2019 `maximumMagnitudeNumber` function.";
/// What .NET's `Tensor.Max` of one tensor returns.
const TENSOR_MAX_WORDS: &str = "Searches for the largest number in the specified tensor.";
/// What .NET's `Enumerable.Max` returns.
const ENUMERABLE_WORDS: &str = "If type TSource implements IComparable<T>, the Max<TSource>(IEnumerable<TSource>) method uses that implementation to compare values.";
/// What becomes of NaNs in .NET's `MaxNumber`: the sentence that stands at its elementwise form and at its reduction.
const MAXNUMBER_NAN_WORDS: &str =
    "The determination of the maximum element matches the IEEE 754:2019 `maximumNumber` function.";
/// The definition of .NET's `MaxNative`.
const MAXNATIVE_WORDS: &str = "Compare two vectors to determine which is greater on a per-element basis using platform specific behavior for NaN and NegativeZero.";

pub(crate) const DOTNET_MAXNUMBER: Profile = Profile {
    name: "dotnet-maxnumber",
    family: Family::DotNet,
    source: ".NET TensorPrimitives.MaxNumber (IEEE 754:2019 maximumNumber), Remarks",
    link: "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensorprimitives.maxnumber",
    operators: OF_MANY,
    choices: Choices {
        dtypes: DOTNET_NUMBERS,
        value: "Computes the element-wise maximum of the numbers in the specified tensors.",
        nan: says(Nan::Ignored, MAXNUMBER_NAN_WORDS),
        nans: says(Nans::Any, MAXNUMBER_NAN_WORDS),
        zeros: says(Zeros::Ordered, "Positive 0 is considered greater than negative 0."),
        many: Some("Searches for the largest number in the specified tensor."),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

/// What .NET's two maxima of magnitudes have in common.
const DOTNET_MAGNITUDE: Choices = Choices {
    dtypes: DOTNET_NUMBERS,
    value: "Computes the element-wise number with the largest magnitude in the specified tensors.",
    measure: Measure::Magnitude,
    zeros: says(Zeros::Ordered, MAXMAGNITUDE_SIGN_WORDS),
    many: Some("Searches for the number with the largest magnitude in the specified tensor."),
    ..OF_TWO_NUMBERS
};

pub(crate) const DOTNET_MAXMAGNITUDE: Profile = Profile {
    name: "dotnet-maxmagnitude",
    family: Family::DotNet,
    source: ".NET TensorPrimitives.MaxMagnitude (IEEE 754:2019 maximumMagnitude), Remarks, and those of T.MaxMagnitude",
    link: "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensorprimitives.maxmagnitude",
    operators: OF_MANY,
    choices: Choices {
        dtypes: DOTNET_NUMBERS,
        nan: says(Nan::Propagates, MAXMAGNITUDE_NAN_WORDS),
        nans: says(Nans::Any, MAXMAGNITUDE_NAN_WORDS),
        ..DOTNET_MAGNITUDE
    },
    ..ELEMENTWISE
};

pub(crate) const DOTNET_MAXMAGNITUDENUMBER: Profile = Profile {
    name: "dotnet-maxmagnitudenumber",
    family: Family::DotNet,
    source: ".NET TensorPrimitives.MaxMagnitudeNumber (IEEE 754:2019 maximumMagnitudeNumber), Remarks",
    link: "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensorprimitives.maxmagnitudenumber",
    operators: OF_MANY,
    choices: Choices {
        dtypes: DOTNET_NUMBERS,
        nan: says(Nan::Ignored, MAXMAGNITUDENUMBER_NAN_WORDS),
        nans: says(Nans::Any, MAXMAGNITUDENUMBER_NAN_WORDS),
        ..DOTNET_MAGNITUDE
    },
    ..ELEMENTWISE
};

pub(crate) const DOTNET_ENUMERABLE: Profile = Profile {
    name: "dotnet-enumerable-max",
    family: Family::DotNet,
    source: ".NET Enumerable.Max of IEnumerable<TSource>, Remarks, and those of Single.CompareTo",
    link: "https://learn.microsoft.com/dotnet/api/system.linq.enumerable.max",
    operators: OF_MANY,
    choices: Choices {
        dtypes: DOTNET_NUMBERS,
        value: ENUMERABLE_WORDS,
        nan: says(Nan::Least, "This instance is not a number (NaN) and value is a number."),
        nans: says(
            Nans::Any,
            "Both this instance and value are not a number (NaN), PositiveInfinity, or NegativeInfinity.",
        ),
        zeros: unsaid(Zeros::Open),
        many: Some(ENUMERABLE_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const DOTNET_TENSOR: Profile = Profile {
    name: "dotnet-tensor-max",
    family: Family::DotNet,
    source: ".NET Tensor.Max of a ReadOnlyTensorSpan<T>, which has no Remarks",
    link: "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensor.max",
    operators: reduce_max::REDUCE,
    choices: Choices {
        dtypes: DOTNET_NUMBERS,
        value: TENSOR_MAX_WORDS,
        many: Some(TENSOR_MAX_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const DOTNET_VECTOR128: Profile = Profile {
    name: "dotnet-vector128-max",
    family: Family::DotNet,
    source: ".NET Vector128.Max; element by element",
    link: "https://learn.microsoft.com/dotnet/api/system.runtime.intrinsics.vector128.max",
    choices: Choices {
        dtypes: &[F32, F64, I8, I16, I32, I64, U8, U16, U32, U64],
        value: "Computes the maximum of two vectors on a per-element basis.",
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};

pub(crate) const DOTNET_MAXNATIVE: Profile = Profile {
    name: "dotnet-maxnative",
    family: Family::DotNet,
    source: ".NET Vector128.MaxNative, as Vector2.MaxNative has it; element by element",
    link: "https://learn.microsoft.com/dotnet/api/system.numerics.vector2.maxnative",
    choices: Choices {
        dtypes: &[F32, F64, I8, I16, I32, I64, U8, U16, U32, U64],
        value: MAXNATIVE_WORDS,
        nan: says(Nan::Open, MAXNATIVE_WORDS),
        nans: says(Nans::Any, MAXNATIVE_WORDS),
        zeros: says(Zeros::Either, MAXNATIVE_WORDS),
        ..OF_TWO_NUMBERS
    },
    ..ELEMENTWISE
};
