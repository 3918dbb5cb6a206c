//! The arguments.

use std::convert::Infallible;
use std::path::PathBuf;

use clap::builder::ArgPredicate;
use clap::{Args, Parser, Subcommand, ValueEnum};
use opconform_cases::thin;
use opconform_harness::shards::Shard;
use opconform_harness::{Plan, Under};
use opconform_spec::{Case, Claim};
use opconform_tensor::{DType, UnknownDType};
use opconform_text::near::nearest;

use crate::adapter::BackendArgs;
use crate::chosen::{CasesOfArgs, ChosenArgs};
use crate::command::ask::AskArgs;
use crate::command::atlas::AtlasArgs;
use crate::command::backends::BackendsArgs;
use crate::command::compare::CompareArgs;
use crate::command::diff::DiffArgs;
use crate::command::evidence::EvidenceArgs;
use crate::command::exhaust::ExhaustArgs;
use crate::command::exhaust::kernels::enumerated;
use crate::command::explain::ExplainArgs;
use crate::command::export::ExportArgs;
use crate::command::fuzz::FuzzArgs;
use crate::command::gate::GateArgs;
use crate::command::init::InitArgs;
use crate::command::manual::{CompletionsArgs, ManArgs};
use crate::command::merge::MergeArgs;
use crate::command::minimize::MinimizeArgs;
use crate::command::qualify::QualifyArgs;
use crate::command::record::RecordArgs;
use crate::command::report::ReportArgs;
use crate::command::seeds::SeedsArgs;
use crate::command::serve::ServeArgs;
use crate::command::setup::SetupArgs;
use crate::command::specs::SpecsArgs;
use crate::locate::CaseArgs;
use crate::number::number;
use crate::selection;
use crate::suite::SuiteArgs;

/// Says of any implementation of the tensor maximum exactly where it departs from its specification, with the smallest
/// input that shows it.
#[derive(Debug, Parser)]
#[command(name = "opconform", version, propagate_version = true, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Where `run` writes the report, and other commands look for one.
pub(crate) const REPORT: &str = "reports/latest";
/// Where `exhaust` writes what it has enumerated, and `run` reads it.
pub(crate) const LEDGER: &str = "reports/exhaustive.jsonl";

const EXIT_CODES: &str = "\
Exit codes:
  0    all as expected
  1    departures from what a backend claims, or from what is asked of everyone
  2    wrong usage, or the tool could not do its work
  4    nothing was judged, or nothing of what is claimed
  130  interrupted; the report written is marked partial";

const RUN_EXAMPLES: &str = "\
Examples:
  opconform run --backend portable,tract --only max/f32/nan
  opconform run --adapter 'mine=opconform serve ndarray-compare' --only max/f32/nan -o mine
  opconform run --backend tract --only max/f32/nan --journal tract.journal
  opconform run --backend tract,portable --only max/f32/nan --shard 1/2 -o tract
  opconform run --backend tract,portable --only max/f32/nan --shard 2/2 -o tract
  opconform merge tract --only max/f32/nan
  opconform run --backend tract -E 'type(f16) & clause(ONNX-MAX-*)' -o reports/f16
  opconform run --backend tract --last-failed -o reports/f16
  opconform run --backend portable --huge -E 'operator(ReduceMax) & type(u8)'
  opconform run --backend tract --profile sonnx,onnx --only max/f64/nan --output reports/onnx";

const REPLAY_EXAMPLES: &str = "\
Examples:
  opconform replay 'max/f32/nan-vs-inf/2*1#04e25e6e' --backend portable,tract
  opconform replay 'max/f32/nan-vs-inf/2*1#04e25e6e' --backend nan-second-wins";

const CLAUSES_EXAMPLES: &str = "\
Examples:
  opconform clauses
  opconform clauses --statements";

const CASES_EXAMPLES: &str = "\
Examples:
  opconform cases list max/f32/nan
  opconform cases show 'max/f32/rank-equal/2*2#6b5a6431'
  opconform cases export max/f32/nan --output vectors --format vectors";

const LIST_EXAMPLES: &str = "\
Examples:
  opconform cases list max/f32/nan
  opconform cases list -E 'type(f16) & (source(edge) | operator(numpy.*))'
  opconform cases list reducemax/ --seed 7 --random 1000";

const SHOW_EXAMPLES: &str = "\
Examples:
  opconform cases show 'max/f32/rank-equal/2*2#6b5a6431'";

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

/// The folder of the shards of a run.
pub(crate) const SHARDS: &str = "reports/shards";

/// A run, and how much of it is shown.
#[derive(Args, Debug)]
#[command(mut_arg("output", |arg| arg.default_value_if("shard", ArgPredicate::IsPresent, SHARDS)))]
pub(crate) struct ShownRunArgs {
    #[command(flatten)]
    pub(crate) judged: RunArgs,

    /// Show how every backend fares in full, as `opconform report` does, instead of the first screen
    #[arg(long, short, conflicts_with = "quiet")]
    pub(crate) verbose: bool,

    /// Ask only the K-th of N shares of the cases, of about the same cost, and keep what is answered in the folder that --output names
    /// (reports/shards when left out), a file for each backend: no report, until `opconform merge` has all of them
    #[arg(long, value_name = "K/N", conflicts_with_all = ["last_failed", "verbose"])]
    pub(crate) shard: Option<Shard>,

    /// In place of the suite, calls of more than 2^31 elements of the types of one byte: an extremum and a NaN at element 2^31 - 1, at 2^31
    /// and at the last, in pairs and in reductions. They are run in this process (see --in-process), take up to 12 GiB of memory, and are
    /// told as they come, without a report
    #[arg(long, conflicts_with_all = ["shard", "last_failed", "verbose", "journal", "share", "profile", "node_tests"])]
    pub(crate) huge: bool,
}

/// What of the suite is judged, by what, and how it is shown: in common to a run and to the merging of one.
#[derive(Args, Debug)]
pub(crate) struct JudgingArgs {
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,

    /// Profiles to judge under, separated by commas; when left out, those of the five sources and of what a backend claims, and of
    /// one that claims nothing all. The name of a family, such as `onnx`, is all of its profiles
    #[arg(long, short, value_delimiter = ',', value_name = "NAME")]
    pub(crate) profile: Vec<String>,

    /// Judge every backend by these specifications, separated by commas, instead of those that it claims: profiles, or
    /// families of them such as `onnx`; of one that has several functions, such as `c`, by the nearest. What is broken of others is a
    /// distance, and counts for nothing
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub(crate) against: Vec<String>,

    /// Count departures from SHOULD clauses too; they are advice when this is left out
    #[arg(long)]
    pub(crate) strict: bool,

    #[command(flatten)]
    pub(crate) chosen: ChosenArgs,

    /// Only the first case of each kind and one in N of the others, for backends that take long over each
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) share: Option<u64>,

    /// The ledger of `opconform exhaust`: its lines on the kernels of this binary become part of the report's provenance
    #[arg(long, value_name = "FILE", default_value = LEDGER)]
    pub(crate) ledger: PathBuf,

    /// Colour in the summary
    #[arg(long, value_enum, default_value_t)]
    pub(crate) color: Color,

    /// No summary and no progress: the report and the exit code say it all
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl JudgingArgs {
    /// What is to be judged of these cases, of no backend yet.
    pub(crate) fn plan(&self, cases: Vec<Case>, under: Under, against: Vec<Claim>) -> anyhow::Result<Plan> {
        Ok(Plan {
            cases: if let Some(share) = self.share { thin(cases, share) } else { cases },
            backends: Vec::new(),
            unavailable: Vec::new(),
            under,
            against,
            strict: self.strict,
            seed: self.suite.seed,
            commit: option_env!("OPCONFORM_COMMIT"),
            enumerated: enumerated(&self.ledger)?,
            program: opconform_harness::program(),
            beforehand: None,
        })
    }
}

#[derive(Args, Debug)]
#[command(after_help = RUN_EXAMPLES)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) judging: JudgingArgs,

    #[command(flatten)]
    pub(crate) backends: BackendArgs,

    /// Only the cases from which the departures of the last report come: of the one in the folder that --output names
    #[arg(long)]
    pub(crate) last_failed: bool,

    /// The folder of the report; an older report there is replaced when the new one is complete
    #[arg(long, short, value_name = "DIR", default_value = REPORT)]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) journal: JournalArgs,
}

/// Where answers are kept until a run has come to its end.
#[derive(Args, Debug)]
pub(crate) struct JournalArgs {
    /// Keep in this file what backends in other processes answer; a run that was killed or interrupted goes on from there
    /// when it is given the same arguments again. Removed when it has come to its end
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Args, Debug)]
#[command(after_help = REPLAY_EXAMPLES)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) case: CaseArgs,

    /// Ask for this case first, by its file or id: what one call leaves behind shows in the next
    #[arg(long, value_name = "CASE")]
    pub(crate) after: Option<String>,

    #[command(flatten)]
    pub(crate) backends: BackendArgs,
}

#[derive(Args, Debug)]
#[command(after_help = CLAUSES_EXAMPLES)]
pub(crate) struct ClausesArgs {
    /// Run the suite on `portable`, and show how many element comparisons each clause makes by element type; 1 is the exit
    /// code where one makes none of a type that it speaks of
    #[arg(long)]
    pub(crate) coverage: bool,

    /// List the statements of the sources, each with the clauses that judge it, or the reason why none does
    #[arg(long, conflicts_with = "coverage")]
    pub(crate) statements: bool,

    #[arg(hide = true, value_name = "CLAUSE", value_parser = explained)]
    explained: Option<Infallible>,

    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
}

/// Where one clause is shown.
fn explained(id: &str) -> Result<Infallible, String> {
    Err(match selection::clause(id) {
        Ok(clause) => format!("one clause is shown by `opconform explain {}`", clause.id),
        Err(error) => error.to_string(),
    })
}

/// The element type of a name.
pub(crate) fn dtype(text: &str) -> Result<DType, String> {
    text.parse().map_err(|error: UnknownDType| match nearest(text, DType::ALL.map(DType::name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => error.to_string(),
    })
}

#[derive(Args, Debug)]
#[command(after_help = CASES_EXAMPLES)]
pub(crate) struct CasesArgs {
    #[command(subcommand)]
    pub(crate) command: CasesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CasesCommand {
    /// List the ids of the suite's cases
    #[command(after_help = LIST_EXAMPLES)]
    List {
        #[command(flatten)]
        chosen: CasesOfArgs,
        #[command(flatten)]
        suite: SuiteArgs,
    },
    /// Show one case: its operands, and what each profile expects
    #[command(after_help = SHOW_EXAMPLES)]
    Show {
        /// The id of the case
        id: String,
        #[command(flatten)]
        suite: SuiteArgs,
    },
    /// Write cases into a folder, for this program or for others
    Export(ExportArgs),
}
