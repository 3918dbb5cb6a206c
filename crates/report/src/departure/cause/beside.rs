//! What one thing that an operator does wrong says of others that it does: an ignored NaN of which NaN is given, an element that is
//! overwritten of numbers that are lost, a misread place of a shape, and a way of being asked of all that differs in it.

use std::collections::{BTreeMap, BTreeSet};

use crate::cause::Cause;
use crate::deed::Deed;
use crate::departure::circumstance::common_settings;
use crate::departure::upright;
use crate::model::{Finding, Witness};

/// The causes of findings, where that of each is known by itself.
pub(super) fn settled(findings: &[&Finding], settled: &[Cause]) -> Vec<Cause> {
    let settled = with_ignored(findings, settled);
    let settled = with_contexts(findings, &with_shapes(findings, &with_unwritten(findings, &settled)));
    with_settings(findings, &settled)
}

/// The causes of findings. Where an operator reads elements of other places, refuses or gives another shape only when it is told one and the
/// same, all of it has one reason; and so has an answer to what is to be refused, when it is told that.
fn with_settings(findings: &[&Finding], settled: &[Cause]) -> Vec<Cause> {
    let mut by_operator: BTreeMap<&str, Vec<(&Finding, Cause)>> = BTreeMap::new();
    let is_of_shapes = |it: &Finding| matches!(it.deed, Deed::Refused | Deed::OtherShape);
    for (finding, cause) in findings.iter().zip(settled) {
        if *cause == Cause::Place || (*cause == Cause::Answer && is_of_shapes(finding)) {
            by_operator.entry(upright(finding)).or_default().push((finding, *cause));
        }
    }
    // What a clause says of several cases is told none of this.
    let told = |all: &[(&'_ Finding, Cause)]| -> BTreeSet<String> {
        let of_one = all.iter().map(|(finding, _)| *finding).filter(|it| !it.is_across_cases);
        let is_of_place = all.iter().any(|(_, cause)| *cause == Cause::Place);
        common_settings(of_one.filter(|_| is_of_place)).into_iter().map(ToOwned::to_owned).collect()
    };
    let told: BTreeMap<&str, BTreeSet<String>> = by_operator.iter().map(|(name, all)| (*name, told(all))).collect();
    let is_told = |finding: &Finding| {
        let settings = told.get(upright(finding)).filter(|it| !it.is_empty());
        settings.is_some_and(|it| finding.witness.settings.iter().any(|own| it.contains(own)))
    };
    let is_of_it = |finding: &Finding| is_of_shapes(finding) || finding.deed == Deed::Answered;
    let cause = |(finding, &cause): (&&Finding, &Cause)| match cause {
        Cause::Answer if is_of_it(finding) && is_told(finding) => Cause::Place,
        cause => cause,
    };
    findings.iter().zip(settled).map(cause).collect()
}

/// The causes of findings. Where an operator ignores a NaN at one place of two, and never at the other, the NaN at the other place comes
/// out of two of them for the same reason.
fn with_ignored(findings: &[&Finding], settled: &[Cause]) -> Vec<Cause> {
    let mut ignored: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (finding, cause) in findings.iter().zip(settled) {
        if let ([first, second], Cause::Nan, Deed::LostNan) = (&finding.operands[..], cause, finding.deed)
            && first.is_nan() != second.is_nan()
        {
            ignored.entry(upright(finding)).or_default().insert(usize::from(second.is_nan()));
        }
    }
    let is_of_it = |finding: &Finding| {
        let (Some(places), [first, second]) = (ignored.get(upright(finding)), &finding.witness.operands[..]) else {
            return false;
        };
        let other = if places.contains(&0) { second } else { first };
        let elsewhere = finding.witness.differs_from.as_ref().map(|(_, element)| element);
        let mut either = [finding.witness.found.as_ref(), elsewhere].into_iter().flatten();
        let are_told_apart = first.class.is_nan() && second.class.is_nan() && first.hex != second.hex;
        places.len() == 1 && are_told_apart && either.any(|it| it.hex == other.hex)
    };
    let cause = |(finding, &cause): (&&Finding, &Cause)| match cause {
        Cause::NanBits if is_of_it(finding) => Cause::Nan,
        cause => cause,
    };
    findings.iter().zip(settled).map(cause).collect()
}

/// The causes of findings. Where an operator writes elements that it is to leave alone, or leaves those that it is to write, its other
/// findings have the same cause if their result stands in another place, or stood there before the call, or is wrong in company alone,
/// or is something of earlier calls that no one call leaves behind: such stands in memory that nobody has written.
fn with_unwritten(findings: &[&Finding], settled: &[Cause]) -> Vec<Cause> {
    let who = |does: &dyn Fn(&Finding) -> bool| -> BTreeSet<&str> {
        findings.iter().filter(|it| does(it)).map(|it| upright(it)).collect()
    };
    let certain = who(&|it| matches!(it.deed, Deed::Overwrote | Deed::Unwritten));
    let elsewhere =
        who(&|it| it.deed == Deed::ReadElsewhere && it.witness.before.is_some() && !is_as_before(&it.witness));
    // What stands where it stood may be there by chance, to whoever reads elements of other places.
    let unwritten = who(&|it| it.deed == Deed::AsBefore && !elsewhere.contains(upright(it)));
    let cause = |(finding, &cause): (&&Finding, &Cause)| {
        let name = upright(finding);
        let is_of_place = cause == Cause::Place || finding.deed == Deed::ReadElsewhere;
        match finding.deed {
            Deed::AsBefore if !certain.contains(name) && !unwritten.contains(name) => Cause::Place,
            _ if certain.contains(name) && (is_of_place || is_as_before(&finding.witness)) => Cause::Written,
            Deed::Carried if certain.contains(name) && finding.witness.after.is_none() => Cause::Written,
            deed if unwritten.contains(name) && (deed == Deed::ReadElsewhere || is_as_before(&finding.witness)) => {
                Cause::Written
            }
            _ => cause,
        }
    };
    findings.iter().zip(settled).map(cause).collect()
}

/// The causes of findings. Where an operator reads elements of other places, and never gives bits that stand nowhere, its answers of
/// another shape have the same cause.
fn with_shapes(findings: &[&Finding], settled: &[Cause]) -> Vec<Cause> {
    let of_place = |deed: Deed| {
        let is_it = |(finding, cause): &(&&Finding, &Cause)| **cause == Cause::Place && finding.deed == deed;
        findings.iter().zip(settled).filter(is_it).map(|(finding, _)| upright(finding)).collect::<BTreeSet<&str>>()
    };
    let misread = &of_place(Deed::ReadElsewhere) - &of_place(Deed::Invented);
    let is_of_it = |finding: &Finding| finding.deed == Deed::OtherShape && misread.contains(upright(finding));
    let cause = |(finding, cause): (&&Finding, &Cause)| match cause {
        Cause::Answer if is_of_it(finding) => Cause::Place,
        cause => *cause,
    };
    findings.iter().zip(settled).map(cause).collect()
}

/// The causes of findings. Where an operator does one thing wrong with numbers, NaNs or places in a way of being asked, what else
/// differs in that way from the plain one comes of the same; and so does which NaN it is, where that depends on the place there.
fn with_contexts(findings: &[&Finding], settled: &[Cause]) -> Vec<Cause> {
    let context = |it: &Finding| (upright(it).to_owned(), it.witness.way.clone());
    let mut wrong: BTreeMap<_, BTreeSet<Cause>> = BTreeMap::new();
    let mut wavering = BTreeSet::new();
    for (finding, &cause) in findings.iter().zip(settled) {
        if cause == Cause::NanBits && is_of_nans(finding) {
            wavering.insert(context(finding));
        }
        if matches!(cause, Cause::Place | Cause::Integer | Cause::Float | Cause::Number | Cause::Operand | Cause::Nan) {
            wrong.entry(context(finding)).or_default().insert(cause);
        }
    }
    let cause = |(finding, &cause): (&&Finding, &Cause)| match wrong.get(&context(finding)) {
        Some(one) if cause == Cause::Unsteady && finding.witness.plainly.is_some() && one.len() == 1 => {
            one.first().copied().unwrap_or(cause)
        }
        _ if cause == Cause::Unsteady && is_of_nans(finding) && wavering.contains(&context(finding)) => Cause::NanBits,
        _ => cause,
    };
    findings.iter().zip(settled).map(cause).collect()
}

/// Whether the result is what stood there before the call.
pub(super) fn is_as_before(Witness { before, found, .. }: &Witness) -> bool {
    before.is_some() && before == found
}

/// Whether a finding is that one NaN is given in one circumstance, and another in another.
pub(super) fn is_of_nans(Finding { witness: Witness { found, plainly, differs_from, .. }, .. }: &Finding) -> bool {
    let elsewhere = differs_from.as_ref().map(|(_, element)| element).or(plainly.as_ref());
    found.as_ref().zip(elsewhere).is_some_and(|(here, there)| here.class.is_nan() && there.class.is_nan())
}
