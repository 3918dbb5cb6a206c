//! Results of `opconform exhaust`, as one.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use opconform_backends::Backend;
use opconform_exhaust::{Came, Kind, Order};
use opconform_harness::enumerate::{self, Enumeration, Group};

use super::MergeArgs;
use crate::command::exhaust::kept::read_all;
use crate::command::exhaust::{exit, not_isolated, summary};
use crate::exit::Exit;
use crate::watch::Watch;
use crate::{interrupt, output, selection};

/// Puts results together, and asks for some blocks of each again where a backend is named.
pub(super) fn merge(args: &MergeArgs, files: &[PathBuf]) -> anyhow::Result<Exit> {
    let parts = read_all(files)?;
    let all = enumerate::merge(&parts, args.judge_again)?;
    let mut text = summary(&all)?;
    let asked_again = if args.is_asked() {
        let backend = selection::one_backend(&args.backends)?;
        match again(args, &parts, backend.as_ref())? {
            Again::So { asked, of } => {
                let blocks = if asked == of { "every block".to_owned() } else { format!("{asked} of {of} blocks") };
                format!("asked again of {blocks}, and answered so again\n")
            }
            Again::Otherwise(how) => {
                output::print(&how)?;
                return Ok(Exit::Violations);
            }
        }
    } else {
        "not asked again: name the backend to do so\n".to_owned()
    };
    text += &asked_again;
    if let Some(output) = &args.output {
        let written = serde_json::to_string_pretty(&all)? + "\n";
        opconform_files::write(output, written.as_bytes()).context("no result: give another file with --output")?;
    }
    output::print(&text)?;
    Ok(exit(all.judged(), all.forbidden()))
}

/// What came of which pairs, and of how many, whatever is said of that.
fn came(group: &Group) -> (Kind, Kind, Order, Came, u64, &[String]) {
    (group.first, group.second, group.order, group.came, group.pairs, &group.examples)
}

/// What came of it that blocks were asked for again.
enum Again {
    /// The same.
    So {
        /// How many blocks were asked for again.
        asked: usize,
        /// How many blocks have pairs.
        of: usize,
    },
    /// Something else: what, in words.
    Otherwise(String),
}

/// Asks for some blocks of each part again.
fn again(args: &MergeArgs, parts: &[(String, Enumeration)], backend: &dyn Backend) -> anyhow::Result<Again> {
    let (mut all_asked, mut of_all) = (0, 0);
    let watch = Watch::new(false);
    let stop = interrupt::stop();
    for (name, part) in parts {
        let (asked, described) = (&part.asked, backend.describe());
        if (&asked.backend, &asked.version) != (&described.name, &described.version) {
            let (of, is) =
                (format!("{} {}", asked.backend, asked.version), format!("{} {}", described.name, described.version));
            bail!("{name} is of {of}, and this is {is}: name the one that it is of");
        }
        if asked.cpu_features != opconform_backends::cpu_features() {
            bail!("{name} is of a CPU with {}, and this is another: ask there", asked.cpu_features.join(" "));
        }
        if asked.cold && !backend.is_isolated() {
            bail!("{name}: {}", not_isolated(&described.name));
        }
        let (known, course) = (part.digests(), asked.course()?);
        // Of a rung that has no pairs in many blocks, those are asked for that have some.
        let with_pairs: Vec<u8> = known.keys().copied().filter(|&block| course.pairs([block]) > 0).collect();
        of_all += with_pairs.len();
        let is_whole = with_pairs.len() <= usize::from(args.again);
        let step = with_pairs.len().div_ceil(usize::from(args.again)).max(1);
        let blocks: Vec<u8> = with_pairs.into_iter().skip(step / 2).step_by(step).collect();
        let progress = |done, all, stage| watch.at(done, all, stage);
        let counts = enumerate::count(backend, &course, &blocks, &progress, &|_| (), &stop);
        let differs = |block: &&u8| counts.blocks().get(*block).map(String::as_str) != known.get(*block).copied();
        if let Some(block) = blocks.iter().find(differs) {
            let of = &asked.backend;
            return Ok(Again::Otherwise(format!("{name}: asked again, {of} answers otherwise in block {block:02x}\n")));
        }
        // Of all of them the counts are known again, too, which digests say nothing of.
        let asked_again = Enumeration::of(asked.clone(), &counts, part.sessions.clone());
        if is_whole && !asked_again.cells.iter().map(came).eq(part.cells.iter().map(came)) {
            return Ok(Again::Otherwise(format!(
                "{name}: asked again, its results are the same and its counts are not\n"
            )));
        }
        all_asked += blocks.len();
    }
    Ok(Again::So { asked: all_asked, of: of_all })
}
