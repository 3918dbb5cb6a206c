//! `opconform compare`: two implementations side by side, bit for bit.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use opconform_backends::Backend;
use opconform_cases::{EVERY_PAIR, every_pair, every_pair_of, random, thin};
use opconform_harness::{Change, Classes, Comparing, Comparison, Difference, Opinion, Side};
use opconform_report::{plural, thousands, visible};
use opconform_spec::{Case, OPERATORS, Outcome, Profile, Ruling};
use opconform_tensor::{DType, Value, shape_text};
use opconform_text::line;

use crate::adapter::IsolationArgs;
use crate::args::{SuiteArgs, dtype};
use crate::exit::Exit;
use crate::number::number;
use crate::watch::Watch;
use crate::{interrupt, output, selection};

/// What the exit codes mean here.
const AFTER: &str = "\
Each side is judged by the specifications that it claims, or both by those of --within. A side that answers otherwise \
when it is asked again is what differs, then.

Examples:
  opconform compare portable ndarray-f32max --only max/i32
  opconform compare tract tract-optimized --only max/f32/nan --within onnx
  opconform compare portable ndarray-f32max --pairs i8,u8
  opconform compare portable 'mine=opconform serve ndarray-compare' --only max/f32/nan

Exit codes:
  0  no bit differs; with --within, no difference that these specifications forbid
  1  some do
  2  wrong usage, or a backend that cannot run here
  4  nothing was compared";

/// Cases of every pair that are put at a time: 64 MiB of operands.
const PAIRS_TOGETHER: usize = 256;

/// The classes of operands that are shown of a difference.
const CLASSES: usize = 6;

/// Generated cases that are put at a time.
const TOGETHER: u64 = 2048;

/// The operands of an element, and the operators, that are shown.
const SHOWN: usize = 4;

/// The columns that an answer takes at most before what is said of it.
const ROOM: usize = 40;

/// The characters of a refusal that are shown.
const LONGEST: usize = 100;

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct CompareArgs {
    /// A backend as --backend of `opconform run` takes it, such as NAME, NAME@VERSION or recorded:FILE; or an adapter as
    /// NAME=COMMAND
    #[arg(value_name = "A")]
    first: String,

    /// Another one
    #[arg(value_name = "B")]
    second: String,

    /// Let these specifications say what matters, separated by commas: profiles, or families of them such as `onnx`
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    within: Vec<String>,

    /// Only cases whose id contains this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Only the first case of each kind and one in N of the others, for backends that take long over each
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    share: Option<u64>,

    /// After the suite, go on with generated cases for so many seconds
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    seconds: u64,

    /// In place of the suite, every ordered pair of two operands of these types through Max, separated by commas: bf16 f16 i16 u16,
    /// 4,294,967,296 pairs each, i8 u8
    #[arg(long, value_delimiter = ',', value_name = "TYPE", value_parser = small_type, conflicts_with_all = ["only", "share", "seconds"])]
    pairs: Vec<DType>,

    #[command(flatten)]
    suite: SuiteArgs,

    #[command(flatten)]
    isolation: IsolationArgs,

    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn compare(args: &CompareArgs) -> anyhow::Result<Exit> {
    let within = (!args.within.is_empty()).then(|| selection::profiles(&args.within)).transpose()?;
    let watch = Watch::new(args.quiet);
    let open = |name: &String| watch.opening(name, || selection::backend_or_adapter(name, &args.isolation));
    let opened = [open(&args.first)?, open(&args.second)?];
    let side = |backend| Side { backend, profiles: within.clone().unwrap_or_else(|| claimed(backend)) };
    let sides = [side(opened[0].as_ref()), side(opened[1].as_ref())];
    let cases = if args.pairs.is_empty() { suite(args)? } else { Vec::new() };
    let stop = interrupt::flag()?;
    let progress = |done, all, stage| watch.at(done, all, stage);
    let mut comparing = Comparing::new(&sides, &progress, &stop);
    comparing.put(&cases);
    for &dtype in &args.pairs {
        pairs(dtype, &mut comparing, &stop);
    }
    generated(args, &mut comparing, &stop);
    let comparison = comparing.end();
    drop(watch);
    output::print(&said(&comparison, &sides))?;
    Ok(if comparison.partial {
        Exit::Interrupted
    } else if comparison.compared == 0 {
        Exit::NothingJudged
    } else if comparison.differences.iter().any(|it| within.is_none() || it.is_bug()) {
        Exit::Violations
    } else {
        Exit::AsExpected
    })
}

/// The cases of the suite that are asked for.
fn suite(args: &CompareArgs) -> anyhow::Result<Vec<Case>> {
    let cases = selection::only(selection::cases(&args.suite)?, args.only.as_deref())?;
    Ok(if let Some(share) = args.share { thin(cases, share) } else { cases })
}

/// An element type that has few enough pairs.
fn small_type(text: &str) -> Result<DType, String> {
    let found = dtype(text)?;
    every_pair(found).map(|_| found).ok_or_else(|| "expected bf16, f16, i8, i16, u8 or u16".to_owned())
}

/// Puts every pair of a type, some at a time.
fn pairs(dtype: DType, comparing: &mut Comparing, stop: &AtomicBool) {
    let all = every_pair(dtype).unwrap_or_default();
    for first in (0..all).step_by(PAIRS_TOGETHER) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        comparing.put(&every_pair_of(dtype, first..first + PAIRS_TOGETHER as u64));
    }
}

/// Goes on with cases that are generated, for as long as is asked for.
fn generated(args: &CompareArgs, comparing: &mut Comparing, stop: &AtomicBool) {
    let (clock, end) = (Instant::now(), Duration::from_secs(args.seconds));
    let is_meant = |case: &Case| args.only.as_ref().is_none_or(|only| case.id().contains(only.as_str()));
    for first in (0..).step_by(TOGETHER as usize) {
        if stop.load(Ordering::Relaxed) || clock.elapsed() >= end {
            break;
        }
        let numbers = first..first + TOGETHER;
        let cases: Vec<Case> =
            numbers.map(|number| random(OPERATORS, args.suite.seed, number)).filter(is_meant).collect();
        comparing.put(&cases);
    }
}

/// The profiles that a backend claims.
pub(super) fn claimed(backend: &dyn Backend) -> Vec<&'static Profile> {
    backend.describe().claims.iter().flat_map(|claim| claim.specification.profiles()).collect()
}

/// What differs between the two sides, in words.
pub(super) fn said(comparison: &Comparison, sides: &[Side; 2]) -> String {
    let Comparison { compared, elements, unasked, partial, differences } = comparison;
    let [a, b] = sides.each_ref().map(|side| {
        let described = side.backend.describe();
        visible(&format!("{} {}", described.name, described.version))
    });
    let mut text = format!("{a} and {b}\n{} of {} compared\n", plural(*elements, "element"), plural(*compared, "case"));
    if *unasked > 0 {
        let _ = writeln!(text, "{} not compared: one of the two does not offer them", plural(*unasked, "case"));
    }
    if *partial {
        text.push_str("interrupted: what follows is of the cases compared until then\n");
    }
    if differences.is_empty() && *compared > 0 {
        text.push_str("\nno bit differs\n");
    }
    let names = sides.each_ref().map(|side| visible(&side.backend.describe().name));
    for (number, difference) in differences.iter().enumerate() {
        let _ = writeln!(text, "\n{}  {}{}", number + 1, title(difference.change), accused(difference, &names));
        paragraph(&mut text, difference, sides, &names);
    }
    text
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
    let is_wrong = |opinion: &Option<Opinion>| opinion.as_ref().is_some_and(|opinion| opinion.ruling == Ruling::Bug);
    match difference.opinions.each_ref().map(is_wrong) {
        [true, true] => ": both are wrong".to_owned(),
        [true, false] => format!(": {} is wrong", names[0]),
        [false, true] => format!(": {} is wrong", names[1]),
        [false, false] => String::new(),
    }
}

fn paragraph(text: &mut String, difference: &Difference, sides: &[Side; 2], names: &[String; 2]) {
    let Difference { operators, dtypes, cases, elements, classes, pair, from, opinions, .. } = difference;
    let operators: Vec<&str> = operators.iter().map(String::as_str).collect();
    let more = operators.len().saturating_sub(SHOWN);
    let shown = operators[..operators.len() - more].join(", ");
    let operators = if more > 0 { format!("{shown} and {more} more") } else { shown };
    let dtypes: Vec<&str> = dtypes.iter().copied().collect();
    let met = met(classes);
    let (elements, cases) = (plural(*elements, "element"), plural(*cases, "case"));
    let _ = writeln!(text, "   {operators} of {}; {elements} in {cases}{met}", dtypes.join(" "));
    let _ = writeln!(text, "   {}", asked(&pair.case, pair.position, &pair.operands));
    let found = pair.found();
    let given = [0, 1].map(|side: usize| given(&pair.outcomes[side], found[side]));
    let width = |texts: &[String; 2]| texts.iter().map(|text| text.chars().count()).max().unwrap_or_default();
    let (name_width, width) = (width(names), width(&given).min(ROOM));
    for ((name, given), opinion) in names.iter().zip(&given).zip(opinions) {
        let _ = writeln!(text, "     {name:<name_width$}  {given:<width$}  {}", ruled(opinion.as_ref()));
    }
    // Those cases have no id that `replay` knows, and the smallest says it all.
    if pair.case.origin.source == EVERY_PAIR {
        return;
    }
    let selections: Vec<String> = sides.iter().map(|side| side.backend.selection()).collect();
    let _ = writeln!(text, "   opconform replay '{}' {}", visible(from), selections.join(" "));
}

/// The classes of the two operands at the elements that differ, with the number of elements, the most first.
fn met(classes: &Classes) -> String {
    let mut all: Vec<_> = classes.iter().collect();
    all.sort_by_key(|(_, count)| Reverse(**count));
    let rest: u64 = all.iter().skip(CLASSES).map(|(_, count)| **count).sum();
    let shown = all.iter().take(CLASSES);
    let lines = shown.map(|((first, second), count)| format!("\n     {:>14}  {first}, {second}", thousands(**count)));
    let rest = (rest > 0).then(|| format!("\n     {:>14}  others", thousands(rest)));
    lines.chain(rest).collect()
}

/// What is said of one side.
fn ruled(opinion: Option<&Opinion>) -> String {
    let Some(Opinion { ruling, profile, expects }) = opinion else {
        return "no specification that it is judged by speaks here".to_owned();
    };
    match ruling {
        Ruling::Bug => format!("wrong: {profile} expects {}", visible(expects)),
        Ruling::Gap => format!("open: {profile} allows {}", visible(expects)),
        Ruling::Allowed => format!("allowed: {profile} expects {}", visible(expects)),
    }
}

/// What the two were asked.
fn asked(case: &Case, position: Option<usize>, operands: &[Value]) -> String {
    let shapes: Vec<String> = case.inputs.iter().map(|input| shape_text(input.shape())).collect();
    let call = format!("{} {} {}", case.operator.qualified(), case.dtype_text(), shapes.join(" + "));
    let more = operands.len().saturating_sub(SHOWN);
    let values: Vec<String> = operands.iter().take(SHOWN).map(|&value| shown(value)).collect();
    let more = if more > 0 { format!(", {} more", thousands(more as u64)) } else { String::new() };
    match position {
        Some(position) => format!("{call}, element {position}: {}{more}", values.join(", ")),
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
        (outcome, None) => line(&super::replay::outcome_text(outcome), LONGEST),
    }
}

fn shown(value: Value) -> String {
    format!("{} {}", value.hex(), value.decimal())
}
