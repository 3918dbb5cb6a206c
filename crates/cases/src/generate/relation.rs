//! How an operand's elements follow from those of the first one.

use arbitrary::{Result, Unstructured};
use opconform_tensor::{DType, Format};

use crate::values::Landmarks;

/// How the elements of the other operands follow from those of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// Not at all.
    Independent,
    /// The same bits.
    Equal,
    /// The same magnitude, the other sign.
    Negated,
    /// The next bit pattern, up or down.
    Neighbour,
    /// Another quiet bit: the same payload in the other kind of NaN. For integers, another top bit.
    Twin,
}

impl Relation {
    /// Independent operands half of the time.
    pub(super) fn choose(u: &mut Unstructured<'_>) -> Result<Self> {
        use Relation::{Equal, Independent, Negated, Neighbour, Twin};
        u.choose(&[Independent, Independent, Independent, Independent, Equal, Negated, Neighbour, Twin]).copied()
    }

    /// The word in slugs.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Independent => "independent",
            Self::Equal => "equal",
            Self::Negated => "negated",
            Self::Neighbour => "neighbour",
            Self::Twin => "twin",
        }
    }

    /// The element of operand `k` where the first operand has `bits`; `None` when that says nothing about it. It may have
    /// bits above the type's width.
    pub(super) fn apply(self, dtype: DType, bits: u64, k: usize) -> Option<u64> {
        let top = dtype.top_bit();
        match self {
            Self::Independent => None,
            Self::Equal => Some(bits),
            Self::Negated => Some(match dtype.format() {
                Format::Float(_) => bits ^ top,
                Format::Signed => bits.wrapping_neg(),
                Format::Unsigned | Format::Boolean => !bits,
            }),
            Self::Neighbour if k % 2 == 1 => Some(bits.wrapping_add(1)),
            Self::Neighbour => Some(bits.wrapping_sub(1)),
            Self::Twin => Some(bits ^ Landmarks::of(dtype).map_or(top, |landmarks| landmarks.half)),
        }
    }
}
