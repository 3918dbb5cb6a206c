//! SONNX `Max`, the draft that the project was given.

use super::{MARKUP, NOTATION, NUMBER_OF_TENSORS, Row, heading, in_part, judged, not_judged};

const BREACH: &str = "shapes that keep it are judged; of those that breach it the document, which has no section on errors, says nothing";

pub(super) const STATEMENTS: &[Row] = &[
    heading("# `max` operator"),
    heading("### Contents"),
    not_judged(
        "- `Maximum` operator for a type on which an order is defined.",
        "a table of contents; the order of floats is a known defect",
    ),
    judged("## `Max`  `(type on which an order is defined, i.e. bfloat16, double,", &["SONNX-MAX-TYPE"]),
    judged("### Signature `Y = Max(X1, ... , XN)` where", &["SONNX-MAX-TYPE", "ROBUST-ANSWER"]),
    not_judged("- `N`:", "left empty by the source; C1 says it"),
    not_judged("- `X1`: first input tensor", NOTATION),
    not_judged("- ...", NOTATION),
    not_judged("- `XN`: last input tensor", NOTATION),
    not_judged("- `Y`: output tensor", NOTATION),
    heading("#### Constraints The following constraints apply"),
    not_judged("| Constraint", MARKUP),
    not_judged("| -------- |", MARKUP),
    in_part("| `C1` | `N` is an integer between 1 and 2147483647", &["SONNX-MAX-C1"], NUMBER_OF_TENSORS),
    judged("| `C2` | Numpy broadcasting rules shall be applicable", &["SONNX-MAX-C2"]),
    heading("#### Informal specification"),
    judged(
        "The result tensor $Y$ depends on the broadcasted values",
        &["SONNX-MAX-C2", "SONNX-MAX-P1", "SONNX-MAX-P2"],
    ),
    judged("Because of broadcasting all $Zi$", &["SONNX-MAX-C2"]),
    judged("Moreover, they have in each dimension", &["SONNX-MAX-C2"]),
    judged("The maximum is taken element wize among the elements", &["SONNX-MAX-P1", "SONNX-MAX-P2"]),
    judged(
        "The maximum shall comply with the mathematical definition",
        &["SONNX-MAX-P1", "SONNX-MAX-P2", "SONNX-MAX-NUMBER"],
    ),
    judged("In consequence, denoting $Zm[i_1,...,i_{nZ}]$", &["SONNX-MAX-P1", "SONNX-MAX-P2"]),
    judged(
        r"$\forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... ~~~~ y_{i,j,k,l...} = \max_{n",
        &["SONNX-MAX-P1", "SONNX-MAX-P2"],
    ),
    not_judged("where $z^n_{i,j,k,l...}$ is an element of $Z^n$.", NOTATION),
    judged("##### Numpy boardcasting $I$, $J$, $K$, $L$... are reciprocaly defined as", &["SONNX-MAX-C2"]),
    not_judged("The following restrictions apply to the Numpy boardcasting:", MARKUP),
    not_judged("| Restriction", MARKUP),
    in_part("| `RI` |", &["SONNX-MAX-C2"], BREACH),
    in_part("| `RJ` |", &["SONNX-MAX-C2"], BREACH),
    in_part("| `RK` |", &["SONNX-MAX-C2"], BREACH),
    in_part("| `RL` |", &["SONNX-MAX-C2"], BREACH),
    in_part("| ...  | ... | ... |", &["SONNX-MAX-C2"], BREACH),
    judged("Assuming those restrictions hold, the relation between elements", &["SONNX-MAX-P1u", "SONNX-MAX-P2u"]),
    judged(
        r"$\forall n \in [1, N], \forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... z^n_{i,j,k,l...} = x^n_{f",
        &["SONNX-MAX-P1u", "SONNX-MAX-P2u"],
    ),
    judged("Where $f(.,.,.)$ is a function such that:", &["SONNX-MAX-P1u", "SONNX-MAX-P2u"]),
    judged("$f(a,B,C) = a$ if $B=C$", &["SONNX-MAX-P1u", "SONNX-MAX-P2u"]),
    not_judged(
        "Note that other cases, i.e. $B",
        "operands that do not broadcast are a breach of a precondition: a gap of this draft",
    ),
    heading("#### Properties From the definition of the maximum"),
    judged(
        r"$\forall n \in [1, N], \forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... ~~~~ y_{i,j,k,l...} \geq z^n",
        &["SONNX-MAX-P1"],
    ),
    judged(
        r"$\forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... \exists n \in [1, N] ~~| ~~~~ y_{i,j,k,l...} = z^n",
        &["SONNX-MAX-P2"],
    ),
    heading("The same properties written in function of unboardcasted inputs are:"),
    judged(
        r"$\forall n \in [1, N], \forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... ~~~~ y_{i,j,k,l...} \geq x^n_{f",
        &["SONNX-MAX-P1u"],
    ),
    judged(
        r"$\forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... \exists n \in [1, N] ~~| ~~~~ y_{i,j,k,l...} = x^n_{f",
        &["SONNX-MAX-P2u"],
    ),
];
