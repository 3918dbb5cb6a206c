//! SONNX `Max`, the draft that the project was given.

use super::{Defect, Effect, Quote};
use crate::document::Document;
use crate::family::Family;
use crate::gap;

const DOCUMENT: &str = "SONNX Max @32912e1";

const SPECIFICATION: &[&str] = &["Informal specification"];
const BROADCASTING: &[&str] = &["Numpy boardcasting"];
const PROPERTIES: &[&str] = &["Properties"];

const P1: Quote = quote(
    PROPERTIES,
    r"$\forall n \in [1, N], \forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... ~~~~ y_{i,j,k,l...} \geq z^n_{i,j,k,l...}$",
);
const P2: Quote = quote(
    PROPERTIES,
    r"$\forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... \exists n \in [1, N] ~~| ~~~~ y_{i,j,k,l...} = z^n_{i,j,k,l...}$",
);

const fn quote(heading: &'static [&'static str], words: &'static str) -> Quote {
    Quote { document: Document::SonnxSeed, file: None, heading, words }
}

const fn defect(
    id: &'static str,
    quotes: &'static [Quote],
    text: &'static str,
    effect: Effect,
    proposed: &'static str,
) -> Defect {
    Defect { id, family: Family::Sonnx, document: DOCUMENT, quotes, text, effect, proposed: Some(proposed) }
}

pub(super) const DEFECTS: &[Defect] = &[
    defect(
        "SONNX-D01",
        &[P1, P2],
        "P1 and P2 cannot both hold with a NaN operand",
        Effect::Gap { name: gap::NAN_UNSATISFIABLE, example: "max/f32/nan-vs-inf/2*1#04e25e6e" },
        "Where no operand is a NaN: … (P1, P2). Where one is, the result is a NaN.",
    ),
    defect(
        "SONNX-D02",
        &[quote(&["Contents"], "`Maximum` operator for a type on which an order is defined.")],
        "\"an order is defined\": the floats have no total order",
        Effect::NoVerdict,
        "`Maximum` operator for a type on which an order is defined; of the floats it is that of the numbers, and a NaN is outside of it.",
    ),
    defect(
        "SONNX-D03",
        &[P1, P2],
        "+0 and −0 are equal under `=`, so that either is allowed where one is",
        Effect::Verdict {
            says: "By SONNX-MAX-P1 and SONNX-MAX-P2 either zero is right where +0 and −0 meet, and of −0 alone +0 is a latitude.",
            example: Some("max/f32/zero-vs-negative-zero/2*1#24c90469"),
        },
        "Of +0 and -0 the maximum is +0.",
    ),
    defect(
        "SONNX-D04",
        &[quote(BROADCASTING, r"$I = \max_{n \in [1, N] } I_n$")],
        "I = max I_n rejects the shapes (0) and (1), which ONNX broadcasts to (0)",
        Effect::Gap { name: gap::ZERO_MEETS_ONE, example: "max/f32/empty/0+1#8f131113" },
        "$I = 1$ if $I_n = 1$ for all $n$; otherwise $I$ is the one $I_n \\neq 1$, which may be 0.",
    ),
    defect(
        "SONNX-D05",
        &[
            quote(&["Constraints"], "Numpy broadcasting rules shall be applicable to `Y`, `X1`, ... , `XN`"),
            quote(BROADCASTING, "$I_n$, $J_n$, $K_n$, $L_n$... are the dimensions of the $n$ th input tensor."),
        ],
        "I_n as the first dimension reads left-aligned, C2 says NumPy: right-aligned",
        Effect::Verdict {
            says: "Shapes are aligned as NumPy aligns them, by SONNX-MAX-C2: (2, 3) and (2) do not broadcast, which the letters, read from the first dimension on, would let pass.",
            example: Some("max/f32/refused/2*2x3+2#80ba5474"),
        },
        "…, $K_n$, $L_n$ are the dimensions of the $n$ th input tensor, the last one last: a tensor of fewer dimensions has 1 in front.",
    ),
    defect(
        "SONNX-D06",
        &[quote(
            SPECIFICATION,
            r"$\forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... ~~~~ y_{i,j,k,l...} = \max_{n \in [1, N] } z^n_{i,j,k,l...}$",
        )],
        "a tensor of rank 0 has no index i, j, k, l to speak of",
        Effect::Verdict {
            says: "SONNX-MAX-C2, SONNX-MAX-P1 and SONNX-MAX-P2 take rank 0 for a tensor of one element; read by the letter, nothing is asked of it.",
            example: Some("max/f32/rank-scalar/2*scalar#e4bcfe05"),
        },
        "A tensor of rank 0 has one element, whose index is empty.",
    ),
    defect(
        "SONNX-D07",
        &[quote(&["Signature"], "`X1`: first input tensor")],
        "no rule that all inputs share one type",
        Effect::Gap { name: gap::MIXED_TYPES, example: "max/mixed/bf16-with-f16/2*3#aa41465b" },
        "`X1`, ... , `XN` and `Y` shall have the same type.",
    ),
    defect(
        "SONNX-D08",
        &[quote(
            BROADCASTING,
            r"Note that other cases, i.e. $B \neq C$ and $B \neq 1$, don't need to be specified because of restrictions `RI`, `RJ`, `RK`, `RL`...",
        )],
        "no section on errors",
        Effect::Gap { name: gap::NO_ERROR_SECTION, example: "max/f32/refused/2+3#69146f75" },
        "Error conditions: where `RI`, `RJ`, `RK`, `RL`... do not hold, the operator shall report an error and give no result.",
    ),
    defect(
        "SONNX-D09",
        &[quote(&["Constraints"], "ONNX documentation: https://onnx.ai/onnx/operators/onnx__Max.html#l-onnx-doc-max")],
        "the operator set is not pinned",
        Effect::Verdict {
            says: "The types are those of Max-13, by which the draft is read: of a model of an older operator set nothing is judged.",
            example: None,
        },
        "ONNX documentation: Max version 13",
    ),
    defect(
        "SONNX-D10",
        &[P2],
        "subnormals are not named: that they may not be flushed follows from P2 alone",
        Effect::Verdict {
            says: "Who takes a negative subnormal number for a zero departs from SONNX-MAX-P2 alone, and from SONNX-MAX-P2u, which says the same.",
            example: Some("max/f32/negative-subnormal-vs-negative-one/2*1#3970d4d8"),
        },
        "A subnormal number is a number: it shall not be replaced by a zero.",
    ),
    defect(
        "SONNX-D11",
        &[P2],
        "`=` is equality of values, not identity of symbols",
        Effect::Verdict {
            says: "Of two operands −0 the answer +0 keeps SONNX-MAX-P2, as a latitude, though no operand has those bits.",
            example: Some("max/f32/negative-zero-vs-negative-zero/2*1#221d6cbe"),
        },
        "The result is one of the broadcasted operands, with its sign.",
    ),
    defect(
        "SONNX-D12",
        &[quote(
            SPECIFICATION,
            "cf. https://github.com/ericjenn/working-groups/blob/ericjenn-srpwg-wg1/safety-related-profile/sonnx/ops/spec/informal/common/broadcast/broadcast.md",
        )],
        "the link to the broadcasting text moves with its branch",
        Effect::NoVerdict,
        "Link to a file of the same commit: cf. [broadcast](./../common/broadcast/broadcast.md).",
    ),
];
