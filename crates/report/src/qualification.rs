//! The qualification of the suite: which clause kills which planted fault, which controls are spared, and what is missing.
//!
//! Nothing in it depends on the machine or the moment: the same suite gives the same text.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::level::Level;
use crate::text::plural;

mod causes;
mod markdown;
mod terminal;

/// The version of the qualification's JSON.
pub const QUALIFICATION_SCHEMA: u32 = 2;

/// What the suite made of the planted faults.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Qualification {
    /// The version of this form: [`QUALIFICATION_SCHEMA`].
    pub schema: u32,
    /// The suite's version.
    pub version: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The cases of the suite.
    pub cases: u64,
    /// What objects to the implementation without a fault: nothing, if all is well.
    pub sound: Vec<Kill>,
    /// The planted faults by class.
    pub families: Vec<FaultFamily>,
    /// The faults that are also planted in one operator, one element type, and calls of more than so many elements alone.
    pub crossed: Vec<CrossedFault>,
    /// The faults that are not, by the reason; none where an older program gave none.
    #[serde(default)]
    pub uncrossed: Vec<Uncrossed>,
    /// The equivalent controls.
    pub controls: Vec<SparedControl>,
    /// Every clause, in the order of reports.
    pub clauses: Vec<KillingClause>,
    /// Every profile, in the order of reports.
    pub profiles: Vec<ObjectingProfile>,
    /// Whoever does anything that a profile allows; none where an older program knew of none.
    #[serde(default)]
    pub conformers: Conformers,
    /// The documents on the maximum of two numbers; none where an older program knew of none.
    #[serde(default)]
    pub documents: Vec<TriedDocument>,
}

/// For each profile, whoever does anything that it allows: at every element, and wherever it leaves a choice of refusing or answering.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Conformers {
    /// One case of the suite in so many is tried.
    pub share: u64,
    /// The most elements of a case that is tried, in its operands or in its result.
    pub largest: u64,
    /// In the order of reports.
    pub profiles: Vec<SparedConformer>,
}

/// Whoever does anything that a profile allows, and what objects.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SparedConformer {
    /// The profile.
    pub profile: String,
    /// The cases that it has an outcome in.
    pub cases: u64,
    /// Whether the profile's sets hold all its outcomes.
    pub inside: bool,
    /// The MUST clauses of the profile that object: none, if all is well.
    pub killed_by: Vec<Kill>,
}

/// A document on the maximum of two numbers: what came of a maximum that does what it says, and of faults of that one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TriedDocument {
    /// The profile that reads it.
    pub profile: String,
    /// The document.
    pub source: String,
    /// What the maximum without a fault does where the document leaves a choice.
    pub choice: String,
    /// The cases that the document speaks of, and that it was tried in.
    pub cases: u64,
    /// What objects to the maximum without a fault: nothing, if all is well.
    pub killed_by: Vec<Kill>,
    /// Whether the profile's sets hold all its answers.
    pub inside: bool,
    /// The faults.
    pub mutants: Vec<TriedMutant>,
    /// The clauses of the document.
    pub clauses: Vec<KillingClause>,
}

/// Faults of one class.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FaultFamily {
    /// The name.
    pub name: String,
    /// What its faults have in common.
    pub about: String,
    /// The faults.
    pub mutants: Vec<TriedMutant>,
}

/// A planted fault, and what kills it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TriedMutant {
    /// The name.
    pub name: String,
    /// The fault, in a line.
    pub fault: String,
    /// Where the field has had it: threads on GitHub, as `owner/repository#number`.
    pub seen: Vec<String>,
    /// Cases whose answer differs from that of the implementation without a fault.
    pub differs: u64,
    /// The clauses that object, in the order of reports.
    pub killed_by: Vec<Kill>,
    /// The profiles whose sets do not hold some answer.
    pub outside: Vec<String>,
    /// The departures that a report makes of it.
    pub departures: u64,
    /// Why they are several, where that is stated.
    pub several: Option<String>,
    /// Witnesses that are failed by who is right too, with who that is.
    pub doubts: Vec<String>,
}

/// A fault that is confined to one operator, one element type, and calls beyond one length, each in turn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CrossedFault {
    /// The name of the planted fault.
    pub name: String,
    /// It is planted in calls of more elements than each of these.
    pub beyond: Vec<u64>,
    /// By element type: of all operators and lengths together.
    pub types: Vec<Crossed>,
    /// By operator: of all element types and lengths together.
    pub operators: Vec<Crossed>,
    /// Where it survives: operator, element type, and the least length beyond which no clause objects.
    pub survives: Vec<String>,
}

/// Faults that are planted as a whole alone, for one reason.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Uncrossed {
    /// What each of them does, or is.
    pub why: String,
    /// Their names.
    pub faults: Vec<String>,
}

/// Of the faults that are confined to one type, or to one operator: how many are planted, and how many a clause objects to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Crossed {
    /// The name of the type or operator.
    pub name: String,
    /// How many are planted.
    pub planted: u64,
    /// How many of them are killed.
    pub killed: u64,
}

/// The objections of one clause to one implementation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kill {
    /// The id of the clause.
    pub clause: String,
    /// How many cases had been tried when it first objected, that one included.
    pub after: u64,
    /// The id of that case.
    pub case: String,
    /// How many cases it objects to.
    pub cases: u64,
}

/// A maximum that differs only where a profile leaves a choice, judged under that profile.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SparedControl {
    /// The name.
    pub name: String,
    /// The profile.
    pub profile: String,
    /// What it does otherwise.
    pub difference: String,
    /// What leaves the choice.
    pub freedom: String,
    /// Cases whose answer differs from that of the implementation without a fault.
    pub differs: u64,
    /// The clauses of the profile that object: none, if all is well.
    pub killed_by: Vec<Kill>,
    /// Whether the profile's sets hold all its answers.
    pub inside: bool,
}

/// A clause, and how many planted faults it kills.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KillingClause {
    /// The id.
    pub id: String,
    /// How binding it is.
    pub level: Level,
    /// Comparisons that it made of the implementation without a fault.
    pub compared: u64,
    /// The planted faults that it kills.
    pub kills: u64,
    /// Those of them that no other clause kills.
    pub alone: Vec<String>,
}

/// A profile, and how many planted faults give an answer that its sets do not hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ObjectingProfile {
    /// The name.
    pub name: String,
    /// How many.
    pub objects_to: u64,
}

/// Something of each kind, out of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) of: usize,
    pub(crate) has: usize,
}

impl Qualification {
    /// What keeps the suite from being qualified, a sentence each: a fault that survives, a clause that kills nothing, a
    /// control that is objected to or differs nowhere.
    pub fn shortcomings(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        if let Some(kill) = self.sound.first() {
            found.push(format!("{} objects to the implementation without a fault: {}", kill.clause, kill.case));
        }
        let survivors = self.mutants().filter(|mutant| mutant.killed_by.is_empty());
        found.extend(survivors.map(|mutant| match mutant.differs {
            0 => format!("no case shows the fault {}: {}", mutant.name, mutant.fault),
            cases => format!("{} survives, though {cases} cases show the fault: {}", mutant.name, mutant.fault),
        }));
        let survivors = self.crossed.iter().filter_map(|fault| Some((&fault.name, fault.surviving()?)));
        found.extend(survivors.map(|(name, places)| format!("{name} {places}")));
        for control in &self.controls {
            if let Some(kill) = control.killed_by.first() {
                found.push(format!("{} objects to the control {}: {}", kill.clause, control.name, kill.case));
            } else if !control.inside {
                found.push(format!("an answer of the control {} is outside {}", control.name, control.profile));
            } else if control.differs == 0 {
                found.push(format!(
                    "no case tells the control {} from the implementation without a fault",
                    control.name
                ));
            }
        }
        found.extend(self.conformers.profiles.iter().filter_map(SparedConformer::shortcoming));
        found.extend(self.documents.iter().flat_map(TriedDocument::shortcomings));
        let idle = self.every_clause().filter(|clause| clause.kills == 0);
        found.extend(idle.map(|clause| match clause.compared {
            0 => format!("{} compared nothing: no case exercises it", clause.id),
            _ => format!("{} kills no fault", clause.id),
        }));
        let idle = self.profiles.iter().filter(|profile| profile.objects_to == 0);
        found.extend(idle.map(|profile| format!("{} holds every answer of every fault", profile.name)));
        found.extend(causes::Causes::of(self).shortcomings());
        let doubts = self.mutants().filter_map(|mutant| Some((&mutant.name, mutant.doubts.split_first()?)));
        found.extend(doubts.map(|(name, (doubt, more))| match more.len() {
            0 => format!("a witness of {name} shows nothing: {doubt}"),
            more => format!("{} witnesses of {name} show nothing, such as: {doubt}", more + 1),
        }));
        found
    }

    /// The whole table, for a terminal.
    pub fn terminal(&self) -> String {
        terminal::render(self)
    }

    /// The whole table, for a published page of what this command found.
    pub fn markdown(&self, command: &str) -> String {
        markdown::render(self, command)
    }

    /// The whole table, for machines, with a newline at its end.
    pub fn json(&self) -> String {
        // Plain data with string keys cannot fail to become JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    pub(crate) fn mutants(&self) -> impl Iterator<Item = &TriedMutant> {
        self.of_families().chain(self.documents.iter().flat_map(|document| &document.mutants))
    }

    /// The faults of the operators of the sources.
    pub(crate) fn of_families(&self) -> impl Iterator<Item = &TriedMutant> {
        self.families.iter().flat_map(|family| &family.mutants)
    }

    /// The documents, and those to whose maximum without a fault nothing objects.
    pub(crate) fn followed(&self) -> Share {
        let is_followed = |document: &&TriedDocument| document.killed_by.is_empty() && document.inside;
        Share { of: self.documents.len(), has: self.documents.iter().filter(is_followed).count() }
    }

    /// The clauses of the sources, then of the documents.
    pub(crate) fn every_clause(&self) -> impl Iterator<Item = &KillingClause> {
        self.clauses.iter().chain(self.documents.iter().flat_map(|document| &document.clauses))
    }

    pub(crate) fn killed(&self) -> Share {
        Share { of: self.mutants().count(), has: self.mutants().filter(|mutant| !mutant.killed_by.is_empty()).count() }
    }

    /// The confined faults.
    pub(crate) fn confined(&self) -> Share {
        let cells = || self.crossed.iter().flat_map(|fault| &fault.operators);
        let sum = |count: fn(&Crossed) -> u64| cells().map(count).sum::<u64>() as usize;
        Share { of: sum(|cell| cell.planted), has: sum(|cell| cell.killed) }
    }

    pub(crate) fn spared(&self) -> Share {
        let spared = |control: &&SparedControl| control.killed_by.is_empty() && control.inside;
        Share { of: self.controls.len(), has: self.controls.iter().filter(spared).count() }
    }

    pub(crate) fn left_in_peace(&self) -> Share {
        let profiles = &self.conformers.profiles;
        Share { of: profiles.len(), has: profiles.iter().filter(|it| it.shortcoming().is_none()).count() }
    }

    pub(crate) fn killing(&self) -> Share {
        Share { of: self.every_clause().count(), has: self.every_clause().filter(|clause| clause.kills > 0).count() }
    }

    /// The threads that any fault cites.
    pub(crate) fn threads(&self) -> usize {
        self.mutants().flat_map(|mutant| &mutant.seen).collect::<BTreeSet<_>>().len()
    }
}

impl CrossedFault {
    /// Where it survives, in how many places of an operator and a type: `survives in 22 of 125 places, such as Max bf16 beyond 1024`.
    pub(crate) fn surviving(&self) -> Option<String> {
        let example = self.survives.first()?;
        let planted: u64 = self.operators.iter().map(|cell| cell.planted).sum();
        let places = planted / (self.beyond.len() as u64).max(1);
        Some(format!("survives in {} of {places} places, such as {example}", self.survives.len()))
    }
}

impl Conformers {
    /// Who they are, in what cases.
    pub(crate) fn about(&self) -> String {
        let Self { share, largest, .. } = self;
        format!(
            "whoever does anything that a profile allows, by a hash at every element and at every choice of refusing or answering; in \
             one case of {share}, of those with at most {largest} elements"
        )
    }
}

impl SparedConformer {
    /// What came of it, in a few words.
    pub(crate) fn verdict(&self) -> String {
        let cases = plural(self.cases, "case");
        match (self.killed_by.as_slice(), self.inside) {
            ([], true) => format!("no objection in {cases}"),
            ([], false) => format!("an outcome outside the profile's sets, of {cases}"),
            (kills, _) => {
                let ids: Vec<&str> = kills.iter().map(|kill| kill.clause.as_str()).collect();
                format!("OBJECTED TO, in {cases}: {}", ids.join(" "))
            }
        }
    }

    fn shortcoming(&self) -> Option<String> {
        let profile = &self.profile;
        match self.killed_by.first() {
            Some(kill) => {
                Some(format!("{} objects to who does anything that {profile} allows: {}", kill.clause, kill.case))
            }
            None if !self.inside => {
                Some(format!("an outcome of who does anything that {profile} allows is outside {profile}"))
            }
            None => (self.cases == 0).then(|| format!("no case is for who does anything that {profile} allows")),
        }
    }
}

impl TriedDocument {
    /// What is wrong of the maximum without a fault, and of the profile's sets.
    fn shortcomings(&self) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(kill) = self.killed_by.first() {
            found.push(format!("{} objects to who does what {} says: {}", kill.clause, self.profile, kill.case));
        } else if !self.inside {
            found.push(format!("an answer of who does what {0} says is outside {0}", self.profile));
        }
        if self.mutants.iter().all(|mutant| mutant.outside.is_empty()) {
            found.push(format!("{} holds every answer of every fault", self.profile));
        }
        found
    }
}

impl TriedMutant {
    /// How many cases it took until any clause objected.
    pub(crate) fn after(&self) -> Option<u64> {
        self.killed_by.iter().map(|kill| kill.after).min()
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.has, self.of)
    }
}

#[cfg(test)]
mod tests;
