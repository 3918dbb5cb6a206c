//! `opconform fuzz`: generated cases without end, on any backend, guided by nothing but a seed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::Args;
use opconform_backends::{Backend, Description};
use opconform_cases::fuzz::{TARGETS, Target};
use opconform_cases::random;
use opconform_cases::spread::Spread;
use opconform_harness::fuzz::Fuzzer;
use opconform_harness::shards::Shard;
use opconform_harness::{Found, Known};
use opconform_report::plural;
use opconform_spec::Operator;

use super::gate;
use super::minimize::line;
use crate::adapter::BackendArgs;
use crate::exit::Exit;
use crate::locate::target;
use crate::number::number;
use crate::save::save;
use crate::watch::Watch;
use crate::{interrupt, output, passing_faults, selection};

pub(super) mod session;

use session::{Asked, ENDING, Session};

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform fuzz --backend portable --cases 100 --spread
  opconform fuzz --backend nan-second-wins --target max --cases 100 --output reports/planted
  opconform fuzz --backend nan-second-wins --target max --cases 100 --shard 1/2 --output fuzzed
  opconform fuzz --backend nan-second-wins --target max --cases 100 --shard 2/2 --output fuzzed
  opconform merge fuzzed

Two implementations on generated cases, whether any bit differs: `opconform compare A B --seconds N`.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FuzzArgs {
    #[command(flatten)]
    backends: BackendArgs,

    /// Profiles to judge under, separated by commas; all when left out. The name of a family, such as `onnx`, is all of its
    /// profiles
    #[arg(long, short, value_delimiter = ',', value_name = "NAME")]
    profile: Vec<String>,

    /// Fuzz targets whose operators are tried, separated by commas; all when left out
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    target: Vec<String>,

    /// Stop after this many seconds
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = number::<u64>(0..=u64::MAX))]
    seconds: u64,

    /// Stop after this many cases, of all shards together
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    cases: Option<u64>,

    /// The seed of the cases
    #[arg(long, default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Judge only the K-th of N shards of the cases that a seed draws, every N-th of them, and keep what came in the folder that --output
    /// names, for `opconform merge` to add up
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    /// Say at the end what the cases reached: operators, types, ranks, shapes, vector paths, pairs of values
    #[arg(long)]
    spread: bool,

    /// The folder that findings are written to, as `opconform minimize` writes them
    #[arg(long, short, value_name = "DIR", default_value = "reports/fuzz")]
    output: PathBuf,

    /// The folder of what is known of each backend, as `opconform gate` reads it: such departures are counted, and neither
    /// shown nor written
    #[arg(long, value_name = "DIR", default_value = gate::expectations(), hide_default_value = true)]
    expectations: PathBuf,

    /// Show and write what is known of a backend as well
    #[arg(long, conflicts_with = "expectations")]
    no_expectations: bool,
}

pub(crate) fn fuzz(args: &FuzzArgs) -> anyhow::Result<Exit> {
    interrupt::at_once()?;
    let (backends, _) = selection::backends(&args.backends, &Watch::new(true))?;
    let under = selection::under(&args.profile)?;
    let described: Vec<Description> = backends.iter().map(|backend| backend.describe().clone()).collect();
    let operators = operators(&args.target)?;
    let known = known(args, &backends)?;
    let stop = interrupt::flag()?;
    let mut fuzzer = Fuzzer::new(backends, &under, &stop);
    let mut spread = args.spread.then(Spread::default);
    let mut first = BTreeMap::new();
    let clock = Instant::now();
    let end = Duration::from_secs(args.seconds);
    for number in 0..args.cases.unwrap_or(u64::MAX) {
        if stop.load(Ordering::Relaxed) || clock.elapsed() >= end {
            break;
        }
        if args.shard.is_some_and(|shard| !shard.has(number)) {
            fuzzer.leave_out();
            continue;
        }
        let case = random(&operators, args.seed, number);
        if let (Some(spread), Some(target)) = (&mut spread, Target::of(case.operator)) {
            spread.add(target.name, &case);
        }
        let mut found = fuzzer.judge(&case);
        first.extend(found.iter().map(|found| (Session::name(&found.finding), number)));
        found.retain(|found| !known.has(&found.finding));
        if !found.is_empty() {
            // At once, so that a session that is killed has not looked in vain.
            save(&args.output, &found)?;
            output::print(&found.iter().map(|found| line(&found.finding)).collect::<String>())?;
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    if let Some(shard) = args.shard {
        let asked = Asked::of(args.seed, &args.target, &args.profile, args.cases, shard, &described);
        let session = Session::of(asked, shard, &fuzzer, &first, |finding| known.has(finding));
        session.write(&args.output.join(format!("{shard}{ENDING}")))?;
    }
    let (known, found): (Vec<Found>, Vec<Found>) = fuzzer.found().cloned().partition(|found| known.has(&found.finding));
    save(&args.output, &found)?;
    output::print(&spread.map(|spread| spread.to_string()).unwrap_or_default())?;
    let is_interrupted = stop.load(Ordering::Relaxed);
    let known = if known.is_empty() { String::new() } else { format!(" and {} that are known", known.len()) };
    output::print(&format!(
        "{}{}, {}, {}{known}, in {seconds:.1} s: {:.0} cases a second\n",
        if is_interrupted { "interrupted: " } else { "" },
        plural(fuzzer.judged(), "case"),
        plural(fuzzer.compared(), "comparison"),
        plural(found.len() as u64, "finding"),
        fuzzer.judged() as f64 / seconds
    ))?;
    passing_faults::tell(fuzzer.backends());
    Ok(match (is_interrupted, found.is_empty(), fuzzer.compared()) {
        (true, ..) => Exit::Interrupted,
        (false, false, _) => Exit::Violations,
        (false, true, 0) => Exit::NothingJudged,
        (false, true, _) => Exit::AsExpected,
    })
}

/// What is known of the backends.
fn known(args: &FuzzArgs, backends: &[Box<dyn Backend>]) -> anyhow::Result<Known> {
    if args.no_expectations {
        return Ok(Known::default());
    }
    let folder = &args.expectations;
    if !folder.is_dir() && folder != Path::new(gate::expectations()) {
        bail!("{} is no folder: name that of the expectations, or give --no-expectations", folder.display());
    }
    let names = backends.iter().map(|backend| backend.describe().name.as_str());
    Known::read(folder, names).context("what is known of a backend cannot be used")
}

/// The operators of these targets, or of all.
fn operators(targets: &[String]) -> anyhow::Result<Vec<&'static Operator>> {
    let targets: Vec<_> = match targets {
        [] => TARGETS.iter().collect(),
        names => names.iter().map(|name| target(name)).collect::<anyhow::Result<_>>()?,
    };
    Ok(targets.iter().flat_map(|target| target.operators().iter().copied()).collect())
}
