//! Which findings have one cause, as far as what was done says it.
//!
//! What the operands at fault show alone is told apart by what becomes of them: a NaN lost, a zero's sign, a number, of integers or
//! of floats. Where they show it in company alone, what they are does not matter to whoever loses an element, reads another, or
//! takes another path for some: such a finding goes with what the same operator does wrong with the same operands alone, or
//! else with the numbers that are lost in company.
//!
//! What is done [whatever](whatever) the operands are has one cause, and so has what becomes of [numbers](order) of integers and floats
//! alike.
//!
//! Whole answers have one cause where the same is wrong with them, or in one and the same case, or in other ways than the plain one with
//! the same told. Where an operator reads elements of other places, and nothing else, an answer of
//! another shape comes of the same.
//!
//! What shows in the [plain way](plainly) too is not of another: it has the cause that it has there.

mod beside;
mod order;
mod plainly;
mod whatever;

use std::collections::{BTreeMap, BTreeSet};

use opconform_tensor::{Class, Types};
use order::Order;
use plainly::Plainly;
use whatever::Whatever;

use super::observed::{Observed, taken};
use super::upright;
use crate::cause::Cause;
use crate::deed::Deed;
use crate::fault::Fault;
use crate::model::Finding;
use crate::severity::Severity;

/// What findings of one departure have in common, and no others of their backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CauseKey {
    /// Whether the operands come to the operator in another way than the plain one.
    in_a_way: bool,
    pub(super) cause: Cause,
    /// Of whole answers, and of errors of this suite, the first of those that hang together; 0 of all others.
    lead: usize,
}

/// The cause of each finding, in their order. What goes wrong in other ways alone is looked at by itself.
pub(super) fn keys(findings: &[&Finding]) -> Vec<CauseKey> {
    let in_a_way = |finding: &Finding| finding.witness.way.is_some();
    let of = |way: bool| findings.iter().copied().filter(|finding| in_a_way(finding) == way).collect::<Vec<_>>();
    let [plain, others] = [false, true].map(|way| causes_in_one_way(&of(way)));
    let keyed = |in_a_way: bool, causes: Vec<(Cause, usize)>| {
        causes.into_iter().map(move |(cause, lead)| CauseKey { in_a_way, cause, lead })
    };
    let [mut plain, mut others] = [keyed(false, plain), keyed(true, others)];
    let known = Plainly::of(of(false).into_iter().zip(plain.clone()));
    let key = |finding: &&Finding| {
        if !in_a_way(finding) {
            return plain.next();
        }
        let own = others.next()?;
        Some(known.cause(finding, own.cause).unwrap_or(own))
    };
    findings.iter().filter_map(key).collect()
}

/// The cause of each finding, and the first that it hangs together with.
fn causes_in_one_way(findings: &[&Finding]) -> Vec<(Cause, usize)> {
    let altered = Altered::of(findings);
    let direct: Vec<Cause> = findings.iter().map(|finding| altered.cause(finding, direct(finding))).collect();
    let direct = in_general(findings, direct);
    let alone = || findings.iter().zip(direct.iter().copied()).filter(|(finding, _)| finding.alone);
    let by_operator: BTreeSet<(&str, Cause)> = alone().map(|(it, cause)| (upright(it), cause)).collect();
    let by_operands: Vec<(Observed, Cause)> = alone().map(|(it, cause)| (Observed::of(it), cause)).collect();
    let is_shown_alone = |finding: &Finding, cause: Cause| {
        by_operator.contains(&(upright(finding), cause)) || by_operands.contains(&(Observed::of(finding), cause))
    };
    let of_place = |finding: &Finding, cause: Cause| match cause {
        Cause::Place => true,
        Cause::Integer | Cause::Float | Cause::Number => !finding.alone && !is_shown_alone(finding, cause),
        _ => false,
    };
    // The operators that lose elements of floats.
    let misplaced: BTreeSet<&str> = findings
        .iter()
        .zip(&direct)
        .filter(|(finding, cause)| finding.dtype.are_floats() && of_place(finding, **cause))
        .map(|(finding, _)| upright(finding))
        .collect();
    // Where one operator takes the other end of the order, so do those that show nothing else of numbers alone.
    let takes_the_end = alone().any(|(_, cause)| cause == Cause::End);
    let of_numbers = [Cause::Integer, Cause::Float, Cause::Number];
    let is_of_the_end = |it: &Finding| {
        let is_it = !it.alone && it.operands.len() == 2 && matches!(it.deed, Deed::PassedOver | Deed::OtherZero);
        takes_the_end && is_it && !of_numbers.iter().any(|&cause| by_operator.contains(&(upright(it), cause)))
    };
    // Where a runtime compiles anew what it was asked much, other answers come out from then on: of what shows after other calls
    // alone, those are the calls.
    let late = || findings.iter().filter(|it| it.witness.later.is_some());
    let changes_late = |it: &Finding| it.witness.after.is_none() && late().next().is_some();
    // And of what shows ever after, what came out then.
    let came_later: BTreeSet<(&str, Types, Severity)> = late().map(|it| (upright(it), it.dtype, it.severity)).collect();
    let is_what_came = |it: &Finding| came_later.contains(&(upright(it), it.dtype, it.severity));
    // Where one earlier call is enough, nothing is compiled anew: what changes later is what calls leave behind. One call is looked for of
    // a few findings alone, and an operator of which none is known does as the others.
    let carried = || findings.iter().filter(|it| it.deed == Deed::Carried);
    let is_one_enough = carried().any(|it| it.witness.after.is_some());
    let leaving: BTreeSet<&str> = carried().filter(|_| is_one_enough).map(|it| upright(it)).collect();
    let settled = |(finding, &cause): (&&Finding, &Cause)| match cause {
        Cause::Unsteady if leaving.contains(upright(finding)) && finding.witness.later.is_some() => Cause::Carried,
        Cause::Carried if !is_one_enough && changes_late(finding) => Cause::Unsteady,
        Cause::NanBits | Cause::Zero if is_what_came(finding) => Cause::Unsteady,
        Cause::Integer | Cause::Float | Cause::Number | Cause::Zero if is_of_the_end(finding) => Cause::End,
        Cause::Place | Cause::Integer | Cause::Float | Cause::Number if of_place(finding, cause) => Cause::Place,
        Cause::Nan | Cause::NanBits | Cause::Zero
            if !finding.alone && misplaced.contains(upright(finding)) && !is_shown_alone(finding, cause) =>
        {
            Cause::Place
        }
        cause => cause,
    };
    let settled: Vec<Cause> = findings.iter().zip(&direct).map(settled).collect();
    let settled = beside::settled(findings, &settled);
    let answers = findings.iter().zip(&settled).filter(|(_, cause)| **cause == Cause::Answer).map(|(it, _)| *it);
    let mut leads = first_alike(&answers.collect::<Vec<_>>()).into_iter();
    let first_doubt = |finding: &Finding| findings.iter().position(|it| it.doubt == finding.doubt);
    let lead = |(finding, cause): (&&Finding, Cause)| match cause {
        Cause::Answer => (cause, leads.next().unwrap_or_default()),
        Cause::Doubt => (cause, first_doubt(finding).unwrap_or_default()),
        _ => (cause, 0),
    };
    findings.iter().zip(settled).map(lead).collect()
}

/// An operator that takes the maximum, or its twin, and whether it is asked of floats.
type Group<'a> = (&'a str, bool);

fn group(finding: &Finding) -> Group<'_> {
    (upright(finding), finding.dtype.are_floats())
}

/// The causes of findings, where all of them together say more of it than each by itself.
fn in_general(findings: &[&Finding], direct: Vec<Cause>) -> Vec<Cause> {
    let rules = Whatever::of(findings, &direct);
    let order = Order::of(findings, &direct);
    let general = |(finding, direct): (&&Finding, Cause)| match direct {
        Cause::Integer
        | Cause::Float
        | Cause::Nan
        | Cause::NanBits
        | Cause::Zero
        | Cause::Subnormal
        | Cause::Beginning => {
            let rule = rules.iter().find(|rule| rule.explains(finding));
            rule.map_or_else(|| order.cause(finding, direct), Whatever::cause)
        }
        // Of one way of a model, and none else.
        Cause::Unsteady if finding.witness.plainly.is_some() => {
            rules.iter().find(|rule| rule.explains(finding)).map_or(direct, Whatever::cause)
        }
        direct => direct,
    };
    findings.iter().zip(direct).map(general).collect()
}

/// The cause of a finding that is looked at by itself.
fn direct(finding: &Finding) -> Cause {
    if finding.doubt.is_some() {
        return Cause::Doubt;
    }
    // A witness is shrunk to operands on a boundary where they show it too, but for one that shows nothing alone.
    if finding.witness.misaligned().is_some() && finding.deed != Deed::Carried {
        return Cause::Misaligned;
    }
    match finding.deed {
        // What a narrower type has no room for becomes an infinity, which a reduction begins with by chance.
        Deed::LeakedIdentity if is_narrowed(finding) => Cause::of_numbers(finding.dtype.are_floats()),
        Deed::LeakedIdentity | Deed::Empty => Cause::Beginning,
        Deed::FlushedSubnormal => Cause::Subnormal,
        Deed::ReadElsewhere if finding.alone => Cause::Place,
        Deed::Unselected => Cause::Place,
        // What stands elsewhere may be there by chance.
        Deed::PassedOver
        | Deed::Unlimited
        | Deed::LowerLimit
        | Deed::UpperLimit
        | Deed::LesserMagnitude
        | Deed::Invented
        | Deed::ReadElsewhere => Cause::of_numbers(finding.dtype.are_floats()),
        Deed::Overwrote | Deed::Unwritten | Deed::AsBefore => Cause::Written,
        Deed::LostNan | Deed::KeptNan => Cause::Nan,
        Deed::OtherNan => Cause::NanBits,
        Deed::OtherZero => Cause::Zero,
        Deed::Unsteady => Cause::Unsteady,
        Deed::Carried => Cause::Carried,
        Deed::OtherShape | Deed::OtherType | Deed::Refused | Deed::Answered | Deed::NoAnswer => Cause::Answer,
    }
}

/// Whether the elements came through a narrower type.
pub(super) fn is_narrowed(finding: &Finding) -> bool {
    !finding.operands.is_empty() && !finding.witness.readings.is_empty()
}

/// What is known of a backend's results that may be altered after they have been found, whatever they are: then the same comes out
/// of no elements, and of those that a reduction begins with.
struct Altered<'a> {
    /// Of what a reduction begins with, the kinds that come out as numbers that are nobody's elsewhere too: whether it is of floats,
    /// and of those the class.
    beginnings: BTreeSet<(bool, Option<Class>)>,
    /// The element types in which a number that is neither a subnormal nor an infinity becomes a zero or an infinity.
    narrowed: BTreeSet<Types>,
    /// The operators, with the element types, whose elements come through a narrower type.
    through: BTreeSet<(&'a str, Types)>,
    /// The element types in which NaNs come out with nobody's bits, where numbers do in each of them.
    recoded: BTreeSet<Types>,
    /// Whether a subnormal is taken for a zero where nothing else is in the case.
    flushes: bool,
    /// Whether other numbers go wrong in company.
    loses: bool,
    /// Whether what a reduction begins with comes out of it where there is no NaN.
    leaks: bool,
}

impl<'a> Altered<'a> {
    fn of(findings: &[&'a Finding]) -> Self {
        let invented = || findings.iter().filter(|it| it.alone && it.deed == Deed::Invented);
        let is_at_an_end =
            |class: Class| class.is_float_zero() || matches!(class, Class::PositiveInfinity | Class::NegativeInfinity);
        let is_zero_or_infinite = |finding: &&&Finding| finding.result.is_some_and(is_at_an_end);
        let is_normal = |class: &Class| matches!(class, Class::PositiveNormal | Class::NegativeNormal);
        let of_normals = |finding: &&&Finding| finding.operands.iter().all(is_normal);
        let results: BTreeSet<(Types, &str)> = invented().filter_map(|it| result(it)).collect();
        let is_same = |finding: &&&Finding| {
            matches!(finding.deed, Deed::LeakedIdentity | Deed::Empty)
                && result(finding).is_some_and(|it| results.contains(&it))
        };
        let is_nobodys = |finding: &&&Finding| finding.deed == Deed::OtherNan && taken(finding).next().is_none();
        let nobodys: BTreeSet<Types> = findings.iter().filter(is_nobodys).map(|it| it.dtype).collect();
        let invented_in: BTreeSet<Types> = invented().map(|it| it.dtype).collect();
        let with = |deed: Deed| findings.iter().filter(move |finding| finding.deed == deed);
        Self {
            beginnings: findings.iter().filter(is_same).filter_map(|it| kind(it)).collect(),
            narrowed: invented().filter(is_zero_or_infinite).filter(of_normals).map(|it| it.dtype).collect(),
            through: findings.iter().filter(|it| is_narrowed(it)).map(|it| (upright(it), it.dtype)).collect(),
            recoded: if nobodys.is_subset(&invented_in) { nobodys } else { BTreeSet::new() },
            loses: findings.iter().any(|finding| is_lost_in_company(finding)),
            flushes: with(Deed::FlushedSubnormal).any(|finding| finding.alone),
            leaks: with(Deed::LeakedIdentity).any(|finding| !finding.has_nan()),
        }
    }

    /// The cause of a finding of which the cause seen by itself is known.
    fn cause(&self, finding: &Finding, direct: Cause) -> Cause {
        let number = Cause::of_numbers(finding.dtype.are_floats());
        match direct {
            // What a clause says of several cases is asked of no type.
            Cause::Beginning
                if finding.is_across_cases && self.through.contains(&(upright(finding), finding.dtype)) =>
            {
                number
            }
            Cause::Beginning if kind(finding).is_some_and(|it| self.beginnings.contains(&it)) => number,
            // Where nothing leaks but beside a NaN, it is the NaN that does it.
            Cause::Beginning if finding.has_nan() && !self.leaks => Cause::Nan,
            // Which is too small for the type that the numbers come through.
            Cause::Subnormal if self.narrowed.contains(&finding.dtype) => number,
            // The NaN comes through the type that the numbers come through.
            Cause::NanBits if self.recoded.contains(&finding.dtype) && taken(finding).next().is_none() => number,
            // A number like any other, to whoever loses elements.
            Cause::Subnormal if !self.flushes && self.loses => number,
            direct => direct,
        }
    }
}

fn is_lost_in_company(finding: &Finding) -> bool {
    let is_of_numbers = finding.deed.is_other_limit()
        || matches!(finding.deed, Deed::PassedOver | Deed::LesserMagnitude | Deed::Invented | Deed::ReadElsewhere);
    !finding.alone && is_of_numbers
}

/// The element type and the bits of a result.
fn result(finding: &Finding) -> Option<(Types, &str)> {
    Some((finding.dtype, finding.witness.found.as_ref()?.hex.as_str()))
}

/// Whether a result is of floats, and its class as a maximum would have it: what a minimum begins with is at the other end, and of integers it
/// depends on the signs that they have.
fn kind(finding: &Finding) -> Option<(bool, Option<Class>)> {
    let (result, are_floats) = (finding.result?, finding.dtype.are_floats());
    let upright = if finding.mirrors.is_some() { result.negated() } else { result };
    Some((are_floats, are_floats.then_some(upright)))
}

/// What two findings of whole answers hang together by.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Tie<'a> {
    /// The same is wrong with both.
    Fault(FaultOf<'a>),
    /// One case shows both.
    Case(&'a str),
    /// Both are wrong in another way than the plain one alone, and with the same told: what is wrong says where it was noticed.
    Told(&'a [String]),
}

/// What is wrong with a whole answer, in which output, and of operands without a type in common which of two ways that is.
pub(super) type FaultOf<'a> = (Option<Types>, Option<&'a str>, &'a Fault);

/// What is wrong with a whole answer: nothing where an element is at fault.
pub(super) fn fault_of(Finding { dtype, witness, .. }: &Finding) -> Option<FaultOf<'_>> {
    Some((dtype.are_apart().then_some(*dtype), witness.output.as_deref(), witness.fault.as_ref()?))
}

/// Of each finding the first that it hangs together with, as a whole answer.
fn first_alike(findings: &[&Finding]) -> Vec<usize> {
    let mut leads: Vec<usize> = (0..findings.len()).collect();
    let mut seen: BTreeMap<Tie, usize> = BTreeMap::new();
    for (index, finding) in findings.iter().enumerate() {
        let Finding { witness, severity, .. } = finding;
        let is_told = witness.way.is_some() && !witness.settings.is_empty() && *severity != Severity::NoAnswer;
        let told = is_told.then_some(Tie::Told(&witness.settings));
        for tie in [fault_of(finding).map(Tie::Fault), Some(Tie::Case(&witness.case)), told].into_iter().flatten() {
            let other = lead(&leads, *seen.entry(tie).or_insert(index));
            let own = lead(&leads, index);
            leads[own.max(other)] = own.min(other);
        }
    }
    (0..findings.len()).map(|index| lead(&leads, index)).collect()
}

/// The first of those that hang together with a finding.
fn lead(leads: &[usize], mut index: usize) -> usize {
    while leads[index] != index {
        index = leads[index];
    }
    index
}
