//! The operators that can be judged, one file each.

use opconform_tensor::DType;

mod max;

/// An operator, in all the versions that are known of it.
#[derive(Debug)]
pub struct Operator {
    /// The ONNX domain; empty for the default one.
    pub domain: &'static str,
    /// The name, as the source spells it.
    pub name: &'static str,
    /// The operator-set versions at which its definition changed, ascending.
    pub versions: &'static [u32],
    /// The element types of a version.
    pub types: fn(version: u32) -> &'static [DType],
    /// Whether operands of a version may differ in shape and broadcast.
    pub broadcasts: fn(version: u32) -> bool,
}

/// Every operator.
pub const OPERATORS: &[&Operator] = &[&max::MAX];

impl Operator {
    /// The operator of this name, in any letter case.
    pub fn named(name: &str) -> Option<&'static Self> {
        OPERATORS.iter().find(|operator| operator.name.eq_ignore_ascii_case(name)).copied()
    }

    /// The version of the definition that is in force at an operator set; `None` before the first.
    pub fn version_at(&self, opset: u32) -> Option<u32> {
        self.versions.iter().rev().find(|&&version| version <= opset).copied()
    }

    /// The newest version of the definition.
    pub fn newest(&self) -> u32 {
        self.versions.last().copied().unwrap_or_default()
    }
}
