//! `opconform completions` and `opconform man`: the command line, as shells and `man` read of it.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::exit::Exit;
use crate::output;
use crate::save::write;

/// For `--help`.
const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  opconform completions bash > opconform.bash";

/// For `--help`.
const MAN_EXAMPLES: &str = "\
Examples:
  opconform man --output man/man1";

#[derive(Args, Debug)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Args, Debug)]
#[command(after_help = MAN_EXAMPLES)]
pub(crate) struct ManArgs {
    /// The folder; it is made where there is none
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,
}

pub(crate) fn completions(args: &CompletionsArgs, mut program: Command) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "opconform", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::AsExpected)
}

pub(crate) fn man(args: &ManArgs, program: Command) -> anyhow::Result<Exit> {
    let mut command = program.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    collect(&command, &mut pages);
    for command in &pages {
        let mut page = Vec::new();
        // A command below has the version of the program, and no name without it.
        Man::new(command.clone()).source(concat!("opconform ", env!("CARGO_PKG_VERSION"))).render(&mut page)?;
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        write(&args.output.join(format!("{name}.1")), &page)?;
    }
    output::remark(&format!("{} pages written to {}", pages.len(), args.output.display()));
    Ok(Exit::AsExpected)
}

/// A command and all below it.
fn collect(command: &Command, pages: &mut Vec<Command>) {
    pages.push(command.clone());
    command.get_subcommands().filter(|it| !it.is_hide_set()).for_each(|it| collect(it, pages));
}
