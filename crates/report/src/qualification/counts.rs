//! What follows from a qualification: how many of each kind, and what keeps the suite from being qualified.

use std::collections::BTreeSet;

use super::{
    Conformers, Crossed, CrossedFault, KillingClause, Qualification, SparedConformer, SparedControl, TriedDocument,
    TriedMutant, causes, markdown, terminal,
};
use crate::text::{plural, thousands};

/// Something of each kind, out of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction {
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

    /// The faults that show in no case in the plain way.
    fn in_ways(&self) -> impl Iterator<Item = &TriedMutant> {
        self.mutants().filter(|mutant| mutant.plainly == Some(0) && mutant.differs > 0)
    }

    /// Those faults, and those of them that are killed.
    pub(crate) fn of_ways(&self) -> Fraction {
        let has = self.in_ways().filter(|mutant| !mutant.killed_by.is_empty()).count();
        Fraction { of: self.in_ways().count(), has }
    }

    /// How many of those faults somebody's tracker has.
    pub(crate) fn seen_of_ways(&self) -> usize {
        self.in_ways().filter(|mutant| !mutant.seen.is_empty()).count()
    }

    /// The documents, and those to whose maximum without a fault nothing objects.
    pub(crate) fn followed(&self) -> Fraction {
        let is_followed = |document: &&TriedDocument| document.killed_by.is_empty() && document.inside;
        Fraction { of: self.documents.len(), has: self.documents.iter().filter(is_followed).count() }
    }

    /// The clauses of the sources, then of the documents.
    pub(crate) fn every_clause(&self) -> impl Iterator<Item = &KillingClause> {
        self.clauses.iter().chain(self.documents.iter().flat_map(|document| &document.clauses))
    }

    pub(crate) fn killed(&self) -> Fraction {
        Fraction {
            of: self.mutants().count(),
            has: self.mutants().filter(|mutant| !mutant.killed_by.is_empty()).count(),
        }
    }

    /// The confined faults.
    pub(crate) fn confined(&self) -> Fraction {
        let cells = || self.crossed.iter().flat_map(|fault| &fault.operators);
        let sum = |count: fn(&Crossed) -> u64| cells().map(count).sum::<u64>() as usize;
        Fraction { of: sum(|cell| cell.planted), has: sum(|cell| cell.killed) }
    }

    pub(crate) fn spared(&self) -> Fraction {
        let spared = |control: &&SparedControl| control.killed_by.is_empty() && control.inside;
        Fraction { of: self.controls.len(), has: self.controls.iter().filter(spared).count() }
    }

    pub(crate) fn left_in_peace(&self) -> Fraction {
        let profiles = &self.conformers.profiles;
        Fraction { of: profiles.len(), has: profiles.iter().filter(|it| it.shortcoming().is_none()).count() }
    }

    pub(crate) fn killing(&self) -> Fraction {
        Fraction { of: self.every_clause().count(), has: self.every_clause().filter(|clause| clause.kills > 0).count() }
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
        let [largest, longest] = [self.largest, self.longest].map(thousands);
        format!(
            "whoever does anything that a profile allows, by a hash at every element and at every choice of refusing or answering; in \
             every case of at most {largest} elements, and in those of at most {longest} one of those that the case concerns, by turns"
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

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", thousands(self.has as u64), thousands(self.of as u64))
    }
}
