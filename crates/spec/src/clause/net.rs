//! `NET-MAX-*`: the elements of .NET's TensorPrimitives.Max, the IEEE 754-2019 `maximum`; on two operands of ONNX's `Max` too.

use opconform_tensor::{Class, DType, Value};

use super::{Clause, Document, Level, Oracle, Trial, each, floats_only, not_a_number, whole};
use crate::expectation::quiet;
use crate::operator::{Operator, max, span_max};
use crate::outcome::Outcome;
use crate::trial::{Sentence, Words};
use crate::verdict::Decision;

pub(super) const IEEE: &[&str] = &["ieee754-2019", "ieee754-seed"];
/// Those of what the comments in the code say, and the page that the project was given does not.
pub(super) const NEWEST: &[&str] = &["ieee754-2019"];

/// ONNX's `Max` on two operands, and the overloads with a destination.
const TWO: &[&Operator] = &[
    &max::MAX,
    &max::MIN,
    &span_max::SPAN_MAX,
    &span_max::SPAN_MIN,
    &span_max::SPAN_MAX_SCALAR,
    &span_max::SPAN_MIN_SCALAR,
];
/// These, and the reductions.
const ANY: &[&Operator] = &[
    &max::MAX,
    &max::MIN,
    &span_max::SPAN_MAX,
    &span_max::SPAN_MIN,
    &span_max::SPAN_MAX_SCALAR,
    &span_max::SPAN_MIN_SCALAR,
    &span_max::SPAN_MAX_REDUCE,
    &span_max::SPAN_MIN_REDUCE,
];

pub(super) const CLAUSES: &[Clause] = &[
    Clause {
        id: "NET-MAX-SHAPE",
        level: Level::Must,
        title: "two operands of one shape, or two spans that fit, are answered in that shape",
        words: "This method effectively computes destination[i] = T.Max(x[i], y[i]).",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>, ReadOnlySpan<T>, Span<T>), Remarks. Broadcasting is the \
                operator's: where it is needed, a refusal conforms and an answer is read element by element. bf16, which is no \
                number type of .NET 8 to 10, may be refused",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: TWO,
        oracle: Oracle::Each(shape),
        exempt: not_a_number,
    },
    Clause {
        id: "NET-MAX-TYPE",
        level: Level::Must,
        title: "the result has the operands' element type",
        words: "public static void Max<T> (ReadOnlySpan<T> x, ReadOnlySpan<T> y, Span<T> destination)",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>, ReadOnlySpan<T>, Span<T>)",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: ANY,
        oracle: Oracle::Each(whole::has_the_operands_type),
        exempt: not_a_number,
    },
    Clause {
        id: "NET-MAX-VALUE",
        level: Level::Must,
        title: "the result is the greater operand",
        words: "Computes the element-wise maximum of the numbers in the specified tensors.",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>, ReadOnlySpan<T>, Span<T>)",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: TWO,
        oracle: Oracle::Each(each::equals_the_greatest),
        exempt: not_a_number,
    },
    Clause {
        id: "NET-MAX-NAN",
        level: Level::Must,
        title: "a NaN operand gives a NaN",
        words: "The determination of the maximum element matches the IEEE 754:2019 `maximum` function. If either value \
                is equal to NaN, that value is stored as the result.",
        place: "TensorPrimitives.Max<T>, Remarks",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: TWO,
        oracle: Oracle::Each(each::nan_gives_nan),
        exempt: floats_only,
    },
    Clause {
        id: "NET-MAX-ZERO",
        level: Level::Must,
        title: "+0 is above −0",
        words: "Positive 0 is considered greater than negative 0.",
        place: "TensorPrimitives.Max<T>, Remarks",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: ANY,
        oracle: Oracle::Each(each::positive_zero_wins),
        exempt: floats_only,
    },
    Clause {
        id: "NET-MAX-NUMBER",
        level: Level::Must,
        title: "beside a NaN the result is a NaN or the greatest number",
        words: "The determination of the maximum element matches the IEEE 754:2019 `maximum` function.",
        place: "TensorPrimitives.Max<T>, Remarks. What is neither a NaN nor the maximum of the numbers is wrong under every reading, \
                and worse than a NaN that is lost",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: ANY,
        oracle: Oracle::Each(each::nan_or_number),
        exempt: floats_only,
    },
    Clause {
        id: "NET-MAX-NAN-BITS",
        level: Level::Should,
        title: "the NaN is the operand's own",
        words: "If either value is equal to NaN, that value is stored as the result.",
        place: "TensorPrimitives.Max<T>, Remarks: \"Exact results may differ between different operating systems or \
                architectures\". IEEE 754 would make a signalling NaN quiet: both conform",
        documents: &[Document::DotnetSeed],
        profiles: IEEE,
        operators: TWO,
        oracle: Oracle::Each(nan_bits),
        exempt: floats_only,
    },
];

/// The answer has the broadcast shape; operands of one shape are not refused.
fn shape(trial: &Trial) -> Decision {
    match trial.outcome {
        Outcome::Rejected(_) if trial.facts.case.operator.form.is_onnx() && !trial.facts.equal_shapes() => {
            Decision::NOT_APPLICABLE
        }
        Outcome::Rejected(_) if trial.facts.dtype == Some(DType::Bf16) => Decision::NOT_APPLICABLE,
        _ => whole::has_the_shape(trial),
    }
}

/// The element is the NaN of an operand, or that NaN made quiet; silent where no operand is a NaN, and where the element is
/// none, which another clause judges.
fn nan_bits(trial: &Trial) -> Decision {
    let Some(dtype) = trial.facts.dtype else { return Decision::NOT_APPLICABLE };
    trial.each_element(|position, found| {
        let is_nan = |bits: u64| Class::of(dtype, bits).is_nan();
        let mut nans = trial.facts.operands_at(position).filter(|&bits| is_nan(bits));
        if !is_nan(found) || nans.clone().next().is_none() {
            Sentence::Silent
        } else if nans.clone().any(|nan| found == nan) {
            Sentence::Holds
        } else if nans.any(|nan| found == quiet(dtype, nan)) {
            Sentence::Latitude("a signalling NaN is made quiet")
        } else {
            Sentence::Broken(Words::Around("", Value::new(dtype, found), " is the NaN of no operand"))
        }
    })
}
