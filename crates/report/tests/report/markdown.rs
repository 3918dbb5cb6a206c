//! `report.md`.

use std::collections::BTreeSet;

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
    let text = sample::rendered(Format::Markdown, &report, &View::default());
    assert!(text.lines().take(5).any(|line| line.contains("PARTIAL")));
}

#[test]
fn every_departure_is_there_or_counted() {
    for (report, shown, more) in [
        (sample::report(), 4, None),
        (sample::with_one_departure(100), 1, None),
        (sample::with_many_departures(100), 100, None),
        (sample::with_many_departures(1_000), 120, Some("880 departures more in `index.html` and `report.json`.")),
    ] {
        let text = sample::rendered(Format::Markdown, &report, &View::default());
        let replays = report.findings.iter().map(|finding| finding.witness.replay.as_str()).collect::<BTreeSet<_>>();
        let rows = text.lines().filter(|line| replays.iter().any(|replay| line.ends_with(&format!("| `{replay}` |"))));
        assert_eq!(rows.count(), shown);
        assert_eq!(text.lines().find(|line| line.contains(" more in ")), more);
    }
}

#[test]
fn a_backend_with_little_to_say_is_not_crowded_out() {
    let mut report = sample::with_many_departures(1_000);
    report.findings.extend(sample::report().findings.into_iter().filter(|it| it.backend == sample::HOSTILE));
    let text = sample::rendered(Format::Markdown, &report, &View::default());
    assert!(text.contains("881 departures more in") && text.contains("## Departures of <code>evil"));
}

#[test]
fn the_words_of_a_broken_clause_are_there_once() {
    let report = sample::with_many_departures(50);
    let text = sample::rendered(Format::Markdown, &report, &View::default());
    for clause in &report.clauses {
        // The other one is in the table of clauses by backend.
        let broken = report.findings.iter().any(|finding| finding.clause == clause.id);
        assert_eq!(
            text.matches(&format!("| `{}` | {} |", clause.id, clause.level)).count() - 1,
            usize::from(broken),
            "{}",
            clause.id
        );
    }
}

#[test]
fn a_witness_of_thousands_of_operands_is_a_line() {
    let text = Format::Markdown.render(&sample::with_a_long_witness(), &View::default());
    assert!(text.contains("4,095 × `0x3f800000` 1, `0x7fc00000` nan, `0x3f800000` 1 → `0x3f800000` 1"));
    assert!(text.len() < 20_000, "{} bytes", text.len());
}

/// GitHub takes a mebibyte of a job's summary.
#[test]
fn many_departures_of_many_backends_stay_a_page_that_is_read() {
    let mut report = sample::with_many_departures(200);
    let (backend, findings) = (report.backends[1].clone(), report.findings.clone());
    for index in 0..25 {
        let name = format!("runtime-{index}");
        let own = findings.iter().map(|it| opconform_report::Finding { backend: name.clone(), ..it.clone() });
        report.findings.extend(own);
        report.backends.push(opconform_report::Backend { name, ..backend.clone() });
    }
    let text = sample::rendered(Format::Markdown, &report, &View::default());
    assert!(text.len() < 150_000, "{} bytes", text.len());
    let page = sample::rendered(Format::Html, &report, &View::default());
    assert!(page.len() < 5_000_000, "{} bytes", page.len());
}

#[test]
fn what_holds_for_several_backends_is_written_once() {
    let mut report = sample::report();
    report.findings.clear();
    report.backends.truncate(2);
    report.backends[0] = opconform_report::Backend { name: "twin".to_owned(), ..report.backends[1].clone() };
    let text = sample::rendered(Format::Markdown, &report, &View::default());
    for row in [
        "| bf16 is not implemented | 1,000 | `max/bf16/edge/1+1#00000001` | every one |",
        "| the backend does not support the type | `bf16`, `f16` | `DET-LANE` | every one |",
        "| integers have no NaN, no infinity and one zero | `i8` | `SONNX-MAX-NAN` | every one |",
    ] {
        assert_eq!(text.matches(row).count(), 1, "{row}");
    }
    report.backends[1].skips[0].cases += 1;
    let text = sample::rendered(Format::Markdown, &report, &View::default());
    assert_eq!(text.matches("| bf16 is not implemented |").count(), 2);
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
        sample::rendered(Format::Markdown, &serde_json::from_str(&json).unwrap(), &View::default())
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
    assert!(sample::rendered(Format::Markdown, &other, &View::default()).starts_with(before));
}
