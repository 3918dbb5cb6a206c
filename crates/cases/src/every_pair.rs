//! Every ordered pair of two operands of a small type: too many for the suite, and few enough to be put one after another.

use std::ops::Range;

use opconform_spec::Case;
use opconform_tensor::{DType, Tensor};
use rayon::prelude::*;

use crate::draft::{case, types};

/// The name of this origin of cases.
pub const EVERY_PAIR: &str = "every-pair";

/// How many cases of `Max` hold every ordered pair of two operands of a type, and how many pairs each of them has; `None` where the type
/// has more than 16 bits, or `Max` does not take it.
pub fn every_pair(dtype: DType) -> Option<u64> {
    (matches!(dtype.size(), 1..=2) && types().contains(&dtype)).then(|| 1 << dtype.bits())
}

/// Some of these cases, by their numbers: in each, two vectors, of which the first holds the value of that number in every element, and
/// the second every value, in the order of its bits. Empty for a type that has none.
pub fn every_pair_of(dtype: DType, cases: Range<u64>) -> Vec<Case> {
    let Some(values) = every_pair(dtype) else { return Vec::new() };
    let bytes = |bits: u64| bits.to_le_bytes().into_iter().take(dtype.size());
    let operand = |bytes: &[u8]| vector(dtype, values as usize, bytes);
    let second = operand(&(0..values).flat_map(bytes).collect::<Vec<u8>>());
    let case = |first: u64| {
        let first = operand(&bytes(first).collect::<Vec<u8>>().repeat(values as usize));
        case(EVERY_PAIR, EVERY_PAIR, vec![first, second.clone()])
    };
    (cases.start..cases.end.min(values)).into_par_iter().map(case).collect()
}

/// The vector of these bytes, of as many elements.
fn vector(dtype: DType, elements: usize, bytes: &[u8]) -> Tensor {
    Tensor::from_le_bytes(dtype, &[elements], bytes).expect("as many bytes as the shape has elements")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_pair_is_there_once() {
        assert_eq!([DType::I8, DType::F16].map(every_pair), [Some(256), Some(65_536)]);
        assert_eq!([DType::F32, DType::Bool].map(every_pair), [None, None]);
        let pairs = |cases: &[Case]| {
            let bits: Vec<Vec<u64>> = cases.iter().flat_map(|case| &case.inputs).map(Tensor::to_bits).collect();
            bits.chunks(2).flat_map(|it| it[0].iter().copied().zip(it[1].iter().copied())).collect::<BTreeSet<_>>()
        };
        let cases = every_pair_of(DType::I8, 0..999);
        assert_eq!((cases.len(), pairs(&cases).len()), (256, 65_536));
        // Each case has one first operand, and every second one.
        let last = every_pair_of(DType::Bf16, 65_534..70_000);
        assert_eq!(last.len(), 2);
        assert_eq!(pairs(&last[1..]).iter().map(|(first, _)| *first).collect::<BTreeSet<_>>(), [65_535].into());
        assert_eq!(pairs(&last[1..]).len(), 65_536);
        assert!(every_pair_of(DType::F32, 0..1).is_empty());
    }
}
