//! `traceability.md`: from each clause to the cases, results and witnesses, and from cases to the clauses, for people.

use super::markdown::escape::{code, codes, prose};
use super::markdown::{Page, heads, provenance, sources};
use crate::digest::{self, Mark};
use crate::formula::plain;
use crate::model::{Backend, CaseGroup, Clause, Defect, Gap, Report, Requirement};
use crate::text::{plural, thousands};
use crate::trace::{Exercise, LIMITS, exercise, no_case, reasons, witnesses};

/// Witnesses that a row names; `report.json` has them all.
const WITNESSES: usize = 4;

pub(super) fn render(report: &Report) -> String {
    let mut page = Page::default();
    page.heading(1, "Maximum: traceability");
    if report.partial {
        page.paragraph("> **PARTIAL.** The run was interrupted, and speaks only of the cases judged until then.");
    }
    if let Some(left_out) = report.left_out() {
        page.paragraph(&format!("> {left_out}"));
    }
    page.paragraph(LIMITS);
    judged(&mut page, report);
    page.heading(2, "From each clause to cases, results and witnesses");
    for clause in &report.clauses {
        self::clause(&mut page, report, clause);
    }
    requirements(&mut page, report);
    cases(&mut page, report);
    defects(&mut page, report);
    sources::profiles(&mut page, report);
    provenance(&mut page, report);
    page.out
}

/// What the evidence is of.
fn judged(page: &mut Page, report: &Report) {
    page.paragraph(&format!("{} with seed {}, judged on:", plural(report.cases, "case"), report.seed));
    let row = |backend: &Backend| [code(&backend.name), prose(&backend.version), prose(&backend.description)];
    page.table(&heads(&["backend", "version", "what it is"]), report.backends.iter().map(row));
}

fn clause(page: &mut Page, report: &Report, clause: &Clause) {
    page.heading(3, &format!("{} ({})", code(&clause.id), clause.level));
    page.paragraph(&format!(
        "> {}: “{}”\n>\n> {}",
        prose(&clause.asks_in_full()),
        prose(&plain(&clause.words)),
        prose(&clause.place)
    ));
    let Exercise { groups, cases } = exercise(report, clause);
    match groups.first() {
        None => page.paragraph("Exercised by no case of this run."),
        Some(group) => page.paragraph(&format!(
            "Exercised by {}, such as {}. Profiles: {}.",
            plural(cases, "case"),
            code(&group.example),
            codes(&clause.profiles)
        )),
    }
    let row = |backend: &Backend| {
        let digest::Cell { mark, count } = digest::cell(backend, clause);
        let last = match witnesses(report, backend, clause) {
            none if none.is_empty() => prose(&reasons(backend, clause).join(" ")),
            files => more(&files),
        };
        [code(&backend.name), verdict(mark), thousands(count.compared), thousands(count.violations), last]
    };
    page.table(
        &heads(&["backend", "verdict", ">compared", ">breaking", "witnesses, or why there is no verdict"]),
        report.backends.iter().map(row),
    );
}

/// The first files of several.
fn more(files: &[&str]) -> String {
    let shown = codes(&files[..files.len().min(WITNESSES)]);
    if files.len() > WITNESSES { format!("{shown} and {} more", files.len() - WITNESSES) } else { shown }
}

/// A mark in words, with its sign before them for eyes that read many.
fn verdict(mark: Mark) -> String {
    format!("{} {}", mark.sign(), mark.words())
}

/// The statements of the sources, with the clauses of each.
fn requirements(page: &mut Page, report: &Report) {
    page.heading(2, "From each statement of the sources to clauses");
    page.paragraph(crate::trace::REQUIREMENTS);
    let row = |it: &Requirement| {
        let between = if it.is_judged_in_part() { "; in part: " } else { "" };
        let judged = codes(&it.clauses) + between + &it.reason.as_deref().map(prose).unwrap_or_default();
        [prose(&it.document), prose(&plain(&it.place())), prose(&plain(&it.words)), judged]
    };
    page.table(
        &heads(&["document", "statement", "begins with", "clauses, or why none judges it"]),
        report.requirements.iter().map(row),
    );
}

fn cases(page: &mut Page, report: &Report) {
    page.heading(2, "From cases to clauses");
    page.paragraph("For one case exactly: `opconform replay ID`.");
    let row = |group: &CaseGroup| {
        [
            code(&group.source),
            format!("{} of {}", code(&group.operator), codes(&group.dtypes)),
            thousands(group.cases),
            code(&group.example),
            codes(&group.clauses),
        ]
    };
    page.table(
        &heads(&["source", "operator and types", ">cases", "such as", "clauses exercised"]),
        report.groups.iter().map(row),
    );
}

fn defects(page: &mut Page, report: &Report) {
    page.heading(2, "Known defects of the sources");
    let row = |defect: &Defect| {
        let example = defect.example.as_deref().map_or_else(|| prose(no_case(defect)), code);
        let cases = if defect.gap.is_some() { thousands(defect.cases) } else { "–".to_owned() };
        [code(&defect.id), prose(&defect.document), prose(&defect.text), cases, example]
    };
    page.table(
        &heads(&["id", "document", "what is wrong with it", ">cases", "such as"]),
        report.defects.iter().map(row),
    );
    page.heading(2, "Gaps in the sources");
    page.paragraph("Where a source is silent or contradicts itself. No backend is at fault there.");
    let row = |gap: &Gap| [code(&gap.profile), prose(&gap.gap), thousands(gap.cases), code(&gap.example)];
    page.table(&heads(&["profile", "gap", ">cases", "such as"]), report.gaps.iter().map(row));
}
