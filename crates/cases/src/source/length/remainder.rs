//! One length of each remainder by eight, of every operator and type; and operands off a boundary.
//!
//! What is left after whole vectors is a loop of its own, and often one for each number of elements that are left: its mask may be
//! one short, its rule for NaNs another, and its control word may flush subnormals where that of the vectors does not.

use opconform_spec::{Case, Form, Operator};
use opconform_tensor::DType;

use super::{NAME, ONE_IN, last, placed};
use crate::call::{of_two, types};
use crate::draft::mixed;
use crate::neighbours::scrambled;
use crate::source::{Asked, sweep};
use crate::values::Landmarks;

/// A length of each remainder by eight, all of others by sixteen: each has as many whole vectors as no other.
pub(in crate::source) const REMAINDERS: [usize; 8] = [16, 25, 34, 43, 52, 61, 70, 79];

/// The remainders that [`SHORT`](super::SHORT) has of no length beyond a vector.
const UNTRIED: std::ops::RangeInclusive<usize> = 2..=6;

/// How far the operands begin past a boundary, in elements: the first, the second, both alike, both unlike.
const OFFSETS: [[usize; 2]; 4] = [[1, 0], [0, 1], [3, 3], [2, 5]];

/// The length of operands off a boundary: beyond two vectors of the most lanes, with a tail.
const UNALIGNED: usize = 131;

/// Subnormals at one length of each remainder, and what a tail is wrong about at those that are not tried otherwise. Of `Max` there is
/// every length in [`sweep`](crate::source::sweep), but for integers.
pub(super) fn tails(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (place, dtype) in placed(operator, asked) {
        for (index, length) in REMAINDERS.into_iter().enumerate() {
            let tail = |operand: usize, i: usize| {
                let from_end = length - i;
                last(operator, dtype, (operand + from_end / 3) % 2, from_end % 3)
            };
            let is_in_turn = (index + place + turn).is_multiple_of(ONE_IN);
            if !dtype.is_float() && is_in_turn {
                cases.push(of_two(operator, NAME, "tail", dtype, length, tail));
            }
            let Some(landmarks) = Landmarks::of(dtype).filter(|_| !sweep::has(operator)) else { continue };
            let salt = (turn * 16 + place) * 512 + length;
            cases.push(of_two(operator, NAME, "subnormals", dtype, length, |operand, i| {
                subnormal(operator, landmarks, salt, operand, i)
            }));
            if UNTRIED.contains(&(length % 8)) {
                cases.push(of_two(operator, NAME, "tail", dtype, length, tail));
            }
        }
    }
    cases
}

/// An element of an operand of floats: in one of the two a subnormal that is preferred, in the other a zero, a lesser subnormal, or a
/// number on the other side of zero. A scalar is a zero.
fn subnormal(operator: &Operator, landmarks: &Landmarks, salt: usize, operand: usize, i: usize) -> u64 {
    let Landmarks { sign, min_normal, one, .. } = *landmarks;
    let number = scrambled((salt << 20 | i) as u64);
    let preferred = usize::from(i > 0 && operator.form != Form::SpanAndScalar && number & 1 == 1);
    let half = min_normal / 2;
    let bits = match (operand == preferred, if i == 0 { 0 } else { number >> 1 & 3 }) {
        (true, _) => half + (number >> 8) % half,
        (false, 0) => 0,
        (false, 1) => sign,
        (false, 2) => 1 + (number >> 8) % (half - 1),
        (false, _) => sign | one,
    };
    if operator.is_minimum() { bits ^ sign } else { bits }
}

/// Operands off a boundary, in f32 and in another type of each operator. [`sweep`](crate::source::sweep) has every type of `Max`.
pub(super) fn unaligned(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let others: Vec<DType> = types(operator).iter().copied().filter(|&dtype| dtype != DType::F32).collect();
    let tried = [DType::F32, others[turn % others.len()]];
    let mut cases = Vec::new();
    for (place, dtype) in placed(operator, asked).filter(|(_, dtype)| !sweep::has(operator) && tried.contains(dtype)) {
        for [first, second] in OFFSETS {
            let bits = [0, 1].map(|operand| mixed(dtype, &[UNALIGNED], operand, turn + place).to_bits());
            let slug = format!("offset-{first}-and-{second}");
            let mut case = of_two(operator, NAME, &slug, dtype, UNALIGNED, |operand, i| bits[operand][i]);
            let alone = case.inputs.len() == 1;
            for (input, offset) in case.inputs.iter_mut().zip([first, second]) {
                *input = input.clone().with_offset(offset);
            }
            cases.extend((!alone || first > 0).then_some(case));
        }
    }
    cases
}
