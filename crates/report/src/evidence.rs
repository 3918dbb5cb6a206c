//! Evidence for an assessor: what is claimed and asked, what was run, what came of it, and on what the suite itself was tried.
//!
//! The words are those of DO-330 where they fit: operational requirements, verification cases, procedures and results,
//! configuration index, known problems. Nothing here claims compliance with it. Everything is taken from a report, the
//! qualification of the suite and the statements of the sources: nothing is judged, and the moment of packing is not in it.

use serde::{Deserialize, Serialize};

use crate::model::{Backend, Clause, Report, Requirement};
use crate::qualification::Qualification;
use crate::standing::is_claimed;
use crate::text::thousands;

mod configuration;
mod deviations;
mod page;
mod qualified;
mod requirements;
mod results;
mod summary;

use page::Block;

/// What the evidence is made of.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The run.
    pub report: &'a Report,
    /// What the suite made of planted faults.
    pub qualification: &'a Qualification,
    /// When and by what the suite was tried on them.
    pub run: &'a QualificationRun,
    /// The clauses whose words stand in documents that were not read sentence by sentence.
    pub quoting: &'a [Quoting],
}

/// A clause, and where it quotes what no statement of a document that was read sentence by sentence has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoting {
    /// The id of the clause.
    pub clause: &'static str,
    /// The documents, each by its specification and its title.
    pub documents: Vec<(&'static str, &'static str)>,
}

/// When, where and by what a qualification was made: what ties it to a program and a machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QualificationRun {
    /// The SHA-256 of the program that was tried.
    pub program: String,
    /// The machine that it was tried on: system and processor.
    pub machine: String,
    /// What was run, in the words that decide what comes of it.
    pub command: String,
    /// When it began, RFC 3339, UTC.
    pub started: String,
    /// The SHA-256 of the `qualification.json` that came of it.
    pub qualification: String,
}

impl Evidence<'_> {
    /// The evidence as a page of Markdown.
    pub fn markdown(&self) -> String {
        page::markdown(&self.blocks())
    }

    /// The evidence as one page that works from a disk, and prints.
    pub fn html(&self) -> String {
        page::html(&self.blocks())
    }

    /// The requirements with the clauses, results and planted faults of each, for a requirements tool.
    pub fn requirements_csv(&self) -> String {
        requirements::csv(self)
    }

    /// What it comes to, in a line or two.
    pub fn line(&self) -> String {
        qualified::line(self)
    }

    fn blocks(&self) -> Vec<Block> {
        let sections: [fn(&Evidence) -> Vec<Block>; 9] = [
            summary::blocks,
            requirements::blocks,
            results::procedures,
            results::blocks,
            deviations::blocks,
            deviations::problems,
            qualified::blocks,
            configuration::blocks,
            limits,
        ];
        sections.into_iter().flat_map(|section| section(self)).collect()
    }

    /// The requirements of the documents that anybody claims.
    fn claimed_requirements(&self) -> Vec<&Requirement> {
        let families = self.claimed_families();
        self.report.requirements.iter().filter(|it| families.contains(&it.family.as_str())).collect()
    }

    /// The clauses that anybody claims whose words stand in documents of what is claimed that were not read sentence by sentence, and
    /// these documents. A relation between cases quotes one of each specification.
    fn quoting_clauses(&self) -> Vec<(&Clause, Vec<&str>)> {
        let (report, families) = (self.report, self.claimed_families());
        let is_claimed = |clause: &&Clause| report.backends.iter().any(|backend| is_claimed(backend, clause));
        let claimed = report.clauses.iter().filter(is_claimed);
        let quoted = |clause: &Clause| -> Vec<&str> {
            let documents = self.quoting.iter().filter(|it| it.clause == clause.id).flat_map(|it| &it.documents);
            documents.filter(|(family, _)| families.contains(family)).map(|(_, title)| *title).collect()
        };
        claimed.map(|clause| (clause, quoted(clause))).filter(|(_, documents)| !documents.is_empty()).collect()
    }

    /// The specifications that anybody claims, and that the suite has a profile of.
    fn claimed_families(&self) -> Vec<&str> {
        let claims = || self.report.backends.iter().flat_map(|backend| &backend.claims);
        let is_claimed = |name: &String| claims().any(|claim| claim.profiles.contains(name));
        let profiles = self.report.profiles.iter().filter(|profile| is_claimed(&profile.name));
        profiles.map(|profile| profile.family.as_str()).collect()
    }
}

const LIMITS: &[&str] = &[
    "The cases are chosen, and not all that there are: section 3 counts them. Nothing follows for an input that was not run.",
    "An operand is a fresh one of the call, or lies in memory, or gets to the operator of a model, in one of the ways that the cases \
     name. What a compiler folds, fuses or places in yet another way can come out otherwise.",
    "The results are those of the configuration in section 8. On another processor a library may take other code.",
    "A clause that section 4 marks with · was not exercised on that element type, and nothing is known of it there.",
    "Clauses are readings of documents. Where a document is silent or contradicts itself, no backend is at fault: section 6.",
    "Time, memory and numerical properties other than the result of the operator are not judged.",
    "A planted fault that is killed shows that faults of its kind are found. It says nothing of faults of another kind.",
    "The files of a backend are those that its command names, and the libraries that it had loaded when it was ready. What a \
     script reads by itself is not among them.",
    "An accepted deviation is a departure all the same: that it is accepted is said by whoever runs the suite, not by the suite.",
];

fn limits(evidence: &Evidence) -> Vec<Block> {
    let mut limits: Vec<String> = LIMITS.iter().map(|&limit| limit.to_owned()).collect();
    let calls = |backend: &Backend| format!("{} {}", backend.name, thousands(backend.outcomes.asked()));
    let calls: Vec<String> = evidence.report.backends.iter().map(calls).collect();
    limits.push(format!(
        "What a library answers otherwise only after more calls than were made is not seen. It was asked for so many cases: {}.",
        calls.join(", ")
    ));
    vec![Block::Heading("9. Limits".to_owned()), Block::List(limits)]
}
