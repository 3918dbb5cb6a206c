//! Paddle's legacy `maximum(x, y, axis=-1)` and `minimum`.

use opconform_spec::Case;
use opconform_tensor::{DType, shape_text};

use super::arguments::int;
use super::call::{Call, Elementwise};

pub(super) fn takes(dtype: DType) -> bool {
    matches!(dtype, DType::F32 | DType::F64 | DType::I32 | DType::I64)
}

/// `maximum(x, y, axis)`.
pub(super) fn maximum(case: &Case) -> Result<Call<'_>, String> {
    let [x, y] = case.inputs.as_slice() else { return Err(format!("{} takes x and y", case.operator.name)) };
    let axis = int(case, "axis")?.unwrap_or(-1);
    let refused = || {
        let (x, y) = (shape_text(x.shape()), shape_text(y.shape()));
        format!("shape {y} is no contiguous sub-sequence of {x} at axis {axis}")
    };
    let placed = place(x.shape(), y.shape(), axis).ok_or_else(refused)?;
    Ok(Call::Elementwise(Elementwise {
        operands: vec![(x, x.shape().into()), (y, placed.into())],
        out: None,
        mask: None,
    }))
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
