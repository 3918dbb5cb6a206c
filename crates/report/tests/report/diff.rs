//! Two reports compared: what is new, fixed, changed, lost.

use opconform_report::{Diff, Finding, Level, Lost, Report, Severity, Unsteady};
use opconform_tensor::{Class, DType, Types};

use crate::sample::{self, HOSTILE};

const RUNTIME: &str = "runtime-optimised";

fn ids<'a>(findings: &[&'a Finding]) -> Vec<&'a str> {
    findings.iter().map(|finding| finding.id.as_str()).collect()
}

fn without(mut report: Report, id: &str) -> Report {
    let before = report.findings.len();
    report.findings.retain(|finding| finding.id != id);
    assert_eq!(report.findings.len() + 1, before, "{id}");
    report
}

/// The sample, with comparisons of every type that its findings are of.
fn report() -> Report {
    let mut report = sample::report();
    for finding in &report.findings {
        let backend = report.backends.iter_mut().find(|backend| backend.name == finding.backend).expect("a backend");
        let clause = backend.clauses.iter_mut().find(|clause| clause.id == finding.clause).expect("a clause");
        clause.by_dtype.entry(finding.dtype).or_default().compared = 10;
    }
    report
}

fn changed(change: impl FnOnce(&mut Finding)) -> Report {
    let mut report = report();
    change(&mut report.findings[0]);
    report
}

#[test]
fn a_report_does_not_differ_from_itself_or_from_that_of_another_seed() {
    let old = report();
    let mut new = old.clone();
    new.seed = 7;
    for finding in &mut new.findings {
        finding.cases += 3;
        finding.elements += 100;
        finding.witness.shrunk_from = "max/f32/random/3+3#00000000".to_owned();
        finding.witness.replay += " --report elsewhere";
    }
    let diff = Diff::between(&old, &new);
    assert!(diff.is_clean() && diff.fixed.is_empty());
    assert_eq!(diff.same, old.findings.len());
}

#[test]
fn findings_come_and_go() {
    let (all, fewer) = (report(), without(report(), "51c0ffee"));
    let diff = Diff::between(&fewer, &all);
    assert_eq!((ids(&diff.new), diff.fixed.len(), diff.is_clean()), (vec!["51c0ffee"], 0, false));
    let diff = Diff::between(&all, &fewer);
    assert_eq!((diff.new.len(), ids(&diff.fixed), diff.is_clean()), (0, vec!["51c0ffee"], true));
}

#[test]
fn another_result_of_the_same_operands_is_a_change() {
    let old = report();
    let other = |change: fn(&mut Finding)| {
        let new = changed(change);
        let diff = Diff::between(&old, &new);
        assert_eq!((diff.new.len(), diff.fixed.len(), diff.lost.len()), (0, 0, 0));
        (diff.changed.len(), diff.is_clean())
    };
    // Another class, and so another id.
    assert_eq!(other(|it| (it.id, it.result) = ("00000000".to_owned(), Some(Class::NegativeNormal))), (1, false));
    assert_eq!(other(|it| it.level = Level::Should), (1, false));
    assert_eq!(other(|it| it.witness.found.as_mut().expect("a result").hex = "0x3f800001".to_owned()), (1, false));
    assert_eq!(other(|it| it.breaks.truncate(1)), (1, false));
    // The bits of another witness say nothing.
    assert_eq!(
        other(|it| (it.witness.case, it.witness.found) = ("max/f32/other/1+1#00000000".to_owned(), None)),
        (0, true)
    );
}

/// Whatever is listed as changed is told apart by what is shown of it.
/// A change of a finding, and how many entries say so.
type Change = (fn(&mut Finding), usize);

#[test]
fn no_change_looks_the_same_before_and_after() {
    let old = report();
    let lane = |report: &mut Report, change: fn(&mut Finding)| {
        change(report.findings.iter_mut().find(|finding| finding.id == "0d37e201").expect("a finding of lanes"));
    };
    let changes: &[Change] = &[
        // The other of the two cases is another one, of the same result.
        (|it| it.witness.differs_from.as_mut().expect("another").0 = "max/f32/sweep/2+2#00000001".to_owned(), 0),
        (|it| it.witness.differs_from.as_mut().expect("another").1.hex = "0x00000001".to_owned(), 1),
        // The same in every respect but the id.
        (|it| it.id = "00000000".to_owned(), 0),
        (|it| it.level = Level::Must, 1),
    ];
    for (index, (change, expected)) in changes.iter().enumerate() {
        let mut new = report();
        lane(&mut new, *change);
        let diff = Diff::between(&old, &new);
        assert_eq!((diff.changed.len(), diff.new.len(), diff.fixed.len()), (*expected, 0, 0), "{index}");
        assert_eq!(diff.same + diff.changed.len(), old.findings.len());
        assert!(diff.changed.iter().all(|(before, after)| before.shown() != after.shown()), "{index}");
    }
}

#[test]
fn what_is_not_compared_any_more_is_lost_and_not_fixed() {
    let old = report();
    let mut new = report();
    new.backends.retain(|backend| backend.name != RUNTIME);
    new.findings.retain(|finding| finding.backend != RUNTIME);
    let diff = Diff::between(&old, &new);
    assert_eq!(diff.lost, [Lost::Backend { backend: RUNTIME, reason: None }]);
    assert!(diff.fixed.is_empty() && !diff.is_clean());
    assert_eq!(diff.same, old.findings.iter().filter(|finding| finding.backend == HOSTILE).count());

    let mut new = without(without(report(), "6e0a11d3"), "51c0ffee");
    let backend = new.backends.iter_mut().find(|backend| backend.name == RUNTIME).expect("the backend");
    let clause = backend.clauses.iter_mut().find(|clause| clause.id == "SONNX-MAX-NAN").expect("the clause");
    clause.by_dtype.remove(&Types::One(DType::F32));
    let diff = Diff::between(&old, &new);
    assert_eq!(
        diff.lost,
        [Lost::Clause { backend: RUNTIME, clause: "SONNX-MAX-NAN", dtypes: vec![Types::One(DType::F32)] }]
    );
    assert_eq!(ids(&diff.fixed), ["51c0ffee"]);
}

#[test]
fn a_symptom_is_a_line_that_patterns_can_be_written_of() {
    let symptoms: Vec<String> = report().findings.iter().map(Finding::symptom).collect();
    for expected in [
        "nan, +normal -> +normal",
        "-0, +0 -> -0, elsewhere +0",
        "crashed: index out of bounds: the len is 2 but the index is 2",
    ] {
        assert!(symptoms.iter().any(|symptom| symptom == expected), "{symptoms:?}");
    }
}

/// What a compiler makes of a NaN's bits once a process was asked much is there in one run and gone in the next.
#[test]
fn what_comes_and_goes_is_compared_with_nothing() {
    let old = report();
    let warm = |severity| {
        changed(|finding| {
            (finding.id, finding.clause, finding.severity) = ("0badcafe".to_owned(), "DET-WARM".to_owned(), severity);
            finding.witness.later = finding.witness.found.clone().map(|found| (500, found));
        })
    };
    let gone = old.findings[0].id.as_str();
    let new = warm(Severity::NanBits);
    let diff = Diff::between(&old, &new);
    assert_eq!((ids(&diff.new), ids(&diff.fixed), ids(&diff.unsteady)), (vec![], vec![gone], vec!["0badcafe"]));
    assert_eq!(ids(&Diff::between(&new, &new).unsteady), ["0badcafe"]);
    // A number that changes is no choice of a compiler.
    let new = warm(Severity::WrongNumber);
    let diff = Diff::between(&old, &new);
    assert_eq!((ids(&diff.new), diff.unsteady.len()), (vec!["0badcafe"], 0));
    // What a run saw come and go is not new in the next.
    let mut old = without(report(), gone);
    let new = report();
    let Finding { clause, operator, dtype, operands, result, backend, .. } = new.findings[0].clone();
    let seen = Unsteady { clause, operator, dtype, operands, result, cases: 1, example: String::new() };
    let of = old.backends.iter_mut().find(|it| it.name == backend).expect("a backend");
    of.unsteady.push(seen);
    assert_eq!(ids(&Diff::between(&old, &new).unsteady), [gone]);
}

/// A run of other cases fixes nothing, and a backend that is judged for the first time makes nothing new.
#[test]
fn what_was_not_asked_is_neither_fixed_nor_new() {
    let mut old = report();
    let shown = &mut old.findings[0];
    shown.witness.shrunk_from = "max/f32/nan-vs-finite/2+3#1f3a9c02".to_owned();
    (shown.operator, shown.dtype) = ("Max".to_owned(), Types::One(DType::F32));
    let (id, backend) = (shown.id.clone(), shown.backend.clone());
    let mut new = without(old.clone(), &id);
    assert_eq!(ids(&Diff::between(&old, &new).fixed), [id.as_str()], "its like is asked again");
    new.groups.retain(|group| group.subjects != ["nan-vs-finite"]);
    let diff = Diff::between(&old, &new);
    assert_eq!((ids(&diff.unasked), diff.fixed.len(), diff.is_clean()), (vec![id.as_str()], 0, false));
    // The other way round, and with what the older report knows nothing of.
    let mut older = report();
    older.backends.retain(|it| it.name != backend);
    older.findings.retain(|it| it.backend != backend);
    let newer = report();
    let diff = Diff::between(&older, &newer);
    assert_eq!((diff.unknown.as_slice(), diff.new.len(), diff.is_clean()), (&[backend.as_str()][..], 0, true));
}
