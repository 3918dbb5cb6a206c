//! What can be said of a case before anyone has answered it. Worked out once, shared by every clause and backend.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use opconform_tensor::{Class, DType, Tensor, Value};

use crate::case::Case;
use crate::choices::is_subnormal;
use crate::computation::{Computation, Limit, Limited};
use crate::element_sources::{ElementSources, Part, Source};
use crate::equivalence::EquivalenceClasses;
use crate::invalid_case::InvalidCase;
use crate::order::decode;

mod element_operands;
mod in_common;
mod outputs;

pub use element_operands::ElementOperands;
pub(crate) use in_common::Reference;

/// The fewest operands at an element that are many.
pub(crate) const MANY: usize = 16;

/// What the case is, and what its operands are at each element of an output: of its result, and of each [output](Self::outputs) after it,
/// where there is one.
#[derive(Debug)]
pub struct Facts<'a> {
    /// The case.
    pub case: &'a Case,
    /// The version of the operator's definition that is in force; `None` before the first.
    pub version: Option<u32>,
    /// The element type that all operands share; `None` when they differ or there is none.
    pub dtype: Option<DType>,
    /// What meets where in the case: all that it takes to tell whether an answer is well formed.
    operands: ElementOperands<'a>,
    /// The bits of each input, where they meet.
    inputs: Vec<Vec<u64>>,
    /// What is asked again and again of each element that stands for others or for itself, in the order of [`Facts::representatives`].
    references: Vec<Reference>,
    /// Of these elements, those of which documents may say more than which operand is preferred.
    special: Vec<usize>,
    /// What [`Facts::contenders_at`] gives where many operands meet.
    contenders: BTreeMap<usize, Vec<u64>>,
    classes: Option<EquivalenceClasses>,
    /// The elements that are compared between cases: NaNs, subnormals or zeros of two operands meet there. None of a large result, which has
    /// its classes.
    special_pairs: Vec<usize>,
    /// Of the result, the facts of the outputs after it.
    further: Vec<Self>,
}

impl<'a> Facts<'a> {
    /// Works out the facts of a case.
    pub fn new(case: &'a Case) -> Self {
        let further = case.outputs().enumerate().skip(1);
        let further = further.map(|(place, output)| Self::of(ElementOperands::of_output(case, place, output)));
        Self { further: further.collect(), ..Self::of(ElementOperands::of(case)) }
    }

    /// Works out the facts of one output.
    fn of(operands: ElementOperands<'a>) -> Self {
        let case = operands.case;
        let (version, dtype, sources) = (operands.version, operands.dtype, &operands.sources);
        let inputs = match sources {
            Ok(sources) => {
                let constants = sources.constants().iter().map(|&bits| vec![bits]);
                case.inputs.iter().map(Tensor::to_bits).chain(constants).collect()
            }
            Err(_) => Vec::new(),
        };
        let classes = match (dtype, sources, operands.output.computes.extremum()) {
            (Some(dtype), Ok(sources), Some(direction)) => EquivalenceClasses::of(dtype, direction, sources, &inputs),
            _ => None,
        };
        let (references, special, contenders, special_pairs, further) = Default::default();
        let mut facts = Self {
            case,
            version,
            dtype,
            operands,
            inputs,
            references,
            special,
            contenders,
            classes,
            special_pairs,
            further,
        };
        if let Some(dtype) = dtype {
            facts.references = facts.representatives().map(|position| facts.reference_at(dtype, position)).collect();
            facts.special =
                facts.representatives().filter(|&position| facts.reference(position).plain.is_none()).collect();
            facts.contenders = facts.special.iter().filter_map(|&position| facts.among_many(dtype, position)).collect();
            if dtype.is_float() && facts.classes.is_none() {
                facts.special_pairs = facts.positions().filter(|&position| facts.is_special_pair(position)).collect();
            }
        }
        facts
    }

    fn reference_at(&self, dtype: DType, position: usize) -> Reference {
        match self.output().computes {
            Computation::Extremum(direction) => {
                let reference = Reference::of(dtype, self.case.operator, direction, self.operands_at(position));
                let is_computed = self.part(position) == Part::Computed && !self.is_empty_at(position);
                let is_plain = is_computed && !reference.has_nan && !reference.greatest_is_zero;
                let plain = reference.greatest.filter(|&bits| is_plain && !is_subnormal(dtype, bits));
                Reference { plain, ..reference }
            }
            Computation::Limited => Reference::limited(dtype, self.limited_at(position)),
            Computation::Place(direction) => {
                let operands = self.operands_at(position);
                let extremum = Reference::of(dtype, self.case.operator, direction, operands.clone());
                Reference::place(&extremum, operands)
            }
        }
    }

    /// The element and the bounds that meet at a row-major position of the result, of an operator that limits one by the others.
    pub(crate) fn limited_at(&self, position: usize) -> Option<Limited> {
        Limited::of(self.bounds()?, self.operands_at(position))
    }

    /// Whether one of the bounds that an element meets is a NaN.
    pub(crate) fn has_nan_bound(&self) -> bool {
        let is_nan = |bits: u64| self.dtype.is_some_and(|dtype| Class::of(dtype, bits).is_nan());
        let mut limited = self.representatives().filter_map(|position| self.limited_at(position));
        limited.any(|it| [it.min, it.max].into_iter().flatten().any(is_nan))
    }

    /// Whether the lower of the bounds that an element meets is above the upper one.
    pub(crate) fn has_crossed_bounds(&self) -> bool {
        let mut limited = self.representatives().filter_map(|position| self.limited_at(position));
        self.dtype.is_some_and(|dtype| limited.any(|it| it.is_crossed(dtype)))
    }

    /// Which bounds there are, of an operator that limits an element by them.
    fn bounds(&self) -> Option<[bool; 2]> {
        let sources = self.operands.sources.as_ref().ok()?;
        (self.output().computes == Computation::Limited).then(|| sources.bounds())
    }

    /// The first of an element and its bounds, which meet in this order, that has the bits of a value; `None` where none has them, or
    /// the operator limits nothing.
    pub fn limit_of(&self, operands: &[Value], value: Value) -> Option<Limit> {
        let limited = Limited::of(self.bounds()?, operands.iter().map(|operand| operand.bits()))?;
        let all = [(Some(limited.element), Limit::Element), (limited.min, Limit::Lower), (limited.max, Limit::Upper)];
        all.into_iter().find(|(bits, _)| *bits == Some(value.bits())).map(|(_, limit)| limit)
    }

    /// The names of the arguments that the elements at a row-major position of the result come from, as far as they have one: the
    /// bounds of an element, and what else an attribute gives or names.
    pub fn names_at(&self, position: usize) -> Vec<Option<&str>> {
        let [has_min, has_max] = self.bounds().unwrap_or_default();
        let mut bounds = [has_min.then_some("min"), has_max.then_some("max")].into_iter().flatten();
        let inputs = self.case.inputs.len();
        let name = |(input, _): Source| if input < inputs { self.case.name_of(input) } else { bounds.next() };
        self.sources_at(position).map(name).collect()
    }

    /// Row-major positions of the result that stand for all of them: two that are alike are not both there.
    pub(crate) fn representatives(&self) -> impl Iterator<Item = usize> + '_ {
        let (representatives, each) = match &self.classes {
            Some(classes) => (classes.representatives(), 0..0),
            None => (&[][..], self.positions()),
        };
        representatives.iter().copied().chain(each)
    }

    /// Of [these](Self::representatives), the one that stands for an element whatever it is answered: the same is decided of both.
    pub(crate) fn representative_of(&self, position: usize) -> usize {
        self.classes.as_ref().map_or(position, |classes| classes.representative_of(position))
    }

    /// The positions of an answer that stand for all, and for how many each; `None` where each stands for itself.
    pub(crate) fn found(&self, answer: &Tensor) -> Option<Vec<(usize, u64)>> {
        let (classes, sources) = (self.classes.as_ref()?, self.operands.sources.as_ref().ok()?);
        Some(classes.found(sources, &self.inputs, answer))
    }

    /// The bits of the elements that meet at a row-major position of the result, in order. None where it is not known.
    #[inline]
    pub(crate) fn operands_at(&self, position: usize) -> impl ExactSizeIterator<Item = u64> + Clone {
        self.sources_at(position).map(|(input, position)| self.inputs[input][position])
    }

    /// Of the elements that meet at a row-major position of the result, in order, at least those that a document which compares values
    /// may speak of: the first and the last, every NaN, and the numbers that none is preferred to by value. `few` holds them where
    /// they are few.
    pub(crate) fn contenders_at<'f>(&'f self, position: usize, few: &'f mut [u64; MANY]) -> &'f [u64] {
        if let Some(contenders) = self.contenders.get(&position) {
            return contenders;
        }
        let mut count = 0;
        for (place, bits) in few.iter_mut().zip(self.operands_at(position)) {
            *place = bits;
            count += 1;
        }
        &few[..count]
    }

    /// The contenders among the many operands of an extremum.
    fn among_many(&self, dtype: DType, position: usize) -> Option<(usize, Vec<u64>)> {
        let direction = self.output().computes.extremum()?;
        let last = self.sources_at(position).len().checked_sub(1).filter(|&last| last >= MANY)?;
        let greatest = self.reference(position).greatest.map(|bits| decode(dtype, bits));
        let contends = |&(place, bits): &(usize, u64)| {
            let order = greatest.map(|greatest| direction.compare(decode(dtype, bits), greatest));
            place == 0 || place == last || matches!(order, None | Some(None | Some(Ordering::Equal)))
        };
        let contenders = self.operands_at(position).enumerate().filter(contends).map(|(_, bits)| bits);
        Some((position, contenders.collect()))
    }

    /// Where the elements that meet at a row-major position of the result stand: input and row-major position, in order.
    #[inline]
    pub fn sources_at(&self, position: usize) -> impl ExactSizeIterator<Item = Source> + Clone + '_ {
        static NOTHING: ElementSources = ElementSources::of_nothing();
        self.operands.sources.as_ref().unwrap_or(&NOTHING).at(position)
    }

    /// Whether the operands at a row-major position are known: it is one of a result that is worked out.
    pub fn has_element(&self, position: usize) -> bool {
        self.positions().contains(&position)
    }

    /// What becomes of the element at a row-major position.
    pub(crate) fn part(&self, position: usize) -> Part {
        self.operands.sources.as_ref().map_or(Part::Unspecified, |sources| sources.part(position))
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

    /// Of [these](Self::representatives), those where more than the order of the operands may have a say: a NaN, a zero, a subnormal number, a
    /// bound, or nothing is there.
    pub(crate) fn special(&self) -> &[usize] {
        &self.special
    }

    /// What the operands at an element have in common.
    #[inline]
    pub(crate) fn reference(&self, position: usize) -> Reference {
        let place = self.classes.as_ref().map_or(Some(position), |classes| classes.place_of(position));
        // Asked of every element: where nothing is optimised, each step between would copy it.
        match (place.and_then(|place| self.references.get(place)), self.dtype) {
            (Some(&known), _) => known,
            (None, Some(dtype)) => self.reference_at(dtype, position),
            (None, None) => Reference::default(),
        }
    }

    /// Whether no element at all meets at a row-major position of the result.
    pub(crate) fn is_empty_at(&self, position: usize) -> bool {
        self.operands.sources.as_ref().is_ok_and(|sources| sources.at(position).len() == 0)
    }

    /// Whether the elements of the result are the maximum of nothing: where one is, all are.
    pub(crate) fn is_empty_reduction(&self) -> bool {
        self.has_element(0) && self.part(0) == Part::Computed && self.is_empty_at(0)
    }

    /// The shape of the result, where the case has one that is judged.
    pub fn shape(&self) -> Option<&[usize]> {
        self.operands.sources.as_ref().ok().map(ElementSources::shape)
    }

    /// How many elements the result has, where the case has one that is judged.
    pub fn elements(&self) -> Option<usize> {
        Some(self.shape()?.iter().product())
    }

    /// The rule that keeps the case from having a result that is judged.
    pub fn invalid(&self) -> Option<&InvalidCase> {
        self.operands.sources.as_ref().err()
    }

    /// Whether the case has a result, but one with more elements than are judged: no backend is asked for it.
    pub fn is_too_large(&self) -> bool {
        self.invalid() == Some(&InvalidCase::TooLarge)
    }

    /// Whether the shapes do not broadcast.
    pub(crate) fn shapes_clash(&self) -> bool {
        matches!(self.invalid(), Some(InvalidCase::Shapes(_)))
    }

    /// Whether the operator, at the version in force, has an answer that can be judged: one listed type, and no rule broken.
    pub(crate) fn is_well_formed(&self) -> bool {
        self.operands.is_well_formed()
    }

    /// The positions at which two operands meet of which one is a NaN or subnormal, or both are zeros; `None` of a large result,
    /// where nothing is kept.
    pub(crate) fn special_pairs(&self) -> Option<&[usize]> {
        self.classes.is_none().then_some(&self.special_pairs)
    }

    /// The row-major positions of the result; none when a rule is broken.
    pub(crate) fn positions(&self) -> std::ops::Range<usize> {
        0..self.operands.sources.as_ref().map_or(0, ElementSources::count)
    }

    /// Whether all operands have one shape.
    pub(crate) fn equal_shapes(&self) -> bool {
        self.case.operands().windows(2).all(|pair| pair[0].shape() == pair[1].shape())
    }

    /// Whether the operands' element type is one of the operator's at the version in force.
    pub(crate) fn type_is_listed(&self) -> bool {
        self.operands.type_is_listed()
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
        let open = |class: Class| class.is_nan() || class.is_subnormal();
        let mut operands = self.operands_at(position).map(class);
        self.output().computes.extremum().is_some()
            && self.sources_at(position).len() == 2
            && self.part(position) == Part::Computed
            && (operands.clone().any(open) || operands.all(Class::is_float_zero))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Origin;
    use crate::operator::Operator;
    use crate::profile::profiles;

    #[test]
    fn what_is_allowed_of_many_operands_is_allowed_of_the_contenders_among_them() {
        let names =
            ["nan:0x7e01", "nan:0x7c01", "-0.0", "0.0", "5.9604645e-8", "-5.9604645e-8", "1.0", "-1.0", "-inf", "inf"];
        let values = names.map(|name| Value::parse(DType::F16, name).expect("a value").bits());
        let mut state = 1_u64;
        let mut draw = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        let mut fewer = 0;
        for operator in ["ReduceMax", "ReduceMin", "numpy.nanmax", "numpy.amin"] {
            let operator = Operator::named(operator).expect("an operator");
            for _ in 0..500 {
                let some: Vec<u64> = (0..=draw(4)).map(|_| values[draw(values.len())]).collect();
                let bits: Vec<u64> = (0..MANY + draw(9)).map(|_| some[draw(some.len())]).collect();
                let input = Tensor::from_bits(DType::F16, &[bits.len()], &bits).expect("a tensor");
                let origin = Origin { source: "test".into(), seed: None };
                let case = Case::new(operator, operator.newest(), vec![input], "test", origin);
                let facts = Facts::new(&case);
                assert_eq!(facts.positions(), 0..1);
                fewer += usize::from(facts.contenders_at(0, &mut [0; MANY]).len() < bits.len());
                for profile in profiles() {
                    let set = |operands: &[u64]| {
                        let direction = operator.direction().expect("an extremum");
                        profile.choices.set(operator, direction, DType::F16, operands)
                    };
                    assert_eq!(profile.element_set(&facts, 0), set(&bits), "{} of {bits:x?}", profile.name);
                }
            }
        }
        assert!(fewer > 500, "{fewer} of 2,000");
    }
}
