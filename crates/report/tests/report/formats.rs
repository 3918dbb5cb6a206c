//! Formats for other programs: each is read by a parser that did not write it, and says what the report says.

use std::collections::BTreeSet;

use opconform_report::{Format, OutcomeCounts, Report, Severity, Standing, View};
use opconform_tensor::{DType, Types};
use serde_json::Value;

use crate::{assert_snapshot, sample};

fn text(format: Format, report: &Report) -> String {
    sample::rendered(format, report, &View::default())
}

#[test]
fn what_is_waived_is_said_with_the_reason_to_people_too() {
    for (format, link) in [
        (Format::Terminal, "https://example.org/known"),
        (Format::Markdown, "https:&#47;/example.org/known"),
        (Format::Html, "https://example.org/known"),
    ] {
        let words = |report: &Report| text(format, report).split_whitespace().collect::<Vec<_>>().join(" ");
        let waived = words(&sample::with_waivers());
        assert!(waived.contains("waived: lanes "), "{}", format.name());
        // Of three findings of a departure, one.
        assert!(waived.contains(&format!("waived, 1 of 3 findings: f16 is widened ({link})")), "{}", format.name());
        assert!(!words(&sample::report()).contains("waived"), "{}", format.name());
    }
}

/// Where a verdict is, it is said beside the number of departures how many of them are accepted.
#[test]
fn a_verdict_says_how_many_departures_are_waived() {
    let mut some = sample::with_waivers();
    some.findings.retain(|finding| finding.backend == "runtime-optimised");
    some.backends.retain(|backend| backend.name == "runtime-optimised");
    let waiver = some.findings.iter().find_map(|finding| finding.waived.clone()).unwrap();
    let crash = some.findings.iter_mut().find(|finding| finding.severity == Severity::NoAnswer).unwrap();
    crash.waived = Some(waiver.clone());
    let mut all = some.clone();
    all.findings.iter_mut().for_each(|finding| finding.waived = Some(waiver.clone()));
    for format in [Format::Summary, Format::Badge, Format::Html, Format::Markdown] {
        let (some, all) = (text(format, &some), text(format, &all));
        assert!(some.contains(", 1 waived"), "{}: {some}", format.name());
        assert!(!some.contains("all waived") && all.contains("departures, all waived") || all.contains(", all waived"));
    }
    let badge: Value = serde_json::from_str(&text(Format::Badge, &all)).unwrap();
    assert_eq!(badge["color"], "yellow");
}

#[test]
fn a_badge_says_how_many_conform() {
    let badge = |report: &Report| -> Value { serde_json::from_str(&text(Format::Badge, report)).unwrap() };
    let all = badge(&sample::report());
    assert_eq!(all["schemaVersion"], 1);
    assert_eq!((all["label"].as_str(), all["message"].as_str()), (Some("maximum"), Some("1 of 4 conform")));
    assert_eq!(all["color"], "red");
    let only = |index: usize| {
        let mut report = sample::report();
        let backend = report.backends.swap_remove(index);
        report.findings.retain(|finding| finding.backend == backend.name);
        report.backends = vec![backend];
        badge(&report)
    };
    let message = |badge: &Value| badge["message"].as_str().unwrap().to_owned();
    assert_eq!(message(&only(0)), "conforms in 12,345 cases");
    assert_eq!(message(&only(1)), "2 departures");
    assert_eq!(message(&only(3)), "nothing judged");
    let mut partial = sample::report();
    partial.partial = true;
    assert_eq!(message(&badge(&partial)), "interrupted");
    // Who claims nothing neither conforms nor departs.
    let mut unclaimed = sample::report();
    for backend in &mut unclaimed.backends {
        backend.claims.clear();
    }
    for finding in &mut unclaimed.findings {
        finding.standing = Standing::Distance;
    }
    unclaimed.backends.truncate(2);
    unclaimed.findings.retain(|finding| finding.backend == "runtime-optimised");
    assert_eq!(message(&badge(&unclaimed)), "nothing claimed");
    assert_eq!(badge(&unclaimed)["color"], "lightgrey");
}

/// Where counted pairs are forbidden by a clause that no finding is of, that counts wherever departures do.
#[test]
fn what_counted_pairs_alone_show_counts_as_a_departure_does() {
    let mut report = sample::report();
    report.backends = vec![report.backends.swap_remove(1)];
    report.findings.clear();
    let shown = [Format::Summary, Format::Markdown, Format::Html, Format::Junit, Format::Badge];
    let texts = |report: &Report| shown.map(|format| text(format, report));
    assert!(report.beyond_cases().is_empty());
    let conforming = texts(&report);
    let forbid = |report: &mut Report, clause: &str| {
        let counted = &mut report.backends[0].counted[0];
        counted.forbidden = 513;
        counted.rows[0].forbidden_by = vec![clause.to_owned()];
    };
    forbid(&mut report, "SONNX-MAX-E1");
    let words = "513 counted pairs forbidden by SONNX-MAX-E1, which no case of this run shows";
    assert_eq!(report.beyond_cases().iter().map(ToString::to_string).collect::<Vec<_>>(), [words]);
    for ((format, before), after) in shown.iter().zip(conforming).zip(texts(&report)) {
        let said = match format {
            Format::Summary => "✗ 513 counted pairs forbidden",
            Format::Badge => "\"message\":\"departs\"",
            _ => words,
        };
        assert!(!before.contains(said) && after.contains(said), "{}: {after}", format.name());
        assert!(*format != Format::Summary || (before.contains("[✓]") && after.contains("[✗]")), "{before}{after}");
    }
    // What a case shows, too, is a departure already.
    let mut report = sample::report();
    report.backends = vec![report.backends.swap_remove(1)];
    let found = report.findings.iter().find(|it| it.backend == report.backends[0].name && it.operator == "Max");
    let (clause, dtype) = found.map(|it| (it.clause.clone(), it.dtype)).expect("a finding");
    forbid(&mut report, &clause);
    let of_dtype = |report: &mut Report, dtype: Types| {
        let Types::One(dtype) = dtype else { panic!("{dtype}") };
        report.backends[0].counted[0].dtype = dtype;
    };
    of_dtype(&mut report, dtype);
    assert!(report.beyond_cases().is_empty());
    // In another type, or of another operator, it shows nothing of these pairs.
    report.backends[0].counted[0].operator = "ReduceMax".to_owned();
    report.findings.retain(|it| it.operator == "Max");
    assert_eq!(report.beyond_cases().len(), 1);
    report.backends[0].counted[0].operator = "Max".to_owned();
    report.findings.retain(|it| it.dtype == dtype);
    of_dtype(&mut report, Types::One(DType::U16));
    assert_eq!(report.beyond_cases().len(), 1);
}

#[test]
fn traceability_leads_both_ways() {
    let report = sample::report();
    let page = text(Format::Trace, &report);
    assert_snapshot("traceability", &page);
    for clause in &report.clauses {
        assert!(page.contains(&format!("### `{}`", clause.id)), "{}", clause.id);
    }
    for words in [
        "Exercised by 11,000 cases",
        "| `edge` |",
        "`cases/1f3a9c02.json`",
        "no verdict turns on it",
        "| – | Of a model of an older operator set nothing is judged. |",
        "with seed 42",
        "a runtime 1.2.3, after its optimiser",
        "SONNX Max, draft of 2026-02-13",
        "to nearest, ties to even",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn the_table_has_a_row_per_clause_and_backend_and_per_group() {
    let report = sample::report();
    let table = text(Format::TraceCsv, &report);
    assert_snapshot("traceability_csv", &table);
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let of = |kind: &str| rows.iter().filter(|row| &row[0] == kind).count();
    assert_eq!(of("result"), report.clauses.len() * report.backends.len());
    assert_eq!((of("clause"), of("group")), (report.clauses.len(), report.groups.len()));
    // Both ways say the same: the clauses of a group, and the groups of a clause.
    let of_clauses = rows.iter().filter(|row| &row[0] == "cases").map(|row| (row[1].to_owned(), row[10].to_owned()));
    let of_groups = rows.iter().filter(|row| &row[0] == "group");
    let of_groups = of_groups.flat_map(|row| row[1].split(' ').map(|id| (id.to_owned(), row[10].to_owned())));
    assert_eq!(of_clauses.collect::<BTreeSet<_>>(), of_groups.collect::<BTreeSet<_>>());
    assert_eq!(of("cases"), report.groups.iter().map(|group| group.clauses.len()).sum::<usize>());
    assert_eq!((of("backend"), of("profile")), (report.backends.len(), report.profiles.len()));
    assert!(rows.iter().any(|row| &row[0] == "run" && row[10] == report.seed.to_string() && &row[11] == "seed"));
    assert_eq!((of("defect"), of("gap")), (report.defects.len(), report.gaps.len()));
    for field in rows.iter().flatten() {
        assert!(!field.starts_with(['=', '+', '-', '@', '\t', '\r']), "{field} is a formula");
    }
    assert!(
        rows.iter().filter(|row| &row[0] == "result" && row[7].parse() == Ok(0_u64)).all(|row| !row[11].is_empty())
    );
}

#[test]
fn no_format_claims_more_than_evidence() {
    let mut report = sample::report();
    // Words of a backend are its own.
    report.backends.retain(|backend| backend.name != sample::HOSTILE);
    for &format in Format::ALL {
        let text = text(format, &report).to_lowercase();
        assert!(!text.contains("certif") && !text.contains("qualif"), "{}", format.name());
    }
}

#[test]
fn every_format_takes_an_empty_report() {
    let mut report = sample::report();
    report.backends.clear();
    report.findings.clear();
    report.groups.clear();
    report.clauses.clear();
    report.profiles.clear();
    report.provenance.seconds = f64::MAX;
    for &format in Format::ALL {
        assert!(text(format, &report).ends_with('\n'), "{}", format.name());
    }
    let mut report = sample::report();
    report.backends[0].outcomes = OutcomeCounts { crashed: u64::MAX, ..OutcomeCounts::default() };
    report.findings[0].elements = u64::MAX;
    report.findings[0].cases = u64::MAX;
    for &format in Format::ALL {
        assert!(!text(format, &report).is_empty());
    }
}
