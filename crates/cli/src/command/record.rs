//! `opconform record`: what a backend answers, kept in a file.

use std::io::BufWriter;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use opconform_backends::Recording;
use opconform_cases::thin;
use opconform_files::Unfinished;
use opconform_harness::shards::{self, Shard};
use opconform_harness::{Completed, Plan};

use crate::adapter::BackendArgs;
use crate::chosen::ChosenArgs;
use crate::exit::Exit;
use crate::journal::{JournalArgs, RunJournal};
use crate::number::number;
use crate::suite::SuiteArgs;
use crate::watch::Watch;
use crate::{interrupt, output, selection};

/// What there is to do about a file that cannot be written.
pub(super) const NOWHERE: &str = "nothing is recorded: name another file with --output";

/// What the name of a shard's file ends with.
pub(super) const EXTENSION: &str = "ocr";

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform record --backend tract --only max/f32/nan --output tract.rec
  opconform run --backend recorded:tract.rec --only max/f32/nan --output reports/recorded
  opconform record --backend tract --only max/f32/nan --shard 1/2 --output tract.1.ocr
  opconform record --backend tract --only max/f32/nan --shard 2/2 --output tract.2.ocr
  opconform merge tract.1.ocr tract.2.ocr --only max/f32/nan --recording tract.ocr";

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

    /// Ask only the K-th of N shards of the cases, of about the same cost, for `opconform merge` to put together
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    #[command(flatten)]
    journal: JournalArgs,

    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn record(args: &RecordArgs) -> anyhow::Result<Exit> {
    interrupt::at_once()?;
    // Before the long run: a file that cannot be written is better known now.
    let file = File::create(args.output.clone())?;
    let watch = Watch::new(args.quiet);
    let (backends, _) = selection::backends(&args.backends, &watch)?;
    let [_] = backends.as_slice() else {
        bail!("{} backends, expected one: name it with --backend or --adapter", backends.len());
    };
    let cases = args.chosen.of(&args.suite)?;
    let cases = if let Some(share) = args.share { thin(cases, share) } else { cases };
    let stop = interrupt::flag()?;
    let mut plan = Plan {
        seed: args.suite.seed,
        commit: option_env!("OPCONFORM_COMMIT"),
        program: opconform_harness::program(),
        ..Plan::new(cases, backends)
    };
    let journal = RunJournal::open(&args.journal, &mut plan, &stop)?;
    let progress = |done, all, stage| watch.at(done, all, stage);
    let (completed, recordings) = match args.shard {
        Some(shard) => shards::record(plan, shard, &progress, &stop),
        None => opconform_harness::record(plan, &progress, &stop),
    };
    drop(watch);
    finish(&completed, &recordings, vec![file], journal)
}

/// The file of a recording that is not there yet.
pub(super) struct File {
    path: PathBuf,
    unfinished: Unfinished,
}

impl File {
    pub(super) fn create(path: PathBuf) -> anyhow::Result<Self> {
        let unfinished = Unfinished::create(&path).context(NOWHERE)?;
        Ok(Self { path, unfinished })
    }

    /// Writes the recording of a run that judged so many cases.
    pub(super) fn write(self, recording: &Recording, judged: u64) -> anyhow::Result<()> {
        self.unfinished.finish(|file| recording.write(BufWriter::new(file))).context(NOWHERE)?;
        let (path, all) = (self.path.display(), recording.len());
        let shard = recording.provenance.part.as_ref();
        let shard = shard.map_or_else(String::new, |it| format!("shard {} of {}, ", it.number, it.of));
        output::remark(&format!(
            "{path}: {shard}{all} cases answered, {judged} of the suite and others that its judgement tried"
        ));
        Ok(())
    }
}

/// Writes what was recorded, each recording to its file.
pub(super) fn finish(
    completed: &Completed,
    recordings: &[Recording],
    files: Vec<File>,
    journal: Option<RunJournal>,
) -> anyhow::Result<Exit> {
    let partial = completed.report.partial;
    if !partial {
        let written = recordings.iter().zip(files);
        written.into_iter().try_for_each(|(recording, file)| file.write(recording, completed.report.cases))?;
    }
    if let Some(journal) = journal {
        journal.close(partial);
    }
    if partial {
        output::remark("interrupted: nothing is written");
        return Ok(Exit::Interrupted);
    }
    // A shard may be of cases that no clause compares anything of: whether anything can be judged is known of all of them.
    let is_whole = recordings.iter().any(|recording| recording.provenance.part.is_none());
    if is_whole && completed.compared == 0 {
        output::remark("error: nothing could be judged: no clause made a single comparison on these answers");
        return Ok(Exit::NothingJudged);
    }
    Ok(Exit::AsExpected)
}
