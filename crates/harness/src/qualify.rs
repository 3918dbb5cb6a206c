//! The suite tried on implementations that are known: which clause objects to which of them, and after how many cases.
//!
//! Nothing is shrunk and nothing reported: only the verdicts count. An answer that several give is judged once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use opconform_backends::Backend;
use opconform_spec::{
    Case, Facts, LaneLedger, Observations, Oracle, Outcome, Profile, Scope, Trial, Verdict, clauses, judge,
};
use rayon::prelude::*;

use crate::answer::answers;
use crate::execute::{BATCH, Progress, WINDOW};

/// An implementation that the suite is tried on.
pub struct Subject {
    /// The implementation.
    pub backend: Box<dyn Backend>,
    /// The profiles that it is judged under.
    pub profiles: Vec<&'static Profile>,
}

/// What the suite made of one implementation.
#[derive(Clone, Debug, Default)]
pub struct Reckoning {
    /// By the index of a clause: the objections to it.
    pub clauses: BTreeMap<usize, Objections>,
    /// By the place of a profile among the subject's: the answers that its sets do not hold.
    pub profiles: BTreeMap<usize, Objections>,
    /// By the index of a clause: comparisons made.
    pub compared: BTreeMap<usize, u64>,
    /// Cases whose outcome differs from that of the first subject.
    pub differs: u64,
}

/// Objections of one clause or profile to one implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objections {
    /// The index of the first case that shows it.
    pub first: usize,
    /// How many cases show it.
    pub cases: u64,
}

/// Tries all cases on every subject, or none past an interrupt: `None` then.
pub fn qualify(cases: &[Case], subjects: &[Subject], progress: &Progress, stop: &AtomicBool) -> Option<Vec<Reckoning>> {
    let groups = Groups::of(subjects);
    let mut tallies: Vec<Tally> = subjects.iter().map(|_| Tally::default()).collect();
    let mut done = 0;
    for window in cases.chunks(WINDOW) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let judged: Vec<Vec<Vec<Shared>>> =
            window.par_chunks(BATCH).map(|batch| judge_batch(batch, subjects, &groups)).collect();
        let judged: Vec<Vec<Shared>> = judged.into_iter().flatten().collect();
        tallies.par_iter_mut().enumerate().for_each(|(subject, tally)| {
            for (offset, case) in judged.iter().enumerate() {
                tally.add(done + offset, &case[subject]);
            }
        });
        done += window.len();
        progress(done, cases.len(), "judging");
    }
    Some(tallies.into_iter().map(|tally| tally.reckoning).collect())
}

/// The sets of profiles that subjects are judged under, and which is whose.
struct Groups<'a> {
    sets: Vec<&'a [&'static Profile]>,
    of_subject: Vec<usize>,
}

impl<'a> Groups<'a> {
    fn of(subjects: &'a [Subject]) -> Self {
        let mut groups = Self { sets: Vec::new(), of_subject: Vec::new() };
        for subject in subjects {
            let names = |set: &[&'static Profile]| set.iter().map(|profile| profile.name).collect::<Vec<_>>();
            let known = groups.sets.iter().position(|set| names(set) == names(&subject.profiles));
            groups.of_subject.push(known.unwrap_or(groups.sets.len()));
            if known.is_none() {
                groups.sets.push(&subject.profiles);
            }
        }
        groups
    }
}

/// What is said of one outcome, shared by all subjects of a group that gave it.
type Shared = Arc<Said>;

struct Said {
    /// The clauses that object, and those that compared something.
    objecting: Vec<usize>,
    compared: Vec<(usize, u64)>,
    profiles: Vec<usize>,
    observations: Observations,
    differs: bool,
}

fn judge_batch(batch: &[Case], subjects: &[Subject], groups: &Groups) -> Vec<Vec<Shared>> {
    let outcomes: Vec<Vec<Outcome>> = subjects.iter().map(|subject| answers(subject.backend.as_ref(), batch)).collect();
    let judge_one = |(index, case): (usize, &Case)| {
        let outcomes: Vec<&Outcome> = outcomes.iter().map(|outcomes| &outcomes[index]).collect();
        judge_case(case, &outcomes, groups)
    };
    batch.iter().enumerate().map(judge_one).collect()
}

fn judge_case(case: &Case, outcomes: &[&Outcome], groups: &Groups) -> Vec<Shared> {
    let facts = Facts::new(case);
    let scopes: Vec<Scope> = groups.sets.iter().map(|set| Scope::of(&facts, set)).collect();
    let mut said: Vec<Shared> = Vec::with_capacity(outcomes.len());
    for (subject, &outcome) in outcomes.iter().enumerate() {
        let group = groups.of_subject[subject];
        let is_twin = |&earlier: &usize| groups.of_subject[earlier] == group && same(outcomes[earlier], outcome);
        let judge_it = || {
            let trial = Trial { facts: &facts, outcome };
            let decisions = judge(&trial, &scopes[group]).clauses;
            let objects = |profile: &Profile| matches!(profile.judge(&facts, outcome), Verdict::Violates(_));
            let numbered = || decisions.iter().enumerate();
            Said {
                objecting: numbered().filter(|(_, found)| found.is_violation()).map(|(index, _)| index).collect(),
                compared: numbered().map(|(index, found)| (index, found.compared)).filter(|&(_, n)| n > 0).collect(),
                profiles: (0..groups.sets[group].len()).filter(|&i| objects(groups.sets[group][i])).collect(),
                observations: Observations::of(&trial, &scopes[group]),
                differs: !same(outcomes[0], outcome),
            }
        };
        let shared = match (0..subject).find(is_twin) {
            Some(twin) => Shared::clone(&said[twin]),
            None => Shared::new(judge_it()),
        };
        said.push(shared);
    }
    said
}

/// Whether two outcomes are the same, bit for bit.
fn same(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::Output(a), Outcome::Output(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|(a, b)| a.dtype() == b.dtype() && a.shape() == b.shape() && a.bytes() == b.bytes())
        }
        (Outcome::Rejected(a), Outcome::Rejected(b))
        | (Outcome::Unsupported(a), Outcome::Unsupported(b))
        | (Outcome::Crashed(a), Outcome::Crashed(b))
        | (Outcome::Malformed(a), Outcome::Malformed(b)) => a == b,
        (Outcome::TimedOut(a), Outcome::TimedOut(b)) => a == b,
        _ => false,
    }
}

/// The reckoning so far, and what the clauses that compare cases have seen.
#[derive(Default)]
struct Tally {
    reckoning: Reckoning,
    ledger: LaneLedger,
}

impl Tally {
    fn add(&mut self, case: usize, said: &Said) {
        let note = |objections: &mut BTreeMap<usize, Objections>, index: usize| {
            objections.entry(index).or_insert(Objections { first: case, cases: 0 }).cases += 1;
        };
        let Reckoning { clauses: objecting, profiles, compared, differs } = &mut self.reckoning;
        said.objecting.iter().for_each(|&clause| note(objecting, clause));
        said.profiles.iter().for_each(|&profile| note(profiles, profile));
        for &(clause, count) in &said.compared {
            *compared.entry(clause).or_default() += count;
        }
        *differs += u64::from(said.differs);
        let (count, conflicts) = self.ledger.note(case, &said.observations);
        for (clause, _) in clauses().enumerate().filter(|(_, clause)| matches!(clause.oracle, Oracle::Across)) {
            if count > 0 {
                *compared.entry(clause).or_default() += count;
            }
            if !conflicts.is_empty() {
                note(objecting, clause);
            }
        }
    }
}
