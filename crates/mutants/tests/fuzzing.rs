//! What is published of fuzzing is of planted faults that there are.

use std::collections::BTreeSet;
use std::path::Path;

use opconform_mutants::MUTANTS;

#[test]
fn every_fault_that_was_fuzzed_is_planted_still() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/fuzzing.md");
    let page = std::fs::read_to_string(page).expect("a page");
    let planted: BTreeSet<&str> = MUTANTS.iter().flat_map(|family| family.mutants).map(|mutant| mutant.name).collect();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let (known, gone): (Vec<&str>, Vec<&str>) = rows.partition(|name| planted.contains(name));
    assert!(known.len() > 100 && gone.is_empty(), "{} are there, and not {gone:?}", known.len());
}
