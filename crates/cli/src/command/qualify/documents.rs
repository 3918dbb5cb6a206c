//! The documents on the maximum of two numbers: each is tried on a maximum that does what it says, and on faults of that one, in
//! the small cases that it speaks of.

use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use opconform_harness::{Subject, Tried};
use opconform_mutants::{DOCUMENTS, Document};
use opconform_report::{TriedDocument, TriedMutant};
use opconform_spec::{Case, Clause, Facts, Profile, clauses};

use super::{killing, kills, several};
use crate::watch::Watch;

/// The most elements of a case, in all its operands: these documents speak of numbers, and not of shapes.
const MOST: usize = 4;

/// What came of every document; `None` where that was interrupted.
pub(super) fn tried(cases: &[Case], watch: &Watch, stop: &AtomicBool) -> anyhow::Result<Option<Vec<TriedDocument>>> {
    let small = |case: &&Case| case.elements() <= MOST;
    let small: Vec<&Case> = cases.iter().filter(small).collect();
    let mut tried = Vec::new();
    for (done, document) in DOCUMENTS.iter().enumerate() {
        watch.documents(done, DOCUMENTS.len());
        let profile = Profile::named(document.profile)
            .with_context(|| format!("{} is the name of no profile", document.profile))?;
        let spoken_of = |case: &&&Case| {
            profile.operators.contains(&case.operator) && profile.expectation(&Facts::new(case)).is_ok()
        };
        let cases: Vec<Case> = small.iter().filter(spoken_of).map(|&case| case.clone()).collect();
        let subjects = subjects(document, profile);
        let Some(found) = opconform_harness::qualify(&cases, &subjects, &|_, _, _| {}, stop) else { return Ok(None) };
        tried.push(table(document, profile, &cases, &found));
    }
    Ok(Some(tried))
}

/// The maximum without a fault, and those with one.
fn subjects(document: &Document, profile: &'static Profile) -> Vec<Subject> {
    let faults = document.faults.iter().map(|fault| document.planted(fault));
    let backends = std::iter::once(document.sound()).chain(faults);
    backends.map(|backend| Subject { backend, profiles: vec![profile] }).collect()
}

/// What came of one document, for each subject.
fn table(document: &Document, profile: &'static Profile, cases: &[Case], found: &[Tried]) -> TriedDocument {
    let nothing = Tried::default();
    let (sound, of_faults) = found.split_first().unwrap_or((&nothing, &[]));
    let mutant = |(fault, found): (&&opconform_mutants::Fault, &Tried)| {
        let name = document.name_of(fault);
        TriedMutant {
            fault: fault.fault.to_owned(),
            seen: Vec::new(),
            differs: found.differs,
            plainly: Some(found.plainly),
            killed_by: kills(cases, &found.clauses),
            outside: found.profiles.keys().map(|_| profile.name.to_owned()).collect(),
            departures: found.departures as u64,
            several: several::why(&name),
            doubts: found.findings.iter().filter_map(|finding| finding.doubt.clone()).collect(),
            name,
        }
    };
    let mutants: Vec<TriedMutant> = document.faults.iter().zip(of_faults).map(mutant).collect();
    let is_of_it = |(_, clause): &(usize, &Clause)| clause.profiles == [profile.name];
    TriedDocument {
        profile: profile.name.to_owned(),
        source: profile.source.to_owned(),
        choice: document.choice.to_owned(),
        cases: cases.len() as u64,
        killed_by: kills(cases, &sound.clauses),
        inside: sound.profiles.is_empty(),
        clauses: clauses().enumerate().filter(is_of_it).map(|it| killing(it, &mutants, sound)).collect(),
        mutants,
    }
}
