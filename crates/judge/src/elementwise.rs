//! A function of two operands, asked for a case of `Max` or `Min`.

use opconform_spec::Case;
use opconform_tensor::{Tensor, broadcast, broadcast_indices};

use crate::mine::Without;
use crate::subject::OfTwo;

/// The result of a case.
pub(crate) fn result(of_two: &OfTwo, case: &Case) -> Result<Tensor, Without> {
    let [x, y] = case.inputs.as_slice() else {
        return Err(Without::NotAsked("it is a function of two operands"));
    };
    if x.dtype() != y.dtype() {
        return Err(Without::IllFormed("operands of two element types".to_owned()));
    }
    let shape = broadcast([x.shape(), y.shape()]).map_err(|error| Without::IllFormed(error.to_string()))?;
    of_two(&spread(x, &shape)?, &spread(y, &shape)?)
}

/// An operand in the shape of the result; where it has that, it stays as it lies in memory.
fn spread(operand: &Tensor, shape: &[usize]) -> Result<Tensor, Without> {
    if operand.shape() == shape {
        return Ok(operand.clone());
    }
    let bits: Vec<u64> = broadcast_indices(operand.shape(), shape).into_iter().map(|at| operand.bits_at(at)).collect();
    Tensor::from_bits(operand.dtype(), shape, &bits).map_err(|error| Without::IllFormed(error.to_string()))
}
