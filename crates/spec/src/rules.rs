//! What a specification makes of NaNs and zeros, choice by choice.

use opconform_tensor::{DType, Float};

use crate::choices::{Bits, Choices, Measure, Nan, Nans, Zeros};
use crate::profile::Profile;

/// What a maximum of two operands is where the order of their values does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What two numbers are compared by.
    pub measure: Measure,
    /// Of a quiet NaN and a number.
    pub nan: Nan,
    /// Of a signalling NaN and a number.
    pub signalling: Nan,
    /// Of two NaNs.
    pub nans: Nans,
    /// Of the bits of a NaN that is the result.
    pub bits: Bits,
    /// Of two zeros of unlike signs.
    pub zeros: Zeros,
}

impl Rules {
    /// The rules of a profile, be they demanded or recommended; `None` where it says nothing of two operands of the type,
    /// and where the type has neither NaNs nor a zero with a sign.
    pub fn of(profile: &Profile, dtype: DType) -> Option<Self> {
        let Choices { measure, nan, signalling, nans, bits, zeros, .. } = &profile.choices;
        let says = dtype.is_float() && profile.says_of_two(dtype);
        says.then(|| Self {
            measure: *measure,
            nan: nan.rule,
            signalling: signalling.unwrap_or(*nan).rule,
            nans: nans.rule,
            bits: bits.rule,
            zeros: zeros.rule,
        })
    }
}

/// Two quiet NaNs of a type, and a signalling one where there are any; none of a type without NaNs.
pub fn example_nans(dtype: DType) -> Vec<u64> {
    let of = |float: Float| match float.signalling_nan(1) {
        Some(signalling) => vec![float.nan(0), float.nan(1), signalling],
        None => vec![float.nan(0), float.nan(0) | float.sign()],
    };
    dtype.float().map(of).unwrap_or_default()
}
