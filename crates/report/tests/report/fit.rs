//! A report that is written can be read, however much there would be to say.

use opconform_report::{Format, LARGEST, Report, Skip, View, read};

use crate::sample;

fn json(report: &Report) -> String {
    Format::Json.render(report, &View::default())
}

#[test]
fn what_has_room_stays_as_it_is() {
    let mut report = sample::report();
    let before = json(&report);
    report.fit();
    assert_eq!(json(&report), before);
}

#[test]
fn findings_that_a_report_has_no_room_for_are_counted() {
    let mut report = sample::with_one_departure(100);
    for finding in &mut report.findings {
        // Of what is hidden each character becomes six.
        finding.witness.symptom = "\u{202e}".repeat(200_000);
    }
    assert!(json(&report).len() as u64 > LARGEST);
    report.fit();
    let text = json(&report);
    assert!((LARGEST / 10 * 9..=LARGEST).contains(&(text.len() as u64)), "{}", text.len());
    let read = read(&text).expect("a report");
    assert_eq!((read.findings.len() as u64 + read.left_out, read.findings[0].id.as_str()), (100, "00000000"));
    assert!(read.left_out > 0);
    let said = format!("Left out: {} findings, those that weigh least. A report has room for 64 MiB.", read.left_out);
    for finding in &mut report.findings {
        finding.witness.symptom.clear();
    }
    for format in [Format::Terminal, Format::Summary, Format::Markdown, Format::Html, Format::Trace] {
        let text = format.render(&report, &View::default()).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&said), "{}", format.name());
    }
}

#[test]
fn reasons_that_a_report_has_no_room_for_are_counted_together() {
    let mut report = sample::report();
    let skip = |index: u64| Skip {
        reason: format!("{index} {}", "x".repeat(4096)),
        cases: 1 + index % 7,
        example: format!("max/f32/x/1#{index:08x}"),
    };
    report.backends[0].skips = (0..20_000).map(skip).collect();
    let cases = |report: &Report| report.backends[0].skips.iter().map(|skip| skip.cases).sum::<u64>();
    let all = cases(&report);
    report.fit();
    assert!(json(&report).len() as u64 <= LARGEST && report.left_out == 0);
    let skips = &report.backends[0].skips;
    assert_eq!((cases(&report), skips.len(), skips[0].cases), (all, 65, 7));
    assert_eq!(skips[64].reason, "19,936 reasons that the report has no room for");
}
