//! `opconform`: the command line.

mod adapter;
mod args;
mod chosen;
mod command;
mod exit;
#[cfg(unix)]
mod file_size;
mod folder;
mod habits;
mod interrupt;
mod journal;
mod judging;
mod known;
mod locate;
mod near;
mod number;
mod offenders;
mod output;
mod parse;
mod passing_faults;
mod places;
mod published;
mod question;
mod save;
mod selection;
mod specification;
mod suite;
mod watch;

use args::{Arguments, Command};
use clap::CommandFactory as _;
use exit::Exit;

#[cfg(all(feature = "mimalloc", target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    let result = match parse::arguments() {
        Ok(arguments) => prepare().and_then(|()| run(&arguments.command)),
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

/// Makes errors of what would end the program without a word.
fn prepare() -> anyhow::Result<()> {
    #[cfg(unix)]
    file_size::limit_is_an_error()?;
    number::check_environment()
}

fn run(command: &Command) -> anyhow::Result<Exit> {
    match command {
        Command::Run(run) if run.huge => command::huge::huge(&run.judged),
        Command::Run(run) => match run.shard {
            Some(shard) => command::run::ask(&run.judged, shard),
            None => command::run::run(&run.judged, run.verbose),
        },
        Command::Gate(gate) => command::gate::gate(gate),
        Command::Compare(compare) => command::compare::compare(compare),
        Command::Diff(diff) => command::diff::diff(diff),
        Command::Record(record) => command::record::record(record),
        Command::Replay(replay) => command::replay::replay(replay),
        Command::Report(report) => command::report::report(report),
        Command::Atlas(atlas) => command::atlas::atlas(atlas),
        Command::Ask(ask) => command::ask::ask(ask),
        Command::Explain(explain) => command::explain::explain(explain),
        Command::Specs(specs) => command::specs::specs(specs),
        Command::Setup(setup) => command::setup::setup(setup),
        Command::Backends(backends) => command::backends::backends(backends),
        Command::Serve(serve) => command::serve::serve(serve),
        Command::Minimize(minimize) => command::minimize::minimize(minimize),
        Command::Fuzz(fuzz) => command::fuzz::fuzz(fuzz),
        Command::Seeds(seeds) => command::seeds::seeds(seeds),
        Command::Clauses(clauses) => command::clauses::clauses(clauses),
        Command::Cases(cases) => command::cases::cases(cases),
        Command::Exhaust(exhaust) => command::exhaust::exhaust(exhaust),
        Command::Merge(merge) => command::merge::merge(merge),
        Command::Qualify(qualify) => command::qualify::qualify(qualify),
        Command::Evidence(evidence) => command::evidence::evidence(evidence),
        Command::Init(init) => command::init::init(init),
        Command::Completions(completions) => command::manual::completions(completions, Arguments::command()),
        Command::Man(man) => command::manual::man(man, Arguments::command()),
    }
}
