//! A finding's symptom in a line of ASCII, for files that people write patterns in and for lists of changes.

use opconform_tensor::Class;

use crate::model::Finding;
use crate::runs::listed;

impl Finding {
    /// What was observed: `nan, +normal -> +normal`; for two cases that differ `+0, -0 -> -0, elsewhere +0`; for a whole
    /// answer its symptom in words.
    pub fn symptom(&self) -> String {
        if self.operands.is_empty() {
            return self.witness.symptom.clone();
        }
        let operands: Vec<&str> = self.operands.iter().map(|class| class.name()).collect();
        let (operands, result) = (operands.join(", "), self.result.map_or("nothing", Class::name));
        let output = self.witness.output.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        match &self.witness.differs_from {
            Some((_, elsewhere)) => format!("{output}{operands} -> {result}, elsewhere {}", elsewhere.class),
            None => format!("{output}{operands} -> {result}"),
        }
    }

    /// All that the findings of two reports are compared by: the level, the classes and the bits, and the profiles that object.
    pub fn shown(&self) -> String {
        let Self { level, witness, .. } = self;
        let symptom = self.symptom();
        let bits = witness
            .found
            .as_ref()
            .map(|found| format!("; {} -> {}, {}", self.operand_bits(), found.hex, witness.symptom));
        let elsewhere = witness.differs_from.as_ref().map(|(_, element)| format!(", elsewhere {}", element.hex));
        let objecting: Vec<&str> = self.breaks.iter().map(|breach| breach.profile.as_str()).collect();
        let objecting = if objecting.is_empty() { "no profile".to_owned() } else { objecting.join(", ") };
        let (bits, elsewhere) = (bits.unwrap_or_default(), elsewhere.unwrap_or_default());
        format!("{level} {symptom}{bits}{elsewhere}; not accepted by {objecting}")
    }

    /// The bits of the operands of the witness, in order: `0x00000001, 0x00000002`.
    pub fn operand_bits(&self) -> String {
        listed(&self.witness.operands, |operand| operand.hex.clone())
    }
}
