//! How the two operands of each pair lie in a call.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use bytemuck::Pod;
use opconform_exhaust::{Rung, Stretch, Word};
use opconform_spec::{Attribute, Case, Operator, Origin};
use opconform_tensor::{DType, Tensor};
use serde::{Deserialize, Serialize};

/// How the two operands of each pair lie in a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairLayout {
    /// In two vectors of one length.
    #[default]
    TwoVectors,
    /// The first operand is a scalar, and meets each element of a vector.
    ScalarFirst,
    /// The second operand is a scalar, and meets each element of a vector.
    ScalarSecond,
    /// Each pair is a row of a tensor, which is reduced to the maxima of its rows.
    Rows,
}

impl PairLayout {
    /// Every layout.
    pub const ALL: [Self; 4] = [Self::TwoVectors, Self::ScalarFirst, Self::ScalarSecond, Self::Rows];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TwoVectors => "two-vectors",
            Self::ScalarFirst => "scalar-first",
            Self::ScalarSecond => "scalar-second",
            Self::Rows => "rows",
        }
    }

    /// Whether one operand of a call is a scalar.
    pub const fn has_scalar(self) -> bool {
        matches!(self, Self::ScalarFirst | Self::ScalarSecond)
    }

    /// The operator that is asked for the maximum of pairs that lie so.
    ///
    /// # Panics
    /// Never: ONNX has both.
    pub fn operator(self) -> &'static Operator {
        let name = if self == Self::Rows { "ReduceMax" } else { "Max" };
        Operator::named(name).expect("an operator of ONNX")
    }

    /// Whether the pairs of a rung are put in both orders: where neither order is asked for, and the rung has but one.
    pub(super) const fn is_of_both_orders(self, rung: Rung) -> bool {
        matches!(rung, Rung::Specials) && !self.has_scalar()
    }

    /// The pairs of a row of a rung, in the order of operands that the layout is of.
    pub(super) fn pairs<W: Word>(self, rung: Rung, dtype: DType, row: u64) -> Vec<Stretch<W>> {
        let pairs = rung.row(dtype, row);
        match self {
            Self::ScalarSecond => pairs.into_iter().map(Stretch::turned).collect(),
            _ if self.is_of_both_orders(rung) => pairs.into_iter().flat_map(|it| [it.clone(), it.turned()]).collect(),
            _ => pairs,
        }
    }

    /// The call in which these pairs lie so.
    pub(super) fn case<W: Word + Pod>(self, rung: Rung, dtype: DType, pairs: &Stretch<W>) -> Case {
        let inputs = if self == Self::Rows { rows(dtype, pairs) } else { self.operands(dtype, pairs) };
        let operator = self.operator();
        let origin = Origin { source: "enumerate".into(), seed: None };
        let case = Case::new(operator, operator.newest(), inputs, rung.name(), origin);
        if self != Self::Rows {
            return case;
        }
        case.with_attributes([("keepdims".to_owned(), Attribute::Int(0))].into_iter().collect())
    }

    fn operands<W: Word + Pod>(self, dtype: DType, pairs: &Stretch<W>) -> Vec<Tensor> {
        let all = [pairs.len()];
        let shape: &[usize] = if self.has_scalar() { &[] } else { &all };
        let one = |one: W| Tensor::uniform(dtype, shape, one.widen(), &[]);
        let each = |each: &[W]| tensor(dtype, &all, each);
        match pairs {
            Stretch::First { one: first, each: second } => vec![one(*first), each(second)],
            Stretch::Second { each: first, one: second } => vec![each(first), one(*second)],
            Stretch::Both { first, second } => vec![each(first), each(second)],
        }
    }
}

/// A tensor with a pair in each row, and the axis along which it is reduced.
fn rows<W: Word + Pod>(dtype: DType, pairs: &Stretch<W>) -> Vec<Tensor> {
    let bits: Vec<W> = (0..pairs.len()).flat_map(|at| pairs.at(at)).collect();
    vec![tensor(dtype, &[pairs.len(), 2], &bits), Tensor::uniform(DType::I64, &[1], 1, &[])]
}

/// The tensor of these bits.
fn tensor<W: Word + Pod>(dtype: DType, shape: &[usize], bits: &[W]) -> Tensor {
    let turned = || bits.iter().copied().map(W::little_endian).collect();
    let words: Cow<'_, [W]> = if cfg!(target_endian = "big") { Cow::Owned(turned()) } else { Cow::Borrowed(bits) };
    Tensor::from_le_bytes(dtype, shape, bytemuck::cast_slice(&words)).expect("as many bytes as the shape has elements")
}

impl fmt::Display for PairLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PairLayout {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = || Self::ALL.map(Self::name).join(", ");
        Self::ALL.into_iter().find(|it| it.name() == text).ok_or_else(|| format!("expected one of {}", names()))
    }
}
