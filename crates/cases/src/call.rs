//! One call of any operator, on what every operator can be called on: two operands of one length, or one row.

use opconform_spec::{Attribute, Case, Form, OPERATORS, Operator};
use opconform_tensor::{DType, Tensor};

use crate::draft::{case_of, tensor};

/// The element types of the newest version of an operator.
pub(crate) fn types(operator: &Operator) -> &'static [DType] {
    (operator.types)(operator.newest())
}

/// The operators that reduce one tensor.
pub(crate) fn reductions() -> impl Iterator<Item = &'static Operator> {
    OPERATORS.iter().copied().filter(|operator| operator.form.is_reduction())
}

/// The operators that compare two operands element by element, each of which may be the result.
pub(crate) fn elementwise() -> impl Iterator<Item = &'static Operator> {
    OPERATORS.iter().copied().filter(|operator| operator.form.compares())
}

/// The operators that are called in such a form, in the order of their table.
pub(crate) fn of_form(is_meant: impl Fn(Form) -> bool) -> impl Iterator<Item = &'static Operator> {
    OPERATORS.iter().copied().filter(move |operator| is_meant(operator.form))
}

/// A span of a memory: its first element and its length.
pub(crate) fn span(name: &str, start: usize, length: usize) -> (&str, Attribute) {
    (name, Attribute::Ints(vec![start.cast_signed() as i64, length.cast_signed() as i64]))
}

/// A call of two operands of `length` elements, whose bits are given by operand and position. Of an overload that takes a scalar
/// the second operand is its first element; spans lie one after the other, and the result on the first or after both by turns of
/// the length.
pub(crate) fn of_two(
    operator: &'static Operator,
    source: &'static str,
    slug: &str,
    dtype: DType,
    length: usize,
    bits: impl Fn(usize, usize) -> u64,
) -> Case {
    let operand = |place: usize| tensor(dtype, &[length], |i| bits(place, i));
    if !operator.form.is_of_spans() {
        return case_of(operator, source, slug, vec![operand(0), operand(1)], &[]);
    }
    let has_scalar = operator.form == Form::SpanAndScalar;
    let spans = if has_scalar { 1 } else { 2 };
    let in_place = length.is_multiple_of(2);
    let memory = tensor(dtype, &[(spans + usize::from(!in_place)) * length], |i| match i / length.max(1) {
        place if place < spans => bits(place, i % length),
        _ => 0,
    });
    let destination = span("destination", if in_place { 0 } else { spans * length }, length);
    if has_scalar {
        let inputs = vec![memory, tensor(dtype, &[], |_| bits(1, 0))];
        case_of(operator, source, slug, inputs, &[span("x", 0, length), destination])
    } else {
        let spans = [span("x", 0, length), span("y", length, length), destination];
        case_of(operator, source, slug, vec![memory], &spans)
    }
}

/// A reduction of each row of a tensor of rank 2 to one element; of spans, there is but one row.
pub(crate) fn of_rows(
    operator: &'static Operator,
    source: &'static str,
    slug: &str,
    dtype: DType,
    [rows, length]: [usize; 2],
    bits: impl Fn(usize) -> u64,
) -> Case {
    let rows = if operator.form.is_of_spans() { 1 } else { rows };
    of_each_row(operator, source, slug, tensor(dtype, &[rows, length], bits))
}

/// A reduction of each row of this tensor, which is of rank 2.
pub(crate) fn of_each_row(operator: &'static Operator, source: &'static str, slug: &str, rows: Tensor) -> Case {
    if operator.form.is_of_spans() {
        let length = rows.len();
        let row = rows.reshape(&[length]).expect("one row");
        return case_of(operator, source, slug, vec![row], &[span("x", 0, length)]);
    }
    let axis = if operator.form.is_onnx() { 1 } else { -1 };
    of_axes(operator, source, slug, rows, &[axis], false)
}

/// A reduction of a tensor along axes; there is none of spans.
pub(crate) fn of_axes(
    operator: &'static Operator,
    source: &'static str,
    slug: &str,
    data: Tensor,
    axes: &[i64],
    keepdims: bool,
) -> Case {
    let keepdims = ("keepdims", Attribute::Int(keepdims.into()));
    if operator.form.is_onnx() {
        let axes = tensor(DType::I64, &[axes.len()], |place| axes[place].cast_unsigned());
        return case_of(operator, source, slug, vec![data, axes], &[keepdims]);
    }
    case_of(operator, source, slug, vec![data], &[("axis", Attribute::Ints(axes.to_vec())), keepdims])
}

#[cfg(test)]
mod tests {
    use opconform_spec::Facts;

    use super::*;

    #[test]
    fn every_operator_takes_the_call_in_each_of_its_types() {
        let extrema = OPERATORS.iter().filter(|operator| operator.direction().is_some()).count();
        assert_eq!(reductions().count() + elementwise().count(), extrema);
        let twos = elementwise().flat_map(|operator| {
            types(operator).iter().flat_map(move |&dtype| {
                [0, 1, 2, 5].map(|length| of_two(operator, "test", "two", dtype, length, |_, _| 0))
            })
        });
        let rows = reductions().flat_map(|operator| {
            types(operator).iter().map(move |&dtype| of_rows(operator, "test", "row", dtype, [1, 5], |_| 0))
        });
        for case in twos.chain(rows) {
            assert_eq!(Facts::new(&case).invalid(), None, "{}", case.id());
        }
    }
}
