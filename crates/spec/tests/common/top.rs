//! An operator of two outputs, of which the second is of another type than the operands, for the tests of several crates.

use opconform_spec::{Computation, Direction, OPERATORS, Operator, Output};
use opconform_tensor::DType;

/// The operator that reduces as the one here.
pub(crate) static REDUCE_MAX: &Operator = OPERATORS[2];

/// The greatest elements along axes, and where each of them stands among those that it is the greatest of.
pub(crate) static TOP: Operator = Operator {
    name: "Top",
    result: Output { name: Some("Values"), ..REDUCE_MAX.result },
    further: &[Output {
        name: Some("Indices"),
        dtype: |_| DType::I64,
        computes: Computation::Place(Direction::Max),
        ..REDUCE_MAX.result
    }],
    twin: || None,
    repeats: || None,
    ..*REDUCE_MAX
};
