//! The smallest input that shows a finding.

use opconform_tensor::Class;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::operands::Shapes;
use crate::text::{plural, thousands};

/// A minimised case, and the element at fault.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Witness {
    /// The id of the case.
    pub case: String,
    /// The case from the suite that it was shrunk from.
    pub shrunk_from: String,
    /// Whether shrinking came to its end; not where the run was interrupted, or the runs that one finding may cost were spent, before.
    pub smallest: bool,
    /// The operands' shapes.
    pub shapes: Shapes,
    /// The attributes, such as `axes = [0]`; of spans, where each begins and how long it is.
    pub attributes: Option<String>,
    /// What the call is told and given in every case that shows it, where that is not the plainest, as in `keepdims = 0` or
    /// `an operand of no elements`, or where the same is right without it, as in `no axes named`; to follow "with".
    #[serde(default)]
    pub settings: Vec<String>,
    /// The operator set; none where the backend claims no document that has operator sets.
    pub opset: Option<u32>,
    /// When it is that the case is put as it is, in words that follow "where", if that is not the plain way.
    #[serde(default)]
    pub way: Option<String>,
    /// By how many elements each operand begins past a boundary of its memory; empty where none does.
    #[serde(default)]
    pub offsets: Vec<usize>,
    /// The file of the case, beside the report.
    pub file: String,
    /// The command that replays it.
    pub replay: String,
    /// The name of the output at fault, where the operator has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// The row-major position of the element at fault.
    pub position: Option<u64>,
    /// How many elements the operands give; none where they give no result.
    #[serde(default)]
    pub answered: Option<u64>,
    /// Where the destination begins in the memory of spans, and how many elements it has; of other operators none.
    #[serde(default)]
    pub destination: Option<(u64, u64)>,
    /// The operands that meet there.
    pub operands: Vec<Element>,
    /// The names of the arguments that these come from, such as `max`, with an empty text for one that has none; empty where none has.
    pub names: Vec<String>,
    /// What was found there.
    pub found: Option<Element>,
    /// What stood there before the call, where the result is written over an input.
    pub before: Option<Element>,
    /// What is wrong, in words; where the operator has several outputs, after the name of the one at fault.
    pub symptom: String,
    /// What is due in place of the element that was found, in words, where the clause says it.
    #[serde(default)]
    pub due: Option<String>,
    /// The readings of the case by which the answer would be right, its shape where that is another, as far as any is known, to follow "as if".
    pub readings: Vec<String>,
    /// What is wrong with the answer as a whole, where that is at fault and no element.
    pub fault: Option<Fault>,
    /// For the clause on what is answered first and later: after how many cases the same was asked again, and what was found then.
    #[serde(default)]
    pub later: Option<(u64, Element)>,
    /// For the clause on the way in which a case is put: what was found in the plain way.
    #[serde(default)]
    pub plainly: Option<Element>,
    /// The id of the case that is asked before this one, where this one shows nothing alone.
    #[serde(default)]
    pub after: Option<String>,
    /// For a clause that compares two cases: the case that it differs from, and what was found there.
    pub differs_from: Option<(String, Element)>,
}

impl Witness {
    /// The operands' shapes, and the attributes and where the operands begin, if there is something to say of that.
    pub(crate) fn asked(&self) -> String {
        let shapes = Some(self.shapes.to_string());
        [shapes, self.attributes.clone(), self.misaligned()].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The operator set, to follow other words, where there is one.
    pub(crate) fn in_set(&self) -> String {
        self.opset.map(|opset| format!(", operator set {opset}")).unwrap_or_default()
    }

    /// The place of the element at fault, and among how many: in the destination of spans, where it lies in that, and else among the
    /// elements that the operands give.
    pub(crate) fn place(&self) -> Option<(u64, Option<u64>)> {
        let position = self.position?;
        let inside = self.destination.and_then(|(start, length)| Some((position.checked_sub(start)?, length)));
        Some(match inside.filter(|(place, length)| place < length) {
            Some((place, length)) => (place, Some(length)),
            None => (position, self.answered),
        })
    }

    /// The place of the element at fault, in words.
    pub(crate) fn element(&self) -> Option<String> {
        let (place, _) = self.place()?;
        let of = if self.position == Some(place) { "" } else { " of the destination" };
        let output = self.output.as_ref().map(|name| format!(" of {name}")).unwrap_or_default();
        Some(format!("element {}{of}{output}", thousands(place)))
    }

    /// Which operands begin past a boundary of their memory, and how far, in words; `None` where none does.
    pub(crate) fn misaligned(&self) -> Option<String> {
        let past = |(place, offset): (usize, &usize)| {
            let operand = match (place, self.offsets.len()) {
                (_, 1) => "the operand".to_owned(),
                (0, _) => "the first operand".to_owned(),
                (1, _) => "the second operand".to_owned(),
                (place, _) => format!("operand {}", place + 1),
            };
            format!("{operand} begins {} past a boundary", plural(*offset as u64, "element"))
        };
        let begins: Vec<String> =
            self.offsets.iter().enumerate().filter(|(_, offset)| **offset > 0).map(past).collect();
        (!begins.is_empty()).then(|| begins.join(" and "))
    }
}

/// An element for people and machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Element {
    /// The bits, at full width.
    pub hex: String,
    /// The value in decimal, `nan` or `inf`.
    pub decimal: String,
    /// Its class.
    pub class: Class,
}
