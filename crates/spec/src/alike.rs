//! Elements of a large result that are alike: two normal numbers, or two integers, meet there.
//!
//! Nothing that is said of such an element depends on more than the signs of the two, which of them is preferred, and whether
//! the result is that one. One stands for all of a kind; every other element is looked at on its own.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType, Tensor};

use crate::direction::Direction;
use crate::meeting::Meeting;
use crate::order::decode;

/// The fewest elements of a result that are told apart by kind.
const LARGE: usize = 4096;

/// Signs of two operands; four where the second is preferred, four where they are equal, and four where it is the first.
const KINDS: usize = 12;

/// The kind of an element that is like no other.
const ALONE: u8 = u8::MAX;

/// The kind of each element of a large result.
#[derive(Debug)]
pub(crate) struct Alike {
    kinds: Vec<u8>,
    /// The first element of each kind, and each that is like no other, ascending.
    told: Vec<usize>,
}

impl Alike {
    /// The kinds of the elements where two operands meet in many, each computed; `inputs` are their bits.
    pub(crate) fn of(dtype: DType, direction: Direction, meeting: &Meeting, inputs: &[Vec<u64>]) -> Option<Self> {
        let [first, second] = meeting.pair()?;
        if meeting.count() < LARGE {
            return None;
        }
        let kind = |position| {
            let bits = [first.bits(inputs, position), second.bits(inputs, position)];
            let [Some(a), Some(b)] = bits.map(|bits| sign(dtype, bits)) else { return ALONE };
            let signs = 2 * a + b;
            match direction.compare(decode(dtype, bits[0]), decode(dtype, bits[1])) {
                Some(Ordering::Less) => signs,
                Some(Ordering::Equal) => 4 + signs,
                Some(Ordering::Greater) => 8 + signs,
                None => ALONE,
            }
        };
        let kinds: Vec<u8> = (0..meeting.count()).map(kind).collect();
        let mut seen = [false; KINDS];
        let is_told = |&position: &usize| match kinds[position] {
            ALONE => true,
            kind => !std::mem::replace(&mut seen[usize::from(kind)], true),
        };
        let told = (0..kinds.len()).filter(is_told).collect();
        Some(Self { kinds, told })
    }

    /// The first element of each kind, and each that is like no other, ascending.
    pub(crate) fn told(&self) -> &[usize] {
        &self.told
    }

    /// Elements of a result, each with the number of those for which it stands: the first of those of a kind that are the operand
    /// preferred, and each other one.
    pub(crate) fn found(&self, meeting: &Meeting, inputs: &[Vec<u64>], found: &Tensor) -> Vec<(usize, u64)> {
        let Some([first, second]) = meeting.pair() else { return Vec::new() };
        let mut standing: [Option<(usize, u64)>; KINDS] = [None; KINDS];
        let mut told = Vec::new();
        let mut kinds = self.kinds.iter().enumerate();
        found.each_bits(|bits| {
            let Some((position, &kind)) = kinds.next() else { return };
            let preferred = if kind < 4 { second } else { first };
            if kind == ALONE || preferred.bits(inputs, position) != bits {
                told.push((position, 1));
            } else {
                standing[usize::from(kind)].get_or_insert((position, 0)).1 += 1;
            }
        });
        told.extend(standing.into_iter().flatten());
        told.sort_unstable();
        told
    }
}

/// The sign of a normal number or an integer; `None` of anything else.
fn sign(dtype: DType, bits: u64) -> Option<u8> {
    match Class::of(dtype, bits) {
        Class::PositiveNormal | Class::Positive => Some(0),
        Class::NegativeNormal | Class::Negative | Class::TopBit => Some(1),
        _ => None,
    }
}
