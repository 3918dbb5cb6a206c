//! `opconform record`: what a backend answers, kept in a file.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use opconform_backends::Recording;
use opconform_harness::Plan;
use opconform_spec::PROFILES;

use crate::adapter::BackendArgs;
use crate::args::SuiteArgs;
use crate::exit::Exit;
use crate::watch::Watch;
use crate::{interrupt, output, selection};

/// The arguments of `opconform record`.
#[derive(Args, Debug)]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    backends: BackendArgs,

    /// The file; an older one is replaced when the recording is complete
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    suite: SuiteArgs,

    /// Only cases whose id contains this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn record(args: &RecordArgs) -> anyhow::Result<Exit> {
    interrupt::at_once()?;
    let watch = Watch::new(args.quiet);
    let (backends, _) = selection::backends(&args.backends, &watch)?;
    let [_] = backends.as_slice() else {
        bail!("{} backends, expected one: name it with --backend or --adapter", backends.len());
    };
    let cases = selection::only(selection::cases(&args.suite)?, args.only.as_deref())?;
    let suite_cases = cases.len();
    let stop = interrupt::flag()?;
    // Before the long run: a file that cannot be written is better known now.
    let unfinished = Unfinished::create(&args.output)?;
    let plan = Plan {
        cases,
        backends,
        unavailable: Vec::new(),
        profiles: PROFILES.to_vec(),
        seed: args.suite.seed,
        commit: option_env!("OPCONFORM_COMMIT"),
        enumerated: Vec::new(),
    };
    let progress = |done, all, stage| watch.at(done, all, stage);
    let (completed, recordings) = opconform_harness::record(plan, &progress, &stop);
    drop(watch);
    if completed.report.partial {
        output::remark("interrupted: nothing is written");
        return Ok(Exit::Interrupted);
    }
    for recording in &recordings {
        unfinished.finish(recording)?;
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

/// A file beside the one that is asked for, which takes its place when it is complete, and goes away when it never is.
struct Unfinished<'p> {
    path: &'p Path,
    beside: PathBuf,
}

impl<'p> Unfinished<'p> {
    fn create(path: &'p Path) -> anyhow::Result<Self> {
        let mut name = path.as_os_str().to_owned();
        name.push(".unfinished");
        let unfinished = Self { path, beside: name.into() };
        File::create(&unfinished.beside).with_context(|| unfinished.cannot("write"))?;
        Ok(unfinished)
    }

    fn finish(&self, recording: &Recording) -> anyhow::Result<()> {
        let file = File::create(&self.beside).with_context(|| self.cannot("write"))?;
        recording.write(BufWriter::new(file)).with_context(|| self.cannot("write"))?;
        fs::rename(&self.beside, self.path).with_context(|| self.cannot("replace"))
    }

    fn cannot(&self, what: &str) -> String {
        format!("cannot {what} {}: name another file with --output", self.path.display())
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        // Where it has taken its place, there is nothing left to remove.
        let _ = fs::remove_file(&self.beside);
    }
}
