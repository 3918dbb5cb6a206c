//! Capricious conformers, one for each profile: at every element it gives any result that the profile allows, and where both are allowed
//! it refuses or answers as it pleases. No MUST clause of the profile may object to it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use opconform_spec::{
    Case, ElementSet, Expectation, Facts, Level, Outcome, Profile, Scope, Trial, decisions, profiles,
};
use opconform_tensor::{DType, Float, Tensor, Value};
use rayon::prelude::*;

use crate::answer::BATCH;
use crate::progress::{Progress, Stage};
use crate::qualify::Objections;

/// Elements of a case, in its operands or in its result, up to which the conformers of all profiles are tried in it: a caprice at each
/// element is looked for among many values.
pub const LARGEST: usize = 300;
/// Elements up to which one conformer is tried, of those that the case concerns by turns.
pub const LONGEST: usize = 20_000;

/// What came of the capricious conformer of a profile.
#[derive(Clone, Debug)]
pub struct Conformer {
    /// The profile.
    pub profile: &'static Profile,
    /// The cases that it gave an outcome in.
    pub cases: u64,
    /// The first case in which the profile's own sets do not hold its outcome, by index: there is none.
    pub outside: Option<usize>,
    /// By the index of a MUST clause of the profile: what it objects to.
    pub objections: BTreeMap<usize, Objections>,
}

/// Holds the capricious conformer of each profile against the MUST clauses of it in these cases, as far as they are not long; `None`
/// after an interrupt.
pub fn conformers(cases: &[Case], progress: &Progress, stop: &AtomicBool) -> Option<Vec<Conformer>> {
    let done = AtomicUsize::new(0);
    let batch = |(number, batch): (usize, &[Case])| {
        let mut conformers = none();
        for (offset, case) in batch.iter().enumerate().filter(|_| !stop.load(Ordering::Relaxed)) {
            let facts = Facts::new(case);
            let (index, result) = (number * BATCH + offset, facts.elements().unwrap_or(0));
            let mut concerned: Vec<&mut Conformer> =
                conformers.iter_mut().filter(|it| it.profile.expectation(&facts).is_ok()).collect();
            let elements = result.max(case.elements());
            if elements <= LARGEST {
                for it in concerned {
                    it.try_in(&facts, index);
                }
            } else if elements <= LONGEST
                && let Some(turn) = index.checked_rem(concerned.len())
            {
                concerned[turn].try_in(&facts, index);
            }
        }
        progress(done.fetch_add(batch.len(), Ordering::Relaxed) + batch.len(), cases.len(), Stage::Judging);
        conformers
    };
    let conformers = cases.par_chunks(BATCH).enumerate().map(batch).reduce(none, |mut all, more| {
        all.iter_mut().zip(more).for_each(|(conformer, more)| conformer.add(more));
        all
    });
    (!stop.load(Ordering::Relaxed)).then_some(conformers)
}

/// The conformers of all profiles, before any case.
fn none() -> Vec<Conformer> {
    let new = |profile| Conformer { profile, cases: 0, outside: None, objections: BTreeMap::new() };
    profiles().map(new).collect()
}

impl Conformer {
    fn try_in(&mut self, facts: &Facts, index: usize) {
        let Some(outcome) = outcome(self.profile, facts) else { return };
        self.cases += 1;
        let (trial, scope) = (Trial::new(facts, &outcome), Scope::of(facts, &[self.profile]));
        if !is_allowed(self.profile, &trial) {
            self.outside.get_or_insert(index);
        }
        let objecting = decisions(&trial, &scope).filter(|(.., decision)| decision.is_violation());
        for (clause, ..) in objecting.filter(|(_, clause, _)| clause.level == Level::Must) {
            self.objections.entry(clause).or_insert(Objections { first: index, cases: 0 }).cases += 1;
        }
    }

    fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.outside = self.outside.into_iter().chain(other.outside).min();
        for (clause, more) in other.objections {
            let objections = self.objections.entry(clause).or_insert(Objections { cases: 0, ..more });
            objections.first = objections.first.min(more.first);
            objections.cases += more.cases;
        }
    }
}

/// What the capricious conformer of a profile does with a case: a refusal, or an answer; where both are allowed the one or the other.
/// `None` where the profile allows nothing that this knows to do.
pub fn outcome(profile: &Profile, facts: &Facts) -> Option<Outcome> {
    let refusal = Outcome::Rejected("as it pleases".to_owned());
    let refuses = is_allowed(profile, &Trial::new(facts, &refusal)).then_some(refusal);
    let mut may: Vec<Outcome> = refuses.into_iter().chain(answer(profile, facts)).collect();
    (!may.is_empty()).then(|| may.swap_remove(caprice(facts.case, profile, usize::MAX) % may.len()))
}

/// A number that nobody foresees, and that is the same every time.
fn caprice(case: &Case, profile: &Profile, place: usize) -> usize {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let place = (place as u64).to_le_bytes();
    for byte in case.id().bytes().chain(profile.name.bytes()).chain(place) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash >> 17) as usize
}

/// Whether a profile has nothing against an outcome, by its sets alone.
fn is_allowed(profile: &Profile, trial: &Trial) -> bool {
    !profile.judge(trial).is_violation()
}

/// One of what may stand at an element: the operands there, NaNs of every kind, zeros and extremes; as many as the profile allows.
fn element(profile: &Profile, facts: &Facts, dtype: DType, position: usize) -> Option<u64> {
    let set = profile.element_set(facts, position);
    let named = Value::named(dtype).map(|(_, value)| value.bits());
    let only = if let ElementSet::Only(only) = set { Some(only) } else { None };
    let operands = facts.values_at(position).into_iter().map(Value::bits).chain(only);
    let of_payload = |float: Float, payload| {
        let quiet = float.nan(payload);
        float.signalling_nan(payload).into_iter().chain([quiet, quiet | float.sign()])
    };
    let of_float = |float: Float| {
        let plain = [float.nan(0), float.nan(0) | float.sign()];
        [1, 3, 0x2a].into_iter().flat_map(move |payload| of_payload(float, payload)).chain(plain)
    };
    let nans = dtype.float().into_iter().flat_map(of_float);
    let allowed: Vec<u64> = operands.chain(named).chain(nans).filter(|&bits| set.contains(dtype, bits)).collect();
    allowed.get(caprice(facts.case, profile, position).checked_rem(allowed.len())?).copied()
}

/// An answer of anything that is allowed; `None` where the profile says what it is to be in no element.
fn answer(profile: &Profile, facts: &Facts) -> Option<Outcome> {
    let expectation = profile.expectation(facts).ok()?;
    let output = |facts: &Facts| {
        // Where nothing is said of the result, an operand that the model passes on is what it is nevertheless.
        if expectation != Expectation::Answer
            && let Some(operand) = facts.passed_on()
        {
            return Some(operand.clone());
        }
        let (dtype, shape): (DType, &[usize]) = match expectation {
            Expectation::Answer => (facts.output_type()?, facts.shape()?),
            Expectation::OfType(dtype, _) => (dtype, &[2]),
            Expectation::Silent(_) => (DType::I16, &[3, 1]),
            Expectation::MustReject(_) => return None,
        };
        let is_known = expectation == Expectation::Answer;
        let bits = |position| if is_known { element(profile, facts, dtype, position) } else { Some(1) };
        let elements: Vec<u64> = (0..shape.iter().product()).map(bits).collect::<Option<_>>()?;
        Tensor::from_bits(dtype, shape, &elements).ok()
    };
    Some(Outcome::Output(facts.outputs().map(output).collect::<Option<_>>()?))
}
