//! Lengths, lanes and alignments: what goes wrong only in a tail, in one lane, or off a boundary.

use opconform_spec::{Case, Form, Operator};
use opconform_tensor::{ALIGNMENT, DType, Tensor};

use super::{Asked, Source};
use crate::draft::{case, float_types, integer_types, max, mixed, mixed_inputs, tensor, types};
use crate::values::{Landmarks, extremes};

const NAME: &str = "sweep";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "every length 0 to 257 and beyond, an extremum and NaNs at every lane, unaligned starts",
    generate: |_, asked| [lengths(asked), extrema(asked), nans(asked), unaligned(asked)].concat(),
};

/// The longest of the lengths that are all tried: four vectors of the most lanes that any machine has, and a tail of one.
const EVERY_LENGTH: usize = 257;

/// Lengths around multiples of vector widths, and around the sizes of blocks and pages.
const LONG: [usize; 9] = [511, 512, 513, 1023, 1024, 1025, 4095, 4096, 4097];

/// The length within which positions are swept: two vectors of the most lanes, and a tail.
const POSITIONS: usize = 131;

/// Offsets beyond these many elements are not tried.
const OFFSETS: usize = 17;

/// Whether this source has the floats of an operator: the maximum of tensors, at every length.
pub(super) fn has(operator: &Operator) -> bool {
    operator.form == Form::OnnxVariadic && !operator.is_minimum()
}

/// Whether a length lies next to a multiple of a vector's lanes.
fn near_vector(length: usize) -> bool {
    length < 10 || matches!(length % 32, 0 | 1 | 31) || (length < 32 && matches!(length % 8, 0 | 1 | 7))
}

/// Every float type at every length with each pair of zeros and of NaN and number; mixed values in every type next to the
/// multiples of vector widths, and at the other lengths in one integer type after the other.
fn lengths(asked: &Asked) -> Vec<Case> {
    let is_asked = |dtype: &DType| asked.takes(max(), *dtype);
    let mut cases = Vec::new();
    for dtype in float_types().filter(is_asked) {
        let landmarks = Landmarks::of(dtype).expect("a float type");
        for length in 1..=EVERY_LENGTH {
            let zero = tensor(dtype, &[length], |_| 0);
            let negative_zero = tensor(dtype, &[length], |_| landmarks.sign);
            let nan = tensor(dtype, &[length], |i| landmarks.nan(i));
            let finite = tensor(dtype, &[length], |i| landmarks.finite(i));
            let both =
                |slug: &str, first: &Tensor, second: &Tensor| case(NAME, slug, vec![first.clone(), second.clone()]);
            cases.push(both("zero-vs-negative-zero", &zero, &negative_zero));
            cases.push(both("negative-zero-vs-zero", &negative_zero, &zero));
            cases.push(both("nan-vs-finite", &nan, &finite));
            cases.push(both("finite-vs-nan", &finite, &nan));
        }
    }
    let length_case = |dtype, length: usize| case(NAME, "length", mixed_inputs(dtype, &[&[length], &[length]], length));
    for (length, integer) in (0..=EVERY_LENGTH).zip(integer_types().cycle()) {
        if near_vector(length) {
            cases.extend(types().iter().copied().filter(is_asked).map(|dtype| length_case(dtype, length)));
        } else if is_asked(&integer) {
            cases.push(length_case(integer, length));
        }
    }
    cases.extend(
        types().iter().copied().filter(is_asked).flat_map(|dtype| LONG.map(|length| length_case(dtype, length))),
    );
    cases
}

/// The type's greatest value at each position, in the first operand and the second by turns, among its least.
fn extrema(asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for &dtype in types().iter().filter(|&&dtype| asked.takes(max(), dtype)) {
        let (least, greatest) = extremes(dtype);
        let low = tensor(dtype, &[POSITIONS], |_| least);
        for position in 0..POSITIONS {
            let high = tensor(dtype, &[POSITIONS], |i| if i == position { greatest } else { least });
            let inputs = if position % 2 == 0 { vec![high, low.clone()] } else { vec![low.clone(), high] };
            cases.push(case(NAME, &format!("extremum-at-{position}"), inputs));
        }
    }
    cases
}

/// Among numbers, one NaN at each position of either operand; two, three and four in a row from every third position, in the
/// first operand and the second by turns.
fn nans(asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for dtype in float_types().filter(|&dtype| asked.takes(max(), dtype)) {
        let landmarks = Landmarks::of(dtype).expect("a float type");
        let finite = tensor(dtype, &[POSITIONS], |i| landmarks.finite(i));
        let mut push =
            |run: usize, position: usize, first: bool| {
                let nans = position..position + run;
                let nan = tensor(dtype, &[POSITIONS], |i| {
                    if nans.contains(&i) { landmarks.nan(i) } else { landmarks.finite(i + 1) }
                });
                let other = finite.clone();
                let (operand, inputs) = if first { ("first", vec![nan, other]) } else { ("second", vec![other, nan]) };
                cases.push(case(NAME, &format!("{run}-nan-in-{operand}-at-{position}"), inputs));
            };
        for position in 0..POSITIONS {
            push(1, position, true);
            push(1, position, false);
        }
        for run in 2..=4 {
            (0..=POSITIONS - run).step_by(3).for_each(|position| push(run, position, position % 2 == 0));
        }
    }
    cases
}

/// Operands that start off a boundary: the first, the second, or both.
fn unaligned(asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for &dtype in types().iter().filter(|&&dtype| asked.takes(max(), dtype)) {
        for offset in 1..=OFFSETS.min(ALIGNMENT / dtype.size() - 1) {
            for (first, second) in [(offset, 0), (0, offset), (offset, offset)] {
                let left = mixed(dtype, &[POSITIONS], 0, offset).with_offset(first);
                let right = mixed(dtype, &[POSITIONS], 1, offset).with_offset(second);
                cases.push(case(NAME, &format!("offset-{first}-and-{second}"), vec![left, right]));
            }
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn counts_are_as_promised() {
        let (types, floats, near) =
            (types().len(), float_types().count(), (0..=EVERY_LENGTH).filter(|&n| near_vector(n)));
        let near = near.count();
        let mixed = near * types + (EVERY_LENGTH + 1 - near) + LONG.len() * types;
        assert_eq!(lengths(&Asked::ALL).len(), 4 * floats * EVERY_LENGTH + mixed);
        assert_eq!(extrema(&Asked::ALL).len(), types * POSITIONS);
        assert_eq!(
            nans(&Asked::ALL).len(),
            floats
                * (2 * POSITIONS
                    + (POSITIONS - 1).div_ceil(3)
                    + (POSITIONS - 2).div_ceil(3)
                    + (POSITIONS - 3).div_ceil(3))
        );
        assert_eq!(unaligned(&Asked::ALL).len(), 3 * (3 * 7 + 3 * 15 + 4 * 17 + 2 * 17));
    }

    #[test]
    fn every_length_is_there_in_every_float_type_and_in_an_integer_type() {
        let has = |integer: bool| -> HashSet<(Option<DType>, usize)> {
            let cases = lengths(&Asked::ALL);
            let inputs = cases.iter().map(|case| &case.inputs[0]).filter(|input| input.dtype().is_float() != integer);
            inputs.map(|input| ((!integer).then(|| input.dtype()), input.len())).collect()
        };
        let (floats, integers) = (has(false), has(true));
        for length in 0..=EVERY_LENGTH {
            assert!(float_types().all(|dtype| floats.contains(&(Some(dtype), length))), "{length}");
            assert!(integers.contains(&(None, length)), "{length}");
        }
    }

    #[test]
    fn unaligned_operands_start_where_they_say() {
        for case in unaligned(&Asked::ALL) {
            let offsets: Vec<String> = case.inputs.iter().map(|input| input.offset().to_string()).collect();
            assert_eq!(case.slug(), format!("offset-{}", offsets.join("-and-")));
        }
    }
}
