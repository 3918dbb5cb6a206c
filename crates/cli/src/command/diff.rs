//! `opconform diff`: two reports compared.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use opconform_report::{Diff, Finding, Level, Lost, Report, plural, thousands, type_names, visible};

use crate::exit::Exit;
use crate::{output, published};

/// What the exit codes mean here.
const EXIT_CODES: &str = "\
Findings are compared by backend, clause, element type and classes of operands, so that the reports may be of different \
seeds. What was compared before and is not any more is neither fixed nor as it was, and is listed apart: so are findings of cases that the \
newer run was not asked for, as `--only` leaves out. Backends that the older report does not have are named, and compared with nothing. What changes once a \
process was asked much, a NaN's bits or a zero's sign, is compared with nothing: it is there in one run and gone in the next.

Examples:
  opconform diff reports/latest reports/latest/report.json

Exit codes:
  0  nothing is new, changed, or judged no more
  1  something is
  2  wrong usage, or a report that cannot be used
  4  no backend is in both reports";

#[derive(Args, Debug)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct DiffArgs {
    /// The older report: its folder, or its report.json
    old: PathBuf,

    /// The newer report: its folder, or its report.json
    new: PathBuf,
}

pub(crate) fn diff(args: &DiffArgs) -> anyhow::Result<Exit> {
    let (old, new) = (published::read(&args.old)?, published::read(&args.new)?);
    for (path, report) in [(&args.old, &old), (&args.new, &new)] {
        if report.partial {
            bail!("{} is of an interrupted run: compare reports of whole runs", path.display());
        }
    }
    let is_common = |name: &str| old.backends.iter().any(|backend| backend.name == name);
    if !new.backends.iter().any(|backend| is_common(&backend.name)) {
        let names = |report: &Report| report.backends.iter().map(|it| visible(&it.name)).collect::<Vec<_>>().join(", ");
        output::remark(&format!(
            "error: no backend is in both reports, and so nothing is compared: the older is of {}, the newer of {}",
            names(&old),
            names(&new)
        ));
        return Ok(Exit::NothingJudged);
    }
    let diff = Diff::between(&old, &new);
    output::print(&text(&old, &new, &diff))?;
    Ok(if diff.is_clean() { Exit::AsExpected } else { Exit::Violations })
}

fn text(old: &Report, new: &Report, diff: &Diff) -> String {
    let mut text = compared(old, new);
    grouped(&mut text, "new", new, &diff.new);
    grouped(&mut text, "fixed", old, &diff.fixed);
    if !diff.changed.is_empty() {
        let _ = writeln!(text, "changed: {}", plural(diff.changed.len() as u64, "finding"));
        for (before, after) in &diff.changed {
            let Finding { backend, clause, level, dtype, .. } = after;
            let _ =
                writeln!(text, "  {}: {clause} {level} of {dtype}: {}", visible(backend), visible(&after.symptom()));
            let _ = writeln!(text, "    was: {}", visible(&before.shown()));
            let _ = writeln!(text, "    is:  {}", visible(&after.shown()));
            let _ = writeln!(text, "    {}", visible(&after.witness.replay));
        }
    }
    if !diff.unknown.is_empty() {
        let names: Vec<String> = diff.unknown.iter().map(|name| visible(name)).collect();
        let _ = writeln!(text, "not in the older report, and compared with nothing: {}", names.join(", "));
    }
    grouped(&mut text, "not asked again", old, &diff.unasked);
    if !diff.lost.is_empty() {
        let _ = writeln!(text, "judged no more:");
        for lost in &diff.lost {
            let _ = match lost {
                Lost::Backend { backend, reason } => {
                    let reason = reason.unwrap_or("it is not in the newer report");
                    writeln!(text, "  {}: {}", visible(backend), visible(reason))
                }
                Lost::Clause { backend, clause, dtypes } => {
                    writeln!(text, "  {}: {clause} of {}", visible(backend), type_names(dtypes).join(" "))
                }
            };
        }
    }
    if !diff.unsteady.is_empty() {
        let names: BTreeSet<String> = diff.unsteady.iter().map(|finding| visible(&finding.backend)).collect();
        let _ = writeln!(
            text,
            "not compared: {} on {}, of what changes once a process was asked much: it is there in one run and gone in the next",
            plural(diff.unsteady.len() as u64, "finding"),
            Vec::from_iter(names).join(", ")
        );
    }
    let _ = writeln!(
        text,
        "{} new, {} fixed, {} changed, {} judged no more, {} as before",
        thousands(diff.new.len() as u64),
        thousands(diff.fixed.len() as u64),
        thousands(diff.changed.len() as u64),
        thousands((diff.lost.len() + diff.unasked.len()) as u64),
        thousands(diff.same as u64)
    );
    text
}

/// The backends of both reports, with their versions.
fn compared(old: &Report, new: &Report) -> String {
    let mut text = "compared:\n".to_owned();
    for after in &new.backends {
        let Some(before) = old.backends.iter().find(|before| before.name == after.name) else { continue };
        let [name, was, is] = [&after.name, &before.version, &after.version].map(|it| visible(it));
        let before = if was == is { String::new() } else { format!(", before {was}") };
        let _ = writeln!(text, "  {name} {is}{before}");
    }
    text
}

/// Findings of a report, those of one departure in one entry.
fn grouped(text: &mut String, head: &str, report: &Report, findings: &[&Finding]) {
    if findings.is_empty() {
        return;
    }
    let _ = writeln!(text, "{head}: {}", plural(findings.len() as u64, "finding"));
    let ids: BTreeSet<&str> = findings.iter().map(|finding| finding.id.as_str()).collect();
    let names: BTreeSet<&str> = findings.iter().map(|finding| finding.backend.as_str()).collect();
    for name in names {
        for departure in report.departures_of(|it| it.backend == name && ids.contains(it.id.as_str())) {
            let level = Level::of(departure.must);
            let clauses: Vec<&str> = departure.clauses.iter().map(|&(id, _)| id).collect();
            let _ = writeln!(text, "  {}: {level}: {}", visible(name), visible(&departure.title));
            let count = plural(departure.findings.len() as u64, "finding");
            let _ = writeln!(text, "    {}; {}; {count}", visible(&departure.shows_in()), clauses.join(", "));
            let _ = writeln!(text, "    {}", visible(&departure.example.witness.replay));
        }
    }
}
