//! Which reading of a case a wrong shape is right by, where one alone is known: an attribute of another value, or of none.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::case::{Attribute, Case};
use crate::facts::Facts;

/// Attributes that are 0 or 1.
const FLAGS: [&str; 2] = ["keepdims", "noop_with_empty_axes"];

/// Attributes that say which axes are reduced, or where a shape begins.
const PLACES: [&str; 2] = ["axes", "axis"];

/// What a shape other than the due one is right by, to follow "as if"; `None` where nothing here is, or more than one thing.
pub(super) fn as_if(facts: &Facts, found: &[usize]) -> Option<Cow<'static, str>> {
    let (case, version) = (facts.case, facts.version?);
    let known = (case.operator.attributes)(version);
    let explains = |other: &Case| (case.operator.sources)(other, version).is_ok_and(|sources| sources.shape() == found);
    let mut readings: BTreeSet<Cow<'static, str>> = BTreeSet::new();
    for flag in FLAGS.into_iter().filter(|flag| known.contains(flag)) {
        for value in [0, 1] {
            let mut attributes = case.attributes.clone();
            attributes.insert(flag.to_owned(), Attribute::Int(value));
            if explains(&case.clone().with_attributes(attributes)) {
                readings.insert(format!("{flag} were {value}").into());
            }
        }
    }
    for place in PLACES.into_iter().filter(|place| case.attributes.contains_key(*place)) {
        let mut attributes = case.attributes.clone();
        attributes.remove(place);
        if explains(&case.clone().with_attributes(attributes)) {
            readings.insert(format!("there were no {place}").into());
        }
    }
    if case.operator.form.is_reduction() {
        if case.inputs.len() > case.operands().len() {
            let mut other = case.clone();
            other.inputs.truncate(case.operands().len());
            if explains(&other) {
                readings.insert("there were no axes".into());
            }
        }
        if case.operands().first().is_some_and(|data| data.shape() == found) {
            readings.insert("nothing were reduced".into());
        }
    }
    let first = readings.pop_first();
    first.filter(|_| readings.is_empty())
}
