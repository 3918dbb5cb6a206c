//! The suite tried on implementations that are known: which clause objects to which of them, and after how many cases.
//!
//! The verdicts count, and the departures that a report would have: what violates is shrunk. An answer that several give is
//! judged once. Relations take runs of their own: of the sample that a run takes, they are judged where the outcome differs
//! from that of the first subject, and on the first subject itself.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use opconform_backends::Backend;
use opconform_report::{Finding, cause_count};
use opconform_spec::{
    Attribute, CROSS_CASE, Case, Decision, Facts, Observations, Operator, Outcome, PairResults, Profile, Scope, Trial,
    Verdict, Way, Witness,
};
use opconform_tensor::DType;
use rayon::prelude::*;

use crate::answer::{BATCH, answers, same_outcome};
use crate::assessment::{Assessor, each_outcome};
use crate::finding::findings;
use crate::panel::Panels;
use crate::plan::on_one_thread;
use crate::progress::{Progress, Stage};
use crate::relation_sample::{self, Numbered};
use crate::repeats::Repeats;
use crate::shrink_context::ShrinkContext;
use crate::violation_group::ViolationGroups;
use crate::warmth::{Warmed, Warmth};

/// An implementation that the suite is tried on.
pub struct Subject {
    /// The implementation.
    pub backend: Box<dyn Backend>,
    /// The profiles that it is judged under.
    pub profiles: Vec<&'static Profile>,
}

/// What the suite made of one implementation.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// By the index of a clause: the objections to it.
    pub clauses: BTreeMap<usize, Objections>,
    /// By the place of a profile among the subject's: the answers that its sets do not hold.
    pub profiles: BTreeMap<usize, Objections>,
    /// By the index of a clause: comparisons made.
    pub compared: BTreeMap<usize, u64>,
    /// Cases whose outcome differs from that of the first subject.
    pub differs: u64,
    /// Cases of these in which every operand gets to the operator in the plain way.
    pub plainly: u64,
    /// By operator and element type: the most elements in one loop of a case that a clause objects to. Relations between cases, and
    /// clauses that compare them, are left out: a fault that is confined would show otherwise in them.
    pub longest: HashMap<(&'static Operator, DType), usize>,
    /// What a report of it would find in small cases, where it shows in any; of what differs in its element type alone, once.
    pub findings: Vec<Finding>,
    /// How many causes those have: departures in a report of them.
    pub departures: usize,
}

/// Objections of one clause or profile to one implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objections {
    /// The index of the first case that shows it.
    pub first: usize,
    /// How many cases show it.
    pub cases: u64,
}

/// Cases between two looks at the interrupt flag: enough to keep every thread busy.
const WINDOW: usize = 32 * BATCH;

/// Tries all cases on every subject, or none past an interrupt: `None` then.
pub fn qualify(cases: &[Case], subjects: &[Subject], progress: &Progress, stop: &AtomicBool) -> Option<Vec<Tried>> {
    let panels = Panels::new(subjects.iter().map(|subject| subject.profiles.clone()));
    let repeats = Repeats::of(cases, None);
    let mut tallies: Vec<SubjectTally> = subjects.iter().map(|_| SubjectTally::default()).collect();
    let backends: Vec<&dyn Backend> = subjects.iter().map(|subject| subject.backend.as_ref()).collect();
    let on_one_thread = on_one_thread(&backends);
    let warmth = Warmth::cold(cases, &repeats.first, &backends, stop);
    let mut done = 0;
    for window in cases.chunks(WINDOW) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let judge = |(number, batch): (usize, &[Case])| {
            let relations = |index: usize| repeats.sample.at(done + number * BATCH + index);
            judge_batch(batch, subjects, &panels, &on_one_thread, relations)
        };
        // One batch after the other, each on all threads: some take a hundred times as long as others.
        let judged: Vec<Vec<Vec<JudgedOutcome>>> = window.chunks(BATCH).enumerate().map(judge).collect();
        let judged: Vec<Vec<JudgedOutcome>> = judged.into_iter().flatten().collect();
        tallies.par_iter_mut().enumerate().for_each(|(subject, tally)| {
            for (offset, judged) in judged.iter().enumerate() {
                tally.add(cases, done + offset, &judged[subject]);
            }
        });
        done += window.len();
        progress(done, cases.len(), Stage::Judging);
    }
    for (tally, warmed) in tallies.iter_mut().zip(warmth.warm(&cases[..done], &backends, &panels, stop)) {
        for warmed in &warmed {
            tally.add_warmed(cases, warmed);
        }
        tally.groups = std::mem::take(&mut tally.groups).telling();
    }
    let groups: usize = tallies.iter().map(|tally| tally.groups.0.len()).sum();
    let shrunk = AtomicUsize::new(0);
    let one_done = || progress(shrunk.fetch_add(1, Ordering::Relaxed) + 1, groups, Stage::Shrinking);
    let found = |((tally, subject), one): ((SubjectTally, &Subject), &Option<usize>)| {
        let backend = subject.backend.as_ref();
        let on_one_thread = one.map(|place| backends[place]);
        let claims = &backend.describe().claims;
        let context = ShrinkContext { cases, profiles: &subject.profiles, claims, backend, on_one_thread };
        let found = findings(&context, &tally.groups, &one_done, stop);
        let findings: Vec<Finding> = found.into_iter().map(|found| found.finding).collect();
        Tried { departures: cause_count(&findings), findings, ..tally.tried }
    };
    let tried = tallies.into_par_iter().zip(subjects).zip(&on_one_thread).map(found).collect();
    (!stop.load(Ordering::Relaxed)).then_some(tried)
}

/// What is said of one outcome of one subject.
struct JudgedOutcome {
    decided: Arc<Decided>,
    /// What the relations say, by the index of the clause.
    by_comparison: Vec<(usize, Decision)>,
}

/// What is said of one outcome, shared by all subjects of a panel that gave it.
struct Decided {
    /// The clauses that object and what they object to, and those that compared something.
    objecting: Vec<(usize, Witness)>,
    compared: Vec<(usize, u64)>,
    profiles: Vec<usize>,
    observations: Observations,
    /// The one element type of the case, and the elements of the longest loop.
    loops: Option<(DType, usize)>,
    differs: bool,
}

fn judge_batch<'s>(
    batch: &[Case],
    subjects: &[Subject],
    panels: &Panels,
    on_one_thread: &[Option<usize>],
    relations: impl Fn(usize) -> &'s [Numbered] + Sync,
) -> Vec<Vec<JudgedOutcome>> {
    let ask = |subject: &Subject| answers(subject.backend.as_ref(), batch);
    let first: Vec<Outcome> = subjects.first().map(ask).unwrap_or_default();
    // Most answers are the first subject's, and long: only others are kept.
    let other = |(answer, first): (Outcome, &Outcome)| (!same_outcome(first, &answer)).then_some(answer);
    let others: Vec<Vec<Option<Outcome>>> =
        subjects.par_iter().skip(1).map(|subject| ask(subject).into_iter().zip(&first).map(other).collect()).collect();
    let judge_one = |(index, case): (usize, &Case)| {
        let first = &first[index];
        let others = others.iter().map(|others| others[index].as_ref().unwrap_or(first));
        let outcomes: Vec<&Outcome> = std::iter::once(first).chain(others).collect();
        judge_case(case, subjects, &outcomes, panels, on_one_thread, relations(index))
    };
    batch.par_iter().enumerate().map(judge_one).collect()
}

fn judge_case(
    case: &Case,
    subjects: &[Subject],
    outcomes: &[&Outcome],
    panels: &Panels,
    on_one_thread: &[Option<usize>],
    relations: &[Numbered],
) -> Vec<JudgedOutcome> {
    let facts = Facts::new(case);
    let scopes: Vec<Scope> = panels.sets.iter().map(|set| Scope::of(&facts, set)).collect();
    let known = || &facts;
    let decide = |subject: usize, assessor: &mut Assessor| {
        let differs = differs(outcomes[0], outcomes[subject]);
        Arc::new(Decided::of(assessor, &scopes[panels.of[subject]], panels.set(subject), differs))
    };
    let decided = each_outcome(&known, outcomes, panels, decide);
    let judge = |(index, decided): (usize, Arc<Decided>)| {
        let mut by_comparison = Vec::new();
        if decided.differs || index == 0 {
            let (scope, trial) = (&scopes[panels.of[index]], Trial::new(&facts, outcomes[index]));
            let backend = subjects[index].backend.as_ref();
            let on_one_thread = on_one_thread[index].map(|one| outcomes[one]);
            by_comparison = relation_sample::by_comparison(backend, relations, &trial, scope, on_one_thread);
        }
        JudgedOutcome { decided, by_comparison }
    };
    decided.into_iter().enumerate().map(judge).collect()
}

impl Decided {
    fn of(assessor: &mut Assessor, scope: &Scope, profiles: &[&'static Profile], differs: bool) -> Self {
        let (mut objecting, mut compared) = (Vec::new(), Vec::new());
        for (clause, decision) in assessor.decisions(scope) {
            objecting.extend(spare(&decision).map(|witness| (clause, witness)));
            if decision.compared > 0 {
                compared.push((clause, decision.compared));
            }
        }
        let trial = assessor.trial();
        let objects = |profile: &Profile| profile.judge(trial).is_violation();
        Self {
            objecting,
            compared,
            profiles: (0..profiles.len()).filter(|&index| objects(profiles[index])).collect(),
            observations: Observations::of(trial, scope),
            loops: loops(trial.facts),
            differs,
        }
    }
}

/// The element type of a case, and the elements of its longest loop: those of a span, those that are reduced to one element, else
/// those of the result. `None` where the types differ, and where there is no result.
fn loops(facts: &Facts) -> Option<(DType, usize)> {
    let (case, dtype) = (facts.case, facts.dtype?);
    let result = facts.elements()?;
    let elements = match case.attributes.get("x") {
        Some(Attribute::Ints(span)) => usize::try_from(*span.get(1)?).ok()?,
        _ if case.operator.form.is_reduction() => case.inputs.first()?.len().checked_div(result)?,
        _ => result,
    };
    Some((dtype, elements))
}

/// The most operands of a witness that are kept while cases are judged.
const KEPT: usize = 64;

/// The witness of a violation; of many operands, the first two and one of each class.
fn spare(decision: &Decision) -> Option<Witness> {
    let Verdict::Violates(witness) = &decision.verdict else { return None };
    if witness.operands.len() <= KEPT {
        return Some(Witness::clone(witness));
    }
    let mut operands = witness.operands[..2].to_vec();
    for &operand in &witness.operands {
        if operands.iter().all(|kept| kept.class() != operand.class()) {
            operands.push(operand);
        }
    }
    Some(Witness { operands, symptom: witness.symptom.clone(), ..**witness })
}

/// Whether an outcome is another than the first subject's. What is not implemented is not tried.
fn differs(first: &Outcome, outcome: &Outcome) -> bool {
    !matches!(outcome, Outcome::Unsupported(_)) && !same_outcome(first, outcome)
}

/// What came of one subject so far, and what the clauses that compare cases have seen.
#[derive(Default)]
struct SubjectTally {
    tried: Tried,
    results: PairResults,
    groups: ViolationGroups,
}

impl SubjectTally {
    /// Adds what is said of what was answered first of all.
    fn add_warmed(&mut self, cases: &[Case], Warmed { case, first, decision: (clause, decision), .. }: &Warmed) {
        if decision.compared > 0 {
            *self.tried.compared.entry(*clause).or_default() += decision.compared;
        }
        if let Some(witness) = spare(decision) {
            let new = Objections { first: *case, cases: 0 };
            self.tried.clauses.entry(*clause).or_insert(new).cases += 1;
            self.groups.add(cases, *case, *clause, &witness, Some(first));
        }
    }

    /// Adds what was said of a case.
    fn add(&mut self, cases: &[Case], number: usize, judged: &JudgedOutcome) {
        let JudgedOutcome { decided, by_comparison } = judged;
        let note = |objections: &mut BTreeMap<usize, Objections>, index: usize| {
            objections.entry(index).or_insert(Objections { first: number, cases: 0 }).cases += 1;
        };
        let Tried { clauses: objecting, profiles, compared, differs, plainly, longest, .. } = &mut self.tried;
        if let (false, Some((dtype, elements))) = (decided.objecting.is_empty(), decided.loops) {
            let longest = longest.entry((cases[number].operator, dtype)).or_default();
            *longest = elements.max(*longest);
        }
        let related_to: Vec<(usize, Witness)> =
            by_comparison.iter().filter_map(|(clause, decision)| Some((*clause, spare(decision)?))).collect();
        for (clause, witness) in decided.objecting.iter().chain(&related_to) {
            note(objecting, *clause);
            self.groups.add(cases, number, *clause, witness, None);
        }
        decided.profiles.iter().for_each(|&profile| note(profiles, profile));
        let by_relation = by_comparison.iter().map(|(clause, decision)| (*clause, decision.compared));
        for (clause, count) in decided.compared.iter().copied().chain(by_relation.filter(|&(_, count)| count > 0)) {
            *compared.entry(clause).or_default() += count;
        }
        *differs += u64::from(decided.differs);
        *plainly += u64::from(decided.differs && cases[number].way == Way::Plain);
        let (count, conflicts) = self.results.note(number, &decided.observations);
        for &clause in CROSS_CASE.iter() {
            if count > 0 {
                *compared.entry(clause).or_default() += count;
            }
            if !conflicts.is_empty() {
                note(objecting, clause);
            }
            for conflict in &conflicts {
                self.groups.add_conflict(cases, number, clause, conflict, None);
            }
        }
    }
}
