//! `opconform fuzz`: generated cases without end, on any backend, guided by nothing but a seed.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use opconform_cases::fuzz::{TARGETS, Target};
use opconform_cases::random;
use opconform_cases::spread::Spread;
use opconform_harness::Found;
use opconform_harness::fuzz::Fuzzer;
use opconform_spec::{Operator, PROFILES};

use super::minimize::line;
use crate::adapter::BackendArgs;
use crate::exit::Exit;
use crate::keep::keep;
use crate::locate::target;
use crate::watch::Watch;
use crate::{interrupt, output, selection};

#[derive(Args, Debug)]
pub(crate) struct FuzzArgs {
    #[command(flatten)]
    backends: BackendArgs,

    /// Profiles to judge under, separated by commas; all when left out
    #[arg(long, short, value_delimiter = ',', value_name = "NAME")]
    profile: Vec<String>,

    /// Fuzz targets whose operators are tried, separated by commas; all when left out
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    target: Vec<String>,

    /// Stop after this many seconds
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,

    /// Stop after this many cases
    #[arg(long, value_name = "N")]
    cases: Option<u64>,

    /// The seed of the cases
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Say at the end what the cases reached: operators, types, ranks, shapes, vector paths, pairs of values
    #[arg(long)]
    spread: bool,

    /// The folder that findings are written to, as `opconform minimize` writes them
    #[arg(long, short, value_name = "DIR", default_value = "reports/fuzz")]
    output: PathBuf,
}

pub(crate) fn fuzz(args: &FuzzArgs) -> anyhow::Result<Exit> {
    interrupt::at_once()?;
    let (backends, _) = selection::backends(&args.backends, &Watch::new(true))?;
    let profiles = if args.profile.is_empty() { PROFILES.to_vec() } else { selection::profiles(&args.profile)? };
    let operators = operators(&args.target)?;
    let stop = interrupt::flag()?;
    let mut fuzzer = Fuzzer::new(backends, &profiles, &stop);
    let mut spread = args.spread.then(Spread::default);
    let clock = Instant::now();
    let end = Duration::from_secs(args.seconds);
    for number in 0..args.cases.unwrap_or(u64::MAX) {
        if stop.load(Ordering::Relaxed) || clock.elapsed() >= end {
            break;
        }
        let case = random(&operators, args.seed, number);
        if let (Some(spread), Some(target)) = (&mut spread, Target::of(case.operator)) {
            spread.add(target.name, &case);
        }
        let found = fuzzer.judge(&case);
        if !found.is_empty() {
            // At once, so that a session that is killed has not looked in vain.
            keep(&args.output, &found)?;
            output::print(&found.iter().map(line).collect::<String>())?;
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    let found: Vec<Found> = fuzzer.found().cloned().collect();
    keep(&args.output, &found)?;
    output::print(&spread.map(|spread| spread.to_string()).unwrap_or_default())?;
    output::print(&format!(
        "{} cases, {} comparisons, {} departures, in {seconds:.1} s: {:.0} cases a second\n",
        fuzzer.judged(),
        fuzzer.compared(),
        found.len(),
        fuzzer.judged() as f64 / seconds
    ))?;
    Ok(match (stop.load(Ordering::Relaxed), found.is_empty(), fuzzer.compared()) {
        (true, ..) => Exit::Interrupted,
        (false, false, _) => Exit::Violations,
        (false, true, 0) => Exit::NothingJudged,
        (false, true, _) => Exit::AsExpected,
    })
}

/// The operators of these targets, or of all.
fn operators(targets: &[String]) -> anyhow::Result<Vec<&'static Operator>> {
    let targets: Vec<_> = match targets {
        [] => TARGETS.iter().collect(),
        names => names.iter().map(|name| target(name)).collect::<anyhow::Result<_>>()?,
    };
    Ok(targets.iter().flat_map(|target| target.operators().iter().copied()).collect())
}
