//! What can be said of a case before anyone has answered it. Worked out once, shared by every clause and backend.

use std::cmp::Ordering;

use opconform_tensor::{BroadcastError, Class, DType, Tensor, Value, broadcast, broadcast_indices, element_count};

use crate::case::Case;
use crate::order::decode;
use crate::profile::Operands;

/// How many operand elements may meet in a broadcast result (its elements, times the operands) for a case to be judged.
///
/// Two small operands can broadcast to more elements than memory holds: such a case is not judged, and says so.
const MEETING_LIMIT: usize = 1 << 24;

/// What the case is, and what its operands are at each element of the result.
#[derive(Debug)]
pub struct Facts<'a> {
    /// The case.
    pub case: &'a Case,
    /// The version of the operator's definition that is in force; `None` before the first.
    pub version: Option<u32>,
    /// The element type that all operands share; `None` when they differ or there is none.
    pub dtype: Option<DType>,
    /// The broadcast shape.
    pub shape: Result<Vec<usize>, BroadcastError>,
    /// The operands broadcast to more than can be judged: no element of the result is known.
    is_too_large: bool,
    operands: Vec<Operand>,
    reference: Vec<Reference>,
    special_pairs: Vec<usize>,
}

/// One operand, and where each element of the result finds its element in it.
#[derive(Debug)]
struct Operand {
    bits: Vec<u64>,
    /// `None` when the operand has the result's shape.
    indices: Option<Vec<usize>>,
}

/// What the operands at one element of the result have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reference {
    /// The first NaN in operand order.
    pub(crate) first_nan: Option<u64>,
    /// The greatest number by value; where zeros of both signs are the greatest, +0. `None` when all operands are NaN.
    pub(crate) greatest: Option<u64>,
}

impl<'a> Facts<'a> {
    /// Works out the facts of a case.
    pub fn new(case: &'a Case) -> Self {
        let dtype = match case.inputs.split_first() {
            Some((first, rest)) if rest.iter().all(|input| input.dtype() == first.dtype()) => Some(first.dtype()),
            _ => None,
        };
        let shape = broadcast(case.inputs.iter().map(Tensor::shape));
        let mut facts = Self {
            case,
            version: case.operator.version_at(case.opset),
            dtype,
            is_too_large: shape.as_ref().is_ok_and(|shape| is_too_large(shape, case.inputs.len())),
            shape,
            operands: Vec::new(),
            reference: Vec::new(),
            special_pairs: Vec::new(),
        };
        if let (Some(dtype), Ok(shape), false) = (dtype, &facts.shape, facts.is_too_large) {
            let count = element_count(shape).unwrap_or(0);
            facts.operands = case
                .inputs
                .iter()
                .map(|input| Operand {
                    bits: input.to_bits(),
                    indices: (input.shape() != shape && count > 0).then(|| broadcast_indices(input.shape(), shape)),
                })
                .collect();
            facts.reference = (0..count).map(|position| Reference::of(dtype, facts.operands_at(position))).collect();
            if case.inputs.len() == 2 && dtype.is_float() {
                let special = |&position: &usize| is_special_pair(dtype, facts.operands_at(position));
                facts.special_pairs = (0..count).filter(special).collect();
            }
        }
        facts
    }

    /// The bits of the operands that broadcast to the element at a row-major position of the result.
    pub(crate) fn operands_at(&self, position: usize) -> impl Iterator<Item = u64> + Clone {
        self.operands.iter().map(move |operand| match &operand.indices {
            None => operand.bits[position],
            Some(indices) => operand.bits[indices[position]],
        })
    }

    /// Whether the operands at a row-major position are known: it is one of a result that is worked out.
    pub(crate) fn has_element(&self, position: usize) -> bool {
        position < self.reference.len()
    }

    /// The same, as values; none where there is no such element.
    pub fn values_at(&self, position: usize) -> Vec<Value> {
        self.dtype
            .filter(|_| self.has_element(position))
            .map(|dtype| self.operands_at(position).map(|bits| Value::new(dtype, bits)).collect())
            .unwrap_or_default()
    }

    /// The operands at an element, as far as a profile needs to know them.
    pub(crate) fn operands(&self, position: usize) -> Operands {
        let reference = self.reference[position];
        let greatest_is_zero = match (self.dtype, reference.greatest) {
            (Some(dtype), Some(greatest)) => decode(dtype, greatest).is_float_zero(),
            _ => false,
        };
        Operands { count: self.operands.len(), reference, greatest_is_zero }
    }

    /// Whether operands of one type, whose shapes fit, have more elements in their result than are judged.
    pub(crate) fn is_too_large(&self) -> bool {
        self.is_too_large && self.dtype.is_some() && (self.broadcasts_allowed() || self.equal_shapes())
    }

    /// Whether the operator, at the version in force, has an answer that can be judged: one listed type, and shapes that
    /// fit and are not too large.
    pub(crate) fn is_well_formed(&self) -> bool {
        self.type_is_listed()
            && self.shape.is_ok()
            && !self.is_too_large
            && (self.broadcasts_allowed() || self.equal_shapes())
    }

    /// The positions at which two operands meet of which one is a NaN or subnormal, or both are zeros.
    pub(crate) fn special_pairs(&self) -> &[usize] {
        &self.special_pairs
    }

    /// Whether the operator broadcasts at the version in force.
    pub(crate) fn broadcasts_allowed(&self) -> bool {
        self.version.is_some_and(self.case.operator.broadcasts)
    }

    /// The row-major positions of the result; none when the operands do not fit together.
    pub(crate) fn positions(&self) -> std::ops::Range<usize> {
        0..self.reference.len()
    }

    /// Whether all operands have one shape.
    pub(crate) fn equal_shapes(&self) -> bool {
        self.case.inputs.windows(2).all(|pair| pair[0].shape() == pair[1].shape())
    }

    /// Whether the operands' element type is one of the operator's at the version in force.
    pub(crate) fn type_is_listed(&self) -> bool {
        match (self.dtype, self.version) {
            (Some(dtype), Some(version)) => (self.case.operator.types)(version).contains(&dtype),
            _ => false,
        }
    }

    /// Whether a dimension of 0 meets a dimension of 1: NumPy and ONNX broadcast them to 0, a rule that takes the maximum
    /// of the dimensions does not.
    pub(crate) fn zero_meets_one(&self) -> bool {
        let Ok(shape) = &self.shape else { return false };
        let rank = shape.len();
        let dimension = |input: &Tensor, axis: usize| {
            let missing = rank - input.shape().len();
            if axis < missing { 1 } else { input.shape()[axis - missing] }
        };
        (0..rank).any(|axis| shape[axis] == 0 && self.case.inputs.iter().any(|input| dimension(input, axis) == 1))
    }
}

/// Whether more operand elements would meet in a result of this shape than are judged.
fn is_too_large(shape: &[usize], operands: usize) -> bool {
    let meetings = element_count(shape).and_then(|count| count.checked_mul(operands));
    meetings.is_none_or(|meetings| meetings > MEETING_LIMIT)
}

/// Whether a source may leave the result of two operands open: a NaN, a subnormal, or nothing but zeros among them.
fn is_special_pair(dtype: DType, mut operands: impl Iterator<Item = u64> + Clone) -> bool {
    let class = |bits| Class::of(dtype, bits);
    let open = |class: Class| class.is_nan() || matches!(class, Class::PositiveSubnormal | Class::NegativeSubnormal);
    operands.clone().map(class).any(open) || operands.all(|bits| class(bits).is_float_zero())
}

impl Reference {
    fn of(dtype: DType, operands: impl Iterator<Item = u64>) -> Self {
        let mut reference = Self { first_nan: None, greatest: None };
        for bits in operands {
            let number = decode(dtype, bits);
            let Some(greatest) = reference.greatest else {
                match number.compare(number) {
                    None => reference.first_nan = reference.first_nan.or(Some(bits)),
                    Some(_) => reference.greatest = Some(bits),
                }
                continue;
            };
            match number.compare(decode(dtype, greatest)) {
                None => reference.first_nan = reference.first_nan.or(Some(bits)),
                Some(Ordering::Greater) => reference.greatest = Some(bits),
                // Equal by value and different in bits: zeros. The all-zero bits are +0.
                Some(Ordering::Equal) if bits == 0 => reference.greatest = Some(bits),
                Some(_) => {}
            }
        }
        reference
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(names: &[&str]) -> (Option<u64>, Option<u64>) {
        let parse = |name: &&str| Value::parse(DType::F16, name).expect("a value").bits();
        let Reference { first_nan, greatest } = Reference::of(DType::F16, names.iter().map(parse));
        (first_nan, greatest)
    }

    #[test]
    fn the_limit_counts_each_operand_and_does_not_overflow() {
        assert!(!is_too_large(&[MEETING_LIMIT / 2], 2));
        assert!(is_too_large(&[MEETING_LIMIT / 2 + 1], 2));
        assert!(is_too_large(&[usize::MAX, 2], 1));
        assert!(is_too_large(&[usize::MAX], 2));
        assert!(!is_too_large(&[usize::MAX, 2, 0], 2));
        assert!(!is_too_large(&[], 0));
    }

    #[test]
    fn the_first_nan_and_the_greatest_number_wherever_they_stand() {
        let (nan, other) = ("nan:0x7e01", "nan:0xfd00");
        assert_eq!(reference(&[]), (None, None));
        assert_eq!(reference(&[nan]), (Some(0x7e01), None));
        assert_eq!(reference(&[other, nan]), (Some(0xfd00), None));
        assert_eq!(reference(&[nan, "-inf", other]), (Some(0x7e01), Some(0xfc00)));
        assert_eq!(reference(&["-1.0", other, "1.0", nan]), (Some(0xfd00), Some(0x3c00)));
        assert_eq!(reference(&["-0.0", "-1.0", "-0.0"]), (None, Some(0x8000)));
        for zeros in [["-0.0", "0.0"], ["0.0", "-0.0"]] {
            assert_eq!(reference(&zeros), (None, Some(0)));
        }
    }
}
