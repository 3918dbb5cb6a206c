//! A finding as an issue to file.

use opconform_report::{Finding, Issue, Program};

use crate::assert_snapshot;
use crate::sample::{self, HOSTILE};

/// The issue of a finding, every text of it as given.
fn issue(finding: &Finding, text: &str, program: Result<Program, String>) -> String {
    let report = sample::report();
    let clause = report.clauses.iter().find(|clause| clause.id == finding.clause).expect("its clause");
    Issue {
        finding,
        clause,
        expected: text,
        version: text,
        configuration: &[text.to_owned()],
        machine: text,
        suite: "0.1.0",
        replay: &format!("opconform replay found/case.json --adapter '{text}'"),
        program,
        files: &["onnx/model.onnx".to_owned()],
    }
    .render()
}

#[test]
fn complete() {
    let report = sample::report();
    let finding = &report.findings[0];
    let text = &finding.reproducers[0].text;
    let program = Program { language: "Python", name: "reproduce.py", text };
    assert_snapshot("issue", &issue(finding, "any NaN", Ok(program)));
}

#[test]
fn nothing_that_a_backend_says_acts_on_a_reader() {
    let report = sample::report();
    let finding = report.findings.iter().find(|finding| finding.backend == HOSTILE).expect("a hostile backend");
    let text = format!("{HOSTILE}\n````\n# not a heading\n");
    let program = Program { language: "Python", name: "reproduce.py", text: &text };
    for issue in [issue(finding, &text, Ok(program)), issue(finding, &text, Err(text.clone()))] {
        assert_eq!(issue.chars().find(|&c| c != '\n' && c.is_control() || c == '\u{202e}'), None, "{issue}");
        // In a block of code a heading is none: the fence is longer than any in the text.
        let outside = issue.split("`````").step_by(2).collect::<String>();
        let outside = outside.split("```sh\n").next().unwrap_or_default();
        assert!(!outside.contains("\n# not") && !outside.contains("<script"), "{issue}");
        assert_eq!(issue.lines().filter(|line| line.starts_with("# ")).count(), 1 + issue.matches("\n# not").count());
    }
}

#[test]
fn of_two_cases_that_differ_neither_is_said_to_be_right_where_no_profile_says_so() {
    let report = sample::report();
    let lane = report.findings.iter().find(|finding| finding.witness.differs_from.is_some()).expect("such a finding");
    let neither = Finding { breaks: Vec::new(), ..lane.clone() };
    let text = issue(&neither, "0x00000000 (0.0)", Err("none".to_owned()));
    assert!(text.contains(" elsewhere (") && text.contains("| Elsewhere | "), "{text}");
    assert!(text.contains("| Expected | the same, wherever the operands stand |"), "{text}");
    let wrong = Finding { breaks: report.findings[0].breaks.clone(), ..neither };
    let text = issue(&wrong, "0x00000000 (0.0)", Err("none".to_owned()));
    assert!(text.contains("expected 0x00000000 (0.0)") && !text.contains("lsewhere"), "{text}");
}
