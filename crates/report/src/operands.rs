//! What is said of the operands of a case as a whole, as texts.

use std::fmt;

use opconform_tensor::{Types, shape_text};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most operands that are told of what an earlier call leaves behind, and of what an interrupt kept from being shrunk: a report is not
/// filled with them.
pub const MOST_TOLD: usize = 64;

/// The names of element types, in their order.
pub fn type_names(types: &[Types]) -> Vec<&'static str> {
    types.iter().map(|types| types.name()).collect()
}

/// The shapes of the operands of a case, in order: `2x3 + 3`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shapes(pub Vec<Vec<usize>>);

impl Shapes {
    /// How many elements there are in all of them.
    pub fn elements(&self) -> usize {
        let elements = |shape: &Vec<usize>| shape.iter().fold(1, |so_far: usize, &axis| so_far.saturating_mul(axis));
        self.0.iter().map(elements).fold(0, usize::saturating_add)
    }

    /// Whether one of them has no elements.
    pub fn has_empty(&self) -> bool {
        self.0.iter().flatten().any(|&axis| axis == 0)
    }

    /// The shapes that a text such as `2x3 + scalar` says.
    pub fn parse(text: &str) -> Option<Self> {
        let shape = |text: &str| match text {
            "scalar" => Some(Vec::new()),
            text => text.split('x').map(|axis| axis.parse().ok()).collect(),
        };
        if text.is_empty() {
            Some(Self::default())
        } else {
            text.split(" + ").map(shape).collect::<Option<_>>().map(Self)
        }
    }
}

impl fmt::Display for Shapes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(|shape| shape_text(shape)).collect::<Vec<_>>().join(" + "))
    }
}

impl Serialize for Shapes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Shapes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom(format_args!("no shapes such as `2x3 + 3`: `{text}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_as_they_are_written_and_counted() {
        for (text, elements) in
            [("", 0), ("scalar", 1), ("2x3 + 3", 9), ("0x4 + scalar", 1), ("18446744073709551615x2 + 1", usize::MAX)]
        {
            let json = format!("\"{text}\"");
            let shapes: Shapes = serde_json::from_str(&json).expect(text);
            assert_eq!((serde_json::to_string(&shapes).expect(text), shapes.elements()), (json, elements));
        }
        for text in ["2x", "x", "-1", "2 +3", "rank 2", " + "] {
            assert!(serde_json::from_str::<Shapes>(&format!("\"{text}\"")).is_err(), "{text}");
        }
    }
}
