//! What can be said of a case before anyone has answered it. Worked out once, shared by every clause and backend.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType, Tensor, Value};

use crate::alike::Alike;
use crate::breach::Breach;
use crate::case::Case;
use crate::choices::is_subnormal;
use crate::computation::{Computation, Limited};
use crate::direction::{Direction, NanRule};
use crate::meeting::{Meeting, Part, Source};
use crate::operator::Operator;
use crate::order::decode;

/// What the case is, and what its operands are at each element of the result.
#[derive(Debug)]
pub struct Facts<'a> {
    /// The case.
    pub case: &'a Case,
    /// The version of the operator's definition that is in force; `None` before the first.
    pub version: Option<u32>,
    /// The element type that all operands share; `None` when they differ or there is none.
    pub dtype: Option<DType>,
    meeting: Result<Meeting, Breach>,
    /// The bits of each input, where they meet.
    inputs: Vec<Vec<u64>>,
    /// What is asked again and again of each element that stands for others or for itself, in the order of [`Facts::told`].
    references: Vec<Reference>,
    /// Of these elements, those of which documents may say more than which operand is preferred.
    telling: Vec<usize>,
    alike: Option<Alike>,
    /// Of a large result, nothing is kept.
    special_pairs: Vec<usize>,
}

/// What the operands at one element of the result have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reference {
    /// Whether one of them is a NaN, whatever the operator makes of it.
    pub(crate) has_nan: bool,
    /// The first NaN in operand order; none where the operator ignores it.
    pub(crate) first_nan: Option<u64>,
    /// The number that no other is preferred to by value; of zeros of both signs, the one that the operator prefers. Of an element
    /// between bounds, the number that is left.
    /// `None` when all operands are NaN; the operator's identity when there is none.
    pub(crate) greatest: Option<u64>,
    /// Whether that is a zero of a float type.
    pub(crate) greatest_is_zero: bool,
    /// The same number, and where there is none what is left by passing over every NaN: of a reduction the identity, and none of an
    /// operator that compares operands, whose result is one of them.
    pub(crate) number: Option<u64>,
    /// The one result of operands of which no document that compares values says more than which is preferred: no NaN meets there, no
    /// bound, and what is preferred is neither a zero of a float type nor subnormal.
    pub(crate) plain: Option<u64>,
}

impl<'a> Facts<'a> {
    /// Works out the facts of a case.
    pub fn new(case: &'a Case) -> Self {
        let operands = case.operands();
        let dtype = match operands.split_first() {
            Some((first, rest)) if rest.iter().all(|input| input.dtype() == first.dtype()) => Some(first.dtype()),
            _ => None,
        };
        let version = case.operator.version_at(case.opset);
        let meeting = match (version, dtype) {
            (None, _) => Err(Breach::Version),
            (_, None) if operands.is_empty() => Err(Breach::NoOperand),
            (_, None) => Err(Breach::MixedTypes),
            (Some(version), Some(_)) => match case.operator.unknown_attribute(case, version) {
                Some(name) => Err(Breach::UnknownAttribute(name.to_owned())),
                None => (case.operator.meet)(case, version),
            },
        };
        let inputs = match &meeting {
            Ok(meeting) => {
                let constants = meeting.constants().iter().map(|&bits| vec![bits]);
                case.inputs.iter().map(Tensor::to_bits).chain(constants).collect()
            }
            Err(_) => Vec::new(),
        };
        let alike = match (dtype, &meeting, case.operator.direction()) {
            (Some(dtype), Ok(meeting), Some(direction)) => Alike::of(dtype, direction, meeting, &inputs),
            _ => None,
        };
        let (references, telling, special_pairs) = Default::default();
        let mut facts = Self { case, version, dtype, meeting, inputs, references, telling, alike, special_pairs };
        if let Some(dtype) = dtype {
            facts.references = facts.told().map(|position| facts.reference_at(dtype, position)).collect();
            facts.telling = facts.told().filter(|&position| facts.reference(position).plain.is_none()).collect();
            if dtype.is_float() && facts.alike.is_none() {
                facts.special_pairs = facts.positions().filter(|&position| facts.is_special_pair(position)).collect();
            }
        }
        facts
    }

    fn reference_at(&self, dtype: DType, position: usize) -> Reference {
        match self.case.operator.computes {
            Computation::Extremum(direction) => {
                let reference = Reference::of(dtype, self.case.operator, direction, self.operands_at(position));
                let is_computed = self.part(position) == Part::Computed && !self.is_empty_at(position);
                let is_plain = is_computed && !reference.has_nan && !reference.greatest_is_zero;
                let plain = reference.greatest.filter(|&bits| is_plain && !is_subnormal(dtype, bits));
                Reference { plain, ..reference }
            }
            Computation::Limited => Reference::limited(dtype, self.limited_at(position)),
        }
    }

    /// The element and the bounds that meet at a row-major position of the result, of an operator that limits one by the others.
    pub(crate) fn limited_at(&self, position: usize) -> Option<Limited> {
        let meeting = self.meeting.as_ref().ok().filter(|_| self.case.operator.computes == Computation::Limited)?;
        Limited::of(meeting.bounds(), self.operands_at(position))
    }

    /// Row-major positions of the result that stand for all of them: two that are alike are not both there.
    pub(crate) fn told(&self) -> impl Iterator<Item = usize> + '_ {
        let (told, each) = match &self.alike {
            Some(alike) => (alike.told(), 0..0),
            None => (&[][..], self.positions()),
        };
        told.iter().copied().chain(each)
    }

    /// The positions of an answer that stand for all, and for how many each; `None` where each stands for itself.
    pub(crate) fn found(&self, answer: &Tensor) -> Option<Vec<(usize, u64)>> {
        let (alike, meeting) = (self.alike.as_ref()?, self.meeting.as_ref().ok()?);
        Some(alike.found(meeting, &self.inputs, answer))
    }

    /// The bits of the elements that meet at a row-major position of the result, in order. None where it is not known.
    pub(crate) fn operands_at(&self, position: usize) -> impl Iterator<Item = u64> + Clone {
        let known = self.meeting.as_ref().ok().filter(|meeting| position < meeting.count());
        known
            .into_iter()
            .flat_map(move |meeting| meeting.sources(position))
            .map(|(input, position)| self.inputs[input][position])
    }

    /// Where the elements that meet at a row-major position of the result stand: input and row-major position, in order.
    pub(crate) fn sources_at(&self, position: usize) -> impl Iterator<Item = Source> + '_ {
        let known = self.meeting.as_ref().ok().filter(|meeting| position < meeting.count());
        known.into_iter().flat_map(move |meeting| meeting.sources(position))
    }

    /// Whether the operands at a row-major position are known: it is one of a result that is worked out.
    pub(crate) fn has_element(&self, position: usize) -> bool {
        self.positions().contains(&position)
    }

    /// What becomes of the element at a row-major position.
    pub(crate) fn part(&self, position: usize) -> Part {
        self.meeting.as_ref().map_or(Part::Unspecified, |meeting| meeting.part(position))
    }

    /// Whether the element at a row-major position is one of a result of which nothing says what it is.
    pub fn is_unspecified(&self, position: usize) -> bool {
        self.has_element(position) && self.part(position) == Part::Unspecified
    }

    /// Whether the element at a row-major position is one that the call leaves as it was.
    pub fn is_untouched(&self, position: usize) -> bool {
        self.has_element(position) && self.part(position) == Part::Untouched
    }

    /// The operands at a row-major position, as values; none where there is no such element.
    pub fn values_at(&self, position: usize) -> Vec<Value> {
        self.dtype
            .filter(|_| self.has_element(position))
            .map(|dtype| self.operands_at(position).map(|bits| Value::new(dtype, bits)).collect())
            .unwrap_or_default()
    }

    /// Of [these](Self::told), those where more than the order of the operands may have a say: a NaN, a zero, a subnormal number, a
    /// bound, or nothing is there.
    pub(crate) fn telling(&self) -> &[usize] {
        &self.telling
    }

    /// What the operands at an element have in common.
    #[inline]
    pub(crate) fn reference(&self, position: usize) -> Reference {
        let place = match &self.alike {
            Some(alike) => alike.told().binary_search(&position).ok(),
            None => Some(position),
        };
        let known = place.and_then(|place| self.references.get(place)).copied();
        known.or_else(|| Some(self.reference_at(self.dtype?, position))).unwrap_or_default()
    }

    /// Whether no element at all meets at a row-major position of the result.
    pub(crate) fn is_empty_at(&self, position: usize) -> bool {
        self.meeting.as_ref().is_ok_and(|meeting| meeting.sources(position).len() == 0)
    }

    /// Whether the elements of the result are the maximum of nothing: where one is, all are.
    pub(crate) fn is_empty_reduction(&self) -> bool {
        self.has_element(0) && self.part(0) == Part::Computed && self.is_empty_at(0)
    }

    /// The shape of the result, where the case has one that is judged.
    pub fn shape(&self) -> Option<&[usize]> {
        self.meeting.as_ref().ok().map(Meeting::shape)
    }

    /// The rule that keeps the case from having a result that is judged.
    pub fn breach(&self) -> Option<&Breach> {
        self.meeting.as_ref().err()
    }

    /// Whether the case has a result, but one with more elements than are judged: no backend is asked for it.
    pub fn is_too_large(&self) -> bool {
        self.breach() == Some(&Breach::TooLarge)
    }

    /// Whether the shapes do not broadcast.
    pub(crate) fn shapes_clash(&self) -> bool {
        matches!(self.breach(), Some(Breach::Shapes(_)))
    }

    /// Whether the operator, at the version in force, has an answer that can be judged: one listed type, and no rule broken.
    pub(crate) fn is_well_formed(&self) -> bool {
        self.type_is_listed() && self.meeting.is_ok()
    }

    /// The positions at which two operands meet of which one is a NaN or subnormal, or both are zeros; `None` of a large result,
    /// where nothing is kept.
    pub(crate) fn special_pairs(&self) -> Option<&[usize]> {
        self.alike.is_none().then_some(&self.special_pairs)
    }

    /// The row-major positions of the result; none when a rule is broken.
    pub(crate) fn positions(&self) -> std::ops::Range<usize> {
        0..self.meeting.as_ref().map_or(0, Meeting::count)
    }

    /// Whether all operands have one shape.
    pub(crate) fn equal_shapes(&self) -> bool {
        self.case.operands().windows(2).all(|pair| pair[0].shape() == pair[1].shape())
    }

    /// Whether the operands' element type is one of the operator's at the version in force.
    pub(crate) fn type_is_listed(&self) -> bool {
        match (self.dtype, self.version) {
            (Some(dtype), Some(version)) => (self.case.operator.types)(version).contains(&dtype),
            _ => false,
        }
    }

    /// Whether a dimension of 0 meets a dimension of 1: NumPy and ONNX broadcast them to 0, a rule that takes the maximum
    /// of the dimensions does not.
    pub(crate) fn zero_meets_one(&self) -> bool {
        let Some(shape) = self.shape() else { return false };
        let rank = shape.len();
        let dimension = |input: &Tensor, axis: usize| {
            let missing = rank - input.shape().len();
            if axis < missing { 1 } else { input.shape()[axis - missing] }
        };
        (0..rank).any(|axis| shape[axis] == 0 && self.case.inputs.iter().any(|input| dimension(input, axis) == 1))
    }

    /// Whether two operands meet whose result a source may leave open: a NaN, a subnormal, or nothing but zeros among them.
    pub(crate) fn is_special_pair(&self, position: usize) -> bool {
        let Some(dtype) = self.dtype else { return false };
        let class = |bits| Class::of(dtype, bits);
        let open =
            |class: Class| class.is_nan() || matches!(class, Class::PositiveSubnormal | Class::NegativeSubnormal);
        let mut operands = self.operands_at(position).map(class);
        self.case.operator.direction().is_some()
            && self.sources_at(position).count() == 2
            && self.part(position) == Part::Computed
            && (operands.clone().any(open) || operands.all(Class::is_float_zero))
    }
}

impl Reference {
    fn of(dtype: DType, operator: &Operator, direction: Direction, operands: impl Iterator<Item = u64>) -> Self {
        let mut reference = Self::default();
        for bits in operands {
            let number = decode(dtype, bits);
            let preferred = match reference.greatest {
                None => direction.compare_zeros(number, number).map(|_| Ordering::Greater),
                Some(greatest) => direction.compare_zeros(number, decode(dtype, greatest)),
            };
            match preferred {
                None => reference.first_nan = reference.first_nan.or(Some(bits)),
                Some(Ordering::Greater) => reference.greatest = Some(bits),
                Some(_) => {}
            }
        }
        reference.has_nan = reference.first_nan.is_some();
        if operator.nan == NanRule::Ignored && reference.greatest.is_some() {
            reference.first_nan = None;
        }
        if reference.first_nan.is_none() && reference.greatest.is_none() {
            reference.greatest = Some(direction.identity(dtype));
        }
        let of_nothing = operator.form.is_reduction().then(|| direction.identity(dtype));
        reference.number = reference.greatest.or(of_nothing);
        reference.greatest_is_zero = reference.greatest.is_some_and(|greatest| decode(dtype, greatest).is_float_zero());
        reference
    }

    /// What an element and its bounds have in common: the number is the one that is left.
    fn limited(dtype: DType, limited: Option<Limited>) -> Self {
        let Some(limited) = limited else { return Self::default() };
        let operands = [Some(limited.element), limited.min, limited.max];
        let first_nan = operands.into_iter().flatten().find(|&bits| Class::of(dtype, bits).is_nan());
        let number = limited.number(dtype);
        let greatest_is_zero = number.is_some_and(|bits| decode(dtype, bits).is_float_zero());
        Self { has_nan: first_nan.is_some(), first_nan, greatest: number, greatest_is_zero, number, plain: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference_of(operator: &str, names: &[&str]) -> (Option<u64>, Option<u64>) {
        let parse = |name: &&str| Value::parse(DType::F16, name).expect("a value").bits();
        let operator = Operator::named(operator).expect("an operator");
        let direction = operator.direction().expect("an extremum");
        let operands = names.iter().map(parse);
        let Reference { first_nan, greatest, .. } = Reference::of(DType::F16, operator, direction, operands);
        (first_nan, greatest)
    }

    #[test]
    fn the_first_nan_and_the_greatest_number_wherever_they_stand() {
        let reference = |names: &[&str]| reference_of("Max", names);
        let (nan, other) = ("nan:0x7e01", "nan:0xfd00");
        assert_eq!(reference(&[nan]), (Some(0x7e01), None));
        assert_eq!(reference(&[other, nan]), (Some(0xfd00), None));
        assert_eq!(reference(&[nan, "-inf", other]), (Some(0x7e01), Some(0xfc00)));
        assert_eq!(reference(&["-1.0", other, "1.0", nan]), (Some(0xfd00), Some(0x3c00)));
        assert_eq!(reference(&["-0.0", "-1.0", "-0.0"]), (None, Some(0x8000)));
        for zeros in [["-0.0", "0.0"], ["0.0", "-0.0"]] {
            assert_eq!(reference(&zeros), (None, Some(0)));
            assert_eq!(reference_of("Min", &zeros), (None, Some(0x8000)));
        }
    }

    #[test]
    fn the_minimum_is_the_same_the_other_way_round() {
        assert_eq!(reference_of("Min", &["-1.0", "1.0", "nan:0x7e01"]), (Some(0x7e01), Some(0xbc00)));
        assert_eq!(reference_of("Min", &["0.0", "1.0"]), (None, Some(0)));
    }

    #[test]
    fn a_nan_that_is_ignored_is_the_result_of_nans_alone() {
        let (nan, other) = ("nan:0x7e01", "nan:0xfd00");
        assert_eq!(reference_of("numpy.fmax", &[nan, "-inf"]), (None, Some(0xfc00)));
        assert_eq!(reference_of("numpy.fmin", &["1.0", nan, "-1.0"]), (None, Some(0xbc00)));
        assert_eq!(reference_of("numpy.nanmax", &[other, nan]), (Some(0xfd00), None));
    }

    #[test]
    fn nothing_at_all_is_the_identity() {
        assert_eq!(reference_of("ReduceMax", &[]), (None, Some(0xfc00)));
        assert_eq!(reference_of("ReduceMin", &[]), (None, Some(0x7c00)));
    }
}
