//! The words of a clause as people read them: without LaTeX. Machines have them as they stand in the source.

use opconform_report::{Format, View};

use crate::sample;

#[test]
fn people_read_no_latex_and_machines_read_the_words_as_they_stand() {
    let mut report = sample::report();
    // A departure from the clause, as the terminal has only the words of what is broken.
    report.findings[0].clause = report.clauses[0].id.clone();
    let words = report.clauses[0].words.clone();
    assert!(words.contains(r"\forall n \in"));
    for &format in Format::ALL {
        let text = sample::rendered(format, &report, &View::default());
        let has = |part: &str| text.contains(part) || text.contains(&part.replace('\\', r"\\"));
        match format {
            Format::Json => assert!(has(&words)),
            Format::TraceCsv => assert!(has(r"\forall n \in")),
            Format::Summary | Format::Junit | Format::Badge => assert!(!has("forall") && !has("∀n")),
            Format::Terminal | Format::Markdown | Format::Html | Format::Trace | Format::Sarif => {
                assert!(has("∀n ∈") && !has("forall"), "{format:?}");
            }
        }
    }
}
