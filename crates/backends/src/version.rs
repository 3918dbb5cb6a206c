//! A version that somebody asks for, as a registry of packages spells it.

use std::fmt;
use std::str::FromStr;

/// What stands between the name of a backend and a version.
const AT: char = '@';
/// The characters of the longest version that is taken.
const LONGEST: usize = 64;

/// A version of a package: a digit, and letters, digits, dots, dashes, underscores and plus signs after it. So it can stand
/// in the name of a folder, in a requirement of pip's and in a property of a project without meaning anything else there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version(String);

/// What is no version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a version such as 1.20.1, found `{0}`")]
pub struct VersionError(String);

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        let is_of_version = |c: char| c.is_ascii_alphanumeric() || ".-_+".contains(c);
        let is_version =
            text.len() <= LONGEST && text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(is_of_version);
        if is_version { Ok(Self(text.to_owned())) } else { Err(VersionError(text.chars().take(LONGEST).collect())) }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Version {
    /// A backend in this version, as it is asked for.
    pub(crate) fn of(&self, backend: &str) -> String {
        format!("{backend}{AT}{self}")
    }

    /// The name of a backend, and what is asked for as its version, in a text.
    pub(crate) fn split(text: &str) -> (&str, Option<&str>) {
        text.split_once(AT).map_or((text, None), |(backend, version)| (backend, Some(version)))
    }

    /// Whether the version is older than a release, by the numbers between the dots.
    pub(crate) fn is_before(&self, release: &[u32]) -> bool {
        // A part that is no number is that of a pre-release, and so old as can be.
        self.0.split('.').map(|part| part.parse().unwrap_or(0)).lt(release.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_means_nothing_else_anywhere() {
        for sound in ["9.0.23", "1.20.1", "2.15.0+cpu", "1.20.0-dev.20241001", "2026.4.1", "7"] {
            assert_eq!(sound.parse::<Version>().expect("a version").to_string(), sound);
        }
        let long = "1".repeat(LONGEST + 1);
        for unsound in
            ["", "latest", "../1", "1/2", "1 --index-url x", "1;2", "[1,2]", "1.*", "-1", "1\n2", "1,2", &long]
        {
            assert_eq!(unsound.parse::<Version>(), Err(VersionError(unsound.chars().take(LONGEST).collect())));
        }
    }

    #[test]
    fn versions_are_older_by_their_numbers() {
        let is_before = |text: &str| text.parse::<Version>().expect("a version").is_before(&[1, 19]);
        assert!(["1.9", "1.18.1", "0.20", "1"].into_iter().all(is_before));
        assert!(!["1.19", "1.19.0", "1.100", "2"].into_iter().any(is_before));
    }
}
