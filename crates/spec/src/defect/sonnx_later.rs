//! SONNX `Max`, and what it applies, as of 2026-02-13.

use super::{Defect, Effect, Quote};
use crate::document::Document;
use crate::family::Family;
use crate::gap;

const DOCUMENT: &str = "SONNX Max @9bed1da";

const MAX: &str = "informal/max/max.md";
const FORMAL: &str = "formal/max/max.md";
const BROADCAST: &str = "informal/common/broadcast/broadcast.md";

const SPECIFICATION: &[&str] = &["(float, ..., float)", "Informal specification"];

const SPECIAL: Quote = quote(
    MAX,
    SPECIFICATION,
    "Note that the types considered here have special values that do not inherit naturally the order defined on the real numbers (>) \
     underlying the maximum function, i.e. Inf, 0, 0-, NaN.",
);
const ASSUMED: Quote = quote(
    MAX,
    SPECIFICATION,
    "For those values the following order shall be assumed when considering the maximum function:",
);
const ORDER: Quote = quote(MAX, SPECIFICATION, "Inf > any positive number > 0 > -0 > any negative number > -Inf.");
const ABSORBING: Quote = quote(MAX, SPECIFICATION, "NaN is an absorbing element for **Max**.");
const NOTE: Quote = quote(
    MAX,
    SPECIFICATION,
    "Note: In the ONNX runtime implementation, when 0 and -0 are compared, **Max** returns the first value : **Max**(0,-0) = 0 and \
     **Max**(-0,0)=0-.",
);
const P1: Quote = quote(
    FORMAL,
    &["Properties"],
    r"$\forall n \in [1, N], \forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... ~~~~ y_{i,j,k,l...} \geq z^n_{i,j,k,l...}$",
);
const P2: Quote = quote(
    FORMAL,
    &["Properties"],
    r"$\forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... \exists n \in [1, N] ~~| ~~~~ y_{i,j,k,l...} = z^n_{i,j,k,l...}$",
);

const fn quote(file: &'static str, heading: &'static [&'static str], words: &'static str) -> Quote {
    Quote { document: Document::SonnxLater, file: Some(file), heading, words }
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
        "SONNX-D13",
        &[
            quote(MAX, &["(float, ..., float)", "Error conditions"], "No error conditions for **Max**."),
            quote(BROADCAST, &["Error conditions"], "If not, Error `E1` occurs."),
        ],
        "\"No error conditions for Max\", while Broadcast, which it applies, has E1",
        Effect::Verdict {
            says: "SONNX-MAX-E1 asks for a refusal of shapes that do not broadcast: by Max alone, a refusal would have no ground.",
            example: Some("max/f32/refused/2+3#69146f75"),
        },
        "The error conditions of **Max** are those of [broadcast](./../common/broadcast/broadcast.md): `E1`.",
    ),
    defect(
        "SONNX-D14",
        &[
            quote(
                BROADCAST,
                &["Informal specification", "Setting each dimension to its maximum"],
                r"are defined as the maximum over all tensors, i.e. $dY_i = \max_{m \in [0, L] } dYm_i$",
            ),
            quote(BROADCAST, &["Error conditions"], r"such that $dYm_i \neq dY_i$ and $dYm_i \neq 1$"),
        ],
        "E1 makes 0 and 1 an error, since \"the maximum over all tensors\" is 1; NumPy's rules, which it refers to, give 0",
        Effect::Gap { name: gap::ZERO_BY_E1, example: "max/f32/empty/0+1#8f131113" },
        "$dY_i = 1$ if $dYm_i = 1$ for all $m$; otherwise $dY_i$ is the one $dYm_i \\neq 1$, which may be 0, and where two of them differ, `E1` occurs.",
    ),
    defect(
        "SONNX-D15",
        &[
            quote(BROADCAST, &["Inputs"], "$L-1$ input tensors with possibly different shapes."),
            quote(BROADCAST, &["Outputs"], "$L-1$ output tensors with identical shapes."),
        ],
        "\"L-1 input tensors\" and \"L-1 output tensors\" of Broadcast, where L is the last index: there are L + 1 of each",
        Effect::NoVerdict,
        "$L+1$ input tensors with possibly different shapes. … $L+1$ output tensors with identical shapes.",
    ),
    defect(
        "SONNX-D16",
        &[NOTE, ORDER],
        "a note tells what one runtime does with 0 and −0, against the order above it",
        Effect::Verdict {
            says: "SONNX-MAX-ZERO asks for +0 whichever comes first: who gives the first of two zeros, as the note says, departs.",
            example: Some("max/f32/zero-vs-negative-zero/2*1#24c90469"),
        },
        "Leave the note out; or: An implementation that returns the first of 0 and -0 does not comply.",
    ),
    defect(
        "SONNX-D18",
        &[
            quote(MAX, &["(real, ..., real)", "Outputs"], r"[C1]</span></b>](#C2ra) on tensors $\dot Xm$."),
            quote(MAX, &["(float, ..., float)", "Outputs"], r"[C1]</span></b>](#C2fa) on tensors $\dot Xm$."),
            quote(MAX, &["(int, ..., int)", "Outputs"], r"[C1]</span></b>](#C2ia) on tensors $\dot Xm$."),
        ],
        "the outputs' \"see constraint [C1]\" links to C2, in all three sections",
        Effect::NoVerdict,
        "see constraint [C2]",
    ),
    defect(
        "SONNX-D19",
        &[
            quote(
                MAX,
                &["Contents"],
                "Based on ONNX documentation [Max version 13](https://onnx.ai/onnx/operators/onnx__Max.html).",
            ),
            quote(
                MAX,
                &["(float, ..., float)", "Restrictions"],
                "No specific restrictions apply to the **Max** operator.",
            ),
            quote(MAX, &["(float, ..., float)"], "where float is in {float16, float, double}"),
        ],
        "Max version 13 has bfloat16, no restriction takes it out, and the floats are three",
        Effect::Verdict {
            says: "Of bfloat16 nothing is judged by this draft: the list of types is taken at its word, and SONNX-MAX-TYPE asks for the eleven.",
            example: Some("max/bf16/nan-vs-inf/2*1#659c913a"),
        },
        "Specific restrictions: the type bfloat16 is not supported. Or: where float is in {bfloat16, float16, float, double}.",
    ),
    defect(
        "SONNX-D20",
        &[P1, P2, ABSORBING],
        "P1 and P2 stand again in the formal part, where with a NaN operand they cannot both hold, against \"NaN is an absorbing element\"",
        Effect::Verdict {
            says: "Beside a NaN SONNX-MAX-P1 and SONNX-MAX-P2 judge nothing: SONNX-MAX-NAN does, by the informal part.",
            example: Some("max/f32/nan-vs-inf/2*1#04e25e6e"),
        },
        "Where no operand is a NaN: … (P1, P2). Where one is, the result is a NaN.",
    ),
    defect(
        "SONNX-D21",
        &[P2, ORDER],
        "by the `=` of P2 either zero is right where +0 and −0 meet, by the order +0 alone",
        Effect::Verdict {
            says: "A −0 for +0 and −0 keeps SONNX-MAX-P1 and SONNX-MAX-P2, and departs from SONNX-MAX-ZERO.",
            example: Some("max/f32/zero-vs-negative-zero/2*1#24c90469"),
        },
        "≥ and = are those of the order of the informal specification: 0 > -0.",
    ),
    defect(
        "SONNX-D22",
        &[SPECIAL, ASSUMED, ORDER],
        "NaN is one of \"those values\", and has no place in \"the following order\"",
        Effect::NoVerdict,
        "For those values other than NaN the following order shall be assumed when considering the maximum function:",
    ),
    defect(
        "SONNX-D23",
        &[SPECIAL, ORDER],
        "−Inf has a place in the order, and is not among the special values",
        Effect::NoVerdict,
        "i.e. -Inf, Inf, 0, -0, NaN.",
    ),
    defect(
        "SONNX-D24",
        &[SPECIAL, ORDER, NOTE],
        "the negative zero is written \"0-\" and \"-0\"",
        Effect::NoVerdict,
        "-0, wherever it stands.",
    ),
    defect(
        "SONNX-D25",
        &[quote(
            BROADCAST,
            &["Description of step 1"],
            "[tensor index](https://github.com/ericjenn/working-groups/blob/ericjenn-srpwg-wg1/safety-related-profile/sonnx/ops/spec/informal/common/definitions.md#tensor_index)",
        )],
        "the link to what a tensor index is leads to a branch of one member, and moves with it; Max links to the file beside it",
        Effect::NoVerdict,
        "[tensor index](./../definitions.md#tensor_index)",
    ),
    defect(
        "SONNX-D26",
        &[
            P1,
            quote(
                MAX,
                &["(float, ..., float)", "Signature"],
                r"$X0$, ... , $XL$ input tensors with L $\in [0, 2^{31}-1[$",
            ),
        ],
        "L is a dimension in the formal part, where tensors are counted from 1 to N, and elsewhere the last tensor, counted from 0",
        Effect::NoVerdict,
        r"$\forall m \in [0, L], \forall i$ a tensor index of $Y$: $Y[i] \geq \dot Xm[i]$",
    ),
    Defect {
        id: "SONNX-D17",
        family: Family::Sonnx,
        document: "SONNX Max, Relu and MaxPool",
        quotes: &[ORDER, ABSORBING],
        text: "Relu(−0) = −0 against Max(X, 0) = +0; MaxPool takes NaN for −Inf, Max lets it absorb",
        effect: Effect::NoVerdict,
        proposed: Some("One order and one rule for NaN, in a common file, to which Max, Relu and MaxPool refer."),
    },
];
