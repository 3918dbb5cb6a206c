//! By which readings of a case a wrong shape would be right: an attribute of another value, or of none.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::case::{Attribute, Attributes, Case};
use crate::facts::Facts;
use crate::invalid_case::InvalidCase;
use crate::signature::Kind;

/// The readings by which this shape would be that of the answer, to follow "as if".
pub(super) fn readings(facts: &Facts, found: &[usize]) -> BTreeSet<String> {
    let mut case = Cow::Borrowed(facts.case);
    // Where a list of axes that is given, and empty, has no meaning, a shape is held against that of no list.
    if facts.invalid() == Some(&InvalidCase::EmptyAxes) {
        case.to_mut().attributes.remove("axes");
    }
    let Some(version) = facts.version else { return BTreeSet::new() };
    let known = |kinds: &'static [Kind]| {
        case.operator.attributes_at(version).filter(|it| kinds.contains(&it.kind)).map(|it| it.name)
    };
    let explains =
        |other: &Case| (facts.output().sources)(other, version).is_ok_and(|sources| sources.shape() == found);
    let with = |attributes: Attributes| explains(&Case::clone(&case).with_attributes(attributes));
    let mut readings = BTreeSet::new();
    for flag in known(&[Kind::Flag]) {
        for value in [0, 1] {
            let mut attributes = case.attributes.clone();
            attributes.insert(flag.to_owned(), Attribute::Int(value));
            if with(attributes) {
                readings.insert(format!("{flag} were {value}"));
            }
        }
    }
    for place in known(&[Kind::Axes, Kind::Axis]) {
        let mut attributes = case.attributes.clone();
        if attributes.remove(place).is_some() && with(attributes) {
            readings.insert(format!("there were no {place}"));
        }
    }
    if case.operator.form.is_reduction() {
        let (data, more) = case.inputs.split_at(case.operands().len());
        let mut of_data = Case::clone(&case);
        of_data.inputs.truncate(data.len());
        if !more.is_empty() && explains(&of_data) {
            readings.insert("there were no axes".to_owned());
        }
        if data.first().is_some_and(|data| data.shape() == found) {
            readings.insert("nothing were reduced".to_owned());
        }
    }
    readings
}

#[cfg(test)]
mod tests {
    use opconform_tensor::{DType, Tensor};

    use super::*;
    use crate::case::Origin;
    use crate::operator::Operator;

    #[test]
    fn a_reading_is_known_by_its_shape() {
        let tensor = |dtype, shape: &[usize], bits: &[u64]| Tensor::from_bits(dtype, shape, bits).expect("a tensor");
        let read = |flags: &[(&str, i64)], axes: Option<i64>, found: &[usize]| {
            let data = tensor(DType::F32, &[2, 3], &[0; 6]);
            let axes = axes.map(|axis| tensor(DType::I64, &[1], &[axis.cast_unsigned()]));
            let operator = Operator::named("ReduceMax").expect("an operator");
            let origin = Origin { source: "test".into(), seed: None };
            let case = Case::new(operator, 20, [data].into_iter().chain(axes).collect(), "test", origin);
            let attributes = flags.iter().map(|&(name, value)| (name.to_owned(), Attribute::Int(value))).collect();
            let case = case.with_attributes(attributes);
            readings(&Facts::new(&case), found).into_iter().collect::<Vec<_>>()
        };
        let noop = [("noop_with_empty_axes", 1)];
        assert_eq!(read(&noop, None, &[1, 1]), ["noop_with_empty_axes were 0"]);
        assert_eq!(read(&[], None, &[2, 3]), ["noop_with_empty_axes were 1", "nothing were reduced"]);
        assert_eq!(read(&[], Some(1), &[2]), ["keepdims were 0"]);
        assert_eq!(read(&[("keepdims", 0)], Some(1), &[2, 1]), ["keepdims were 1"]);
        assert_eq!(read(&[("keepdims", 0)], Some(1), &[]), ["there were no axes"]);
        assert_eq!(read(&[], Some(0), &[2, 3]), ["nothing were reduced"]);
        // Another axis than the one that is named is no reading that is known.
        assert!(read(&[], Some(0), &[2, 1]).is_empty());
    }
}
