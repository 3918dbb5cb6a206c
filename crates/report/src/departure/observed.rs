//! What was observed in a finding: what the findings that one title speaks of have in common.
//!
//! - at an element: operands of the same classes, in whatever order, and a result of the same class, which has the bits
//!   of an operand in each of them or in none. A quiet and a signalling NaN count as the same, and so do a positive and a
//!   negative number next to a NaN. Of more than two operands it does not matter how many are of a class; and where a number
//!   is lost beside a NaN, no class does.
//! - in two cases that a clause compares: the same clause, operands and pair of results.
//! - of a whole answer: the same severity, on the same shapes and operator set. A crash, a hang and an unreadable
//!   answer have nothing to do with a clause, and are told apart by their words alone.

use crate::model::{Element, Finding};
use crate::severity::Severity;

/// What was observed in a finding.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Observed<'a> {
    Element {
        operands: Vec<&'a str>,
        result: Option<&'a str>,
        is_an_operand: bool,
    },
    /// A number where a NaN or a greater number is right: which numbers are lost depends on where the NaN stands.
    LostNumber,
    Difference {
        clause: &'a str,
        operands: Vec<&'a str>,
        results: [Option<&'a str>; 2],
    },
    Answer {
        dtypes: &'a str,
        severity: Severity,
        fault: Option<String>,
        input: Option<(&'a str, u32)>,
    },
}

/// The class of an element, with the two kinds of NaN as one.
pub(super) fn folded(class: &str) -> &str {
    if matches!(class, "nan" | "snan") { "NaN" } else { class }
}

/// Whether a class is one of integers, which says little of them.
pub(super) fn is_integer(class: &str) -> bool {
    matches!(class, "0" | "positive" | "negative" | "top-bit")
}

/// Whether the result is neither a NaN nor the maximum of the numbers, though a NaN is among the operands.
pub(super) fn is_lost_number(finding: &Finding) -> bool {
    let is_nan = |class: &str| folded(class) == "NaN";
    let numbers = finding.operands.iter().filter(|class| !is_nan(class)).count();
    finding.severity == Severity::WrongNumber
        && (2..finding.operands.len()).contains(&numbers)
        && finding.result.as_deref().is_some_and(|class| !is_nan(class))
}

/// What gives the class of an element of a finding, as it is compared with those of other findings: as a maximum would have it, and
/// without its sign next to a NaN, where that has nothing to do with what becomes of it.
pub(super) fn observed_classes<'a>(finding: &Finding) -> impl Fn(&'a str) -> &'a str + use<'a, '_> {
    let has_nan = finding.operands.iter().any(|class| folded(class) == "NaN");
    move |class| {
        let class = turned(finding, class);
        if has_nan { unsigned(class) } else { class }
    }
}

/// The class of an element as a maximum would have it: the other way round for a minimum.
fn turned<'a>(finding: &Finding, class: &'a str) -> &'a str {
    if finding.mirrors.is_none() {
        return folded(class);
    }
    match class {
        "+0" => "-0",
        "-0" => "+0",
        "+inf" => "-inf",
        "-inf" => "+inf",
        "+normal" => "-normal",
        "-normal" => "+normal",
        "+subnormal" => "-subnormal",
        "-subnormal" => "+subnormal",
        "positive" => "negative",
        "negative" => "positive",
        other => folded(other),
    }
}

/// The class without its sign, where it is a number's.
fn unsigned(class: &str) -> &str {
    match class {
        "+normal" | "-normal" => "normal",
        "+subnormal" | "-subnormal" => "subnormal",
        other => other,
    }
}

impl<'a> Observed<'a> {
    pub(super) fn of(finding: &'a Finding) -> Self {
        let witness = &finding.witness;
        let class = observed_classes(finding);
        let result = finding.result.as_deref().map(&class);
        let mut operands: Vec<&str> = finding.operands.iter().map(|it| class(it)).collect();
        operands.sort_unstable();
        if let Some((_, elsewhere)) = &witness.differs_from {
            let mut results = [result, Some(class(&elsewhere.class))];
            results.sort_unstable();
            return Self::Difference { clause: &finding.clause, operands, results };
        }
        if is_lost_number(finding) {
            return Self::LostNumber;
        }
        if !operands.is_empty() {
            // How many there are of a class has to do with where in a row they meet.
            if operands.len() > 2 {
                operands.dedup();
            }
            return Self::Element { operands, result, is_an_operand: taken(finding).next().is_some() };
        }
        let (fault, input) = if finding.severity == Severity::NoAnswer {
            (Some(witness.symptom.chars().filter(|c| !c.is_ascii_digit()).collect()), None)
        } else {
            (None, Some((witness.shapes.as_str(), witness.opset)))
        };
        // Operands without a common type are another input than any that have one.
        let dtypes = if matches!(finding.dtype.as_str(), "mixed" | "none") { finding.dtype.as_str() } else { "" };
        Self::Answer { dtypes, severity: finding.severity, fault, input }
    }
}

/// The operands, by index, whose bits the result of a finding has.
pub(super) fn taken(finding: &Finding) -> impl Iterator<Item = usize> {
    let same = |operand: &Element| finding.witness.found.as_ref().is_some_and(|it| it.hex == operand.hex);
    finding.witness.operands.iter().enumerate().filter(move |(_, operand)| same(operand)).map(|(index, _)| index)
}
