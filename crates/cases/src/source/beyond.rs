//! What is long and met by few cases else: beyond a counter of 16 bits the other operand's NaN and a subnormal, beyond a chunk two
//! operands of unlike shapes, columns, many results, long rows after the first, a NaN that is to be ignored beside the extremum, and
//! elements between bounds.

use opconform_spec::{Attribute, Case, Form, NanRule, Operator};
use opconform_tensor::{DType, Format};

use super::length::placed;
use super::stretch::unlike;
use super::{Asked, Source};
use crate::call::{elementwise, of_axes, of_each_row, of_form, of_two, reductions};
use crate::draft::{case_of, half, tensor};
use crate::neighbours::{extremum, scrambled};
use crate::values::{Landmarks, extremes};

const NAME: &str = "beyond";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "beyond blocks, chunks and counters of 16 bits: either operand's NaN, subnormals, unlike shapes, columns, tables, bounds",
    generate: |_, asked| {
        let two = elementwise()
            .enumerate()
            .flat_map(|(turn, operator)| [counted(operator, asked), stretched(operator, turn, asked)].concat());
        let rows = reductions().enumerate().flat_map(|(turn, operator)| {
            [columns(operator, asked), wide(operator, turn, asked), beside(operator, asked)].concat()
        });
        let limited = of_form(|form| form == Form::OnnxLimits).flat_map(|operator| {
            let each = move |(_, dtype)| LENGTHS.map(|length| limited(operator, NAME, "limited", dtype, length));
            placed(operator, asked).flat_map(each)
        });
        let far_sides = reductions().enumerate().flat_map(|(turn, operator)| far(operator, turn, asked));
        two.chain(rows).chain(limited).chain(far_sides).collect()
    },
};

/// The range of a counter of 16 bits.
const COUNTER: usize = 1 << 16;

/// Lengths beyond a page of elements, and beyond a chunk, each with a tail.
const LENGTHS: [usize; 2] = [4_103, 16_391];

/// Shapes of which neither is that of the result, and whose result is beyond a chunk; of Paddle's call the second is a part of the first.
const UNLIKE: [&[usize]; 2] = [&[130, 1], &[1, 131]];
const PART: [&[usize]; 2] = [&[130, 131], &[131]];

/// Floats beyond a counter: a NaN in the second operand and in the first, a subnormal against a zero in both orders, and the zeros.
fn counted(operator: &'static Operator, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (_, dtype) in placed(operator, asked) {
        let Some(landmarks @ &Landmarks { sign, one, min_normal, .. }) = Landmarks::of(dtype) else { continue };
        let subnormal = if operator.is_minimum() { sign | (min_normal - 1) } else { min_normal - 1 };
        let last =
            [[one, landmarks.nan(1)], [landmarks.nan(1), one], [subnormal, 0], [0, subnormal], [sign, 0], [0, sign]];
        let bits = |k: usize, i: usize| match i.checked_sub(COUNTER) {
            Some(place) => last[place % last.len()][k],
            None => landmarks.number(scrambled((2 * i + k) as u64) as usize),
        };
        if !operator.form.is_of_spans() {
            cases.push(of_two(operator, NAME, "counter", dtype, COUNTER + 3 * last.len() + 1, bits));
        }
    }
    cases
}

/// Two operands of unlike shapes, with a result beyond a chunk.
fn stretched(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let shapes = match operator.form {
        Form::Subsequence => PART,
        form if form.broadcasts() => UNLIKE,
        _ => return Vec::new(),
    };
    let mut cases = Vec::new();
    for (place, dtype) in placed(operator, asked) {
        let mut in_turn = shapes;
        in_turn.rotate_left(usize::from(operator.form.broadcasts()) * (turn + place) % 2);
        let operands = in_turn.iter().zip(0..).map(|(shape, salt)| unlike(dtype, shape, 96 + salt)).collect();
        cases.push(case_of(operator, NAME, "unlike-shapes", operands, &[]));
    }
    cases
}

/// Columns that are long: of each the last element stands out.
fn columns(operator: &'static Operator, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (_, dtype) in placed(operator, asked).filter(|_| operator.form.has_axes()) {
        for length in LENGTHS {
            let bits = |i: usize| extremum(operator, dtype, scrambled(i as u64), i / 2 + 1 == length);
            let of_floats = |i: usize| match (Landmarks::of(dtype), i / 2 + 1 == length) {
                (None, _) => bits(i),
                (Some(landmarks), true) => landmarks.one | if operator.is_minimum() { landmarks.sign } else { 0 },
                (Some(_), false) => 0,
            };
            cases.push(of_axes(operator, NAME, "columns", tensor(dtype, &[length, 2], of_floats), &[0], false));
        }
    }
    cases
}

/// Tables of two rows, or of two columns, beyond a chunk: as many results, or two long rows, of which each has its extremum last. The
/// last results are those of every pair of special values.
fn wide(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let length = LENGTHS[1];
    let mut cases = Vec::new();
    for (place, dtype) in placed(operator, asked).filter(|_| operator.form.has_axes()) {
        let halves = [half(dtype, false), half(dtype, true)];
        let numbers = unlike(dtype, &[2, length], turn + place).to_bits();
        let element = |row: usize, column: usize| match (column + halves[0].len()).checked_sub(length) {
            Some(pair) => halves[row][pair],
            None => numbers[row * length + column],
        };
        let down = tensor(dtype, &[2, length], |i| element(i / length, i % length));
        cases.push(of_axes(operator, NAME, "many-columns", down, &[0], false));
        // Short rows are beyond a chunk in one type of so many, each operator another.
        let count = LENGTHS[usize::from((turn + place).is_multiple_of(LENGTHS.len() + 1))];
        let across = tensor(dtype, &[count, 2], |i| element(i % 2, length - count + i / 2));
        cases.push(of_axes(operator, NAME, "many-rows", across, &[1], false));
        let rows = tensor(dtype, &[2, length], |i| {
            let is_last = i % length + 1 == length;
            match Landmarks::of(dtype) {
                None => extremum(operator, dtype, scrambled(i as u64), is_last),
                Some(landmarks) if is_last => landmarks.one | if operator.is_minimum() { landmarks.sign } else { 0 },
                Some(_) => 0,
            }
        });
        cases.push(of_axes(operator, NAME, "long-rows", rows, &[1], false));
    }
    cases
}

/// A NaN that is to be ignored beside the extremum: who drops a chunk for it loses both.
fn beside(operator: &'static Operator, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (_, dtype) in placed(operator, asked).filter(|_| operator.nan == NanRule::Ignored) {
        let (Some(landmarks), length) = (Landmarks::of(dtype), LENGTHS[1]) else { continue };
        let wanted = landmarks.one | if operator.is_minimum() { landmarks.sign } else { 0 };
        for place in [length / 3, length - 2] {
            let bits = |i: usize| {
                if i == place {
                    wanted
                } else if i == place + 1 {
                    landmarks.nan(1)
                } else {
                    0
                }
            };
            let row = tensor(dtype, &[1, length], bits);
            cases.push(of_each_row(operator, NAME, &format!("beside-a-nan-at-{}", place + 1), row));
        }
    }
    cases
}

/// Lengths at which work is shared, each of an odd number of elements.
const FAR: [usize; 2] = [20_011, 40_009];

/// Integers that are all on the far side of zero: what begins a later chunk with zero keeps it.
fn far(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let of_type = |(place, dtype): (usize, DType)| {
        let (length, top) = (FAR[(turn + place) % FAR.len()], dtype.top_bit());
        let far = match (dtype.format(), operator.is_minimum()) {
            (Format::Signed, false) | (Format::Unsigned, true) => top,
            (Format::Signed, true) => 0,
            // Zero yields to every other.
            _ => return None,
        };
        let row = tensor(dtype, &[1, length], |i| far | 1 | scrambled(i as u64) & (top - 1));
        Some(of_each_row(operator, NAME, "far-side", row))
    };
    placed(operator, asked).filter_map(of_type).collect()
}

/// Elements that either bound limits by turns, so many, of a source.
pub(super) fn limited(
    operator: &'static Operator,
    source: &'static str,
    slug: &str,
    dtype: DType,
    length: usize,
) -> Case {
    let (least, greatest) = extremes(dtype);
    let bounds = match Landmarks::of(dtype) {
        Some(landmarks) => [landmarks.sign | landmarks.one, landmarks.one],
        None => [least + 1, greatest - 1],
    };
    let scalars = bounds.map(|bound| tensor(dtype, &[], |_| bound));
    let named = [("min", 1), ("max", 2)].map(|(name, input)| (name, Attribute::Input { input }));
    let data = tensor(dtype, &[length], |i| [least, greatest][i % 2]);
    case_of(operator, source, slug, [vec![data], scalars.to_vec()].concat(), &named)
}

#[cfg(test)]
mod tests {
    use opconform_spec::Facts;
    use opconform_tensor::Tensor;

    use super::*;
    use crate::Settings;

    #[test]
    fn every_case_is_well_formed_and_long() {
        let cases = (SOURCE.generate)(&Settings::default(), &Asked::ALL);
        for case in &cases {
            let longest = case.inputs.iter().map(Tensor::len).max().unwrap_or(0);
            assert!(longest >= 130, "{}", case.id());
            assert_eq!(Facts::new(case).invalid(), None, "{}", case.id());
        }
        let elements: usize = cases.iter().flat_map(|case| &case.inputs).map(Tensor::len).sum();
        assert!(cases.len() < 600 && elements < 15_000_000, "{} cases, {elements} elements", cases.len());
    }

    #[test]
    fn what_stands_out_of_a_long_row_is_the_result() {
        for case in (SOURCE.generate)(&Settings::default(), &Asked::ALL) {
            if case.slug().starts_with("beside") {
                let data = &case.inputs[0];
                let values: Vec<_> = (0..data.len()).map(|at| data.value(at)).collect();
                let numbers: Vec<_> = values.into_iter().filter(|it| !it.class().is_nan()).collect();
                let best = case.operator.preferred(&numbers).expect("a number");
                assert_eq!(numbers.iter().filter(|it| **it == best).count(), 1, "{}", case.id());
            }
        }
    }
}
