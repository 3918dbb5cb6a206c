//! Counting: what each clause and each profile has seen of each backend.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use opconform_report::{Count, OutcomeCounts, ProfileCount, Unsteady};
use opconform_spec::{CROSS_CASE, Case, Decision, Family, Operator, Outcome, PairResults, Verdict, claimed, clauses};
use opconform_tensor::Types;

use crate::changed::Changed;
use crate::judged::{JudgedCase, JudgedOutcome};
use crate::pair_observations::PairObservations;
use crate::panel::Panels;
use crate::plan::Plan;
use crate::support::Support;
use crate::trace::Groups;
use crate::violation_group::{Likeness, ViolationGroups};
use crate::warmth::Warmed;

/// The counts of a run.
pub(crate) struct Tally<'p> {
    plan: &'p Plan,
    pub(crate) panels: &'p Panels,
    /// By the backend, the place of the same implementation on one thread.
    pub(crate) on_one_thread: &'p [Option<usize>],
    pub(crate) backends: Vec<BackendTally>,
    /// Per profile and gap: how many cases, and the first.
    pub(crate) gaps: BTreeMap<(usize, &'static str), (u64, usize)>,
    /// The same, per family of profiles: a case that several of them leave open counts once.
    pub(crate) gaps_of_families: BTreeMap<(Family, &'static str), (u64, usize)>,
    pub(crate) groups: Groups,
}

/// The counts of one backend.
pub(crate) struct BackendTally {
    pub(crate) outcomes: OutcomeCounts,
    /// Per clause, by element type.
    pub(crate) clauses: Vec<BTreeMap<Types, Count>>,
    pub(crate) profiles: Vec<ProfileCount>,
    /// Whether each of those is of what the backend is judged by.
    is_claimed: Vec<bool>,
    /// Cases that one of what the backend is judged by decides.
    pub(crate) claimed: u64,
    /// Per reason: how many cases, and the first.
    pub(crate) skips: BTreeMap<String, (u64, usize)>,
    /// How the cases of each operator in one element type came out.
    pub(crate) support: HashMap<(&'static Operator, Types), Support>,
    pub(crate) groups: ViolationGroups,
    /// What was seen and is not any more.
    pub(crate) unsteady: Vec<Unsteady>,
    pub(crate) observed: PairObservations,
    /// Of a backend in a setting, what that changed, where the run has the backend without it.
    pub(crate) changed: Option<Changed>,
    results: PairResults,
}

impl<'p> Tally<'p> {
    pub(crate) fn new(plan: &'p Plan, panels: &'p Panels, on_one_thread: &'p [Option<usize>]) -> Self {
        let is_claimed = |index: usize| {
            let claimed: Vec<_> = claimed(plan.claims(plan.backends[index].as_ref())).collect();
            panels.all.iter().map(|profile| claimed.contains(profile)).collect()
        };
        let backend = |index| BackendTally {
            is_claimed: is_claimed(index),
            claimed: 0,
            outcomes: OutcomeCounts::default(),
            clauses: vec![BTreeMap::new(); clauses().count()],
            profiles: vec![ProfileCount::default(); panels.all.len()],
            skips: BTreeMap::new(),
            support: HashMap::new(),
            groups: ViolationGroups::default(),
            unsteady: Vec::new(),
            observed: PairObservations::default(),
            changed: Changed::of(plan, index),
            results: PairResults::default(),
        };
        Self {
            plan,
            panels,
            on_one_thread,
            backends: (0..plan.backends.len()).map(backend).collect(),
            gaps: BTreeMap::new(),
            gaps_of_families: BTreeMap::new(),
            groups: Groups::default(),
        }
    }

    /// Adds what was made of the case of this index. Called in the order of the cases.
    pub(crate) fn add(&mut self, index: usize, judged: &JudgedCase) {
        let mut of_families = BTreeSet::new();
        for (profile, gap) in judged.gaps.iter().enumerate() {
            if let Some(gap) = gap {
                self.gaps.entry((profile, gap)).or_insert((0, index)).0 += 1;
                of_families.insert((self.panels.all[profile].family, *gap));
            }
        }
        for of_family in of_families {
            self.gaps_of_families.entry(of_family).or_insert((0, index)).0 += 1;
        }
        let mut exercised = vec![false; clauses().count()];
        let JudgedCase { outcomes, backends, .. } = judged;
        for ((backend, outcome), judged) in self.backends.iter_mut().zip(outcomes).zip(backends) {
            backend.add(self.plan, index, outcome, judged, &mut exercised);
            if let Some(changed) = &mut backend.changed {
                changed.add(index, &self.plan.cases[index], outcome, outcomes);
            }
        }
        self.groups.add(index, &self.plan.cases[index], exercised);
    }

    /// Adds what is said, by the backend, of what was answered first of all.
    pub(crate) fn add_warmed(&mut self, warmed: &[Vec<Warmed>]) {
        for (backend, warmed) in self.backends.iter_mut().zip(warmed) {
            for Warmed { case, first, decision: (clause, decision), .. } in warmed {
                let dtype = counted_as(&self.plan.cases[*case]);
                backend.count_decision(*clause, dtype, decision);
                if let Verdict::Violates(witness) = &decision.verdict {
                    backend.groups.add(&self.plan.cases, *case, *clause, witness, Some(first));
                }
            }
        }
    }

    /// Comparisons made by all clauses on all backends.
    pub(crate) fn compared(&self) -> u64 {
        self.backends
            .iter()
            .flat_map(|backend| &backend.clauses)
            .flat_map(BTreeMap::values)
            .map(|count| count.compared)
            .sum()
    }
}

/// The element type that a case is counted under. One of mixed types counts under that of its first operand: both come first in some
/// case.
fn counted_as(case: &Case) -> Types {
    case.inputs.first().map_or(Types::None, |input| Types::One(input.dtype()))
}

impl BackendTally {
    /// Adds the answer to a case; marks the clauses that compared something.
    fn add(&mut self, plan: &Plan, index: usize, outcome: &Outcome, judged: &JudgedOutcome, exercised: &mut [bool]) {
        let case = &plan.cases[index];
        let dtype = counted_as(case);
        self.count_outcome(index, case, outcome);
        for (clause, decision) in judged.assessment.decisions.iter().chain(&judged.by_comparison) {
            self.count_decision(*clause, dtype, decision);
            exercised[*clause] |= decision.compared > 0;
            if let Verdict::Violates(witness) = &decision.verdict {
                self.groups.add(&plan.cases, index, *clause, witness, Some(outcome));
            }
        }
        self.observed.note(index, case, &judged.assessment.behaviours);
        let (compared, conflicts) = self.results.note(index, &judged.assessment.observations);
        for &clause in CROSS_CASE.iter() {
            if compared == 0 {
                continue;
            }
            exercised[clause] = true;
            let count = self.clauses[clause].entry(dtype).or_default();
            count.compared += compared;
            count.violations += conflicts.iter().map(|conflict| conflict.count).sum::<u64>();
            count.violating_cases += u64::from(!conflicts.is_empty());
            for conflict in &conflicts {
                self.groups.add_conflict(&plan.cases, index, clause, conflict, Some(outcome));
            }
        }
        let decides = |verdict: &Verdict| !matches!(verdict, Verdict::NotApplicable | Verdict::SpecGap(_));
        let mut verdicts = self.is_claimed.iter().zip(&judged.assessment.profiles);
        self.claimed += u64::from(verdicts.any(|(&is_claimed, verdict)| is_claimed && decides(verdict)));
        for (count, verdict) in self.profiles.iter_mut().zip(&judged.assessment.profiles) {
            match verdict {
                Verdict::NotApplicable => {}
                Verdict::SpecGap(_) => count.silent += 1,
                Verdict::Conforms | Verdict::Latitude(_) => count.judged += 1,
                Verdict::Violates(_) => {
                    count.judged += 1;
                    count.violating += 1;
                }
            }
        }
    }

    /// Takes groups of violations out of the counts.
    pub(crate) fn forget(&mut self, cases: &[Case], keys: &[Likeness]) {
        for key in keys {
            let Some(group) = self.groups.0.remove(key) else { continue };
            let dtype = counted_as(&cases[group.case]);
            let others = self.groups.0.iter().filter(|(other, _)| other.clause == key.clause);
            let is_last = others.map(|(_, other)| counted_as(&cases[other.case])).all(|other| other != dtype);
            let Some(count) = self.clauses[key.clause].get_mut(&dtype) else { continue };
            let left = |seen: u64, gone: u64| if is_last { 0 } else { seen.saturating_sub(gone) };
            count.violations = left(count.violations, group.elements);
            count.violating_cases = left(count.violating_cases, group.cases.len() as u64);
        }
    }

    fn count_outcome(&mut self, index: usize, case: &Case, outcome: &Outcome) {
        self.support.entry((case.operator, case.types())).or_default().add(outcome);
        match outcome {
            Outcome::Output(_) => self.outcomes.output += 1,
            Outcome::Rejected(_) => self.outcomes.rejected += 1,
            Outcome::Unsupported(reason) => {
                self.outcomes.unsupported += 1;
                self.skips.entry(reason.clone()).or_insert((0, index)).0 += 1;
            }
            Outcome::Crashed(_) => self.outcomes.crashed += 1,
            Outcome::TimedOut(_) => self.outcomes.timed_out += 1,
            Outcome::Malformed(_) => self.outcomes.malformed += 1,
        }
    }

    fn count_decision(&mut self, clause: usize, dtype: Types, decision: &Decision) {
        if decision.compared == 0 && decision.gaps == 0 {
            return;
        }
        let count = self.clauses[clause].entry(dtype).or_default();
        count.compared += decision.compared;
        count.gaps += decision.gaps;
        match &decision.verdict {
            Verdict::Violates(witness) => {
                count.violations += witness.count;
                count.violating_cases += 1;
            }
            Verdict::Latitude(_) => count.latitude_cases += 1,
            Verdict::Conforms | Verdict::SpecGap(_) | Verdict::NotApplicable => {}
        }
    }
}
