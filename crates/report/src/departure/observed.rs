//! What was observed in a finding: what the findings that one title speaks of have in common.
//!
//! - at an element: operands of the same classes, in whatever order, and a result of the same class, which has the bits
//!   of an operand in each of them or in none. A quiet and a signalling NaN count as the same, and so do a positive and a
//!   negative number next to a NaN. Of more than two operands it does not matter how many are of a class; and where a number
//!   is lost beside a NaN, no class does.
//! - in two cases that a clause compares: the same clause, operands and pair of results.
//! - of a whole answer: the same severity, on the same shapes and operator set. A crash, a hang and an unreadable
//!   answer have nothing to do with a clause, and are told apart by what they are alone.

use opconform_tensor::{Class, Float, Types};

use crate::fault::Fault;
use crate::model::{Element, Finding};
use crate::operands::Shapes;
use crate::severity::Severity;

/// What was observed in a finding.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Observed<'a> {
    Element {
        operands: Vec<Class>,
        result: Option<Class>,
        is_an_operand: bool,
    },
    /// A number where a NaN or a greater number is right: which numbers are lost depends on where the NaN stands.
    LostNumber,
    Difference {
        clause: &'a str,
        operands: Vec<Class>,
        results: [Option<Class>; 2],
    },
    Answer {
        /// Where the operands have no type in common, which of two ways that is: another input than any that has one.
        apart: Option<Types>,
        severity: Severity,
        fault: Option<&'a Fault>,
        input: Option<(&'a Shapes, Option<u32>)>,
    },
}

/// The class of an element, with the two kinds of NaN as one.
pub(super) fn folded(class: Class) -> Class {
    if class.is_nan() { Class::QuietNan } else { class }
}

/// The name of a class, with the two kinds of NaN as one.
pub(super) fn shown(class: Class) -> &'static str {
    if class.is_nan() { "NaN" } else { class.name() }
}

/// Whether the result is neither a NaN nor the maximum of the numbers, though a NaN is among the operands.
pub(super) fn is_lost_number(finding: &Finding) -> bool {
    let numbers = finding.operands.iter().filter(|class| !class.is_nan()).count();
    finding.severity == Severity::WrongNumber
        && (2..finding.operands.len()).contains(&numbers)
        && finding.result.is_some_and(|class| !class.is_nan())
}

/// What gives the class of an element of a finding, as it is compared with those of other findings: as a maximum would have it, and
/// without its sign next to a NaN, where that has nothing to do with what becomes of it.
pub(super) fn observed_class(finding: &Finding) -> impl Fn(Class) -> Class + use<> {
    let (has_nan, is_turned) = (finding.has_nan(), finding.mirrors.is_some());
    move |class| {
        let class = folded(if is_turned { class.negated() } else { class });
        match class {
            Class::NegativeNormal | Class::NegativeSubnormal if has_nan => class.negated(),
            class => class,
        }
    }
}

impl<'a> Observed<'a> {
    pub(super) fn of(finding: &'a Finding) -> Self {
        let witness = &finding.witness;
        let class = observed_class(finding);
        let result = finding.result.map(&class);
        let mut operands: Vec<Class> = finding.operands.iter().map(|&it| class(it)).collect();
        operands.sort_unstable();
        if let Some((_, elsewhere)) = &witness.differs_from {
            let mut results = [result, Some(class(elsewhere.class))];
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
            (witness.fault.as_ref(), None)
        } else {
            (None, Some((&witness.shapes, witness.opset)))
        };
        let apart = finding.dtype.are_apart().then_some(finding.dtype);
        Self::Answer { apart, severity: finding.severity, fault, input }
    }
}

/// The operands, by index, whose bits the result of a finding has.
pub(super) fn taken(finding: &Finding) -> impl Iterator<Item = usize> {
    let same = |operand: &Element| finding.witness.found.as_ref().is_some_and(|it| it.hex == operand.hex);
    finding.witness.operands.iter().enumerate().filter(move |(_, operand)| same(operand)).map(|(index, _)| index)
}

/// Whether the NaNs among the operands of a finding have the sign bit, where the plainest NaN does not show it.
pub(super) fn has_negative_nans(finding: &Finding) -> bool {
    let top = match finding.dtype {
        Types::One(dtype) => dtype.top_bit(),
        Types::Mixed | Types::None => 0,
    };
    let is_negative = |it: &Element| bits(it).is_some_and(|bits| bits & top != 0);
    let mut nans = finding.witness.operands.iter().filter(|it| it.class.is_nan()).peekable();
    finding.witness.smallest && nans.peek().is_some() && nans.all(is_negative)
}

fn bits(element: &Element) -> Option<u64> {
    u64::from_str_radix(element.hex.strip_prefix("0x")?, 16).ok()
}

/// The operands, by index, that are signalling NaNs and with their quiet bit set have the bits of the result.
pub(super) fn quieted(finding: &Finding) -> impl Iterator<Item = usize> {
    let quiet = match finding.dtype {
        Types::One(dtype) => dtype.float().and_then(Float::quiet_bit),
        Types::Mixed | Types::None => None,
    };
    let found = finding.witness.found.as_ref().and_then(bits);
    let is_it = move |it: &Element| {
        let made = bits(it).zip(quiet).map(|(bits, quiet)| bits | quiet);
        it.class == Class::SignallingNan && made.is_some() && made == found
    };
    finding.witness.operands.iter().enumerate().filter(move |(_, it)| is_it(it)).map(|(index, _)| index)
}
