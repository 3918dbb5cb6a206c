//! A finding's symptom in a line of ASCII, for files that people write patterns in and for lists of changes.

use crate::model::Finding;

impl Finding {
    /// What was observed: `nan, +normal -> +normal`; for two cases that differ `+0, -0 -> -0, elsewhere +0`; for a whole
    /// answer its symptom in words.
    pub fn symptom(&self) -> String {
        if self.operands.is_empty() {
            return self.witness.symptom.clone();
        }
        let (operands, result) = (self.operands.join(", "), self.result.as_deref().unwrap_or("nothing"));
        match &self.witness.differs_from {
            Some((_, elsewhere)) => format!("{operands} -> {result}, elsewhere {}", elsewhere.class),
            None => format!("{operands} -> {result}"),
        }
    }
}
