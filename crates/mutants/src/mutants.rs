//! Every planted fault, by family.

use crate::mutant::Family;
use crate::{
    axes, broadcast, chunks, clip, context, lanes, lengths, nan, numpy, operands, order, paddle, payload, ranks,
    reduction, refusal, robust, small, span, state, view, zero,
};

/// Every planted fault, in the order of reports.
pub static MUTANTS: &[&Family] = &[
    &nan::FAMILY,
    &payload::FAMILY,
    &zero::FAMILY,
    &order::FAMILY,
    &lanes::FAMILY,
    &lengths::FAMILY,
    &broadcast::FAMILY,
    &operands::FAMILY,
    &reduction::FAMILY,
    &axes::FAMILY,
    &chunks::FAMILY,
    &small::FAMILY,
    &ranks::FAMILY,
    &span::FAMILY,
    &paddle::FAMILY,
    &numpy::FAMILY,
    &state::FAMILY,
    &context::FAMILY,
    &refusal::FAMILY,
    &robust::FAMILY,
    &clip::FAMILY,
    &view::FAMILY,
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::CONTROLS;

    #[test]
    fn every_family_is_registered_under_the_name_of_its_file() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let other = [
            "lib",
            "control",
            "crossing",
            "document",
            "documents",
            "implementation",
            "maximum",
            "mutant",
            "mutants",
            "planted",
            "replaced",
            "rewrite",
            "rules",
            "sound",
            "steps",
            "uncrossed",
            "value",
        ];
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .expect("the folder of families")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.is_file())
            .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
            .filter(|name| !other.contains(&name.as_str()))
            .collect();
        let names: BTreeSet<String> = MUTANTS.iter().map(|family| family.name.to_owned()).collect();
        assert_eq!(files, names);
    }

    #[test]
    fn names_are_distinct_and_threads_are_cited_by_number() {
        let mut names = BTreeSet::new();
        for mutant in MUTANTS.iter().flat_map(|family| family.mutants) {
            assert!(names.insert(mutant.name), "{}", mutant.name);
            assert!(!mutant.fault.is_empty() && !mutant.fault.ends_with('.'), "{}", mutant.name);
            for thread in mutant.seen {
                let number =
                    thread.split_once('#').map(|(repository, number)| (repository.matches('/').count(), number));
                assert!(
                    number.is_some_and(|(slashes, number)| slashes == 1 && number.parse::<u32>().is_ok()),
                    "{thread}"
                );
            }
        }
        for control in CONTROLS {
            assert!(names.insert(control.name), "{}", control.name);
        }
        assert!(names.len() >= 60 + 5, "{}", names.len());
    }
}
