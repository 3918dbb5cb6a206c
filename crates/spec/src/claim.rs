//! What an implementation says that it follows. Nothing is judged here: a claim says which profiles a verdict goes by.
//!
//! A backend is judged by the specifications that it claims, as each stands for the case at hand. What breaks a clause of any
//! other is the distance to that one, and counts for nothing. Clauses that belong to no source (see [`Clause::family`]) are asked
//! of everyone, whatever is claimed: no document allows a crash, or the same operands to give other bits a moment later.
//!
//! [`Clause::family`]: crate::Clause::family

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::family::Family;
use crate::profile::Profile;

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Specification {
    /// All of a family: of each case the profiles that speak of it.
    Family(Family),
    /// One profile, by its name.
    Profile(Cow<'static, str>),
    /// A document of which there is no profile here, by its title.
    Document(Cow<'static, str>),
}

impl Specification {
    /// What goes by this name here: a profile, or else a family, or else the profile of a function, or else a document without one.
    pub fn named(name: &str) -> Self {
        let family = || Family::ALL.into_iter().find(|family| family.name() == name).map(Self::Family);
        let one = |profile: &Profile| Self::Profile(profile.name.into());
        let function = || Profile::of_function(name).map(one);
        let known = Profile::named(name).map(one).or_else(family).or_else(function);
        known.unwrap_or_else(|| Self::Document(name.to_owned().into()))
    }

    /// The name that it goes by here, or the title of a document.
    pub fn name(&self) -> &str {
        match self {
            Self::Family(family) => family.name(),
            Self::Profile(name) | Self::Document(name) => name,
        }
    }

    /// The name in reports.
    pub fn title(&self) -> &str {
        match self {
            Self::Family(family) => family.title(),
            Self::Profile(name) | Self::Document(name) => name,
        }
    }

    /// The profiles that it stands for; none of a document that has none here.
    pub fn profiles(&self) -> Vec<&'static Profile> {
        match self {
            Self::Family(family) => family.profiles().collect(),
            Self::Profile(name) => Profile::named(name).into_iter().collect(),
            Self::Document(_) => Vec::new(),
        }
    }
}

/// A specification that an implementation says it follows, and where it says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What is claimed.
    pub specification: Specification,
    /// Where: an address, or who says so.
    pub place: Cow<'static, str>,
}

impl Claim {
    /// The claim of a family.
    pub const fn family(family: Family, place: &'static str) -> Self {
        Self { specification: Specification::Family(family), place: Cow::Borrowed(place) }
    }

    /// The claim of one profile, by its name.
    pub const fn profile(name: &'static str, place: &'static str) -> Self {
        Self { specification: Specification::Profile(Cow::Borrowed(name)), place: Cow::Borrowed(place) }
    }

    /// The claim of a document of which there is no profile here.
    pub const fn document(title: &'static str, place: &'static str) -> Self {
        Self { specification: Specification::Document(Cow::Borrowed(title)), place: Cow::Borrowed(place) }
    }
}

/// The profiles that what is claimed stands for.
pub fn claimed(claims: &[Claim]) -> impl Iterator<Item = &'static Profile> {
    claims.iter().flat_map(|claim| claim.specification.profiles())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::profiles;

    #[test]
    fn every_profile_is_of_one_family_and_every_family_has_profiles() {
        let all: Vec<&str> = Family::ALL.into_iter().flat_map(Family::profiles).map(|profile| profile.name).collect();
        assert_eq!(all, profiles().map(|profile| profile.name).collect::<Vec<_>>());
        assert!(Family::ALL.into_iter().all(|family| family.profiles().next().is_some()));
    }

    #[test]
    fn a_name_is_that_of_a_profile_before_a_family_and_a_function_and_otherwise_a_document() {
        let names = |name: &str| Specification::named(name).profiles().iter().map(|it| it.name).collect::<Vec<_>>();
        assert_eq!(names("sonnx"), ["sonnx"]);
        assert_eq!(names("numpy"), ["numpy"]);
        assert_eq!(names("ieee754"), ["ieee754-2019", "ieee754-seed"]);
        assert_eq!(names("onnx-13"), ["onnx-13"]);
        assert_eq!(names("onnx"), Family::Onnx.profiles().map(|it| it.name).collect::<Vec<_>>());
        assert_eq!(names("C23"), [""; 0]);
        assert_eq!(Specification::named("C23"), Specification::Document("C23".into()));
        assert_eq!(names("fmaximum_num"), ["c-fmaximum-num"]);
        for name in ["onnx", "onnx-13", "C23"] {
            assert_eq!(Specification::named(name).name(), name);
        }
    }
}
