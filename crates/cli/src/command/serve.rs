//! `opconform serve`: a backend of this binary as an adapter.

use std::io::{IsTerminal as _, stdin, stdout};

use anyhow::Context as _;
use clap::Args;

use crate::exit::Exit;
use crate::{output, selection};

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform backends check 'opconform serve portable'";

/// The arguments of `opconform serve`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ServeArgs {
    /// The backend
    #[arg(value_name = "NAME")]
    backend: String,
}

pub(crate) fn serve(args: &ServeArgs) -> anyhow::Result<Exit> {
    if stdin().is_terminal() {
        let name = &args.backend;
        output::remark(&format!("a program is to talk to this: opconform run --adapter 'opconform serve {name}'"));
    }
    let opened = selection::choice(&args.backend)?.open();
    opconform_backends::serve(&opened, &mut stdin().lock(), &mut stdout()).context("the conversation broke off")?;
    Ok(Exit::AsExpected)
}
