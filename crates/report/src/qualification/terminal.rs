//! The qualification on a terminal.

use std::fmt::Write as _;

use super::causes::{Causes, several};
use super::{CrossedFault, Qualification, TriedMutant};
use crate::text::{left, plural, thousands, width, wrap};

/// The columns of a line.
const WIDTH: usize = 120;

pub(super) fn render(table: &Qualification) -> String {
    let mut out = String::new();
    let names = table.mutants().map(|mutant| width(&mutant.name));
    let column = names.chain(table.controls.iter().map(|control| width(&control.name))).max().unwrap_or(0);
    for family in &table.families {
        let _ = writeln!(out, "{}: {}", family.name, family.about);
        for mutant in &family.mutants {
            mutant_line(&mut out, mutant, column);
        }
        out.push('\n');
    }
    out.push_str("crossed: faults confined to one operator, one type, and calls beyond one length\n");
    let types = |fault: &CrossedFault| fault.types.iter().map(|cell| (cell.killed, cell.planted)).collect::<Vec<_>>();
    for fault in table.crossed.iter().filter(|fault| !fault.survives.is_empty()) {
        let (killed, planted) = types(fault).into_iter().fold((0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
        let text = format!("{killed} of {planted}; {}", fault.surviving().unwrap_or_default());
        entry(&mut out, false, &left(&fault.name, column), &text);
    }
    let _ = writeln!(out, "  {} of {} faults are killed\n", table.confined(), table.crossed.len());
    documents(&mut out, table, column);
    out.push_str("controls: what a profile leaves open\n");
    for control in &table.controls {
        let objections: Vec<&str> = control.killed_by.iter().map(|kill| kill.clause.as_str()).collect();
        let well = objections.is_empty() && control.inside;
        let verdict = if well { "spared under" } else { "OBJECTED TO under" };
        let differs = plural(control.differs, "case");
        let text = format!("{verdict} {}, differs in {differs}; {}", control.profile, objections.join(" "));
        entry(&mut out, well, &left(&control.name, column), text.trim_end_matches("; "));
    }
    let about = format!("\ncapricious conformers: {}", table.conformers.about());
    out.extend(wrap(&about, WIDTH).iter().map(|line| format!("{line}\n")));
    for conformer in &table.conformers.profiles {
        let well = conformer.killed_by.is_empty() && conformer.inside;
        entry(&mut out, well, &left(&conformer.profile, column), &conformer.verdict());
    }
    out.push_str("\nclauses: faults killed, and those that no other clause kills\n");
    let column = table.every_clause().map(|clause| width(&clause.id)).max().unwrap_or(0);
    for clause in table.every_clause() {
        let text = match clause.alone.as_slice() {
            [] => clause.kills.to_string(),
            alone => format!("{}, {} alone: {}", clause.kills, alone.len(), alone.join(" ")),
        };
        entry(&mut out, clause.kills > 0, &left(&clause.id, column), &text);
    }
    out.push('\n');
    let cases = thousands(table.cases);
    let _ = writeln!(
        out,
        "{} faults killed · {} confined ones · {} controls and {} capricious conformers spared · {} clauses kill · {cases} cases, \
         seed {}",
        table.killed(),
        table.confined(),
        table.spared(),
        table.left_in_peace(),
        table.killing(),
        table.seed
    );
    let _ = writeln!(out, "{}", Causes::of(table).line());
    for line in several(table) {
        let _ = writeln!(out, "  {line}");
    }
    for shortcoming in table.shortcomings() {
        let _ = writeln!(out, "✗ {shortcoming}");
    }
    out
}

/// The documents on the maximum of two numbers, each with the faults of a maximum that does what it says.
fn documents(out: &mut String, table: &Qualification, column: usize) {
    for document in &table.documents {
        let _ = writeln!(out, "{}: {}", document.profile, document.source);
        let well = document.killed_by.is_empty() && document.inside;
        let verdict = if well { "nothing objects" } else { "OBJECTED TO" };
        entry(out, well, &left("(no fault)", column), verdict);
        for mutant in &document.mutants {
            mutant_line(out, mutant, column);
        }
        out.push('\n');
    }
}

/// A planted fault, and what kills it.
fn mutant_line(out: &mut String, mutant: &TriedMutant, column: usize) {
    let ids: Vec<&str> = mutant.killed_by.iter().map(|kill| kill.clause.as_str()).collect();
    let text = match mutant.after() {
        Some(after) => format!("after {}: {}", plural(after, "case"), ids.join(" ")),
        None => format!("SURVIVES: {}", mutant.fault),
    };
    entry(out, mutant.after().is_some(), &left(&mutant.name, column), &text);
}

/// One line of a list, wrapped under its text.
fn entry(out: &mut String, well: bool, name: &str, text: &str) {
    let head = format!("  {} {name}  ", if well { '✓' } else { '✗' });
    let indent = width(&head);
    for (index, line) in wrap(text, WIDTH.saturating_sub(indent)).iter().enumerate() {
        let head = if index == 0 { head.clone() } else { " ".repeat(indent) };
        let _ = writeln!(out, "{}", format!("{head}{line}").trim_end());
    }
}
