//! The head of the summary, and its tables: backend by clause, by profile, and by how answers came out.

use super::paint::Role;
use super::screen::Screen;
use super::table::{Cell, Table};
use crate::digest::{self, Mark};
use crate::level::Level;
use crate::model::{Backend, Clause, Count, OutcomeCounts, Report};
use crate::standing::{Column, LEGEND, claims, families, is_asked, table};
use crate::text::{compact, plural, thousands, visible};

/// What is said of a run that was interrupted.
pub(super) const PARTIAL: &str = "PARTIAL: the run was interrupted, and speaks only of the cases judged until then. It proves nothing of the others.";

pub(super) fn write(screen: &mut Screen, report: &Report) {
    head(screen, report);
    if report.backends.is_empty() {
        return;
    }
    screen.heading("Specifications: departures by backend");
    specifications(report).write(screen);
    screen.paragraph(2, Role::Dim, LEGEND);
    for (label, are_asked) in [("claimed by ", false), ("asked of ", true)] {
        let of = || report.backends.iter().filter(|backend| is_asked(backend) == are_asked);
        let claims: Vec<String> = of().map(claims).collect();
        let claims = of().zip(&claims).map(|(backend, claims)| (backend.name.as_str(), claims.as_str()));
        for (claims, names) in digest::together(claims) {
            screen.labelled(2, label, Role::Plain, &format!("{}: {claims}", names.join(", ")));
        }
    }
    screen.heading("Clauses: element comparisons by backend");
    let (told, agreed): (Vec<&Clause>, Vec<&Clause>) =
        report.clauses.iter().partition(|clause| !conforms_everywhere(report, clause));
    if !told.is_empty() {
        clauses(report, &told).write(screen);
    }
    if !agreed.is_empty() {
        let clauses = plural(agreed.len() as u64, "clause");
        let verb = if agreed.len() == 1 { "conforms" } else { "conform" };
        let totals: Vec<String> = agreed.iter().map(|clause| total(report, clause)).collect();
        let text = format!("{clauses} {verb} on every backend, all comparisons together: {}", totals.join(", "));
        screen.paragraph(2, Role::Good, &text);
    }
    screen.paragraph(
        2,
        Role::Dim,
        "1.2M compared, all conform; ✗ 3/40 three of forty violate; · not exercised; – not applicable; ~ some cases \
         conform by a latitude of the source; ? some elements fall into a gap of the source",
    );
    screen.heading("Profiles: cases by backend");
    profiles(report).write(screen);
    screen.heading("Answers: cases by backend");
    answers(report).write(screen);
}

/// What was run, and when it was interrupted, that it was.
pub(in crate::render) fn title(screen: &mut Screen, report: &Report) {
    let provenance = &report.provenance;
    let title = screen.paint.paint(Role::Heading, &format!("opconform {}", visible(&provenance.suite)));
    let seconds = provenance.seconds;
    screen.line(&format!(
        "{title} · seed {} · {} · {} · {seconds:.1} s",
        report.seed,
        plural(report.cases, "case"),
        plural(report.backends.len() as u64, "backend"),
    ));
    if report.partial {
        screen.paragraph(0, Role::Bad, PARTIAL);
    }
    if let Some(left_out) = report.left_out() {
        screen.paragraph(0, Role::Bad, &left_out);
    }
}

fn head(screen: &mut Screen, report: &Report) {
    title(screen, report);
    let sources: Vec<String> =
        report.sources.iter().map(|source| format!("{} {}", source.name, thousands(source.cases))).collect();
    if !sources.is_empty() {
        screen.labelled(0, "cases     ", Role::Plain, &sources.join(" · "));
    }
    let profiles: Vec<&str> = report.profiles.iter().map(|profile| profile.name.as_str()).collect();
    if !profiles.is_empty() {
        screen.labelled(0, "profiles  ", Role::Plain, &profiles.join(" · "));
    }
}

/// The colour of how a backend stands to a family: what it does not claim is nothing to worry about.
pub(in crate::render) fn cell_role(column: &Column) -> Role {
    match column.departures {
        Some(1..) if column.is_claimed => Role::Bad,
        Some(0) => Role::Good,
        _ => Role::Dim,
    }
}

fn specifications(report: &Report) -> Table {
    let all = table(report);
    let row = |(index, family): (usize, &str)| {
        let cells = all.iter().map(|(_, columns)| (cell_role(&columns[index]), columns[index].text()));
        ((Role::Plain, visible(family)), cells.collect())
    };
    let rows = families(report).into_iter().enumerate().map(row).collect();
    Table { corner: "specification", columns: columns(report), rows }
}

fn columns(report: &Report) -> Vec<String> {
    report.backends.iter().map(|backend| backend.name.clone()).collect()
}

fn rows<'a>(report: &'a Report, cell: impl Fn(&'a Backend) -> Cell) -> Vec<Cell> {
    report.backends.iter().map(cell).collect()
}

/// Whether a row of the table would say nothing but numbers.
fn conforms_everywhere(report: &Report, clause: &Clause) -> bool {
    report.backends.iter().all(|backend| digest::cell(backend, clause).mark == Mark::Conforms)
}

/// A clause with its comparisons on all backends, and the marks that one of them has.
fn total(report: &Report, clause: &Clause) -> String {
    let counts = || report.backends.iter().map(|backend| digest::cell(backend, clause).count);
    let compared: u64 = counts().map(|count| count.compared).fold(0, u64::saturating_add);
    let latitude = if counts().any(|count| count.latitude_cases > 0) { " ~" } else { "" };
    let gap = if counts().any(|count| count.gaps > 0) { " ?" } else { "" };
    format!("{} {}{latitude}{gap}", clause.id, compact(compared))
}

fn clauses(report: &Report, shown: &[&Clause]) -> Table {
    let ids = shown.iter().map(|clause| crate::text::width(&clause.id)).max().unwrap_or(0);
    let row = |clause: &&Clause| {
        let bad = if clause.level == Level::Must { Role::Bad } else { Role::Weak };
        let head = format!("{}  {}", crate::text::left(&visible(&clause.id), ids), clause.level);
        let cells = rows(report, |backend| {
            let digest::Cell { mark, count } = digest::cell(backend, clause);
            let Count { compared, violations, gaps, latitude_cases, .. } = count;
            let (role, text) = match mark {
                Mark::Violates => (bad, format!("✗ {}/{}", compact(violations), compact(compared))),
                Mark::Conforms => (Role::Good, compact(compared)),
                Mark::GapOnly => return (Role::Gap, format!("? {}", compact(gaps))),
                Mark::NotExercised => return (Role::Dim, "·".to_owned()),
                Mark::NotApplicable => return (Role::Dim, "–".to_owned()),
            };
            let latitude = if latitude_cases > 0 { " ~" } else { "" };
            let gap = if gaps > 0 { " ?" } else { "" };
            (role, format!("{text}{latitude}{gap}"))
        });
        ((Role::Plain, head), cells)
    };
    Table { corner: "clause", columns: columns(report), rows: shown.iter().map(row).collect() }
}

fn profiles(report: &Report) -> Table {
    let row = |(index, profile): (usize, &crate::model::Profile)| {
        let cells = rows(report, |backend| {
            let count = backend.profiles.get(index).copied().unwrap_or_default();
            match (count.judged, count.violating, count.silent) {
                (0, _, 0) => (Role::Dim, "·".to_owned()),
                (0, _, silent) => (Role::Gap, format!("? silent {}", compact(silent))),
                (judged, 0, _) => (Role::Good, format!("✓ {}", compact(judged))),
                (judged, violating, _) => (Role::Bad, format!("✗ {} of {}", compact(violating), compact(judged))),
            }
        });
        ((Role::Plain, visible(&profile.name)), cells)
    };
    Table { corner: "profile", columns: columns(report), rows: report.profiles.iter().enumerate().map(row).collect() }
}

fn answers(report: &Report) -> Table {
    let kinds = digest::outcomes(OutcomeCounts::default()).map(|(kind, _)| kind);
    let row = |(index, kind): (usize, &'static str)| {
        let bad = matches!(kind, "crashed" | "timed out" | "malformed");
        let cells = rows(report, |backend| match digest::outcomes(backend.outcomes)[index].1 {
            0 => (Role::Dim, "0".to_owned()),
            count if bad => (Role::Bad, compact(count)),
            count => (Role::Plain, compact(count)),
        });
        ((Role::Plain, kind.to_owned()), cells)
    };
    Table { corner: "answer", columns: columns(report), rows: kinds.into_iter().enumerate().map(row).collect() }
}
