//! What a specification makes of NaNs and zeros: its choices, or what can be read off the results that it allows.

use opconform_tensor::{DType, Float, Value};

use crate::choices::{Bits, Choices, Measure, Nan, Nans, Zeros};
use crate::direction::Direction;
use crate::expectation::ElementSet;
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
    /// The rules of a profile, be they demanded or recommended; `None` where it says nothing of two operands of the type.
    pub fn of(profile: &Profile, dtype: DType) -> Option<Self> {
        let Some(choices) = profile.choices() else { return Self::seen(profile, dtype) };
        let Choices { measure, nan, signalling, nans, bits, zeros, .. } = choices;
        (dtype.is_float() && choices.dtypes.contains(&dtype)).then(|| Self {
            measure: *measure,
            nan: nan.rule,
            signalling: signalling.unwrap_or(*nan).rule,
            nans: nans.rule,
            bits: bits.rule,
            zeros: zeros.rule,
        })
    }

    /// The rules that can be seen in what a profile allows that is no row of choices: none of these says which NaN it is.
    fn seen(profile: &Profile, dtype: DType) -> Option<Self> {
        let allows = |first, second| profile.allows(Direction::Max, dtype, [first, second]);
        let nans = example_nans(dtype);
        let (&quiet, signalling) = (nans.first()?, nans.get(2).copied());
        let number = |name| Value::parse(dtype, name).map(Value::bits).ok();
        let (one, negative_two, negative_zero) = (number("1.0")?, number("-2.0")?, number("-0.0")?);
        let measure = match allows(one, negative_two)? {
            ElementSet::Only(bits) if bits == negative_two => Measure::Magnitude,
            _ => Measure::Value,
        };
        let beside = |nan| {
            let kind =
                |set: ElementSet| (set.contains(dtype, quiet) || set.contains(dtype, nan), set.contains(dtype, one));
            Some(match (kind(allows(nan, one)?), kind(allows(one, nan)?)) {
                ((true, true), _) | (_, (true, true)) => Nan::Open,
                ((true, _), (true, _)) => Nan::Propagates,
                ((false, _), (false, _)) => Nan::Ignored,
                ((true, _), (false, _)) => Nan::First,
                ((false, _), (true, _)) => Nan::Second,
            })
        };
        let zeros = match (allows(0, negative_zero)?, allows(negative_zero, 0)?) {
            (ElementSet::Only(0), ElementSet::Only(0)) => Zeros::Ordered,
            (ElementSet::Only(0), ElementSet::Only(_)) => Zeros::First,
            (ElementSet::Only(_), ElementSet::Only(0)) => Zeros::Second,
            _ => Zeros::Either,
        };
        let nan = beside(quiet)?;
        let signalling = signalling.map_or(Some(nan), beside)?;
        Some(Self { measure, nan, signalling, nans: Nans::Any, bits: Bits::Any, zeros })
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
