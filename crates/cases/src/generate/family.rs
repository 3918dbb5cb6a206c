//! Generated cases of the operators that are no plain broadcast: reductions, spans, `out` and `where`, sub-sequences.

use arbitrary::{Result, Unstructured};
use opconform_spec::{Attribute, Attributes, Case, Operator, Origin};
use opconform_tensor::{DType, Tensor, element_count};

use super::{SOURCE, palette};
use crate::draft::tensor;

/// Dimensions of a tensor.
const DIMS: [usize; 8] = [1, 2, 3, 2, 4, 5, 17, 0];

/// Lengths of spans and rows.
const LENGTHS: [usize; 8] = [1, 2, 3, 7, 8, 16, 17, 33];

/// A type that the version lists; now and then any.
fn dtype(u: &mut Unstructured<'_>, operator: &Operator, opset: u32) -> Result<DType> {
    let listed = operator.version_at(opset).map_or(&[] as &[DType], operator.types);
    let choices = if u.ratio(31, 32)? && !listed.is_empty() { listed } else { &DType::ALL };
    u.choose(choices).copied()
}

fn shape(u: &mut Unstructured<'_>) -> Result<Vec<usize>> {
    let rank = u.int_in_range(0..=4)?;
    (0..rank).map(|_| u.choose(&DIMS).copied()).collect()
}

/// A tensor of few distinct values.
fn filled(u: &mut Unstructured<'_>, dtype: DType, shape: &[usize]) -> Result<Tensor> {
    let palette = palette(u, dtype)?;
    let count = element_count(shape).unwrap_or(0);
    let mut bits = Vec::with_capacity(count);
    for i in 0..count {
        bits.push(if u.is_empty() { palette[i % palette.len()] } else { *u.choose(&palette)? });
    }
    Ok(tensor(dtype, shape, |i| bits[i]))
}

/// Some axes of a rank: mostly ones that there are, from either end.
fn axes(u: &mut Unstructured<'_>, rank: usize) -> Result<Vec<i64>> {
    let (named, back) = (u.arbitrary::<u8>()?, u.arbitrary::<u8>()?);
    let rank = rank.cast_signed() as i64;
    let mut axes: Vec<i64> = (0..rank)
        .filter(|axis| named >> axis & 1 == 1)
        .map(|axis| if back >> axis & 1 == 1 { axis - rank } else { axis })
        .collect();
    if !u.ratio(15, 16)? {
        axes.push(u.int_in_range(-5..=5)?);
    }
    Ok(axes)
}

fn finish(
    operator: &'static Operator,
    opset: u32,
    slug: &str,
    inputs: Vec<Tensor>,
    attributes: Vec<(&str, Attribute)>,
) -> Case {
    let attributes: Attributes = attributes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Case::new(operator, opset, inputs, slug, Origin { source: SOURCE.into(), seed: None }).with_attributes(attributes)
}

/// A case of `ReduceMax` or `ReduceMin`.
pub(super) fn reduction(u: &mut Unstructured<'_>, operator: &'static Operator) -> Result<Case> {
    let opset = *u.choose(operator.versions)?;
    let dtype = dtype(u, operator, opset)?;
    let shape = shape(u)?;
    let mut attributes = vec![("keepdims", Attribute::Int(u.int_in_range(0..=1)?))];
    let axes = if u.ratio(7, 8)? { Some(axes(u, shape.len())?) } else { None };
    if opset >= 18 && u.ratio(1, 4)? {
        attributes.push(("noop_with_empty_axes", Attribute::Int(1)));
    }
    let mut inputs = vec![filled(u, dtype, &shape)?];
    match axes {
        Some(axes) if opset >= 18 => {
            inputs.push(tensor(DType::I64, &[axes.len()], |i| axes[i].cast_unsigned()));
        }
        Some(axes) => attributes.push(("axes", Attribute::Ints(axes))),
        None => {}
    }
    Ok(finish(operator, opset, "reduction", inputs, attributes))
}

/// A case of .NET's: spans anywhere in a memory, mostly ones that fit.
pub(super) fn spans(u: &mut Unstructured<'_>, operator: &'static Operator) -> Result<Case> {
    let dtype = dtype(u, operator, 1)?;
    let length = *u.choose(&LENGTHS)?;
    let memory = 4 * length;
    let mut span = |name| -> Result<(&'static str, Attribute)> {
        let own = if u.ratio(15, 16)? { length } else { u.int_in_range(0..=length + 1)? };
        // Mostly one of four places that do not overlap.
        let start = if u.ratio(3, 4)? { length * u.int_in_range(0..=3)? } else { u.int_in_range(0..=memory - length)? };
        Ok((name, Attribute::Ints([start, own].map(|number| number.cast_signed() as i64).into())))
    };
    let mut attributes = vec![span("x")?];
    let has_scalar = operator.name.ends_with("Scalar");
    if !operator.name.ends_with("Reduce") {
        attributes.push(span("destination")?);
        if !has_scalar {
            attributes.push(span("y")?);
        }
    }
    let mut inputs = vec![filled(u, dtype, &[memory])?];
    if has_scalar {
        inputs.push(filled(u, dtype, &[])?);
    }
    Ok(finish(operator, 1, "spans", inputs, attributes))
}

/// A case of NumPy's with two operands, and `out` and `where` by turns.
pub(super) fn masked(u: &mut Unstructured<'_>, operator: &'static Operator) -> Result<Case> {
    let dtype = dtype(u, operator, 1)?;
    let shape = shape(u)?;
    let ones: Vec<usize> = shape.iter().map(|_| 1).collect();
    let mut attributes = Vec::new();
    let second = if u.ratio(1, 4)? { ones } else { shape.clone() };
    let mut inputs = vec![filled(u, dtype, &shape)?, filled(u, dtype, &second)?];
    let mut place = |name, inputs: &Vec<Tensor>| {
        attributes.push((name, Attribute::Int(inputs.len().cast_signed() as i64)));
    };
    if u.ratio(1, 2)? {
        place("out", &inputs);
        inputs.push(filled(u, dtype, &shape)?);
    }
    if u.ratio(1, 2)? {
        place("where", &inputs);
        inputs.push(filled(u, DType::Bool, &shape)?);
    }
    Ok(finish(operator, 1, "masked", inputs, attributes))
}

/// A case of NumPy's along axes, with `initial` and `where` by turns.
pub(super) fn along_axes(u: &mut Unstructured<'_>, operator: &'static Operator) -> Result<Case> {
    let dtype = dtype(u, operator, 1)?;
    let shape = shape(u)?;
    let mut attributes = vec![("keepdims", Attribute::Int(u.int_in_range(0..=1)?))];
    if u.ratio(3, 4)? {
        attributes.push(("axis", Attribute::Ints(axes(u, shape.len())?)));
    }
    let mut inputs = vec![filled(u, dtype, &shape)?];
    if u.ratio(1, 2)? {
        attributes.push(("initial", Attribute::Int(1)));
        inputs.push(filled(u, dtype, &[])?);
        if u.ratio(1, 2)? {
            attributes.push(("where", Attribute::Int(2)));
            inputs.push(filled(u, DType::Bool, &shape)?);
        }
    }
    Ok(finish(operator, 1, "axes", inputs, attributes))
}

/// A case of Paddle's: mostly a run of the dimensions of x, where the axis says.
pub(super) fn sub_sequence(u: &mut Unstructured<'_>, operator: &'static Operator) -> Result<Case> {
    let dtype = dtype(u, operator, 1)?;
    let x = shape(u)?;
    let first = u.int_in_range(0..=x.len())?;
    let end = u.int_in_range(first..=x.len())?;
    let mut y = x[first..end].to_vec();
    if u.ratio(1, 4)? {
        y.push(1);
    }
    let axis = if u.ratio(15, 16)? { first.cast_signed() as i64 } else { u.int_in_range(-2..=5)? };
    let attributes = if u.ratio(3, 4)? { vec![("axis", Attribute::Int(axis))] } else { Vec::new() };
    let inputs = vec![filled(u, dtype, &x)?, filled(u, dtype, &y)?];
    Ok(finish(operator, 1, "sub-sequence", inputs, attributes))
}
