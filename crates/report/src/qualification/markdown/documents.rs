//! The section of the documents on the maximum of two numbers.

use std::fmt::Write as _;

use super::ids;
use crate::qualification::{Qualification, TriedDocument};
use crate::render::markdown::escape::{code, prose};
use crate::text::{plural, thousands};

pub(super) fn render(out: &mut String, table: &Qualification) {
    if table.documents.is_empty() {
        return;
    }
    out.push_str("\n## Other documents\n\n");
    let _ = writeln!(
        out,
        "Whoever claims another document than the five sources is judged by that one. Of each, a maximum that does what it says is \
         judged under it, in the small cases that it speaks of: nothing may object, which is so of {}. Where the document leaves a \
         choice, it does otherwise than the implementation above. Then faults are planted in it, and each clause of the document has \
         to kill one.",
        table.followed()
    );
    for document in &table.documents {
        section(out, document);
    }
}

fn section(out: &mut String, document: &TriedDocument) {
    let verdict = match (document.killed_by.as_slice(), document.inside) {
        ([], true) => "nothing objects to who does what it says".to_owned(),
        ([], false) => "**an answer of who does what it says is outside its sets**".to_owned(),
        (kills, _) => format!("**{} object to who does what it says**", ids(kills)),
    };
    let choice = match document.choice.as_str() {
        "" => String::new(),
        choice => format!("; where there is a choice, {}", prose(choice)),
    };
    let _ = writeln!(out, "\n### {}: {}\n", prose(&document.profile), prose(&document.source));
    let _ = writeln!(out, "{}{choice}: {verdict}.\n", plural(document.cases, "case"));
    out.push_str("| fault | what is wrong | killed by | after | departures |\n|---|---|---|---:|---:|\n");
    for mutant in &document.mutants {
        let after = mutant.after().map_or("**survives**".to_owned(), thousands);
        let _ = writeln!(
            out,
            "| {} | {} | {} | {after} | {} |",
            code(&mutant.name),
            prose(&mutant.fault),
            ids(&mutant.killed_by),
            thousands(mutant.departures)
        );
    }
    let clauses = document.clauses.iter().map(|clause| match clause.kills {
        0 => format!("{} **0**", code(&clause.id)),
        kills => format!("{} {kills}", code(&clause.id)),
    });
    let _ = writeln!(out, "\nFaults that each clause kills: {}.", clauses.collect::<Vec<_>>().join(", "));
}
