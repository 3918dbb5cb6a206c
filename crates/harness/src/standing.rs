//! What a clause is to a backend: a sentence of what it claims, asked of everyone, or how far it is from what others claim.
//!
//! A specification has a document for each version of an operator, and a backend may claim one of them: what a clause is depends on the
//! operator set of the case.

use opconform_backends::Backend;
use opconform_report::Standing;
use opconform_spec::{Case, Claim, Clause, Facts, Operator, Oracle, Profile, Scope, claimed};

/// The claims that a backend is judged by: those of `against`, where there are any, or else its own.
pub(crate) fn claims_of<'a>(against: &'a [Claim], backend: &'a dyn Backend) -> &'a [Claim] {
    if against.is_empty() { &backend.describe().claims } else { against }
}

/// The profiles that bring a clause to a case.
pub(crate) fn speaking(profiles: &[&'static Profile], facts: &Facts, clause: &Clause) -> Vec<&'static str> {
    let scope = Scope::of(facts, profiles);
    scope.profiles().iter().map(|profile| profile.name).filter(|name| clause.profiles.contains(name)).collect()
}

/// What a clause is to a backend that claims these, in this case.
pub(crate) fn standing_of(claims: &[Claim], profiles: &[&'static Profile], case: &Case, clause: &Clause) -> Standing {
    standing(claims, &speaking(profiles, &Facts::new(case), clause), clause)
}

/// Whether what is claimed brings a clause to cases of an operator; to which, depends on the operator set.
pub(crate) fn may_be_claimed(claims: &[Claim], clause: &Clause, operator: &Operator) -> bool {
    claimed(claims).any(|profile| clause.profiles.contains(&profile.name) && profile.operators.contains(&operator))
}

/// What a clause is to a backend that claims these, where these profiles bring it to the case.
pub(crate) fn standing(claims: &[Claim], speaking: &[&str], clause: &Clause) -> Standing {
    // A relation follows from what the sources say: who follows another document alone may be asked for an order of the operands.
    let is_of_others = matches!(clause.oracle, Oracle::Metamorphic(_))
        && !claims.is_empty()
        && !claimed(claims).any(|profile| clause.profiles.contains(&profile.name));
    match clause.family() {
        _ if claimed(claims).any(|profile| speaking.contains(&profile.name)) => Standing::Claimed,
        _ if is_of_others => Standing::Distance,
        None => Standing::Universal,
        Some(_) => Standing::Distance,
    }
}
