//! `report.md`.

use opconform_report::{Format, View};

use crate::assert_snapshot;
use crate::sample;

#[test]
fn complete() {
    assert_snapshot("markdown", &Format::Markdown.render(&sample::report(), &View::default()));
}

#[test]
fn partial_is_said_at_the_head() {
    let mut report = sample::report();
    report.partial = true;
    let text = Format::Markdown.render(&report, &View::default());
    assert!(text.lines().take(5).any(|line| line.contains("PARTIAL")));
}

#[test]
fn every_finding_is_there() {
    for report in [sample::report(), sample::with_many_departures(100), sample::with_one_departure(100)] {
        let text = Format::Markdown.render(&report, &View::default());
        for finding in &report.findings {
            assert_eq!(text.matches(&format!("| `{}` |", finding.id)).count(), 1, "{}", finding.id);
            assert!(text.contains(&finding.witness.replay) && text.contains(&finding.witness.file));
        }
    }
}

#[test]
fn a_departure_is_told_once_however_many_findings_it_has() {
    let headings = |report: &opconform_report::Report| {
        Format::Markdown.render(report, &View::default()).matches("\n### 1. a NaN as the first operand").count()
    };
    assert_eq!(headings(&sample::report()), 2, "one of each backend");
    assert_eq!(headings(&sample::with_one_departure(100)), 1);
}

#[test]
fn what_holds_for_several_backends_is_written_once() {
    let mut report = sample::report();
    report.findings.clear();
    report.backends.truncate(1);
    let twin = opconform_report::Backend { name: "twin".to_owned(), ..report.backends[0].clone() };
    report.backends.push(twin);
    let text = Format::Markdown.render(&report, &View::default());
    assert_eq!(text.matches("<summary>Comparisons by clause and element type").count(), 1);
    assert!(text.contains("The comparisons by clause and element type are in number those of `portable`."));
    let reason =
        "| integers have no NaN, no infinity and one zero | `i8` | `SONNX-MAX-NAN`, `ONNX-MAX-NAN` | every one |";
    assert!(text.contains(reason));
    report.backends[1].clauses[0]
        .by_dtype
        .insert("i8".to_owned(), opconform_report::Count { compared: 1, ..Default::default() });
    let text = Format::Markdown.render(&report, &View::default());
    assert_eq!(text.matches("<summary>Comparisons by clause and element type").count(), 2);
}

#[test]
fn a_hostile_backend_changes_no_structure() {
    let text = Format::Markdown.render(&sample::report(), &View::default());
    assert_eq!(text.chars().find(|&c| c != '\n' && c.is_control()), None);
    assert!(!text.contains("<script") && !text.contains('\u{202e}'));
    let tame = {
        let mut json = Format::Json.render(&sample::report(), &View::default());
        let hostile = Format::Json.render(&sample::report(), &View::default());
        let name = hostile.lines().find_map(|line| line.trim().strip_prefix("\"backend\": \"evil")).unwrap();
        let name = format!("evil{}", name.trim_end_matches(',').trim_end_matches('"'));
        json = json.replace(&name, "tame");
        Format::Markdown.render(&opconform_report::read(&json).unwrap(), &View::default())
    };
    let shape = |text: &str| -> Vec<(usize, bool)> {
        let cells = |line: &str| line.matches(" | ").count();
        text.lines().map(|line| (cells(line), line.starts_with('#'))).collect()
    };
    assert_eq!(shape(&text), shape(&tame));
}

#[test]
fn provenance_is_last() {
    let text = Format::Markdown.render(&sample::report(), &View::default());
    let (before, _) = text.split_once("\n## Provenance\n").unwrap();
    let mut other = sample::report();
    other.provenance = opconform_report::Provenance::default();
    assert!(Format::Markdown.render(&other, &View::default()).starts_with(before));
}
