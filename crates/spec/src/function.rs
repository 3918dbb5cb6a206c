//! Functions by the names that people call them by, and the profile that documents each.

use crate::profile::Profile;

/// The name of each function, and that of its profile.
pub const FUNCTIONS: [(&str, &str); 25] = [
    // The operations of IEEE 754, of 2019 and of 2008.
    ("maximum", "ieee754-2019"),
    ("minimum", "ieee754-2019"),
    ("maximumNumber", "c-fmaximum-num"),
    ("minimumNumber", "c-fmaximum-num"),
    ("maximumMagnitude", "c-fmaximum-mag"),
    ("minimumMagnitude", "c-fmaximum-mag"),
    ("maximumMagnitudeNumber", "c-fmaximum-mag-num"),
    ("minimumMagnitudeNumber", "c-fmaximum-mag-num"),
    ("maxNum", "ieee754-2008"),
    ("minNum", "ieee754-2008"),
    ("ieee754", "ieee754-2019"),
    ("fmax", "c-fmax"),
    ("fmaximum", "c-fmaximum"),
    ("fmaximum_num", "c-fmaximum-num"),
    ("fmaximum_mag", "c-fmaximum-mag"),
    ("fmaximum_mag_num", "c-fmaximum-mag-num"),
    ("f32::max", "rust"),
    ("f32::maximum", "rust-maximum"),
    ("torch.maximum", "torch-maximum"),
    ("torch.fmax", "torch-fmax"),
    ("torch.amax", "torch-amax"),
    ("tf.reduce_max", "tensorflow-reduce-max"),
    ("MAXPS", "x86-maxps"),
    ("VRANGEPS", "x86-vrangeps"),
    ("numpy.maximum", "numpy"),
];

impl Profile {
    /// The profile that documents the function of this name, in capitals or not.
    pub fn of_function(name: &str) -> Option<&'static Self> {
        let (_, profile) = FUNCTIONS.iter().find(|(function, _)| function.eq_ignore_ascii_case(name))?;
        Self::named(profile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_documented_by_a_profile() {
        for (name, profile) in FUNCTIONS {
            assert_eq!(Profile::of_function(name), Profile::named(profile), "{name}");
            assert!(Profile::of_function(name).is_some(), "{name}: no profile `{profile}`");
        }
    }
}
