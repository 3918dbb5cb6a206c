//! Where alone something is observed: the way, what a call is told, and where its operands begin in memory.

use std::collections::BTreeSet;

use crate::deed::Deed;
use crate::model::Finding;
use crate::text::plural;

/// What the calls are told in all that show it, where each is the smallest that does. Of a whole answer the same can be wrong with another
/// operator set, of which another clause speaks.
pub(super) fn with(example: &Finding, findings: &[&Finding], departure: &[&Finding]) -> String {
    // What shows after other calls alone shows after those, whatever the call itself is told.
    if example.deed == Deed::Carried {
        return String::new();
    }
    // What a clause says of several cases is told none of this.
    let is_looked_at = |it: &&Finding| !it.is_across_cases || example.is_across_cases;
    let is_said_again = |it: &&Finding| {
        example.operands.is_empty() && it.operands.is_empty() && it.witness.symptom == example.witness.symptom
    };
    let mut all = findings.iter().copied().filter(is_looked_at).chain(departure.iter().copied().filter(is_said_again));
    if !all.clone().all(|it| it.witness.smallest) {
        return String::new();
    }
    match common_settings(&mut all).as_slice() {
        [] => String::new(),
        [one] => format!("with {one}: "),
        [all @ .., last] => format!("with {} and {last}: ", all.join(", ")),
    }
}

/// What the calls are told in all of these findings.
pub(super) fn common_settings<'a>(mut findings: impl Iterator<Item = &'a Finding>) -> Vec<&'a str> {
    let first = findings.next().map_or(&[][..], |it| &it.witness.settings[..]);
    let mut common: Vec<&str> = first.iter().map(String::as_str).collect();
    for finding in findings {
        common.retain(|setting| finding.witness.settings.iter().any(|it| it == setting));
    }
    common
}

/// In which way alone it is observed, and in how many more, in whichever departure. Nothing where the plain way shows it too.
pub(super) fn way(example: &Finding, findings: &[&Finding], elsewhere: &[&Finding]) -> String {
    // What was not shrunk to its end may be so in the plain way, too, and what comes and goes was there by chance.
    let is_by_chance = example.deed == Deed::Unsteady && example.witness.plainly.is_none();
    let is_known = example.witness.smallest && !is_by_chance;
    let Some(way) = example.witness.way.as_ref().filter(|_| is_known) else { return String::new() };
    let mut others: BTreeSet<&String> = BTreeSet::new();
    for finding in findings.iter().chain(elsewhere) {
        let Some(own) = &finding.witness.way else {
            // What is otherwise in the plain way is not shown by it, whatever else that shows.
            if example.witness.plainly.is_some() {
                continue;
            }
            return String::new();
        };
        others.extend(std::iter::once(own).chain(&finding.ways).filter(|it| *it != way));
    }
    match others.len() {
        0 => format!("only where {way}: "),
        others => format!("only where {way}, and in {}: ", plural(others as u64, "other way")),
    }
}

/// That it is observed nowhere but where an operand begins past a boundary of its memory.
pub(super) fn misaligned(findings: &[&Finding]) -> &'static str {
    let is_misaligned = |Finding { witness, deed, .. }: &&Finding| {
        witness.misaligned().is_some() && witness.smallest && *deed != Deed::Carried
    };
    if findings.iter().all(is_misaligned) { "only where an operand begins past a boundary: " } else { "" }
}
