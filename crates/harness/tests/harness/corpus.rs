//! The committed corpus: every seed still does what it is there for, and no kernel departs on a case that once showed a fault.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use opconform_backends::{Backend, Entry};
use opconform_cases::file;
use opconform_cases::fuzz::Target;
use opconform_harness::fuzz::Fuzzer;
use opconform_harness::{Under, replay};
use opconform_spec::{Case, Clause, PROFILES, clauses};

fn corpus(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus")).join(name)
}

fn case(path: &Path) -> Case {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    file::from_json(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn portable() -> Box<dyn Backend> {
    Entry::named("portable").expect("the portable kernels").open().expect("they run everywhere")
}

#[test]
fn every_seed_exercises_its_clause_and_has_bytes_for_its_target() {
    let index = fs::read_to_string(corpus("seeds").join("index.json")).expect("the index");
    let index: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(&index).expect("JSON");
    let backend = portable();
    let mut idle: Vec<String> = Vec::new();
    let mut replayed: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (clause, by_dtype) in &index {
        assert!(Clause::named(clause).is_some(), "no clause {clause}");
        for (dtype, name) in by_dtype {
            let exercised = replayed.entry(name).or_insert_with(|| {
                let case = case(&corpus("seeds").join(name));
                let target = Target::of(case.operator).expect("a target");
                let bytes = target.encode(&case).expect("bytes");
                assert_eq!(target.decode(&bytes).expect("a case").id(), case.id());
                let decisions = replay(backend.as_ref(), None, &case, &Under::Named(PROFILES.to_vec()), &[]).decisions;
                decisions.iter().filter(|it| it.2.compared > 0).map(|(clause, ..)| clause.id).collect()
            });
            if !exercised.contains(clause.as_str()) {
                idle.push(format!("{clause} {dtype} {name}"));
            }
        }
    }
    assert!(idle.is_empty(), "no longer exercised, so run `opconform seeds write`:\n{}", idle.join("\n"));
    let of_the_sources = |clause: &&Clause| PROFILES.iter().any(|profile| clause.profiles.contains(&profile.name));
    let all = clauses().filter(of_the_sources).count();
    assert!(index.len() > all * 3 / 4, "{} of {all} clauses", index.len());
}

#[test]
fn no_kernel_departs_on_a_regression() {
    let kernels = ["portable", "avx2", "avx512", "neon"];
    let kernels = kernels.iter().filter_map(|name| Entry::named(name)?.open().ok()).collect();
    let never = AtomicBool::new(false);
    let mut fuzzer = Fuzzer::new(kernels, &Under::Claims, &never);
    let folders = fs::read_dir(corpus("regressions")).expect("the regressions").map(|entry| entry.expect("one").path());
    let cases: Vec<Case> = folders.filter(|path| path.is_dir()).map(|path| case(&path.join("case.json"))).collect();
    assert!(!cases.is_empty());
    for case in &cases {
        let found = fuzzer.judge(case);
        assert!(found.is_empty(), "{} departs on {}", found[0].finding.backend, case.id());
    }
    assert!(fuzzer.compared() > 0);
}
