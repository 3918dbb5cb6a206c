//! The departures of one backend: a table of all, then each with its witnesses and the findings that it is made of.

use super::escape::{code, codes, prose};
use super::{Page, heads};
use crate::departure::{Departure, Extent, departures};
use crate::digest;
use crate::model::{Element, Finding, Report, Witness};
use crate::text::{fit, plural, thousands, visible};

/// The columns of a heading: a symptom may be all that a process had to say before it died.
const TITLE: usize = 120;

pub(super) fn write(page: &mut Page, report: &Report, findings: &[&Finding]) {
    let departures = departures(report, findings);
    let made_of = plural(findings.len() as u64, "finding");
    page.paragraph(&format!("{} ({made_of}), the most binding first.", plural(departures.len() as u64, "departure")));
    let row = |(index, departure): (usize, &Departure)| {
        let Departure { example, .. } = departure;
        let witness = &example.witness;
        [
            (index + 1).to_string(),
            title(departure),
            codes(&departure.operators),
            codes(&departure.dtypes),
            clauses(departure),
            extent(departure.extent),
            values(witness).unwrap_or_else(|| prose(&witness.shapes)),
            code(&witness.replay),
        ]
    };
    page.table(
        &heads(&[
            ">#",
            "departure",
            "operators",
            "element types",
            "clauses",
            "seen in",
            "smallest witness",
            "to replay it",
        ]),
        departures.iter().enumerate().map(row),
    );
    if departures.iter().any(|departure| departure.extent.at_least) {
        page.paragraph(
            "At least: by the clause that finds most in each element type, the types added up. One element can break \
             several clauses.",
        );
    }
    for (index, departure) in departures.iter().enumerate() {
        page.heading(3, &format!("{}. {}", index + 1, title(departure)));
        detail(page, report, departure);
    }
}

fn title(departure: &Departure) -> String {
    prose(&fit(&visible(&departure.title), TITLE))
}

fn clauses(departure: &Departure) -> String {
    let clauses = departure.clauses_by_level().into_iter();
    clauses.map(|(level, ids)| format!("{} {}", prose(level), codes(&ids))).collect::<Vec<_>>().join("; ")
}

fn extent(Extent { elements, cases, at_least }: Extent) -> String {
    let more = if at_least { "at least " } else { "" };
    format!("{more}{}, {}", plural(elements, "element"), plural(cases, "case"))
}

/// The bits of the operands and the result, where a witness is of one element.
fn values(witness: &Witness) -> Option<String> {
    let element = |it: &Element| format!("{} {}", code(&it.hex), prose(&it.decimal));
    let found = witness.found.as_ref()?;
    let operands = witness.operands.iter().map(element).collect::<Vec<_>>().join(", ");
    let elsewhere = witness.differs_from.iter().map(|(case, it)| format!("; {} in {}", element(it), code(case)));
    Some(format!("{operands} → {}{}", element(found), elsewhere.collect::<String>()))
}

fn detail(page: &mut Page, report: &Report, departure: &Departure) {
    let Departure { example, .. } = departure;
    let first = if departure.clauses.len() == 1 { ", which asks:" } else { ". The first of these asks:" };
    page.paragraph(&format!("Breaks {}{first}", clauses(departure)));
    if let Some(clause) = digest::clause(report, &example.clause) {
        let [title, words, place] = [&clause.title, &clause.words, &clause.place].map(|text| prose(text));
        page.paragraph(&format!("> {title}: “{words}”\n>\n> {place}"));
    }
    let breaks = departure.breaks.iter().map(|row| (row, "✗ does not accept it"));
    let allows = departure.allows.iter().map(|row| (row, "does not object"));
    let row = |((words, names), verdict): (&(&str, Vec<&str>), &str)| [codes(names), verdict.to_owned(), prose(words)];
    let rows: Vec<_> = breaks.chain(allows).map(row).collect();
    if !rows.is_empty() {
        page.table(&heads(&["profile", "verdict", "expected, or why it is open"]), rows);
    }
    witnesses(page, departure);
    findings(page, departure);
}

/// What the profiles that do not accept a witness expect, and those that have no objection to it, where that is not what
/// they have to say of the departure.
fn profiles(departure: &Departure, finding: &Finding) -> String {
    let breaks = finding.breaks.iter().map(|it| (it.profile.as_str(), it.expected.as_str()));
    let said = |profile: &str, words: &str| {
        departure.allows.iter().any(|(known, names)| *known == words && names.contains(&profile))
    };
    let allows = finding.allowed_by.iter().map(|it| (it.profile.as_str(), it.accepts.as_str()));
    let allows = digest::together(allows.filter(|(profile, words)| !said(profile, words)));
    let breaks = digest::together(breaks).into_iter().map(|(words, names)| (codes(&names), words));
    let allows = allows.into_iter().map(|(words, names)| (format!("no objection of {}", codes(&names)), words));
    breaks.chain(allows).map(|(names, words)| format!("{names}: {}", prose(words))).collect::<Vec<_>>().join("; ")
}

/// One row for each input, however many clauses it breaks.
fn witnesses(page: &mut Page, departure: &Departure) {
    let mut distinct: Vec<&Finding> = Vec::new();
    for &finding in &departure.findings {
        let Witness { case, position, .. } = &finding.witness;
        if distinct.iter().all(|it| (&it.witness.case, &it.witness.position) != (case, position)) {
            distinct.push(finding);
        }
    }
    let row = |finding: &&Finding| {
        let Finding { witness, .. } = *finding;
        let at = witness.position.map_or_else(String::new, |position| format!(", element {position}"));
        [
            code(&finding.dtype),
            format!("{} {}{at}, operator set {}", code(&finding.operator), prose(&witness.shapes), witness.opset),
            classes(finding),
            values(witness).unwrap_or_default(),
            profiles(departure, finding),
            code(&witness.replay),
        ]
    };
    page.table(
        &heads(&["element type", "witness", "classes", "bits", "✗ not accepted by, which expect", "to replay it"]),
        distinct.iter().map(row),
    );
}

fn findings(page: &mut Page, departure: &Departure) {
    let row = |finding: &&Finding| {
        [
            code(&finding.id),
            code(&finding.clause),
            code(&finding.dtype),
            thousands(finding.elements),
            thousands(finding.cases),
            prose(&finding.witness.symptom),
            code(&finding.witness.shrunk_from),
            code(&finding.witness.file),
        ]
    };
    let head = ["finding", "clause", "element type", ">elements", ">cases", "wrong", "shrunk from", "case file"];
    page.table(&heads(&head), departure.findings.iter().map(row));
}

fn classes(finding: &Finding) -> String {
    let result = finding.result.as_ref().map_or_else(String::new, |result| format!(" → {}", code(result)));
    format!("{}{result}", codes(&finding.operands))
}
