//! The kernels along axes of one tensor.

use opconform_kernels::{Isa, Operator, View};
use opconform_tensor::{DType, Tensor, Value, broadcast_indices, element_count, match_number};

use super::elementwise::stretched;
use super::{Refusal, as_numbers, finished, kernel, of_type, room, unreachable_bool};
use crate::rules::Reduction;

/// The operator along the axes that are reduced.
pub(super) fn compute<O: Operator>(isa: Isa, call: &Reduction, is_minimum: bool) -> Result<Tensor, Refusal> {
    let (data, shape) = (call.data, call.shape());
    let Some((_, initial)) = call.initial else {
        if call.has_identity && data.is_empty() && !shape.contains(&0) {
            return identity(data.dtype(), &shape, is_minimum);
        }
        let axes = (0..).zip(&call.reduced).filter(|(_, is_reduced)| **is_reduced).map(|(axis, _)| axis);
        return reduced::<O>(isa, data, &axes.collect::<Vec<_>>(), &shape);
    };
    let selected = call.mask.map_or_else(|| vec![1; data.len()], |mask| stretched(mask, data.shape()));
    let target = broadcast_indices(&call.kept_shape(), data.shape());
    let mut groups = vec![initial.to_bits(); element_count(&shape).unwrap_or(0)];
    for (at, bits) in data.to_bits().into_iter().enumerate().filter(|&(at, _)| selected[at] != 0) {
        groups[target[at]].push(bits);
    }
    let reduce = |group: Vec<u64>| -> Result<u64, Refusal> {
        let row = Tensor::from_bits(data.dtype(), &[group.len()], &group).map_err(|error| error.to_string())?;
        Ok(reduced::<O>(isa, &row, &[0], &[])?.value(0).bits())
    };
    let bits = groups.into_iter().map(reduce).collect::<Result<Vec<u64>, _>>()?;
    Ok(Tensor::from_bits(data.dtype(), &shape, &bits).map_err(|error| error.to_string())?)
}

/// The operator on all elements along the axes that are marked; the result has `shape`.
fn reduced<O: Operator>(isa: Isa, tensor: &Tensor, axes: &[isize], shape: &[usize]) -> Result<Tensor, Refusal> {
    let numbers = as_numbers(tensor)?;
    let kernel = kernel::<O>(isa)?;
    let result = match_number!(numbers.dtype(), T => {
        let view = View::new(numbers.elements::<T>().unwrap_or_default(), numbers.shape())?;
        let mut out = room::<T>(shape)?;
        kernel.reduce_axes(&view, axes, &mut out)?;
        finished(shape, &out)
    }, other => Err(unreachable_bool()));
    of_type(tensor.dtype(), result?)
}

/// "minus infinity (if supported by the datatype) or the minimum value of the data type otherwise", and the mirror of it.
fn identity(dtype: DType, shape: &[usize], is_minimum: bool) -> Result<Tensor, Refusal> {
    let text = match (dtype, is_minimum) {
        (DType::Bool, false) => "false",
        (DType::Bool, true) => "true",
        (_, false) if dtype.is_float() => "-inf",
        (_, true) if dtype.is_float() => "inf",
        (DType::U8 | DType::U32 | DType::U64, false) => "0",
        (_, false) => "min",
        (_, true) => "max",
    };
    let value = Value::parse(dtype, text).map_err(|error| error.to_string())?;
    let count = element_count(shape).unwrap_or(0);
    Ok(Tensor::from_bits(dtype, shape, &vec![value.bits(); count]).map_err(|error| error.to_string())?)
}
