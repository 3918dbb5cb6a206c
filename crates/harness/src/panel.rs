//! Which profiles each backend is judged under.

use opconform_spec::{Claim, PROFILES, Profile, claimed, profiles};

/// The profiles to judge under.
#[derive(Clone, Debug)]
pub enum Under {
    /// Each backend under those of the five sources and those that it claims; under the latter alone, where all of them are of the maximum
    /// of absolute values, which no source is.
    Claims,
    /// These, every backend.
    Named(Vec<&'static Profile>),
}

impl Under {
    /// The profiles that a backend is judged under that claims these.
    pub fn of(&self, claims: &[Claim]) -> Vec<&'static Profile> {
        match self {
            Self::Named(named) => named.clone(),
            Self::Claims => {
                let claimed: Vec<_> = claimed(claims).collect();
                if !claimed.is_empty() && claimed.iter().all(|profile| profile.choices.is_of_magnitudes()) {
                    return claimed;
                }
                profiles().filter(|profile| PROFILES.contains(profile) || claimed.contains(profile)).collect()
            }
        }
    }
}

/// The profiles of a run: sets of them, and which is whose.
pub(crate) struct Panels {
    /// All of them, in the order of reports.
    pub(crate) all: Vec<&'static Profile>,
    /// The sets that there are.
    pub(crate) sets: Vec<Vec<&'static Profile>>,
    /// The set of each backend, by its index.
    pub(crate) of: Vec<usize>,
}

impl Panels {
    /// The panels of backends that are judged under these, each.
    pub(crate) fn new(of_backends: impl IntoIterator<Item = Vec<&'static Profile>>) -> Self {
        let (mut sets, mut of): (Vec<Vec<&'static Profile>>, Vec<usize>) = (Vec::new(), Vec::new());
        for set in of_backends {
            let known = sets.iter().position(|known| *known == set);
            of.push(known.unwrap_or(sets.len()));
            if known.is_none() {
                sets.push(set);
            }
        }
        let all = profiles().filter(|profile| sets.iter().any(|set| set.contains(profile))).collect();
        Self { all, sets, of }
    }

    /// The profiles that a backend is judged under, by its index.
    pub(crate) fn set(&self, backend: usize) -> &[&'static Profile] {
        &self.sets[self.of[backend]]
    }
}

#[cfg(test)]
mod tests {
    use opconform_spec::Specification;

    use super::*;

    #[test]
    fn who_claims_another_function_is_not_held_against_the_sources() {
        let claim = |name| Claim { specification: Specification::named(name), place: "here".into() };
        let names = |claims: &[Claim]| -> Vec<&str> { Under::Claims.of(claims).iter().map(|it| it.name).collect() };
        assert_eq!(names(&[claim("c-fmaximum-mag")]), ["c-fmaximum-mag"]);
        assert!(names(&[claim("c-fmaximum")]).contains(&"sonnx") && names(&[]).contains(&"sonnx"));
        assert!(names(&[claim("c-fmaximum-mag"), claim("numpy")]).contains(&"sonnx"));
    }
}
