//! The summary on a terminal.

use opconform_report::{Claim, Format, View};

use crate::assert_snapshot;
use crate::sample;

const PLAIN: View =
    View { colour: false, directory: Some("reports/latest"), columns: None, place: None, category: None };

#[test]
fn plain() {
    assert_snapshot("terminal", &Format::Terminal.render(&sample::report(), &PLAIN));
}

#[test]
fn coloured() {
    let text = Format::Terminal.render(&sample::report(), &View { colour: true, ..PLAIN });
    assert_snapshot("terminal_colour", &text.replace('\u{1b}', "␛"));
}

#[test]
fn colours_are_all_that_colours_change() {
    let plain = Format::Terminal.render(&sample::report(), &PLAIN);
    let mut text = Format::Terminal.render(&sample::report(), &View { colour: true, ..PLAIN });
    while let Some(start) = text.find('\u{1b}') {
        let end = start + text[start..].find('m').expect("a colour ends with m");
        text.replace_range(start..=end, "");
    }
    assert_eq!(text, plain);
}

#[test]
fn without_colour_nothing_acts_on_the_terminal() {
    for partial in [false, true] {
        let text = Format::Terminal.render(&opconform_report::Report { partial, ..sample::report() }, &PLAIN);
        assert_eq!(text.chars().find(|&c| c != '\n' && c.is_control()), None);
        assert!(!text.contains('\u{202e}'));
    }
}

#[test]
fn lines_but_for_what_is_copied_keep_to_a_hundred_columns() {
    let text = Format::Terminal.render(&sample::report(), &PLAIN);
    for line in text.lines().filter(|line| !line.trim_start().starts_with("replay ")) {
        assert!(unicode_width::UnicodeWidthStr::width(line) <= 100, "{line}");
    }
}

#[test]
fn many_backends_stand_in_several_panels_of_a_hundred_columns() {
    let mut report = sample::report();
    report.findings.clear();
    let one = report.backends.remove(1);
    let name = |index: usize| format!("backend-number{index:02}");
    report.backends = (0..20).map(|index| opconform_report::Backend { name: name(index), ..one.clone() }).collect();
    let text = sample::rendered(Format::Terminal, &report, &PLAIN);
    assert!(text.lines().all(|line| unicode_width::UnicodeWidthStr::width(line) <= 100));
    let (tables, _) = text.split_once("Fingerprints:").unwrap();
    for index in 0..20 {
        assert_eq!(
            tables.matches(&format!("number{index:02}")).count(),
            5,
            "once in each table, and by what it claims"
        );
    }
    // Each panel repeats the heads of the rows.
    assert_eq!(tables.matches("DET-LANE").count(), tables.matches("  clause ").count());
}

#[test]
fn what_is_cut_short_is_said_and_where_it_stands() {
    let text = Format::Terminal.render(&sample::with_many_departures(21), &PLAIN);
    assert_eq!(text.matches("✗ MUST · ").count(), 16);
    assert_eq!(text.matches("\n    replay ").count(), 4, "the others have a line each");
    assert_eq!(text.matches("\n    words ").count(), 1, "they are all of one clause, which is quoted once");
    let all = "all in full: `opconform report reports/latest --format markdown`";
    assert!(text.contains(&format!("… and 5 more; {all}")));
    let text = Format::Terminal.render(&sample::with_many_departures(10), &PLAIN);
    assert!(text.contains(&format!("… {all}")));
    let text = Format::Terminal.render(&sample::with_many_departures(4), &PLAIN);
    assert!(!text.contains(all));
    let text = Format::Terminal.render(&sample::with_one_departure(100), &PLAIN);
    assert_eq!(text.matches("✗ MUST · ").count(), 1);
}

#[test]
fn a_departure_takes_few_lines() {
    let text = Format::Terminal.render(&sample::report(), &PLAIN);
    let (_, departures) = text.split_once("\n  1 ✗ MUST").unwrap();
    for departure in departures.split_once("\nGaps:").unwrap().0.split("\n\n") {
        assert!(departure.lines().count() <= 9, "{departure}");
    }
}

#[test]
fn clauses_that_all_conform_to_share_a_line() {
    let mut report = sample::report();
    report.findings.clear();
    report.backends.truncate(1);
    report.backends[0].clauses[1].total = opconform_report::Count::default();
    report.backends[0].unexercised.clear();
    let text = sample::rendered(Format::Terminal, &report, &PLAIN);
    let (matrix, _) = text.split_once("Profiles: ").unwrap();
    assert!(matrix.contains("  SONNX-MAX-NAN  MUST  ·\n"), "what was not exercised keeps its row: {matrix}");
    assert!(matrix.contains("4 clauses conform on every backend, all comparisons together: SONNX-MAX-P1 1.2M ?, "));
    assert_eq!(matrix.matches("SONNX-MAX-E1").count(), 1);
    let markdown = sample::rendered(Format::Markdown, &report, &View::default());
    assert!(markdown.contains("| `SONNX-MAX-E1` | MUST | ✓ 345 |"), "the whole matrix is in the report");
}

#[test]
fn a_partial_run_says_so_first_and_last() {
    let mut report = sample::report();
    report.partial = true;
    let text = sample::rendered(Format::Terminal, &report, &PLAIN);
    assert_eq!(text.matches("PARTIAL").count(), 2);
}

#[test]
fn a_run_that_judged_nothing_says_so() {
    let mut report = sample::report();
    report.backends.clear();
    report.findings.clear();
    let text = sample::rendered(Format::Terminal, &report, &View::default());
    assert!(text.contains("NOTHING WAS JUDGED"));
}

#[test]
fn what_was_asked_of_a_backend_is_not_said_to_be_claimed_by_it() {
    let mut report = sample::report();
    let [.., asked] = report.backends.as_mut_slice() else { panic!("a backend") };
    let profiles = vec!["sonnx".to_owned()];
    asked.claims = vec![Claim { specification: "SONNX".to_owned(), place: "--against".to_owned(), profiles }];
    let name = asked.name.clone();
    let text = sample::rendered(Format::Terminal, &report, &PLAIN);
    assert!(text.contains(&format!("asked of {name}: SONNX (--against)")), "{text}");
    assert!(!text.contains(&format!("claimed by {name}")), "{text}");
}
