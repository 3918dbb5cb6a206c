//! A journal that was damaged is refused, or ends with the report that the whole one ends with.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use opconform_backends::{Backend, Description, JournalError, MadeOf, PassingFault};
use opconform_harness::{Plan, under_journal};
use opconform_report::{Format, Provenance, View};
use opconform_spec::{Case, Outcome};

use crate::backend::{Planted, elementwise, maximum_number};
use crate::{cases, plan, run};

/// A backend that is said to run in another process.
struct Elsewhere(Planted);

impl Backend for Elsewhere {
    fn describe(&self) -> &Description {
        self.0.describe()
    }

    fn made_of(&self) -> MadeOf {
        self.0.made_of()
    }

    fn heat(&self, cases: &[Case]) {
        self.0.heat(cases);
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        self.0.fresh()
    }

    fn on_one_thread(&self) -> Option<&str> {
        self.0.on_one_thread()
    }

    fn is_isolated(&self) -> bool {
        true
    }

    fn passing_faults(&self) -> Vec<PassingFault> {
        let fault =
            |what: &str| PassingFault { what: what.to_owned(), calls: 3, cases: 64, first: "a case".to_owned() };
        vec![fault("killed by SIGSEGV (signal 11)")]
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        self.0.run(cases)
    }
}

#[test]
fn a_fault_that_is_no_outcome_is_reported_whoever_keeps_the_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut plan = small();
    let journal = under_journal(&mut plan, &folder.path().join("journal"), &Arc::default()).expect("a journal");
    let report = run(&plan).report;
    drop((plan, journal));
    assert_eq!(report.backends[0].passing_calls(), 3, "{:?}", report.backends[0].passing_faults);
}

/// Two cases on a backend that ignores NaNs.
fn small() -> Plan {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
        let elements = |case: &Case| case.elements();
        let mut cases = cases(0, 0, |case| case.id().starts_with("max/f32/nan-vs-") && elements(case) < 4);
        cases.truncate(2);
        cases
    });
    let faulty = Planted::each("faulty", |case| elementwise(case, |lane| maximum_number(lane.dtype, lane.operands)));
    Plan { backends: vec![Box::new(Elsewhere(faulty))], ..plan(CASES.clone(), Vec::new()) }
}

/// The report of a run that goes on from a journal.
fn resumed(path: &Path) -> String {
    let mut plan = small();
    let journal = under_journal(&mut plan, path, &Arc::default()).expect("a journal");
    let mut completed = run(&plan);
    drop((plan, journal));
    completed.report.provenance = Provenance::default();
    Format::Json.render(&completed.report, &View::default())
}

/// What is left of a journal once it has been opened; the error where it is refused.
fn opened(path: &Path, bytes: &[u8]) -> Result<Vec<u8>, JournalError> {
    fs::write(path, bytes).expect("a file");
    let mut plan = small();
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
