//! What outcomes show of each pair of special operands, and where two of them differ.

use std::collections::HashMap;

use opconform_tensor::{Class, DType, Value};

use crate::choices::Zeros;
use crate::expectation::ElementSet;
use crate::judge::Scope;
use crate::operator::Operator;
use crate::profile::is_left_to_chance;
use crate::trial::Trial;
use crate::way::Way;

/// What one outcome shows of each pair of special operands: distinct results, and where each is seen first.
#[derive(Clone, Debug, Default)]
pub struct Observations {
    /// What was asked: operator, version, element type and way.
    question: Option<Question>,
    results: Vec<Observation>,
}

/// An operator, its version, an element type, and the way in which it is asked.
type Question = (&'static Operator, u32, DType, Way);

#[derive(Clone, Copy, Debug)]
struct Observation {
    operands: (u64, u64),
    bits: u64,
    position: usize,
    count: u64,
}

/// What one backend has made of each pair of special operands so far, in the cases noted.
#[derive(Debug, Default)]
pub struct PairResults {
    seen: HashMap<(Question, (u64, u64)), PairResult>,
}

/// A result, and where it was seen first.
#[derive(Clone, Copy, Debug)]
pub struct PairResult {
    /// The index of the case among those noted.
    pub case: usize,
    /// The row-major position in its result.
    pub position: usize,
    /// The bits of the result.
    pub bits: u64,
}

/// Two places at which the same operands gave different bits.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The operands, in order.
    pub operands: [Value; 2],
    /// What was seen first.
    pub first: PairResult,
    /// What was seen now.
    pub second: PairResult,
    /// How many elements of the second case conflict with what was seen first.
    pub count: u64,
}

impl Observations {
    /// What an outcome shows; nothing where no clause that compares cases is in scope.
    pub fn of(trial: &Trial, scope: &Scope) -> Self {
        let (Some(answer), Some(dtype), Some(version)) = (trial.answer(), trial.facts.dtype, trial.facts.version)
        else {
            return Self::default();
        };
        // Which NaN came of which, no two of these results tell, where they are of other NaNs than those of the case.
        if !scope.compares_cases() || !trial.facts.case.keeps_nans() {
            return Self::default();
        }
        let mut results = Vec::new();
        for (position, count) in trial.special_pairs() {
            let mut operands = trial.facts.operands_at(position);
            if let (Some(a), Some(b)) = (operands.next(), operands.next()) {
                results.push(Observation { operands: (a, b), bits: answer.bits_at(position), position, count });
            }
        }
        results.sort_unstable_by_key(|seen| (seen.operands, seen.bits, seen.position));
        results.dedup_by(|next, kept| {
            let same = (next.operands, next.bits) == (kept.operands, kept.bits);
            kept.count += if same { next.count } else { 0 };
            same
        });
        // Of what has one right result by every document, the clauses on values speak, and know which of two is wrong.
        let profiles = scope.profiles();
        let flushes = profiles.iter().any(|it| it.choices.zeros.rule == Zeros::Flushed);
        let is_open = |seen: &Observation| {
            let classes = [seen.operands.0, seen.operands.1].map(|bits| Class::of(dtype, bits));
            let is_special = classes.iter().any(|class| class.is_nan()) || classes.iter().all(|it| it.is_float_zero());
            if is_special {
                let mut sets = profiles.iter().map(|profile| profile.element_set(trial.facts, seen.position));
                sets.any(|set| !matches!(set, ElementSet::Only(_)))
                    && !is_left_to_chance(scope.profiles(), trial.facts, seen.position)
            } else {
                flushes
            }
        };
        results.retain(is_open);
        results.sort_unstable_by_key(|seen| seen.position);
        Self { question: Some((trial.facts.case.operator, version, dtype, trial.facts.case.way)), results }
    }

    /// Each distinct result: its operands, its bits, and the row-major position at which it is seen first.
    pub fn results(&self) -> impl Iterator<Item = ([Value; 2], Value, usize)> + '_ {
        self.question.into_iter().flat_map(move |(_, _, dtype, _)| {
            let value = move |bits| Value::new(dtype, bits);
            self.results
                .iter()
                .map(move |seen| ([value(seen.operands.0), value(seen.operands.1)], value(seen.bits), seen.position))
        })
    }
}

impl PairResults {
    /// Notes what an outcome of the next case shows. Returns how many elements were compared with an earlier one, and the
    /// conflicts among them.
    pub fn note(&mut self, case: usize, observations: &Observations) -> (u64, Vec<Conflict>) {
        let mut compared = 0;
        let mut conflicts = Vec::new();
        for &Observation { operands, bits, position, count } in &observations.results {
            let Some(question) = observations.question else { break };
            let second = PairResult { case, position, bits };
            let first = *self.seen.entry((question, operands)).or_insert(second);
            if (first.case, first.position) == (case, position) {
                compared += count - 1;
                continue;
            }
            compared += count;
            if first.bits != bits {
                let operands = [Value::new(question.2, operands.0), Value::new(question.2, operands.1)];
                conflicts.push(Conflict { operands, first, second, count });
            }
        }
        (compared, conflicts)
    }
}
