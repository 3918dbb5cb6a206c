//! What the faults put in the place of a step, where a case is put in the way that they are about.

use opconform_spec::{Case, Outcome, Way, Which};
use opconform_tensor::{DType, Tensor, element_count};

use crate::rules::stretch::broadcast;
use crate::sound::{answer, fold_of};
use crate::steps::{Call, Lane};
use crate::value::{integer, is_nan};

/// Whether every operand is a constant.
pub(crate) fn is_folded(case: &Case) -> bool {
    matches!(case.way, Way::Initializer(Which::All) | Way::Constant(Which::All))
}

/// Whether an operand, by its place, is a constant.
pub(crate) fn is_constant(case: &Case, place: usize) -> bool {
    match case.way {
        Way::Initializer(which) | Way::Constant(which) => match which {
            Which::First => place == 0,
            Which::Rest => place > 0,
            Which::All => true,
            Which::Last => place == 2,
            Which::Second => place == 1,
            Which::FirstTwo => place < 2,
            Which::Ends => place != 1,
        },
        Way::ClipConstant => place == 1,
        _ => false,
    }
}

/// The fold with other rules where it is asked for, in some ways alone.
pub(crate) fn fold_where(lane: &Lane, asked: bool, pair: fn(&Lane, u64, u64) -> u64) -> u64 {
    let folded = || lane.operands.iter().copied().reduce(|a, b| pair(lane, a, b));
    if asked { folded().unwrap_or_else(|| (lane.steps.empty)(lane)) } else { fold_of(lane, lane.operands) }
}

/// The elements that meet, those of constants changed.
pub(crate) fn with_constants(lane: &Lane, change: impl Fn(u64) -> u64) -> u64 {
    let seen = lane.operands.iter().zip(lane.sources);
    let changed: Vec<u64> =
        seen.map(|(&bits, &(input, _))| if is_constant(lane.call.case, input) { change(bits) } else { bits }).collect();
    fold_of(lane, &changed)
}

/// The case with its operands changed, if it is put in this way.
pub(crate) fn read_in(case: &Case, way: Way, change: impl Fn(&Tensor) -> Option<Tensor>) -> Option<Case> {
    read_at(case, |_| case.way == way, change)
}

/// The case with some of its operands changed, by their places; `None` where there are none.
pub(crate) fn read_at(
    case: &Case,
    is_changed: impl Fn(usize) -> bool,
    change: impl Fn(&Tensor) -> Option<Tensor>,
) -> Option<Case> {
    let operands = case.operands().len();
    let places: Vec<usize> = (0..operands).filter(|&place| is_changed(place)).collect();
    let mut inputs = (!places.is_empty()).then(|| case.inputs.clone())?;
    for place in places {
        inputs[place] = change(&inputs[place])?;
    }
    Some(case.clone().with_inputs(inputs))
}

/// A tensor whose element at each row-major position is that of another position.
pub(crate) fn moved(tensor: &Tensor, from: impl Fn(usize) -> usize) -> Option<Tensor> {
    let bits: Vec<u64> = (0..tensor.len()).map(|position| tensor.bits_at(from(position))).collect();
    Tensor::from_bits(tensor.dtype(), tensor.shape(), &bits).ok()
}

/// The length of the last axis.
pub(crate) fn last(tensor: &Tensor) -> usize {
    tensor.shape().last().copied().unwrap_or(1)
}

/// The result in another shape, if the case is put in this way.
pub(crate) fn shaped(call: &Call, result: &Tensor, way: Way, shape: impl Fn(&[usize]) -> Vec<usize>) -> Outcome {
    let shape = if call.case.way == way { shape(result.shape()) } else { result.shape().to_vec() };
    answer(result.clone().reshape(&shape))
}

/// A number of f64, or a signed integer of 32 or 64 bits, as f32 has it.
pub(crate) fn through_f32(lane: &Lane, bits: u64) -> u64 {
    let signed = || integer(lane.dtype, bits) as f32;
    match lane.dtype {
        DType::F64 if !is_nan(lane.dtype, bits) => f64::from(f64::from_bits(bits) as f32).to_bits(),
        DType::I32 => u64::from((signed() as i32).cast_unsigned()),
        DType::I64 => (signed() as i64).cast_unsigned(),
        _ => bits,
    }
}

/// Some operands, spread out to the shape of the result in the order in which their elements lie.
pub(crate) fn spread_in_order(case: &Case, is_spread: impl Fn(usize) -> bool) -> Option<Case> {
    let shapes: Vec<&[usize]> = case.operands().iter().map(Tensor::shape).collect();
    let shape = broadcast(&shapes).ok()?;
    read_at(case, is_spread, |tensor| {
        let count = element_count(&shape)?;
        let bits: Vec<u64> = (0..count).map(|position| tensor.bits_at(position % tensor.len().max(1))).collect();
        Tensor::from_bits(tensor.dtype(), &shape, &bits).ok()
    })
}
