//! The judgement: one outcome, under every clause and every profile that speaks of the case.

use std::collections::HashMap;
use std::sync::LazyLock;

use opconform_tensor::{DType, Tensor, shape_text};

use crate::clause::{Circumstance, Clause, Oracle, clauses};
use crate::expectation::Expectation;
use crate::facts::Facts;
use crate::operator::{OPERATORS, Operator};
use crate::outcome::Outcome;
use crate::profile::{MAXIMA, PROFILES, Profile, profiles};
use crate::relation::{Ask, Metamorphic, again};
use crate::symptom::{How, Symptom};
use crate::trial::Trial;
use crate::verdict::{Decision, Verdict};

/// The profiles that speak of a case, and the clauses that they bring.
#[derive(Debug)]
pub struct Scope {
    profiles: Vec<&'static Profile>,
    /// The clauses with their indices, ascending.
    clauses: Vec<(usize, &'static Clause)>,
}

/// A clause that speaks of an operator, with its index, and a bit for each entry of [`profiles`] that it belongs to.
struct Speaking {
    clause: (usize, &'static Clause),
    profiles: u64,
}

/// The clauses that speak of each operator: names are too slow to ask for them case by case.
static SPEAKING: LazyLock<Vec<(&Operator, Vec<Speaking>)>> = LazyLock::new(|| {
    let speaking = |operator: &&'static Operator| {
        let of = clauses().enumerate().filter(|(_, clause)| clause.operators.contains(operator));
        of.map(|clause| Speaking { clause, profiles: bits(clause.1.profiles.iter().copied()) }).collect()
    };
    OPERATORS.iter().map(|operator| (*operator, speaking(operator))).collect()
});

/// The indices of the clauses that compare the outcomes of several cases.
pub static CROSS_CASE: LazyLock<Vec<usize>> = LazyLock::new(|| {
    let compares = |clause: &Clause| matches!(clause.oracle, Oracle::CrossCase);
    clauses().enumerate().filter(|(_, clause)| compares(clause)).map(|(index, _)| index).collect()
});

/// There are bits for all profiles.
const _: () = assert!(PROFILES.len() + MAXIMA.len() <= u64::BITS as usize);

/// The bit of each entry of [`profiles`], by its name.
static BITS: LazyLock<HashMap<&str, u64>> =
    LazyLock::new(|| profiles().enumerate().map(|(index, profile)| (profile.name, 1 << index)).collect());

/// A bit for each entry of [`profiles`] that is named.
fn bits<'n>(names: impl IntoIterator<Item = &'n str>) -> u64 {
    names.into_iter().filter_map(|name| BITS.get(name)).fold(0, |bits, bit| bits | bit)
}

impl Scope {
    /// The scope of a case, among the profiles chosen.
    pub fn of(facts: &Facts, chosen: &[&'static Profile]) -> Self {
        let profiles: Vec<_> = chosen.iter().copied().filter(|profile| profile.speaks_of(facts).is_ok()).collect();
        let bits = bits(profiles.iter().map(|profile| profile.name));
        let of_operator = SPEAKING.iter().find(|(operator, _)| *operator == facts.case.operator);
        let of_operator = of_operator.map_or(&[][..], |(_, speaking)| speaking);
        let mut clauses = Vec::with_capacity(of_operator.len());
        let included = of_operator.iter().filter(|speaking| speaking.profiles & bits != 0);
        clauses.extend(included.map(|speaking| speaking.clause));
        Self { profiles, clauses }
    }

    /// The profiles that speak of the case.
    pub fn profiles(&self) -> &[&'static Profile] {
        &self.profiles
    }

    /// The clauses that belong to them, by their indices, ascending.
    pub fn clauses(&self) -> impl Iterator<Item = usize> + '_ {
        self.clauses.iter().map(|&(index, _)| index)
    }

    /// Whether a clause belongs to one of them.
    pub fn includes(&self, clause: &Clause) -> bool {
        self.clauses.iter().any(|(_, known)| known.id == clause.id)
    }

    /// Whether it includes a clause that compares the outcomes of several cases.
    pub(crate) fn compares_cases(&self) -> bool {
        self.clauses.iter().any(|(_, clause)| matches!(clause.oracle, Oracle::CrossCase))
    }
}

/// What every clause decides of an outcome, in the order of [`clauses`]: nothing, where it is not in scope or looks at other cases too.
pub fn judge(trial: &Trial, scope: &Scope) -> Vec<Decision> {
    let mut decided = vec![Decision::NOT_APPLICABLE; clauses().count()];
    for (index, _, decision) in decisions(trial, scope) {
        decided[index] = decision;
    }
    decided
}

/// What one clause decides of an outcome, by its index: nothing, where it is not in scope or looks at other cases too.
pub fn decision(clause: usize, trial: &Trial, scope: &Scope) -> Decision {
    let place = scope.clauses.binary_search_by_key(&clause, |&(index, _)| index);
    match place.map(|place| scope.clauses[place].1.oracle) {
        Ok(Oracle::Each(decide) | Oracle::Published(decide)) => decided(decide, trial),
        _ => Decision::NOT_APPLICABLE,
    }
}

/// What a clause decides. Of what nobody was asked, no gap of a source was met.
fn decided(decide: fn(&Trial) -> Decision, trial: &Trial) -> Decision {
    // An operand that is passed on is an output of no operator: what is said of a result is asked of both.
    let passes_on = trial.facts.case.passed_on().is_some();
    let decision = if passes_on { trial.of_each_output(decide) } else { decide(trial) };
    let is_unasked = matches!(trial.outcome, Outcome::Unsupported(_)) && decision.compared == 0;
    if is_unasked && !decision.is_violation() { Decision::NOT_APPLICABLE } else { decision }
}

/// What one clause decides of an outcome, asked of no other and so without a scope: nothing, where none of the profiles chosen brings it, or
/// where it looks at other cases too.
pub fn decision_of(clause: &Clause, trial: &Trial, chosen: &[&'static Profile]) -> Decision {
    let brings = |profile: &&Profile| clause.profiles.contains(&profile.name) && profile.speaks_of(trial.facts).is_ok();
    match clause.oracle {
        Oracle::Each(decide) | Oracle::Published(decide)
            if clause.operators.contains(&trial.facts.case.operator)
                && chosen.iter().copied().any(|it| brings(&it)) =>
        {
            decided(decide, trial)
        }
        _ => Decision::NOT_APPLICABLE,
    }
}

/// What each clause in scope that looks at one case and its outcome decides, with its index: no more is allocated than they need.
pub fn decisions(trial: &Trial, scope: &Scope) -> impl Iterator<Item = (usize, &'static Clause, Decision)> {
    scope.clauses.iter().filter_map(|&(index, clause)| match clause.oracle {
        Oracle::Each(decide) | Oracle::Published(decide) => Some((index, clause, decided(decide, trial))),
        Oracle::CrossCase | Oracle::Metamorphic(_) | Oracle::Same(_) => None,
    })
}

/// What a clause, if it is a relation in scope, says of an outcome; `ask` is asked for the others.
pub fn relate(clause: &Clause, trial: &Trial, scope: &Scope, ask: &mut Ask) -> Decision {
    match clause.oracle {
        Oracle::Metamorphic(relation) if scope.includes(clause) && relation.applies(trial.facts.case) => {
            let judging = scope.profiles().iter().copied().filter(|it| clause.profiles.contains(&it.name)).collect();
            (relation.decide)(&mut Metamorphic { trial, speaking: scope.profiles(), profiles: judging, ask })
        }
        _ => Decision::NOT_APPLICABLE,
    }
}

/// What the clause of a circumstance, by its index, says of an outcome and of what the same implementation made of the same case
/// otherwise.
pub fn same_in(
    circumstance: Circumstance,
    trial: &Trial,
    scope: &Scope,
    other: &Outcome,
    how: How,
) -> Option<(usize, Decision)> {
    let is_its = |clause: &Clause| matches!(clause.oracle, Oracle::Same(it) if it == circumstance);
    let &(index, _) = scope.clauses.iter().find(|(_, clause)| is_its(clause))?;
    Some((index, again::same(trial, scope.profiles(), other, how)))
}

impl Profile {
    /// Whether an outcome is one that the profile accepts, decided by its sets and none of its clauses.
    pub fn judge(&self, trial: &Trial) -> Verdict {
        let &Trial { facts, outcome, .. } = trial;
        let Ok(expectation) = self.expectation(facts) else { return Verdict::NotApplicable };
        let fault = |symptom: Symptom| Decision::violates(symptom).verdict;
        match (expectation, outcome) {
            (_, Outcome::Unsupported(_)) => Verdict::NotApplicable,
            (_, Outcome::Crashed(message)) => fault(Symptom::Crashed(message.clone())),
            (_, Outcome::TimedOut(after)) => fault(Symptom::TimedOut(*after)),
            (_, Outcome::Malformed(why)) => fault(Symptom::Malformed(why.clone())),
            (_, Outcome::Output(outputs)) if trial.given().is_none() => {
                fault(format!("{} outputs", outputs.len()).into())
            }
            (Expectation::Silent(gap), _) | (Expectation::OfType(_, gap), Outcome::Rejected(_)) => {
                Verdict::SpecGap(gap)
            }
            (Expectation::OfType(dtype, gap), Outcome::Output(outputs)) => {
                match outputs.iter().map(Tensor::dtype).find(|found| *found != dtype) {
                    None => Verdict::SpecGap(gap),
                    Some(found) => fault(of_type(found, dtype)),
                }
            }
            (Expectation::MustReject(_), Outcome::Rejected(_)) => Verdict::Conforms,
            (Expectation::MustReject(rule), Outcome::Output(_)) => fault(format!("answered in spite of {rule}").into()),
            (Expectation::Answer, Outcome::Rejected(message)) => match (self.refusal)(facts) {
                Some(rule) => Verdict::Latitude(rule),
                None => fault(Symptom::Refused(None, message.clone())),
            },
            (Expectation::Answer, Outcome::Output(_)) => trial.of_each_output(|trial| self.judge_output(trial)).verdict,
        }
    }

    /// Whether one output is one that the profile accepts.
    fn judge_output(&self, trial: &Trial) -> Decision {
        let facts = trial.facts;
        let (Some(output), Some(dtype), Some(shape)) = (trial.given(), facts.output_type(), facts.shape()) else {
            return Decision::NOT_APPLICABLE;
        };
        if output.dtype() != dtype {
            return Decision::violates(of_type(output.dtype(), dtype));
        }
        if output.shape() != shape {
            return Decision::violates(format!("shape {}, not {}", shape_text(output.shape()), shape_text(shape)));
        }
        let outside = |&(position, _): &(usize, u64)| {
            !self.element_set(facts, position).contains(dtype, output.bits_at(position))
        };
        let mut faulty = self.of_all(|| trial.representatives(), trial.special()).filter(outside);
        let Some((position, count)) = faulty.next() else { return Decision::CONFORMS };
        let symptom = Symptom::Due(self.element_set(facts, position).describe(dtype));
        let count = count + faulty.map(|(_, count)| count).sum::<u64>();
        Decision::violates(symptom).at(facts, output, position).counting(count)
    }

    /// Of all elements, those that the profile has to look at: of a document that compares values, only these.
    fn of_all<T: Copy, I: Iterator<Item = T>>(
        &self,
        all: impl FnOnce() -> I,
        special: &[T],
    ) -> impl Iterator<Item = T> {
        let all = self.choices.is_of_magnitudes().then(all);
        let special = if all.is_some() { &[] } else { special };
        special.iter().copied().chain(all.into_iter().flatten())
    }

    /// The gap of its source that leaves something of a case open, if any does.
    pub fn gap(&self, facts: &Facts) -> Option<&'static str> {
        match self.expectation(facts).ok()? {
            Expectation::Silent(gap) | Expectation::OfType(_, gap) => Some(gap),
            Expectation::MustReject(_) => None,
            Expectation::Answer => {
                let open = |facts: &Facts| {
                    let mut positions = self.of_all(|| facts.representatives(), facts.special());
                    positions.find_map(|position| self.element_set(facts, position).gap())
                };
                facts.outputs().find_map(open)
            }
        }
    }
}

/// That an output has another element type than it should.
fn of_type(found: DType, due: DType) -> Symptom {
    format!("element type {found} where {due} is expected").into()
}
