//! The equivalence classes of the elements of a large result, and their representatives.
//!
//! Elements of one class are alike: the same two operands meet there, or two normal numbers or integers whose signs, and the one of them
//! that is preferred, by value and by absolute value, are the same; or the call leaves them alone. Nothing that is said of such an element
//! depends on more than that and the result, which is to be the same bits, the operand preferred, or what was there before. One element
//! stands for all of a class; every other is looked at on its own.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType, Tensor};

use crate::direction::Direction;
use crate::element_sources::{ElementSources, Part};
use crate::order::decode;

/// The fewest elements of a result that are told apart by kind: more than are ever looked at lane by lane.
pub(crate) const LARGE: usize = 512;

/// The kinds of numbers by their values: the signs of two operands; four where the second is preferred, four where they are equal,
/// and four where it is the first.
const BY_VALUE: usize = 12;

/// The kinds of numbers: those by their values, for each order of their absolute values.
const NUMBERS: usize = 3 * BY_VALUE;

/// The kind of the elements that the call leaves alone. Those of two operands of the same bits follow.
const UNTOUCHED: usize = NUMBERS;

/// The most kinds of operands of the same bits: beyond that, looking for them takes longer than looking at each element.
const MOST: usize = 64;

/// The kind of an element that is like no other.
const ALONE: u8 = u8::MAX;

/// The equivalence class, here called its kind, of each element of a large result.
#[derive(Debug)]
pub(crate) struct EquivalenceClasses {
    kinds: Vec<u8>,
    /// The first element of each kind, and each that is like no other, ascending.
    representatives: Vec<usize>,
    /// The first element of each kind.
    first: [usize; 1 << 8],
    /// The place of the first element of each kind among the representatives.
    places: [usize; 1 << 8],
}

/// An element that stands for others: its position, the bits of its result, and how many it stands for.
type Representative = (usize, u64, u64);

impl EquivalenceClasses {
    /// The kinds of the elements where two operands meet in many; `inputs` are their bits.
    pub(crate) fn of(
        dtype: DType,
        direction: Direction,
        sources: &ElementSources,
        inputs: &[Vec<u64>],
    ) -> Option<Self> {
        if sources.count() < LARGE {
            return None;
        }
        let operands = sources.pairs()?;
        let mut pairs = Vec::with_capacity(MOST);
        let mut kinds = Vec::with_capacity(sources.count());
        for position in 0..sources.count() {
            kinds.push(if sources.part(position) == Part::Untouched {
                UNTOUCHED as u8
            } else {
                let bits = operands.bits(inputs, position);
                of_numbers(dtype, direction, bits).unwrap_or_else(|| of_pair(&mut pairs, bits))
            });
        }
        let (mut representatives, mut first, mut places) = (Vec::new(), [usize::MAX; 1 << 8], [0; 1 << 8]);
        for (position, &kind) in kinds.iter().enumerate() {
            let kind_of = usize::from(kind);
            if kind == ALONE || first[kind_of] == usize::MAX {
                (first[kind_of], places[kind_of]) = (position, representatives.len());
                representatives.push(position);
            }
        }
        Some(Self { kinds, representatives, first, places })
    }

    /// The first element of the kind of this one; of one that is like no other, itself.
    pub(crate) fn representative_of(&self, position: usize) -> usize {
        match self.kinds.get(position) {
            Some(&kind) if kind != ALONE => self.first[usize::from(kind)],
            _ => position,
        }
    }

    /// The place of an element among the [representatives](Self::representatives), where it is one of them.
    #[inline]
    pub(crate) fn place_of(&self, position: usize) -> Option<usize> {
        match usize::from(*self.kinds.get(position)?) {
            // Asked again and again: of a kind, its place is known.
            kind if kind != usize::from(ALONE) => (self.first[kind] == position).then(|| self.places[kind]),
            _ => self.representatives.binary_search(&position).ok(),
        }
    }

    /// The first element of each kind, and each that is like no other, ascending.
    pub(crate) fn representatives(&self) -> &[usize] {
        &self.representatives
    }

    /// Elements of a result, each with the number of those for which it stands: those of a kind that have the same of their
    /// operands as it has.
    pub(crate) fn found(&self, sources: &ElementSources, inputs: &[Vec<u64>], found: &Tensor) -> Vec<(usize, u64)> {
        let Some(operands) = sources.pairs() else { return Vec::new() };
        let mut standing: [Option<Representative>; 1 << 8] = [None; 1 << 8];
        let mut representatives = Vec::new();
        let mut kinds = self.kinds.iter().enumerate();
        found.each_bits(|bits| {
            let Some((position, &kind)) = kinds.next() else { return };
            let kind_of = usize::from(kind);
            let expected = if kind_of > UNTOUCHED {
                standing[kind_of].map_or(bits, |(_, bits, _)| bits)
            } else {
                let [first, second] = operands.bits(inputs, position);
                if kind_of % BY_VALUE < 4 { second } else { first }
            };
            if kind == ALONE || bits != expected {
                representatives.push((position, 1));
            } else {
                standing[kind_of].get_or_insert((position, bits, 0)).2 += 1;
            }
        });
        representatives.extend(standing.into_iter().flatten().map(|(position, _, count)| (position, count)));
        representatives.sort_unstable();
        representatives
    }
}

/// The kind of two normal numbers, or of two integers.
fn of_numbers(dtype: DType, direction: Direction, bits: [u64; 2]) -> Option<u8> {
    let sign = |bits| match Class::of(dtype, bits) {
        Class::PositiveNormal | Class::Positive => Some(0),
        Class::NegativeNormal | Class::Negative | Class::TopBit => Some(1),
        _ => None,
    };
    let signs = 2 * sign(bits[0])? + sign(bits[1])?;
    let place = |order| match order {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    };
    let [first, second] = bits.map(|bits| decode(dtype, bits));
    let by_value = place(direction.compare(first, second)?);
    let by_magnitude = place(direction.compare(first.magnitude(), second.magnitude())?);
    Some(signs + 4 * by_value + BY_VALUE as u8 * by_magnitude)
}

/// The kind of two operands of these bits, among those of earlier elements, the latest of which are the likeliest.
fn of_pair(pairs: &mut Vec<[u64; 2]>, bits: [u64; 2]) -> u8 {
    let kind = |index: usize| (UNTOUCHED + 1 + index) as u8;
    // Number by number: where nothing is optimised, two arrays take a call to compare.
    match pairs.iter().rposition(|&[first, second]| first == bits[0] && second == bits[1]) {
        Some(index) => kind(index),
        None if pairs.len() < MOST => {
            pairs.push(bits);
            kind(pairs.len() - 1)
        }
        None => ALONE,
    }
}
