//! The plainest cases of what an adapter declares: what the rest of the protocol is tried with.

use opconform_protocol::Started;
use opconform_spec::{Case, Operator, Origin};
use opconform_tensor::{DType, Float, Tensor};

/// An operator and a type that the adapter declares.
pub(super) fn plainest(started: &Started) -> Option<(&'static Operator, DType)> {
    let declared = started.operators.iter().filter_map(|operator| Operator::named(&operator.qualified()));
    // An operator of two operands and no attributes where there is one: its cases need no more than a shape.
    let operator = declared.min_by_key(|operator| (operator.form.operands() < 2, !operator.form.is_onnx()))?;
    let types = (operator.types)(operator.newest());
    let dtype = started.dtypes.iter().filter_map(|name| name.parse().ok()).find(|dtype| types.contains(dtype))?;
    Some((operator, dtype))
}

/// A well-formed case; the elements of its operands differ from step to step.
pub(super) fn case(operator: &'static Operator, dtype: DType, shape: &[usize], step: u64) -> Case {
    let count: usize = shape.iter().product();
    let one = dtype.float().map_or(0, Float::one);
    let operand = |shift: u64| {
        let bits: Vec<u64> = (0..count as u64)
            .map(|index| if dtype == DType::Bool { (index + step) % 2 } else { one + (index + step + shift) % 16 })
            .collect();
        Tensor::from_bits(dtype, shape, &bits)
    };
    let inputs = (0..operator.form.operands().min(2) as u64).filter_map(|shift| operand(shift).ok()).collect();
    Case::new(operator, operator.newest(), inputs, "check", Origin { source: "check".into(), seed: None })
}
