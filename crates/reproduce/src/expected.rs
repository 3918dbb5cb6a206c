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
            Expectation::Silent(_) | Expectation::OfType(..) => return None,
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

/// One of the results that are allowed at one element, as reproducers write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allowed {
    Bits(u64),
    AnyNan,
}

impl Allowed {
    /// What a set allows: one of these, and anything where there is none.
    pub(crate) fn of(set: ElementSet, dtype: DType) -> Vec<Self> {
        let is_zero = |bits| Class::of(dtype, bits).is_float_zero();
        let zeros = [Self::Bits(0), Self::Bits(1 << (dtype.bits() - 1))];
        match set {
            ElementSet::Only(bits) => vec![Self::Bits(bits)],
            ElementSet::AnyZero => zeros.into(),
            ElementSet::AnyNan => vec![Self::AnyNan],
            ElementSet::NanOrNumber(number, _) if is_zero(number) => vec![Self::AnyNan, zeros[0], zeros[1]],
            ElementSet::NanOrNumber(number, _) => vec![Self::AnyNan, Self::Bits(number)],
            ElementSet::Anything(_) => Vec::new(),
        }
    }

    /// Some bits that are allowed where these are: those of the plainest NaN where any is, and of 0 where anything is.
    pub(crate) fn example(allowed: &[Self], dtype: DType) -> u64 {
        match (allowed.first(), dtype.format()) {
            (Some(Self::Bits(bits)), _) => *bits,
            (Some(Self::AnyNan), Format::Float { exponent_bits, fraction_bits }) => {
                ((2 << exponent_bits) - 1) << (fraction_bits - 1)
            }
            _ => 0,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_the_set_contains() {
        let sets = [
            ElementSet::Only(0x7c01),
            ElementSet::AnyZero,
            ElementSet::AnyNan,
            ElementSet::NanOrNumber(0x3c00, "open"),
            ElementSet::NanOrNumber(0x8000, "open"),
            ElementSet::Anything("open"),
        ];
        for set in sets {
            let allowed = Allowed::of(set, DType::F16);
            for bits in 0..=0xffff {
                let holds = |one: &Allowed| match one {
                    Allowed::Bits(allowed) => *allowed == bits,
                    Allowed::AnyNan => bits & 0x7fff > 0x7c00,
                };
                assert_eq!(
                    allowed.is_empty() || allowed.iter().any(holds),
                    set.contains(DType::F16, bits),
                    "{set:?} {bits:#x}"
                );
            }
            assert!(set.contains(DType::F16, Allowed::example(&allowed, DType::F16)));
        }
        assert_eq!(Allowed::example(&[Allowed::AnyNan], DType::F32), 0x7fc0_0000);
    }
}
