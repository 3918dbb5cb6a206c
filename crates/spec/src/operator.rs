//! The operators that can be judged. A file has a maximum and its minimum twin, or those that answer alike, or what has no twin.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::iter;

use opconform_tensor::{DType, Value};

use crate::case::{Attribute, Case};
use crate::direction::{Direction, NanRule};
use crate::domain::Domain;
use crate::form::Form;
use crate::invalid_case::InvalidCase;
use crate::order::decode;
use crate::output::Output;
use crate::signature::{Input, Kind, Parameter};

pub(crate) mod clip;
pub(crate) mod max;
pub(crate) mod numpy_amax;
pub(crate) mod numpy_maximum;
pub(crate) mod paddle_maximum;
pub(crate) mod reduce_max;
pub(crate) mod span_max;

/// An operator, in all the versions that are known of it.
#[derive(Debug)]
pub struct Operator {
    /// Whose operator it is.
    pub domain: Domain,
    /// The name, as the source spells it; an overload by a name of its own.
    pub name: &'static str,
    /// The operator-set versions at which its definition changed, ascending; 1 where the source counts none.
    pub versions: &'static [u32],
    /// The element types of a version.
    pub types: fn(version: u32) -> &'static [DType],
    /// The inputs that stand at places of their own, in order.
    pub inputs: &'static [Input],
    /// The attributes of all versions, in order; one that holds something else from some version on is there twice.
    pub attributes: &'static [Parameter],
    /// The first of its outputs, which most operators have alone: what is said of its result without another word.
    pub result: Output,
    /// Those after it.
    pub further: &'static [Output],
    /// What it does with a NaN.
    pub nan: NanRule,
    /// How it is called.
    pub form: Form,
    /// The operator with the same rules that takes the other end of the order; `None` where there is no such operator.
    pub twin: fn() -> Option<&'static Operator>,
    /// Of a reduction, the element-wise operator that it repeats; `None` where there is no such operator of the same source.
    pub repeats: fn() -> Option<&'static Operator>,
}

/// Every operator.
pub const OPERATORS: &[&Operator] = &[
    &max::MAX,
    &max::MIN,
    &reduce_max::REDUCE_MAX,
    &reduce_max::REDUCE_MIN,
    &span_max::SPAN_MAX,
    &span_max::SPAN_MIN,
    &span_max::SPAN_MAX_SCALAR,
    &span_max::SPAN_MIN_SCALAR,
    &span_max::SPAN_MAX_REDUCE,
    &span_max::SPAN_MIN_REDUCE,
    &paddle_maximum::MAXIMUM,
    &paddle_maximum::MINIMUM,
    &numpy_maximum::MAXIMUM,
    &numpy_maximum::MINIMUM,
    &numpy_maximum::FMAX,
    &numpy_maximum::FMIN,
    &numpy_amax::AMAX,
    &numpy_amax::AMIN,
    &numpy_amax::NANMAX,
    &numpy_amax::NANMIN,
    &clip::CLIP,
];

/// Those that take an end of the order: all but what stands after them.
pub(crate) const EXTREMA: &[&Operator] = OPERATORS.split_at(OPERATORS.len() - clip::ALONE.len()).0;

impl Operator {
    /// The operator of this qualified name, such as `Max` or `numpy.maximum`, in any letter case.
    pub fn named(name: &str) -> Option<&'static Self> {
        OPERATORS.iter().find(|operator| operator.qualified().eq_ignore_ascii_case(name)).copied()
    }

    /// The name with its domain, where that is not ONNX's default one: `Max`, `numpy.maximum`.
    pub fn qualified(&self) -> Cow<'static, str> {
        match self.domain.name() {
            "" => self.name.into(),
            domain => format!("{domain}.{}", self.name).into(),
        }
    }

    /// Whether this is the [qualified](Self::qualified) name, letter by letter.
    pub fn is_named(&self, name: &str) -> bool {
        let name = match self.domain.name() {
            "" => Some(name),
            domain => name.strip_prefix(domain).and_then(|rest| rest.strip_prefix('.')),
        };
        name == Some(self.name)
    }

    /// The version of the definition that is in force at an operator set; `None` before the first.
    pub fn version_at(&self, opset: u32) -> Option<u32> {
        self.versions.iter().rev().find(|&&version| version <= opset).copied()
    }

    /// The attributes of a version, in order.
    pub fn attributes_at(&self, version: u32) -> impl Iterator<Item = &'static Parameter> + use<> {
        self.attributes.iter().filter(move |attribute| attribute.is_of(version))
    }

    /// What an attribute holds at a version or an operator set; `None` where there is no such attribute.
    pub fn kind_of(&self, name: &str, version: u32) -> Option<Kind> {
        self.attributes_at(version).find(|attribute| attribute.name == name).map(|attribute| attribute.kind)
    }

    /// Whether an input of this name has a place of its own at a version or an operator set.
    pub fn has_input(&self, name: &str, version: u32) -> bool {
        self.inputs.iter().any(|input| input.name == name && input.since <= version)
    }

    /// The first attribute of a case, by name, that a version does not have.
    pub(crate) fn unknown_attribute<'a>(&self, case: &'a Case, version: u32) -> Option<&'a str> {
        case.attributes.keys().map(String::as_str).find(|name| self.kind_of(name, version).is_none())
    }

    /// Which end of the order it takes; `None` of an operator that takes neither.
    pub fn direction(&self) -> Option<Direction> {
        self.result.computes.extremum()
    }

    /// Its outputs, in order.
    pub fn outputs(&self) -> impl Iterator<Item = &Output> {
        iter::once(&self.result).chain(self.further)
    }

    /// Whether it takes the least of its operands.
    pub fn is_minimum(&self) -> bool {
        self.direction() == Some(Direction::Min)
    }

    /// Of a minimum, the operator with the same rules that takes the maximum; `None` of any other operator.
    pub fn mirrored(&self) -> Option<&'static Self> {
        self.twin().filter(|_| self.is_minimum())
    }

    /// The operator with the same rules that takes the other end of the order; `None` where there is no such operator.
    pub fn twin(&self) -> Option<&'static Self> {
        (self.twin)()
    }

    /// Of a reduction, the element-wise operator that it repeats; `None` where there is no such operator of the same source.
    pub fn repeats(&self) -> Option<&'static Self> {
        (self.repeats)()
    }

    /// The bits of the element that yields to every other: the result of no operand at all. `None` of an operator that takes no
    /// end of the order.
    pub fn identity(&self, dtype: DType) -> Option<u64> {
        Some(self.direction()?.identity(dtype))
    }

    /// The number among some operands that no other is preferred to; `None` where there are NaNs alone, and of an operator that takes
    /// no end of the order.
    pub fn preferred(&self, operands: &[Value]) -> Option<Value> {
        let direction = self.direction()?;
        let number = |value: Value| decode(value.dtype(), value.bits());
        let numbers = operands.iter().copied().filter(|operand| !operand.class().is_nan());
        numbers.reduce(|best, other| match direction.compare_zeros(number(other), number(best)) {
            Some(Ordering::Greater) => other,
            _ => best,
        })
    }

    /// The optional inputs that attributes of a case name by their places, in the order of the operator's definition at a version.
    pub fn named_inputs(&self, version: u32) -> impl Iterator<Item = &'static str> + use<> {
        self.attributes_at(version).filter(|it| it.kind == Kind::Input).map(|it| it.name)
    }

    /// The newest version of the definition.
    pub fn newest(&self) -> u32 {
        self.versions.last().copied().unwrap_or_default()
    }
}

/// Two are the same where they are one entry of [`OPERATORS`]: asked, and hashed, too often for a look at names.
impl PartialEq for Operator {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Operator {}

impl Hash for Operator {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self, state);
    }
}

/// An attribute of a case; `None` where it is not given, and an error where it holds nothing of its kind.
fn given<'a>(case: &'a Case, name: &'static str) -> Result<Option<&'a Attribute>, InvalidCase> {
    let Some(value) = case.attributes.get(name) else { return Ok(None) };
    let is_of_its_kind = case.operator.kind_of(name, case.opset).is_some_and(|kind| value.is_of(kind));
    if is_of_its_kind { Ok(Some(value)) } else { Err(InvalidCase::Attribute(name)) }
}

/// An attribute that is one integer; `None` where it is not given.
fn int(case: &Case, name: &'static str) -> Result<Option<i64>, InvalidCase> {
    Ok(given(case, name)?.and_then(|value| if let Attribute::Int(number) = value { Some(*number) } else { None }))
}

/// An attribute that is a list of integers; `None` where it is not given.
fn ints<'a>(case: &'a Case, name: &'static str) -> Result<Option<&'a [i64]>, InvalidCase> {
    Ok(given(case, name)?.and_then(|value| if let Attribute::Ints(numbers) = value { Some(&**numbers) } else { None }))
}

/// An attribute that is 0 or 1.
fn flag(case: &Case, name: &'static str, default: bool) -> Result<bool, InvalidCase> {
    Ok(int(case, name)?.map_or(default, |value| value == 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_differ_in_the_end_of_the_order_alone() {
        let extrema: Vec<_> = OPERATORS.iter().filter(|operator| operator.direction().is_some()).collect();
        for pair in extrema.chunks(2) {
            let [maximum, minimum] = pair else { panic!("{pair:?} is no pair") };
            assert_eq!((maximum.direction(), minimum.direction()), (Some(Direction::Max), Some(Direction::Min)));
            assert_eq!((maximum.twin(), minimum.twin()), (Some(**minimum), Some(**maximum)));
            assert_eq!((maximum.domain, maximum.form), (minimum.domain, minimum.form));
            assert_eq!((maximum.versions, maximum.nan), (minimum.versions, minimum.nan));
            assert_eq!((maximum.mirrored(), minimum.mirrored()), (None, Some(**maximum)));
            assert_eq!(maximum.repeats().and_then(Operator::twin), minimum.repeats());
        }
    }

    #[test]
    fn what_takes_no_end_of_the_order_has_no_twin_and_no_identity() {
        let others: Vec<_> = OPERATORS.iter().filter(|operator| operator.direction().is_none()).collect();
        assert_eq!(others, [&&clip::CLIP]);
        assert!(EXTREMA.iter().all(|operator| operator.direction().is_some()));
        for operator in others {
            assert_eq!((operator.twin(), operator.mirrored(), operator.identity(DType::F32)), (None, None, None));
        }
    }

    #[test]
    fn what_takes_no_end_of_the_order_stands_last() {
        assert!(EXTREMA.iter().all(|operator| operator.direction().is_some()));
        assert!(OPERATORS[EXTREMA.len()..].iter().all(|operator| operator.direction().is_none()));
    }

    #[test]
    fn an_output_has_a_name_where_it_is_not_alone() {
        for operator in OPERATORS {
            assert!(operator.outputs().all(|output| output.name.is_none() == operator.further.is_empty()));
        }
    }

    #[test]
    fn what_a_reduction_repeats_has_its_rules() {
        for operator in OPERATORS {
            assert!(operator.repeats().is_none() || operator.form.is_reduction(), "{}", operator.qualified());
            let Some(repeated) = operator.repeats() else { continue };
            assert!(!repeated.form.is_reduction(), "{}", operator.qualified());
            assert_eq!((repeated.result.computes, repeated.nan), (operator.result.computes, operator.nan));
            assert_eq!(repeated.domain, operator.domain);
        }
    }
}
