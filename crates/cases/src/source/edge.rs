//! Every ordered pair of kinds of value, in every numeric type.
//!
//! A pair is tried twice: as one element, which no vector takes, and as [`VECTOR`] elements that hold every pair of members.
//! All pairs of a type share these two shapes, so that a backend which compiles for each shape compiles little.

use opconform_spec::Case;

use super::{Asked, Source};
use crate::draft::{case, max, tensor, types};
use crate::values::{MEMBERS, kinds, specials};

const NAME: &str = "edge";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "every ordered pair of kinds of value: zeros, subnormals, neighbours, extremes, infinities, NaNs",
    generate: |_, asked| generate(asked),
};

/// Elements of the long form: enough for every pair of members of two kinds.
const VECTOR: usize = MEMBERS * MEMBERS;

fn generate(asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for &dtype in types().iter().filter(|&&dtype| asked.takes(max(), dtype)) {
        let kinds = kinds(dtype);
        for first in kinds {
            for second in kinds {
                let slug = format!("{}-vs-{}", first.name, second.name);
                let (a, b) = (&first.bits, &second.bits);
                for length in [1, VECTOR] {
                    let left = tensor(dtype, &[length], |i| a[i / b.len() % a.len()]);
                    let right = tensor(dtype, &[length], |i| b[i % b.len()]);
                    cases.push(case(NAME, &slug, vec![left, right]));
                }
            }
        }
        let values = specials(dtype);
        let row = tensor(dtype, &[values.len()], |i| values[i]);
        let column = row.clone().reshape(&[values.len(), 1]).expect("as many elements");
        cases.push(case(NAME, "identity", vec![row.clone()]));
        cases.push(case(NAME, "all-pairs", vec![column, row]));
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_two_cases_a_pair_of_kinds_and_two_a_type() {
        let pairs: usize = types().iter().map(|&dtype| kinds(dtype).len().pow(2)).sum();
        assert_eq!(generate(&Asked::ALL).len(), 2 * pairs + 2 * types().len());
    }

    #[test]
    fn the_long_form_holds_every_pair_of_members() {
        for case in generate(&Asked::ALL).iter().filter(|case| case.inputs[0].shape() == [VECTOR]) {
            let mut pairs: Vec<_> = case.inputs[0].to_bits().into_iter().zip(case.inputs[1].to_bits()).collect();
            pairs.sort_unstable();
            pairs.dedup();
            let members = |input: usize| {
                let mut bits = case.inputs[input].to_bits();
                bits.sort_unstable();
                bits.dedup();
                bits.len()
            };
            assert_eq!(pairs.len(), members(0) * members(1), "{}", case.id());
        }
    }
}
