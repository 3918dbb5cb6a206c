//! Every reduction in every type: an extremum at every position of short rows; in long ones an extremum, a NaN and a zero where
//! chunks begin and end.

use opconform_spec::{Case, Direction, Operator};
use opconform_tensor::{DType, Format};

use super::Source;
use crate::call::{of_rows, reductions, types};
use crate::draft::is_integer;
use crate::neighbours::{self, scrambled};
use crate::values::Landmarks;

const NAME: &str = "row";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "every reduction in every type: an extremum at every position, long rows, and where chunks of them meet",
    generate: |_| {
        reductions()
            .enumerate()
            .flat_map(|(turn, operator)| [short(operator), near(operator), long(operator, turn)].concat())
            .collect()
    },
};

/// The length of a short row: a vector of the most lanes, and a tail.
const SHORT: usize = 35;

/// Places of a row that is longer than two vectors.
const PLACES: [usize; 10] = [0, 1, 31, 32, 63, 64, 127, 128, 129, 130];

/// The length of that.
const MIDDLING: usize = 131;

/// The length of the rows in which integers are near each other.
const NEAR: usize = 17;

/// One element more than a block, a page, and a chunk of a reduction in parallel: the last one is alone in the next.
const LONG: [usize; 4] = [1_025, 4_097, 16_385, 65_537];

/// The length of which every chunk is tried.
const CHUNKED: usize = 16_385;

/// What is wanted of a row, and stands out in it.
#[derive(Clone, Copy)]
enum Wanted {
    /// The number that is preferred to all others, by one unit in the last place to some.
    Extremum,
    /// A NaN among numbers.
    Nan,
    /// The zero that is preferred, among the others.
    Zero,
}

/// What stands out in a float row, and the slug that says so.
const FLOATS: [(&str, Wanted); 3] = [("extremum", Wanted::Extremum), ("nan", Wanted::Nan), ("zero", Wanted::Zero)];

/// An element of a row of numbers in which one place stands out.
fn element(operator: &Operator, dtype: DType, wanted: Wanted, place: usize, i: usize) -> u64 {
    let minimum = operator.direction == Direction::Min;
    let number = scrambled((place << 20 | i) as u64);
    let Some(Landmarks { sign, quiet, one, min_normal, infinity }) = Landmarks::of(dtype) else {
        let bits = integer(dtype, minimum, number, i == place);
        let ones = if dtype == DType::Bool { 1 } else { dtype.mask() };
        return if minimum { bits ^ ones } else { bits };
    };
    let three = (one + min_normal) | quiet;
    let finite = (one + (number >> 8 & 127)) | if number & 1 == 0 { sign } else { 0 };
    let bits = match (wanted, i == place, number >> 4 & 3) {
        (Wanted::Extremum, true, _) => three + 1,
        (Wanted::Extremum, false, 0) => three,
        (Wanted::Extremum, false, 1) => sign | infinity,
        (Wanted::Nan, true, _) => infinity | quiet | 7,
        (Wanted::Nan, false, 0) => infinity,
        (Wanted::Extremum | Wanted::Nan, false, _) => finite,
        (Wanted::Zero, true, _) => 0,
        (Wanted::Zero, false, 0) => sign | finite,
        (Wanted::Zero, false, _) => sign,
    };
    if minimum { bits ^ sign } else { bits }
}

/// An integer of a row whose greatest it is, or another one. The greatest is next to the others where a narrower type, a signed
/// one, or a float orders them otherwise: its lower word is negative, and so is an unsigned one as a whole. A minimum takes the
/// complement, and so another one of two that the same float stands for.
fn integer(dtype: DType, minimum: bool, number: u64, is_greatest: bool) -> u64 {
    if dtype == DType::Bool {
        return u64::from(is_greatest);
    }
    let top = 1_u64 << (dtype.bits() - 1);
    let base = match dtype {
        DType::I64 | DType::U64 => 1 << 53,
        DType::I32 => 1 << 30,
        DType::U32 => 1 << 31,
        DType::I8 | DType::I16 => top >> 1,
        _ => top,
    };
    let greatest = base | u64::from(!minimum) | if dtype.bits() == 64 { 1 << 31 } else { 0 };
    match (is_greatest, number & 7) {
        (true, _) => greatest,
        (false, 0) => greatest - 1,
        (false, 1) => base - 1 - (number >> 8 & 7),
        (false, 2) if dtype.bits() == 64 => base + (number >> 8 & 7),
        (false, 3) if dtype.format() == Format::Signed => (top | number >> 8) & dtype.mask(),
        (false, 4) => 0,
        (false, _) => (number >> 8) & (base - 1),
    }
}

/// An extremum, a NaN and a zero at every position: on the diagonal where a case has several rows, and one by one where it has one.
fn short(operator: &'static Operator) -> Vec<Case> {
    let mut cases = Vec::new();
    for &dtype in types(operator) {
        for (slug, wanted) in FLOATS.into_iter().take(if dtype.is_float() { FLOATS.len() } else { 1 }) {
            let bits = |place, i| element(operator, dtype, wanted, place, i);
            if operator.domain != "dotnet" {
                for length in [SHORT, MIDDLING] {
                    cases.push(of_rows(operator, NAME, slug, dtype, [length; 2], |i| bits(i / length, i % length)));
                }
                continue;
            }
            let one = |length: usize, place: usize| {
                of_rows(operator, NAME, &format!("{slug}-at-{place}"), dtype, [1, length], |i| bits(place, i))
            };
            let step = if matches!(wanted, Wanted::Extremum) { 1 } else { 3 };
            cases.extend((0..SHORT).step_by(step).map(|place| one(SHORT, place)));
            cases.extend(PLACES.into_iter().step_by(step).map(|place| one(MIDDLING, place)));
        }
    }
    cases
}

/// Rows of one integer, and in one place another that is near it: longer than the pairs of [`reduce`](super::reduce) and
/// [`numpy`](super::numpy).
fn near(operator: &'static Operator) -> Vec<Case> {
    let each = |dtype: DType| {
        let pairs = neighbours::pairs(dtype).to_bits();
        let element = move |row: usize, i: usize| {
            let pair = [pairs[2 * row], pairs[2 * row + 1]];
            pair[usize::from(i == scrambled(row as u64) as usize % NEAR)]
        };
        let rows = 6 * dtype.bits() as usize;
        let one = |row| of_rows(operator, NAME, "near", dtype, [1, NEAR], |i| element(row, i));
        let cases: Vec<Case> = if operator.domain == "dotnet" {
            (0..rows).step_by(7).map(one).collect()
        } else {
            vec![of_rows(operator, NAME, "near", dtype, [rows, NEAR], |i| element(i / NEAR, i % NEAR))]
        };
        cases
    };
    types(operator).iter().copied().filter(|&dtype| is_integer(dtype)).flat_map(each).collect()
}

/// The last element, which is alone in its chunk; of [`CHUNKED`] also the last of the first chunk, and one in the middle. A NaN
/// begins or ends a chunk by turns.
fn long(operator: &'static Operator, turn: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, &dtype) in types(operator).iter().enumerate() {
        for (class, length) in LONG.into_iter().enumerate() {
            let mut push = |slug: &str, wanted: Wanted, place: usize| {
                let slug = format!("{slug}-at-{place}");
                let bits = |i| element(operator, dtype, wanted, place, i);
                cases.push(of_rows(operator, NAME, &slug, dtype, [1, length], bits));
            };
            let middle = length / 3 * 2;
            push("extremum", Wanted::Extremum, length - 1);
            if length == CHUNKED {
                push("extremum", Wanted::Extremum, length - 2);
                push("extremum", Wanted::Extremum, middle);
            }
            if dtype.is_float() {
                push("nan", Wanted::Nan, length - 1 - (turn + index + class) % 2);
                push("zero", Wanted::Zero, middle);
            }
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use opconform_spec::{NanRule, Outcome, reference};

    use super::*;

    #[test]
    fn what_stands_out_is_the_result_and_there_once() {
        for operator in reductions() {
            for &dtype in types(operator) {
                for (_, wanted) in FLOATS.into_iter().take(if dtype.is_float() { FLOATS.len() } else { 1 }) {
                    let bits = |i| element(operator, dtype, wanted, 5, i);
                    let case = of_rows(operator, NAME, "test", dtype, [1, 300], bits);
                    let Outcome::Output(result) = reference(&case) else { panic!("{}", case.id()) };
                    let ignored = operator.nan == NanRule::Ignored && matches!(wanted, Wanted::Nan);
                    assert_eq!(result[0].to_bits() == [bits(5)], !ignored, "{}", case.id());
                    let alike = (0..300).filter(|&i| bits(i) == bits(5)).count();
                    assert!(alike == 1, "{}: {alike}", case.id());
                }
            }
        }
    }
}
