//! `SONNX-*`: the safety-related profile's `Max`, in its draft of 2025-11-07 (the "seed") and of 2026-02-13.

use std::cell::{RefCell, RefMut};
use std::cmp::Ordering;

use opconform_tensor::{Class, DType, Value};

use super::onnx::listed_types;
use super::{Clause, Document, Level, Oracle, Trial, each, floats_only, not_a_number, whole};
use crate::gap;
use crate::operator::max::MAX_MIN;
use crate::order::decode;
use crate::outcome::Outcome;
use crate::trial::{Sentence, Words};
use crate::verdict::Decision;

const BOTH: &[&str] = &["sonnx-seed", "sonnx"];
const LATER: &[&str] = &["sonnx"];

pub(super) const CLAUSES: &[Clause] = &[
    Clause {
        id: "SONNX-MAX-TYPE",
        level: Level::Must,
        title: "the element types, and the result has that of the operands",
        words: "type on which an order is defined, i.e. bfloat16, double, float, float16, int16, int32, int64, int8, \
                uint16, uint32, uint64, uint8",
        place: "SONNX Max @32912e1, heading and Signature; @9bed1da, Contents, without bfloat16: \"types [float16, float, \
                double]\" and \"types [int8, int16, int32, int64, uint8, uint16, uint32, uint64]\". Neither says that all inputs \
                share one type: see SONNX-GR3",
        documents: &[Document::SonnxSeed, Document::SonnxLater],
        profiles: BOTH,
        operators: MAX_MIN,
        oracle: Oracle::Each(types),
        exempt: not_a_number,
    },
    Clause {
        id: "SONNX-MAX-C1",
        level: Level::Must,
        title: "one tensor has a maximum",
        words: "`N` is an integer between 1 and 2147483647",
        place: "SONNX Max @32912e1, Constraints, C1; @9bed1da, Signature: \"input tensors with L\" from 0, where L is the last \
                index. What the maximum of one is, P1 and P2 say",
        documents: &[Document::SonnxSeed, Document::SonnxLater],
        profiles: BOTH,
        operators: MAX_MIN,
        oracle: Oracle::Each(one_tensor),
        exempt: not_a_number,
    },
    Clause {
        id: "SONNX-MAX-C2",
        level: Level::Must,
        title: "the result has the broadcast shape",
        words: "Numpy broadcasting rules shall be applicable to `Y`, `X1`, ... , `XN`",
        place: "SONNX Max @32912e1, Constraints, C2, and restrictions RI, RJ, …; @9bed1da, Inputs, C1 and C2: \"shall have the \
                same shape.\"",
        documents: &[Document::SonnxSeed, Document::SonnxLater],
        profiles: BOTH,
        operators: MAX_MIN,
        oracle: Oracle::Each(whole::has_broadcast_shape_by_maximum),
        exempt: not_a_number,
    },
    Clause {
        id: "SONNX-MAX-P1",
        level: Level::Must,
        title: "the result is at least every broadcast operand",
        words: r"$\forall n \in [1, N], \forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... ~~~~ y_{i,j,k,l...} \geq z^n_{i,j,k,l...}$",
        place: "SONNX Max @32912e1, Properties, first formula; @9bed1da, formal/max/max.md",
        documents: &[Document::SonnxSeed],
        profiles: BOTH,
        operators: MAX_MIN,
        oracle: Oracle::Each(p1),
        exempt: not_a_number,
    },
    Clause {
        id: "SONNX-MAX-P2",
        level: Level::Must,
        title: "the result is one of the broadcast operands",
        words: r"$\forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... \exists n \in [1, N] ~~| ~~~~ y_{i,j,k,l...} = z^n_{i,j,k,l...}$",
        place: "SONNX Max @32912e1, Properties, second formula; @9bed1da, formal/max/max.md",
        documents: &[Document::SonnxSeed],
        profiles: BOTH,
        operators: MAX_MIN,
        oracle: Oracle::Each(p2),
        exempt: not_a_number,
    },
    Clause {
        id: "SONNX-MAX-P1u",
        level: Level::Must,
        title: "the same as P1, by the indices of the unbroadcast operands",
        words: r"$\forall n \in [1, N], \forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... ~~~~ y_{i,j,k,l...} \geq x^n_{f(i,I_n,\max_{m \in [1, N] } I_m),f(j,J_n,\max_{m \in [1, N] } J_m),f(k,K_n,\max_{m \in [1, N] } K_m),f(l,L_n,\max_{m \in [1, N] } L_m)...}$",
        place: "SONNX Max @32912e1, Properties, third formula; @9bed1da, formal/max/max.md",
        documents: &[Document::SonnxSeed],
        profiles: BOTH,
        operators: MAX_MIN,
        oracle: Oracle::Each(p1_unbroadcast),
        exempt: not_a_number,
    },
    Clause {
        id: "SONNX-MAX-P2u",
        level: Level::Must,
        title: "the same as P2, by the indices of the unbroadcast operands",
        words: r"$\forall i \in [1, I], \forall j \in [1, J], \forall k \in [1, K], \forall l \in [1, L]... \exists n \in [1, N] ~~| ~~~~ y_{i,j,k,l...} = x^n_{f(i,I_n,\max_{m \in [1, N] } I_m),f(j,J_n,\max_{m \in [1, N] } J_m),f(k,K_n,\max_{m \in [1, N] } K_m),f(l,L_n,\max_{m \in [1, N] } L_m)...}$",
        place: "SONNX Max @32912e1, Properties, fourth formula; @9bed1da, formal/max/max.md",
        documents: &[Document::SonnxSeed],
        profiles: BOTH,
        operators: MAX_MIN,
        oracle: Oracle::Each(p2_unbroadcast),
        exempt: not_a_number,
    },
    Clause {
        id: "SONNX-MAX-NUMBER",
        level: Level::Must,
        title: "beside a NaN the result is a NaN or the greatest number",
        words: r"The maximum shall comply with the mathematical definition of the function denoted $\max$.",
        place: "SONNX Max @32912e1, Informal specification. Whether a NaN is passed over, @9bed1da alone says (SONNX-MAX-NAN): by \
                either reading nothing but a NaN or the maximum of the numbers is left, and of NaNs alone, by P2, one of them",
        documents: &[Document::SonnxSeed],
        profiles: BOTH,
        operators: MAX_MIN,
        oracle: Oracle::Each(each::nan_or_number),
        exempt: floats_only,
    },
    Clause {
        id: "SONNX-MAX-NAN",
        level: Level::Must,
        title: "a NaN operand gives a NaN",
        words: "NaN is an absorbing element for **Max**.",
        place: "SONNX Max @9bed1da, float, Informal specification",
        documents: &[Document::SonnxLater],
        profiles: LATER,
        operators: MAX_MIN,
        oracle: Oracle::Each(each::nan_gives_nan),
        exempt: float16_and_wider,
    },
    Clause {
        id: "SONNX-MAX-ZERO",
        level: Level::Must,
        title: "+0 is above −0",
        words: "Inf > any positive number > 0 > -0 > any negative number > -Inf.",
        place: "SONNX Max @9bed1da, float, Informal specification (the part 0 > -0)",
        documents: &[Document::SonnxLater],
        profiles: LATER,
        operators: MAX_MIN,
        oracle: Oracle::Each(each::positive_zero_wins),
        exempt: float16_and_wider,
    },
    Clause {
        id: "SONNX-MAX-ORDER",
        level: Level::Must,
        title: "infinities, signs and zeros are ordered",
        words: "Inf > any positive number > 0 > -0 > any negative number > -Inf.",
        place: "SONNX Max @9bed1da, float, Informal specification",
        documents: &[Document::SonnxLater],
        profiles: LATER,
        operators: MAX_MIN,
        oracle: Oracle::Each(kinds_are_ordered),
        exempt: float16_and_wider,
    },
    Clause {
        id: "SONNX-MAX-E1",
        level: Level::Must,
        title: "shapes that do not broadcast are an error",
        words: "For each tensor and each dimension, considering a common number of dimensions, the size of a dimension \
                shall be either equal to the maximum dimension size among all tensors or equal to one. If not, Error \
                `E1` occurs.",
        place: "SONNX Broadcast @9bed1da, Error conditions, E1. Max itself says \"No error conditions\"",
        documents: &[Document::SonnxLater],
        profiles: LATER,
        operators: MAX_MIN,
        oracle: Oracle::Each(shapes_that_do_not_broadcast),
        exempt: not_in_later_draft,
    },
    Clause {
        id: "SONNX-GR3",
        level: Level::Must,
        title: "operands of different types are not converted",
        words: "No implicit data type conversion.",
        place: "SONNX General restrictions @9bed1da, GR3",
        documents: &[Document::SonnxLater],
        profiles: LATER,
        operators: MAX_MIN,
        oracle: Oracle::Each(mixed_types),
        exempt: |_| None,
    },
];

fn float16_and_wider(dtype: DType) -> Option<&'static str> {
    not_in_later_draft(dtype).or_else(|| floats_only(dtype))
}

fn not_in_later_draft(dtype: DType) -> Option<&'static str> {
    if dtype == DType::Bf16 { Some("no longer listed by SONNX @9bed1da") } else { not_a_number(dtype) }
}

/// Operands of a listed type and one shape are answered, and in that type; of one operand another sentence speaks. Under the maximum of the
/// dimensions, 0 and 1 have no result that a type could be asked of.
fn types(trial: &Trial) -> Decision {
    if matches!(trial.outcome, Outcome::Rejected(_)) && trial.facts.case.inputs.len() > 1 {
        return listed_types(trial);
    }
    if trial.facts.zero_meets_one() { Decision::gap(gap::ZERO_MEETS_ONE) } else { whole::has_the_operands_type(trial) }
}

fn one_tensor(trial: &Trial) -> Decision {
    if trial.facts.case.inputs.len() == 1 { whole::has_the_shape(trial) } else { Decision::NOT_APPLICABLE }
}

fn p1(trial: &Trial) -> Decision {
    trial.each_element(|position, found| bounds_all(trial, found, trial.facts.operands_at(position)))
}

fn p2(trial: &Trial) -> Decision {
    trial.each_element(|position, found| one_of(trial, found, trial.facts.operands_at(position)))
}

fn p1_unbroadcast(trial: &Trial) -> Decision {
    of_unbroadcast(trial, |found, operands| bounds_all(trial, found, operands.iter().copied()))
}

fn p2_unbroadcast(trial: &Trial) -> Decision {
    of_unbroadcast(trial, |found, operands| one_of(trial, found, operands.iter().copied()))
}

/// `y ≥ zⁿ` for every n; of a minimum, `y ≤ zⁿ`.
fn bounds_all(trial: &Trial, found: u64, mut operands: impl Iterator<Item = u64> + Clone) -> Sentence {
    let Some(dtype) = trial.facts.dtype else { return Sentence::Silent };
    let result = decode(dtype, found);
    if any_nan(dtype, operands.clone()) {
        return Sentence::Gap(gap::NAN_UNSATISFIABLE);
    }
    let Some(direction) = trial.facts.case.operator.direction() else { return Sentence::Silent };
    let above =
        |bits| matches!(direction.compare(result, decode(dtype, bits)), Some(Ordering::Greater | Ordering::Equal));
    match operands.find(|&bits| !above(bits)) {
        None => Sentence::Holds,
        Some(preferred) => {
            let words = direction.word("not at least the operand ", "not at most the operand ");
            Sentence::Broken(Words::Around(words, Value::new(dtype, preferred), ""))
        }
    }
}

/// `y = zⁿ` for some n.
fn one_of(trial: &Trial, found: u64, mut operands: impl Iterator<Item = u64> + Clone) -> Sentence {
    let Some(dtype) = trial.facts.dtype else { return Sentence::Silent };
    let result = decode(dtype, found);
    if any_nan(dtype, operands.clone()) {
        return Sentence::Gap(gap::NAN_UNSATISFIABLE);
    }
    if operands.clone().any(|bits| bits == found) {
        return Sentence::Holds;
    }
    if operands.any(|bits| result.compare(decode(dtype, bits)) == Some(Ordering::Equal)) {
        return Sentence::Latitude("0 = -0: either zero equals the operand");
    }
    Sentence::Broken("equal to none of the operands".into())
}

/// Whether an operand is a NaN; of a type without NaNs none is looked at.
fn any_nan(dtype: DType, mut operands: impl Iterator<Item = u64>) -> bool {
    dtype.is_float() && operands.any(|bits| Class::of(dtype, bits).is_nan())
}

/// Asks `sentence` of every element, given its bits and its [operands](unbroadcast).
fn of_unbroadcast(trial: &Trial, sentence: impl Fn(u64, &[u64]) -> Sentence) -> Decision {
    // The formulas go through all operands: of one that is passed on, they say nothing.
    if !trial.facts.is_of_result() {
        return Decision::NOT_APPLICABLE;
    }
    let room = RefCell::default();
    trial.every_element(|position, found| {
        let mut operands: RefMut<Vec<u64>> = room.borrow_mut();
        operands.clear();
        operands.extend(unbroadcast(trial, position));
        sentence(found, &operands)
    })
}

/// The operands at an element, found by the specification's own index function and nothing else:
/// "f(a,B,C) = a if B=C and f(a,B,C) = 1 if B=1" (counted from 1; here from 0).
fn unbroadcast<'a>(trial: &'a Trial, position: usize) -> impl Iterator<Item = u64> + 'a {
    let shape = trial.facts.shape().unwrap_or_default();
    trial.facts.case.inputs.iter().map(move |input| {
        let (mut flat, mut stride, mut left) = (0, 1, position);
        // The dimensions of an operand of fewer are the result's last.
        for (&b, &c) in input.shape().iter().rev().zip(shape.iter().rev()) {
            let a = left % c;
            let f = if b == c { a } else { 0 };
            flat += f * stride;
            stride *= b;
            left /= c;
        }
        input.value(flat).bits()
    })
}

/// Ranks the kinds of number that the sentence names, and nothing inside a kind.
fn kinds_are_ordered(trial: &Trial) -> Decision {
    let Some(dtype) = trial.facts.dtype else { return Decision::NOT_APPLICABLE };
    let Some(direction) = trial.facts.case.operator.direction() else { return Decision::NOT_APPLICABLE };
    trial.each_element(|position, found| {
        let mut kinds = trial.facts.operands_at(position).map(|bits| kind(Class::of(dtype, bits)));
        // Of a NaN, which has no kind, nothing is said.
        let Some(Some(first)) = kinds.next() else { return Sentence::Silent };
        let further = |top: u8, kind: Option<u8>| {
            let kind = kind?;
            Some(if direction.turn(kind.cmp(&top)) == Ordering::Greater { kind } else { top })
        };
        let Some(greatest) = kinds.try_fold(first, further) else { return Sentence::Silent };
        if kind(Class::of(dtype, found)) == Some(greatest) {
            Sentence::Holds
        } else {
            let greater = "an operand of a greater kind is passed over";
            Sentence::Broken(direction.word(greater, "an operand of a lesser kind is passed over").into())
        }
    })
}

/// The rank of a class in "Inf > any positive number > 0 > -0 > any negative number > -Inf"; none for a NaN.
fn kind(class: Class) -> Option<u8> {
    match class {
        Class::NegativeInfinity => Some(0),
        Class::NegativeNormal | Class::NegativeSubnormal => Some(1),
        Class::NegativeZero => Some(2),
        Class::PositiveZero => Some(3),
        Class::PositiveSubnormal | Class::PositiveNormal => Some(4),
        Class::PositiveInfinity => Some(5),
        _ => None,
    }
}

fn shapes_that_do_not_broadcast(trial: &Trial) -> Decision {
    if !trial.facts.shapes_clash() {
        return Decision::NOT_APPLICABLE;
    }
    trial.is_refused(&format!("shapes {}", trial.shapes_text()))
}

fn mixed_types(trial: &Trial) -> Decision {
    if trial.facts.dtype.is_some() || trial.facts.case.inputs.is_empty() {
        return Decision::NOT_APPLICABLE;
    }
    trial.is_refused(&format!("operands of {}", trial.types_text()))
}
