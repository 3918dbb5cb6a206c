//! What is asked of a backend that is judged by a specification of several functions: to be one of them.

use std::borrow::Cow;

use opconform_report::ProfileCount;
use opconform_spec::{Claim, Profile, Specification};

/// The claims, where a specification of which nobody can follow two functions is claimed by that function which the fewest cases speak
/// against. The counts are of the profiles, each of its own.
pub(crate) fn settled(claims: &[Claim], profiles: &[&'static Profile], counts: &[ProfileCount]) -> Vec<Claim> {
    claims.iter().map(|claim| settle(claim, profiles, counts).unwrap_or_else(|| claim.clone())).collect()
}

fn settle(claim: &Claim, profiles: &[&'static Profile], counts: &[ProfileCount]) -> Option<Claim> {
    let Specification::Family(family) = claim.specification else { return None };
    let own = profiles.iter().zip(counts).filter(|(profile, count)| profile.family == family && count.judged > 0);
    // Of several that are as near, the one that leaves the least open says the most.
    let nearest = own.filter(|_| family.is_of_alternatives()).min_by_key(|(_, it)| (it.violating, it.silent));
    let (nearest, _) = nearest?;
    let place = format!("{}: the nearest of {}", claim.place, family.title()).into();
    Some(Claim { specification: Specification::Profile(Cow::Borrowed(nearest.name)), place })
}

#[cfg(test)]
mod tests {
    use opconform_spec::Family;

    use super::*;

    #[test]
    fn of_several_functions_the_nearest_is_asked_for_and_of_versions_each() {
        let of = |family| Claim::family(family, "--against");
        let profiles = ["onnx-13", "c-fmax", "c-fmaximum", "c-fmaximum-num"].map(|it| Profile::named(it).expect("one"));
        let count = |violating, silent| ProfileCount { judged: 9, violating, silent };
        let counts = [count(5, 0), count(4, 0), count(1, 2), count(1, 3)];
        let [c, onnx] = [of(Family::C), of(Family::Onnx)].map(|claim| settled(&[claim], &profiles, &counts));
        assert_eq!(c[0].specification, Specification::named("c-fmaximum"));
        assert_eq!(c[0].place, "--against: the nearest of C");
        assert_eq!(onnx[0].specification, Specification::named("onnx"));
        // Of what was not judged, nothing is near.
        let idle = settled(&[of(Family::C)], &profiles, &[ProfileCount::default(); 4]);
        assert_eq!(idle[0].specification, Specification::Family(Family::C));
    }
}
