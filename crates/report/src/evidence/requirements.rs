//! The operational requirements: each statement of what is claimed, with the clauses that judge it, or why none does; of
//! documents that were not taken apart, the sentences that are quoted.

use super::Evidence;
use super::page::Block;
use crate::digest::{self, Cell};
use crate::formula::plain;
use crate::model::{Clause, Requirement};
use crate::text::{harmless, thousands};
use crate::trace::exercise;

pub(super) fn blocks(evidence: &Evidence) -> Vec<Block> {
    let (claimed, quoting) = (evidence.claimed_requirements(), evidence.quoting_clauses());
    let mut blocks = vec![
        Block::Heading("2. Operational requirements".to_owned()),
        Block::Text(
            "The requirements are the sentences of the documents that are claimed, and of no other. requirements.csv has every one that a \
             clause judges or that is given up with a reason, claimed here or not, with its clauses, cases, results and planted faults."
                .to_owned(),
        ),
    ];
    if claimed.is_empty() && quoting.is_empty() {
        blocks.push(Block::Text("Nothing is claimed here that the suite has a document of.".to_owned()));
    }
    if !claimed.is_empty() {
        blocks.extend(whole(&claimed));
    }
    if !quoting.is_empty() {
        blocks.extend(quoted(&quoting));
    }
    blocks
}

/// Of documents that were taken apart, how many rows clauses judge, and what none judges.
fn whole(claimed: &[&Requirement]) -> [Block; 5] {
    let mut documents: Vec<&str> = claimed.iter().map(|requirement| requirement.document.as_str()).collect();
    documents.dedup();
    let row = |document: &&str| {
        let of = || claimed.iter().filter(|requirement| requirement.document == *document);
        let judged = of().filter(|requirement| requirement.is_judged()).count();
        let in_part = of().filter(|requirement| requirement.is_judged_in_part()).count();
        let counts = [of().count(), judged - in_part, in_part, of().count() - judged];
        std::iter::once((*document).to_owned()).chain(counts.map(|count| thousands(count as u64))).collect()
    };
    let mut unjudged: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for requirement in claimed {
        let Some(reason) = &requirement.reason else { continue };
        match unjudged.iter_mut().find(|(document, known, _)| (*document, *known) == (&requirement.document, reason)) {
            Some((.., rows)) => rows.push(&requirement.words),
            None => unjudged.push((&requirement.document, reason, vec![&requirement.words])),
        }
    }
    let unjudged = unjudged.into_iter().map(|(document, reason, rows)| {
        vec![document.to_owned(), reason.to_owned(), thousands(rows.len() as u64), plain(&rows.join(" · "))]
    });
    [
        Block::Part("Documents that were read sentence by sentence".to_owned()),
        Block::Text(
            "A row is a sentence, a formula, a heading or an example, or several that begin with the same words. It has clauses that judge \
             it, or a reason why none can, or clauses that judge a part of it and a reason why none judges the rest: a test of the suite \
             fails where a row has neither, or a sentence no row."
                .to_owned(),
        ),
        Block::Table(&["document", ">rows", ">judged", ">in part", ">not judged"], documents.iter().map(row).collect()),
        Block::Part("What no clause judges".to_owned()),
        Block::Table(&["document", "why no clause judges it", ">rows", "they begin with"], unjudged.collect()),
    ]
}

/// Of documents of which sentences are quoted: each of these, with the clauses that judge it.
fn quoted(clauses: &[(&Clause, Vec<&str>)]) -> [Block; 3] {
    let mut sentences: Vec<(&[&str], &str, &str, Vec<String>)> = Vec::new();
    for (clause, documents) in clauses {
        let id = format!("{} ({})", clause.id, clause.level);
        let is_same = |(of, place, words, _): &&mut (&[&str], &str, &str, Vec<String>)| {
            (*of, *place, *words) == (documents.as_slice(), clause.place.as_str(), clause.words.as_str())
        };
        match sentences.iter_mut().find(is_same) {
            Some((.., ids)) => ids.push(id),
            None => sentences.push((documents, &clause.place, &clause.words, vec![id])),
        }
    }
    // In the order of the clauses the sentences of one document need not stand together.
    sentences.sort_by_key(|(documents, ..)| clauses.iter().position(|(_, it)| it == documents));
    let row = |(documents, place, words, ids): (&[&str], &str, &str, Vec<String>)| {
        vec![documents.join("; "), place.to_owned(), plain(words), ids.join(", ")]
    };
    [
        Block::Part("Documents of which sentences are quoted".to_owned()),
        Block::Text(
            "These documents are quoted where they say what a maximum is, and each sentence that is quoted has a clause. Their whole \
             texts were not read sentence by sentence: what else they ask is not judged here."
                .to_owned(),
        ),
        Block::Table(&["document", "place", "quoted", "clauses"], sentences.into_iter().map(row).collect()),
    ]
}

const HEAD: [&str; 11] = [
    "document",
    "sentence",
    "clause",
    "level",
    "words of the clause",
    "backend",
    "claimed",
    "result",
    "compared",
    "cases",
    "planted faults that the clause kills",
];

/// A row for each sentence, clause and backend; then the clauses that no sentence of the tables names.
pub(super) fn csv(evidence: &Evidence) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut row = |fields: [&str; HEAD.len()]| {
        out.write_record(fields.map(harmless)).expect("a vector takes every row of the same length");
    };
    row(HEAD);
    let mut named: Vec<&str> = Vec::new();
    for requirement in &evidence.report.requirements {
        let document = format!("{}: {}", requirement.document, requirement.place());
        if let Some(reason) = &requirement.reason {
            let result = if requirement.is_judged() { "judged in part" } else { "not judged" };
            row([&document, &requirement.words, "", "", reason, "", "", result, "", "", ""]);
        }
        for id in &requirement.clauses {
            named.push(id);
            results(evidence, id, [&document, &requirement.words], &mut row);
        }
    }
    for clause in &evidence.report.clauses {
        if !named.contains(&clause.id.as_str()) {
            results(evidence, &clause.id, [&clause.place, ""], &mut row);
        }
    }
    String::from_utf8(out.into_inner().expect("a vector takes what is left")).expect("what was written is text")
}

/// The rows of one clause: what came of it on each backend.
fn results(evidence: &Evidence, id: &str, [document, sentence]: [&str; 2], row: &mut impl FnMut([&str; HEAD.len()])) {
    let report = evidence.report;
    let Some(clause) = digest::clause(report, id) else {
        row([document, sentence, id, "", "", "", "", "of no profile of this run", "", "", ""]);
        return;
    };
    let cases = exercise(report, clause).cases.to_string();
    let kills = super::qualified::kills(evidence, id).join(" ");
    for backend in &report.backends {
        let Cell { mark, count } = digest::cell(backend, clause);
        let claimed = if super::is_claimed(backend, clause) { "yes" } else { "no" };
        let compared = count.compared.to_string();
        row([
            document,
            sentence,
            id,
            clause.level.name(),
            &clause.words,
            &backend.name,
            claimed,
            mark.words(),
            &compared,
            &cases,
            &kills,
        ]);
    }
}
