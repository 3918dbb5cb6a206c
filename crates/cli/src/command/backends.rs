//! `opconform backends`: who can be tried here.

use std::fmt::Write as _;

use clap::{Args, Subcommand};
use opconform_backends::{BACKENDS, Entry, Setting};
use opconform_spec::Claim;

use crate::adapter::IsolationArgs;
use crate::exit::Exit;
use crate::{output, selection};

mod check;

/// For `--help`.
const HELP: &str = "\
A setting is a switch of a library's own, by which it runs the code for another CPU, or code that is less optimised. \
`numpy-baseline` is numpy with one: a backend of its own name wherever backends are named, in a version too \
(`numpy-baseline@1.26.4`), and taken only where it is named. Some libraries pass over a switch without a word: what a report says \
of the backend says, too, where a setting has changed nothing of the machine code that the library tells, and where it tells none; \
`opconform compare numpy numpy-baseline` says whether any answer has changed.

Examples:
  opconform backends
  opconform backends tract
  opconform backends check 'opconform serve portable'";

/// The arguments of `opconform backends`.
#[derive(Args, Debug)]
#[command(after_help = HELP, args_conflicts_with_subcommands = true)]
pub(crate) struct BackendsArgs {
    /// Those to tell about; all of them when left out
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    #[command(subcommand)]
    command: Option<BackendsCommand>,

    #[command(flatten)]
    isolation: IsolationArgs,
}

#[derive(Debug, Subcommand)]
enum BackendsCommand {
    /// Hold a conversation with a program that speaks the adapter protocol, and say what it gets wrong
    Check(check::CheckArgs),
}

pub(crate) fn backends(args: &BackendsArgs) -> anyhow::Result<Exit> {
    match &args.command {
        Some(BackendsCommand::Check(check)) => check::check(check),
        None if args.names.is_empty() => list(BACKENDS.iter(), &args.isolation),
        None => {
            let named: Vec<&Entry> =
                args.names.iter().map(|name| selection::entry(name)).collect::<anyhow::Result<_>>()?;
            list(named, &args.isolation)
        }
    }
}

fn list(entries: impl IntoIterator<Item = &'static Entry>, args: &IsolationArgs) -> anyhow::Result<Exit> {
    let mut text = String::new();
    for entry in entries {
        let _ = writeln!(text, "{}: {}", entry.name, entry.summary);
        let opened = entry.waits_to_be_fetched().map_or_else(|| args.open(&entry.choice()), Err);
        match opened {
            Ok(backend) => {
                let about = backend.describe();
                let types: Vec<&str> = about.dtypes.iter().map(|dtype| dtype.name()).collect();
                let _ = writeln!(text, "  available: {} ({})", about.version, about.language);
                if let Some(waits) = entry.waits_to_be_named() {
                    let _ = writeln!(text, "  left out of a run that names no backends: {waits}");
                }
                let _ = writeln!(text, "  types: {}", types.join(" "));
                let _ = writeln!(text, "  operators: {}", about.operators.join(" "));
                for Claim { specification, place } in &about.claims {
                    let none =
                        if specification.profiles().is_empty() { ", of which there is no profile here" } else { "" };
                    let _ = writeln!(text, "  claims {} ({place}){none}", specification.title());
                }
                for line in &about.configuration {
                    let _ = writeln!(text, "  {line}");
                }
                if !about.cpu_features.is_empty() {
                    let _ = writeln!(text, "  may use: {}", about.cpu_features.join(" "));
                }
            }
            Err(unavailable) => {
                let _ = writeln!(text, "  unavailable: {unavailable}");
            }
        }
        for (name, Setting { summary, switch, place, .. }) in entry.names_in_settings().zip(entry.settings) {
            let _ = writeln!(text, "  in a setting: {name}, {summary} ({switch}; {place})");
        }
    }
    output::print_folded(&text)?;
    Ok(Exit::AsExpected)
}
