//! Element types: mixed ones, those that a version does not list, and the legacy attribute.

use opconform_spec::{Attribute, Attributes, Case};
use opconform_tensor::DType;

use super::Source;
use crate::draft::{case, case_at, float_types, max, mixed, mixed_inputs, types};

const NAME: &str = "types";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "every pair of distinct element types, every type at every operator set, the attribute consumed_inputs",
    generate: |_, _| [mixed_types(), every_type(), consumed_inputs(), unlisted_types()].concat(),
};

/// The types that are tried with all others and at every operator set.
fn tried() -> impl Iterator<Item = DType> + Clone {
    types().iter().copied().chain([DType::Bool])
}

/// The shape of every operand.
const SHAPE: &[usize] = &[3];

/// As many elements as all special values meet numbers in.
const LONG: &[usize] = &[40];

/// Operands of distinct types, which no version promotes; and one of another type after two that agree.
fn mixed_types() -> Vec<Case> {
    let mut cases = Vec::new();
    for (i, first) in tried().enumerate() {
        for (j, second) in tried().enumerate().filter(|&(j, _)| j != i) {
            let slug = format!("{first}-with-{second}");
            cases.push(case(NAME, &slug, vec![mixed(first, SHAPE, 0, j), mixed(second, SHAPE, 1, j)]));
            if j == (i + 1) % tried().count() {
                let three = [first, first, second];
                let inputs = three.into_iter().enumerate().map(|(k, dtype)| mixed(dtype, SHAPE, k, j)).collect();
                cases.push(case(NAME, &format!("{first}-twice-with-{second}"), inputs));
            }
        }
    }
    cases
}

/// Every type at every operator set, listed there or not, with one operand and with two.
fn every_type() -> Vec<Case> {
    let mut cases = Vec::new();
    for &opset in max().versions {
        for dtype in tried() {
            let slug = if (max().types)(opset).contains(&dtype) { "listed" } else { "unlisted" };
            cases.push(case_at(opset, NAME, slug, mixed_inputs(dtype, &[SHAPE], 0)));
            cases.push(case_at(opset, NAME, slug, mixed_inputs(dtype, &[SHAPE, SHAPE], 1)));
        }
    }
    cases
}

/// "legacy optimization attribute" of version 1: it changes nothing.
fn consumed_inputs() -> Vec<Case> {
    let each = |dtype: DType| {
        [vec![0, 0], vec![1, 0], vec![1, 1]].map(|consumed| {
            let slug = format!("consumed-inputs-{}-{}", consumed[0], consumed[1]);
            let attributes = Attributes::from([("consumed_inputs".to_owned(), Attribute::Ints(consumed))]);
            case_at(1, NAME, &slug, mixed_inputs(dtype, &[LONG, LONG], 0)).with_attributes(attributes)
        })
    };
    float_types().filter(|dtype| (max().types)(1).contains(dtype)).flat_map(each).collect()
}

/// Each type that is listed nowhere: alone, with itself, and on either side of a float and of an integer.
fn unlisted_types() -> Vec<Case> {
    let each = |dtype: DType| {
        let mut cases = vec![
            case(NAME, "unlisted", mixed_inputs(dtype, &[SHAPE], 0)),
            case(NAME, "unlisted", mixed_inputs(dtype, &[SHAPE, SHAPE], 1)),
        ];
        for [first, second] in [DType::F16, DType::U8].into_iter().flat_map(|other| [[dtype, other], [other, dtype]]) {
            let slug = format!("{first}-with-{second}");
            cases.push(case(NAME, &slug, vec![mixed(first, SHAPE, 0, 1), mixed(second, SHAPE, 1, 1)]));
        }
        cases
    };
    DType::ALL.into_iter().filter(|dtype| tried().all(|tried| tried != *dtype)).flat_map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_as_promised() {
        let types = tried().count();
        assert_eq!(unlisted_types().len(), 6 * (DType::ALL.len() - types));
        assert_eq!(mixed_types().len(), types * (types - 1) + types);
        assert_eq!(every_type().len(), 2 * types * max().versions.len());
        assert_eq!(consumed_inputs().len(), 3 * 3);
    }

    #[test]
    fn mixed_types_are_mixed() {
        assert!(mixed_types().iter().all(|case| case.types().name() == "mixed"));
    }
}
