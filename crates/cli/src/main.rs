//! `opconform`: the command line.

mod adapter;
mod args;
mod command;
mod exit;
mod interrupt;
mod keep;
mod locate;
mod output;
mod published;
mod selection;

use clap::Parser as _;

use args::{Arguments, Command};
use exit::Exit;

fn main() -> std::process::ExitCode {
    let result = match Arguments::try_parse() {
        Ok(arguments) => run(&arguments.command),
        Err(error) => output::usage(&error),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(error) => {
            output::error(&error);
            Exit::Error.into()
        }
    }
}

fn run(command: &Command) -> anyhow::Result<Exit> {
    match command {
        Command::Run(run) => command::run::run(run),
        Command::Gate(gate) => command::gate::gate(gate),
        Command::Diff(diff) => command::diff::diff(diff),
        Command::Record(record) => command::record::record(record),
        Command::Replay(replay) => command::replay::replay(replay),
        Command::Report(report) => command::report::report(report),
        Command::Setup(setup) => command::setup::setup(setup),
        Command::Backends(backends) => command::backends::backends(backends),
        Command::Serve(serve) => command::serve::serve(serve),
        Command::Minimize(minimize) => command::minimize::minimize(minimize),
        Command::Fuzz(fuzz) => command::fuzz::fuzz(fuzz),
        Command::Seeds(seeds) => command::seeds::seeds(seeds),
        Command::Clauses(clauses) => command::clauses::clauses(clauses),
        Command::Cases(cases) => command::cases::cases(cases),
        Command::Exhaust(exhaust) => command::exhaust::exhaust(exhaust),
        Command::Qualify(qualify) => command::qualify::qualify(qualify),
    }
}
