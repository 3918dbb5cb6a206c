//! `opconform minimize`: a case made as small as it can be, and what reproduces it elsewhere.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use opconform_harness::{Found, Under, minimize as shrink};
use opconform_report::{Element, Finding, listed, visible};
use opconform_spec::Case;

use crate::adapter::BackendArgs;
use crate::exit::Exit;
use crate::locate::CaseArgs;
use crate::places::MINIMIZED;
use crate::save::save;
use crate::{interrupt, output, selection};

const AFTER: &str = "\
Examples:
  opconform minimize 'max/f32/nan-vs-inf/2*1#04e25e6e' --backend tract --output found

Exit codes:
  0    shrunk and written, whatever is violated; or there is no departure
  2    wrong usage, or the tool could not do its work
  130  interrupted; what is written may be larger than need be";

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    case: CaseArgs,

    #[command(flatten)]
    backends: BackendArgs,

    /// Judge the backend by these specifications, separated by commas, instead of those that it claims: as `opconform run` takes them
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    against: Vec<String>,

    /// Only the departure from this clause
    #[arg(long, value_name = "ID")]
    clause: Option<String>,

    /// The folder to write to: a folder for each case, with the case file, what is wrong with it, an issue to file with whom
    /// it concerns, and a program that calls the implementation in its own language; for a runtime of ONNX models the model,
    /// and where there can be no program, the case as JSON
    #[arg(long, short, value_name = "DIR", default_value = MINIMIZED)]
    output: PathBuf,
}

pub(crate) fn minimize(args: &MinimizeArgs) -> anyhow::Result<Exit> {
    let clause = args.clause.as_deref().map(selection::clause).transpose()?;
    let against = selection::claims(&args.against)?;
    let backend = selection::one_backend(&args.backends)?;
    let case = args.case.locate()?;
    let stop = interrupt::flag()?;
    let mut found = shrink(backend, &case, &Under::Claims, &against, &stop);
    found.retain(|found| clause.is_none_or(|clause| found.finding.clause == clause.id));
    found.sort_by_key(|found| (found.finding.standing, found.finding.level));
    let mut text = summary(&case, &found);
    for folder in save(&args.output, &found)? {
        let _ = writeln!(text, "written to {}", folder.display());
    }
    output::print(&text)?;
    Ok(if stop.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::AsExpected })
}

fn summary(case: &Case, found: &[Found]) -> String {
    if found.is_empty() {
        return format!("{}: no departure\n", case.id());
    }
    found.iter().map(|found| line(&found.finding)).collect()
}

/// A departure in a line.
pub(super) fn line(finding: &Finding) -> String {
    let Finding { backend, level, clause, witness, .. } = finding;
    let case = shortened(&witness.case);
    let Some(result) = &witness.found else {
        return format!("{backend} {level} {clause}: {} in {case}\n", visible(&witness.symptom));
    };
    // Of two NaNs, the bits tell which.
    let element = |it: &Element| if it.class.is_nan() { it.hex.clone() } else { it.decimal.clone() };
    let operands = listed(&witness.operands, element);
    format!("{backend} {level} {clause}: {operands} → {} in {case}\n", element(result))
}

/// An id as a line shows it: that of a case of many shapes is as long as those are. The hash at its end stays.
fn shortened(id: &str) -> String {
    const BEGINNING: usize = 120;
    match (id.char_indices().nth(BEGINNING), id.rsplit_once('#')) {
        (Some((end, _)), Some((shapes, hash))) if end < shapes.len() => format!("{}…#{hash}", &id[..end]),
        _ => id.to_owned(),
    }
}
