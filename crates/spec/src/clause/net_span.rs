//! `NET-RED-*` and `NET-CALL-*`: .NET's TensorPrimitives.Max on spans: the reductions, and what a call may be refused for.

use opconform_tensor::{Class, DType, Value};

use super::net::{IEEE, NEWEST};
use super::{Clause, Document, Level, Oracle, Trial, each, floats_only, whole};
use crate::expectation::quiet;
use crate::invalid_case::InvalidCase;
use crate::operator::span_max::{SPAN_AND_SCALAR, TO_DESTINATION, TO_SCALAR, TWO_SPANS};
use crate::trial::{Sentence, Words};
use crate::verdict::Decision;

pub(super) const CLAUSES: &[Clause] = &[
    Clause {
        id: "NET-RED-RETURN",
        level: Level::Must,
        title: "a span of elements has a maximum, a scalar",
        words: "The maximum element in x.",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>), Returns",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: TO_SCALAR,
        oracle: Oracle::Each(whole::has_the_shape),
        exempt: no_type_of_net,
    },
    Clause {
        id: "NET-RED-VALUE",
        level: Level::Must,
        title: "it is the largest element",
        words: "Searches for the largest number in the specified tensor.",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>)",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: TO_SCALAR,
        oracle: Oracle::Each(each::equals_the_greatest),
        exempt: no_type_of_net,
    },
    Clause {
        id: "NET-RED-NAN",
        level: Level::Must,
        title: "a NaN among the elements gives a NaN",
        words: "If any value equal to NaN is present, the first is returned.",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>), Remarks",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: TO_SCALAR,
        oracle: Oracle::Each(each::nan_gives_nan),
        exempt: no_float_of_net,
    },
    Clause {
        id: "NET-RED-FIRST-NAN",
        level: Level::Should,
        title: "the NaN is the first one",
        words: "If any value equal to NaN is present, the first is returned.",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>), Remarks: \"Exact results may differ between different operating \
                systems or architectures\". A signalling NaN may be made quiet",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: TO_SCALAR,
        oracle: Oracle::Each(first_nan),
        exempt: no_float_of_net,
    },
    Clause {
        id: "NET-RED-EMPTY",
        level: Level::Must,
        title: "an empty span has no maximum",
        words: "Length of x must be greater than zero.",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>), Exceptions",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: TO_SCALAR,
        oracle: Oracle::Each(empty),
        exempt: no_type_of_net,
    },
    Clause {
        id: "NET-CALL-LENGTH",
        level: Level::Must,
        title: "spans of different lengths are an error",
        words: "Length of x must be same as length of y.",
        place: "dotnet/runtime, TensorPrimitives.Max.cs, Max<T>(ReadOnlySpan<T>, ReadOnlySpan<T>, Span<T>), \
                ArgumentException",
        documents: &[Document::DotnetCode],
        profiles: NEWEST,
        operators: TWO_SPANS,
        oracle: Oracle::Each(lengths),
        exempt: no_type_of_net,
    },
    Clause {
        id: "NET-CALL-DESTINATION",
        level: Level::Must,
        title: "a destination shorter than x is an error",
        words: "Destination is too short.",
        place: "dotnet/runtime, TensorPrimitives.Max.cs, ArgumentException",
        documents: &[Document::DotnetCode],
        profiles: NEWEST,
        operators: TO_DESTINATION,
        oracle: Oracle::Each(destination),
        exempt: no_type_of_net,
    },
    Clause {
        id: "NET-CALL-OVERLAP",
        level: Level::Must,
        title: "a y that overlaps the destination and does not begin with it is an error",
        words: "y and destination reference overlapping memory locations and do not begin at the same location.",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>, ReadOnlySpan<T>, Span<T>), Exceptions",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: TWO_SPANS,
        oracle: Oracle::Each(overlap_of_y),
        exempt: no_type_of_net,
    },
    Clause {
        id: "NET-CALL-OVERLAP-X",
        level: Level::Must,
        title: "an x that overlaps the destination and does not begin with it is an error",
        words: "x and destination reference overlapping memory locations and do not begin at the same location.",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>, T, Span<T>), Exceptions",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: SPAN_AND_SCALAR,
        oracle: Oracle::Each(overlap_of_x),
        exempt: no_type_of_net,
    },
    Clause {
        id: "NET-CALL-OVERLAP-FIRST",
        level: Level::Must,
        title: "of two spans, an x that overlaps the destination and does not begin with it is an error",
        words: "x and destination reference overlapping memory locations and do not begin at the same location.",
        place: "dotnet/runtime, TensorPrimitives.Max.cs, Max<T>(ReadOnlySpan<T>, ReadOnlySpan<T>, Span<T>), ArgumentException",
        documents: &[Document::DotnetCode],
        profiles: NEWEST,
        operators: TWO_SPANS,
        oracle: Oracle::Each(overlap_of_x),
        exempt: no_type_of_net,
    },
    Clause {
        id: "NET-CALL-UNTOUCHED",
        level: Level::Must,
        title: "nothing is written but the first elements of the destination",
        words: "This method effectively computes destination[i] = T.Max(x[i], y[i]).",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>, ReadOnlySpan<T>, Span<T>), Remarks: for each i of x, and no other",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: TO_DESTINATION,
        oracle: Oracle::Each(each::left_alone),
        exempt: no_type_of_net,
    },
];

fn no_type_of_net(dtype: DType) -> Option<&'static str> {
    match dtype {
        DType::Bf16 => Some("no number type of .NET 8 to 10"),
        DType::Bool => Some("bool is no INumber<T>"),
        _ => None,
    }
}

fn no_float_of_net(dtype: DType) -> Option<&'static str> {
    no_type_of_net(dtype).or_else(|| floats_only(dtype))
}

fn first_nan(trial: &Trial) -> Decision {
    let Some(dtype) = trial.facts.dtype else { return Decision::NOT_APPLICABLE };
    trial.each_element(|position, found| match trial.facts.reference(position).first_nan {
        // A result that is no NaN is another clause's.
        None => Sentence::Silent,
        Some(_) if !Class::of(dtype, found).is_nan() => Sentence::Silent,
        Some(nan) if found == nan => Sentence::Holds,
        Some(nan) if found == quiet(dtype, nan) => Sentence::Latitude("a signalling NaN is made quiet"),
        Some(nan) => Sentence::Due(Words::Around("the first NaN, ", Value::new(dtype, nan), "")),
    })
}

fn empty(trial: &Trial) -> Decision {
    refused_for(trial, |rule| matches!(rule, InvalidCase::EmptyReduction))
}

fn lengths(trial: &Trial) -> Decision {
    refused_for(trial, |rule| matches!(rule, InvalidCase::Lengths { .. }))
}

fn destination(trial: &Trial) -> Decision {
    refused_for(trial, |rule| matches!(rule, InvalidCase::ShortDestination { .. }))
}

fn overlap_of_x(trial: &Trial) -> Decision {
    refused_for(trial, |rule| matches!(rule, InvalidCase::Overlap("x")))
}

fn overlap_of_y(trial: &Trial) -> Decision {
    refused_for(trial, |rule| matches!(rule, InvalidCase::Overlap("y")))
}

fn refused_for(trial: &Trial, is_it: fn(&InvalidCase) -> bool) -> Decision {
    match trial.facts.invalid().filter(|rule| is_it(rule)) {
        Some(rule) if trial.facts.type_is_listed() => trial.is_refused(&rule.to_string()),
        _ => Decision::NOT_APPLICABLE,
    }
}
