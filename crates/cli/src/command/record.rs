//! `opconform record`: what a backend answers, kept in a file.

use std::io::BufWriter;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use opconform_cases::thin;
use opconform_files::Unfinished;
use opconform_harness::{Plan, Under};

use crate::adapter::BackendArgs;
use crate::args::SuiteArgs;
use crate::chosen::ChosenArgs;
use crate::exit::Exit;
use crate::number::number;
use crate::watch::Watch;
use crate::{interrupt, output, selection};

/// What there is to do about a file that cannot be written.
const NOWHERE: &str = "nothing is recorded: name another file with --output";

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform record --backend tract --only max/f32/nan --output tract.rec
  opconform run --backend recorded:tract.rec --only max/f32/nan --output reports/recorded";

/// The arguments of `opconform record`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    backends: BackendArgs,

    /// The file; an older one is replaced when the recording is complete
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    suite: SuiteArgs,

    #[command(flatten)]
    chosen: ChosenArgs,

    /// Only the first case of each kind and one in N of the others, for backends that take long over each
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    share: Option<u64>,

    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn record(args: &RecordArgs) -> anyhow::Result<Exit> {
    interrupt::at_once()?;
    // Before the long run: a file that cannot be written is better known now.
    let unfinished = Unfinished::create(&args.output).context(NOWHERE)?;
    let watch = Watch::new(args.quiet);
    let (backends, _) = selection::backends(&args.backends, &watch)?;
    let [_] = backends.as_slice() else {
        bail!("{} backends, expected one: name it with --backend or --adapter", backends.len());
    };
    let cases = args.chosen.of(selection::cases(&args.suite)?)?;
    let cases = if let Some(share) = args.share { thin(cases, share) } else { cases };
    let suite_cases = cases.len();
    let stop = interrupt::flag()?;
    let plan = Plan {
        cases,
        backends,
        unavailable: Vec::new(),
        under: Under::Claims,
        against: Vec::new(),
        strict: false,
        seed: args.suite.seed,
        commit: option_env!("OPCONFORM_COMMIT"),
        enumerated: Vec::new(),
        program: opconform_harness::program(),
        beforehand: None,
    };
    let progress = |done, all, stage| watch.at(done, all, stage);
    let (completed, recordings) = opconform_harness::record(plan, &progress, &stop);
    drop(watch);
    if completed.report.partial {
        output::remark("interrupted: nothing is written");
        return Ok(Exit::Interrupted);
    }
    for (recording, unfinished) in recordings.iter().zip([unfinished]) {
        unfinished.finish(|file| recording.write(BufWriter::new(file))).context(NOWHERE)?;
        let (path, all) = (args.output.display(), recording.len());
        output::remark(&format!(
            "{path}: {all} cases answered, {suite_cases} of the suite and others that its judgement tried"
        ));
    }
    if completed.compared == 0 {
        output::remark("error: nothing could be judged: no clause made a single comparison on these answers");
        return Ok(Exit::NothingJudged);
    }
    Ok(Exit::AsExpected)
}
