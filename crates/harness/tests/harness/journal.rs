//! A journal that was damaged is refused, or ends with the report that the whole one ends with.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use opconform_backends::{Backend, Description, JournalError, MadeOf, PassingFault, Recorded, Recording};
use opconform_harness::{Plan, record, shards, under_journal};
use opconform_report::{Format, Provenance, Report, View};
use opconform_spec::{Case, Outcome};

use crate::backend::{Planted, elementwise, maximum_number};
use crate::{cases, plan, run};

/// A backend that is said to run in another process, and to have failed at this many calls each time that it was asked.
struct Elsewhere {
    planted: Planted,
    fails: u64,
    failed: AtomicU64,
}

impl Backend for Elsewhere {
    fn describe(&self) -> &Description {
        self.planted.describe()
    }

    fn made_of(&self) -> MadeOf {
        self.planted.made_of()
    }

    fn heat(&self, cases: &[Case]) {
        self.planted.heat(cases);
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        self.planted.fresh()
    }

    fn on_one_thread(&self) -> Option<&str> {
        self.planted.on_one_thread()
    }

    fn is_isolated(&self) -> bool {
        true
    }

    fn passing_faults(&self) -> Vec<PassingFault> {
        let calls = self.failed.load(Ordering::Relaxed);
        let fault = |what: &str| PassingFault { what: what.to_owned(), calls, cases: 64, first: "a case".to_owned() };
        if calls == 0 { Vec::new() } else { vec![fault("killed by SIGSEGV (signal 11)")] }
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        self.failed.fetch_add(self.fails, Ordering::Relaxed);
        self.planted.run(cases)
    }
}

#[test]
fn a_fault_that_is_no_outcome_is_reported_whoever_keeps_the_answers() {
    let calls = |report: &Report| report.backends[0].passing_calls();
    let folder = tempfile::tempdir().expect("a folder");
    let under_journal = |fails| {
        let mut plan = small(fails);
        let journal = under_journal(&mut plan, &folder.path().join("journal"), &Arc::default()).expect("a journal");
        let report = run(&plan).report;
        drop((plan, journal));
        calls(&report)
    };
    let first = under_journal(3);
    assert!(first > 0 && first.is_multiple_of(3), "{first}");
    assert_eq!(under_journal(3), first, "nobody is asked again, and what went by before is told");

    let (completed, recordings) = record(small(5), &|_, _, _| {}, &AtomicBool::new(false));
    let recorded = calls(&completed.report);
    assert!(recorded > 0 && recorded.is_multiple_of(5), "{recorded}");
    let mut file = Vec::new();
    recordings[0].write(&mut file).expect("memory takes every write");
    let again = Recorded::new("faulty", Recording::read(file.as_slice()).expect("a recording"));
    assert_eq!(calls(&run(&Plan { backends: vec![Box::new(again)], ..small(0) }).report), recorded);

    let shard = |number: u64| {
        let shard = format!("{number}/2").parse().expect("a shard");
        shards::record(small(7), shard, &|_, _, _| {}, &AtomicBool::new(false))
    };
    let cut = [1, 2].map(shard);
    let in_all: u64 = cut.iter().map(|(completed, _)| calls(&completed.report)).sum();
    assert!(in_all > 0 && in_all.is_multiple_of(7), "{in_all}");
    let pieces = cut.into_iter().flat_map(|(_, recordings)| recordings).enumerate();
    let pieces = pieces.map(|(number, recording)| (number.to_string(), recording)).collect();
    let merged = shards::merge(Plan { backends: Vec::new(), ..small(0) }, pieces, 0).expect("shards that fit");
    assert_eq!(calls(&run(&merged.plan).report), in_all);
}

/// Two cases on a backend that ignores NaNs, and fails at this many calls each time that it is asked.
fn small(fails: u64) -> Plan {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
        let elements = |case: &Case| case.elements();
        let mut cases = cases(0, 0, |case| case.id().starts_with("max/f32/nan-vs-") && elements(case) < 4);
        cases.truncate(2);
        cases
    });
    let faulty = Planted::each("faulty", |case| elementwise(case, |lane| maximum_number(lane.dtype, lane.operands)));
    let backend = Elsewhere { planted: faulty, fails, failed: AtomicU64::new(0) };
    Plan { backends: vec![Box::new(backend)], ..plan(CASES.clone(), Vec::new()) }
}

/// The report of a run that goes on from a journal.
fn resumed(path: &Path) -> String {
    let mut plan = small(0);
    let journal = under_journal(&mut plan, path, &Arc::default()).expect("a journal");
    let mut completed = run(&plan);
    drop((plan, journal));
    completed.report.provenance = Provenance::default();
    Format::Json.render(&completed.report, &View::default())
}

/// What is left of a journal once it has been opened; the error where it is refused.
fn opened(path: &Path, bytes: &[u8]) -> Result<Vec<u8>, JournalError> {
    fs::write(path, bytes).expect("a file");
    let mut plan = small(0);
    drop(under_journal(&mut plan, path, &Arc::default())?);
    Ok(fs::read(path).expect("a file"))
}

#[test]
fn whatever_is_done_to_a_journal_it_is_refused_or_gives_the_same_report() {
    let room = tempfile::tempdir().expect("a folder");
    let path = room.path().join("journal");
    let report = resumed(&path);
    let end = fs::read(&path).expect("a file");
    assert!(report.contains("\"faulty\""));
    // The journal of a run that was killed after a few answers.
    let lines: Vec<&[u8]> = end.split_inclusive(|&byte| byte == b'\n').take(3).collect();
    let whole = lines.concat();
    assert!(whole.len() < end.len());

    let mut damaged: Vec<Vec<u8>> = Vec::new();
    for position in 0..whole.len() {
        let byte = whole[position];
        for byte in [byte ^ 1, byte ^ 0x20, byte ^ 0x80, b'\n', b'0', b'f'].into_iter().filter(|&it| it != byte) {
            let mut bytes = whole.clone();
            bytes[position] = byte;
            damaged.push(bytes);
        }
        damaged.push(whole[..position].to_vec());
        damaged.push([&whole[..position], &whole[position + 1..]].concat());
    }
    for first in 0..lines.len() {
        for second in 0..lines.len() {
            let mut moved = lines.clone();
            moved.swap(first, second);
            let mut repeated = lines.clone();
            repeated.insert(second, lines[first]);
            damaged.extend([moved.concat(), repeated.concat()]);
        }
        let mut fewer = lines.clone();
        fewer.remove(first);
        damaged.push(fewer.concat());
    }

    let (mut refused, mut kept) = (0, BTreeSet::new());
    for bytes in damaged.iter().filter(|bytes| **bytes != whole) {
        match opened(&path, bytes) {
            Ok(left) => {
                // Whole lines from the first on: what broke off is gone, and nothing else.
                assert!(whole.starts_with(&left), "{}", String::from_utf8_lossy(bytes));
                kept.insert(left.len());
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 5 * whole.len(), "{refused} of {}", damaged.len());
    assert_eq!(kept.len(), lines.len() - 1, "a journal that breaks off is gone on from after any whole line");
    for length in kept {
        fs::write(&path, &whole[..length]).expect("a file");
        assert_eq!(resumed(&path), report, "{length} bytes");
    }
}

#[test]
fn what_is_no_journal_is_not_replaced_by_one() {
    let room = tempfile::tempdir().expect("a folder");
    let path = room.path().join("thesis");
    for text in ["years of work", "years of work\n", "{}\n", "\n", "{\"format\":\"opconform-journal-1\"}\n", "[1]"] {
        let refused = opened(&path, text.as_bytes()).expect_err(text);
        assert!(matches!(refused, JournalError::NoJournal | JournalError::Format(_)), "{text}: {refused}");
        assert_eq!(fs::read(&path).expect("a file"), text.as_bytes());
    }
    let head = opened(&path, b"").expect("a new journal");
    let one = opened(&path, &head[..10]).expect("a journal that broke off at once");
    assert_eq!(one, head);
}
