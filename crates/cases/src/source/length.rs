//! Every operator of two operands, in every type, at lengths where another path of an implementation may begin.

use opconform_spec::{Case, Form, Operator};
use opconform_tensor::DType;

use super::{Asked, Source, sweep};
use crate::call::{elementwise, of_two, types};
use crate::draft::{case_of, half, mixed, mixed_inputs, tensor};
use crate::neighbours::{apart, extremum, near, scrambled};
use crate::values::{Landmarks, extremes, specials};

pub(super) mod remainder;

const NAME: &str = "length";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "every element-wise operator in every type: what goes wrong next to vectors and chunks, in tails and off a boundary",
    generate: |_, asked| {
        let of_one = |(turn, operator)| {
            let tried = [short(operator, turn, asked), long(operator, turn, asked), special(operator, asked)];
            let more = [remainder::tails(operator, turn, asked), remainder::unaligned(operator, turn, asked)];
            tried.into_iter().chain(more).flatten().collect::<Vec<_>>()
        };
        elementwise().enumerate().flat_map(of_one).collect()
    },
};

/// Lengths next to the multiples of vector widths. [`sweep`](super::sweep) has all of them of `Max`.
const SHORT: [usize; 22] = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 257];

/// Of these lengths an integer type meets one in so many, each type and operator others.
const ONE_IN: usize = 3;

/// Lengths beyond the sizes of blocks and of chunks, each with a tail.
const LONG: [usize; 2] = [1_029, LONGEST];

/// A length beyond a chunk, with a tail: that of what takes many operands, or all of one kind.
const CHUNKED: usize = 16_391;

/// A length beyond a page of bytes, with a tail: that beside which a scalar stands on its other side.
const PAGE: usize = 4_103;

/// Beyond the range of a counter of 16 bits.
const LONGEST: usize = 65_542;

/// From this length on, of which one type of each operator is tried, work may be shared among threads that share none before.
pub(super) const SHARED: usize = 98_309;

/// What the elements of two float operands are.
#[derive(Clone, Copy)]
enum Content {
    /// Zeros of both signs in both orders, and numbers.
    Zeros,
    /// A NaN in either operand or in both, and numbers.
    Nans,
    /// Both.
    Mixed,
}

/// The types of an operator that are asked for, each with its place among all of them.
pub(super) fn placed(operator: &Operator, asked: &Asked) -> impl Iterator<Item = (usize, DType)> {
    types(operator).iter().copied().enumerate().filter(|&(_, dtype)| asked.takes(operator, dtype))
}

fn short(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (place, dtype) in placed(operator, asked) {
        for (index, length) in SHORT.into_iter().enumerate() {
            let salt = (turn * 16 + place) * 512 + length;
            if !dtype.is_float() {
                if (index + place + turn).is_multiple_of(ONE_IN) {
                    cases.push(of_two(operator, NAME, "near", dtype, length, |operand, i| {
                        integer(dtype, salt, operand, i)
                    }));
                }
            } else if !sweep::has(operator) {
                for (slug, content) in [("zeros", Content::Zeros), ("nans", Content::Nans)] {
                    cases.push(of_two(operator, NAME, slug, dtype, length, |operand, i| {
                        float(dtype, content, salt, operand, i)
                    }));
                }
            }
        }
    }
    cases
}

fn long(operator: &'static Operator, turn: usize, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (place, dtype) in placed(operator, asked) {
        // A scalar is one value: each of the special ones has a case.
        let scalars = match (operator.form == Form::SpanAndScalar, dtype.is_float()) {
            (true, true) => 5,
            (true, false) => 2,
            (false, _) => 1,
        };
        let is_shared = !operator.form.is_of_spans() && place == turn % types(operator).len();
        for length in LONG.into_iter().chain(is_shared.then_some(SHARED)) {
            for scalar in 0..scalars {
                // Of several scalars all but the first are tried beyond a chunk.
                let length = if scalar > 0 { length.min(CHUNKED) } else { length };
                let salt = (turn * 16 + place) * 4 + scalar;
                let bits = |operand: usize, i: usize| match (scalar, Landmarks::of(dtype)) {
                    (4, Some(landmarks)) if operand == 1 => landmarks.sign | landmarks.one,
                    (1, None) => extremum(operator, dtype, scrambled(i as u64), operand == 1),
                    _ if i + 3 >= length => last(operator, dtype, operand, length - 1 - i),
                    (_, Some(_)) => float(dtype, Content::Mixed, salt, operand, i),
                    (_, None) => integer(dtype, salt, operand, i),
                };
                cases.push(of_two(operator, NAME, &format!("long-{scalar}"), dtype, length, bits));
                // Of each place one of the two has what is preferred.
                if operator.form == Form::Spans {
                    cases.push(of_two(operator, NAME, "long-exchanged", dtype, length, |operand, i| {
                        bits(1 - operand, i)
                    }));
                }
            }
        }
    }
    cases
}

/// Beyond a chunk, every ordered pair of special values; beside a scalar, all of them and each that is a rule of its own; and what
/// three operands make of them.
fn special(operator: &'static Operator, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (turn, dtype) in placed(operator, asked) {
        let halves = [half(dtype, false), half(dtype, true)];
        let all = specials(dtype);
        let scalars = scalars(dtype);
        if operator.form == Form::SpanAndScalar {
            let beside = |&scalar: &u64| {
                let bits = |operand: usize, i: usize| if operand == 0 { all[i % all.len()] } else { scalar };
                of_two(operator, NAME, "long-beside", dtype, CHUNKED, bits)
            };
            cases.extend(scalars.iter().map(beside));
            continue;
        }
        cases.push(of_two(operator, NAME, "long-pairs", dtype, CHUNKED, |k, i| halves[k][i % halves[k].len()]));
        if operator.form.broadcasts() {
            for (place, scalar) in scalars.into_iter().enumerate() {
                // Both zeros on one side: of a maximum and of a minimum one of them meets the other zero in the wrong order.
                for (side, length) in [((place / 2 + turn) % 2, CHUNKED), ((place / 2 + turn + 1) % 2, PAGE)] {
                    let mut operands = vec![mixed(dtype, &[length], 0, turn), tensor(dtype, &[], |_| scalar)];
                    operands.rotate_left(side);
                    cases.push(case_of(operator, NAME, "long-beside", operands, &[]));
                }
            }
        }
        if operator.form == Form::OnnxVariadic {
            cases.push(case_of(operator, NAME, "long-three", mixed_inputs(dtype, &[&[CHUNKED][..]; 3], turn), &[]));
        }
    }
    cases
}

/// The values of a scalar that implementations have rules of their own for.
fn scalars(dtype: DType) -> Vec<u64> {
    let (least, greatest) = extremes(dtype);
    match Landmarks::of(dtype) {
        Some(landmarks @ &Landmarks { sign, .. }) => {
            vec![least, greatest, 0, sign, sign | landmarks.signalling(5).unwrap_or(landmarks.nan(5))]
        }
        None => vec![least, greatest],
    }
}

/// The last elements of a tail, from the end: two numbers of which the second is preferred; of floats two zeros of which it is, and
/// a NaN and a number; of integers such that another order has otherwise.
pub(super) fn last(operator: &Operator, dtype: DType, operand: usize, from_end: usize) -> u64 {
    let (least, greatest) = extremes(dtype);
    let prefers = (operand == 1) != operator.is_minimum();
    match (from_end, Landmarks::of(dtype)) {
        (0, _) => [least, greatest][usize::from(prefers)],
        (1, Some(landmarks)) => [landmarks.sign, 0][usize::from(prefers)],
        (_, Some(landmarks)) => [landmarks.nan(1), landmarks.one][operand],
        // By half the width, and by a float.
        (_, None) => extremum(operator, dtype, [2, 0][from_end - 1], operand == 1),
    }
}

/// An element of a float operand. The first pair is special, since a scalar is compared with all of the other operand.
fn float(dtype: DType, content: Content, salt: usize, operand: usize, i: usize) -> u64 {
    let landmarks = Landmarks::of(dtype).expect("a float type");
    let number = scrambled((salt << 20 | i) as u64);
    let kind = if i == 0 { salt as u64 % 2 } else { number >> 8 & 3 };
    let (sign, is_first) = (landmarks.sign, (operand == 0) == (kind == 0));
    let nans = match content {
        Content::Zeros => false,
        Content::Nans => true,
        Content::Mixed if i == 0 => salt & 2 == 2,
        Content::Mixed => number & 1 == 1,
    };
    let one = landmarks.one | if number & 2 == 0 { sign } else { 0 };
    match (kind, nans) {
        (0 | 1, false) => {
            if is_first {
                0
            } else {
                sign
            }
        }
        (0 | 1, true) => {
            if is_first {
                landmarks.nan(1)
            } else {
                one
            }
        }
        (2, false) => {
            if operand == 0 {
                sign
            } else {
                one
            }
        }
        (2, true) => landmarks.nan(1 + operand) | if number & 2 == 0 { sign } else { 0 },
        _ => {
            landmarks.finite((number >> 16) as usize + 3 * operand)
                | if number >> (2 + operand) & 1 == 0 { sign } else { 0 }
        }
    }
}

/// An element of an operand of integers: by turns near one number that the whole case has, and of a pair of its own.
fn integer(dtype: DType, salt: usize, operand: usize, i: usize) -> u64 {
    let number = scrambled((salt << 20 | i) as u64);
    if dtype == DType::Bool {
        return number >> operand & 1;
    }
    let pair = if i == 0 || number & 1 == 0 {
        let centre = scrambled(salt as u64);
        let centre = centre >> (centre % u64::from(dtype.bits()));
        [near(centre, number >> 8), near(centre, number >> 16)]
    } else {
        apart(dtype, number)
    };
    pair[operand] & dtype.mask()
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use opconform_spec::Facts;
    use opconform_tensor::Class::{self, NegativeZero, PositiveNormal, PositiveZero, QuietNan};
    use opconform_tensor::Tensor;

    use super::*;
    use crate::Settings;

    /// Every operator in every type meets a length of each class, and no case is refused.
    #[test]
    fn every_operator_meets_every_class_of_lengths_in_every_type() {
        let mut met: HashMap<(&Operator, DType), HashSet<usize>> = HashMap::new();
        for case in (SOURCE.generate)(&Settings::default(), &Asked::ALL) {
            assert_eq!(Facts::new(&case).invalid(), None, "{}", case.id());
            let longest = case.inputs.iter().map(Tensor::len).max().unwrap_or(0);
            let class = LONG.iter().filter(|&&length| longest >= length).count();
            met.entry((case.operator, case.inputs[0].dtype())).or_default().insert(class);
        }
        for operator in elementwise() {
            for &dtype in types(operator) {
                let classes = if sweep::has(operator) && dtype.is_float() { LONG.len() } else { LONG.len() + 1 };
                assert_eq!(met[&(operator, dtype)].len(), classes, "{} {dtype}", operator.qualified());
            }
        }
    }

    /// Zeros of both orders and a NaN on either side stand in the tail after the last whole vector, in each operator and type.
    #[test]
    fn tails_meet_zeros_and_nans_in_both_orders() {
        let mut met: HashMap<(&Operator, DType), HashSet<(Class, Class)>> = HashMap::new();
        for case in elementwise()
            .filter(|&operator| !sweep::has(operator) && !operator.form.is_of_spans())
            .enumerate()
            .flat_map(|(turn, operator)| short(operator, turn, &Asked::ALL))
        {
            let [a, b] = [0, 1].map(|k| case.inputs[k].to_bits());
            let dtype = case.inputs[0].dtype();
            let whole = a.len() - a.len() % (32 / dtype.size());
            let pairs = a[whole..].iter().zip(&b[whole..]).map(|(&a, &b)| (Class::of(dtype, a), Class::of(dtype, b)));
            met.entry((case.operator, dtype)).or_default().extend(pairs);
        }
        for ((operator, dtype), pairs) in met.iter().filter(|((_, dtype), _)| dtype.is_float()) {
            for pair in [
                (PositiveZero, NegativeZero),
                (NegativeZero, PositiveZero),
                (QuietNan, PositiveNormal),
                (PositiveNormal, QuietNan),
            ] {
                assert!(pairs.contains(&pair), "{} {dtype} {pair:?}", operator.qualified());
            }
        }
    }
}
