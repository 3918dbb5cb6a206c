//! What an implementation does whatever the operands are, as far as all that is wrong says it.
//!
//! Whoever never looks at an operand loses the number, the NaN and the zero that stand in it, and whoever begins with a number of its
//! own gives that in place of a number, a NaN and a zero. Looked at one by one these are several causes. They are one where plain
//! numbers show it, which no kernel takes for others than they are, and where nothing that is wrong with numbers speaks against it.

use std::collections::BTreeSet;

use opconform_tensor::Class;

use super::{Group, group};
use crate::cause::Cause;
use crate::deed::Deed;
use crate::departure::observed::taken;
use crate::model::{Element, Finding};

/// The greatest magnitude of a plain number: a whole one that no kernel, however narrow, takes for another.
const PLAIN: u8 = 2;

/// A rule that has nothing to do with what the operands are.
#[derive(Clone, Copy)]
enum Rule {
    /// The operand at this place is not looked at, counted from the first one.
    FromTheFront(usize),
    /// The operand at this place is not looked at, counted from the last one.
    FromTheBack(usize),
    /// This plain number is the result, though it is no operand.
    Gives(i8),
    /// The other end of the order is the result.
    OtherEnd,
}

/// A rule, and by which operators it is followed, of floats or of others.
pub(super) struct Whatever<'a> {
    rule: Rule,
    by: BTreeSet<Group<'a>>,
}

impl<'a> Whatever<'a> {
    /// Of the rules that explain what has several causes when it is looked at one by one, those of operands that are not looked at and
    /// those of numbers that are given: the one that explains most of each.
    pub(super) fn of(findings: &[&'a Finding], direct: &[Cause]) -> Vec<Self> {
        let places = (0..3).map(Rule::FromTheFront).chain((0..3).map(Rule::FromTheBack)).collect();
        let given = findings.iter().filter(|it| it.alone && it.deed == Deed::Invented).filter_map(|it| result(it));
        let numbers: BTreeSet<i8> = given.collect();
        let best = |rules: Vec<Rule>| {
            let mut best: Option<(usize, Self)> = None;
            for rule in rules {
                let it = Self::by(rule, findings);
                let explained = || findings.iter().zip(direct).filter(|(finding, _)| it.explains(finding));
                let causes: BTreeSet<Cause> =
                    explained().filter(|(it, _)| !it.is_across_cases).map(|(_, cause)| *cause).collect();
                let count = explained().count();
                if causes.len() > 1 && count > best.as_ref().map_or(0, |(most, _)| *most) {
                    best = Some((count, it));
                }
            }
            best.map(|(_, it)| it)
        };
        let gives = numbers.into_iter().map(Rule::Gives).collect();
        [best(places), best(gives), best(vec![Rule::OtherEnd])].into_iter().flatten().collect()
    }

    /// A rule, and who follows it.
    fn by(rule: Rule, findings: &[&'a Finding]) -> Self {
        let of_numbers = |it: &&&Finding| it.alone && !it.is_across_cases && is_of_numbers(it);
        let shows = |it: &&&Finding| it.witness.operands.iter().all(|it| plain(it).is_some()) && rule.explains(it);
        let shown = || findings.iter().filter(of_numbers).filter(shows);
        let mut by: BTreeSet<_> = shown().map(|it| group(it)).collect();
        if matches!(rule, Rule::OtherEnd) {
            // Of two operands, the wrong one is at the other end: the order has nothing to do with it where both orders show it.
            let order = |it: &&'a Finding| {
                let numbers: Vec<Option<i8>> = it.witness.operands.iter().map(plain).collect();
                (group(it), numbers.is_sorted())
            };
            let orders: BTreeSet<_> = shown().map(order).collect();
            // Where one operator shows both orders, an operator that shows one does the same: rows of a reduction are permuted.
            if !by.iter().any(|it| [true, false].iter().all(|&rises| orders.contains(&(*it, rises)))) {
                by.clear();
            }
        }
        for other in findings.iter().filter(of_numbers).filter(|it| !rule.explains(it)) {
            by.remove(&group(other));
        }
        Self { rule, by }
    }

    /// Whether a finding is what the rule makes of its operands.
    pub(super) fn explains(&self, finding: &Finding) -> bool {
        self.by.contains(&group(finding)) && (finding.is_across_cases || self.rule.explains(finding))
    }

    /// The cause of what a rule explains.
    pub(super) fn cause(&self) -> Cause {
        match self.rule {
            Rule::FromTheFront(_) | Rule::FromTheBack(_) => Cause::Operand,
            Rule::Gives(_) => Cause::Constant,
            Rule::OtherEnd => Cause::End,
        }
    }
}

impl Rule {
    /// Whether the rule gives the result of a finding.
    fn explains(self, finding: &Finding) -> bool {
        let operands = &finding.witness.operands;
        // Of what was cut short, and of a difference between two cases, the operands do not say all.
        if operands.len() != finding.operands.len() || finding.witness.differs_from.is_some() {
            return false;
        }
        let unread = match self {
            Self::FromTheFront(place) => Some(place),
            Self::FromTheBack(place) => operands.len().checked_sub(place + 1),
            Self::Gives(number) => {
                return taken(finding).next().is_none() && result(finding) == Some(number);
            }
            Self::OtherEnd => return is_other_end(finding),
        };
        let taken: Vec<usize> = taken(finding).collect();
        operands.len() > 1
            && !taken.is_empty()
            && unread.is_some_and(|place| place < operands.len() && !taken.contains(&place))
    }
}

/// Whether the result is a number, and may be the one at the other end of the order; where all numbers are plain, whether it is.
fn is_other_end(finding: &Finding) -> bool {
    let numbers: Vec<&Element> = finding.witness.operands.iter().filter(|it| !it.class.is_nan()).collect();
    let plain: Option<Vec<i8>> = numbers.iter().map(|it| plain(it)).collect();
    let end = plain.and_then(|it| if finding.mirrors.is_none() { it.into_iter().min() } else { it.into_iter().max() });
    let is_it = result(finding).zip(end).is_none_or(|(result, end)| result == end);
    let passed_over = matches!(finding.deed, Deed::PassedOver | Deed::OtherZero | Deed::LostNan);
    passed_over && numbers.len() > 1 && is_it && taken(finding).any(|at| !finding.witness.operands[at].class.is_nan())
}

/// The result of a finding, where it is a plain number.
fn result(finding: &Finding) -> Option<i8> {
    finding.witness.found.as_ref().and_then(plain)
}

/// An element as a plain number, by its digits: either zero is 0, and a truth value is 0 or 1.
fn plain(element: &Element) -> Option<i8> {
    let number = match element.class {
        Class::False => 0,
        Class::True => 1,
        _ => element.decimal.strip_suffix(".0").unwrap_or(&element.decimal).parse::<i8>().ok()?,
    };
    (number.unsigned_abs() <= PLAIN).then_some(number)
}

/// Whether another number is given than is due, of operands without a NaN.
fn is_of_numbers(finding: &Finding) -> bool {
    let is_of_numbers = finding.deed.is_other_limit() || matches!(finding.deed, Deed::PassedOver | Deed::Invented);
    is_of_numbers && !finding.has_nan()
}
