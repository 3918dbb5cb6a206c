//! `opconform run`: the main job.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use opconform_backends::Journal;
use opconform_cases::{file, thin};
use opconform_harness::{Completed, Plan};
use opconform_report::{Deed, Finding, Format, Report, Staging, View, plural, visible};

use super::exhaust::kernels::enumerated;
use crate::args::{REPORT, RunArgs};
use crate::chosen::failed_last;
use crate::exit::Exit;
use crate::watch::Watch;
use crate::{interrupt, output, selection};

pub(crate) fn run(args: &RunArgs, verbose: bool) -> anyhow::Result<Exit> {
    let completed = judge(args)?.publish()?;
    if !args.quiet {
        let directory = args.output.display().to_string();
        let view = View {
            colour: args.color.on_stdout(),
            directory: Some(&directory),
            columns: output::columns(),
            place: None,
        };
        let format = if verbose { Format::Terminal } else { Format::Summary };
        output::print_coloured(&format.render(&completed.report, &view), view.colour)?;
    }
    Ok(exit(&completed))
}

/// A run that has come to its end, before its report is written.
pub(super) struct Judged<'a> {
    pub(super) plan: Plan,
    pub(super) completed: Completed,
    staging: Staging,
    journal: Option<Kept<'a>>,
}

impl Judged<'_> {
    /// Writes the report, as large as it is read again.
    pub(super) fn publish(mut self) -> anyhow::Result<Completed> {
        self.completed.report.fit();
        write(self.staging, &self.completed).context("cannot write the report")?;
        // Its backends write to the journal.
        drop(self.plan);
        if let Some(journal) = self.journal {
            journal.close(self.completed.report.partial);
        }
        Ok(self.completed)
    }
}

/// Runs the suite.
pub(super) fn judge(args: &RunArgs) -> anyhow::Result<Judged<'_>> {
    interrupt::at_once()?;
    let watch = Watch::new(args.quiet);
    let against = selection::claims(&args.against)?;
    let under = selection::under(&args.profile)?;
    selection::are_there(&args.backends)?;
    // Adapters take a while to start, and the cases to be made.
    let (opened, suite) = std::thread::scope(|scope| {
        let suite = scope.spawn(|| selection::cases(&args.suite));
        (
            selection::backends(&args.backends, &watch),
            suite.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        )
    });
    let (backends, unavailable) = opened?;
    let cases = args.chosen.of(suite?)?;
    let cases = if args.last_failed { failed_last(cases, &args.output)? } else { cases };
    let cases = if let Some(share) = args.share { thin(cases, share) } else { cases };
    // From here on an interrupt leaves nothing behind, and what was judged is kept.
    let stop = interrupt::flag()?;
    // Before the long run: a folder that cannot be written is better known now.
    let staging = Staging::create(&args.output).context("cannot write the report")?;
    let mut plan = Plan {
        cases,
        backends,
        unavailable,
        under,
        against,
        strict: args.strict,
        seed: args.suite.seed,
        commit: option_env!("OPCONFORM_COMMIT"),
        enumerated: enumerated(&args.ledger)?,
        program: opconform_harness::program(),
        beforehand: None,
    };
    let journal = args.journal.as_deref().map(|path| Kept::open(&mut plan, path, &stop)).transpose()?;
    let progress = |done, all, stage| watch.at(done, all, stage);
    let mut completed = opconform_harness::run(&plan, &progress, &stop);
    drop(watch);
    replay_from(&mut completed.report, &args.output);
    Ok(Judged { plan, completed, staging, journal })
}

/// Says in the line that replays a finding where its report is, unless `replay` looks there by itself.
fn replay_from(report: &mut Report, folder: &Path) {
    if folder == Path::new(REPORT) {
        return;
    }
    let name = folder.display().to_string();
    let name = shlex::try_quote(&name).unwrap_or_else(|_| name.as_str().into());
    // What no case shows is shown by a run, which writes a report of its own.
    let replayed = |finding: &&mut Finding| finding.deed != Deed::Carried || finding.witness.after.is_some();
    for finding in report.findings.iter_mut().filter(replayed) {
        let _ = write!(finding.witness.replay, " --report {name}");
    }
}

/// The journal of the run, and where it is.
struct Kept<'p> {
    path: &'p Path,
    journal: Arc<Journal>,
}

impl<'p> Kept<'p> {
    fn open(plan: &mut Plan, path: &'p Path, stop: &Arc<AtomicBool>) -> anyhow::Result<Self> {
        let journal = opconform_harness::keep(plan, path, stop)
            .with_context(|| format!("cannot use the journal {}: name another with --journal", path.display()))?;
        if journal.resumed() > 0 {
            output::remark(&format!("{}: going on after {} answers", path.display(), journal.resumed()));
        }
        Ok(Self { path, journal })
    }

    /// Closes the journal. That of a run which has come to its end is not needed any more.
    fn close(self, partial: bool) {
        let path = self.path.display();
        match Arc::into_inner(self.journal).map_or(Ok(()), Journal::close) {
            Err(error) => output::remark(&format!("the journal {path} broke off, and the report is complete: {error}")),
            Ok(()) if partial => output::remark(&format!("{path} is kept: the same command goes on from there")),
            Ok(()) => {}
        }
        if !partial && let Err(error) = fs::remove_file(self.path) {
            output::remark(&format!("cannot remove the journal {path}: {error}"));
        }
    }
}

fn write(mut staging: Staging, completed: &Completed) -> anyhow::Result<()> {
    for format in Format::ALL {
        if let Some(name) = format.file_name() {
            staging.write(name, format.render(&completed.report, &View::default()).as_bytes())?;
        }
    }
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
fn exit(completed: &Completed) -> Exit {
    if completed.report.partial {
        Exit::Interrupted
    } else if completed.compared == 0 {
        let why = reason(&completed.report).map_or_else(String::new, |reason| format!("; {reason}"));
        output::remark(&format!("error: nothing was judged: no clause made a single comparison{why}"));
        Exit::NothingJudged
    } else if completed.report.findings.iter().any(|finding| completed.report.counts(finding)) {
        Exit::Violations
    } else if completed.report.judges_no_claim() {
        output::remark("error: nothing was judged of what is claimed: no case that ran is one that it speaks of");
        Exit::NothingJudged
    } else {
        Exit::AsExpected
    }
}
