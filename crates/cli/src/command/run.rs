//! `opconform run`: the main job.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use clap::builder::ArgPredicate;
use opconform_cases::file;
use opconform_harness::shards::{self, Shard};
use opconform_harness::{Completed, Plan};
use opconform_report::{Deed, Format, Report, Staging, View, plural, shell_path, visible};

use super::exhaust::kept::left_out;
use super::record::{EXTENSION, File, NOWHERE, finish};
use crate::adapter::BackendArgs;
use crate::chosen::failed_last;
use crate::exit::Exit;
use crate::journal::{JournalArgs, RunJournal};
use crate::judging::JudgingArgs;
use crate::places::{REPORT, SHARDS};
use crate::save::plain;
use crate::selection::AGAINST;
use crate::watch::Watch;
use crate::{interrupt, output, selection};

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform run --backend portable,tract --only max/f32/nan
  opconform run --adapter 'mine=opconform serve ndarray-compare' --only max/f32/nan -o mine
  opconform run --backend tract --only max/f32/nan --journal tract.journal
  opconform run --backend tract,portable --only max/f32/nan --shard 1/2 -o tract
  opconform run --backend tract,portable --only max/f32/nan --shard 2/2 -o tract
  opconform merge tract --only max/f32/nan
  opconform run --backend tract -E 'type(f16) & clause(ONNX-MAX-*)' -o reports/f16
  opconform run --backend tract --last-failed -o reports/f16
  opconform run --backend portable --huge -E 'operator(ReduceMax) & type(u8)'
  opconform run --backend tract --profile sonnx,onnx --only max/f64/nan --output reports/onnx";

/// A run, and how much of it is shown.
#[derive(Args, Debug)]
#[command(mut_arg("output", |arg| arg.default_value_if("shard", ArgPredicate::IsPresent, SHARDS)))]
pub(crate) struct ShownRunArgs {
    #[command(flatten)]
    pub(crate) judged: RunArgs,

    /// Show how every backend fares in full, as `opconform report` does, instead of the first screen
    #[arg(long, short, conflicts_with = "quiet")]
    pub(crate) verbose: bool,

    /// Ask only the K-th of N shards of the cases, of about the same cost, and keep what is answered in the folder that --output names
    /// (reports/shards when left out), a file for each backend: no report, until `opconform merge` has all of them
    #[arg(long, value_name = "K/N", conflicts_with_all = ["last_failed", "verbose"])]
    pub(crate) shard: Option<Shard>,

    /// In place of the suite, calls of more than 2^31 elements of the types of one byte and of two: an extremum and a NaN at element 2^31 - 1,
    /// at 2^31 and at the last, in pairs and in reductions. They are run in this process, or by adapters that make such operands themselves,
    /// and are told as they come, without a report. They take 4 to 24 GiB of memory: those that there is no room for are not asked
    #[arg(long, conflicts_with_all = ["shard", "last_failed", "verbose", "journal", "share", "profile", "node_tests"])]
    pub(crate) huge: bool,
}

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) backends: BackendArgs,

    #[command(flatten)]
    pub(crate) judging: JudgingArgs,

    /// Only the cases from which the departures of the last report come: of the one in the folder that --output names
    #[arg(long)]
    pub(crate) last_failed: bool,

    /// The folder of the report; an older report there is replaced when the new one is complete, and a folder that holds anything else is
    /// left alone
    #[arg(long, short, value_name = "DIR", default_value = REPORT)]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) journal: JournalArgs,
}

pub(crate) fn run(args: &RunArgs, verbose: bool) -> anyhow::Result<Exit> {
    let completed = judge(args)?.publish()?;
    show(&completed, &args.judging, &args.output, verbose)?;
    Ok(exit(&completed))
}

/// Shows a run that has come to its end, whose report is in this folder.
pub(super) fn show(completed: &Completed, judging: &JudgingArgs, folder: &Path, verbose: bool) -> anyhow::Result<()> {
    if !judging.quiet {
        let directory = folder.display().to_string();
        let view = View {
            colour: judging.color.on_stdout(),
            directory: Some(&directory),
            columns: output::columns(),
            place: None,
            category: None,
        };
        let format = if verbose { Format::Terminal } else { Format::Summary };
        output::print_coloured(&format.render(&completed.report, &view), view.colour)?;
    }
    Ok(())
}

/// A run that has come to its end, before its report is written.
pub(super) struct Judged<'a> {
    pub(super) plan: Plan,
    pub(super) completed: Completed,
    pub(super) staging: Staging,
    pub(super) journal: Option<RunJournal<'a>>,
}

impl Judged<'_> {
    /// Writes the report, as large as it is read again.
    pub(super) fn publish(self) -> anyhow::Result<Completed> {
        let Self { plan, mut completed, staging, journal } = self;
        // Meanwhile the children of the backends end, and the memory of the cases is given back.
        let (written, ()) = rayon::join(
            || {
                completed.report.fit();
                write(staging, &completed).context("cannot write the report")
            },
            || drop(plan),
        );
        written?;
        // The backends wrote to it.
        if let Some(journal) = journal {
            journal.close(completed.report.partial);
        }
        Ok(completed)
    }
}

/// Runs the suite.
pub(super) fn judge(args: &RunArgs) -> anyhow::Result<Judged<'_>> {
    interrupt::at_once()?;
    let watch = Watch::new(args.judging.quiet);
    let mut plan = planned(args, &watch)?;
    // From here on an interrupt leaves nothing behind, and what was judged is kept.
    let stop = interrupt::flag()?;
    // Before the long run: a folder that cannot be written is better known now.
    let staging = Staging::create(&args.output).context("cannot write the report")?;
    let journal = RunJournal::open(&args.journal, &mut plan, &stop)?;
    let progress = |done, all, stage| watch.at(done, all, stage);
    let mut completed = opconform_harness::run(&plan, &progress, &stop);
    drop(watch);
    replay_from(&mut completed.report, &args.output);
    Ok(Judged { plan, completed, staging, journal })
}

/// Asks one shard of the cases, and keeps what is answered.
pub(crate) fn ask(args: &RunArgs, shard: Shard) -> anyhow::Result<Exit> {
    interrupt::at_once()?;
    let watch = Watch::new(args.judging.quiet);
    let mut plan = planned(args, &watch)?;
    let stop = interrupt::flag()?;
    std::fs::create_dir_all(&args.output).context(NOWHERE)?;
    let names = plan.backends.iter().map(|backend| plain(&backend.describe().name));
    let paths = names.map(|name| args.output.join(format!("{name}.{shard}.{EXTENSION}")));
    let files = paths.map(File::create).collect::<anyhow::Result<Vec<File>>>()?;
    let journal = RunJournal::open(&args.journal, &mut plan, &stop)?;
    let progress = |done, all, stage| watch.at(done, all, stage);
    let (completed, recordings) = shards::record(plan, shard, &progress, &stop);
    drop(watch);
    finish(&completed, &recordings, files, journal)
}

/// What is to be run.
fn planned(args: &RunArgs, watch: &Watch) -> anyhow::Result<Plan> {
    selection::are_there(&args.backends)?;
    let judging = &args.judging;
    let (under, against) = (selection::under(&judging.profile)?, selection::claims(&judging.against)?);
    // Adapters take a while to start, and the cases to be made.
    let (opened, suite) = std::thread::scope(|scope| {
        let suite = scope.spawn(|| judging.chosen.of(&judging.suite));
        (
            selection::backends(&args.backends, watch),
            suite.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        )
    });
    let (backends, unavailable) = opened?;
    let cases = suite?;
    let cases = if args.last_failed { failed_last(cases, &args.output)? } else { cases };
    let plan = Plan { backends, unavailable, ..judging.plan(cases, under, against)? };
    left_out(&plan.counted, &plan.backends);
    Ok(plan)
}

/// Says in the line that replays a finding where its report is, unless `replay` looks there by itself. What no case shows is shown by a
/// run, which writes a report of its own, and judges by what this one did.
pub(super) fn replay_from(report: &mut Report, folder: &Path) {
    let name = folder.display().to_string();
    let name = shell_path(&name);
    let is_elsewhere = folder != Path::new(REPORT);
    let Report { findings, backends, .. } = report;
    for finding in findings {
        let replay = &mut finding.witness.replay;
        if finding.deed != Deed::Carried || finding.witness.after.is_some() {
            if is_elsewhere {
                let _ = write!(replay, " --report {name}");
            }
            continue;
        }
        let own = backends.iter().filter(|backend| backend.name == finding.backend).flat_map(|backend| &backend.claims);
        let against: Vec<&str> =
            own.filter(|it| it.place == AGAINST).flat_map(|it| &it.profiles).map(String::as_str).collect();
        if !against.is_empty() {
            let _ = write!(replay, " {AGAINST} {}", against.join(","));
        }
        if is_elsewhere {
            let _ = write!(replay, " --output {name}");
        }
    }
}

fn write(mut staging: Staging, completed: &Completed) -> anyhow::Result<()> {
    staging.write_report(&completed.report)?;
    for (finding, case) in completed.report.findings.iter().zip(&completed.witnesses) {
        staging.write(&finding.witness.file, file::to_json(case).as_bytes())?;
    }
    staging.publish()?;
    Ok(())
}

/// Why what was asked was not supported, in the words that a backend has for most cases.
fn reason(report: &Report) -> Option<String> {
    let skips = report.backends.iter().flat_map(|backend| &backend.skips);
    let most = skips.max_by_key(|skip| skip.cases)?;
    Some(format!("{} not supported: {}", plural(most.cases, "case"), visible(&most.reason)))
}

/// As the report says it: an interrupt after the last judgement comes too late to make it partial.
pub(super) fn exit(completed: &Completed) -> Exit {
    if completed.report.partial {
        Exit::Interrupted
    } else if completed.compared == 0 {
        let why = reason(&completed.report).map_or_else(String::new, |reason| format!("; {reason}"));
        output::remark(&format!("error: nothing was judged: no clause made a single comparison{why}"));
        Exit::NothingJudged
    } else if completed.report.findings.iter().any(|finding| completed.report.counts(finding))
        || !completed.report.beyond_cases().is_empty()
    {
        Exit::Violations
    } else if completed.report.judges_no_claim() {
        output::remark(
            "error: nothing was judged of what is claimed: no case that ran is one that it speaks of, or --profile leaves it out; \
             --against says what else to judge by, and a family, as in `--against onnx`, has the profiles of every version",
        );
        Exit::NothingJudged
    } else {
        Exit::AsExpected
    }
}
