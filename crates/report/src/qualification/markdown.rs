//! The qualification as a published page. GitHub's Markdown, but readable as it is.

use std::fmt::Write as _;

use super::causes::{Causes, several};
use super::{Crossed, CrossedFault, Kill, Qualification};
use crate::render::markdown::escape::{code, codes, prose};
use crate::text::{left, plural, thousands, width};

mod documents;

/// The page of what this command found.
pub(super) fn render(table: &Qualification, command: &str) -> String {
    let mut out = String::from("# Qualification of the suite\n\n");
    let _ = writeln!(
        out,
        "opconform {}, {} cases, seed {}: **{} planted faults killed, {} equivalent controls and {} capricious conformers spared, {} clauses kill: those of the \
         sources, and of {} more documents.** {} of the faults are cited from {} threads of the field's own bug trackers.\n",
        table.version,
        thousands(table.cases),
        table.seed,
        table.killed(),
        table.spared(),
        table.left_in_peace(),
        table.killing(),
        table.documents.len(),
        table.mutants().filter(|mutant| !mutant.seen.is_empty()).count(),
        table.threads(),
    );
    let _ = writeln!(
        out,
        "Each planted fault is a maximum with one realistic fault; the suite is run on it as on any backend. A fault \
         is killed when a clause objects. *After* counts the cases tried until the first objection. A control differs only \
         where its profile leaves a choice, and is judged under that profile: nothing may object to it. What was run is {}.",
        code(command)
    );
    let _ = writeln!(
        out,
        "\nA planted fault is one cause, and *departures* counts what a report makes of it; {}.",
        prose(&Causes::of(table).line())
    );
    for line in several(table) {
        let _ = writeln!(out, "\n- {}", prose(&line));
    }
    let of_ways = table.of_ways();
    if of_ways.of > 0 {
        let _ = writeln!(
            out,
            "\nOf {}, {} of them seen in a tracker, an answer is another only where operands get to an operator in another way than as fresh, \
             contiguous inputs, as constants or views do: the suite without its ways finds none of them, and with them {}.",
            plural(of_ways.of as u64, "fault"),
            table.seen_of_ways(),
            of_ways.has
        );
    }
    for shortcoming in table.shortcomings() {
        let _ = writeln!(out, "\n- ✗ {}", prose(&shortcoming));
    }
    faults(&mut out, table);
    crossed(&mut out, table);
    controls(&mut out, table);
    conformers(&mut out, table);
    clauses(&mut out, table);
    matrix(&mut out, table);
    documents::render(&mut out, table);
    out
}

fn faults(out: &mut String, table: &Qualification) {
    out.push_str("\n## Planted faults\n");
    for family in &table.families {
        let _ = writeln!(out, "\n### {}: {}\n", prose(&family.name), prose(&family.about));
        out.push_str(
            "| fault | what is wrong | seen in | killed by | after | departures |\n|---|---|---|---|---:|---:|\n",
        );
        for mutant in &family.mutants {
            let seen: Vec<String> = mutant.seen.iter().map(|thread| link(thread)).collect();
            let after = mutant.after().map_or("**survives**".to_owned(), thousands);
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {after} | {} |",
                code(&mutant.name),
                prose(&mutant.fault),
                seen.join(", "),
                ids(&mutant.killed_by),
                thousands(mutant.departures)
            );
        }
    }
}

/// What is said of a crossed fault, column by column.
type Cells = fn(&CrossedFault) -> &[Crossed];

fn types(fault: &CrossedFault) -> &[Crossed] {
    &fault.types
}

fn operators(fault: &CrossedFault) -> &[Crossed] {
    &fault.operators
}

/// A line per crossed fault, a column per element type and per operator.
fn crossed(out: &mut String, table: &Qualification) {
    out.push_str("\n## Fault × type × operator\n\n");
    let _ = writeln!(
        out,
        "Each of these faults, confined to one operator, one element type, and calls of more than so many elements: {} such faults \
         are killed. A number says how many there are and are killed, `k/n` that k of n are. It is worked out of the run on the whole \
         fault: a clause that looks at one case alone objects to a call of this operator and type with more elements, which is the \
         same call of the fault that is confined.",
        table.confined()
    );
    for (word, cells) in [("type", types as Cells), ("operator", operators)] {
        let names = table.crossed.iter().flat_map(cells).map(|cell| cell.name.as_str());
        let mut columns: Vec<&str> = Vec::new();
        names.for_each(|name| {
            if !columns.contains(&name) {
                columns.push(name);
            }
        });
        let titles: Vec<String> = columns.iter().map(|name| code(name)).collect();
        let _ = writeln!(out, "\n| fault × {word} | beyond | {} |", titles.join(" | "));
        let _ = writeln!(out, "|---|---:|{}", "---:|".repeat(columns.len()));
        for fault in &table.crossed {
            let cell = |name: &&str| match cells(fault).iter().find(|cell| cell.name == **name) {
                None => "·".to_owned(),
                Some(cell) if cell.killed == cell.planted => cell.planted.to_string(),
                Some(cell) => format!("**{}/{}**", cell.killed, cell.planted),
            };
            let cells: Vec<String> = columns.iter().map(cell).collect();
            let beyond: Vec<String> = fault.beyond.iter().map(|&length| thousands(length)).collect();
            let _ = writeln!(out, "| {} | {} | {} |", code(&fault.name), beyond.join(" "), cells.join(" | "));
        }
    }
    let whole: usize = table.uncrossed.iter().map(|uncrossed| uncrossed.faults.len()).sum();
    if whole > 0 {
        let crossed = table.crossed.len();
        let _ = writeln!(
            out,
            "\n{crossed} of {} faults are crossed; {whole} are planted as a whole alone.\n",
            crossed + whole
        );
        out.push_str("| a fault that | is not crossed |\n|---|---|\n");
        for uncrossed in &table.uncrossed {
            let _ = writeln!(out, "| {} | {} |", prose(&uncrossed.why), codes(&uncrossed.faults));
        }
    }
}

fn controls(out: &mut String, table: &Qualification) {
    out.push_str("\n## Equivalent controls\n\n");
    out.push_str("| control | what it does otherwise | profile | what leaves the choice | differs in | objections |\n");
    out.push_str("|---|---|---|---|---:|---|\n");
    for control in &table.controls {
        let objections = match (control.killed_by.as_slice(), control.inside) {
            ([], true) => "none".to_owned(),
            ([], false) => "an answer outside the profile's sets".to_owned(),
            (kills, _) => ids(kills),
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {objections} |",
            code(&control.name),
            prose(&control.difference),
            code(&control.profile),
            prose(&control.latitude),
            plural(control.differs, "case")
        );
    }
}

fn conformers(out: &mut String, table: &Qualification) {
    let _ = writeln!(out, "\n## Capricious conformers\n\nFor each profile, {}.\n", table.conformers.about());
    out.push_str("| profile | objections at MUST level |\n|---|---|\n");
    for conformer in &table.conformers.profiles {
        let _ = writeln!(out, "| {} | {} |", code(&conformer.profile), prose(&conformer.verdict()));
    }
}

fn clauses(out: &mut String, table: &Qualification) {
    out.push_str("\n## Clauses\n\n");
    out.push_str("| | clause | level | kills | no other clause kills |\n|---:|---|---|---:|---|\n");
    for (number, clause) in table.clauses.iter().enumerate() {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            number + 1,
            code(&clause.id),
            clause.level,
            clause.kills,
            codes(&clause.alone)
        );
    }
    out.push_str("\nFaults with an answer outside the sets of a profile, which are written apart from the clauses: ");
    let profiles = table.profiles.iter().map(|profile| format!("{} {}", code(&profile.name), profile.objects_to));
    let _ = writeln!(out, "{}.", profiles.collect::<Vec<_>>().join(", "));
}

/// A line per fault, a column per clause by its number.
fn matrix(out: &mut String, table: &Qualification) {
    out.push_str("\n## Clause × fault\n\nColumns are the clauses by their numbers above.\n\n```text\n");
    let column = table.of_families().map(|mutant| width(&mutant.name)).max().unwrap_or(0);
    let tens = (1..=table.clauses.len()).map(|n| if n % 10 == 0 { (n / 10 % 10).to_string() } else { " ".to_owned() });
    let _ = writeln!(out, "{}  {}", " ".repeat(column), tens.collect::<String>().trim_end());
    let ones: String = (1..=table.clauses.len()).map(|n| (n % 10).to_string()).collect();
    let _ = writeln!(out, "{}  {ones}", " ".repeat(column));
    for mutant in table.of_families() {
        let marks = table.clauses.iter().map(|clause| {
            let kills = mutant.killed_by.iter().any(|kill| kill.clause == clause.id);
            if kills { '●' } else { '·' }
        });
        let _ = writeln!(out, "{}  {}", left(&mutant.name, column), marks.collect::<String>());
    }
    out.push_str("```\n");
}

fn ids(kills: &[Kill]) -> String {
    codes(&kills.iter().map(|kill| kill.clause.as_str()).collect::<Vec<_>>())
}

/// A thread, as a link to it. GitHub leads from an issue's address to that of the pull request where it is one.
fn link(thread: &str) -> String {
    match thread.split_once('#') {
        Some((repository, number)) => format!("[{}](https://github.com/{repository}/issues/{number})", prose(thread)),
        None => prose(thread),
    }
}
