//! How the sources write a case down.

use opconform_spec::{Attribute, Attributes, Case, Operator, Origin};
use opconform_tensor::{DType, Tensor, element_count};

use crate::values::specials;

/// The operator `Max`.
pub(crate) fn max() -> &'static Operator {
    Operator::named("Max").expect("the operator table has Max")
}

/// The operator of this qualified name.
pub(crate) fn operator(name: &str) -> &'static Operator {
    Operator::named(name).expect("the operator table has it")
}

/// A case of `Max` at an operator set.
pub(crate) fn case_at(opset: u32, source: &'static str, slug: &str, inputs: Vec<Tensor>) -> Case {
    Case::new(max(), opset, inputs, slug, Origin { source: source.into(), seed: None })
}

/// A case of an operator's newest version, with attributes.
pub(crate) fn case_of(
    operator: &'static Operator,
    source: &'static str,
    slug: &str,
    inputs: Vec<Tensor>,
    attributes: &[(&str, Attribute)],
) -> Case {
    let origin = Origin { source: source.into(), seed: None };
    Case::new(operator, operator.newest(), inputs, slug, origin).with_attributes(named(attributes))
}

/// Attributes by name.
pub(crate) fn named(attributes: &[(&str, Attribute)]) -> Attributes {
    attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

/// A tensor of every ordered pair of special values: as many rows as there are pairs, of two elements.
pub(crate) fn pairs(dtype: DType) -> Tensor {
    let values = specials(dtype);
    let count = values.len();
    tensor(dtype, &[count * count, 2], |i| values[if i % 2 == 0 { i / 2 / count } else { i / 2 % count }])
}

/// The first half, or the second, of every ordered pair of special values.
pub(crate) fn half(dtype: DType, second: bool) -> Vec<u64> {
    let bits = pairs(dtype).to_bits();
    bits.into_iter().skip(usize::from(second)).step_by(2).collect()
}

/// A case of the newest `Max`.
pub(crate) fn case(source: &'static str, slug: &str, inputs: Vec<Tensor>) -> Case {
    case_at(max().newest(), source, slug, inputs)
}

/// A tensor whose element at each row-major position is given by its bits.
pub(crate) fn tensor(dtype: DType, shape: &[usize], bits: impl Fn(usize) -> u64) -> Tensor {
    let count = element_count(shape).expect("the shape of a source is small");
    let bits: Vec<u64> = (0..count).map(bits).collect();
    Tensor::from_bits(dtype, shape, &bits).expect("as many bits as the shape has elements")
}

/// A tensor of special values. Operands of different `position` shift against each other, so that all pairs of values
/// meet; `turn` says where in the catalogue to begin, so that small tensors differ from case to case.
pub(crate) fn mixed(dtype: DType, shape: &[usize], position: usize, turn: usize) -> Tensor {
    let values = specials(dtype);
    let count = values.len();
    tensor(dtype, shape, |i| values[(i + 11 * turn + position * (i / count + 7)) % count])
}

/// Operands of these shapes, mixed.
pub(crate) fn mixed_inputs(dtype: DType, shapes: &[&[usize]], turn: usize) -> Vec<Tensor> {
    shapes.iter().enumerate().map(|(position, shape)| mixed(dtype, shape, position, turn)).collect()
}

/// The element types of the newest `Max`.
pub(crate) fn types() -> &'static [DType] {
    (max().types)(max().newest())
}

/// The element type whose turn it is; the same remainders do not always get the same types.
pub(crate) fn type_in_turn(turn: usize) -> DType {
    let types = types();
    types[(turn + turn / types.len()) % types.len()]
}

/// The float types.
pub(crate) fn float_types() -> impl Iterator<Item = DType> + Clone {
    types().iter().copied().filter(|dtype| dtype.is_float())
}

/// Whether a type is one of integers.
pub(crate) fn is_integer(dtype: DType) -> bool {
    !dtype.is_float() && dtype != DType::Bool
}

/// The integer types.
pub(crate) fn integer_types() -> impl Iterator<Item = DType> + Clone {
    types().iter().copied().filter(|dtype| !dtype.is_float())
}
