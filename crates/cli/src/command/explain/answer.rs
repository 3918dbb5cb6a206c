//! One answer to one case, as every clause decides it.

use std::fmt::Write as _;

use opconform_mutants::{MUTANTS, Mutant, planted};
use opconform_spec::{Case, Clause, Decision, Facts, Outcome, Scope, Trial, Verdict, clauses, judge, profiles};
use opconform_text::visible;

use super::why::Harm;
use crate::command::replay::outcome_text;

/// An answer, and what the clauses make of it.
pub(super) struct Answer {
    pub(super) outcome: Outcome,
    decided: Vec<Decision>,
}

impl Answer {
    pub(super) fn of(case: &Case, outcome: Outcome) -> Self {
        let facts = Facts::new(case);
        let scope = Scope::of(&facts, &profiles().collect::<Vec<_>>());
        let decided = judge(&Trial::new(&facts, &outcome), &scope);
        Self { outcome, decided }
    }

    /// What a clause makes of it.
    pub(super) fn decision(&self, clause: &Clause) -> Option<&Decision> {
        clauses().zip(&self.decided).find(|(it, _)| it.id == clause.id).map(|(_, decision)| decision)
    }

    /// Whether a clause speaks of it, and does not object.
    pub(super) fn keeps(&self, clause: &Clause) -> bool {
        self.decision(clause).is_some_and(|it| it.compared > 0 && !it.is_violation())
    }

    pub(super) fn breaks(&self, clause: &Clause) -> bool {
        self.decision(clause).is_some_and(Decision::is_violation)
    }

    /// Whether another answer is the same, bit for bit.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        outcome_text(&self.outcome) == outcome_text(&other.outcome)
    }

    /// The clauses that it breaks.
    pub(super) fn broken(&self) -> impl Iterator<Item = &'static Clause> {
        clauses().zip(&self.decided).filter(|(_, decision)| decision.is_violation()).map(|(clause, _)| clause)
    }

    /// How many clauses it breaks that some document has beside a clause of its own: the fewer, the more is it that clause which
    /// the answer shows.
    pub(super) fn broken_beside(&self, clause: &Clause) -> usize {
        let is_beside = |it: &&Clause| it.profiles.iter().any(|profile| clause.profiles.contains(profile));
        self.broken().filter(is_beside).count()
    }
}

/// What every planted fault makes of a case.
pub(super) fn of_mutants(case: &Case) -> Vec<(&'static Mutant, Answer)> {
    let of_mutant = |mutant: &'static Mutant| {
        let (backend, case) = (planted(mutant.name)?, std::slice::from_ref(case));
        // What only a first call gets wrong is no fault of this case.
        backend.run(case);
        Some((mutant, Answer::of(&case[0], backend.run(case).pop()?)))
    };
    MUTANTS.iter().flat_map(|family| family.mutants).filter_map(of_mutant).collect()
}

/// Answers that show what a clause says, in words, and what lies between them.
pub(super) struct Shown {
    pub(super) text: String,
    pub(super) harm: Harm,
}

/// An answer that keeps a clause and one that breaks it, to a question, and the planted fault that gives the latter.
pub(super) fn shown(question: &str, clause: &Clause, kept: &Answer, broken: &Answer, mutant: Option<&Mutant>) -> Shown {
    let (keeps, breaks) = (outcome_text(&kept.outcome), outcome_text(&broken.outcome));
    let mut text = format!("{question}\nkeeps it:  {keeps}\nbreaks it: {breaks}\n");
    let witness = match broken.decision(clause).map(|it| &it.verdict) {
        Some(Verdict::Violates(witness)) => Some(&**witness),
        _ => None,
    };
    if let Some(witness) = witness {
        let _ = writeln!(text, "           {}", visible(&witness.symptom.to_string()));
    }
    text.push_str(&mutant.map(by_fault).unwrap_or_default());
    Shown { text, harm: Harm::between(&kept.outcome, &broken.outcome, witness) }
}

/// Which planted fault answers so, and where the field has had one of its kind.
pub(super) fn by_fault(Mutant { name, fault, seen, .. }: &Mutant) -> String {
    let seen = if seen.is_empty() { String::new() } else { format!("; seen in {}", seen.join(", ")) };
    format!("           as planted fault `{name}` answers: {fault}{seen}\n")
}
