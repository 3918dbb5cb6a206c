//! How many pairs of operands there are of each class: what counts of all pairs must add up to.

use core::cmp::Ordering;
use std::collections::BTreeMap;

use opconform_tensor::{DType, Float};

use crate::cell::{Kind, Order, number};
use crate::order::ascending;

/// What is told apart of two operands: what each is, and how the first stands to the second.
pub type PairClass = (Kind, Kind, Order);

/// How many of the pairs of each of these first operands with every second one, of a type of 8 or 16 bits, are of which class.
pub fn classes(dtype: DType, firsts: impl IntoIterator<Item = u64>) -> BTreeMap<PairClass, u64> {
    let (mut numbers, mut nans) = (BTreeMap::<Kind, Vec<f64>>::new(), BTreeMap::<Kind, u64>::new());
    for bits in 0..=dtype.mask() {
        let kind = Kind::of(dtype, bits);
        match number(dtype, bits) {
            Some(number) => numbers.entry(kind).or_default().push(number),
            None => *nans.entry(kind).or_default() += 1,
        }
    }
    for of_kind in numbers.values_mut() {
        of_kind.sort_by(|&x, &y| ascending(x, y));
    }
    let mut classes = BTreeMap::new();
    for first in firsts {
        let kind = Kind::of(dtype, first);
        let mut add =
            |second: Kind, order: Order, count: u64| *classes.entry((kind, second, order)).or_default() += count;
        let Some(x) = number(dtype, first) else {
            for (&second, of_kind) in &numbers {
                add(second, Order::Unordered, of_kind.len() as u64);
            }
            let near = near(dtype, first);
            for (&second, &count) in &nans {
                let of_kind = near.iter().filter(|&&it| Kind::of(dtype, it) == second);
                of_kind.clone().for_each(|&it| add(second, Order::of(dtype, first, it), 1));
                add(second, Order::Unordered, count - of_kind.count() as u64);
            }
            continue;
        };
        for (&second, &count) in &nans {
            add(second, Order::Unordered, count);
        }
        for (&second, of_kind) in &numbers {
            let below = of_kind.partition_point(|&y| ascending(y, x) == Ordering::Less);
            let up_to = of_kind.partition_point(|&y| ascending(y, x) != Ordering::Greater);
            add(second, Order::Greater, below as u64);
            add(second, Order::Same, (up_to - below) as u64);
            add(second, Order::Less, (of_kind.len() - up_to) as u64);
        }
    }
    classes.retain(|_, count| *count > 0);
    classes
}

/// The NaNs that differ from one in the bit that makes them quiet and in their sign at most, that one among them.
fn near(dtype: DType, nan: u64) -> Vec<u64> {
    let float = dtype.float();
    let sign = float.map_or(0, Float::sign);
    let quiet = float.and_then(Float::quiet_bit).unwrap_or(0);
    let mut near: Vec<u64> = [0, quiet, sign, quiet | sign].into_iter().map(|bits| nan ^ bits).collect();
    near.retain(|&bits| number(dtype, bits).is_none());
    near.sort_unstable();
    near.dedup();
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_as_many_pairs_as_are_counted_one_by_one() {
        let of_f16 = vec![0, 0x8000, 1, 0x3c00, 0x7c00, 0xfc00, 0x7e00, 0xfe00, 0x7c01, 0x7e01, 0xfc01, 0xffff];
        let short = DType::ALL.into_iter().filter(|dtype| dtype.bits() == 8 && *dtype != DType::Bool);
        for (dtype, firsts) in short.map(|dtype| (dtype, (0..256).collect())).chain([(DType::F16, of_f16)]) {
            let mut counted = BTreeMap::new();
            for &first in &firsts {
                for second in 0..=dtype.mask() {
                    let [a, b] = [first, second].map(|bits| Kind::of(dtype, bits));
                    *counted.entry((a, b, Order::of(dtype, first, second))).or_default() += 1;
                }
            }
            assert!(classes(dtype, firsts) == counted, "{dtype}");
        }
    }
}
