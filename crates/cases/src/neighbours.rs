//! Pairs of integers that a comparison in another type, or of one half of their bits, gets the wrong way round: near each other,
//! near each power of two, and of every width.

use opconform_spec::Operator;
use opconform_tensor::{DType, Format, Tensor};

use crate::draft::tensor;

/// Pairs of each width.
const EACH: usize = 6;

/// A number that has nothing to do with that of a neighbour (`SplitMix64`).
pub(crate) fn scrambled(number: u64) -> u64 {
    let number = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// One of the seven numbers about `number`, which wrap around at the ends.
pub(crate) fn near(number: u64, choice: u64) -> u64 {
    number.wrapping_add(choice % 7).wrapping_sub(3)
}

/// Two numbers that have nothing in common but that both are of some width or below, in either order.
pub(crate) fn apart(dtype: DType, choice: u64) -> [u64; 2] {
    let power = 1_u64 << ((choice >> 8) % u64::from(dtype.bits()));
    let (first, second) = (scrambled(choice), scrambled(choice ^ 1));
    let mut pair = [power | first & (power - 1), second & (power | (power - 1))];
    if choice & 4 == 0 {
        pair.reverse();
    }
    pair
}

/// Numbers without a pattern, one after the other.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 += 1;
        scrambled(self.0)
    }

    fn near(&mut self, number: u64) -> u64 {
        near(number, self.next())
    }
}

/// Pairs of an integer type as rows of two elements: for each width, of its power of two and the number before, of numbers near
/// it, of a number of that width and one near it, and of two that have nothing in common.
pub(crate) fn pairs(dtype: DType) -> Tensor {
    let mut random = Random(u64::from(dtype.bits()) << 16);
    let mut elements = Vec::new();
    for width in 0..dtype.bits() {
        let power = 1_u64 << width;
        for turn in 0..EACH {
            let number = power | random.next() & (power - 1);
            let mut pair = match turn {
                0 => [power - 1, power],
                1 => [random.near(power), random.near(power)],
                2 | 3 => [number, random.near(number)],
                _ => [number, random.next() & (power | (power - 1))],
            };
            if width % 2 == 1 {
                pair.reverse();
            }
            elements.extend(pair.map(|bits| bits & dtype.mask()));
        }
    }
    tensor(dtype, &[elements.len() / 2, 2], |i| elements[i])
}

/// The widths next to which a single pair is tried where each takes a call of its own: those of other types.
pub(crate) fn widths(dtype: DType) -> impl Iterator<Item = u32> {
    [7, 15, 24, 31, 32, 53, 63].into_iter().filter(move |&width| width < dtype.bits())
}

/// The extremum of integers as an operator is to prefer it, or another of them. It is next to others that a narrower type, a signed one, one of half
/// the width, or a float orders otherwise, or takes for the same.
pub(crate) fn extremum(operator: &Operator, dtype: DType, number: u64, is_extremum: bool) -> u64 {
    let minimum = operator.is_minimum();
    let (greatest, ones) = match dtype {
        DType::Bool => (1, 1),
        _ => (greatest(dtype, minimum), dtype.mask()),
    };
    let half = if dtype.size() > 1 { 1 << (dtype.bits() / 2 - 1) } else { 0 };
    let bits = match (is_extremum, number & 7) {
        (true, _) => greatest,
        (false, _) if dtype == DType::Bool => 0,
        (false, 0) => greatest - 1,
        (false, 1) => greatest - 2 - (number >> 8 & 7),
        (false, 2) if half > 0 => (greatest ^ half) - (number >> 8 & 3),
        (false, 3) if dtype.format() == Format::Signed => dtype.top_bit() | (number >> 8 & (dtype.mask() >> 1)),
        (false, 4) => 0,
        (false, _) => (number >> 8) % greatest,
    };
    // The complement turns the order over.
    if minimum { bits ^ ones } else { bits }
}

/// An odd number of which the one before is the same in half the width, and in a float: of a minimum, their complements are. The
/// lower half of its bits is negative, and so is an unsigned one as a whole.
fn greatest(dtype: DType, minimum: bool) -> u64 {
    let top = dtype.top_bit();
    let base = match dtype.format() {
        Format::Signed => top >> 1,
        _ => top,
    };
    let beyond_float = if dtype.bits() == 64 { 1 << 53 } else { 0 };
    let half = if dtype.size() > 1 { 1 << (dtype.bits() / 2 - 1) } else { 0 };
    let base = if dtype == DType::I64 { beyond_float } else { base | beyond_float };
    base | half | 1 | if minimum && dtype.size() > 1 { 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_width_has_pairs_on_both_sides_of_its_power_and_of_each_order() {
        for dtype in [DType::I8, DType::U16, DType::I32, DType::I64, DType::U64] {
            let bits = pairs(dtype).to_bits();
            assert_eq!(bits.len(), 2 * EACH * dtype.bits() as usize);
            let orders: HashSet<_> = bits.chunks(2).map(|pair| pair[0].cmp(&pair[1])).collect();
            assert!(orders.contains(&Ordering::Less) && orders.contains(&Ordering::Greater), "{dtype}");
            for width in 0..dtype.bits() {
                let power = 1_u64 << width;
                let has = |pair: &[u64]| [power - 1, power] == [pair[0].min(pair[1]), pair[0].max(pair[1])];
                assert!(bits.chunks(2).any(has), "{dtype}: 2^{width}");
            }
        }
    }

    /// The lower words of two numbers below 2³², compared as signed ones, come out the wrong way round.
    #[test]
    fn numbers_below_a_word_differ_in_its_sign() {
        let bits = pairs(DType::I64).to_bits();
        let wrong = |pair: &&[u64]| {
            let [a, b] = [pair[0], pair[1]];
            a.max(b) < 1 << 32 && (a < b) != ((a as u32).cast_signed() < (b as u32).cast_signed())
        };
        assert!(bits.chunks(2).any(|pair| wrong(&pair)));
    }
}
