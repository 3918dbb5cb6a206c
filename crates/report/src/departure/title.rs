//! A departure in words: the classes that were observed, and what they mean where every finding shows it.

use std::collections::{BTreeMap, BTreeSet};

use opconform_tensor::{Class, Types};

use super::cause::is_narrowed;
use super::circumstance::{misaligned, way, with};
use super::observed::{has_negative_nans, is_lost_number, observed_class, quieted, shown, taken};
use super::places::{as_argument, lost_place, only, ordinal, unread};
use crate::cause::Cause;
use crate::deed::Deed;
use crate::model::{Element, Finding, Witness};
use crate::runs::listed;
use crate::text::{plural, thousands};

/// What was observed in one finding, and in those of a departure that are like it; `elsewhere` is what is like it wherever it stands.
pub(super) fn title(
    example: &Finding,
    findings: &[&Finding],
    departure: &[&Finding],
    elsewhere: &[&Finding],
) -> String {
    let (way, misaligned) = (way(example, findings, elsewhere), misaligned(findings));
    let (with, output) = (with(example, findings, departure), output(example));
    format!("{way}{misaligned}{with}{output}{}", observed(example, findings))
}

/// In which of several outputs an element is wrong: what is wrong with a whole one says it itself.
fn output(Finding { operands, witness, .. }: &Finding) -> String {
    let name = witness.output.as_ref().filter(|_| !operands.is_empty());
    name.map(|name| format!("in {name}: ")).unwrap_or_default()
}

/// What was observed of a case that shows it after another alone.
fn carried(example: &Finding) -> String {
    let (class, is_operand) = match &example.witness.found {
        Some(found) if !example.operands.is_empty() => {
            (found.class, example.witness.operands.iter().any(|operand| operand.hex == found.hex))
        }
        // What is wrong with a whole answer says itself after which call.
        _ => return example.witness.symptom.clone(),
    };
    let what = match class {
        class if class.is_nan() && !example.has_nan() => "a NaN of an earlier call is still there",
        // It is of this call, too.
        _ if is_operand => "only after other calls",
        _ => "something of an earlier call is still there",
    };
    let operands = || listed(&example.operands, |&class| shown(class).to_owned());
    let told = numbers(example).unwrap_or_else(|| format!("{} → {}", operands(), shown(class)));
    format!("{what}: {told}")
}

fn observed(example: &Finding, findings: &[&Finding]) -> String {
    if example.deed == Deed::Carried {
        return carried(example);
    }
    if let Some(doubt) = &example.doubt {
        return format!("an error of opconform and nothing against the backend, please report it: {doubt}");
    }
    if example.operands.is_empty() {
        let witness = &example.witness;
        // The reduction of no elements has a result, and no operands.
        return match &witness.found {
            Some(found) => of_nothing(witness, found),
            None => witness.symptom.clone(),
        };
    }
    let operands = named(&example.witness.names, &example.operands, |&class| name(class, findings).to_owned());
    let result = example.result.map_or("nothing", shown);
    if let Some((_, elsewhere)) = &example.witness.differs_from {
        let there = shown(elsewhere.class);
        let there = if result == there { "other bits" } else { there };
        return format!("changes with the place: {operands} → {result} in one, {there} in another");
    }
    if let (Some(found), Some(plainly)) = (&example.witness.found, &example.witness.plainly) {
        let [found, plainly] = [found, plainly].map(|it| if it.class.is_nan() { &it.hex } else { &it.decimal });
        return format!("{operands} → {found}, and {plainly} in the plain way");
    }
    if let Some(change) = change(&example.witness) {
        return format!("{operands} → {change}");
    }
    // Where a clause speaks of several cases, the operands need not be those of one call, unless one call shows the same.
    let is_one_call = |it: &&Finding| {
        let is_same_call =
            (&it.operator, it.dtype, &it.operands) == (&example.operator, example.dtype, &example.operands);
        !it.is_across_cases && is_same_call && it.result == example.result
    };
    if example.is_across_cases && !findings.iter().any(is_one_call) {
        return format!("{operands} → {result}, {}", example.witness.symptom);
    }
    let order = order(example, findings);
    let meaning = meaning(example, findings).or_else(|| done(example.deed).map(ToOwned::to_owned));
    let meaning = meaning.map_or_else(String::new, |words| format!("{words}: "));
    let shown = match example.deed {
        // What the destination was filled with is nobody's number.
        Deed::Unwritten => format!("{operands} → nothing"),
        _ => numbers(example).unwrap_or_else(|| format!("{operands} → {result}")),
    };
    format!("{meaning}{shown}{order}{}", place(&example.witness))
}

/// The one reading by which all of these answers would be right, to follow the title of one of them: of answers, and not of refusals, each
/// looked at by itself.
pub(super) fn reading(example: &Finding, findings: &[&Finding]) -> String {
    let is_like = |it: &&&Finding| it.deed == example.deed && it.is_across_cases == example.is_across_cases;
    let findings = findings.iter().filter(is_like);
    let of = |finding: &&Finding| finding.witness.readings.iter().cloned().collect::<BTreeSet<String>>();
    let common = findings.map(of).reduce(|all, more| &all & &more).unwrap_or_default();
    match common.into_iter().collect::<Vec<_>>().as_slice() {
        [reading] => format!(", as if {reading}"),
        _ => String::new(),
    }
}

/// The operands and the result as numbers, where they are integers, or where two of them are of one class and not the same.
fn numbers(Finding { operands: classes, witness, .. }: &Finding) -> Option<String> {
    let found = witness.found.as_ref()?;
    let mut of_class = BTreeMap::new();
    let mut all = witness.operands.iter().chain([found]).filter(|it| !it.class.is_nan());
    let is_told = all.all(|it| !it.class.is_integer() && *of_class.entry(it.class).or_insert(&it.hex) == &it.hex);
    if is_told || witness.operands.len() != classes.len() {
        return None;
    }
    let number = |it: &Element| match it.class {
        Class::SignallingNan => "sNaN".to_owned(),
        Class::QuietNan => "NaN".to_owned(),
        _ => it.decimal.clone(),
    };
    Some(format!("{} → {}", named(&witness.names, &witness.operands, number), number(found)))
}

/// What is listed, each with the name of its argument where it has one.
fn named<T>(names: &[String], items: &[T], text: impl Fn(&T) -> String) -> String {
    let names = names.iter().map(String::as_str).chain(std::iter::repeat(""));
    let named = |(item, name): (&T, &str)| if name.is_empty() { text(item) } else { format!("{name} {}", text(item)) };
    listed(&items.iter().zip(names).map(named).collect::<Vec<String>>(), String::clone)
}

/// Elements of a result of which the place of one is told though fewer might show it.
const LONG: u64 = 4096;

/// Which element it is, where none alone shows it.
fn place(witness: &Witness) -> String {
    match witness.place() {
        // A long witness is not shrunk to its end, and its place may be all that there is to know.
        Some((place, Some(of))) if of > if witness.smallest { 1 } else { LONG } => {
            format!(", at element {} of {}", thousands(place), thousands(of))
        }
        _ => String::new(),
    }
}

/// Both results, where the first is none any more once a process was asked much.
fn change(witness: &Witness) -> Option<String> {
    let (first, (cases, later)) = (witness.found.as_ref()?, witness.later.as_ref()?);
    let [first, later] = [first, later].map(|it| if it.class.is_nan() { &it.hex } else { &it.decimal });
    Some(format!("{first} at first, {later} after {}", plural(*cases, "case")))
}

/// What the result of no elements is, and what it should be; or what is said of an answer to a case that has no result.
fn of_nothing(Witness { symptom, due, answered, .. }: &Witness, found: &Element) -> String {
    let found = &found.decimal;
    match (due, answered) {
        (_, None) => format!("where no result is due {found}, {symptom}"),
        (Some(due), _) => format!("of no elements {found}, where {due} is due"),
        (None, _) => format!("of no elements {found}, {symptom}"),
    }
}

/// The orders of the operands of the example, where it shows in more than one, the same in each type, and all findings have as many
/// operands: few, since of a row it is the places that differ, and an argument with a name is in no order.
fn order(example: &Finding, findings: &[&Finding]) -> String {
    const FEW: usize = 3;
    let operands = example.operands.len();
    let is_of_another_form = |it: &&Finding| it.operands.len() != operands || !it.witness.names.is_empty();
    if operands > FEW || findings.iter().any(is_of_another_form) {
        return String::new();
    }
    let classes =
        |finding: &Finding| -> Vec<Class> { finding.operands.iter().copied().map(observed_class(finding)).collect() };
    let sorted = |mut classes: Vec<Class>| {
        classes.sort_unstable();
        classes
    };
    let own = sorted(classes(example));
    let mut by_dtype: BTreeMap<(&str, Types), BTreeSet<Vec<Class>>> = BTreeMap::new();
    // What a clause says of several cases is not the answer to these operands, and another way may give them in another order.
    let is_answer = |it: &&&Finding| !it.is_across_cases && it.witness.way.is_none() && sorted(classes(it)) == own;
    for finding in findings.iter().filter(is_answer) {
        by_dtype.entry((&finding.operator, finding.dtype)).or_default().insert(classes(finding));
    }
    let all: BTreeSet<&Vec<Class>> = by_dtype.values().flatten().collect();
    let words = match (all.len(), operands) {
        (..=1, _) => return String::new(),
        (_, ..=2) => ", in either order".to_owned(),
        (many, _) => format!(", in {many} orders"),
    };
    let is_everywhere = by_dtype.values().all(|orders| orders.len() == all.len());
    if is_everywhere { words } else { String::new() }
}

/// A class, or the kind of NaN where it is signalling in every finding, or negative.
fn name(class: Class, findings: &[&Finding]) -> &'static str {
    let is_quiet = |finding: &&Finding| finding.operands.contains(&Class::QuietNan);
    let is_signalling = class == Class::SignallingNan && !findings.iter().any(is_quiet);
    match class {
        _ if is_signalling => "signalling NaN",
        class if class.is_nan() && findings.iter().all(|it| has_negative_nans(it)) => "negative NaN",
        class => shown(class),
    }
}

/// What the classes and the bits of the witnesses say together.
fn meaning(example: &Finding, findings: &[&Finding]) -> Option<String> {
    let result = example.result?;
    example.witness.found.as_ref()?;
    if is_lost_number(example) {
        return Some(format!("a number is lost beside a {}", name(Class::SignallingNan, findings)));
    }
    if let Some(words) = plain(example) {
        return Some(words);
    }
    if let Some(words) = made_quiet(example, findings) {
        return Some(words);
    }
    if taken(example).next().is_none() {
        return Some("the bits of the result are no operand's".to_owned());
    }
    if result.is_nan() {
        if !example.operands.iter().all(|class| class.is_nan()) {
            return None;
        }
        return one_of_nans(example, findings.iter().map(|finding| taken(finding).collect()));
    }
    if example.has_nan() {
        // With more of them, the result could come of one operand passed over and not of the NaN.
        if example.operands.iter().filter(|class| !class.is_nan()).count() > 1 {
            return None;
        }
        let what = name(Class::SignallingNan, findings);
        // Another way may give the operands in another order, and a clause that speaks of several cases those of another call.
        let is_of_call = |it: &&&Finding| {
            (example.witness.way.is_some() || it.witness.way.is_none())
                && (example.is_across_cases || !it.is_across_cases)
        };
        let nans = |finding: &&Finding| {
            finding.operands.iter().enumerate().filter(|(_, class)| class.is_nan()).map(|(index, _)| index).collect()
        };
        let place = only(findings.iter().filter(is_of_call).map(nans));
        return Some(match place.as_deref().and_then(|place| as_argument(&example.witness.names, place)) {
            Some(argument) => format!("a {what} as {argument} is ignored"),
            None => format!("a {what} operand is ignored"),
        });
    }
    // A minimum prefers the other zero.
    let zeros = (Class::NegativeZero, Class::PositiveZero);
    let (given, better) = if example.mirrors.is_some() { (zeros.1, zeros.0) } else { zeros };
    (result == given && example.operands.contains(&better)).then(|| format!("{better} is passed over"))
}

/// Of NaNs alone, which of them is the result, where it is the one at the same place each time.
fn one_of_nans(example: &Finding, places: impl Iterator<Item = Vec<usize>>) -> Option<String> {
    // Of more of them, the second of two may be the last.
    let count = example.operands.len();
    let of = if count == 2 { "two NaNs".to_owned() } else { plural(count as u64, "NaN") };
    Some(format!("the {} of {of} is returned", ordinal(&only(places)?)?))
}

/// Of NaNs alone, that one of them was made quiet is the result, where each time it is.
fn made_quiet(example: &Finding, findings: &[&Finding]) -> Option<String> {
    let are_nans = taken(example).next().is_none() && example.operands.iter().all(|class| class.is_nan());
    let places = findings.iter().map(|finding| quieted(finding).collect());
    Some(one_of_nans(example, places).filter(|_| are_nans)? + ", made quiet")
}

/// What was done, where the operands tell no more of it.
fn done(deed: Deed) -> Option<&'static str> {
    match deed {
        Deed::LostNan => Some("a NaN is lost"),
        Deed::OtherNan => Some("another NaN is returned than is due"),
        Deed::OtherZero => Some("the zero of the other sign is returned"),
        Deed::Invented => Some("another number is returned than is due"),
        _ => None,
    }
}

/// What was done, where one witness says all of it.
fn plain(example: &Finding) -> Option<String> {
    let (least, beyond, passed_over) = match example.mirrors {
        None => ("least", "-inf", "a greater number"),
        Some(_) => ("greatest", "+inf", "a lesser number"),
    };
    match (example.deed, example.result) {
        (Deed::LeakedIdentity, _) if is_narrowed(example) => Some("the bits of the result are no operand's".to_owned()),
        (Deed::LeakedIdentity, Some(result)) if is_infinite(result) => Some("the identity is the result".to_owned()),
        (Deed::LeakedIdentity, Some(Class::PositiveNormal | Class::NegativeNormal)) => {
            let instead = if example.operands.iter().any(|class| is_infinite(*class)) {
                format!("stands for {beyond}")
            } else {
                "is the result".to_owned()
            };
            Some(format!("the {least} finite number {instead}"))
        }
        (Deed::LeakedIdentity, _) => Some(format!("the {least} number of the type is the result")),
        // What a number becomes may stand elsewhere by chance.
        (Deed::ReadElsewhere, _) if matches!(example.cause, Cause::Integer | Cause::Float | Cause::Number) => {
            Some("the bits of the result are no operand's".to_owned())
        }
        (Deed::ReadElsewhere, _) => Some("an element of another place is read".to_owned()),
        (Deed::Unselected, _) => Some("an element that `where` leaves out is taken".to_owned()),
        (Deed::Overwrote, _) => Some("an element that is to be left alone is overwritten".to_owned()),
        (Deed::Unsteady, Some(result)) => {
            Some(format!("the result changes from {result}, {}", example.witness.symptom))
        }
        (Deed::Unwritten, _) => Some("an element is never written".to_owned()),
        (Deed::AsBefore, _) => Some("the result is what stood there before the call".to_owned()),
        (Deed::KeptNan, _) => Some("a NaN is returned where a number is right".to_owned()),
        // A zero of no subnormal's sign is an operand, which is taken for the same.
        (Deed::FlushedSubnormal, Some(Class::PositiveZero)) if example.operands.contains(&Class::PositiveSubnormal) => {
            Some("a subnormal becomes 0".to_owned())
        }
        (Deed::FlushedSubnormal, Some(Class::NegativeZero)) if example.operands.contains(&Class::NegativeSubnormal) => {
            Some("a subnormal becomes -0".to_owned())
        }
        (Deed::FlushedSubnormal, _) => Some("a subnormal is taken for 0".to_owned()),
        (Deed::LesserMagnitude, _) => {
            let passed_over = if example.mirrors.is_none() { "a greater magnitude" } else { "a lesser magnitude" };
            Some(format!("{passed_over} is passed over"))
        }
        (Deed::Unlimited, _) => Some("the element is the result, and not its bound".to_owned()),
        (Deed::LowerLimit, _) => Some("the lower bound is the result where it is not due".to_owned()),
        (Deed::UpperLimit, _) => Some("the upper bound is the result where it is not due".to_owned()),
        (Deed::PassedOver, result) => Some(match (lost_place(example), unread(example), result) {
            (Some(place), ..) => format!("{place} is lost"),
            (None, Some(place), _) => format!("{place} is not looked at"),
            (None, None, Some(Class::False)) => "true is passed over".to_owned(),
            (None, None, Some(Class::True)) => "false is passed over".to_owned(),
            _ => format!("{passed_over} is passed over"),
        }),
        (Deed::Invented, _) if example.cause == Cause::Constant => {
            let number = &example.witness.found.as_ref()?.decimal;
            Some(format!("{number} is the result, though no operand is"))
        }
        _ => None,
    }
}

fn is_infinite(class: Class) -> bool {
    matches!(class, Class::PositiveInfinity | Class::NegativeInfinity)
}
