//! The commands, each with its arguments.

use clap::{Parser, Subcommand};

use crate::command::ask::AskArgs;
use crate::command::atlas::AtlasArgs;
use crate::command::backends::BackendsArgs;
use crate::command::cases::CasesArgs;
use crate::command::clauses::ClausesArgs;
use crate::command::compare::CompareArgs;
use crate::command::diff::DiffArgs;
use crate::command::evidence::EvidenceArgs;
use crate::command::exhaust::ExhaustArgs;
use crate::command::explain::ExplainArgs;
use crate::command::fuzz::FuzzArgs;
use crate::command::gate::GateArgs;
use crate::command::init::InitArgs;
use crate::command::manual::{CompletionsArgs, ManArgs};
use crate::command::merge::MergeArgs;
use crate::command::minimize::MinimizeArgs;
use crate::command::qualify::QualifyArgs;
use crate::command::record::RecordArgs;
use crate::command::replay::ReplayArgs;
use crate::command::report::ReportArgs;
use crate::command::run::ShownRunArgs;
use crate::command::seeds::SeedsArgs;
use crate::command::serve::ServeArgs;
use crate::command::setup::SetupArgs;
use crate::command::specs::SpecsArgs;

/// Says of any implementation of the tensor maximum exactly where it departs from its specification, with the smallest
/// input that shows it.
#[derive(Debug, Parser)]
#[command(name = "opconform", version, propagate_version = true, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0    all as expected
  1    departures from what a backend claims, or from what is asked of everyone
  2    wrong usage, or the tool could not do its work
  4    nothing was judged, or nothing of what is claimed
  130  interrupted; the report written is marked partial";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the suite on backends, judge every outcome, and write the report
    Run(ShownRunArgs),
    /// Run the suite, and hold what was found against what is known: fail on anything new, and on what is known no longer
    Gate(GateArgs),
    /// Compare two reports: what is new, fixed, changed, and judged no more
    Diff(DiffArgs),
    /// Put every case to two backends: does any bit differ, and whose answer is right?
    Compare(CompareArgs),
    /// Keep what a backend answers to the suite in a file, to be judged as backend `recorded:FILE` anywhere
    Record(RecordArgs),
    /// Run one case again and show what every clause and profile says of it
    Replay(ReplayArgs),
    /// Show the report of a run again, in any format
    Report(ReportArgs),
    /// Make one site of recordings and reports of many runtimes: who answers what, and since when
    Atlas(AtlasArgs),
    /// Ask what each specification says of one answer: a bug, allowed, or a gap of its text
    Ask(AskArgs),
    /// List the specifications of a maximum, show one in its words, or compare two: may one stand for the other?
    Specs(SpecsArgs),
    /// Install what backends need, pinned, into environments that are then found by themselves
    Setup(SetupArgs),
    /// List the backends, available or not; or check a program that is to be one
    Backends(BackendsArgs),
    /// Answer the requests of the adapter protocol on standard input with a backend of this binary
    Serve(ServeArgs),
    /// Shrink a case while a backend still violates the same clause on it, and write it as an issue, with its reproducer
    Minimize(MinimizeArgs),
    /// Run generated cases on backends, one after another, until the time is up
    Fuzz(FuzzArgs),
    /// Write the smallest cases that exercise each clause in each type, or encode them for the fuzz targets
    Seeds(SeedsArgs),
    /// List the clauses and profiles
    Clauses(ClausesArgs),
    /// Show one clause in the words of its source, with an answer that keeps it and one that breaks it
    Explain(ExplainArgs),
    /// List, show or export the cases of the suite
    Cases(CasesArgs),
    /// Try every pair of 8-bit and 16-bit operands on backends, or every float pattern against the special values on a kernel
    Exhaust(ExhaustArgs),
    /// Put together what was asked or found out in shards by `run`, `record`, `exhaust` and `fuzz`, and ask a backend for some of it again
    Merge(MergeArgs),
    /// Try the suite itself on planted faults: every fault must be found, by every clause something
    Qualify(QualifyArgs),
    /// Pack what an assessor asks for: requirements, cases, results, deviations, qualification and configuration of a run
    Evidence(EvidenceArgs),
    /// Write what a project needs to be judged: an adapter to fill in, what is known of it, the options, a workflow
    Init(InitArgs),
    /// Print what lets a shell complete the words of this program
    Completions(CompletionsArgs),
    /// Write the manual pages of every command into a folder
    Man(ManArgs),
}
