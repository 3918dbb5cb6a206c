//! Every ordered pair of two operands of a small type: too many for the suite, and few enough to be put one after another.

use std::ops::Range;

use opconform_spec::Case;
use opconform_tensor::{DType, Tensor};
use rayon::prelude::*;

use crate::draft::{case, types};

/// The name of this origin of cases.
pub const EVERY_PAIR: &str = "every-pair";

/// The pairs of a case: all that a 16-bit operand makes, or all that there are of an 8-bit type.
const PAIRS: u64 = 1 << 16;

/// How many cases of `Max` hold every ordered pair of two operands of a type; `None` where the type has more than 16 bits, or
/// `Max` does not take it.
pub fn every_pair(dtype: DType) -> Option<u64> {
    let values = values(dtype).filter(|_| types().contains(&dtype))?;
    Some(values * values / PAIRS)
}

/// Some of these cases, by their numbers: in each, operands of shape 65536, the second of which runs through every value, in the
/// order of its bits, for each of the first. Empty for a type that has none.
pub fn every_pair_of(dtype: DType, cases: Range<u64>) -> Vec<Case> {
    let (Some(all), Some(values)) = (every_pair(dtype), values(dtype)) else { return Vec::new() };
    let bytes = dtype.size();
    let in_order: Vec<u8> = (0..values).flat_map(|bits| bits.to_le_bytes().into_iter().take(bytes)).collect();
    let second = operand(dtype, &in_order.repeat((PAIRS / values) as usize));
    let case = |number: u64| {
        let firsts = number * PAIRS / values..(number + 1) * PAIRS / values;
        let first: Vec<u8> = firsts.flat_map(|bits| bits.to_le_bytes()[..bytes].repeat(values as usize)).collect();
        self::case(EVERY_PAIR, EVERY_PAIR, vec![operand(dtype, &first), second.clone()])
    };
    (cases.start..cases.end.min(all)).into_par_iter().map(case).collect()
}

/// The operand of these bytes: as many elements as a case has pairs.
fn operand(dtype: DType, bytes: &[u8]) -> Tensor {
    Tensor::from_le_bytes(dtype, &[PAIRS as usize], bytes).expect("as many bytes as the shape has elements")
}

/// How many values an element of a small type can have.
fn values(dtype: DType) -> Option<u64> {
    match dtype.size() {
        bytes @ 1..=2 if dtype != DType::Bool => Some(1 << (8 * bytes)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_pair_is_there_once() {
        assert_eq!(every_pair(DType::I8), Some(1));
        assert_eq!(every_pair(DType::F16), Some(65_536));
        assert_eq!([DType::F32, DType::Bool].map(every_pair), [None, None]);
        let cases = every_pair_of(DType::I8, 0..9);
        let pairs = |case: &Case| {
            let bits: Vec<Vec<u64>> = case.inputs.iter().map(Tensor::to_bits).collect();
            bits[0].iter().copied().zip(bits[1].iter().copied()).collect::<BTreeSet<_>>()
        };
        assert_eq!((cases.len(), pairs(&cases[0]).len()), (1, 65_536));
        // Of a larger type each case has one first operand, and every second one.
        let last = every_pair_of(DType::Bf16, 65_534..70_000);
        assert_eq!(last.len(), 2);
        assert_eq!(pairs(&last[1]).iter().map(|(first, _)| *first).collect::<BTreeSet<_>>(), [65_535].into());
        assert_eq!(pairs(&last[1]).len(), 65_536);
        assert!(every_pair_of(DType::F32, 0..1).is_empty());
    }
}
