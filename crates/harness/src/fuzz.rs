//! Cases one at a time, without end: each violation is reported once per cause, shrunk.
//!
//! What a [`run`](crate::run) learns of all its cases together is learned here as they come: a clause that compares results
//! of different cases keeps, per backend, what each pair of operands gave before.

use std::collections::HashMap;
use std::collections::btree_map::{BTreeMap, Entry};
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use opconform_backends::Backend;
use opconform_report::Standing;
use opconform_spec::{
    CROSS_CASE, Case, Claim, Clause, Facts, Observations, Operator, Outcome, Scope, Trial, Verdict, Witness, clauses,
};
use opconform_tensor::{Class, Value};

use crate::alone;
use crate::answer::answer;
use crate::assessment::{Assessor, each_outcome};
use crate::bounded::is_of_its_bound;
use crate::describe::{Found, describe};
use crate::panel::{Panels, Under};
use crate::relation_sample::{by_comparison, speaking};
use crate::shrink::{CutShort, Shrinker, Violation};
use crate::standing::{claims_of, may_be_claimed, standing_of};
use crate::violation_group::Likeness;

/// Pairs of operands that are remembered at once, per backend.
const REMEMBERED: usize = 1 << 20;

/// Cases at the beginning of a session whose results are all held against those of the operands on their own, and of related
/// cases, which takes time: a case that is replayed in a session of its own shows what it has to show.
const THOROUGH: u64 = 16;

/// Operands that the name of a case says: a reduction may have thousands.
const NAMED: usize = 4;

/// Backends under fire.
pub struct Fuzzer<'s> {
    subjects: Vec<Subject>,
    panels: Panels,
    /// What every backend is judged by instead of what it claims; nothing where it is by that.
    against: Vec<Claim>,
    clauses: Vec<&'static Clause>,
    stop: &'s AtomicBool,
    judged: u64,
    left_out: u64,
    compared: u64,
}

/// One backend, and what is known of it.
struct Subject {
    backend: Box<dyn Backend>,
    /// The id of the finding that violations that look alike turned out to be.
    causes: BTreeMap<Likeness, String>,
    findings: BTreeMap<String, Found>,
    /// What a pair of operands gave when it was last on its own, or else when it was seen first.
    results: HashMap<Pair, u64>,
}

/// Operands that meet: operator, version of its definition, operands.
type Pair = (&'static Operator, Option<u32>, [Value; 2]);

/// A violation of one outcome: the index of the clause, and where it shows.
type Violated = (usize, Witness);

impl<'s> Fuzzer<'s> {
    /// A session on these backends, each judged by what it claims. Once `stop` is set, nothing more is shrunk.
    pub fn new(backends: Vec<Box<dyn Backend>>, under: &Under, stop: &'s AtomicBool) -> Self {
        Self::against(backends, under, &[], stop)
    }

    /// The same, each judged by these claims where there are any.
    pub fn against(backends: Vec<Box<dyn Backend>>, under: &Under, against: &[Claim], stop: &'s AtomicBool) -> Self {
        let panels = Panels::new(backends.iter().map(|backend| under.of(claims_of(against, backend.as_ref()))));
        let subject =
            |backend| Subject { backend, causes: BTreeMap::new(), findings: BTreeMap::new(), results: HashMap::new() };
        Self {
            subjects: backends.into_iter().map(subject).collect(),
            panels,
            against: against.to_vec(),
            clauses: clauses().collect(),
            stop,
            judged: 0,
            left_out: 0,
            compared: 0,
        }
    }

    /// Runs a case on every backend, and judges. Returns the departures that are new in this session.
    pub fn judge(&mut self, case: &Case) -> Vec<Found> {
        let facts = Facts::new(case);
        let scopes: Vec<Scope> = self.panels.sets.iter().map(|set| Scope::of(&facts, set)).collect();
        let outcomes: Vec<Outcome> =
            self.subjects.iter().map(|subject| answer(subject.backend.as_ref(), case)).collect();
        self.judged += 1;
        let mut compared = 0;
        let assess = |index: usize, assessor: &mut Assessor| {
            let scope = &scopes[self.panels.of[index]];
            let mut violated: Vec<Violated> = Vec::new();
            for (clause, decision) in assessor.decisions(scope) {
                compared += decision.compared;
                if let Verdict::Violates(witness) = decision.verdict {
                    violated.push((clause, *witness));
                }
            }
            Rc::new((violated, Observations::of(assessor.trial(), scope)))
        };
        let known = || &facts;
        let assessed = each_outcome(&known, &outcomes.iter().collect::<Vec<_>>(), &self.panels, assess);
        self.compared += compared;
        let mut new = Vec::new();
        for (index, (outcome, assessed)) in outcomes.iter().zip(assessed).enumerate() {
            let (trial, scope) = (Trial::new(&facts, outcome), &scopes[self.panels.of[index]]);
            let (violated, observations) = assessed.as_ref();
            let mut others = self.conflicts(index, &facts, observations);
            others.extend(self.relations(index, &trial, scope));
            let objects = !violated.is_empty() || !others.is_empty();
            if objects && is_of_its_bound(self.subjects[index].backend.as_ref(), case, outcome) {
                continue;
            }
            new.extend(
                violated.iter().chain(&others).filter_map(|violated| self.departure(index, case, outcome, violated)),
            );
        }
        new
    }

    /// The backends.
    pub fn backends(&self) -> impl Iterator<Item = &dyn Backend> {
        self.subjects.iter().map(|subject| subject.backend.as_ref())
    }

    /// Leaves a case out that another session judges: a session that shares its cases with others is thorough about the same ones.
    pub fn leave_out(&mut self) {
        self.left_out += 1;
    }

    /// Whether the case at hand is one of the first.
    fn is_thorough(&self) -> bool {
        self.judged + self.left_out <= THOROUGH
    }

    /// Every departure so far, its counts those of the cases judged so far, in the order of the backends.
    pub fn found(&self) -> impl Iterator<Item = &Found> {
        self.subjects.iter().flat_map(|subject| subject.findings.values())
    }

    /// Cases judged so far.
    pub fn judged(&self) -> u64 {
        self.judged
    }

    /// Elements, or whole answers, that clauses compared so far. Nothing was judged as long as it is 0.
    pub fn compared(&self) -> u64 {
        self.compared
    }

    /// What the relations say of an outcome, at the beginning of a session: they take runs of their own.
    fn relations(&mut self, index: usize, trial: &Trial, scope: &Scope) -> Vec<Violated> {
        if !self.is_thorough() {
            return Vec::new();
        }
        let backend = self.subjects[index].backend.as_ref();
        let mut violated = Vec::new();
        for (clause, decision) in by_comparison(backend, &speaking(trial.facts.case), trial, scope, None) {
            self.compared += decision.compared;
            if let Verdict::Violates(witness) = decision.verdict {
                violated.push((clause, *witness));
            }
        }
        violated
    }

    /// What the clauses that compare cases say of what an outcome shows. The operands at fault are tried on their own, so
    /// that it is this case that is at fault, and not one that is gone.
    fn conflicts(&mut self, index: usize, facts: &Facts, observations: &Observations) -> Vec<Violated> {
        let thorough = self.is_thorough();
        let subject = &mut self.subjects[index];
        if subject.results.len() > REMEMBERED {
            subject.results.clear();
        }
        let mut conflict: Option<Witness> = None;
        for (operands, found, position) in observations.results() {
            self.compared += 1;
            let pair = (facts.case.operator, facts.version, operands);
            let before = subject.results.insert(pair, found.bits());
            if before == Some(found.bits()) || (before.is_none() && !thorough) {
                continue;
            }
            let seen = (operands, found, position);
            if let Some(Err(difference)) = alone::compare(subject.backend.as_ref(), facts.case, seen) {
                subject.results.insert(pair, difference.alone.1.bits());
                conflict.get_or_insert(difference.witness);
            }
        }
        conflict.iter().flat_map(|witness| CROSS_CASE.iter().map(|&clause| (clause, witness.clone()))).collect()
    }

    /// The departure that a violation is, if it is a new one: counted, and shrunk when nothing like it was seen before.
    fn departure(
        &mut self,
        index: usize,
        case: &Case,
        outcome: &Outcome,
        (clause, witness): &Violated,
    ) -> Option<Found> {
        let subject = &mut self.subjects[index];
        let key = Likeness::new(case, *clause, witness);
        let backend = subject.backend.as_ref();
        let claims = claims_of(&self.against, backend);
        let (profiles, sentence) = (self.panels.set(index), self.clauses[*clause]);
        let known = subject.causes.get(&key).and_then(|id| subject.findings.get_mut(id));
        // What is known of a version that is not claimed says nothing of one that is.
        let is_as_much = |known: &Found| {
            known.finding.standing == Standing::Claimed
                || !may_be_claimed(claims, sentence, case.operator)
                || known.finding.standing <= standing_of(claims, profiles, case, sentence)
        };
        if let Some(known) = known.filter(|known| is_as_much(known)) {
            known.finding.cases += 1;
            known.finding.elements += witness.count;
            return None;
        }
        let shrinker = Shrinker { backend, asks_ahead: false, on_one_thread: None, profiles, claims, stop: self.stop };
        let unshrunk = || Violation {
            case: case.clone(),
            outcome: outcome.clone(),
            witness: witness.clone(),
            other: None,
            cut_short: CutShort::by(self.stop),
        };
        let mut violation = shrinker.shrink(case, sentence, witness).unwrap_or_else(unshrunk);
        violation.case = renamed(violation.case, &violation.witness);
        let mut found = describe(profiles, claims, backend, case, violation, sentence);
        found.finding.elements = witness.count;
        subject.causes.insert(key, found.finding.id.clone());
        match subject.findings.entry(found.finding.id.clone()) {
            Entry::Occupied(mut known) => {
                let known = known.get_mut();
                let is_more = found.finding.standing < known.finding.standing;
                let (cases, elements) = (known.finding.cases + 1, known.finding.elements + witness.count);
                if is_more {
                    *known = found;
                }
                (known.finding.cases, known.finding.elements) = (cases, elements);
                is_more.then(|| known.clone())
            }
            Entry::Vacant(entry) => Some(entry.insert(found).clone()),
        }
    }
}

/// The case under a name that says what its elements at fault are: where it was shrunk from no longer matters, and the same
/// content has one id.
fn renamed(case: Case, witness: &Witness) -> Case {
    let (operands, _) = witness.classes();
    let word = |class: &Class| match class.name().strip_prefix('-') {
        Some(magnitude) => format!("negative-{magnitude}"),
        None => class.name().replace('+', ""),
    };
    let mut words: Vec<String> = operands.iter().take(NAMED).map(word).collect();
    if let Some(others) = operands.len().checked_sub(NAMED).filter(|&others| others > 0) {
        words.push(format!("{others}-more"));
    }
    let slug = if words.is_empty() { "whole".to_owned() } else { words.join("-vs-") };
    case.with_slug(&slug)
}
