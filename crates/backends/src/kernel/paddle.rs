//! Paddle's legacy `maximum(x, y, axis=-1)` and `minimum`.

use opconform_kernels::{Isa, Operator};
use opconform_spec::Case;
use opconform_tensor::{DType, Tensor, shape_text};

use super::arguments::{int, listed, no_other, one_type};
use super::{Refusal, broadcast};

/// `maximum(x, y, axis)`.
pub(super) fn maximum<O: Operator>(isa: Isa, case: &Case) -> Result<Tensor, Refusal> {
    let name = case.operator.name;
    no_other(case, &["axis"])?;
    let [x, y] = case.inputs.as_slice() else { return Err(Refusal::IllFormed(format!("{name} takes x and y"))) };
    let dtype = one_type(&[x, y], name)?;
    listed(dtype, &[DType::F32, DType::F64, DType::I32, DType::I64], name)?;
    let axis = int(case, "axis")?.unwrap_or(-1);
    let refused = || {
        let (x, y) = (shape_text(x.shape()), shape_text(y.shape()));
        Refusal::IllFormed(format!("shape {y} is no contiguous sub-sequence of {x} at axis {axis}"))
    };
    let placed = place(x.shape(), y.shape(), axis).ok_or_else(refused)?;
    broadcast::<O>(isa, &[(x, x.shape()), (y, &placed)])
}

/// The shape of `y` with ones for the dimensions of `x` that it does not have, if it is that of `x`, whatever the axis, or fits
/// `x` at the axis.
fn place(x: &[usize], y: &[usize], axis: i64) -> Option<Vec<usize>> {
    if x == y {
        return Some(y.to_vec());
    }
    let start = if axis == -1 { x.len().checked_sub(y.len())? } else { usize::try_from(axis).ok()? };
    let trailing = y.iter().rev().take_while(|&&dim| dim == 1).count();
    let own = &y[..y.len() - trailing];
    if x.get(start..)?.get(..own.len())? != own {
        return None;
    }
    let after = x.len() - start - own.len();
    Some([vec![1; start], own.to_vec(), vec![1; after]].concat())
}
