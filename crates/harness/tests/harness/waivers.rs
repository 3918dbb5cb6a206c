//! The gate: a right backend and a known fault pass, and each thing that is not as known is one line that names the place.

use std::path::PathBuf;

use opconform_harness::{Acceptance, Coverage, UpdateError, WaiverFile, WaiverFileError};
use opconform_report::{Report, Waived};
use opconform_spec::{Case, Outcome};

use crate::backend::{Lane, Planted, maximum};
use crate::faults::FAULTS;
use crate::{cases, plan, run};

const TODAY: &str = "2026-11-21";
const ACCEPTANCE: Acceptance = Acceptance { reason: "a planted fault", link: "https://example.org/fault" };

fn small(case: &Case) -> bool {
    let elements: usize = case.elements();
    case.operator.name == "Max" && case.types().name() == "f32" && elements < 10
}

fn judged(seed: u64, backend: Planted) -> Report {
    let mut report = run(&plan(cases(seed, 50, small), vec![backend])).report;
    // A relation sees the same faults in its own words, on its own sample.
    report.findings.retain(|finding| !finding.clause.starts_with("REL-"));
    report.hold_departures();
    report
}

/// The report on a backend of this name with one of the faults.
fn faulty(name: &str, fault: &str) -> Report {
    let fault = FAULTS.iter().find(|it| it.name == fault).expect("a fault");
    judged(0, Planted::elementwise(name, fault.element))
}

fn known(text: &str) -> WaiverFile {
    parsed(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

fn parsed(text: &str) -> Result<WaiverFile, WaiverFileError> {
    WaiverFile::parse("it", PathBuf::from("known/it.toml"), text.to_owned())
}

/// The lines of the gate.
fn lines(known: &WaiverFile, report: &Report) -> Vec<String> {
    checked(known, report, Coverage::Whole, TODAY)
}

fn checked(known: &WaiverFile, report: &Report, coverage: Coverage, today: &str) -> Vec<String> {
    let check = known.check(report, coverage, today).expect("a backend of this name");
    check.problems.iter().map(ToString::to_string).collect()
}

/// The one line of the gate.
fn line(known: &WaiverFile, report: &Report) -> String {
    let mut lines = lines(known, report);
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(!lines[0].contains('\n'));
    lines.remove(0)
}

/// A file that knows of what `nan-ignored` does.
const KNOWN: &str = "\
# The head of the file.

# What a NaN does.
[[waiver]]
clauses = [\"*-MAX-NAN\"]  # all four
symptoms = [\"*nan* -> +normal\"]
findings = 8 # rows
most = { elements = 2000, cases = 1000 }
reason = \"planted\"
link = \"https://example.org/fault\"
versions = \"0\"
expires = 2026-11-21
# The end.
";

const MOST: &str = "most = { elements = 2000, cases = 1000 }\n";

#[test]
fn what_is_right_or_known_passes_whatever_the_seed() {
    for seed in [0, 7] {
        assert!(
            lines(&known(""), &judged(seed, Planted::elementwise("it", |lane| maximum(lane.dtype, lane.operands))))
                .is_empty()
        );
        let fault = FAULTS.iter().find(|it| it.name == "nan-ignored").expect("a fault");
        let report = judged(seed, Planted::elementwise("it", fault.element));
        assert_eq!(lines(&known(KNOWN), &report), [""; 0]);
        for finding in &report.findings {
            assert!(finding.waived.is_none(), "a run knows of nothing that is");
        }
        let file = known(KNOWN);
        let waived = file.check(&report, Coverage::Whole, TODAY).expect("a backend").waived;
        let all: Vec<usize> = waived.iter().map(|(finding, _)| *finding).collect();
        assert_eq!(all, (0..report.findings.len()).collect::<Vec<_>>());
        let accepted = |by: Option<&str>| Waived {
            reason: "planted".to_owned(),
            link: "https://example.org/fault".to_owned(),
            by: by.map(ToOwned::to_owned),
        };
        assert!(waived.iter().all(|(_, it)| *it == accepted(None)));
        let signed = known(&KNOWN.replace("reason =", "by = \"the board\"\nreason ="));
        let waived = signed.check(&report, Coverage::Whole, TODAY).expect("a backend").waived;
        assert!(waived.len() == all.len() && waived.iter().all(|(_, it)| *it == accepted(Some("the board"))));
    }
}

#[test]
fn a_planted_fault_is_one_line_that_names_the_place() {
    for (fault, words) in [
        (
            "nan-ignored",
            "a NaN operand is ignored: NaN, +normal → +normal, in either order (Max of f32; SONNX-MAX-NAN,",
        ),
        ("zero-is-second", "from a MUST clause: +0 is passed over: +0, -0 → -0 (Max of f32; SONNX-MAX-ZERO,"),
        ("second-nan-lost", "from a MUST clause: a NaN as the second operand is ignored: +normal, NaN → +normal (Max"),
    ] {
        let report = faulty("it", fault);
        let line = line(&known(""), &report);
        assert!(line.starts_with("known/it.toml:1: unexpected departure of it "), "{line}");
        assert!(line.contains(words) && line.contains("opconform replay '"), "{line}");
    }
}

/// The known fault, and another one beside it.
fn another(lane: &Lane) -> u64 {
    let numbers: Vec<u64> = lane.operands.iter().copied().filter(|&bits| bits & 0x7fff_ffff <= 0x7f80_0000).collect();
    let operands = if numbers.is_empty() { lane.operands } else { &numbers };
    match operands {
        [0x0, 0x8000_0000] => 0x8000_0000,
        operands => maximum(lane.dtype, operands),
    }
}

#[test]
fn a_fault_beside_a_known_one_is_one_line() {
    let line = line(&known(KNOWN), &judged(0, Planted::elementwise("it", another)));
    assert!(
        line.starts_with("known/it.toml:14: unexpected departure of it from a MUST clause: +0 is passed over"),
        "{line}"
    );
}

#[test]
fn each_waiver_that_does_not_fit_is_one_line_that_names_the_place() {
    let report = faulty("it", "nan-ignored");
    let changes: &[(&str, &str, &str)] = &[
        ("findings = 8", "findings = 7", "known/it.toml:7: 8 findings on it match this waiver, which declares 7: "),
        (
            "findings = 8",
            "findings = 9",
            "known/it.toml:7: only 8 findings on it match this waiver, which declares 9: ",
        ),
        ("findings = 8", "findings = 10\nat_least = 9", "which declares 9: the others pass now; write `at_least = 8`"),
        (
            "versions = \"0\"",
            "versions = \">=1.2, <2\"",
            "known/it.toml:11: it is 0, and this waiver is for versions >=1.2, <2: ",
        ),
        (
            "2026-11-21",
            "2026-11-20",
            "known/it.toml:12: this waiver expired on 2026-11-20, and 8 findings on it still match",
        ),
        ("cases = 1000", "cases = 600", "known/it.toml:8: the findings on it that match this waiver cover "),
        ("cases = 1000", "cases = 600", ", and it declares 2,000 elements in 600 cases at most: "),
        (MOST, "", "known/it.toml:4: the findings on it that match this waiver cover "),
        (
            MOST,
            "",
            ", and it does not say how much they may cover: look at what is new, then write `most = { elements = ",
        ),
    ];
    for &(old, new, words) in changes {
        let text = KNOWN.replacen(old, new, 1);
        assert_ne!(text, KNOWN);
        let known = known(&text);
        let line = line(&known, &report);
        assert!(line.contains(words), "{line}");
        // More than is declared, or declared for something else, is no waiver; fewer are waived still.
        let waived = known.check(&report, Coverage::Whole, TODAY).expect("a backend").waived.len();
        assert_eq!(waived, if line.contains("the others pass now") { 8 } else { 0 }, "{line}");
    }
    let tolerant = known(&KNOWN.replacen("findings = 8", "findings = 9\nat_least = 4", 1));
    assert!(lines(&tolerant, &report).is_empty(), "the number may depend on the machine");
    // The fault is gone.
    let fixed = judged(0, Planted::elementwise("it", |lane| maximum(lane.dtype, lane.operands)));
    assert_eq!(
        line(&known(KNOWN), &fixed),
        "known/it.toml:4: no finding on it matches this waiver any more: delete it"
    );
    // On a part of the suite, what matches too little proves nothing; what is unexpected does.
    assert!(checked(&known(KNOWN), &fixed, Coverage::Part, TODAY).is_empty());
    assert_eq!(checked(&known(""), &report, Coverage::Part, TODAY).len(), 1);
    // Another symptom under the same clause is not waived.
    let other = known(&KNOWN.replacen("-> +normal", "-> -normal", 1));
    assert_eq!(lines(&other, &report).len(), 2, "unexpected, and a waiver of nothing");
}

/// The maximum of two positive numbers, wrong where `is_at_fault` says so.
fn wrong(lane: &Lane, is_at_fault: fn(u64) -> bool) -> u64 {
    let is_positive = |bits: &u64| (0x0080_0000..0x7f80_0000).contains(bits);
    match lane.operands {
        [first, second] if is_positive(first) && is_positive(second) && is_at_fault(*second) => *first,
        operands => maximum(lane.dtype, operands),
    }
}

#[test]
fn a_waiver_of_wrong_numbers_is_of_these_numbers_and_no_others() {
    const GREATEST: u64 = 0x7f7f_ffff;
    let one = judged(0, Planted::elementwise("it", |lane| wrong(lane, |second| second == GREATEST)));
    let every = judged(0, Planted::elementwise("it", |lane| wrong(lane, |_| true)));
    let update = |text: &str, report: &Report| {
        known(text).update(report, Coverage::Whole, TODAY, Some(ACCEPTANCE)).expect("an update").text
    };
    let of_one = update("", &one);
    assert!(of_one.contains("symptoms = [\"+normal, +normal -> +normal\"]"), "{of_one}");
    assert!(of_one.contains(", 0x7f7fffff\"]\n"), "{of_one}");
    assert_eq!(lines(&known(&of_one), &one), [""; 0]);
    // Then all positive numbers are wrong: of the same classes, and seen by the same clauses.
    let told = lines(&known(&of_one), &every);
    assert!(
        told.iter().any(|line| line.contains("is of plain values, and this waiver does not name them")),
        "{told:#?}"
    );
    assert!(told.iter().any(|line| line.contains("and it declares ")), "{told:#?}");
    assert!(known(&of_one).check(&every, Coverage::Whole, TODAY).expect("a backend").waived.is_empty());
    // Somebody who has looked at it may accept it.
    assert_eq!(lines(&known(&update(&of_one, &every)), &every), [""; 0]);
    // Without the operands, the symptom is not enough.
    let unnamed: String =
        of_one.lines().filter(|line| !line.starts_with("operands")).flat_map(|it| [it, "\n"]).collect();
    let told = line(&known(&unnamed), &one);
    assert!(told.contains("+normal, +normal -> +normal on it is of plain values"), "{told}");
    assert_eq!(lines(&known(&update(&unnamed, &one)), &one), [""; 0]);
}

#[test]
fn another_version_of_a_backend_is_one_line() {
    let fault = FAULTS.iter().find(|it| it.name == "nan-ignored").expect("a fault");
    for (version, fits) in [("0.1.2", true), ("0", true), ("v0.9+cpu", true), ("1.0", false), ("unknown", false)] {
        let report = judged(0, Planted::elementwise("it", fault.element).of_version(version));
        if fits {
            assert_eq!(lines(&known(KNOWN), &report), [""; 0], "{version}");
        } else {
            let line = line(&known(KNOWN), &report);
            assert!(line.contains(&format!("it is {version}, and this waiver is for ")), "{line}");
        }
    }
}

#[test]
fn what_was_not_judged_does_not_pass() {
    let idle = Planted::each("it", |_| Outcome::Unsupported("no operator at all".to_owned()));
    let line = line(&known(""), &judged(0, idle));
    assert!(line.starts_with("known/it.toml:1: nothing was judged of it"), "{line}");
    assert!(known("").check(&faulty("other", "nan-ignored"), Coverage::Whole, TODAY).is_none());
}

#[test]
fn an_update_changes_what_it_must_and_keeps_every_comment() {
    let update = |text: &str, report: &Report| {
        known(text).update(report, Coverage::Whole, TODAY, Some(ACCEPTANCE)).expect("an update").text
    };
    let report = faulty("it", "nan-ignored");
    assert_eq!(update(KNOWN, &report), KNOWN, "nothing to change");
    for (old, new) in [("findings = 8", "findings = 3"), ("findings = 8", "findings = 9"), ("\"0\"", "\"0.0.0\"")] {
        let stale = KNOWN.replacen(old, new, 1);
        let fresh = if old == "\"0\"" { stale.clone() } else { KNOWN.to_owned() };
        assert_eq!(update(&stale, &report), fresh);
    }
    assert_eq!(update(&KNOWN.replacen("\"0\"", "\"3\"", 1), &report), KNOWN.replacen("\"0\"", "\"0.0.0\"", 1));
    let ranged = KNOWN.replacen("findings = 8", "findings = 20\nat_least = 10", 1);
    assert_eq!(update(&ranged, &report), ranged.replacen("10", "8", 1));
    // What is over for a person to decide is left to a person.
    let expired = KNOWN.replacen("2026-11-21", "2020-01-01", 1);
    assert_eq!(update(&expired, &report), expired);
    // A waiver of nothing goes, with its own comment and no other.
    let fixed = judged(0, Planted::elementwise("it", |lane| maximum(lane.dtype, lane.operands)));
    assert_eq!(update(KNOWN, &fixed).trim(), "# The head of the file.\n\n# The end.");
}

#[test]
fn an_operator_is_named_as_findings_name_it() {
    let text = "[[waiver]]\nclauses = [\"MARS-*\"]\noperators = [\"numpy.maximum\"]\nsymptoms = [\"*\"]\nfindings = 1\nreason = \"known\"\n\
                link = \"https://example.org/1\"\nmost = { elements = 1, cases = 1 }\n";
    assert_eq!(known(text).text, text);
}

#[test]
fn an_update_waives_what_is_new_for_a_reason_and_then_all_is_known() {
    let report = judged(0, Planted::elementwise("it", another));
    let refused = known(KNOWN).update(&report, Coverage::Whole, TODAY, None);
    assert!(
        matches!(&refused, Err(UpdateError::NoReason { departures, .. }) if departures == "1 departure is"),
        "{refused:?}"
    );
    let updated = known(KNOWN).update(&report, Coverage::Whole, TODAY, Some(ACCEPTANCE)).expect("an update");
    let added = updated.text.strip_prefix(KNOWN).expect("what stood there stands there");
    let (before, after) = added.split_once("most = { elements = ").expect("a ceiling");
    let expected = "\n[[waiver]]\nclauses = [\"NET-MAX-ZERO\", \"SONNX-MAX-ORDER\", \"SONNX-MAX-ZERO\"]\n\
                    operators = [\"Max\"]\ndtypes = [\"f32\"]\nsymptoms = [\"+0, -0 -> -0\"]\nfindings = 3\n";
    assert_eq!(before, expected);
    assert!(after.ends_with(" }\nreason = \"a planted fault\"\nlink = \"https://example.org/fault\"\n"), "{after}");
    assert_eq!(lines(&updated, &report), [""; 0]);
    // From nothing, whatever the fault.
    for fault in &FAULTS[..4] {
        let report = faulty("it", fault.name);
        let updated = known("").update(&report, Coverage::Whole, TODAY, Some(ACCEPTANCE)).expect("an update");
        assert_eq!(lines(&updated, &report), [""; 0], "{}: {}", fault.name, updated.text);
        assert_eq!(updated.text.starts_with("# What is known of it, "), !report.findings.is_empty());
    }
    let without = Acceptance { link: "nowhere", ..ACCEPTANCE };
    let refused = known("").update(&report, Coverage::Whole, TODAY, Some(without));
    assert!(matches!(refused, Err(UpdateError::Unreadable(_))), "{refused:?}");
}

#[test]
fn a_file_that_cannot_be_used_says_where_and_why() {
    let changes: &[(&str, &str, &str)] = &[
        ("findings = 8", "findings = ", "known/it.toml:7:"),
        ("findings = 8", "findings = -8", "known/it.toml:7:12: "),
        ("findings = 8", "findings = 0", "known/it.toml:7:1: a waiver of no findings"),
        (
            "findings = 8",
            "findings = 8\nat_least = 8",
            "known/it.toml:8:1: `at_least` is 8: expected 1 or more, and fewer",
        ),
        ("findings = 8 # rows\n", "", "missing field `findings`"),
        ("findings", "finding", "known/it.toml:7:1: unknown field `finding`, expected one of"),
        ("*-MAX-NAN", "SONNX-MAX-NON", "known/it.toml:5:1: no clause is `SONNX-MAX-NON`: `opconform clauses`"),
        ("clauses = [\"*-MAX-NAN\"]", "clauses = []", "known/it.toml:5:1: a waiver of everything"),
        ("symptoms = [\"*nan* -> +normal\"]", "symptoms = []", "known/it.toml:6:1: no symptom"),
        ("\"planted\"", "\" \"", "known/it.toml:9:1: no reason"),
        ("https://example.org/fault", "it is known", "known/it.toml:10:1: `it is known` is no link"),
        ("versions = \"0\"", "versions = \"new\"", "known/it.toml:11:1: no range of versions"),
        ("2026-11-21", "2026-11-21T10:00:00", "known/it.toml:12:1: expected a date alone"),
        ("expires", "dtypes = [\"f33\"]\nexpires", "known/it.toml:12:1: no element type is `f33`: expected bf16 f16"),
        ("expires", "operators = [\"ArgMax\"]\nexpires", "known/it.toml:12:1: no operator is `ArgMax`: expected Max"),
        ("cases = 1000", "cases = -1", "known/it.toml:8:"),
        ("elements = 2000, ", "", "missing field `elements`"),
        (
            "expires",
            "operands = [\"1, 2\"]\nexpires",
            "known/it.toml:12:1: `1, 2` names no operands: expected their bits",
        ),
        ("[[waiver]]", "[waiver]", "known/it.toml:4:1: "),
    ];
    for &(old, new, words) in changes {
        let text = KNOWN.replacen(old, new, 1);
        assert_ne!(text, KNOWN, "{old}");
        let message = parsed(&text).expect_err(words).to_string();
        assert!(message.contains(words), "{message}\n{text}");
        assert!(!message.contains('\n'), "{message}");
    }
}
