//! What the reports of an atlas speak of, put together: specifications, profiles, clauses.

use super::address::Addresses;
use super::entry::Entry;
use crate::model::{Clause, Profile};

/// A specification in all of its versions.
#[derive(Debug)]
pub(super) struct Family {
    pub(super) name: String,
    /// Its profiles, in order.
    pub(super) profiles: Vec<Profile>,
}

/// Everything that runtimes are judged by.
#[derive(Debug)]
pub(super) struct Catalogue {
    pub(super) families: Vec<Family>,
    pub(super) clauses: Vec<Clause>,
    family_addresses: Addresses,
    clause_addresses: Addresses,
}

impl Catalogue {
    /// The catalogue of some reports. What two of them say otherwise is as the first says it.
    pub(super) fn of(entries: &[Entry]) -> Self {
        let (mut families, mut clauses): (Vec<Family>, Vec<Clause>) = (Vec::new(), Vec::new());
        for Entry { report, .. } in entries {
            let mut at = 0;
            for profile in &report.profiles {
                at = place(
                    &mut families,
                    at,
                    |it| it.name == profile.family,
                    || Family { name: profile.family.clone(), profiles: Vec::new() },
                );
                let known = &mut families[at].profiles;
                if !known.iter().any(|it| it.name == profile.name) {
                    known.push(profile.clone());
                }
            }
            let mut at = 0;
            for clause in &report.clauses {
                at = place(&mut clauses, at, |it| it.id == clause.id, || clause.clone());
                let known = &mut clauses[at].profiles;
                known.extend(clause.profiles.iter().filter(|it| !known.contains(it)).cloned().collect::<Vec<_>>());
            }
        }
        let family_addresses = Addresses::of(families.iter().map(|family| family.name.as_str()));
        let clause_addresses = Addresses::of(clauses.iter().map(|clause| clause.id.as_str()));
        Self { families, clauses, family_addresses, clause_addresses }
    }

    /// The path of the page of a specification.
    pub(super) fn family_path(&self, name: &str) -> String {
        format!("specifications/{}.html", self.family_addresses.get(name))
    }

    /// The path of the page of a clause.
    pub(super) fn clause_path(&self, id: &str) -> String {
        format!("clauses/{}.html", self.clause_addresses.get(id))
    }

    /// What stands for a specification in an address.
    pub(super) fn family_address(&self, name: &str) -> &str {
        self.family_addresses.get(name)
    }

    /// The specifications that a clause belongs to.
    pub(super) fn families_of(&self, clause: &Clause) -> Vec<&str> {
        let has = |family: &&Family| family.profiles.iter().any(|profile| clause.profiles.contains(&profile.name));
        self.families.iter().filter(has).map(|family| family.name.as_str()).collect()
    }

    /// The clauses of a specification.
    pub(super) fn clauses_of<'a>(&'a self, family: &'a Family) -> impl Iterator<Item = &'a Clause> {
        let of_family = |clause: &&Clause| family.profiles.iter().any(|it| clause.profiles.contains(&it.name));
        self.clauses.iter().filter(of_family)
    }
}

/// The place of an item in a list, which gets it behind the one before where it is new.
fn place<T>(list: &mut Vec<T>, before: usize, is_it: impl Fn(&T) -> bool, new: impl Fn() -> T) -> usize {
    if let Some(known) = list.iter().position(is_it) {
        return known;
    }
    let at = (before + 1).min(list.len());
    list.insert(at, new());
    at
}
