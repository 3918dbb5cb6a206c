//! The 2^32 patterns of a type that has too many pairs.

use core::fmt;

use opconform_tensor::{DType, Float as Format};

use crate::patterns::Float;

/// The patterns that a rung takes of a type: all of `f32`; of `f64`, one for each upper half. Its lower half is zero where the upper one is
/// even, so that zeros, infinities and the canonical NaNs are among them, and where that is odd the same once more, so that not all
/// are `f32`s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patterns {
    width: Width,
    float: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    F32,
    F64,
}

impl Patterns {
    /// How many rows they are cut into.
    pub const ROWS: u64 = 1 << 16;
    /// How many of them a row has.
    pub const OF_ROW: u64 = 1 << 16;

    /// Those of a type; `None` of one that has none.
    pub fn of(dtype: DType) -> Option<Self> {
        let width = match dtype {
            DType::F32 => Width::F32,
            DType::F64 => Width::F64,
            _ => return None,
        };
        Some(Self { width, float: dtype.float()? })
    }

    pub(super) fn float(self) -> Format {
        self.float
    }

    /// Those of a row, by their bits.
    pub(super) fn row(self, row: u64) -> impl Iterator<Item = u64> {
        (row * Self::OF_ROW..(row + 1) * Self::OF_ROW).map(move |number| self.at(number))
    }

    fn at(self, number: u64) -> u64 {
        match self.width {
            Width::F32 => number,
            Width::F64 => (number << 32) | (number * (number & 1)),
        }
    }

    /// How many NaNs a row has. Where its last is one, so are all others, but for an infinity, which is the first.
    pub(super) fn nans(self, row: u64) -> u64 {
        let [first, last] = [row * Self::OF_ROW, (row + 1) * Self::OF_ROW - 1].map(|number| self.at(number));
        if self.float.is_nan(last) { Self::OF_ROW - u64::from(self.float.is_infinite(first)) } else { 0 }
    }

    /// The special values of the type.
    pub(super) fn specials(self) -> Vec<u64> {
        match self.width {
            Width::F32 => f32::specials().into_iter().map(u64::from).collect(),
            Width::F64 => f64::specials(),
        }
    }
}

impl fmt::Display for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.width {
            Width::F32 => "all 2^32 patterns",
            Width::F64 => {
                "the 2^32 patterns whose lower half is zero where the upper half is even, and the same as that where it is odd"
            }
        })
    }
}
