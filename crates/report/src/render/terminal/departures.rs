//! The departures of each backend, the first [`SHOWN`] of them, with witness and replay.

use super::paint::Role;
use super::{Screen, WIDTH};
use crate::digest;
use crate::model::{Finding, Report, Witness};
use crate::text::{left, plural, visible, width};

/// The findings of one backend that a terminal has room for.
const SHOWN: usize = 8;

pub(super) fn write(screen: &mut Screen, report: &Report) {
    for (name, findings) in digest::findings_by_backend(report).into_iter().filter(|(_, group)| !group.is_empty()) {
        screen.heading(&format!("{}: {}", visible(name), plural(findings.len() as u64, "departure")));
        if let Some(backend) = digest::backend(report, name) {
            screen.paragraph(2, Role::Dim, &backend.description);
        }
        for finding in findings.iter().take(SHOWN) {
            screen.line("");
            write_one(screen, report, finding);
        }
        if let Some(more @ 1..) = findings.len().checked_sub(SHOWN) {
            let text = format!("… and {} more of {}: see {}", more, visible(name), screen.complete());
            screen.line("");
            screen.paragraph(2, Role::Heading, &text);
        }
    }
}

fn write_one(screen: &mut Screen, report: &Report, finding: &Finding) {
    let Finding { operator, dtype, witness, .. } = finding;
    let role = if finding.level == "MUST" { Role::Bad } else { Role::Weak };
    let clause = digest::clause(report, &finding.clause);
    let title = clause.map_or("", |clause| clause.title.as_str());
    let what = screen.paint.paint(role, &visible(&format!("✗ {} {}", finding.clause, finding.level)));
    let extent = match (finding.cases, finding.elements) {
        (cases, 0) => plural(cases, "case"),
        (cases, elements) => format!("{} in {}", plural(elements, "element"), plural(cases, "case")),
    };
    let context = format!("  {} {} · {extent} · {}", visible(operator), visible(dtype), visible(&finding.id));
    screen.line(&format!("  {what}{context}"));
    field(screen, "asks", Role::Plain, title);
    write_witness(screen, witness, role);
    for (expected, profiles) in digest::breaks(finding) {
        field(screen, "breaks", Role::Plain, &format!("{}: expected {expected}", profiles.join(", ")));
    }
    for (accepts, profiles) in digest::allows(finding) {
        field(screen, "allowed", Role::Plain, &format!("{}: {accepts}", profiles.join(", ")));
    }
    if let Some(clause) = clause {
        field(screen, "words", Role::Dim, &format!("“{}” ({})", clause.words, clause.place));
    }
    // On one line whatever its length, so that it can be copied.
    let label = screen.paint.paint(Role::Dim, "replay   ");
    let replay = screen.paint.paint(Role::Heading, &visible(&witness.replay));
    screen.line(&format!("    {label}{replay}"));
}

fn write_witness(screen: &mut Screen, witness: &Witness, role: Role) {
    let at = witness.position.map_or_else(String::new, |position| format!(", at element {position}"));
    let from = if witness.shrunk_from == witness.case {
        String::new()
    } else {
        format!(", shrunk from {}", witness.shrunk_from)
    };
    field(screen, "input", Role::Plain, &format!("{} (opset {}){at}{from}", witness.shapes, witness.opset));
    let rows: Vec<_> = digest::elements(witness).into_iter().map(|row| row.map(|cell| visible(&cell))).collect();
    let column = |index: usize| rows.iter().map(|row| width(&row[index])).max().unwrap_or(0).min(WIDTH / 3);
    let widths = [column(0), column(1), column(2)];
    for (index, [label, hex, decimal, class]) in rows.iter().enumerate() {
        let line =
            format!("{}  {}  {}  {class}", left(label, widths[0]), left(hex, widths[1]), left(decimal, widths[2]));
        let line = screen.paint.paint(if index < witness.operands.len() { Role::Plain } else { role }, line.trim_end());
        screen.line(&format!("             {line}"));
    }
    if let Some((case, _)) = &witness.differs_from {
        field(screen, "differs", Role::Plain, &format!("from {case}, which is meant by elsewhere"));
    }
    field(screen, "wrong", role, &witness.symptom);
}

fn field(screen: &mut Screen, name: &str, role: Role, text: &str) {
    if !text.is_empty() {
        screen.labelled(4, &left(name, 9), role, text);
    }
}
