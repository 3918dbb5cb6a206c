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
    let text = Format::Markdown.render(&sample::with_many_findings(100), &View::default());
    assert_eq!(text.matches("To replay it:").count(), 100);
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
