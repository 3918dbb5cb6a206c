//! The pairs of operands that were all counted, by backend.

use super::escape::{code, codes, prose};
use super::{Page, heads};
use crate::counted::{WORDS, beyond_cases};
use crate::model::{Backend, CountedPairs, PairRow, Report};
use crate::text::thousands;

pub(super) fn write(page: &mut Page, report: &Report) {
    if report.backends.iter().all(|backend| backend.counted.is_empty()) {
        return;
    }
    page.heading(2, "Pairs that were counted");
    page.paragraph(WORDS);
    for backend in report.backends.iter().filter(|backend| !backend.counted.is_empty()) {
        for counted in &backend.counted {
            pairs(page, backend, counted);
        }
        if let Some(beyond) = beyond_cases(report, backend) {
            page.paragraph(&format!("**{}**", prose(&beyond.to_string())));
        }
    }
}

fn pairs(page: &mut Page, backend: &Backend, counted: &CountedPairs) {
    page.heading(3, &format!("{}, {}", code(&backend.name), prose(&counted.title())));
    page.paragraph(&format!("{}. SHA-256 of all results: {}.", prose(&counted.course()), code(&counted.digest)));
    for specification in &counted.specifications {
        page.line(&format!("- {}", prose(&specification.words())));
    }
    if !counted.specifications.is_empty() {
        page.line("");
    }
    let head = ["operands", "what came", ">pairs", "the first of them", "forbidden by", "advised against by"];
    let usual = [
        "all others".to_owned(),
        "the greater, or both, which are the same".to_owned(),
        thousands(counted.usual),
        String::new(),
        String::new(),
        String::new(),
    ];
    page.table(&heads(&head), counted.rows.iter().map(row).chain([usual]));
}

fn row(row: &PairRow) -> [String; 6] {
    let PairRow { operands, came, pairs, example, forbidden_by, advised_against_by } = row;
    [
        prose(&operands.join(", ")),
        prose(came),
        thousands(*pairs),
        code(example),
        codes(forbidden_by),
        codes(advised_against_by),
    ]
}
