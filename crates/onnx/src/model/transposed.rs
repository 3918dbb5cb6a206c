//! An operator that works on transposed operands: what it compares are the same elements, in the same order.

use opconform_spec::{Attribute, Case, Way};
use opconform_tensor::{DType, Tensor};

/// Whether the operator takes transposed operands, and its result is transposed back: one that compares its operands, and a reduction
/// along one axis. Along several, the elements of a transpose meet in another order.
pub(super) fn is_taken(case: &Case) -> bool {
    !case.operator.form.is_reduction() || only_axis(case).is_some()
}

/// A reduction along one axis as it stands where its operand is transposed: along the axis that this one is there.
pub(super) fn turned(case: &Case) -> Option<Case> {
    let axis = only_axis(case).filter(|_| case.way == Way::Transpose && case.operator.form.is_reduction())?;
    // An axis that is counted from the end is counted from the end there, too: it is no matter of this way how it is named.
    let rank = case.inputs.first()?.shape().len() as i64;
    let turned = if axis < 0 { -1 - rank - axis } else { rank - 1 - axis };
    if case.inputs.len() > 1 {
        let axes = Tensor::from_bits(DType::I64, &[1], &[turned.cast_unsigned()]).ok()?;
        return Some(case.clone().with_inputs(vec![case.inputs[0].clone(), axes]));
    }
    let mut attributes = case.attributes.clone();
    attributes.insert("axes".to_owned(), Attribute::Ints(vec![turned]));
    Some(case.clone().with_attributes(attributes))
}

/// The axis along which a case reduces, where it says that it is one.
fn only_axis(case: &Case) -> Option<i64> {
    let axes = match (case.inputs.get(1), case.attributes.get("axes")) {
        (Some(axes), _) if axes.dtype() == DType::I64 => axes.to_bits().into_iter().map(u64::cast_signed).collect(),
        (None, Some(Attribute::Ints(axes))) => axes.clone(),
        _ => Vec::new(),
    };
    (axes.len() == 1).then(|| axes[0])
}
