//! .NET's `TensorPrimitives`: spans of one memory, apart, on one another, or overlapping.

use arbitrary::{Result, Unstructured};
use opconform_spec::Attribute;

use super::form::{Content, Form, Mirror};
use super::shapes::length;

/// Where a span begins, as if the memory reached below 0, and its length.
type Span = (isize, usize);

/// The longest span, so that three fit into a memory of the size of other cases.
const LONGEST: usize = 1030;

/// `Max(x, y, destination)`.
pub(super) fn spans(u: &mut Unstructured<'_>) -> Result<Form> {
    let n = length(u)?.min(LONGEST);
    let y_length = if u.ratio(31, 32)? { n } else { n + u.int_in_range(0..=1)? };
    let x = (0, n);
    let y = (near(u, n)?, y_length);
    let (plan, destination) = destination(u, n, &[x, y])?;
    placed(u, plan, &[("x", x), ("y", y), ("destination", destination)])
}

/// `Max(x, y, destination)` with a scalar `y`.
pub(super) fn scalar(u: &mut Unstructured<'_>) -> Result<Form> {
    let n = length(u)?.min(LONGEST);
    let x = (0, n);
    let (plan, destination) = destination(u, n, &[x])?;
    let mut form = placed(u, plan, &[("x", x), ("destination", destination)])?;
    form.push(Vec::new(), Content::Values);
    Ok(form)
}

/// `Max(x)`.
pub(super) fn reduction(u: &mut Unstructured<'_>) -> Result<Form> {
    let n = if u.ratio(15, 16)? { length(u)? } else { 0 };
    Ok(Form { mirror: Mirror::Previous, ..placed(u, "reduction", &[("x", (0, n))])? })
}

/// Where a span of `n` elements begins beside one at 0: after it, on it, or overlapping it.
fn near(u: &mut Unstructured<'_>, n: usize) -> Result<isize> {
    let (n, far) = (n as isize, u.int_in_range(0..=3)? as isize);
    Ok(match u.int_in_range(0..=7)? {
        0..=3 => n + far,
        4 => -n - far,
        5 => 0,
        _ => u.int_in_range(0..=2 * n)? - n,
    })
}

/// The destination of `n` elements: beyond all spans, on one of them, or overlapping one; now and then too short, or longer.
fn destination(u: &mut Unstructured<'_>, n: usize, spans: &[Span]) -> Result<(&'static str, Span)> {
    let on = u.choose(spans)?.0;
    let (plan, start) = match u.int_in_range(0..=7)? {
        0..=2 => {
            let end = spans.iter().map(|&(start, length)| start + length as isize).max().unwrap_or(0);
            ("apart", end + u.int_in_range(0..=3)?)
        }
        3 | 4 => ("in-place", on),
        5 => ("adjacent", on + if u.arbitrary()? { n as isize } else { -(n as isize) }),
        _ => ("overlap", on + near(u, n)?),
    };
    let length = match u.int_in_range(0..=15)? {
        0 => n.saturating_sub(1),
        1 | 2 => n + u.int_in_range(1..=9)?,
        _ => n,
    };
    Ok((plan, (start, length)))
}

/// The spans in a memory that holds them all, with a few elements before and after them.
fn placed(u: &mut Unstructured<'_>, plan: &'static str, spans: &[(&str, Span)]) -> Result<Form> {
    let (before, after): (usize, usize) = (u.int_in_range(0..=5)?, u.int_in_range(0..=5)?);
    let first = spans.iter().map(|&(_, (start, _))| start).min().unwrap_or(0);
    let at = |start: isize| before + (start - first) as usize;
    let end = spans.iter().map(|&(_, (start, length))| at(start) + length).max().unwrap_or(0);
    let mut form = Form::of(plan, [vec![end + after]]);
    for &(name, (start, length)) in spans {
        form.set(name, Attribute::Ints(vec![at(start) as i64, length as i64]));
    }
    if let [("x", x), ("y", y), ..] = *spans {
        form.mirror = Mirror::Spans { x: at(x.0), y: at(y.0), length: x.1 };
    }
    Ok(form)
}
