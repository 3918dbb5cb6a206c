//! What a specification makes of NaNs and zeros, read off the results that it allows.

use opconform_tensor::{DType, Value};

use crate::choices::{Measure, Nan, Nans, Zeros};
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
    /// Of two zeros of unlike signs.
    pub zeros: Zeros,
}

impl Rules {
    /// The rules of a profile; `None` where it says nothing of two operands of the type.
    pub fn of(profile: &Profile, dtype: DType) -> Option<Self> {
        let allows = |first, second| profile.allows(Direction::Max, dtype, [first, second]);
        let [quiet, other, signalling] = example_nans(dtype)?;
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
        let nans = match (allows(quiet, other)?, allows(other, quiet)?) {
            (ElementSet::Only(a), ElementSet::Only(b)) if a == quiet && b == other => Nans::First,
            (ElementSet::Only(a), ElementSet::Only(b)) if a == other && b == quiet => Nans::Second,
            (ElementSet::Only(_), _) => Nans::Canonical,
            _ => Nans::Any,
        };
        let zeros = match (allows(0, negative_zero)?, allows(negative_zero, 0)?) {
            (ElementSet::Only(0), ElementSet::Only(0)) => Zeros::Ordered,
            (ElementSet::Only(0), ElementSet::Only(_)) => Zeros::First,
            (ElementSet::Only(_), ElementSet::Only(0)) => Zeros::Second,
            _ => Zeros::Either,
        };
        Some(Self { measure, nan: beside(quiet)?, signalling: beside(signalling)?, nans, zeros })
    }
}

/// Two quiet NaNs of a type, and a signalling one; `None` of a type that has none.
pub fn example_nans(dtype: DType) -> Option<[u64; 3]> {
    let quiet = Value::nan(dtype)?.bits();
    let infinity = Value::parse(dtype, "inf").ok()?.bits();
    Some([quiet, quiet | 1, infinity | 1])
}
