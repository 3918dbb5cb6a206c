//! The first screen.

use opconform_report::{Backend, Claim, Finding, Format, Level, PassingFault, Report, Standing, Unavailable, View};
use opconform_tensor::Class;
use unicode_width::UnicodeWidthStr as _;

use crate::assert_snapshot;
use crate::sample;

const PLAIN: View =
    View { colour: false, directory: Some("reports/latest"), columns: None, place: None, category: None };

fn render(report: &Report, view: &View) -> String {
    sample::rendered(Format::Summary, report, view)
}

/// A report on so many backends, each in the same two ways.
fn of_backends(departing: usize, conforming: usize) -> Report {
    let mut report = sample::report();
    let (right, wrong) = (report.backends[0].clone(), report.backends[1].clone());
    let name = |backend: &Backend, name: String| Backend { name, ..backend.clone() };
    report.backends = (0..departing).map(|index| name(&wrong, format!("departing-{index:02}"))).collect();
    report.backends.extend((0..conforming).map(|index| name(&right, format!("conforming-{index:02}"))));
    let (all, own) = (std::mem::take(&mut report.findings), 0..departing);
    let other = |index: usize| sample::OTHERS[index % sample::OTHERS.len()];
    let of = |index: usize, finding: &Finding| Finding {
        backend: format!("departing-{index:02}"),
        // Of each backend another one.
        operands: finding.operands.iter().map(|class| if class.is_nan() { *class } else { other(index) }).collect(),
        result: finding.result.map(|_| other(index / sample::OTHERS.len())),
        ..finding.clone()
    };
    report.findings = own.flat_map(|index| all.iter().map(move |finding| of(index, finding))).collect();
    report.unavailable = (0..30)
        .map(|index| Unavailable { name: format!("absent-{index:02}"), reason: "it is not here".to_owned() })
        .collect();
    report
}

#[test]
fn plain() {
    assert_snapshot("summary", &render(&sample::report(), &PLAIN));
}

#[test]
fn however_many_backends_there_are_it_is_one_screen() {
    for (departing, conforming) in [(0, 0), (0, 1), (1, 0), (3, 4), (10, 1), (11, 2), (40, 40)] {
        for partial in [false, true] {
            let report = Report { partial, ..of_backends(departing, conforming) };
            let text = render(&report, &PLAIN);
            assert!(text.lines().count() <= 40, "{departing} and {conforming}:\n{text}");
            assert!(text.lines().filter(|line| !line.starts_with("replay ")).all(|line| line.width() <= 100), "{text}");
            assert_eq!(text.matches("PARTIAL").count(), usize::from(partial));
        }
    }
}

#[test]
fn who_failed_and_answered_when_asked_again_does_not_simply_conform() {
    let mut report = of_backends(0, 1);
    let fault =
        PassingFault { what: "killed by SIGSEGV (signal 11)".into(), calls: 3, cases: 64, first: "max/f32".into() };
    report.backends[0].passing_faults = vec![fault];
    assert!(render(&report, &PLAIN).contains("– conforms; 3 calls failed at first"), "{}", render(&report, &PLAIN));
    let terminal = sample::rendered(Format::Terminal, &report, &PLAIN);
    assert!(
        terminal.contains("· 3 calls, the first for 64 cases from max/f32 on: killed by SIGSEGV (signal 11)"),
        "{terminal}"
    );
}

#[test]
fn nobody_conforms_before_all_cases_are_judged() {
    for count in [1, 12] {
        let text = render(&Report { partial: true, ..of_backends(1, count) }, &PLAIN);
        assert!(!text.contains("✓ conforms") && text.contains("  – conforms so far, in 12,345 cases\n"), "{text}");
    }
}

#[test]
fn what_is_folded_is_counted() {
    let text = render(&of_backends(12, 6), &PLAIN);
    assert!(text.contains("\n  ✗ 2 more: departing-10, departing-11\n"), "{text}");
    assert!(text.contains("\n  ✓ 6 more conform to what they claim: conforming-00, "), "{text}");
    assert_eq!(text.matches("\n  ✗ MUST ").count() + text.matches("\n  ✗ SHOULD ").count(), 10);
    assert!(text.contains(" more: see the page\n"), "{text}");
    assert!(text.contains("\nnot here (30): absent-00, absent-01, "), "{text}");
    let few = render(&of_backends(1, 1), &PLAIN);
    assert!(!few.contains(" more") && few.contains("  ✓ conforms in 12,345 cases\n"), "{few}");
}

#[test]
fn the_table_stands_however_many_conform() {
    let text = render(&of_backends(0, 14), &PLAIN);
    assert_eq!(text.matches("\n  conforming-").count(), 10, "{text}");
    assert!(text.contains("  ✓ 4 more conform to what they claim: conforming-10, conforming-11, "), "{text}");
    // Who departs has a row before who does not.
    let text = render(&of_backends(2, 12), &PLAIN);
    let rows: Vec<&str> =
        text.lines().filter(|line| line.starts_with("  departing-") || line.starts_with("  conforming-")).collect();
    assert!(rows.len() == 10 && rows[1].contains("departing-01") && rows[9].contains("conforming-07"), "{text}");
    assert!(text.contains("  ✓ 4 more conform to what they claim: conforming-08, "), "{text}");
}

#[test]
fn who_claims_nothing_is_told_what_is_nearest_and_by_what() {
    let mut report = judged_by(vec![]);
    let told = |report: &Report| sample::rendered(Format::Markdown, report, &PLAIN);
    let text = told(&report);
    let satisfied = "| satisfies ONNX in the 11,000 of 11,345 cases that it speaks of; nearest of the others: ";
    assert!(text.contains(&format!("{satisfied}2 departures from SONNX (")), "{text}");
    // Of two that it satisfies neither of, the one with fewer departures.
    assert_eq!(report.findings[0].level, Level::Must);
    report.findings[0].profiles.push("onnx-13".to_owned());
    let text = told(&report);
    assert!(
        text.contains("| nearest: 1 departure from ONNX (") && text.contains("; 2 departures from SONNX ("),
        "{text}"
    );
    let screen = render(&report, &PLAIN);
    assert!(screen.contains("– claims nothing; nearest ONNX\n"), "{screen}");
    // Who claims something is told no more than the distances.
    let claiming = told(&judged_by(vec![claim("ONNX", &["onnx-13"])]));
    assert!(
        !claiming.contains("nearest: ")
            && !claiming.contains("nearest of")
            && claiming.contains("2 departures from SONNX ("),
        "{claiming}"
    );
}

#[test]
fn each_backends_worst_is_shown_before_another_ones_second() {
    let text = render(&of_backends(9, 0), &PLAIN);
    for index in 0..9 {
        assert!(text.contains(&format!("MUST  departing-{index:02} ")), "{index}: {text}");
    }
}

#[test]
fn what_several_backends_do_is_said_once() {
    let mut report = of_backends(2, 0);
    for finding in &mut report.findings {
        finding.result = finding.result.map(|_| Class::PositiveNormal);
        finding.operands.iter_mut().filter(|class| !class.is_nan()).for_each(|class| *class = Class::PositiveNormal);
    }
    let text = render(&report, &PLAIN);
    let departures: Vec<&str> = text.lines().filter(|line| line.contains("  departing-00 +1  ")).collect();
    assert_eq!(departures.len(), 3, "{text}");
}

#[test]
fn a_long_title_has_two_lines_while_there_is_room_and_one_backend_alone_is_not_named() {
    let mut report = judged_by(vec![claim("SONNX", &["sonnx"])]);
    let symptom = format!("shape {}1, {}end", "1x".repeat(20), "and so on, ".repeat(4));
    let whole = report.findings.iter_mut().find(|finding| finding.operands.is_empty()).expect("a finding");
    whole.witness.symptom.clone_from(&symptom);
    let shown = |report: &Report| {
        let text = render(report, &PLAIN);
        let (_, departures) = text.split_once("Departures, the worst first\n").expect("departures");
        departures.split("\n\n").next().unwrap_or_default().to_owned()
    };
    let two = shown(&report);
    assert!(two.contains("runtime-optimised") && two.contains("and so on, end"), "{two}");
    report.backends.remove(0);
    let one = shown(&report);
    assert!(one.contains("  ✗ MUST    Max of mixed types: shape 1x1x") && !one.contains("runtime-optimised"), "{one}");
}

#[test]
fn it_fits_a_narrow_terminal_and_makes_no_use_of_more_than_a_hundred_columns() {
    let report = sample::report();
    let narrow = render(&report, &View { columns: Some(80), ..PLAIN });
    assert!(narrow.lines().filter(|line| !line.starts_with("replay ")).all(|line| line.width() <= 80), "{narrow}");
    assert!(narrow.lines().count() <= 40, "{narrow}");
    assert_eq!(render(&report, &View { columns: Some(1_000), ..PLAIN }), render(&report, &PLAIN));
}

#[test]
fn colours_are_all_that_colours_change_and_nothing_else_acts_on_the_terminal() {
    let plain = render(&sample::report(), &PLAIN);
    let mut text = render(&sample::report(), &View { colour: true, ..PLAIN });
    assert!(text.contains('\u{1b}'));
    while let Some(start) = text.find('\u{1b}') {
        let end = start + text[start..].find('m').expect("a colour ends with m");
        text.replace_range(start..=end, "");
    }
    assert_eq!(text, plain);
    assert_eq!(plain.chars().find(|&c| c != '\n' && c.is_control()), None);
    assert!(!plain.contains('\u{202e}'));
}

#[test]
fn a_run_that_judged_nothing_says_so() {
    let mut report = sample::report();
    report.backends.clear();
    report.findings.clear();
    assert!(render(&report, &PLAIN).contains("NOTHING WAS JUDGED"));
}

/// The sample, its one departing backend judged by these claims: of everything that it breaks, each clause is of SONNX.
fn judged_by(claims: Vec<Claim>) -> Report {
    let mut report = sample::report();
    report.backends.truncate(2);
    report.findings.retain(|finding| finding.backend == report.backends[1].name);
    for finding in &mut report.findings {
        let is_claimed = |claim: &Claim| finding.profiles.iter().any(|name| claim.profiles.contains(name));
        finding.standing = if claims.iter().any(is_claimed) { Standing::Claimed } else { Standing::Distance };
    }
    report.backends[1].claims = claims;
    report
}

fn claim(specification: &str, profiles: &[&str]) -> Claim {
    let profiles = profiles.iter().map(|&name| name.to_owned()).collect();
    Claim { specification: specification.to_owned(), place: "here".to_owned(), profiles }
}

#[test]
fn a_row_says_how_a_backend_stands_to_each_specification_and_by_which_it_is_judged() {
    for (claims, row) in [
        (vec![claim("SONNX", &["sonnx"])], "[2] ✓ – ✗ 2 departures"),
        (vec![claim("ONNX", &["onnx-13"])], "2 [✓] – ✓ conforms"),
        (vec![], "2 ✓ – – satisfies ONNX"),
        (vec![claim("C23", &[])], "2 ✓ – – claims C23: no profile here"),
        (vec![claim("NumPy", &["numpy"])], "2 ✓ – – its claim is not judged"),
    ] {
        let text = render(&judged_by(claims), &PLAIN);
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(squeezed(&text).contains(&squeezed(&format!("runtime-optimised {row}"))), "{row}:\n{text}");
    }
}

#[test]
fn of_functions_that_nobody_follows_two_of_the_nearest_is_measured_and_named() {
    let mut report = judged_by(vec![]);
    let told = |report: &Report| sample::rendered(Format::Markdown, report, &PLAIN);
    assert!(told(&report).contains("; nearest of the others: 2 departures from SONNX ("), "{}", told(&report));
    // Both are of SONNX, and what is broken is a sentence of the later one alone.
    for finding in &mut report.findings {
        finding.profiles.retain(|name| name != "sonnx-seed");
    }
    for profile in report.profiles.iter_mut().filter(|profile| profile.family == "SONNX") {
        profile.alternative = true;
    }
    let text = told(&report);
    assert!(text.contains("| satisfies ") && text.contains(", sonnx-seed in the "), "{text}");
    let row = |text: &str| text.lines().find(|line| line.contains("runtime-optimised ")).expect("a row").to_owned();
    assert!(row(&render(&report, &PLAIN)).contains(" – satisfies "), "{text}");
    // Who claims one of them is measured by that one.
    report.backends[1].claims = vec![claim("sonnx", &["sonnx"])];
    assert!(row(&render(&report, &PLAIN)).contains("[2]"), "{}", render(&report, &PLAIN));
}

#[test]
fn what_there_is_no_room_for_is_named() {
    let report = sample::report();
    let wide = render(&report, &PLAIN);
    assert!(!wide.contains("not shown here"), "{wide}");
    let narrow = render(&report, &View { columns: Some(66), ..PLAIN });
    let titles = narrow.lines().find(|line| line.contains("SONNX  ")).expect("titles");
    let left_out = narrow.split("not shown here, but by `opconform report`: ").nth(1).expect("a sentence");
    for family in ["SONNX", "ONNX", "IEEE 754"] {
        let is_shown = titles.split("  ").any(|title| title.trim() == family);
        assert!(is_shown != left_out.split("\n\n").next().is_some_and(|text| text.contains(family)), "{narrow}");
    }
}

#[test]
fn what_is_not_claimed_is_shown_after_what_is_and_as_a_distance() {
    let mut report = judged_by(vec![claim("ONNX", &["onnx-13"])]);
    let text = render(&report, &PLAIN);
    assert!(!text.contains("✗ MUST") && text.contains("\n  · SONNX "), "{text}");
    report.findings[0].standing = Standing::Claimed;
    let text = render(&report, &PLAIN);
    let (counts, distance) = (text.find("✗ MUST"), text.find("· SONNX"));
    assert!(counts.is_some() && counts < distance, "{text}");
}

#[test]
fn a_narrow_screen_has_room_for_what_was_done() {
    for columns in [60, 80] {
        let mut report = of_backends(1, 1);
        report.find_departures();
        let narrow = render(&report, &View { columns: Some(columns), ..PLAIN });
        let words = narrow.split_whitespace().collect::<Vec<_>>().join(" ");
        for departure in report.all_departures().filter(|it| it.title.len() < columns) {
            assert!(words.contains(&departure.title), "{}:\n{narrow}", departure.title);
        }
        // What is copied stays on one line.
        let copied = ["replay ", "look at "];
        let (_, departures) = narrow.split_once("Departures, the worst first").expect("a heading");
        let mut told = departures.lines().filter(|line| !copied.iter().any(|it| line.starts_with(it)));
        assert!(told.all(|line| line.width() <= columns), "{narrow}");
    }
}
