//! The element type of several operands together.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::dtype::DType;

/// The element type that the operands of a case have, in the order in which people list types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Types {
    /// All of them have this one.
    One(DType),
    /// They have several.
    Mixed,
    /// There are no operands.
    None,
}

impl Types {
    /// The name in reports: that of the type, `mixed` or `none`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One(dtype) => dtype.name(),
            Self::Mixed => "mixed",
            Self::None => "none",
        }
    }

    /// What has this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "mixed" => Some(Self::Mixed),
            "none" => Some(Self::None),
            name => name.parse().ok().map(Self::One),
        }
    }

    /// Whether all operands are floats.
    pub fn are_floats(self) -> bool {
        matches!(self, Self::One(dtype) if dtype.is_float())
    }

    /// Whether the operands have no type in common.
    pub const fn are_apart(self) -> bool {
        matches!(self, Self::Mixed | Self::None)
    }
}

impl AsRef<str> for Types {
    fn as_ref(&self) -> &str {
        self.name()
    }
}

impl fmt::Display for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Types {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Types {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| D::Error::custom(format_args!("unknown element type `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_as_they_are_written() {
        for types in DType::ALL.map(Types::One).into_iter().chain([Types::Mixed, Types::None]) {
            assert_eq!(Types::named(types.name()), Some(types));
        }
        assert_eq!(Types::named("f31"), None);
    }
}
