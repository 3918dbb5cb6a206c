//! Cases that are no smaller, but the usual way to write what they show: what is left of one fault is then one case, whatever
//! it was shrunk from.
//!
//! Each step goes down a list of its own, so that there is an end to them: the newest operator set first, the plainest
//! dimensions, the first axes.

use opconform_spec::{Attribute, Case, Form};
use opconform_tensor::{DType, Tensor, Value};

use super::super::Violation;
use super::super::simpler::simpler;
use super::{LONGEST_ROW, rebuilt, with_bits};
use crate::alone;

/// The shapes that show what is wrong with a whole answer, the plainest first; the last one only where an operand has no elements anyway.
const SHAPES: [&[usize]; 4] = [&[], &[1], &[2], &[0]];

/// Operands that get such shapes, at most.
const FEW: usize = 3;

/// The axes that show what is wrong with axes, the plainest first.
const AXES: [i64; 5] = [0, 1, -1, 2, -2];

/// The operator set from which a reduction's axes are an input.
const AXES_AS_INPUT: u32 = 18;

/// The same in a form that is more usual.
pub(super) fn of(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    row(case).into_iter().chain(newer_opsets(case)).chain(plainer_shapes(violation)).chain(plainer_axes(case))
}

/// All elements that a reduction takes, as one row: of a lower rank, though no smaller.
fn row(case: &Case) -> Option<Case> {
    let data = case.operands().first().filter(|data| data.shape().len() > 1 && data.len() <= LONGEST_ROW)?;
    let elements: Vec<Value> = (0..data.len()).map(|at| data.value(at)).collect();
    alone::row(case, &elements)
}

/// At a newer operator set, the newest first.
fn newer_opsets(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let newest_first = case.operator.versions.iter().rev().copied();
    newest_first.take_while(|&version| version != case.opset).filter_map(|version| at_opset(case, version))
}

/// At another operator set, with the axes, or the bounds, where that one has them.
fn at_opset(case: &Case, opset: u32) -> Option<Case> {
    let (mut inputs, mut attributes) = (case.inputs.clone(), case.attributes.clone());
    let is_reduction = case.operator.form == Form::OnnxReduction;
    if is_reduction && (case.opset < AXES_AS_INPUT) != (opset < AXES_AS_INPUT) {
        match (attributes.remove("axes"), inputs.len()) {
            (Some(Attribute::Ints(axes)), 1) if opset >= AXES_AS_INPUT => inputs.push(list(&axes)?),
            (None, 2) if opset < AXES_AS_INPUT => {
                attributes.insert("axes".to_owned(), Attribute::Ints(integers(&inputs.pop()?)));
            }
            (None, 1) => {}
            _ => return None,
        }
    }
    let version = case.operator.version_at(opset)?;
    for name in case.operator.named_inputs(version) {
        let Some(Attribute::Float { f32 }) = attributes.get(name) else { continue };
        let dtype = inputs.first()?.dtype();
        let bound = Value::new(DType::F32, u64::from(*f32)).exactly(dtype)?;
        attributes.insert(name.to_owned(), Attribute::Input { input: inputs.len() });
        inputs.push(rebuilt(dtype, &[], &[bound.bits()], 0)?);
    }
    Some(case.clone().with_inputs(inputs).with_attributes(attributes).with_opset(opset))
}

/// Where a whole answer is wrong: operands of the plainest shapes that show it.
fn plainer_shapes(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    let count = case.operands().len();
    let applies =
        violation.witness.position.is_none() && (1..=FEW).contains(&count) && !case.operator.form.is_of_spans();
    let has_empty = case.operands().iter().any(Tensor::is_empty);
    let shapes = if has_empty { &SHAPES[..] } else { &SHAPES[..SHAPES.len() - 1] };
    let rank = |input: &Tensor| shapes.iter().position(|&shape| shape == input.shape()).unwrap_or(shapes.len());
    let now: Vec<usize> = case.operands().iter().map(rank).collect();
    let combinations = if applies { shapes.len().pow(count as u32) } else { 0 };
    // The digits of a number are the shapes: they count up to those at hand.
    let digits = move |number: usize| -> Vec<usize> {
        (0..count).rev().map(|place| number / shapes.len().pow(place as u32) % shapes.len()).collect()
    };
    (0..combinations).map(digits).take_while(move |ranks| *ranks < now).filter_map(|ranks| {
        let mut inputs = case.inputs.clone();
        for (input, rank) in inputs.iter_mut().zip(ranks) {
            let one = simpler(input.dtype()).first().copied()?;
            let bits = vec![one; shapes[rank].iter().product()];
            *input = rebuilt(input.dtype(), shapes[rank], &bits, input.offset())?;
        }
        Some(case.clone().with_inputs(inputs))
    })
}

/// With fewer axes, or with a plainer one.
fn plainer_axes(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let axes = axes(case).unwrap_or_default();
    let without = (0..axes.len()).filter(|_| axes.len() > 1).map(|place| {
        let mut fewer = axes.clone();
        fewer.remove(place);
        fewer
    });
    let plainer = axes.iter().enumerate().flat_map(|(place, axis)| {
        let (axes, axis) = (axes.clone(), *axis);
        AXES.into_iter().take_while(move |&plain| plain != axis).map(move |plain| {
            let mut plainer = axes.clone();
            plainer[place] = plain;
            plainer
        })
    });
    let lists: Vec<Vec<i64>> = without.chain(plainer).collect();
    lists.into_iter().filter_map(|axes| with_axes(case, &axes))
}

/// The axes of one of ONNX's reductions.
pub(crate) fn axes(case: &Case) -> Option<Vec<i64>> {
    let is_reduction = case.operator.form == Form::OnnxReduction;
    match (case.attributes.get("axes"), case.inputs.get(1)) {
        (Some(Attribute::Ints(axes)), None) if is_reduction => Some(axes.clone()),
        (None, Some(axes)) if is_reduction && axes.dtype() == DType::I64 => Some(integers(axes)),
        _ => None,
    }
}

/// The reduction of other elements over these axes, by one of ONNX's.
pub(crate) fn over_axes(case: &Case, data: Tensor, axes: &[i64]) -> Option<Case> {
    let (mut inputs, mut attributes) = (vec![data], case.attributes.clone());
    if case.opset < AXES_AS_INPUT {
        attributes.insert("axes".to_owned(), Attribute::Ints(axes.to_vec()));
    } else {
        inputs.push(list(axes)?);
    }
    (case.operator.form == Form::OnnxReduction).then(|| case.clone().with_inputs(inputs).with_attributes(attributes))
}

/// The same with other axes, where they are.
pub(crate) fn with_axes(case: &Case, axes: &[i64]) -> Option<Case> {
    if let Some(input) = case.inputs.get(1) {
        let axes = if axes.len() == input.len() {
            with_bits(input, &axes.iter().map(|axis| axis.cast_unsigned()).collect::<Vec<_>>())?
        } else {
            list(axes)?
        };
        return Some(case.clone().with_inputs(vec![case.inputs[0].clone(), axes]));
    }
    let mut attributes = case.attributes.clone();
    attributes.insert("axes".to_owned(), Attribute::Ints(axes.to_vec()));
    Some(case.clone().with_attributes(attributes))
}

fn list(axes: &[i64]) -> Option<Tensor> {
    let bits: Vec<u64> = axes.iter().map(|axis| axis.cast_unsigned()).collect();
    Tensor::from_bits(DType::I64, &[axes.len()], &bits).ok()
}

fn integers(axes: &Tensor) -> Vec<i64> {
    axes.to_bits().into_iter().map(u64::cast_signed).collect()
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Operator, Origin};

    use super::*;

    #[test]
    fn what_is_reduced_gets_one_row() {
        let data = Tensor::from_bits(DType::I32, &[2, 2], &[1, 2, 3, 4]).expect("a tensor");
        let of = |name: &str| {
            let operator = Operator::named(name).expect("an operator");
            let origin = Origin { source: "test".into(), seed: None };
            Case::new(operator, operator.newest(), vec![data.clone()], "row", origin)
        };
        let flat = row(&of("ReduceMax")).expect("a row");
        assert_eq!((flat.inputs.len(), flat.inputs[0].shape()), (1, &[4][..]));
        assert_eq!(flat.inputs[0].to_bits(), data.to_bits());
        // Once it is one, that is the end of it; and what is compared element by element has no rows.
        assert!(row(&flat).is_none() && row(&of("Max")).is_none());
    }
}
