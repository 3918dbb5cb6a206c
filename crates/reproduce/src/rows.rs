//! A case as rows: what meets at each element of the result, for implementations that take elements and no tensors.

use opconform_spec::Case;
use opconform_tensor::{DType, Tensor, broadcast, broadcast_indices};

use crate::allowed::Allowed;
use crate::expected::{Answer, Expected};
use crate::why::Why;

/// One element of the result.
pub(crate) struct Row<'a> {
    /// The operands that meet there, in order, as bits.
    pub(crate) operands: Vec<u64>,
    /// What is allowed of their maximum.
    pub(crate) allowed: &'a Allowed,
}

/// The rows of an element-wise case, and their element type; `callee` is who takes them.
pub(crate) fn rows<'a>(
    case: &Case,
    expected: &'a Expected,
    callee: &'static str,
) -> Result<(DType, Vec<Row<'a>>), Why> {
    // Inputs after the operands say where a result is put: a function of elements puts it nowhere.
    let inputs = case.operands();
    let (Answer::Tensor { dtype, shape, elements }, false) = (&expected.answer, inputs.len() < case.inputs.len())
    else {
        return Err(Why::Shapes(callee));
    };
    if inputs.iter().any(|input| input.dtype() != *dtype) {
        return Err(Why::MixedTypes(callee));
    }
    if broadcast(inputs.iter().map(Tensor::shape)).ok().as_ref() != Some(shape) {
        return Err(Why::Shapes(callee));
    }
    let columns: Vec<(Vec<u64>, Vec<usize>)> =
        inputs.iter().map(|input| (input.to_bits(), broadcast_indices(input.shape(), shape))).collect();
    let row = |(position, allowed)| Row {
        operands: columns.iter().map(|(bits, at): &(Vec<u64>, Vec<usize>)| bits[at[position]]).collect(),
        allowed,
    };
    Ok((*dtype, elements.iter().enumerate().map(row).collect()))
}
