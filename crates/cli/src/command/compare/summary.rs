//! What differs between two implementations, in words.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use opconform_cases::EVERY_PAIR;
use opconform_harness::{Change, Classes, Comparison, Difference, Lane, Opinion, Pair, Side, Silence, attributes};
use opconform_report::{listed, plain, plural, thousands, visible};
use opconform_spec::{Clause, Outcome, Ruling, Way};
use opconform_tensor::{Value, shape_text};
use opconform_text::line;

use crate::command::replay::outcome_text;

/// The classes of operands that are shown of all differences, so that a pair of implementations stands on one screen.
const CLASSES: usize = 18;

/// The classes of operands that are shown of one difference: at least, and at most.
const OF_ONE: RangeInclusive<usize> = 2..=6;

/// The operators that are shown.
const SHOWN: usize = 4;

/// The columns that an answer takes at most before what is said of it.
const ROOM: usize = 40;

/// The characters of a refusal that are shown.
const LONGEST: usize = 100;

/// What differs between the two sides, in words.
pub(crate) fn summary(comparison: &Comparison, sides: &[Side; 2]) -> String {
    let Comparison { compared, elements, unanswered_by_one, unanswered_by_both, partial, differences } = comparison;
    let [a, b] = sides.each_ref().map(|side| {
        let described = side.backend.describe();
        let version = &described.version;
        let is_in_name = described.name.ends_with(&format!("@{version}"));
        visible(&if is_in_name { described.name.clone() } else { format!("{} {version}", described.name) })
    });
    let names = sides.each_ref().map(|side| visible(&side.backend.describe().name));
    let mut text = format!("{a} and {b}\n{}", set_up(sides, &names));
    let _ = writeln!(text, "{} of {} compared", plural(*elements, "element"), plural(*compared, "case"));
    for (cases, who) in [(unanswered_by_one, "only one of the two answers"), (unanswered_by_both, "neither answers")] {
        if *cases > 0 {
            let _ = writeln!(text, "{} not compared: {who}", plural(*cases, "case"));
        }
    }
    if *partial {
        text.push_str("interrupted: what follows is of the cases compared until then\n");
    }
    if differences.is_empty() && *compared > 0 {
        text.push_str("\nno bit differs\n");
    }
    for (number, difference) in differences.iter().enumerate() {
        let titles: Vec<&str> = difference.changes.iter().map(|&change| title(change)).collect();
        let _ = writeln!(text, "\n{}  {}{}", number + 1, titles.join("; "), accused(difference, &names));
        let classes = (CLASSES / differences.len()).clamp(*OF_ONE.start(), *OF_ONE.end());
        paragraph(&mut text, difference, sides, &names, classes);
    }
    text
}

/// How each side is set up and called, as far as the other one is not: by which setting, into which machine code.
fn set_up(sides: &[Side; 2], names: &[String; 2]) -> String {
    let configurations = sides.each_ref().map(|side| &side.backend.describe().configuration);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let of = |side: usize| {
        let own = configurations[side].iter().filter(move |line| !configurations[1 - side].contains(line));
        own.map(move |line| format!("  {:<width$}  {}\n", names[side], visible(line)))
    };
    of(0).chain(of(1)).collect()
}

fn title(change: Change) -> &'static str {
    match change {
        Change::Unsteady => "another answer to the same question",
        Change::NoAnswer => "no answer from one of them",
        Change::Refusal => "refused by one of them",
        Change::Shape => "another shape or element type",
        Change::Number => "another number",
        Change::Nan => "a NaN against a number",
        Change::Zero => "a zero of the other sign",
        Change::NanBits => "a NaN of other bits",
    }
}

/// Whose answer is not allowed by what it is judged by.
fn accused(difference: &Difference, names: &[String; 2]) -> String {
    let is_wrong =
        |opinion: &Result<Opinion, Silence>| opinion.as_ref().is_ok_and(|opinion| opinion.ruling == Ruling::Bug);
    match difference.opinions.each_ref().map(is_wrong) {
        [true, true] => ": both are wrong".to_owned(),
        [true, false] => format!(": {} is wrong", names[0]),
        [false, true] => format!(": {} is wrong", names[1]),
        [false, false] => String::new(),
    }
}

fn paragraph(text: &mut String, difference: &Difference, sides: &[Side; 2], names: &[String; 2], shown: usize) {
    let Difference { operators, dtypes, cases, elements, classes, pair, from, opinions, .. } = difference;
    let operators: Vec<&str> = operators.iter().map(String::as_str).collect();
    let more = operators.len().saturating_sub(SHOWN);
    let named = operators[..operators.len() - more].join(", ");
    let operators = if more > 0 { format!("{named} and {more} more") } else { named };
    let dtypes: Vec<&str> = dtypes.iter().copied().collect();
    let met = met(classes, *elements, shown);
    let (elements, cases) = (plural(*elements, "element"), plural(*cases, "case"));
    let place = difference.lane().map(|lane| place(lane, difference.places.bit(), &dtypes)).unwrap_or_default();
    let _ = writeln!(text, "   {operators} of {}; {elements} in {cases}{place}{met}", dtypes.join(" "));
    let _ = writeln!(text, "   {}", asked(pair));
    let found = pair.found();
    let given = [0, 1].map(|side: usize| given(&pair.outcomes[side], found[side]));
    let width = |texts: &[String; 2]| texts.iter().map(|text| text.chars().count()).max().unwrap_or_default();
    let (name_width, width) = (width(names), width(&given).min(ROOM));
    for ((name, given), opinion) in names.iter().zip(&given).zip(opinions) {
        let _ = writeln!(text, "     {name:<name_width$}  {given:<width$}  {}", ruled(opinion));
    }
    for ((name, opinion), &silent) in names.iter().zip(opinions).zip(&difference.silent) {
        if opinion.is_ok() && silent > 0 {
            let _ =
                writeln!(text, "     of {} of the elements, what {name} is judged by says nothing", thousands(silent));
        }
    }
    for clause in liberties(opinions) {
        let _ = writeln!(text, "     {}: “{}” ({})", clause.id, plain(clause.words), clause.place);
    }
    // Those cases have no id that `replay` knows, and the smallest says it all.
    if pair.case.origin.source == EVERY_PAIR {
        return;
    }
    let selections: Vec<String> = sides.iter().map(|side| side.backend.selection()).collect();
    if pair.case.id() != from {
        text.push_str("   shrunk from a case of the suite, which this replays:\n");
    }
    let _ = writeln!(text, "   opconform replay '{}' {}", visible(from), selections.join(" "));
}

/// The sentences that leave both answers, where no side is wrong.
fn liberties(opinions: &[Result<Opinion, Silence>; 2]) -> Vec<&'static Clause> {
    let said = opinions.iter().flatten();
    if said.clone().any(|opinion| opinion.ruling == Ruling::Bug) {
        return Vec::new();
    }
    let mut clauses: Vec<&Clause> = said.filter_map(|opinion| opinion.liberty).collect();
    clauses.dedup_by_key(|clause| clause.id);
    clauses
}

/// The classes of the two operands at the elements that differ, with the number of elements, the most first; more than two meet at
/// others.
fn met(classes: &Classes, elements: u64, most: usize) -> String {
    let mut all: Vec<_> = classes.iter().collect();
    all.sort_by_key(|(_, count)| Reverse(**count));
    let shown = all.iter().take(most);
    let rest = elements.saturating_sub(shown.clone().map(|(_, count)| **count).sum());
    let lines = shown.map(|((first, second), count)| format!("\n     {:>14}  {first}, {second}", thousands(**count)));
    let rest = (rest > 0 && !classes.is_empty()).then(|| format!("\n     {:>14}  others", thousands(rest)));
    lines.chain(rest).collect()
}

/// Which elements differ, where they are all of one lane, and in which bit, where it is one.
fn place(Lane { first, step, shortest }: Lane, bit: Option<u64>, dtypes: &[&str]) -> String {
    let [second, third] = [first + step, first + 2 * step];
    let bit = match (bit, dtypes) {
        (Some(bit), [_]) => format!(", each in the one bit {bit:#x}"),
        _ => String::new(),
    };
    let longer = if shortest > 1 { format!(", of results of {shortest} elements or more") } else { String::new() };
    format!("\n   only elements {first}, {second}, {third}, …{longer}{bit}")
}

/// What is said of one side.
fn ruled(opinion: &Result<Opinion, Silence>) -> String {
    match opinion {
        Ok(Opinion { ruling, profile, expects, .. }) => match ruling {
            Ruling::Bug => format!("wrong: {profile} expects {}", visible(expects)),
            Ruling::Gap => format!("open: {profile} allows {}", visible(expects)),
            Ruling::Allowed => format!("allowed: {profile} expects {}", visible(expects)),
        },
        Err(Silence::NoSpecification) => "claims no specification".to_owned(),
        Err(Silence::NoWord { profile, reason }) => format!("{profile} says nothing here: {reason}"),
    }
}

/// What the two were asked.
fn asked(Pair { case, output, position, operands, .. }: &Pair) -> String {
    let shapes: Vec<String> = case.operands().iter().map(|input| shape_text(input.shape())).collect();
    let attributes = attributes(case).map(|it| format!(", {}", visible(&it))).unwrap_or_default();
    let way = if case.way == Way::Plain { String::new() } else { format!(", where {}", case.way.circumstance()) };
    let call = format!("{} {} {}{attributes}{way}", case.operator.qualified(), case.types().name(), shapes.join(" + "));
    let of = output.map(|name| format!(" of {name}")).unwrap_or_default();
    match position {
        Some(position) if operands.is_empty() => format!("{call}, element {position}{of}, of no operand"),
        Some(position) => format!("{call}, element {position}{of}: {}", listed(operands, |&value| shown(value))),
        None => call,
    }
}

fn given(outcome: &Outcome, found: Option<Value>) -> String {
    match (outcome, found) {
        (_, Some(found)) => shown(found),
        (Outcome::Output(outputs), None) => {
            let shapes = outputs.iter().map(|output| format!("{} {}", output.dtype(), shape_text(output.shape())));
            shapes.collect::<Vec<_>>().join(", ")
        }
        (outcome, None) => line(&outcome_text(outcome), LONGEST),
    }
}

fn shown(value: Value) -> String {
    format!("{} {}", value.hex(), value.decimal())
}
