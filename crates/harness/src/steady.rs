//! What was seen of a backend, asked for once more when all of it is warm: what comes out otherwise was not steady.
//!
//! A just-in-time compiler compiles anew beside a suite that runs, in each of the backend's processes when it comes to it. What is seen
//! meanwhile is there in one run and gone in the next, and so it is no departure: it is listed, and counted nowhere else. This is of
//! the bits of NaNs and the signs of zeros alone. A number that was wrong once stays a departure.

use std::sync::atomic::{AtomicBool, Ordering};

use opconform_backends::Backend;
use opconform_report::Unsteady;
use opconform_spec::{
    Case, Clause, Facts, Observations, Oracle, Outcome, PairResults, Profile, Scope, Trial, Verdict, Witness, clauses,
    decision_of, relate,
};
use opconform_tensor::Class;

use crate::answer::{answer, answers};
use crate::violation_group::{Likeness, ViolationGroup, ViolationGroups};

/// Cases that are asked again in place of one that does not show a violation any more.
const OTHERS: usize = 8;

/// A backend that is asked again for what violates.
pub(crate) struct Again<'a> {
    pub(crate) cases: &'a [Case],
    pub(crate) profiles: &'a [&'static Profile],
    pub(crate) backend: &'a dyn Backend,
}

/// Whether a violation is of a kind that a compiler's choices make, where a source leaves them: the bits of a NaN among NaNs, or
/// the sign of a zero among zeros.
pub(crate) fn is_of_choices(witness: &Witness) -> bool {
    let (operands, found) = witness.classes();
    let has = |is: fn(Class) -> bool| found.is_some_and(is) && operands.iter().copied().any(is);
    has(Class::is_nan) || has(Class::is_float_zero)
}

impl Again<'_> {
    /// The groups of violations that do not show their violation any more. A group that another of its cases shows is of that one
    /// from now on.
    pub(crate) fn fleeting(&self, groups: &mut ViolationGroups, stop: &AtomicBool) -> Vec<Likeness> {
        let mut fleeting = Vec::new();
        for (key, group) in &mut groups.0 {
            if stop.load(Ordering::Relaxed) {
                return Vec::new();
            }
            if is_of_choices(&group.witness) && !self.shows(key, group) {
                fleeting.push(key.clone());
            }
        }
        fleeting
    }

    fn shows(&self, key: &Likeness, group: &mut ViolationGroup) -> bool {
        let Some(clause) = clauses().nth(key.clause) else { return true };
        match clause.oracle {
            Oracle::Same(_) => true,
            Oracle::CrossCase => self.conflicts(group),
            Oracle::Metamorphic(_) => !matches!(self.ask(clause, key, group.case), Now::Gone),
            Oracle::Each(_) | Oracle::Published(_) => {
                match self.ask(clause, key, group.case) {
                    Now::Shown(..) | Now::Unanswered => return true,
                    Now::Gone => {}
                }
                let others: Vec<usize> = group.cases.iter().rev().take(OTHERS).copied().collect();
                let shown = others.into_iter().filter(|&case| case != group.case).find_map(|case| {
                    match self.ask(clause, key, case) {
                        Now::Shown(outcome, witness) => Some((case, outcome, witness)),
                        Now::Gone | Now::Unanswered => None,
                    }
                });
                let Some((case, outcome, witness)) = shown else { return false };
                (group.case, group.outcome, group.witness) = (case, Some(outcome), witness);
                true
            }
        }
    }

    /// Whether a case violates a clause as it is remembered, when it is asked again.
    fn ask(&self, clause: &Clause, key: &Likeness, case: usize) -> Now {
        let case = &self.cases[case];
        let outcome = answer(self.backend, case);
        if !is_answer(&outcome) {
            return Now::Unanswered;
        }
        let facts = Facts::new(case);
        let trial = Trial::new(&facts, &outcome);
        let mut is_answered = true;
        let decision = if matches!(clause.oracle, Oracle::Metamorphic(_)) {
            relate(clause, &trial, &Scope::of(&facts, self.profiles), &mut |case| {
                let other = answer(self.backend, case);
                is_answered &= is_answer(&other);
                other
            })
        } else {
            decision_of(clause, &trial, self.profiles)
        };
        match decision.verdict {
            Verdict::Violates(witness) if Likeness::new(case, key.clause, &witness) == *key => {
                Now::Shown(outcome, *witness)
            }
            _ if is_answered => Now::Gone,
            _ => Now::Unanswered,
        }
    }

    /// Whether two cases still make something else of the same operands, as far as both are answered. Both are asked in one batch, and so
    /// in one process.
    fn conflicts(&self, group: &ViolationGroup) -> bool {
        let Some((other, _)) = group.other else { return true };
        let mut asked = vec![self.cases[other].clone()];
        if other != group.case {
            asked.push(self.cases[group.case].clone());
        }
        let mut results = PairResults::default();
        let mut conflicts = Vec::new();
        for (index, (case, outcome)) in asked.iter().zip(answers(self.backend, &asked)).enumerate() {
            if !is_answer(&outcome) {
                return true;
            }
            let facts = Facts::new(case);
            let observed = Observations::of(&Trial::new(&facts, &outcome), &Scope::of(&facts, self.profiles));
            conflicts.extend(results.note(index, &observed).1);
        }
        conflicts.iter().any(|conflict| group.witness.operands == conflict.operands)
    }
}

/// What a case that violated a clause does when it is asked again.
enum Now {
    /// It violates the clause so again.
    Shown(Outcome, Witness),
    /// It is answered, and does not.
    Gone,
    /// It is not answered, which says nothing of what was seen before.
    Unanswered,
}

/// Whether a backend has answered: it may hang by now, or be given up.
fn is_answer(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Output(_) | Outcome::Rejected(_))
}

/// A violation that is not shown any more, for the report.
pub(crate) fn unsteady(cases: &[Case], key: &Likeness, group: &ViolationGroup) -> Unsteady {
    let (case, clause) = (&cases[group.case], clauses().nth(key.clause));
    let (operands, found) = group.witness.classes();
    Unsteady {
        clause: clause.map_or("", |clause| clause.id).to_owned(),
        operator: case.operator.qualified().into_owned(),
        dtype: case.types(),
        operands: operands.into_iter().collect(),
        result: found,
        cases: group.cases.len() as u64,
        example: case.id().to_owned(),
    }
}
