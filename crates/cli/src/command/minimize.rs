//! `opconform minimize`: a case made as small as it can be, and what reproduces it elsewhere.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use opconform_harness::{Found, minimize as shrink};
use opconform_spec::{Case, Clause, PROFILES};

use crate::adapter::BackendArgs;
use crate::exit::Exit;
use crate::keep::keep;
use crate::locate::CaseArgs;
use crate::{interrupt, output, selection};

#[derive(Args, Debug)]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    case: CaseArgs,

    #[command(flatten)]
    backends: BackendArgs,

    /// Only the departure from this clause
    #[arg(long, value_name = "ID")]
    clause: Option<String>,

    /// The folder to write to: a folder for each case, with the case file, what is wrong with it, a Rust test, a Python
    /// script, a C# program and an ONNX node test, as far as these have the operator and the element type
    #[arg(long, short, value_name = "DIR", default_value = "corpus/regressions")]
    output: PathBuf,
}

pub(crate) fn minimize(args: &MinimizeArgs) -> anyhow::Result<Exit> {
    if let Some(id) = args.clause.as_deref().filter(|id| Clause::named(id).is_none()) {
        anyhow::bail!("unknown clause `{id}`: `opconform clauses` lists them all");
    }
    let backend = selection::one_backend(&args.backends)?;
    let case = args.case.locate()?;
    let stop = interrupt::flag()?;
    let mut found = shrink(backend, &case, PROFILES, &stop);
    found.retain(|found| args.clause.as_ref().is_none_or(|clause| found.finding.clause == *clause));
    found.sort_by(|a, b| a.finding.level.cmp(&b.finding.level));
    let mut text = summary(&case, &found);
    for folder in keep(&args.output, &found)? {
        let _ = writeln!(text, "written to {}", folder.display());
    }
    output::print(&text)?;
    Ok(match found.is_empty() {
        _ if stop.load(Ordering::Relaxed) => Exit::Interrupted,
        true => Exit::AsExpected,
        false => Exit::Violations,
    })
}

fn summary(case: &Case, found: &[Found]) -> String {
    if found.is_empty() {
        return format!("{}: no departure\n", case.id());
    }
    found.iter().map(line).collect()
}

/// A departure in a line.
pub(super) fn line(found: &Found) -> String {
    let Found { finding, .. } = found;
    let result = finding.result.as_deref().unwrap_or("no result");
    format!(
        "{} {} {}: {} → {result} in {}\n",
        finding.backend,
        finding.level,
        finding.clause,
        finding.operands.join(", "),
        finding.witness.case
    )
}
