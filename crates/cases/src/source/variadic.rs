//! One operand to a thousand.
//!
//! With N operands of N elements, element i has its distinguished value in operand i: one case puts it at every operand.

use opconform_spec::Case;
use opconform_tensor::{DType, Tensor};

use super::{Asked, Source};
use crate::draft::{case, float_types, integer_types, max, mixed_inputs, tensor};
use crate::values::{Landmarks, extremes};

const NAME: &str = "variadic";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "1 to 64 operands, and 1000: an extremum, a NaN and a zero at each operand; operands that all broadcast, or are bounds",
    generate: |_, asked| [diagonals(asked), many(), broadcasts(), bounds()].concat(),
};

/// The most operands that are tried in all numbers.
const EVERY_COUNT: usize = 64;

/// Operands of one case.
const MANY: usize = 1000;

/// Operand shapes of which none is the result's.
const BROADCASTS: [&[&[usize]]; 6] = [
    &[&[2, 1, 1], &[3, 1], &[4]],
    &[&[4], &[3, 1], &[2, 1, 1]],
    &[&[2, 1, 1, 1], &[3, 1, 1], &[2, 1], &[3]],
    &[&[], &[1], &[2, 1], &[1, 3], &[1, 1]],
    &[&[5, 1], &[1, 5], &[5, 5], &[5], &[]],
    &[&[2, 1], &[1, 0], &[1]],
];

/// Three operands of which some are of one element, as of a number that is kept between two bounds, or of one for each row.
const CLAMPS: [&[&[usize]]; 4] =
    [&[&[2, 9], &[2, 9], &[]], &[&[2, 9], &[], &[]], &[&[], &[2, 9], &[9]], &[&[2, 9], &[2, 9], &[2, 1]]];

/// The shape of one element that such numbers are often given in.
const OF_ONE: &[usize] = &[1];

/// The shape of what such an operand bounds.
const BOUNDED: &[usize] = &[2, 20];

/// A case whose operand `k` has `special(k)` at element `k`, and `rest(k)` elsewhere.
fn diagonal(
    dtype: DType,
    slug: &str,
    count: usize,
    special: impl Fn(usize) -> u64,
    rest: impl Fn(usize) -> u64,
) -> Case {
    let operand = |k: usize| tensor(dtype, &[count], |i| if i == k { special(k) } else { rest(k) });
    case(NAME, slug, (0..count).map(operand).collect())
}

/// For every number of operands: in f32, in another float type and in an integer type; for three, the first that a fold of two does
/// not do, in every type.
fn diagonals(asked: &Asked) -> Vec<Case> {
    let others = float_types().filter(|&dtype| dtype != DType::F32).cycle();
    let mut cases = Vec::new();
    for ((count, other), integer) in (1..=EVERY_COUNT).zip(others).zip(integer_types().cycle()) {
        let few = || vec![DType::F32, other, integer];
        let types = if count == 3 { float_types().chain(integer_types()).collect() } else { few() };
        for dtype in types.into_iter().filter(|&dtype| asked.takes(max(), dtype)) {
            let (least, greatest) = extremes(dtype);
            cases.push(diagonal(dtype, "extremum", count, |_| greatest, |_| least));
            let Some(landmarks) = Landmarks::of(dtype) else { continue };
            let sign = landmarks.sign;
            cases.push(diagonal(dtype, "nan", count, |k| landmarks.nan(k), |k| landmarks.finite(k)));
            cases.push(diagonal(dtype, "number-among-nans", count, |k| landmarks.finite(k), |k| landmarks.nan(k)));
            cases.push(diagonal(dtype, "zero", count, |_| 0, |_| sign));
            cases.push(diagonal(dtype, "negative-zero", count, |_| sign, |_| 0));
        }
    }
    cases
}

/// A thousand operands; none at all, which no version allows.
fn many() -> Vec<Case> {
    let landmarks = Landmarks::of(DType::F32).expect("a float type");
    let operand = |k: usize| -> Tensor {
        let number = landmarks.finite(k);
        let last = if k == MANY - 1 { landmarks.greatest } else { number };
        let nan = if k == MANY / 2 { landmarks.nan(k) } else { number };
        let zero = if k == MANY / 3 { 0 } else { landmarks.sign };
        let elements = [number, last, nan, zero];
        tensor(DType::F32, &[elements.len()], |i| elements[i])
    };
    vec![case(NAME, "thousand", (0..MANY).map(operand).collect()), case(NAME, "no-operand", Vec::new())]
}

fn broadcasts() -> Vec<Case> {
    let each = |((turn, shapes), integer): ((usize, &&[&[usize]]), DType)| {
        [DType::F32, integer].map(|dtype| case(NAME, "broadcast", mixed_inputs(dtype, shapes, turn)))
    };
    let clamps = |(turn, shapes): (usize, &&[&[usize]])| {
        let types = float_types().chain(integer_types());
        types.map(|dtype| case(NAME, "clamp", mixed_inputs(dtype, shapes, turn))).collect::<Vec<_>>()
    };
    let broadcasts = BROADCASTS.iter().enumerate().zip(integer_types().cycle()).flat_map(each);
    broadcasts.chain(CLAMPS.iter().enumerate().flat_map(clamps)).collect()
}

/// Three operands, of which each in turn is one number, beyond some elements of the others and not beyond the rest.
fn bounds() -> Vec<Case> {
    let of = |dtype: DType| {
        // In the midst of its type.
        let middle = match extremes(dtype) {
            (0, _) => dtype.top_bit(),
            _ => Landmarks::of(dtype).map_or(1, |landmarks| landmarks.finite(0)),
        };
        (0..3).map(move |place| {
            let mut operands = mixed_inputs(dtype, &[BOUNDED; 3], place);
            operands[place] = tensor(dtype, OF_ONE, |_| middle);
            case(NAME, "bound", operands)
        })
    };
    float_types().chain(integer_types()).flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use opconform_spec::Facts;

    use super::*;

    #[test]
    fn counts_are_as_promised() {
        let of_three = float_types().count() * 5 + integer_types().count();
        assert_eq!(diagonals(&Asked::ALL).len(), (EVERY_COUNT - 1) * (5 + 5 + 1) + of_three);
        let types = float_types().count() + integer_types().count();
        assert_eq!(broadcasts().len(), 2 * BROADCASTS.len() + types * CLAMPS.len());
        assert_eq!(bounds().len(), types * 3);
    }

    #[test]
    fn each_bound_is_the_maximum_somewhere_and_not_everywhere() {
        for case in bounds() {
            let place = case.inputs.iter().position(|input| input.len() == 1).expect("a bound");
            let facts = Facts::new(&case);
            let taken = |at: &usize| {
                let operands = facts.values_at(*at);
                case.operator.preferred(&operands) == Some(operands[place])
            };
            let count = (0..40).filter(taken).count();
            assert!((1..40).contains(&count), "{}: {count}", case.id());
        }
    }

    #[test]
    fn each_operand_has_its_turn() {
        for case in diagonals(&Asked::ALL) {
            let count = case.inputs.len();
            for (k, input) in case.inputs.iter().enumerate() {
                let bits = input.to_bits();
                assert_eq!(bits.len(), count, "{}", case.id());
                assert!((0..count).all(|i| i == k || bits[i] != bits[k]), "{}", case.id());
            }
        }
    }
}
