//! A recording in its backend's place gives the same report, and one that does not go far enough says so.

use std::sync::atomic::AtomicBool;

use opconform_backends::{Backend, Recorded, Recording};
use opconform_harness::{Completed, Plan, record};
use opconform_report::{Format, Provenance, View};
use opconform_spec::{Case, Outcome};

use crate::backend::{Planted, elementwise, right};
use crate::faults::FAULTS;
use crate::{cases, plan, run};

fn small(case: &Case) -> bool {
    let elements: usize = case.elements();
    case.types().name() == "f32" && elements < 40 && ["edge", "variadic", "random"].contains(&&*case.origin.source)
}

/// A backend with several faults: in values, in one lane, and as a whole.
fn faulty() -> Planted {
    let fault = |name: &str| FAULTS.iter().find(|fault| fault.name == name).expect("a fault").element;
    let (lane, values) = (fault("zero-by-lane"), fault("nan-ignored"));
    Planted::each("faulty", move |case| match case.inputs.len() {
        1 => Outcome::Crashed("signal 11".to_owned().into()),
        2 => elementwise(case, lane),
        3 => elementwise(case, values),
        4 => Outcome::Unsupported("four operands".to_owned()),
        5 => Outcome::Rejected("five operands".to_owned()),
        _ => right(case),
    })
}

/// What is recorded of the faulty backend, through a file; and what was made of it live.
fn recorded() -> (Completed, Recording) {
    let (live, recordings) = record(plan(cases(0, 100, small), vec![faulty()]), &|_, _, _| {}, &AtomicBool::new(false));
    let mut bytes = Vec::new();
    recordings[0].write(&mut bytes).expect("memory takes every write");
    (live, Recording::read(bytes.as_slice()).expect("a recording"))
}

fn replay(recording: Recording, seed: u64, random: usize) -> Completed {
    let backends: Vec<Box<dyn Backend>> = vec![Box::new(Recorded::new("faulty", recording))];
    run(&Plan { backends, ..plan(cases(seed, random, small), Vec::new()) })
}

/// The report without the provenance of the run and of the backend.
fn json(mut completed: Completed) -> String {
    completed.report.provenance = Provenance::default();
    completed.report.backends[0].description.clear();
    Format::Json.render(&completed.report, &View::default())
}

#[test]
fn the_report_of_a_recording_is_that_of_its_backend_down_to_the_witnesses() {
    let (live, recording) = recorded();
    assert!(live.report.findings.len() > 3 && recording.len() as u64 > live.report.cases);
    assert_eq!(json(run(&plan(cases(0, 100, small), vec![faulty()]))), json(replay(recording.clone(), 0, 100)));
    assert_eq!(json(live), json(replay(recording, 0, 100)));
}

#[test]
fn cases_that_were_not_recorded_are_unsupported_and_counted() {
    let (live, recording) = recorded();
    let more = replay(recording, 5, 150).report;
    let backend = &more.backends[0];
    let skip = backend.skips.iter().find(|skip| skip.reason == "not recorded").expect("a skip");
    assert!(skip.cases > 0);
    assert!(backend.description.contains("a witness is shrunk only as far as those go"), "{}", backend.description);
    assert!(!live.report.backends[0].skips.iter().any(|skip| skip.reason == "not recorded"));
}

#[test]
fn a_witness_that_cannot_be_shrunk_is_left_as_it_was_recorded() {
    let cases = cases(0, 0, small);
    let bare = record_outcomes(&cases);
    let report =
        run(&Plan { backends: vec![Box::new(Recorded::new("faulty", bare))], ..plan(cases.clone(), Vec::new()) })
            .report;
    assert!(!report.findings.is_empty());
    let known: Vec<&str> = cases.iter().map(Case::id).collect();
    for finding in &report.findings {
        assert!(known.contains(&finding.witness.shrunk_from.as_str()));
        // What it was shrunk to was recorded too.
        let shrunk = finding.witness.case.split_once('#').expect("a hash").1;
        assert!(known.iter().any(|id| id.ends_with(shrunk)), "{} was never recorded", finding.witness.case);
    }
}

/// The outcomes of the suite's cases alone, as a recorder that does not shrink would keep them.
fn record_outcomes(cases: &[Case]) -> Recording {
    let (_, recording) = recorded();
    let mut bare = Recording::new(recording.provenance);
    for (case, outcome) in cases.iter().zip(faulty().run(cases)) {
        bare.note(case, &outcome);
    }
    bare
}
