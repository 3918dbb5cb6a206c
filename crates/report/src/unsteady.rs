//! What was not steady, in words.

use opconform_tensor::Class;

use crate::model::Unsteady;
use crate::text::plural;

/// One line on what was seen, and not any more when it was asked again.
pub(crate) fn in_words(unsteady: &Unsteady) -> String {
    let Unsteady { clause, operator, dtype, operands, result, cases, example } = unsteady;
    let result = result.map_or("nothing", Class::name);
    let operands: Vec<&str> = operands.iter().map(|class| class.name()).collect();
    let operands = operands.join(", ");
    format!("{clause}: {operands} → {result} of {operator} in {dtype}: {} (such as {example})", plural(*cases, "case"))
}
