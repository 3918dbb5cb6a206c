//! What all cases that show a violation have in common, where the same without it does not show it: seen of the cases alone it could be
//! chance, and so the implementation is asked for the smallest of them without it.

use std::slice;

use opconform_spec::{Case, Facts, Form};
use opconform_tensor::Tensor;

use crate::settings::NEGATIVE_AXIS;
use crate::shrink::{axes, over_axes, with_axes};

/// What a case has that others do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    /// Its result is of one element.
    OneElement,
    /// It is the reduction of some axes, and the last one is none of them.
    LastAxisKept,
    /// It is the reduction of some axes, one of which is counted from the end.
    NegativeAxis,
    /// It is a reduction of all axes, of which it names none.
    NoAxes,
    /// What meets stands behind the middle of a row.
    SecondHalf,
}

/// Cases that have a condition, and cases that have not, and differ in nothing else.
type Trials = [Vec<Case>; 2];

impl Condition {
    const ALL: [Self; 5] = [Self::OneElement, Self::LastAxisKept, Self::NegativeAxis, Self::NoAxes, Self::SecondHalf];

    /// The condition in words that follow "with".
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::OneElement => "a result of one element",
            Self::LastAxisKept => "axes that leave out the last one",
            Self::NegativeAxis => NEGATIVE_AXIS,
            Self::NoAxes => "no axes named",
            Self::SecondHalf => "what stands in the second half of a row",
        }
    }

    fn holds(self, case: &Case) -> bool {
        let is_reduction = case.operator.form == Form::OnnxReduction;
        match self {
            Self::OneElement => Facts::new(case).elements() == Some(1),
            Self::LastAxisKept => axes(case).is_some_and(|axes| {
                let rank = case.inputs[0].shape().len() as i64;
                !axes.is_empty() && !axes.iter().any(|&axis| axis == -1 || axis == rank - 1)
            }),
            Self::NegativeAxis => axes(case).is_some_and(|axes| axes.iter().any(|&axis| axis < 0)),
            Self::NoAxes => is_reduction && axes(case).is_none_or(|axes| axes.is_empty()),
            Self::SecondHalf => case.operands().iter().any(|operand| operand.len() > 1),
        }
    }

    /// Cases of the same elements that meet, with the condition and without it; `None` where there are no such.
    fn trials(self, case: &Case) -> Option<Trials> {
        let [data, ..] = case.operands() else { return None };
        let is_row = is_reduced_row(case);
        match (self, data.shape()) {
            (Self::OneElement, _) if is_row => {
                let stacked = |count: usize| over_axes(case, rows(data, count, &[data.len()])?, &[1]);
                Some([vec![stacked(1)?], vec![stacked(2)?]])
            }
            (Self::OneElement, _) if is_compared(case, 1) => {
                let stacked = |count: usize| mapped(case, |input| rows(input, count, &[]));
                Some([vec![stacked(1)?], vec![stacked(2)?]])
            }
            (Self::LastAxisKept, &[height, width]) => {
                let elements = data.to_bits();
                let turned = (0..height * width).map(|at| elements[at % height * width + at / height]);
                let turned = Tensor::from_bits(data.dtype(), &[width, height], &turned.collect::<Vec<_>>()).ok()?;
                Some([vec![case.clone()], vec![over_axes(case, turned, &[1])?]])
            }
            (Self::NegativeAxis, _) => Some([vec![case.clone()], vec![from_the_front(case)?]]),
            (Self::NoAxes, shape) => {
                // A scalar has no axis that could be named, and a row of one element has.
                let shape = if shape.is_empty() { &[1][..] } else { shape };
                let data = Tensor::from_bits(data.dtype(), shape, &data.to_bits()).ok()?;
                let all: Vec<i64> = (0..shape.len() as i64).collect();
                let with = case.clone().with_inputs([slice::from_ref(&data), &case.inputs[1..]].concat());
                Some([vec![with], vec![over_axes(case, data, &all)?]])
            }
            (Self::SecondHalf, _) if data.len() == 2 && is_row || is_compared(case, 2) => {
                let at = |(length, place): (usize, usize)| mapped(case, |input| moved(input, length, place));
                let places = ROWS.into_iter().flat_map(|length| (0..length).map(move |place| (length, place)));
                let (behind, before): (Vec<_>, Vec<_>) = places.partition(|(length, place)| 2 * place >= *length);
                let all = |places: Vec<(usize, usize)>| places.into_iter().map(at).collect::<Option<Vec<Case>>>();
                Some([all(behind)?, all(before)?])
            }
            _ => None,
        }
    }
}

/// The same reduction with every axis counted from the front.
pub(crate) fn from_the_front(case: &Case) -> Option<Case> {
    let rank = case.inputs.first()?.shape().len() as i64;
    let front: Vec<i64> = axes(case)?.into_iter().map(|axis| if axis < 0 { axis + rank } else { axis }).collect();
    with_axes(case, &front)
}

/// Whether a case is one of ONNX's reductions of a row that is reduced as a whole.
fn is_reduced_row(case: &Case) -> bool {
    case.operator.form == Form::OnnxReduction && axes(case).is_none() && case.inputs[0].shape().len() == 1
}

/// Whether rows of so many elements are compared, or are with operands of one, and nothing else is given.
fn is_compared(case: &Case, count: usize) -> bool {
    let form = case.operator.form;
    let is_plain = form.compares() && !form.is_of_spans() && case.operands().len() == case.inputs.len();
    let lengths = || case.inputs.iter().map(Tensor::len);
    is_plain && lengths().max() == Some(count) && lengths().all(|it| it == 1 || it == count)
}

/// The case with something else in the place of each input.
fn mapped(case: &Case, input: impl Fn(&Tensor) -> Option<Tensor>) -> Option<Case> {
    Some(case.clone().with_inputs(case.inputs.iter().map(input).collect::<Option<_>>()?))
}

/// A row of so many elements, each the first of two but for the one at a place, which is the second; or each the only one.
fn moved(input: &Tensor, length: usize, place: usize) -> Option<Tensor> {
    let (bits, last) = (input.to_bits(), input.len() - 1);
    let row: Vec<u64> = (0..length).map(|at| bits[if at == place { last } else { 0 }]).collect();
    Tensor::from_bits(input.dtype(), &[length], &row).ok()
}

/// The lengths of rows by which a half is told from a chunk.
const ROWS: [usize; 2] = [8, 16];

/// So many times the elements of a tensor, each time in this shape.
fn rows(input: &Tensor, count: usize, shape: &[usize]) -> Option<Tensor> {
    Tensor::from_bits(input.dtype(), &[&[count], shape].concat(), &input.to_bits().repeat(count)).ok()
}

/// The conditions that all cases have which show a violation.
#[derive(Default)]
pub(crate) struct Conditions {
    /// Those without which it is not there.
    pub(crate) needed: Vec<Condition>,
    /// Those of which that cannot be asked.
    pub(crate) open: Vec<Condition>,
}

impl Conditions {
    /// Those of a witness and of all cases that show the same; `violates` says of a case whether it does, where that can be said.
    pub(crate) fn of<'a>(
        witness: &Case,
        seen: &(impl Iterator<Item = &'a Case> + Clone),
        violates: impl Fn(&Case) -> Option<bool>,
    ) -> Self {
        let is_shared = |it: &Condition| it.holds(witness) && seen.clone().all(|case| it.holds(case));
        let are = |cases: &[Case], wrong: bool| {
            cases.iter().try_fold(true, |so_far, it| Some(so_far && violates(it)? == wrong))
        };
        let mut all = Self::default();
        for condition in Condition::ALL.into_iter().filter(is_shared) {
            let Some([with, without]) = condition.trials(witness) else {
                all.open.push(condition);
                continue;
            };
            match are(&with, true).zip(are(&without, false)) {
                Some((true, true)) => all.needed.push(condition),
                Some(_) => {}
                None => all.open.push(condition),
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Attribute, Operator, Origin};
    use opconform_tensor::DType;

    use super::*;

    fn case(name: &str, inputs: Vec<Tensor>) -> Case {
        let operator = Operator::named(name).expect("an operator");
        Case::new(operator, operator.newest(), inputs, "told", Origin { source: "test".into(), seed: None })
    }

    fn tensor(shape: &[usize]) -> Tensor {
        let bits: Vec<u64> = (0..shape.iter().product::<usize>() as u64).collect();
        Tensor::from_bits(DType::I32, shape, &bits).expect("a tensor")
    }

    /// What is told where a case is wrong just if this is so.
    fn told(witness: &Case, seen: &[&Case], is_wrong: impl Fn(&Case) -> bool) -> Vec<Condition> {
        Conditions::of(witness, &seen.iter().copied().chain([witness]), |case| Some(is_wrong(case))).needed
    }

    fn over(shape: &[usize], axes: &[i64]) -> Case {
        over_axes(&case("ReduceMax", vec![tensor(shape)]), tensor(shape), axes).expect("a reduction")
    }

    #[test]
    fn an_axis_that_no_rank_reaches_is_no_last_axis() {
        assert!(Condition::LastAxisKept.holds(&over(&[3, 1], &[i64::MAX, i64::MIN])));
    }

    #[test]
    fn a_condition_is_told_where_the_same_is_right_without_it_and_then_only() {
        let (pair, row) = (case("Max", vec![tensor(&[]), tensor(&[1])]), case("ReduceMax", vec![tensor(&[3])]));
        let (column, scalar) = (over(&[3, 1], &[0]), case("ReduceMax", vec![tensor(&[])]));
        for (witness, condition) in [
            (&pair, Condition::OneElement),
            (&row, Condition::OneElement),
            (&column, Condition::LastAxisKept),
            (&over(&[2, 3], &[-1]), Condition::NegativeAxis),
            (&row, Condition::NoAxes),
            (&scalar, Condition::NoAxes),
        ] {
            assert_eq!(told(witness, &[], |case| condition.holds(case)).first(), Some(&condition), "{condition:?}");
            assert_eq!(told(witness, &[], |_| true), [], "{condition:?}");
        }
        // Of other cases some show it.
        let longer = case("Max", vec![tensor(&[2]), tensor(&[2])]);
        assert_eq!(told(&pair, &[&longer], |case| Condition::OneElement.holds(case)), []);
    }

    #[test]
    fn a_half_is_told_from_an_element_and_from_a_chunk() {
        let (pair, row) = (case("Max", vec![tensor(&[2]), tensor(&[2])]), case("ReduceMax", vec![tensor(&[2])]));
        for witness in [pair, row] {
            let by_place = |is_wrong: fn(usize, usize) -> bool| {
                let place = |case: &Case| case.inputs[0].to_bits().iter().position(|&bits| bits == 1).expect("a place");
                told(&witness, &[], |case| is_wrong(place(case), case.inputs[0].len()))
            };
            let is_half = |is_wrong| by_place(is_wrong).contains(&Condition::SecondHalf);
            assert!(is_half(|place, length| 2 * place >= length));
            assert!(!is_half(|place, length| place + 1 == length));
            assert!(!is_half(|place, _| place >= 4));
        }
    }

    #[test]
    fn what_cannot_be_asked_is_left_open() {
        let row = case("ReduceMax", vec![tensor(&[2])]);
        let conditions = Conditions::of(&row, &std::iter::empty(), |_| None);
        assert_eq!((conditions.needed, conditions.open.contains(&Condition::NoAxes)), (vec![], true));
    }

    #[test]
    fn what_differs_in_its_rank_too_is_not_said_to_differ_in_its_elements() {
        let scalars = case("Max", vec![tensor(&[]), tensor(&[])]);
        assert_eq!(told(&scalars, &[], |case| case.inputs[0].shape().is_empty()), []);
    }

    #[test]
    fn axes_are_told_by_their_place_from_either_end() {
        let kept = |shape: &[usize], axes: &[i64]| Condition::LastAxisKept.holds(&over(shape, axes));
        assert!(kept(&[2, 3], &[0]) && kept(&[2, 3], &[-2]));
        assert!(!kept(&[2, 3], &[1]) && !kept(&[2, 3], &[-1]) && !kept(&[2, 3], &[0, 1]) && !kept(&[2, 3], &[]));
        let [_, turned] = Condition::LastAxisKept.trials(&over(&[3, 2], &[0])).expect("trials");
        let turned = &turned[0];
        assert_eq!((turned.inputs[0].shape(), turned.inputs[0].to_bits()), (&[2, 3][..], vec![0, 2, 4, 1, 3, 5]));
        let before = case("ReduceMax", vec![tensor(&[2])]).with_opset(13);
        let named = over_axes(&before, tensor(&[2]), &[0]).expect("a reduction");
        assert_eq!(named.attributes.get("axes"), Some(&Attribute::Ints(vec![0])));
    }
}
