//! What is allowed of the result of a case, as far as a reproducer checks it.

use opconform_spec::{Case, ElementSet, Expectation, Facts, Profile};
use opconform_tensor::{Class, DType, Format};

/// What is allowed of the result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// By what: the name of a profile, or the id of a clause.
    pub under: String,
    /// What.
    pub answer: Answer,
}

/// What is allowed of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A refusal; the text says which rule the case breaks.
    Refusal(String),
    /// A tensor of this type and shape, each element in its set.
    Tensor {
        /// The element type.
        dtype: DType,
        /// The shape.
        shape: Vec<usize>,
        /// What is allowed at each row-major position.
        elements: Vec<ElementSet>,
    },
}

/// Not at issue where another element is.
const ELSEWHERE: ElementSet = ElementSet::Anything("not at issue");

impl Expected {
    /// What a profile allows; `None` where it does not speak of the case or leaves all of it open.
    pub fn under(profile: &Profile, facts: &Facts) -> Option<Self> {
        let answer = match profile.expectation(facts).ok()? {
            Expectation::Silent(_) => return None,
            Expectation::MustReject(breach) => Answer::Refusal(breach.to_string()),
            Expectation::Answer { dtype, shape } => {
                let count = shape.iter().product::<usize>();
                let elements = (0..count).map(|position| profile.element_set(facts, position)).collect();
                Answer::Tensor { dtype, shape, elements }
            }
        };
        Some(Self { under: profile.name.to_owned(), answer })
    }

    /// That one element is these bits, by a clause that compares it with another result; `None` where the case has no such
    /// element.
    pub fn element(clause: &str, facts: &Facts, position: usize, bits: u64) -> Option<Self> {
        let (dtype, shape) = (facts.dtype?, facts.shape()?.to_vec());
        let mut elements = vec![ELSEWHERE; shape.iter().product()];
        *elements.get_mut(position)? = ElementSet::Only(bits);
        Some(Self { under: clause.to_owned(), answer: Answer::Tensor { dtype, shape, elements } })
    }

    /// The result that the source publishes with the case, but for the choice of a NaN; `None` where it publishes none.
    pub fn published(clause: &str, case: &Case) -> Option<Self> {
        let published = case.published.as_ref()?;
        let dtype = published.dtype();
        let allowed = |bits| if Class::of(dtype, bits).is_nan() { ElementSet::AnyNan } else { ElementSet::Only(bits) };
        let elements = published.to_bits().into_iter().map(allowed).collect();
        let answer = Answer::Tensor { dtype, shape: published.shape().to_vec(), elements };
        Some(Self { under: clause.to_owned(), answer })
    }
}

/// What is allowed at one element, as reproducers write it.
pub(crate) enum Allowed {
    Bits(Vec<u64>),
    AnyNan,
    Anything,
}

impl Allowed {
    /// What a set allows.
    pub(crate) fn of(set: ElementSet, dtype: DType) -> Self {
        match set {
            ElementSet::Only(bits) => Self::Bits(vec![bits]),
            ElementSet::AnyZero => Self::Bits(vec![0, 1 << (dtype.bits() - 1)]),
            ElementSet::AnyNan => Self::AnyNan,
            ElementSet::NanQuieted(nan) => {
                let mut bits = vec![nan];
                bits.extend(quiet_bit(dtype).map(|quiet| nan | quiet).filter(|&quieted| quieted != nan));
                Self::Bits(bits)
            }
            ElementSet::Anything(_) => Self::Anything,
        }
    }

    /// Some bits that are allowed: those of the plainest NaN where any is, and of 0 where anything is.
    pub(crate) fn example(&self, dtype: DType) -> u64 {
        match (self, dtype.format()) {
            (Self::Bits(bits), _) => bits.first().copied().unwrap_or_default(),
            (Self::AnyNan, Format::Float { exponent_bits, fraction_bits }) => {
                ((2 << exponent_bits) - 1) << (fraction_bits - 1)
            }
            (Self::AnyNan | Self::Anything, _) => 0,
        }
    }
}

/// The bits of infinity of a float type: what a NaN's magnitude is above.
pub(crate) fn infinity(dtype: DType) -> Option<u64> {
    match dtype.format() {
        Format::Float { exponent_bits, fraction_bits } => Some(((1 << exponent_bits) - 1) << fraction_bits),
        _ => None,
    }
}

fn quiet_bit(dtype: DType) -> Option<u64> {
    match dtype.format() {
        Format::Float { fraction_bits, .. } => Some(1 << (fraction_bits - 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_the_set_contains() {
        let sets = [
            ElementSet::Only(0x7c01),
            ElementSet::AnyZero,
            ElementSet::AnyNan,
            ElementSet::NanQuieted(0x7c01),
            ElementSet::NanQuieted(0xfe01),
        ];
        for set in sets {
            let allowed = Allowed::of(set, DType::F16);
            for bits in 0..=0xffff {
                let holds = match &allowed {
                    Allowed::Bits(allowed) => allowed.contains(&bits),
                    Allowed::AnyNan => bits & 0x7fff > 0x7c00,
                    Allowed::Anything => true,
                };
                assert_eq!(holds, set.contains(DType::F16, bits), "{set:?} {bits:#x}");
            }
            assert!(set.contains(DType::F16, allowed.example(DType::F16)));
        }
        assert_eq!(Allowed::AnyNan.example(DType::F32), 0x7fc0_0000);
    }
}
