//! The maximum is the negated minimum of the negated operands, and the other way round.

use super::{Comparable, Metamorphic, settled, with_bits};
use crate::case::Case;
use crate::verdict::Decision;

/// Whether the operands of a case can be negated bit by bit: those of a float.
pub(crate) fn is_of_floats(case: &Case) -> bool {
    case.inputs.first().is_some_and(|input| input.dtype().is_float()) && super::elementwise::is_small(case)
}

/// The twin operator on the negated operands, negated.
pub(crate) fn negation(related: &mut Metamorphic) -> Decision {
    let negated = |related: &mut Metamorphic| -> Comparable<Decision> {
        let (_, dtype) = related.answer()?;
        let case = related.case();
        let sign = dtype.top_bit();
        let twin = case.operator.twin().ok_or(Decision::NOT_APPLICABLE)?;
        // A mask or a list of axes is of another type, and has no sign to turn over.
        let turned = with_bits(case, |_, input| {
            (input.dtype() == dtype).then(|| input.to_bits().into_iter().map(|bits| bits ^ sign).collect())
        })?;
        let turned = Case::new(twin, case.opset, turned.inputs, case.slug(), case.origin.clone());
        let how = format!("the negated {} of the negated operands", twin.qualified());
        let other = related.tell(&turned.with_attributes(case.attributes.clone()))?;
        let back: Vec<u64> = other.to_bits().into_iter().map(|bits| bits ^ sign).collect();
        Ok(related.equals_that_of_another(&back, &how))
    };
    settled(negated(related))
}
