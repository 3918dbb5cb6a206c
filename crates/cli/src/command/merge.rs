//! `opconform merge`: results of `opconform exhaust` that were found out in shards, as one.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use opconform_backends::Backend;
use opconform_harness::enumerate::{self, Enumeration};

use super::exhaust::{cases_of, put_together, said};
use crate::adapter::BackendArgs;
use crate::exit::Exit;
use crate::number::number;
use crate::watch::Watch;
use crate::{interrupt, output, selection};

const AFTER: &str = "\
The results must be of one backend, one version of it, one type, one suite and one kind of CPU, and have every pair once. What comes out \
is, byte for byte, what one run would have written, but for the times and the machines. A result that was changed is refused: all of it \
follows from its counts. With a backend, some blocks of each shard are asked for once more, and must come out the same.

Examples:
  opconform exhaust -d i8 --adapter 'mine=opconform serve ndarray-compare' --shard 1/2 -o exhausted
  opconform exhaust -d i8 --adapter 'mine=opconform serve ndarray-compare' --shard 2/2 -o exhausted
  opconform merge exhausted/mine-i8.1-of-2.json exhausted/mine-i8.2-of-2.json -o exhausted/i8.json
  opconform merge exhausted/i8.json --adapter 'mine=opconform serve ndarray-compare' --again 8

Exit codes:
  0  the results fit together, and nothing that counts came of any pair
  1  something did, or a block came out otherwise
  2  wrong usage, or results that do not fit together
  4  nothing was judged";

/// What is said of `--backend`.
const BACKEND: &str = "The backend that the results are of, to be asked again, as `opconform run` takes it";

#[derive(Args, Debug)]
#[command(after_help = AFTER, mut_arg("backend", |arg| arg.help(BACKEND)))]
pub(crate) struct MergeArgs {
    /// Results of `opconform exhaust`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The file of the result of all; none is written when left out
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// How many blocks of each file are asked for once more where a backend is named, up to 255
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u8>(1..=255))]
    again: u8,

    /// Take what was counted, and say anew what the specifications say of it: of results from before a clause was changed
    #[arg(long)]
    judge_again: bool,

    #[command(flatten)]
    backends: BackendArgs,
}

pub(crate) fn merge(args: &MergeArgs) -> anyhow::Result<Exit> {
    let parts = put_together(&args.files)?;
    let all = enumerate::merge(&parts, args.judge_again)?;
    let is_asked = !args.backends.backend.is_empty() || args.backends.own().next().is_some();
    if is_asked {
        let backend = selection::one_backend(&args.backends)?;
        if let Some(otherwise) = again(args, &parts, backend.as_ref())? {
            output::print(&otherwise)?;
            return Ok(Exit::Violations);
        }
    }
    let mut text = said(&all);
    text.push_str(if is_asked {
        "asked again, and answered so again\n"
    } else {
        "not asked again: name the backend to do so\n"
    });
    if let Some(output) = &args.output {
        let written = serde_json::to_string_pretty(&all)? + "\n";
        opconform_files::write(output, written.as_bytes()).context("no result: give another file with --output")?;
    }
    output::print(&text)?;
    Ok(super::exhaust::exit(all.judged(), all.forbidden()))
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
        let known = part.digests();
        let step = known.len().div_ceil(usize::from(args.again)).max(1);
        let blocks: Vec<u8> = known.keys().copied().skip(step / 2).step_by(step).collect();
        let progress = |done, all, stage| watch.at(done, all, stage);
        let counts = enumerate::count(backend, asked.dtype, &blocks, &*cases_of(asked.dtype), &progress, &stop);
        let differs = |block: &&u8| counts.blocks().get(*block).map(String::as_str) != known.get(*block).copied();
        if let Some(block) = blocks.iter().find(differs) {
            let of = &asked.backend;
            return Ok(Some(format!("{name}: asked again, {of} answers otherwise in block {block:02x}\n")));
        }
    }
    Ok(None)
}
