//! Every operator at the lengths about each power of two up to 2^20, in few cases: an extremum, a NaN and a zero where one path of an
//! implementation ends and the next begins.
//!
//! What runtimes are known to go by are powers of two: packets of 4 to 64 elements, unrolled eight times; buffers of 8,192 (`NumPy`); grains
//! of 32,768 (`PyTorch`), beyond which threads share the work; counters of 16 bits. These are longer than what the default run has time
//! for, and are made where they are asked for.

use opconform_spec::{Case, Operator};
use opconform_tensor::DType;

use super::length::{last, placed};
use super::{Asked, Lengths, Source};
use crate::call::{elementwise, of_rows, of_two, reductions};
use crate::draft::{case_of, tensor};
use crate::neighbours::scrambled;
use crate::values::Landmarks;

const NAME: &str = "threshold";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "every operator at lengths about each power of two up to 2^20; with `--lengths all`",
    generate: |settings, asked| match settings.lengths {
        Lengths::Few => Vec::new(),
        Lengths::All => {
            let pairs = elementwise().enumerate().flat_map(|(turn, operator)| each(operator, turn, asked, pair));
            let rows = reductions().enumerate().flat_map(|(turn, operator)| each(operator, turn, asked, row));
            pairs.chain(rows).collect()
        }
    },
};

/// The power of two of the longest.
const LONGEST: u32 = 20;

/// The last power of two about which every length is tried, and in more than one type.
const USUAL: u32 = 16;

/// What is made of the length that has a number among those that are tried.
type Make = fn(&'static Operator, DType, usize, usize) -> Vec<Case>;

/// One less than each power of two, it, and one more: in one type of floats and one of others, in turn; beyond [`USUAL`] in one of
/// either.
fn each(operator: &'static Operator, turn: usize, asked: &Asked, make: Make) -> Vec<Case> {
    let all = Asked::ALL;
    let types: Vec<DType> = placed(operator, &all).map(|(_, dtype)| dtype).collect();
    let (floats, others): (Vec<DType>, Vec<DType>) = types.into_iter().partition(|dtype| dtype.is_float());
    let mut cases = Vec::new();
    for power in 1..=LONGEST {
        for (place, length) in ((1 << power) - 1..=(1 << power) + 1_usize).enumerate() {
            let number = 3 * power as usize + place + turn;
            let [of_floats, of_others] = [&floats, &others].map(|it| it.get(number % it.len().max(1)).copied());
            let tried = match (power <= USUAL, number.is_multiple_of(2)) {
                (true, _) => [of_floats, of_others],
                (false, true) => [of_floats.or(of_others), None],
                (false, false) => [of_others.or(of_floats), None],
            };
            for dtype in tried.into_iter().flatten().filter(|&dtype| asked.takes(operator, dtype)) {
                cases.extend(make(operator, dtype, length, number));
            }
        }
    }
    cases
}

/// Two operands, in which the three elements about each boundary are another of the three kinds each; and beyond [`USUAL`], where an
/// operand may be spread out, a number beside a single one.
fn pair(operator: &'static Operator, dtype: DType, length: usize, number: usize) -> Vec<Case> {
    let bits = |operand: usize, i: usize| match about(i, length) {
        Some(place) => last(operator, dtype, (operand + number) % 2, (place + number) % 3),
        None => plain(dtype, 2 * i + operand),
    };
    let two = of_two(operator, NAME, "about", dtype, length, bits);
    let is_spread = operator.form.broadcasts() && length > 2 << USUAL;
    let beside = || {
        let operands =
            vec![tensor(dtype, &[length], |i| plain(dtype, i)), tensor(dtype, &[], |_| plain(dtype, length))];
        case_of(operator, NAME, "beside-one", operands, &[])
    };
    std::iter::once(two).chain(is_spread.then(beside)).collect()
}

/// A row of which the last element is of one of the three kinds, for each of them.
fn row(operator: &'static Operator, dtype: DType, length: usize, _: usize) -> Vec<Case> {
    let kinds = if dtype.is_float() { 3 } else { 2 };
    let of_kind = |kind: usize| {
        // What it is told from: of the extremum the other operand of the pair, of the zero the other zero, of a NaN a number.
        let bits = |i: usize| {
            let operand = usize::from(operator.is_minimum() != (i + 1 == length));
            last(operator, dtype, if kind == 2 { usize::from(i + 1 != length) } else { operand }, kind)
        };
        of_rows(operator, NAME, ["extremum", "zero", "nan"][kind], dtype, [1, length], bits)
    };
    (0..kinds).map(of_kind).collect()
}

/// Which of the three elements about a boundary an element is: those of a chunk's end and of the next one's beginning, and the last.
fn about(i: usize, length: usize) -> Option<usize> {
    let of_power = (0..3).find(|place| (i + 2 - place).is_power_of_two());
    of_power.or_else(|| (i + 3).checked_sub(length))
}

/// A number like any other.
fn plain(dtype: DType, number: usize) -> u64 {
    let random = scrambled(number as u64);
    match Landmarks::of(dtype) {
        Some(landmarks) => landmarks.number((random >> 8) as usize) | if random & 1 == 0 { landmarks.sign } else { 0 },
        None => random & if dtype == DType::Bool { 1 } else { dtype.mask() },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use opconform_spec::{Attribute, Facts, OPERATORS};
    use opconform_tensor::{Class, Tensor};

    use super::*;
    use crate::Settings;
    use crate::draft::max;

    fn cases() -> Vec<Case> {
        (SOURCE.generate)(&Settings { lengths: Lengths::All, ..Settings::default() }, &Asked::ALL)
    }

    #[test]
    fn nothing_is_made_unasked_and_what_is_asked_for_is_well_formed() {
        assert!((SOURCE.generate)(&Settings::default(), &Asked::ALL).is_empty());
        let cases = cases();
        let elements: usize = cases.iter().flat_map(|case| &case.inputs).map(Tensor::len).sum();
        println!("{} cases, {elements} elements", cases.len());
        let of_each = (cases.len() / OPERATORS.len(), elements / OPERATORS.len());
        assert!(
            of_each.0 < 200 && of_each.1 < 17_000_000,
            "of an operator {} cases, {} elements",
            of_each.0,
            of_each.1
        );
        assert!(cases.iter().all(|case| Facts::new(case).invalid().is_none()));
    }

    #[test]
    fn every_operator_meets_every_power_and_the_usual_lengths_all() {
        let mut met: BTreeMap<_, BTreeSet<usize>> = BTreeMap::new();
        for case in cases() {
            // A span lies in a memory, with others.
            let length = match case.attributes.get("x") {
                Some(Attribute::Ints(span)) => usize::try_from(span[1]).expect("a length"),
                _ => case.inputs[0].len(),
            };
            met.entry(case.operator.qualified()).or_default().insert(length);
        }
        for (operator, lengths) in met {
            for power in 2..=LONGEST {
                let about = (1 << power) - 1..=(1 << power) + 1_usize;
                let found = about.filter(|length| lengths.contains(length)).count();
                assert_eq!(found, 3, "{operator} about 2^{power}");
            }
        }
    }

    /// In each operator of two operands that takes floats, and on each side of the boundary at 8,192.
    #[test]
    fn a_nan_a_zero_and_an_extremum_stand_on_both_sides_of_a_boundary() {
        let mut met: BTreeMap<_, BTreeSet<(usize, &str)>> = BTreeMap::new();
        let is_one = |case: &&Case| case.operator == max() && case.slug() == "about";
        for case in cases().iter().filter(is_one).filter(|case| case.inputs[0].dtype().is_float()) {
            let dtype = case.inputs[0].dtype();
            let [a, b] = [0, 1].map(|operand| case.inputs[operand].to_bits());
            for place in (8_190..=8_192).filter(|&place| place < a.len()) {
                let classes = [a[place], b[place]].map(|bits| Class::of(dtype, bits));
                let kind = match classes {
                    _ if classes.iter().any(|class| class.is_nan()) => "nan",
                    _ if classes.iter().all(|class| class.is_float_zero()) => "zero",
                    _ => "extremum",
                };
                met.entry(case.operator.qualified()).or_default().insert((place, kind));
            }
        }
        assert_eq!(met.into_values().map(|met| met.len()).collect::<Vec<_>>(), [9]);
    }
}
