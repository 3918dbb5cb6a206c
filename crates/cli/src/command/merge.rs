//! `opconform merge`: what was asked or found out in shards, as one.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::exhaust::kept::ENDING as RESULT;
use super::fuzz::session::ENDING;
use super::record::EXTENSION;
use crate::adapter::BackendArgs;
use crate::exit::Exit;
use crate::folder::files;
use crate::judging::JudgingArgs;
use crate::number::number;
use crate::published::REPORT;

mod enumerated;
mod fuzzed;
mod run;

const AFTER: &str = "\
Shards of a run, of `opconform run --shard` or `record --shard`, must be of one suite, seed and choice of cases, of one version of each \
backend on one kind of CPU, and all there, each once. They are judged as a whole: cases are chosen by the same options as there. With the \
backends at hand, what the whole shows to be worth asking is asked, and the report is that of the run in one piece, byte for byte, but \
for provenance. Without them it is so too, unless it says that nobody was asked for something.

Results of `opconform exhaust` must be of one backend, one version of it, one type, one suite and one kind of CPU, and have every pair once. \
What comes out is, byte for byte, what one run would have written, but for the times and the machines. A result that does not follow \
from its counts is refused, and so are counts that do not add up to the pairs that there are of each class. What came of a class can be \
checked by asking alone: where every block is asked again, by --again 256, the counts must be the same, too.

Shards of `opconform fuzz` of one seed are added up; a clause that compares cases has seen those of each shard alone.

With a backend, some of what each shard was answered is asked for once more, and must come out the same.

Examples:
  opconform run -b ndarray-compare --only max/f32/nan --shard 1/2 -o parts
  opconform run -b ndarray-compare --only max/f32/nan --shard 2/2 -o parts
  opconform merge parts --only max/f32/nan -b ndarray-compare -o reports/merged
  opconform exhaust -d i8 --adapter 'mine=opconform serve ndarray-compare' --shard 1/2 -o exhausted
  opconform exhaust -d i8 --adapter 'mine=opconform serve ndarray-compare' --shard 2/2 -o exhausted
  opconform merge exhausted/mine-i8.1-of-2.json exhausted/mine-i8.2-of-2.json -o exhausted/i8.json
  opconform merge exhausted/i8.json --adapter 'mine=opconform serve ndarray-compare' --again 8

Exit codes:
  0    the shards fit together, and nothing that counts came of them
  1    something did, or something was answered otherwise when it was asked for again
  2    wrong usage, or shards that do not fit together
  4    nothing was judged
  130  interrupted";

/// What is said of `--backend`.
const BACKEND: &str =
    "The backend that the shards are of, or those of a run, to be asked again, as `opconform run` takes them";

#[derive(Args, Debug)]
#[command(after_help = AFTER, mut_arg("backend", |arg| arg.help(BACKEND)))]
pub(crate) struct MergeArgs {
    /// Shards of a run or of `opconform fuzz`, results of `opconform exhaust`, or folders of one of these
    #[arg(required = true, value_name = "DIR-OR-FILE")]
    files: Vec<PathBuf>,

    /// Of a run, the folder of the report: reports/latest when left out. Of all else, the file of the whole; none is written when left out
    #[arg(long, short, value_name = "DIR-OR-FILE")]
    output: Option<PathBuf>,

    /// Of shards of one backend, write no report, but the recording that `opconform record` would have written in one piece
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    recording: Option<PathBuf>,

    /// How much of each shard is asked for once more where a backend is named, up to 256: batches of 64 cases, or blocks of a result
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=256))]
    again: u16,

    /// Of results, take what was counted, and say anew what the specifications say of it: of results from before a clause was changed
    #[arg(long)]
    judge_again: bool,

    #[command(flatten)]
    backends: BackendArgs,

    #[command(flatten)]
    judging: JudgingArgs,
}

impl MergeArgs {
    /// Whether a backend is to be asked again.
    fn is_asked(&self) -> bool {
        !self.backends.backend.is_empty() || self.backends.own().next().is_some()
    }
}

pub(crate) fn merge(args: &MergeArgs) -> anyhow::Result<Exit> {
    let mut files = Vec::new();
    for path in &args.files {
        if path.is_dir() { files.extend(within(path)?) } else { files.push(path.clone()) }
    }
    let Some((kind, first)) = files.first().map(|first| (Kind::of(first), first)) else {
        bail!("nothing to be merged: name files, or the folder that they are in")
    };
    if let Some(report) = files.iter().find(|file| file.file_name().is_some_and(|name| name == REPORT)) {
        bail!(
            "{} is a report, which is of a whole already: name what `opconform run --shard`, `exhaust` or `fuzz --shard` kept",
            report.display()
        );
    }
    if let Some(other) = files.iter().find(|file| Kind::of(file) != kind) {
        let (one, two) = (kind.name(), Kind::of(other).name());
        bail!("{} is {one}, and {} {two}: merge one kind at a time", first.display(), other.display());
    }
    if args.judge_again && kind != Kind::Result {
        bail!("--judge-again is of results of `opconform exhaust`, and {} is {}", first.display(), kind.name());
    }
    if args.recording.is_some() && kind != Kind::Run {
        bail!("--recording is of shards of a run, and {} is {}: leave it out", first.display(), kind.name());
    }
    match kind {
        Kind::Run => run::merge(args, &files),
        Kind::Fuzz => fuzzed::merge(args, &files),
        Kind::Result => enumerated::merge(args, &files),
    }
}

/// What a file is, by its name.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Run,
    Fuzz,
    Result,
}

impl Kind {
    fn of(path: &Path) -> Self {
        let is_fuzz = path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ENDING));
        match path.extension() {
            _ if is_fuzz => Self::Fuzz,
            Some(extension) if extension == RESULT => Self::Result,
            _ => Self::Run,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Run => "a shard of a run",
            Self::Fuzz => "a shard of `opconform fuzz`",
            Self::Result => "a result of `opconform exhaust`",
        }
    }
}

/// The shards and results that lie in a folder.
fn within(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let paths = files(folder, &[EXTENSION, RESULT])?;
    if paths.is_empty() {
        bail!(
            "{} has no file that ends with .{EXTENSION} or .{RESULT}: name the folder of the shards",
            folder.display()
        );
    }
    Ok(paths)
}
