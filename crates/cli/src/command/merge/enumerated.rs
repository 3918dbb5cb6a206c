//! Results of `opconform exhaust`, as one.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use opconform_backends::Backend;
use opconform_harness::enumerate::{self, Enumeration};

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
    if args.is_asked() {
        let backend = selection::one_backend(&args.backends)?;
        if let Some(otherwise) = again(args, &parts, backend.as_ref())? {
            output::print(&otherwise)?;
            return Ok(Exit::Violations);
        }
    }
    let mut text = summary(&all)?;
    text.push_str(if args.is_asked() {
        "asked again, and answered so again\n"
    } else {
        "not asked again: name the backend to do so\n"
    });
    if let Some(output) = &args.output {
        let written = serde_json::to_string_pretty(&all)? + "\n";
        opconform_files::write(output, written.as_bytes()).context("no result: give another file with --output")?;
    }
    output::print(&text)?;
    Ok(exit(all.judged(), all.forbidden()))
}

/// Asks for some blocks of each part again; what came out otherwise, in words.
fn again(args: &MergeArgs, parts: &[(String, Enumeration)], backend: &dyn Backend) -> anyhow::Result<Option<String>> {
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
        let step = with_pairs.len().div_ceil(usize::from(args.again)).max(1);
        let blocks: Vec<u8> = with_pairs.into_iter().skip(step / 2).step_by(step).collect();
        let progress = |done, all, stage| watch.at(done, all, stage);
        let counts = enumerate::count(backend, &course, &blocks, &progress, &stop);
        let differs = |block: &&u8| counts.blocks().get(*block).map(String::as_str) != known.get(*block).copied();
        if let Some(block) = blocks.iter().find(differs) {
            let of = &asked.backend;
            return Ok(Some(format!("{name}: asked again, {of} answers otherwise in block {block:02x}\n")));
        }
    }
    Ok(None)
}
