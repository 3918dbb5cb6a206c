//! A run in shards ends with the report of the run in one piece, however it was cut, and what does not fit together is refused.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use opconform_backends::Recording;
use opconform_harness::shards::{self, Merged, Misfit};
use opconform_harness::{Completed, Plan};
use opconform_report::{Format, Provenance, View};
use opconform_spec::{Case, Outcome};

use crate::backend::{Planted, elementwise, right};
use crate::faults::FAULTS;
use crate::{cases, plan, run};

/// The suite takes a while to be made, and each shard is of all of it.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| cases(0, 100, small));

fn small(case: &Case) -> bool {
    let elements: usize = case.elements();
    case.types().name() == "f32" && elements < 40 && ["edge", "variadic", "random"].contains(&&*case.origin.source)
}

/// Two backends, of which one has a fault in a lane, so that cases conflict, and faults as a whole.
fn backends() -> Vec<Planted> {
    let lane = FAULTS.iter().find(|fault| fault.name == "zero-by-lane").expect("a fault").element;
    let faulty = Planted::each("faulty", move |case| match case.inputs.len() {
        1 => Outcome::Crashed("signal 11".to_owned().into()),
        2 => elementwise(case, lane),
        4 => Outcome::Unsupported("four operands".to_owned()),
        _ => right(case),
    });
    vec![faulty, Planted::each("right", right)]
}

fn whole() -> Plan {
    plan(CASES.clone(), backends())
}

/// What the shards of some cut are answered, each through a file.
fn answered(of: u64, made: impl Fn() -> Plan) -> Vec<(String, Recording)> {
    let mut all = Vec::new();
    for number in 1..=of {
        let shard = format!("{number}/{of}").parse().expect("a shard");
        let (_, recordings) = shards::record(made(), shard, &|_, _, _| {}, &AtomicBool::new(false));
        for recording in recordings {
            let mut bytes = Vec::new();
            recording.write(&mut bytes).expect("memory takes every write");
            let name = format!("{}.{number}", recording.provenance.backend.name);
            all.push((name, Recording::read(bytes.as_slice()).expect("a recording")));
        }
    }
    all
}

fn merged(recordings: Vec<(String, Recording)>, backends: Vec<Planted>) -> Result<Merged, Misfit> {
    shards::merge(plan(CASES.clone(), backends), recordings, 2)
}

/// The report without the provenance of the run.
fn json(mut completed: Completed) -> String {
    completed.report.provenance = Provenance::default();
    Format::Json.render(&completed.report, &View::default())
}

#[test]
fn however_it_was_cut_the_report_is_that_of_one_piece() {
    let expected = json(run(&whole()));
    for of in [1, 3, 8] {
        let mut shards = answered(of, whole);
        shards.reverse();
        let merged = merged(shards, backends()).expect("shards that fit");
        assert_eq!((merged.of, merged.shards.len() as u64), (of, 2 * of));
        assert!(merged.again > 0 && merged.otherwise.is_empty(), "{of}");
        let report = json(run(&merged.plan));
        assert!(report == expected, "{of}: another report");
        assert_eq!(merged.unanswered.cases(), 0, "{of}: it was at hand");
    }
}

#[test]
fn without_the_backends_what_nobody_was_asked_is_counted_and_all_else_is_the_same() {
    let one = merged(answered(1, whole), Vec::new()).expect("shards that fit");
    let expected = json(run(&whole()));
    assert!(json(run(&one.plan)) == expected && one.unanswered.cases() == 0, "in one piece all of it was asked");
    let eight = merged(answered(8, whole), Vec::new()).expect("shards that fit");
    let completed = run(&eight.plan);
    let (live, report) = (run(&whole()).report, completed.report.clone());
    assert!(eight.unanswered.cases() > 0 || json(completed) == expected, "what nobody was asked is not counted");
    let (live, cut) = (&live.backends[0], &report.backends[0]);
    assert_eq!(format!("{:?}", (&live.outcomes, &live.clauses)), format!("{:?}", (&cut.outcomes, &cut.clauses)));
    // Of who is right there is nothing to be asked.
    let right = |name: &str| report.findings.iter().any(|finding| finding.backend == name);
    assert!(right("faulty") && !right("right"));
}

#[test]
fn recorded_together_it_is_the_recording_of_one_piece() {
    let (_, expected) = opconform_harness::record(whole(), &|_, _, _| {}, &AtomicBool::new(false));
    let merged = merged(answered(3, whole), backends()).expect("shards that fit");
    let (_, recordings) = opconform_harness::record(merged.plan, &|_, _, _| {}, &AtomicBool::new(false));
    let lines = |recording: &Recording| {
        let mut text = Vec::new();
        recording.write_text(&mut text).expect("memory takes every write");
        text.split_off(text.iter().position(|&byte| byte == b'\n').expect("a first line"))
    };
    for (recording, expected) in recordings.iter().zip(&expected) {
        assert!(lines(recording) == lines(expected), "{}", recording.provenance.backend.name);
    }
}

#[test]
fn what_does_not_fit_together_is_refused_and_named() {
    let shards = answered(3, whole);
    let refused = |shards: Vec<(String, Recording)>, words: &str| {
        let error = merged(shards, Vec::new()).err().expect(words).to_string();
        assert!(error.contains(words), "{error}, expected {words}");
    };
    let changed = |change: &dyn Fn(&mut Recording)| {
        let mut shards = shards.clone();
        change(&mut shards[4].1);
        shards
    };
    refused(Vec::new(), "no shards");
    refused(changed(&|it| it.provenance.part = None), "faulty.3 is a whole recording");
    refused(changed(&|it| it.provenance.suite = "9".to_owned()), "its suite is 9, and not 0.1.0");
    refused(changed(&|it| it.provenance.commit = Some("abc".to_owned())), "its suite's commit is abc");
    refused(changed(&|it| it.provenance.seed = 7), "its seed is 7, and not 0");
    refused(changed(&|it| it.provenance.backend.version = "9".to_owned()), "its version is \"9\"");
    refused(changed(&|it| it.provenance.backend.cpu_features = vec!["mmx".to_owned()]), "its list of CPU features");
    refused(changed(&|it| it.provenance.backend.configuration.push("hot".to_owned())), "its configuration is ");
    let of_another = || {
        let is_max = |case: &&Case| case.operator.is_named("Max");
        plan(CASES.iter().filter(is_max).cloned().collect(), backends())
    };
    let mut mixed = shards.clone();
    mixed.splice(4.., answered(3, of_another).into_iter().skip(4));
    refused(mixed, "its digest of cases is");
    let mut more = shards.clone();
    more.extend(answered(8, whole).into_iter().take(1));
    refused(more, "its number of shards is 8, and not 3");
    refused([&shards[..], &shards[2..3]].concat(), "faulty.2 is shard 2/3 of faulty, and so is faulty.2");
    refused(shards[1..5].to_vec(), "of faulty, shard 1 of 3 is missing");
    refused(shards[..2].to_vec(), "of faulty, shard 2, 3 of 3 is missing");
    refused(shards.iter().take(5).cloned().collect(), "of right, shard 3 of 3 is missing");
    // An empty shard says that it is whole.
    let hollow = changed(&|it| *it = Recording::new(it.provenance.clone()));
    refused(hollow, "faulty.3 has no answer to ");
    // Shards of one run, and another plan.
    let other = shards::merge(of_another(), shards.clone(), 1).err().expect("another plan").to_string();
    assert!(other.contains("choose the cases by the options of `opconform"), "{other}");
    let seed = shards::merge(Plan { seed: 7, ..plan(CASES.clone(), Vec::new()) }, shards.clone(), 1);
    assert!(seed.err().expect("another seed").to_string().contains("of seed 0, and not of 7"));
    let stranger =
        merged(shards.clone(), vec![Planted::each("stranger", right)]).err().expect("a stranger").to_string();
    assert!(stranger.contains("`stranger` is not what the shards asked"), "{stranger}");
    merged(shards, Vec::new()).expect("all of them fit");
}

#[test]
fn an_answer_that_comes_otherwise_when_it_is_asked_for_again_is_told() {
    let otherwise = vec![Planted::each("right", |case| match case.inputs.len() {
        2 => elementwise(case, |_| 0),
        _ => right(case),
    })];
    let merged = merged(answered(3, whole), otherwise).expect("shards that fit");
    assert!(merged.again > 0);
    assert!(merged.otherwise.iter().any(|it| it.backend == "right" && it.name == "right.2"), "{:?}", merged.otherwise);
}
