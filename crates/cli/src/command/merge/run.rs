//! Shards of a run, judged as the run in one piece.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use opconform_harness::Plan;
use opconform_harness::shards::{self, Merged};
use opconform_report::{Staging, plural, thousands};

use super::MergeArgs;
use crate::command::exhaust::kept::left_out;
use crate::command::record::{File, finish};
use crate::command::run::{Judged, exit, replay_from, show};
use crate::exit::Exit;
use crate::places::REPORT;
use crate::watch::Watch;
use crate::{interrupt, output, selection};

/// Puts shards together, asks for some cases of each again where backends are named, and judges all of it.
pub(super) fn merge(args: &MergeArgs, files: &[PathBuf]) -> anyhow::Result<Exit> {
    interrupt::at_once()?;
    let judging = &args.judging;
    let watch = Watch::new(judging.quiet);
    let (under, against) = (selection::under(&judging.profile)?, selection::claims(&judging.against)?);
    let recording = |file: &PathBuf| Ok((file.display().to_string(), selection::recording(file)?));
    let recordings = files.iter().map(recording).collect::<anyhow::Result<Vec<_>>>()?;
    let cases = judging.chosen.of(&judging.suite)?;
    let mut plan = judging.plan(cases, under, against)?;
    if args.is_asked() {
        selection::are_there(&args.backends)?;
        (plan.backends, _) = selection::backends(&args.backends, &watch)?;
    }
    let merged = shards::merge(plan, recordings, args.again.into())?;
    if !merged.otherwise.is_empty() {
        drop(watch);
        output::print(&otherwise(&merged))?;
        return Ok(Exit::Violations);
    }
    match &args.recording {
        Some(path) => record(merged, path, watch),
        None => judge(args, merged, watch),
    }
}

fn judge(args: &MergeArgs, mut merged: Merged, watch: Watch) -> anyhow::Result<Exit> {
    let folder = args.output.as_deref().unwrap_or(Path::new(REPORT));
    let stop = interrupt::flag()?;
    let staging = Staging::create(folder).context("cannot write the report")?;
    left_out(&merged.plan.counted, &merged.plan.backends);
    let progress = |done, all, stage| watch.at(done, all, stage);
    let mut completed = opconform_harness::run(&merged.plan, &progress, &stop);
    drop(watch);
    completed.report.provenance.shards = std::mem::take(&mut merged.shards);
    replay_from(&mut completed.report, folder);
    let summary = summary(&merged);
    let completed = Judged { plan: merged.plan, completed, staging, journal: None }.publish()?;
    show(&completed, &args.judging, folder, false)?;
    if !args.judging.quiet {
        summary.lines().for_each(output::remark);
    }
    Ok(exit(&completed))
}

/// Writes the recording that one piece would have been.
fn record(merged: Merged, path: &Path, watch: Watch) -> anyhow::Result<Exit> {
    let [provenance] = merged.provenances.as_slice() else {
        bail!("shards of {} backends, expected one: leave out --recording to judge them", merged.provenances.len());
    };
    let provenance = provenance.clone();
    let stop = interrupt::flag()?;
    let file = File::create(path.to_owned())?;
    let summary = summary(&merged);
    let progress = |done, all, stage| watch.at(done, all, stage);
    let plan = Plan { ..merged.plan };
    let (completed, mut recordings) = opconform_harness::record(plan, &progress, &stop);
    drop(watch);
    for recording in &mut recordings {
        recording.provenance = provenance.clone();
    }
    summary.lines().for_each(output::remark);
    finish(&completed, &recordings, vec![file], None)
}

/// What came otherwise when it was asked for again.
fn otherwise(merged: &Merged) -> String {
    let mut text = String::new();
    for it in &merged.otherwise {
        let _ = writeln!(text, "{}: asked again, {} answers otherwise to {}", it.name, it.backend, it.case);
    }
    text
}

/// What is known of the whole beside its report.
fn summary(merged: &Merged) -> String {
    let Merged { of, plan, again, unanswered, .. } = merged;
    let all = thousands(plan.cases.len() as u64);
    let mut text = format!("{}: each of {all} cases was asked in one of them\n", plural(*of, "shard"));
    match again {
        0 => text.push_str("not asked again: name the backends to do so\n"),
        _ => {
            let _ = writeln!(text, "{} asked again, and answered so again", plural(*again, "case"));
        }
    }
    if unanswered.cases() > 0 {
        let cases = plural(unanswered.cases() as u64, "case");
        let _ = writeln!(
            text,
            "{cases} that no shard was asked could not be asked now: a run in one piece may show a smaller witness; name the backends"
        );
    }
    if unanswered.is_of_fresh() {
        text.push_str("whether an earlier call left something behind was not looked at: name the backends\n");
    }
    text
}
