//! .NET's `TensorPrimitives.Max`, the page that the project was given: five overloads that say the same in the same words.

use super::{CALL, MARKUP, MEANING, Row, heading, judged, not_judged};

const TYPES: &str = "the types of INumber<T> that the suite has tensors for are judged; decimal, Int128, UInt128, nint, nuint, NFloat, \
                     char and BigInteger are not, as no tensor of it holds them";

pub(super) const STATEMENTS: &[Row] = &[
    not_judged("Freigeben über", MARKUP),
    heading("TensorPrimitives.Max Method"),
    heading("Definition"),
    heading("Overloads"),
    heading("Max(ReadOnlySpan<Single>"),
    judged("Computes the element-wise maximum of the", &["NET-MAX-VALUE", "NET-MAX-SHAPE", "NET-MAX-TYPE"]),
    judged("Searches for the largest", &["NET-RED-VALUE", "NET-RED-RETURN", "REL-REDUCE-ALL"]),
    heading("Max<T>(ReadOnlySpan<T>"),
    heading("Max(ReadOnlySpan<Single>"),
    not_judged("Source: TensorPrimitives", MARKUP),
    not_judged("public: static", CALL),
    heading("Parameters"),
    not_judged("x ReadOnlySpan<", MEANING),
    not_judged("The first tensor, represented as a span.", MEANING),
    not_judged("y ReadOnlySpan<", MEANING),
    not_judged("The second tensor, represented as a", MEANING),
    not_judged("destination Span<", MEANING),
    judged("The destination tensor, represented as a span.", &["NET-CALL-DESTINATION", "NET-CALL-UNTOUCHED"]),
    heading("Exceptions"),
    judged("y and destination reference overlapping memory locations", &["NET-CALL-OVERLAP"]),
    heading("Remarks"),
    judged("This method effectively computes destination[i] =", &["NET-MAX-VALUE", "NET-CALL-UNTOUCHED"]),
    judged(
        "The determination of the maximum element matches the IEEE 754:2019 `maximum` function.",
        &["NET-MAX-NAN", "NET-MAX-ZERO", "NET-MAX-VALUE", "NET-MAX-NUMBER", "NET-RED-NAN", "NET-RED-VALUE"],
    ),
    judged(
        "If either value is equal to NaN, that value is stored as the result.",
        &["NET-MAX-NAN", "NET-MAX-NAN-BITS"],
    ),
    judged("Positive 0 is considered greater than negative 0.", &["NET-MAX-ZERO"]),
    not_judged(
        "This method may call into the underlying C runtime",
        "a licence for the implementation: it is why the bits of a NaN are SHOULD",
    ),
    not_judged(
        "Exact results may differ between different operating systems or architectures.",
        "a licence for the implementation: it is why the bits of a NaN are SHOULD",
    ),
    heading("Applies to"),
    heading("Parameters"),
    not_judged("The tensor, represented as a span.", MEANING),
    heading("Returns"),
    judged("The maximum element in x.", &["NET-RED-VALUE", "NET-RED-RETURN"]),
    heading("Exceptions"),
    judged("Length of x must be greater than zero.", &["NET-RED-EMPTY"]),
    heading("Remarks"),
    judged("If any value equal to NaN is present, the first is returned.", &["NET-RED-NAN", "NET-RED-FIRST-NAN"]),
    heading("Max<T>(ReadOnlySpan<T>"),
    not_judged("public: generic <typename T> where T : System::Numerics::INumber<T> static", TYPES),
    heading("Type Parameters"),
    not_judged("T", MARKUP),
    heading("Parameters"),
    not_judged("y T", MEANING),
    heading("Exceptions"),
    judged("x and destination reference overlapping memory locations", &["NET-CALL-OVERLAP-X"]),
];
