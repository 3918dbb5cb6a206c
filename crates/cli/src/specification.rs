//! From the name of a specification to its profiles: a name of `opconform specs`, of a family, or of the function that one documents.

use anyhow::anyhow;
use opconform_spec::{FUNCTIONS, Family, Profile};

use crate::near;

/// What a name stands for.
pub(crate) struct Named {
    /// The name in sentences: that of the profile, or the title of the family.
    pub(crate) title: &'static str,
    /// One profile, or those of a family.
    pub(crate) profiles: Vec<&'static Profile>,
}

/// The specification, or the family of them, that goes by a name.
pub(crate) fn named(name: &str) -> anyhow::Result<Named> {
    if let Some(profile) = Profile::named(name).or_else(|| Profile::of_function(name)) {
        return Ok(Named { title: profile.name, profiles: vec![profile] });
    }
    let of = |family: &Family| [family.name(), family.title()].iter().any(|own| own.eq_ignore_ascii_case(name));
    match Family::ALL.into_iter().find(of) {
        Some(family) => Ok(Named { title: family.title(), profiles: family.profiles().collect() }),
        None => Err(unknown(name)),
    }
}

/// Why a name is that of no specification.
pub(crate) fn unknown(name: &str) -> anyhow::Error {
    if let Some(error) = unknown_version(name) {
        return error;
    }
    let profiles = opconform_spec::profiles().map(|profile| profile.name);
    let expected = format!("expected {}", profiles.clone().collect::<Vec<_>>().join(", "));
    let families = Family::ALL.map(Family::name);
    let functions = FUNCTIONS.iter().map(|(function, _)| *function);
    near::unknown("specification", name, profiles.chain(families).chain(functions), &expected)
}

/// Why a name is that of no profile, where it is that of one but for the number of the version.
fn unknown_version(name: &str) -> Option<anyhow::Error> {
    let stem = |name: &'_ str| {
        let (stem, version) = name.rsplit_once('-')?;
        version.bytes().all(|byte| byte.is_ascii_digit()).then(|| stem.to_owned())
    };
    let own = stem(name)?;
    let names = opconform_spec::profiles().map(|profile| profile.name);
    let versions: Vec<&str> = names.filter(|known| stem(known).is_some_and(|it| it == own)).collect();
    (!versions.is_empty()).then(|| anyhow!("no profile `{name}`: the versions of `{own}` are {}", versions.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_that_of_a_specification_of_a_function_or_of_a_family() {
        let names = |name: &str| named(name).map(|it| (it.title, it.profiles.len())).map_err(|error| error.to_string());
        assert_eq!(names("fmaximum"), Ok(("c-fmaximum", 1)));
        assert_eq!(names("sonnx"), Ok(("sonnx", 1)));
        assert_eq!(names("onnx"), Ok(("ONNX", Family::Onnx.profiles().count())));
        assert_eq!(names("IEEE 754-2008"), Ok(("IEEE 754-2008", 1)));
        assert!(names("onnx-14").is_err_and(|error| error.contains("the versions of `onnx` are onnx-1, onnx-6")));
        assert!(names("fmaximun").is_err_and(|error| error.contains("did you mean `fmaximum`?")));
    }
}
