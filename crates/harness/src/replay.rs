//! One case again, on one backend.

use std::collections::BTreeMap;

use opconform_backends::Backend;
use opconform_report::{ProfileCount, Standing};
use opconform_spec::{CROSS_CASE, Case, Claim, Clause, Decision, Facts, Outcome, Profile, Scope, Verdict, clauses};

use crate::alone;
use crate::answer::answer;
use crate::assessment::{Assessment, Assessor, says};
use crate::bounded::is_of_its_bound;
use crate::nearest::settled;
use crate::panel::{Panels, Under};
use crate::relation_sample::{by_comparison, speaking};
use crate::standing::{claims_of, standing_of};

/// What a backend made of one case.
pub struct Replay {
    /// What it did.
    pub outcome: Outcome,
    /// What those clauses decide that say anything, in the order of [`clauses`], with what each is to the backend. A clause that compares
    /// cases is judged by the same operands on their own.
    pub decisions: Vec<(&'static Clause, Standing, Decision)>,
    /// What the backend is judged by: of a specification of several functions, the one that is nearest in this case.
    pub claims: Vec<Claim>,
    /// What each profile says.
    pub verdicts: Vec<(&'static Profile, Verdict)>,
}

/// Runs one case, whatever comes of it: what it leaves behind is there for the next.
pub fn prime(backend: &dyn Backend, case: &Case) {
    answer(backend, case);
}

/// Runs one case, and judges it by what the backend claims, or by the claims of `against`, where there are any, and under the clauses of
/// the other profiles; those on threads, where the same implementation on one thread is given.
pub fn replay(
    backend: &dyn Backend,
    on_one_thread: Option<&dyn Backend>,
    case: &Case,
    under: &Under,
    against: &[Claim],
) -> Replay {
    let claims = claims_of(against, backend);
    let profiles = under.of(claims);
    let profiles = profiles.as_slice();
    let outcome = answer(backend, case);
    let facts = Facts::new(case);
    let known = || &facts;
    let panels = Panels::new([profiles.to_vec()]);
    let mut assessor = Assessor::new(&known, &outcome);
    let mut assessment = assessor.assess(panels.set(0), &panels);
    // As a run does: of the twin its own cases speak.
    let is_of_its_bound = is_of_its_bound(backend, case, &outcome);
    if is_of_its_bound {
        assessment = assessment.without_objections();
    }
    let Assessment { decisions, profiles: verdicts, observations, .. } = assessment;
    let mut decisions: BTreeMap<usize, Decision> = decisions.into_iter().collect();
    let (trial, scope) = (assessor.trial(), Scope::of(&facts, profiles));
    decisions.extend(CROSS_CASE.iter().map(|&clause| (clause, alone::decide(backend, case, &observations))));
    let on_one_thread = on_one_thread.map(|one| answer(one, case));
    decisions.extend(by_comparison(backend, &speaking(case), trial, &scope, on_one_thread.as_ref()));
    let counts: Vec<ProfileCount> = verdicts.iter().map(count_of).collect();
    let claims = settled(claims, &panels.all, &counts);
    let said = clauses().enumerate().filter_map(|(index, clause)| Some((clause, decisions.remove(&index)?)));
    let said = said.filter(|(_, it)| says(it) && !(is_of_its_bound && it.is_violation()));
    let decisions = said.map(|(clause, it)| (clause, standing_of(&claims, profiles, case, clause), it)).collect();
    let verdicts = panels.all.into_iter().zip(verdicts).collect();
    Replay { outcome, decisions, claims, verdicts }
}

/// The count of a profile that judged one case.
fn count_of(verdict: &Verdict) -> ProfileCount {
    let is_judged = !matches!(verdict, Verdict::NotApplicable);
    let (is_violated, is_silent) = (matches!(verdict, Verdict::Violates(_)), matches!(verdict, Verdict::SpecGap(_)));
    ProfileCount { judged: is_judged.into(), violating: is_violated.into(), silent: is_silent.into() }
}
