//! What is made of an outcome by clauses and profiles.

use std::cell::OnceCell;

use opconform_spec::{Behaviours, Decision, Facts, Observations, Outcome, Profile, Scope, Trial, Verdict, decision};

use crate::answer::same_outcome;
use crate::panel::Panels;

/// What is said of an outcome: the same for bit-equal answers of several backends.
#[derive(Clone, Debug)]
pub(crate) struct Assessment {
    /// What the clauses in scope decide that say anything, by their indices.
    pub(crate) decisions: Vec<(usize, Decision)>,
    /// One entry per profile of the run; of those that are not asked of the backend, nothing.
    pub(crate) profiles: Vec<Verdict>,
    pub(crate) observations: Observations,
    pub(crate) behaviours: Behaviours,
}

impl Assessment {
    /// Whether a clause is violated, or a profile does not accept the outcome.
    pub(crate) fn objects(&self) -> bool {
        self.decisions.iter().any(|(_, decision)| decision.is_violation())
            || self.profiles.iter().any(|verdict| matches!(verdict, Verdict::Violates(_)))
    }

    /// The same without what objects.
    #[must_use]
    pub(crate) fn without_objections(mut self) -> Self {
        self.decisions.retain(|(_, decision)| !decision.is_violation());
        for verdict in self.profiles.iter_mut().filter(|verdict| matches!(verdict, Verdict::Violates(_))) {
            *verdict = Verdict::NotApplicable;
        }
        self
    }
}

/// Whether a clause says anything by this.
pub(crate) fn says(decision: &Decision) -> bool {
    decision.compared > 0 || decision.gaps > 0 || decision.is_violation()
}

/// As many clauses, and as many profiles, as speak of most cases.
const FEW: usize = 48;

/// What is made of each of several outcomes of one case, in their order: once of those that are the same and judged by the same panel.
pub(crate) fn each_outcome<'a, Made: Clone>(
    facts: &'a dyn Fn() -> &'a Facts<'a>,
    outcomes: &[&'a Outcome],
    panels: &Panels,
    mut make: impl FnMut(usize, &mut Assessor<'a>) -> Made,
) -> Vec<Made> {
    // By the index of an outcome, the first one that is the same.
    let mut first_same: Vec<usize> = Vec::with_capacity(outcomes.len());
    let mut assessors: Vec<Option<Assessor>> = outcomes.iter().map(|_| None).collect();
    let mut made: Vec<Made> = Vec::with_capacity(outcomes.len());
    for (index, &outcome) in outcomes.iter().enumerate() {
        let is_same = |&earlier: &usize| first_same[earlier] == earlier && same_outcome(outcomes[earlier], outcome);
        let first = (0..index).find(is_same).unwrap_or(index);
        let twin = (0..index).find(|&earlier| first_same[earlier] == first && panels.of[earlier] == panels.of[index]);
        first_same.push(first);
        let assessor = || Assessor::new(facts, outcomes[first]);
        made.push(match twin {
            Some(twin) => made[twin].clone(),
            None => make(index, assessors[first].get_or_insert_with(assessor)),
        });
    }
    made
}

/// An outcome, and what was made of it so far: clauses and profiles that several backends are judged by are asked once of an outcome that
/// all of them gave.
pub(crate) struct Assessor<'a> {
    /// What is known of the case, once it is needed: of an outcome that is known from elsewhere it is not.
    facts: &'a dyn Fn() -> &'a Facts<'a>,
    outcome: &'a Outcome,
    trial: OnceCell<Trial<'a>>,
    /// By the index of the clause, ascending.
    decisions: Vec<(usize, Decision)>,
    verdicts: Vec<(&'static Profile, Verdict)>,
    behaviours: Option<Behaviours>,
}

impl<'a> Assessor<'a> {
    /// The assessor of an outcome of which nothing is made yet.
    pub(crate) fn new(facts: &'a dyn Fn() -> &'a Facts<'a>, outcome: &'a Outcome) -> Self {
        let (decisions, verdicts) = (Vec::with_capacity(FEW), Vec::with_capacity(FEW));
        Self { facts, outcome, trial: OnceCell::new(), decisions, verdicts, behaviours: None }
    }

    /// The outcome, to be judged.
    pub(crate) fn trial(&self) -> &Trial<'a> {
        self.trial.get_or_init(|| Trial::new((self.facts)(), self.outcome))
    }

    /// What is made of the outcome by these profiles, which are some of the run's.
    pub(crate) fn assess(&mut self, panel: &[&'static Profile], panels: &Panels) -> Assessment {
        let scope = Scope::of(self.trial().facts, panel);
        let behaviours = self.behaviours.take().unwrap_or_else(|| Behaviours::of(self.trial()));
        self.behaviours = Some(behaviours.clone());
        Assessment {
            decisions: self.decisions(&scope),
            profiles: panels.all.iter().map(|profile| self.verdict(profile, panel)).collect(),
            observations: Observations::of(self.trial(), &scope),
            behaviours,
        }
    }

    /// What the clauses in scope decide that say anything, by their indices.
    pub(crate) fn decisions(&mut self, scope: &Scope) -> Vec<(usize, Decision)> {
        let decided = scope.clauses().map(|clause| (clause, self.decision(clause, scope).clone()));
        decided.filter(|(_, decision)| says(decision)).collect()
    }

    fn decision(&mut self, clause: usize, scope: &Scope) -> &Decision {
        let place = self.decisions.binary_search_by_key(&clause, |&(index, _)| index);
        let place = place.unwrap_or_else(|place| {
            let decided = decision(clause, self.trial(), scope);
            self.decisions.insert(place, (clause, decided));
            place
        });
        &self.decisions[place].1
    }

    fn verdict(&mut self, profile: &'static Profile, panel: &[&'static Profile]) -> Verdict {
        if !panel.contains(&profile) {
            return Verdict::NotApplicable;
        }
        if let Some((_, verdict)) = self.verdicts.iter().find(|(judge, _)| *judge == profile) {
            return verdict.clone();
        }
        let verdict = profile.judge(self.trial());
        self.verdicts.push((profile, verdict.clone()));
        verdict
    }
}

#[cfg(test)]
mod tests {
    use opconform_cases::{Settings, all};
    use opconform_spec::{Case, Clause, MAXIMA, PROFILES, clauses, decision_of, decisions};

    use super::*;

    #[test]
    fn what_is_made_of_an_outcome_depends_on_no_panel_that_it_was_made_for_before() {
        let some: Vec<&'static Profile> = PROFILES.iter().chain(MAXIMA).copied().step_by(2).collect();
        let panels = Panels::new([PROFILES.to_vec(), some]);
        let is_small = |case: &Case| case.elements() <= 16;
        let cases = all(&Settings { seed: 0, random_cases: 100, ..Settings::default() });
        let mut objections = 0;
        for case in cases.into_iter().filter(is_small).step_by(11) {
            let facts = Facts::new(&case);
            // The first operand is the right result of some cases, and a wrong one of others.
            let outputs = case.inputs.first().cloned().into_iter().collect();
            for outcome in [Outcome::Output(outputs), Outcome::Rejected("no".to_owned())] {
                let facts_of = || &facts;
                let mut shared = Assessor::new(&facts_of, &outcome);
                for panel in [0, 1, 0] {
                    let (panel, trial) = (panels.set(panel), Trial::new(&facts, &outcome));
                    let assessed = shared.assess(panel, &panels);
                    let scope = Scope::of(&facts, panel);
                    let mut all = decisions(&trial, &scope);
                    for (index, decision) in &assessed.decisions {
                        let same = all.find(|(clause, ..)| clause == index).map(|(.., own)| format!("{own:?}"));
                        assert_eq!(same, Some(format!("{decision:?}")), "{}", case.id());
                        objections += usize::from(decision.is_violation());
                    }
                    let is_violation = Decision::is_violation;
                    let objecting: Vec<usize> =
                        decisions(&trial, &scope).filter(|it| is_violation(&it.2)).map(|it| it.0).collect();
                    assert_eq!(assessed.decisions.iter().filter(|it| is_violation(&it.1)).count(), objecting.len());
                    // One clause says the same where no other is asked.
                    let objects = |clause: &Clause| decision_of(clause, &trial, panel).is_violation();
                    let alone = clauses().enumerate().filter(|(_, clause)| objects(clause)).map(|it| it.0);
                    assert_eq!(alone.collect::<Vec<_>>(), objecting);
                    for (profile, verdict) in panels.all.iter().zip(&assessed.profiles) {
                        let own = if panel.contains(profile) { profile.judge(&trial) } else { Verdict::NotApplicable };
                        assert_eq!(format!("{verdict:?}"), format!("{own:?}"), "{} of {}", profile.name, case.id());
                    }
                    let own = (Observations::of(&trial, &scope), Behaviours::of(&trial));
                    assert_eq!(format!("{:?}", (assessed.observations, assessed.behaviours)), format!("{own:?}"));
                }
            }
        }
        assert!(objections > 1000, "{objections}");
    }
}
