//! Shards of a session of `opconform fuzz`, added up.

use std::path::PathBuf;

use anyhow::bail;
use opconform_report::plural;

use super::MergeArgs;
use crate::command::fuzz::session::Session;
use crate::command::minimize::line;
use crate::exit::Exit;
use crate::output;

/// Adds shards up, and shows what they have found.
pub(super) fn merge(args: &MergeArgs, files: &[PathBuf]) -> anyhow::Result<Exit> {
    if args.is_asked() {
        bail!("shards of `opconform fuzz` are added up, and not asked for again: leave the backends out");
    }
    let [first, others @ ..] = files else { bail!("no shards of `opconform fuzz`: name their files or folder") };
    let mut all = Session::read(first)?;
    for file in others {
        all.add(Session::read(file)?, file)?;
    }
    all.complete()?;
    if let Some(output) = &args.output {
        all.write(output)?;
    }
    let (found, known) = all.findings();
    let lines: String = found.iter().map(|finding| line(finding)).collect();
    let known = if known == 0 { String::new() } else { format!(" and {known} that are known") };
    output::print(&format!(
        "{lines}{}, {}, {}{known}, in {}\n",
        plural(all.judged, "case"),
        plural(all.compared, "comparison"),
        plural(found.len() as u64, "finding"),
        plural(all.of_all(), "shard")
    ))?;
    Ok(match (found.is_empty(), all.compared) {
        (false, _) => Exit::Violations,
        (true, 0) => Exit::NothingJudged,
        (true, _) => Exit::AsExpected,
    })
}
