//! Every reduction in every type: an extremum at every position of short rows; in long ones an extremum, a NaN and a zero where
//! chunks begin and end; and long reductions that are no rows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use opconform_spec::{Case, NanRule, Operator};
use opconform_tensor::{DType, Tensor};
use rayon::prelude::*;

use super::length::{SHARED, placed};
use super::{Asked, Source};
use crate::call::{of_axes, of_each_row, of_rows, reductions, types};
use crate::draft::{is_integer, tensor};
use crate::neighbours::{self, scrambled};
use crate::values::{Landmarks, extremes};

mod flat;
mod rank;
mod tail;

const NAME: &str = "row";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "every reduction in every type: an extremum at every position, long rows, and where chunks of them meet",
    generate: |_, asked| {
        let reductions: Vec<_> = reductions().enumerate().collect();
        let rows = LongRows::default();
        let of_one = |&(turn, operator): &(usize, _)| {
            let all = [short(operator, asked), near(operator, asked), long(operator, turn, &rows, asked)];
            let more = [
                early(operator, asked),
                off_a_boundary(operator, turn, asked),
                alike(operator, asked),
                along_other_axes(operator, asked),
                tail::generate(operator, turn, asked),
                rank::generate(operator, turn, asked),
                flat::generate(operator, asked),
            ];
            all.into_iter().chain(more).flatten()
        };
        reductions.par_iter().flat_map_iter(of_one).collect()
    },
};

/// The length of a short row: a vector of the most lanes, and a tail.
const SHORT: usize = 35;

/// Places of a row that is longer than two vectors; the last one is its middle, where two halves leave an element out.
const PLACES: [usize; 11] = [0, 1, 31, 32, 63, 64, 127, 128, 129, 130, 65];

/// The length of that.
const MIDDLING: usize = 131;

/// The length of the rows in which integers are near each other.
const NEAR: usize = 17;

/// One element more than a block, a page, and a chunk of a reduction in parallel: the last one is alone in the next.
const LONG: [usize; 4] = [BLOCKED, 4_097, CHUNKED, 65_537];

/// The length beyond a block.
const BLOCKED: usize = 1_025;

/// The length of which every chunk is tried.
const CHUNKED: usize = 16_385;

/// What is wanted of a row, and stands out in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Wanted {
    /// The number that is preferred to all others, by one unit in the last place to some.
    Extremum,
    /// The same where all numbers are below zero; of a minimum, above.
    Negative,
    /// A NaN among numbers.
    Nan,
    /// The zero that is preferred, among the others.
    Zero,
    /// -0 among numbers below zero, whichever is wanted: as an integer it is below all of them.
    NegativeZero,
    /// A signalling NaN with a payload, among numbers, on their far side in the order of the bits: three tests for NaN miss it, each
    /// for a reason of its own.
    Signalling,
    /// Nothing: every element is the one that yields to all others.
    Least,
    /// The one that all others yield to, among those.
    Greatest,
    /// A subnormal, among lesser ones, zeros, and numbers on the other side of them.
    Subnormal,
}

/// What stands out in a float row, and the slug that says so.
const FLOATS: [(&str, Wanted); 3] = [("extremum", Wanted::Extremum), ("nan", Wanted::Nan), ("zero", Wanted::Zero)];

/// Whether a minimum reduces a row, its element type, what stands out, where, and its length.
type RowKey = (bool, DType, Wanted, usize, usize);

/// Long rows: operators share them, and each is made once.
#[derive(Default)]
struct LongRows(Mutex<HashMap<RowKey, Arc<OnceLock<Tensor>>>>);

impl LongRows {
    /// A row of rank 2.
    fn of(&self, operator: &Operator, dtype: DType, wanted: Wanted, place: usize, length: usize) -> Tensor {
        let key = (operator.is_minimum(), dtype, wanted, place, length);
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let row = Arc::clone(rows.entry(key).or_default());
        drop(rows);
        let new = || tensor(dtype, &[1, length], |i| element(operator, dtype, wanted, place, i));
        row.get_or_init(new).clone()
    }
}

/// An element of a row of numbers in which one place stands out.
pub(super) fn element(operator: &Operator, dtype: DType, wanted: Wanted, place: usize, i: usize) -> u64 {
    let minimum = operator.is_minimum();
    let number = scrambled((place << 20 | i) as u64);
    if matches!(wanted, Wanted::Least | Wanted::Greatest) {
        let (least, greatest) = extremes(dtype);
        let stands_out = matches!(wanted, Wanted::Greatest) && i == place;
        return if minimum == stands_out { least } else { greatest };
    }
    let Some(landmarks) = Landmarks::of(dtype) else {
        return neighbours::extremum(operator, dtype, number, i == place);
    };
    let &Landmarks { sign, half, one, min_normal, greatest, .. } = landmarks;
    let three = (one + min_normal) | half;
    let finite = landmarks.finite((number >> 8) as usize) | if number & 1 == 0 { sign } else { 0 };
    let bits = match (wanted, i == place, number >> 4 & 3) {
        (Wanted::Extremum, true, _) => three + 1,
        (Wanted::Extremum, false, 0) => three,
        (Wanted::Extremum, false, 1) | (Wanted::Negative, false, 0) => sign | greatest,
        (Wanted::Negative, true, _) => sign | (one - 1),
        (Wanted::Nan, true, _) => landmarks.nan(7),
        (Wanted::Signalling, true, _) => sign | landmarks.signalling(5).unwrap_or(landmarks.nan(5)),
        (Wanted::NegativeZero, true, _) => return sign,
        (Wanted::NegativeZero, false, _) => return sign | finite,
        (Wanted::Nan, false, 0) => greatest,
        (Wanted::Zero, true, _) | (Wanted::Subnormal, false, 2) => 0,
        (Wanted::Subnormal, true, _) => min_normal - 1,
        (Wanted::Subnormal, false, 1) => 1 + (number >> 8) % (min_normal - 3),
        (Wanted::Negative, false, _) | (Wanted::Zero | Wanted::Subnormal, false, 0) => sign | finite,
        (Wanted::Zero | Wanted::Subnormal, false, _) => sign,
        (Wanted::Extremum | Wanted::Nan | Wanted::Signalling, false, _) | (Wanted::Least | Wanted::Greatest, ..) => {
            finite
        }
    };
    if minimum { bits ^ sign } else { bits }
}

/// An extremum, a NaN and a zero at every position: on the diagonal where a case has several rows, and one by one where it has one.
fn short(operator: &'static Operator, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (_, dtype) in placed(operator, asked) {
        for (slug, wanted) in FLOATS.into_iter().take(if dtype.is_float() { FLOATS.len() } else { 1 }) {
            let bits = |place, i| element(operator, dtype, wanted, place, i);
            if !operator.form.is_of_spans() {
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
fn near(operator: &'static Operator, asked: &Asked) -> Vec<Case> {
    let each = |dtype: DType| {
        let pairs = neighbours::pairs(dtype).to_bits();
        let element = move |row: usize, i: usize| {
            let pair = [pairs[2 * row], pairs[2 * row + 1]];
            pair[usize::from(i == scrambled(row as u64) as usize % NEAR)]
        };
        let rows = 6 * dtype.bits() as usize;
        let one = |row| of_rows(operator, NAME, "near", dtype, [1, NEAR], |i| element(row, i));
        let cases: Vec<Case> = if operator.form.is_of_spans() {
            (0..rows).step_by(7).map(one).collect()
        } else {
            vec![of_rows(operator, NAME, "near", dtype, [rows, NEAR], |i| element(i / NEAR, i % NEAR))]
        };
        cases
    };
    placed(operator, asked).map(|(_, dtype)| dtype).filter(|&dtype| is_integer(dtype)).flat_map(each).collect()
}

/// The last element, which is alone in its chunk; of [`CHUNKED`] also the first, the last of the first chunk, and one in the
/// middle; of the longest one in each of two quarters, and that where two halves meet. A NaN begins or ends a chunk by turns. Of the
/// length that more threads may share, in one type of each operator, the last element alone.
fn long(operator: &'static Operator, turn: usize, rows: &LongRows, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, dtype) in placed(operator, asked) {
        let is_shared = index == turn % types(operator).len();
        for (class, length) in LONG.into_iter().chain(is_shared.then_some(SHARED)).enumerate() {
            let mut push = |slug: &str, wanted: Wanted, place: usize| {
                let slug = format!("{slug}-at-{place}");
                cases.push(of_each_row(operator, NAME, &slug, rows.of(operator, dtype, wanted, place, length)));
            };
            let (middle, last) = (length / 3 * 2, length - 1);
            push("extremum", Wanted::Extremum, last);
            if length == SHARED {
                continue;
            }
            if length == CHUNKED {
                for place in [0, middle, last - 1] {
                    push("extremum", Wanted::Extremum, place);
                }
                push("least", Wanted::Least, last);
                push("greatest", Wanted::Greatest, middle);
            } else if length > CHUNKED {
                // Two of the quarters, by turns the others in another type: each may be a chunk of its own.
                for quarter in [(turn + index) % 4, (turn + index + 2) % 4] {
                    push("extremum", Wanted::Extremum, (2 * quarter + 1) * length / 8);
                }
                if !dtype.is_float() {
                    push("extremum", Wanted::Extremum, length / 2);
                }
            }
            if dtype.is_float() {
                push("negative", Wanted::Negative, if length > CHUNKED { length / 2 } else { middle });
                // What begins with a NaN that is to be ignored may stay with it, and what ends with one may take it.
                let ignored = operator.nan == NanRule::Ignored;
                let places = if ignored { [0, last] } else { [last - 1, last] };
                if ignored && length >= CHUNKED || length > CHUNKED {
                    for place in places {
                        push("nan", Wanted::Nan, place);
                    }
                } else {
                    push("nan", Wanted::Nan, places[(turn + index + class) % 2]);
                }
                push("zero", Wanted::Zero, middle);
                // Two tiers of length: within a block of several, and beyond a chunk.
                if matches!(length, BLOCKED | CHUNKED) {
                    push("subnormal", Wanted::Subnormal, if length == CHUNKED { last } else { middle });
                }
                if length == CHUNKED {
                    push("negative-zero", Wanted::NegativeZero, middle);
                    if Landmarks::of(dtype).is_some_and(|it| it.signalling(5).is_some()) {
                        push("signalling", Wanted::Signalling, last);
                    }
                }
            }
        }
    }
    cases
}

/// Elements of a long row that a loop over vectors may find before the first boundary, and read by themselves.
const EARLY: usize = 7;

/// An extremum at each of the first places but the very first, of rows beyond a block.
fn early(operator: &'static Operator, asked: &Asked) -> Vec<Case> {
    let each = |(_, dtype): (usize, DType)| {
        let bits = |place, i| element(operator, dtype, Wanted::Extremum, place, i);
        if !operator.form.is_of_spans() {
            let of_row = |i| bits(1 + i / BLOCKED, i % BLOCKED);
            return vec![of_rows(operator, NAME, "extremum-early", dtype, [EARLY, BLOCKED], of_row)];
        }
        let one =
            |place| of_rows(operator, NAME, &format!("extremum-at-{place}"), dtype, [1, BLOCKED], |i| bits(place, i));
        [1, EARLY / 2, EARLY].map(one).into()
    };
    placed(operator, asked).flat_map(each).collect()
}

/// How far a row begins past a boundary, in elements.
const OFFSETS: [usize; 3] = [3, 1, 2];

/// Short rows that begin past a boundary, of which the first element is the extremum: whoever goes back to the boundary, or on to the next,
/// may leave it out.
fn off_a_boundary(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let each = |(place, dtype): (usize, DType)| {
        let at = move |&offset: &usize| {
            let bits = |i| element(operator, dtype, Wanted::Extremum, 0, i);
            let mut case = of_rows(operator, NAME, "first-off-a-boundary", dtype, [1, SHORT], bits);
            case.inputs[0] = case.inputs[0].clone().with_offset(offset);
            case
        };
        let is_tried = move |index: usize| dtype == DType::F32 || (index + turn + place).is_multiple_of(OFFSETS.len());
        let tried = OFFSETS.iter().enumerate().filter(move |(index, _)| is_tried(*index));
        tried.map(move |(_, offset)| at(offset)).collect::<Vec<_>>()
    };
    placed(operator, asked).flat_map(each).collect()
}

/// As many elements as a byte has values, and twice as many: whoever counts truth values in one has none of them.
const UNCOUNTED: [usize; 2] = [256, 512];

/// Rows of truth values that are all alike.
fn alike(operator: &'static Operator, asked: &Asked) -> Vec<Case> {
    let each = |(_, dtype): (usize, DType)| {
        UNCOUNTED.into_iter().flat_map(move |length| {
            let row = |value| of_rows(operator, NAME, "alike", dtype, [1, length], |_| value);
            [0, 1].map(row)
        })
    };
    placed(operator, asked).filter(|&(_, dtype)| dtype == DType::Bool).flat_map(each).collect()
}

/// How many elements meet where a reduction is long, and how many results there are where those are many: one more than a block.
const MANY: usize = BLOCKED;

/// Long reductions that are no rows: of columns, of axes on either side of one that stays, with the axis kept, and of which there are
/// many. What stands out is the last element of the first result, and of each other one another.
fn along_other_axes(operator: &'static Operator, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (_, dtype) in placed(operator, asked).filter(|_| operator.form.has_axes()) {
        for (slug, wanted) in FLOATS.into_iter().take(if dtype.is_float() { 2 } else { 1 }) {
            let mut push =
                |slug: &str, shape: &[usize], axes: &[i64], keepdims: bool, of: &dyn Fn(usize) -> [usize; 2]| {
                    let bits = |i| {
                        let [place, among] = of(i);
                        element(operator, dtype, wanted, place, among)
                    };
                    cases.push(of_axes(operator, NAME, slug, tensor(dtype, shape, bits), axes, keepdims));
                };
            push(&format!("{slug}-of-columns"), &[MANY, 3], &[0], false, &|i| [[MANY - 1, 0, MANY / 2][i % 3], i / 3]);
            // Nine by nine elements meet in each of five results.
            push(&format!("{slug}-around-an-axis"), &[9, 5, 9], &[0, 2], false, &|i| {
                let (first, kept, last) = (i / 45, i / 9 % 5, i % 9);
                [80 - 20 * kept, 9 * first + last]
            });
            push(&format!("{slug}-kept"), &[1, MANY], &[1], true, &|i| [MANY - 1, i]);
            push(&format!("{slug}-of-many"), &[MANY, 5], &[1], false, &|i| [(i / 5 + 3) % 5, i % 5]);
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Outcome, reference};

    use super::*;

    #[test]
    fn what_stands_out_is_the_result_and_there_once() {
        for operator in reductions() {
            for &dtype in types(operator) {
                let wanted = FLOATS.map(|(_, wanted)| wanted).into_iter().chain([Wanted::Subnormal]);
                for wanted in wanted.take(if dtype.is_float() { 4 } else { 1 }) {
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
