//! Paddle's legacy `maximum` and `minimum`: the second shape is a contiguous sub-sequence of the first, from `axis` on.

use arbitrary::{Result, Unstructured};
use opconform_spec::Attribute;

use super::form::Form;
use super::shapes;

pub(super) fn form(u: &mut Unstructured<'_>) -> Result<Form> {
    let x = if u.ratio(1, 4)? { vec![shapes::length(u)?] } else { shapes::base(u)? };
    let how = u.int_in_range(0..=15)?;
    let start = u.int_in_range(0..=x.len())?;
    let end = u.int_in_range(start..=x.len())?;
    let (plan, y, axis) = match how {
        0..=3 => ("equal-shapes", x.clone(), -1),
        4..=6 => ("suffix", x[start..].to_vec(), -1),
        7 => ("axis-below", x[start..].to_vec(), u.int_in_range(-3..=-2)?),
        8 => {
            let mut y = x[start..end].to_vec();
            y.iter_mut().take(1).for_each(|dim| *dim += 1);
            ("no-sub-sequence", y, start as i64)
        }
        9 => ("axis-beyond", x[start..end].to_vec(), x.len() as i64),
        10 | 11 => {
            let ones = u.int_in_range(0..=x.len() - end)?;
            ("trailing-ones", x[start..end].iter().copied().chain(vec![1; ones]).collect(), start as i64)
        }
        12 | 13 if x.len() > 1 => {
            // Broadcasting as NumPy's would stretch it.
            let mut y = x.clone();
            y[u.choose_index(x.len() - 1)?] = 1;
            ("inner-one", y, -1)
        }
        _ => ("sub-sequence", x[start..end].to_vec(), start as i64),
    };
    let mut form = Form::of(plan, [x, y]);
    if axis != -1 || u.arbitrary()? {
        form.set("axis", Attribute::Int(axis));
    }
    Ok(form)
}
