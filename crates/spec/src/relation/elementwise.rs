//! Relations of the operators that take their operands element by element: order, nesting, repetition, broadcasting; and
//! monotonicity, which is every operator's.

use std::cmp::Ordering;

use opconform_tensor::{DType, Tensor, Value, broadcast_indices, element_count};

use super::{Comparable, Metamorphic, settled, tensor, with_bits};
use crate::case::Case;
use crate::operator::{Operator, max, numpy_maximum};
use crate::order::decode;
use crate::trial::Sentence;
use crate::verdict::{Decision, Verdict};

/// The operators that take their operands element by element, each in the same way.
pub(crate) const OPERATORS: &[&Operator] = &[
    &max::MAX,
    &max::MIN,
    &numpy_maximum::MAXIMUM,
    &numpy_maximum::MINIMUM,
    &numpy_maximum::FMAX,
    &numpy_maximum::FMIN,
];

/// Elements that related cases have at most: what a relation finds, it finds in small cases.
const LIMIT: usize = 1 << 14;
/// Operands that are nested at most.
const DEEPEST: usize = 16;

/// Whether a case has operands of which the order, the number or the shape can be changed.
pub(crate) fn has_several(case: &Case) -> bool {
    case.operands().len() > 1 && is_small(case)
}

/// Whether a case has operands that can be spread out.
pub(crate) fn has_several_shapes(case: &Case) -> bool {
    has_several(case) && case.operands().windows(2).any(|pair| pair[0].shape() != pair[1].shape())
}

/// Whether a case is small enough for its related cases.
pub(crate) fn is_small(case: &Case) -> bool {
    case.elements() <= LIMIT
}

/// With its operands in reverse.
pub(crate) fn commutes(related: &mut Metamorphic) -> Decision {
    let case = related.case();
    let mut inputs = case.inputs.clone();
    inputs[..case.operands().len()].reverse();
    let mut decision = settled(related.same(&case.clone().with_inputs(inputs), "with its operands in reverse"));
    if let (Verdict::Violates(witness), Ok((answer, _))) = (&mut decision.verdict, related.answer()) {
        let own = witness.position.map(|position| answer.bits_at(position));
        // What was found for the operands in reverse is shown with them as they stood there.
        if own != witness.found.map(Value::bits) {
            witness.operands.reverse();
        }
    }
    decision
}

/// Whether a case has enough operands to nest them.
pub(crate) fn can_be_nested(case: &Case) -> bool {
    (3..=DEEPEST).contains(&case.inputs.len()) && is_small(case)
}

/// With all but one of its operands taken together first: the last, or the first.
pub(crate) fn associates(related: &mut Metamorphic) -> Decision {
    let case = related.case();
    let Some(((first, after), (last, before))) = case.inputs.split_first().zip(case.inputs.split_last()) else {
        return Decision::NOT_APPLICABLE;
    };
    let nested = |inputs: &[Tensor]| case.clone().with_inputs(inputs.to_vec());
    let left = |related: &mut Metamorphic| {
        let how = "with all operands but the last taken first";
        let inner = related.tell(&nested(before))?;
        related.same(&nested(&[inner, last.clone()]), how)
    };
    let right = |related: &mut Metamorphic| {
        let how = "with all operands but the first taken first";
        let inner = related.tell(&nested(after))?;
        related.same(&nested(&[first.clone(), inner]), how)
    };
    settled(left(related)).and(settled(right(related)))
}

/// The result taken with itself.
pub(crate) fn idempotent(related: &mut Metamorphic) -> Decision {
    let with_itself = |related: &mut Metamorphic| {
        let (answer, _) = related.answer()?;
        let case = related.case();
        let twice = Case::new(
            case.operator,
            case.opset,
            vec![answer.clone(), answer.clone()],
            case.slug(),
            case.origin.clone(),
        );
        related.same(&twice, "the result taken with itself")
    };
    settled(with_itself(related))
}

/// With its operands spread out to the result's shape.
pub(crate) fn broadcasts(related: &mut Metamorphic) -> Decision {
    let spread_out = |related: &mut Metamorphic| {
        let (answer, _) = related.answer()?;
        let case = related.case();
        let shape = answer.shape();
        let count = element_count(shape).filter(|&count| count <= LIMIT).ok_or(Decision::NOT_APPLICABLE)?;
        if count == 0 || case.operands().iter().all(|operand| operand.shape() == shape) {
            return Err(Decision::NOT_APPLICABLE);
        }
        let spread = |operand: &Tensor| {
            let bits = operand.to_bits();
            let spread: Vec<u64> =
                broadcast_indices(operand.shape(), shape).into_iter().map(|index| bits[index]).collect();
            tensor(operand.dtype(), shape, &spread)
        };
        let mut inputs = case.operands().iter().map(spread).collect::<Comparable<Vec<_>>>()?;
        inputs.extend_from_slice(&case.inputs[inputs.len()..]);
        related.same(&case.clone().with_inputs(inputs), "with its operands spread out to the result's shape")
    };
    settled(spread_out(related))
}

/// With its first operand raised: by the least there is, and to the most there is.
pub(crate) fn monotone(related: &mut Metamorphic) -> Decision {
    let by_the_least = raised(related, "with the first operand raised by the least there is", successor);
    let to_the_most = raised(related, "with the first operand raised to the most there is", |dtype, _| top(dtype));
    settled(by_the_least).and(settled(to_the_most))
}

fn raised(related: &mut Metamorphic, how: &str, raise: fn(DType, u64) -> u64) -> Comparable<Decision> {
    let (_, dtype) = related.answer()?;
    let is_nan = |bits| Value::new(dtype, bits).class().is_nan();
    let raise = |bits: u64| if is_nan(bits) { bits } else { raise(dtype, bits) };
    let higher = with_bits(related.case(), |place, input| {
        (place == 0).then(|| input.to_bits().into_iter().map(raise).collect::<Vec<u64>>())
    })?;
    let higher = related.tell(&higher)?.to_bits();
    let facts = related.trial.facts;
    Ok(related.each_decided(|position, found| {
        let other = higher[position];
        if facts.reference(facts.representative_of(position)).has_nan {
            return Sentence::Silent;
        }
        match decode(dtype, found).compare(decode(dtype, other)) {
            Some(Ordering::Greater) => related.broken(position, [found, other], how),
            Some(_) => Sentence::Holds,
            None => Sentence::Silent,
        }
    }))
}

/// The next number upward, of zeros of both signs the positive one; the greatest is its own.
fn successor(dtype: DType, bits: u64) -> u64 {
    let sign = dtype.top_bit();
    if bits == top(dtype) {
        bits
    } else if dtype.is_float() && bits & sign != 0 {
        if bits == sign { 0 } else { bits - 1 }
    } else {
        bits.wrapping_add(1) & dtype.mask()
    }
}

/// The bits of the greatest number.
fn top(dtype: DType) -> u64 {
    crate::direction::Direction::Min.identity(dtype)
}

impl Metamorphic<'_> {
    /// A related case has the result of this one.
    fn same(&mut self, case: &Case, how: &str) -> Comparable<Decision> {
        let other = self.tell(case)?;
        Ok(self.equals(&other.to_bits(), how))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_successor_is_the_next_number() {
        for dtype in DType::ALL {
            let mut bits = crate::direction::Direction::Max.identity(dtype);
            for _ in 0..600 {
                let next = successor(dtype, bits);
                let order = decode(dtype, bits).compare(decode(dtype, next));
                let is_zero = Value::new(dtype, bits).class().is_float_zero();
                let expected =
                    if bits == top(dtype) || is_zero && next == 0 { Ordering::Equal } else { Ordering::Less };
                assert_eq!(order, Some(expected), "{dtype} {bits:#x} {next:#x}");
                bits = next;
            }
            assert_eq!(successor(dtype, top(dtype)), top(dtype));
        }
        for dtype in [DType::I8, DType::I16, DType::I32, DType::I64] {
            assert_eq!(successor(dtype, dtype.mask()), 0, "{dtype}: after −1");
        }
        let parse = |text| Value::parse(DType::F32, text).expect("a value").bits();
        for (number, next) in
            [("-0.0", "0.0"), ("0.0", "min_subnormal"), ("-min_subnormal", "-0.0"), ("max_finite", "inf")]
        {
            assert_eq!(successor(DType::F32, parse(number)), parse(next), "{number}");
        }
    }
}
