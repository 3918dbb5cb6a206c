//! Which of numbers is the greater, where it has nothing to do with how they are encoded.
//!
//! A kernel of one integer type that compares as floats do, or of one float type that compares in a narrower one, is wrong in numbers
//! of its own, and so is one that computes integers or floats in a narrower type. Where numbers of the same signs go wrong in the same way
//! among integers of several widths and among floats, that is one cause. Signs tell how only where numbers of both are compared: of
//! others, which may be what is left of them in a narrower type, the same have to go wrong, or the same of their bits.

use std::collections::{BTreeMap, BTreeSet};

use opconform_tensor::{Class, Types};

use super::{Group, group, upright};
use crate::cause::Cause;
use crate::deed::Deed;
use crate::departure::observed::is_lost_number;
use crate::model::Finding;

/// What was done with operands of which signs, by which operator, and with which: what integers and floats have in common.
type Pattern<'a> = (&'a str, Deed, Vec<Option<i8>>, Option<i8>, Which<'a>);

/// What tells that numbers go wrong in the same way.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Which<'a> {
    /// Their signs.
    Signs,
    /// The numbers themselves, by their digits.
    Numbers(Vec<&'a str>),
    /// The bits in which those that are confused differ.
    Bits(u64),
}

/// The numbers that go wrong.
pub(super) struct Order<'a> {
    /// Who does the same with integers and with floats.
    alike: BTreeSet<&'a str>,
    /// Who loses numbers where there is no NaN.
    losing: BTreeMap<Group<'a>, Cause>,
    /// Who loses a NaN where there is but one number beside it.
    ignoring: BTreeSet<Group<'a>>,
}

impl<'a> Order<'a> {
    /// What all findings show, of which the causes are known that each has by itself.
    pub(super) fn of(findings: &[&'a Finding], direct: &[Cause]) -> Self {
        let alone = || findings.iter().copied().zip(direct.iter().copied()).filter(|(finding, _)| finding.alone);
        let mut types: BTreeMap<Pattern, [BTreeSet<Types>; 2]> = BTreeMap::new();
        for (finding, cause) in alone() {
            if let Some(kind) = [Cause::Integer, Cause::Float].iter().position(|kind| *kind == cause) {
                for pattern in patterns(finding) {
                    types.entry(pattern).or_default()[kind].insert(finding.dtype);
                }
            }
        }
        let widths = |types: &BTreeSet<Types>| types.iter().filter_map(|it| width(*it)).collect::<BTreeSet<_>>().len();
        let is_common = |[integers, floats]: &[BTreeSet<Types>; 2]| widths(integers) > 1 && !floats.is_empty();
        let lost = |cause: Cause| matches!(cause, Cause::Integer | Cause::Float);
        let losing = alone().filter(|(finding, cause)| lost(*cause) && !finding.has_nan());
        let ignoring = alone()
            .filter(|(finding, cause)| *cause == Cause::Nan && !is_lost_number(finding))
            .map(|(it, _)| group(it));
        Self {
            alike: types.iter().filter(|(_, types)| is_common(types)).map(|((by, ..), _)| *by).collect(),
            losing: losing.map(|(finding, cause)| (group(finding), cause)).collect(),
            ignoring: ignoring.collect(),
        }
    }

    /// The cause of a finding that is looked at with all others.
    pub(super) fn cause(&self, finding: &Finding, direct: Cause) -> Cause {
        let group = group(finding);
        match direct {
            Cause::Integer | Cause::Float if self.alike.contains(group.0) => Cause::Number,
            // Beside a NaN too a number is lost, to whoever loses numbers and no NaN.
            Cause::Nan if is_lost_number(finding) && !self.ignoring.contains(&group) => match self.losing.get(&group) {
                Some(_) if self.alike.contains(group.0) => Cause::Number,
                lost => lost.copied().unwrap_or(direct),
            },
            direct => direct,
        }
    }
}

/// What a finding may have in common with others.
fn patterns(finding: &Finding) -> Vec<Pattern<'_>> {
    let mut operands: Vec<Option<i8>> = finding.operands.iter().copied().map(sign).collect();
    operands.dedup();
    let result = finding.result.and_then(sign);
    let has_both_signs = [-1, 1].iter().all(|sign| operands.contains(&Some(*sign)));
    let which = if has_both_signs && finding.deed != Deed::Invented {
        vec![Which::Signs]
    } else {
        let numbers = || finding.witness.operands.iter().chain(&finding.witness.found);
        let bits: BTreeSet<u64> =
            numbers().filter_map(|it| u64::from_str_radix(it.hex.strip_prefix("0x")?, 16).ok()).collect();
        let digits = numbers().map(|it| it.decimal.strip_suffix(".0").unwrap_or(&it.decimal)).collect();
        let differing = Vec::from_iter(bits).try_into().ok().map(|[one, other]: [u64; 2]| Which::Bits(one ^ other));
        std::iter::once(Which::Numbers(digits)).chain(differing).collect()
    };
    which.into_iter().map(|which| (upright(finding), finding.deed, operands.clone(), result, which)).collect()
}

/// The bits of an element type.
fn width(types: Types) -> Option<u32> {
    match types {
        Types::One(dtype) => Some(dtype.bits()),
        Types::Mixed | Types::None => None,
    }
}

/// The sign of a number, 0 of a zero; `None` of a NaN.
fn sign(class: Class) -> Option<i8> {
    match class {
        Class::NegativeInfinity | Class::NegativeNormal | Class::NegativeSubnormal | Class::Negative => Some(-1),
        Class::NegativeZero | Class::PositiveZero | Class::Zero | Class::False => Some(0),
        Class::PositiveSubnormal
        | Class::PositiveNormal
        | Class::PositiveInfinity
        | Class::Positive
        | Class::TopBit
        | Class::True => Some(1),
        Class::QuietNan | Class::SignallingNan | Class::NotBoolean => None,
    }
}
