//! `opconform backends check`: what a program gets wrong about the adapter protocol.

use std::fmt::Write as _;

use clap::Args;
use opconform_backends::{AdapterSettings, Remark, check_adapter};

use crate::adapter::{LimitArgs, words};
use crate::exit::Exit;
use crate::output;

/// The arguments of `opconform backends check`.
#[derive(Args, Debug)]
#[command(
    after_help = "Ends with 0 if nothing is wrong, 1 if something is, 2 if the program cannot be started.\n\nExamples:\n  opconform backends check 'opconform serve portable'"
)]
pub(crate) struct CheckArgs {
    /// The command that starts the program, in one argument; split into words as a shell does, but not run by one
    #[arg(value_name = "COMMAND")]
    command: String,

    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn check(args: &CheckArgs) -> anyhow::Result<Exit> {
    let remarks = check_adapter(&args.limits.settings(AdapterSettings::of("", words(&args.command)?)))?;
    let (mut text, mut wrong) = (String::new(), 0);
    for remark in &remarks {
        // Writing to a string does not fail.
        let _ = match remark {
            Remark::Right(what) => writeln!(text, "ok     {what}"),
            Remark::Note(what) => writeln!(text, "note   {what}"),
            Remark::Wrong(what) => {
                wrong += 1;
                writeln!(text, "WRONG  {}", what.replace('\n', "\n       "))
            }
        };
    }
    let _ = match wrong {
        0 => writeln!(text, "Nothing is wrong: judge it with `opconform run --adapter '{}'`.", args.command),
        1 => writeln!(text, "1 thing is wrong."),
        _ => writeln!(text, "{wrong} things are wrong."),
    };
    output::print(&text)?;
    Ok(if wrong == 0 { Exit::AsExpected } else { Exit::Violations })
}
