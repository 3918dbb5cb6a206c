//! What an adapter claims, by the names that it gives.

use opconform_spec::{Claim, Family, Specification, profiles};
use opconform_text::near::nearest;

/// The claims of an adapter; an error where one is a single word, and no name of a specification: a slip of the hand would have
/// nothing judged, and nothing fail.
pub(super) fn claimed(names: &[String]) -> Result<Vec<Claim>, String> {
    names
        .iter()
        .map(|name| Ok(Claim { specification: specification(name)?, place: "the adapter says so".into() }))
        .collect()
}

fn specification(name: &str) -> Result<Specification, String> {
    let specification = Specification::named(name);
    // A title has several words, and an address a colon.
    let is_document = name.contains(|c: char| c.is_whitespace() || c == ':');
    if !matches!(specification, Specification::Document(_)) || is_document {
        return Ok(specification);
    }
    let known = profiles().map(|profile| profile.name).chain(Family::ALL.map(Family::name));
    let meant = nearest(name, known).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    Err(format!(
        "it claims `{name}`, of which there is no profile: {meant}`opconform specs` lists them; a document without one is claimed by \
         its title, in several words, or by its address"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(name: &str) -> Result<usize, String> {
        let claims = claimed(&[name.to_owned()])?;
        Ok(claims.iter().map(|claim| claim.specification.profiles().len()).sum())
    }

    #[test]
    fn a_slip_of_the_hand_is_no_document() {
        assert_eq!((names("numpy"), names("ieee754")), (Ok(1), Ok(2)));
        assert_eq!((names("the manual of my kernel"), names("https://example.org/max")), (Ok(0), Ok(0)));
        let error = names("nunpy").expect_err("no name");
        assert!(
            error.starts_with("it claims `nunpy`, of which there is no profile: did you mean `numpy`? "),
            "{error}"
        );
        assert!(names("C23").is_err_and(|error| !error.contains("did you mean")));
    }
}
