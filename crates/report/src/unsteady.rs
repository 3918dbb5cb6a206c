//! What was not steady, in words.

use crate::model::Unsteady;
use crate::text::plural;

/// One line on what was seen, and not any more when it was asked again.
pub(crate) fn in_words(unsteady: &Unsteady) -> String {
    let Unsteady { clause, operator, dtype, operands, result, cases, example } = unsteady;
    let result = result.as_deref().unwrap_or("nothing");
    let operands = operands.join(", ");
    format!("{clause}: {operands} → {result} of {operator} in {dtype}: {} (such as {example})", plural(*cases, "case"))
}
