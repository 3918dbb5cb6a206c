//! `opconform compare`: two implementations side by side, bit for bit.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use opconform_backends::Backend;
use opconform_cases::{every_pair, every_pair_of, random, thin};
use opconform_harness::{Comparing, Side};
use opconform_spec::{Case, OPERATORS, Profile};
use opconform_tensor::DType;

use crate::adapter::IsolationArgs;
use crate::chosen::ChosenArgs;
use crate::exit::Exit;
use crate::number::number;
use crate::selection::dtype;
use crate::suite::SuiteArgs;
use crate::watch::Watch;
use crate::{interrupt, output, selection};

mod exhausted;
mod summary;

pub(super) use summary::summary;

/// What the exit codes mean here.
const AFTER: &str = "\
Each side is judged by the specifications that it claims, or both by those of --within. A side that answers otherwise \
when it is asked again is what differs, then. `exhausted:FILE` is a result of `opconform exhaust`: of two of them the digests are \
compared, and then the classes of operands of which something else came. No backend is asked.

Examples:
  opconform compare portable ndarray-f32max --only max/i32
  opconform compare tract tract-optimized --only max/f32/nan --within onnx
  opconform compare portable ndarray-f32max --pairs i8,u8
  opconform compare portable 'mine=opconform serve ndarray-compare' --only max/f32/nan
  opconform exhaust -d u8 -b ndarray-compare,ndarray-f32max -o all
  opconform compare exhausted:all/ndarray-compare-u8.json exhausted:all/ndarray-f32max-u8.json

Exit codes:
  0  no bit differs; with --within, no difference that these specifications forbid
  1  some do
  2  wrong usage, or a backend that cannot run here
  4  nothing was compared";

/// Cases of every pair that are put at a time: 64 MiB of operands.
const PAIRS_TOGETHER: usize = 256;

/// Generated cases that are put at a time.
const TOGETHER: u64 = 2048;

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct CompareArgs {
    /// A backend as --backend of `opconform run` takes it, such as NAME, NAME-SETTING, NAME@VERSION or recorded:FILE; or an adapter as
    /// NAME=COMMAND; or exhausted:FILE
    #[arg(value_name = "A")]
    first: String,

    /// Another one
    #[arg(value_name = "B")]
    second: String,

    /// Let these specifications say what matters, separated by commas: profiles, or families of them such as `onnx`
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    within: Vec<String>,

    #[command(flatten)]
    chosen: ChosenArgs,

    /// Only the first case of each kind and one in N of the others, for backends that take long over each
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    share: Option<u64>,

    /// After the suite, go on with generated cases for so many seconds
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    seconds: u64,

    /// In place of the suite, every ordered pair of two operands of these types through Max, separated by commas: bf16 f16 i16 u16,
    /// 4,294,967,296 pairs each, i8 u8
    #[arg(long, value_delimiter = ',', value_name = "TYPE", value_parser = small_type, conflicts_with_all = ["only", "expression", "share", "seconds"])]
    pairs: Vec<DType>,

    #[command(flatten)]
    suite: SuiteArgs,

    #[command(flatten)]
    isolation: IsolationArgs,

    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

/// What a result of `opconform exhaust` is named by.
const EXHAUSTED: &str = "exhausted:";

pub(crate) fn compare(args: &CompareArgs) -> anyhow::Result<Exit> {
    let files = [&args.first, &args.second].map(|name| name.strip_prefix(EXHAUSTED).map(PathBuf::from));
    match files {
        [Some(first), Some(second)] if args.within.is_empty() => return exhausted::exhausted(&[first, second]),
        [Some(_), Some(_)] => bail!("two results of `opconform exhaust` are compared bit for bit: leave out --within"),
        [None, None] => {}
        _ => bail!("a result of `opconform exhaust` is compared with another: name two files with `{EXHAUSTED}`"),
    }
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
    output::print_folded(&summary(&comparison, &sides))?;
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
    let cases = args.chosen.of(&args.suite)?;
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
    for first in (0..).step_by(TOGETHER as usize) {
        if stop.load(Ordering::Relaxed) || clock.elapsed() >= end {
            break;
        }
        let numbers = first..first + TOGETHER;
        let cases: Vec<Case> = numbers
            .map(|number| random(OPERATORS, args.suite.seed, number))
            .filter(|case| args.chosen.takes(case))
            .collect();
        comparing.put(&cases);
    }
}

/// The profiles that a backend claims.
pub(super) fn claimed(backend: &dyn Backend) -> Vec<&'static Profile> {
    opconform_spec::claimed(&backend.describe().claims).collect()
}
