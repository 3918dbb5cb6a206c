//! The operators, as what they take from two operands.

/// An operator of IEEE 754-2019, 9.6, that returns one of its operands bit for bit, and of two NaNs the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// The greater, or the first NaN.
    Maximum,
    /// The lesser, or the first NaN.
    Minimum,
    /// The greater; a NaN only of two.
    MaximumNumber,
    /// The lesser; a NaN only of two.
    MinimumNumber,
}

/// Where the result of a pair comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The operand that stays the same along a row.
    Fixed,
    /// The operand that varies.
    Varying,
}

/// How the varying operand stands to the fixed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    Below,
    /// Or equal, which makes no difference to the result's bits.
    Above,
    Nan,
}

impl Operator {
    /// Which operand is the result.
    pub(crate) fn takes(self, fixed_is_nan: bool, zone: Zone, fixed_is_first: bool) -> Source {
        let first = if fixed_is_first { Source::Fixed } else { Source::Varying };
        let nan_wins = matches!(self, Self::Maximum | Self::Minimum);
        let greatest = matches!(self, Self::Maximum | Self::MaximumNumber);
        match (fixed_is_nan, zone == Zone::Nan) {
            (true, true) => first,
            (true, false) => {
                if nan_wins {
                    Source::Fixed
                } else {
                    Source::Varying
                }
            }
            (false, true) => {
                if nan_wins {
                    Source::Varying
                } else {
                    Source::Fixed
                }
            }
            (false, false) => {
                if (zone == Zone::Below) == greatest {
                    Source::Fixed
                } else {
                    Source::Varying
                }
            }
        }
    }
}
