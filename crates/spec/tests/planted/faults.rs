//! Faulty maxima, one fault each, and the right one.

use std::time::Duration;

use opconform_spec::{Case, Outcome};
use opconform_tensor::{Class, DType, Format, Tensor, broadcast, element_count, unravel};

use crate::common::{bits, tensor};

/// The maximum as every profile accepts it: the first NaN, else the greatest with +0 over −0; a refusal of the ill-formed.
pub(crate) fn right(case: &Case) -> Outcome {
    let alike = case.inputs.windows(2).all(|pair| pair[0].dtype() == pair[1].dtype());
    let same_shape = case.inputs.windows(2).all(|pair| pair[0].shape() == pair[1].shape());
    let fits = same_shape || (case.opset >= 8 && broadcast(case.inputs.iter().map(Tensor::shape)).is_ok());
    if case.inputs.is_empty() || !alike || !fits {
        return Outcome::Rejected("ill-formed".to_owned());
    }
    element_wise(case, maximum)
}

fn maximum(dtype: DType, operands: &[u64]) -> u64 {
    let nan = operands.iter().find(|&&bits| Class::of(dtype, bits).is_nan());
    *nan.or(operands.iter().max_by_key(|&&bits| key(dtype, bits))).expect("an operand")
}

/// An integer in the order of the values, with −0 below +0; NaNs stand anywhere.
fn key(dtype: DType, bits: u64) -> i128 {
    let top = 1 << (dtype.bits() - 1);
    let (bits, sign) = (i128::from(bits), bits & top != 0);
    match dtype.format() {
        Format::Float(_) if sign => -1 - (bits - i128::from(top)),
        Format::Signed if sign => bits - 2 * i128::from(top),
        _ => bits,
    }
}

/// Puts `of` to the operands that meet at each element, by right-aligned broadcasting.
fn element_wise(case: &Case, of: fn(DType, &[u64]) -> u64) -> Outcome {
    let rank = case.inputs.iter().map(|input| input.shape().len()).max().unwrap_or(0);
    by_index(case, of, |input, index| {
        let offset = rank - input.shape().len();
        input.shape().iter().zip(&index[offset..]).fold(0, |flat, (&dim, &i)| flat * dim + i % dim)
    })
}

/// The same, with each operand's element found by `locate` from the operand and the index of the result.
fn by_index(case: &Case, of: fn(DType, &[u64]) -> u64, locate: impl Fn(&Tensor, &[usize]) -> usize) -> Outcome {
    let dtype = case.inputs[0].dtype();
    let shape = broadcast(case.inputs.iter().map(Tensor::shape)).expect("shapes that broadcast");
    let element = |position| {
        let index = unravel(position, &shape);
        let meet = |input: &Tensor| input.value(locate(input, &index)).bits();
        of(dtype, &case.inputs.iter().map(meet).collect::<Vec<_>>())
    };
    let elements: Vec<u64> = (0..element_count(&shape).expect("a small result")).map(element).collect();
    Outcome::Output(vec![tensor(dtype, &shape, &elements)])
}

fn without_nans(dtype: DType, operands: &[u64]) -> Vec<u64> {
    operands.iter().copied().filter(|&bits| !Class::of(dtype, bits).is_nan()).collect()
}

/// Maps the right result.
fn then(case: &Case, change: fn(Tensor) -> Tensor) -> Outcome {
    match right(case) {
        Outcome::Output(outputs) => Outcome::Output(outputs.into_iter().map(change).collect()),
        other => other,
    }
}

pub(crate) fn nan_ignored(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| match without_nans(dtype, operands) {
        numbers if numbers.is_empty() => operands[0],
        numbers => maximum(dtype, &numbers),
    })
}

pub(crate) fn second_nan_lost(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| match operands {
        &[first, second] if Class::of(dtype, second).is_nan() => first,
        _ => maximum(dtype, operands),
    })
}

pub(crate) fn last_nan(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| {
        let reversed: Vec<u64> = operands.iter().rev().copied().collect();
        maximum(dtype, &reversed)
    })
}

pub(crate) fn canonical_nan(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| match maximum(dtype, operands) {
        nan if Class::of(dtype, nan).is_nan() => bits(dtype, "nan"),
        number => number,
    })
}

pub(crate) fn nan_of_infinities(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| match operands {
        [a, b] if *a == bits(dtype, "inf") && *b == bits(dtype, "-inf") => bits(dtype, "nan"),
        _ => maximum(dtype, operands),
    })
}

pub(crate) fn nan_is_zero(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| match maximum(dtype, operands) {
        nan if Class::of(dtype, nan).is_nan() => 0,
        number => number,
    })
}

/// A fold from −∞ of a maximum that passes over every NaN.
pub(crate) fn nans_are_nothing(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| {
        let is_nan = |&bits: &u64| Class::of(dtype, bits).is_nan();
        if operands.iter().all(is_nan) { bits(dtype, "-inf") } else { maximum(dtype, operands) }
    })
}

pub(crate) fn second_if_equal(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| match operands {
        &[first, second] if [first, second].iter().all(|&bits| Class::of(dtype, bits).is_float_zero()) => second,
        _ => maximum(dtype, operands),
    })
}

pub(crate) fn from_positive_zero(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| match maximum(dtype, operands) {
        zero if Class::of(dtype, zero).is_float_zero() => 0,
        number => number,
    })
}

pub(crate) fn flushed(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| {
        let greatest = maximum(dtype, operands);
        match Class::of(dtype, greatest) {
            Class::PositiveSubnormal => 0,
            Class::NegativeSubnormal => bits(dtype, "-0.0"),
            _ => greatest,
        }
    })
}

pub(crate) fn infinity_passed_over(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| {
        let finite: Vec<u64> = operands.iter().copied().filter(|&operand| operand != bits(dtype, "inf")).collect();
        maximum(dtype, &finite)
    })
}

/// The right result, rounded through a narrower type and back.
fn through(case: &Case, narrow: fn(f64) -> f64) -> Outcome {
    let Outcome::Output(outputs) = right(case) else { return refused(case) };
    let output = &outputs[0];
    let rounded = |bits: u64| match output.dtype() {
        DType::F32 => u64::from((narrow(f64::from(f32::from_bits(bits as u32))) as f32).to_bits()),
        DType::F64 => narrow(f64::from_bits(bits)).to_bits(),
        _ => narrow(bits as f64) as u64,
    };
    let elements: Vec<u64> = output.to_bits().into_iter().map(rounded).collect();
    Outcome::Output(vec![tensor(output.dtype(), output.shape(), &elements)])
}

pub(crate) fn through_f16(case: &Case) -> Outcome {
    through(case, |number| half::f16::from_f64(number).to_f64())
}

pub(crate) fn through_f32(case: &Case) -> Outcome {
    through(case, |number| f64::from(number as f32))
}

pub(crate) fn through_f64(case: &Case) -> Outcome {
    through(case, |number| number)
}

pub(crate) fn minimum(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| *operands.iter().min_by_key(|&&bits| key(dtype, bits)).expect("an operand"))
}

pub(crate) fn above_all(case: &Case) -> Outcome {
    element_wise(case, |dtype, operands| maximum(dtype, operands) + 1)
}

pub(crate) fn cyclic(case: &Case) -> Outcome {
    let shape = broadcast(case.inputs.iter().map(Tensor::shape)).expect("shapes that broadcast");
    by_index(case, maximum, |input, index| {
        index.iter().zip(&shape).fold(0, |flat, (&i, &dim)| flat * dim + i) % input.len()
    })
}

pub(crate) fn left_aligned(case: &Case) -> Outcome {
    by_index(case, maximum, |input, index| {
        input.shape().iter().zip(index).fold(0, |flat, (&dim, &i)| flat * dim + i % dim)
    })
}

pub(crate) fn flattened(case: &Case) -> Outcome {
    then(case, |output| {
        let count = output.len();
        output.reshape(&[count]).expect("as many elements")
    })
}

pub(crate) fn another_type(case: &Case) -> Outcome {
    then(case, |output| {
        let other = if output.dtype() == DType::F64 { DType::F32 } else { DType::F64 };
        tensor(other, output.shape(), &vec![0; output.len()])
    })
}

pub(crate) fn promoted(case: &Case) -> Outcome {
    Outcome::Output(vec![tensor(DType::F64, case.inputs[0].shape(), &vec![0; case.inputs[0].len()])])
}

pub(crate) fn first_operand(case: &Case) -> Outcome {
    Outcome::Output(vec![case.inputs[0].clone()])
}

pub(crate) fn last_operand(case: &Case) -> Outcome {
    Outcome::Output(vec![case.inputs[case.inputs.len() - 1].clone()])
}

pub(crate) fn negative_infinity(_: &Case) -> Outcome {
    Outcome::Output(vec![tensor(DType::F32, &[], &[bits(DType::F32, "-inf")])])
}

pub(crate) fn twice(case: &Case) -> Outcome {
    match right(case) {
        Outcome::Output(outputs) => Outcome::Output([outputs.clone(), outputs].concat()),
        other => other,
    }
}

pub(crate) fn nothing(_: &Case) -> Outcome {
    Outcome::Output(Vec::new())
}

pub(crate) fn refused(_: &Case) -> Outcome {
    Outcome::Rejected("not today".to_owned())
}

pub(crate) fn crashed(_: &Case) -> Outcome {
    Outcome::Crashed("signal 11".to_owned().into())
}

pub(crate) fn hung(_: &Case) -> Outcome {
    Outcome::TimedOut(Duration::from_secs(10))
}

pub(crate) fn unreadable(_: &Case) -> Outcome {
    Outcome::Malformed("a frame of 3 bytes".to_owned())
}
