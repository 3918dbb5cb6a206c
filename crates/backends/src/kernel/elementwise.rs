//! The kernels on tensors that are stretched to one shape.

use std::borrow::Cow;

use opconform_kernels::{Isa, Kernel, Maximum, Minimum, Operator, View, broadcast_shape};
use opconform_tensor::{DType, Element, Tensor, broadcast_indices, match_number};

use super::{Refusal, as_numbers, finished, kernel, of_type, room, unreachable_bool};
use crate::rules::{Elementwise, Limits};

/// A tensor, and the shape from which it is stretched.
type Operand<'a> = (&'a Tensor, Cow<'a, [usize]>);

/// The operator where operands meet, and where it is not asked for what was there.
pub(super) fn compute<O: Operator>(isa: Isa, call: &Elementwise) -> Result<Tensor, Refusal> {
    let result = broadcast::<O>(isa, &call.operands)?;
    let met = [Some(&result), call.mask].into_iter().flatten().map(Tensor::shape);
    let shape = call.shape(opconform_tensor::broadcast(met).map_err(|error| error.to_string())?)?;
    if call.mask.is_none() && result.shape() == shape {
        return Ok(result);
    }
    let computed = stretched(&result, &shape);
    let bits: Vec<u64> = match call.mask {
        None => computed,
        Some(mask) => {
            let kept = call.out.map_or_else(|| vec![0; computed.len()], |(_, out)| out.to_bits());
            let chosen = stretched(mask, &shape).into_iter().zip(computed.into_iter().zip(kept));
            chosen.map(|(selected, (computed, kept))| if selected == 0 { kept } else { computed }).collect()
        }
    };
    Ok(Tensor::from_bits(result.dtype(), &shape, &bits).map_err(|error| error.to_string())?)
}

/// "This is equivalent to 'Min(max, Max(input, min))'", and a bound that is not given is none.
pub(super) fn limit(isa: Isa, Limits { data, bounds: [min, max] }: &Limits) -> Result<Tensor, Refusal> {
    let mut result = (*data).clone();
    if let Some(min) = min {
        result = broadcast::<Maximum>(isa, &[whole(&result), whole(min)])?;
    }
    if let Some(max) = max {
        result = broadcast::<Minimum>(isa, &[whole(max), whole(&result)])?;
    }
    Ok(result)
}

/// A tensor under its own shape.
fn whole(tensor: &Tensor) -> Operand<'_> {
    (tensor, tensor.shape().into())
}

/// The elements of a tensor stretched to a shape.
pub(super) fn stretched(tensor: &Tensor, shape: &[usize]) -> Vec<u64> {
    let bits = tensor.to_bits();
    if tensor.shape() == shape {
        return bits;
    }
    broadcast_indices(tensor.shape(), shape).into_iter().map(|at| bits[at]).collect()
}

/// The operator on operands of one element type, each under the shape given for it, stretched to their broadcast shape.
fn broadcast<O: Operator>(isa: Isa, operands: &[Operand]) -> Result<Tensor, Refusal> {
    let dtype = operands.first().map_or(DType::F32, |(tensor, _)| tensor.dtype());
    let numbers = operands.iter().map(|(tensor, _)| as_numbers(tensor)).collect::<Result<Vec<_>, _>>()?;
    let shaped: Vec<(&Tensor, &[usize])> =
        numbers.iter().zip(operands).map(|(tensor, (_, shape))| (&**tensor, &**shape)).collect();
    let kernel = kernel::<O>(isa)?;
    let stored = numbers.first().map_or(DType::F32, |tensor| tensor.dtype());
    let result = match_number!(stored, T => typed_broadcast::<O, T>(kernel, &shaped), other => Err(unreachable_bool()));
    of_type(dtype, result?)
}

fn typed_broadcast<O: Operator, T>(kernel: Kernel<O>, operands: &[(&Tensor, &[usize])]) -> Result<Tensor, Refusal>
where
    T: Element + opconform_kernels::Element,
{
    let views = operands.iter().map(|(tensor, shape)| View::new(tensor.elements::<T>().unwrap_or_default(), shape));
    let views: Vec<View<'_, T>> = views.collect::<Result<_, _>>()?;
    let shape = broadcast_shape(operands.iter().map(|(_, shape)| *shape))?;
    let mut out = room::<T>(&shape)?;
    kernel.broadcast(&views, &mut out)?;
    finished(&shape, &out)
}
