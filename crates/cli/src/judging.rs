//! The arguments that say what is judged, by what, and how it is shown.

use std::path::PathBuf;

use clap::Args;
use opconform_cases::thin;
use opconform_harness::{Plan, Under};
use opconform_spec::{Case, Claim};

use crate::chosen::ChosenArgs;
use crate::command::exhaust::kept::counted;
use crate::command::exhaust::kernels::enumerated;
use crate::number::number;
use crate::output::Color;
use crate::places::LEDGER;
use crate::suite::SuiteArgs;

/// What of the suite is judged, by what, and how it is shown: in common to a run and to the merging of one.
#[derive(Args, Debug)]
#[command(next_help_heading = "Judgement")]
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
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX), help_heading = "Cases")]
    pub(crate) share: Option<u64>,

    /// The ledger of `opconform exhaust`: its lines on the kernels of this binary become part of the report's provenance
    #[arg(long, value_name = "FILE", default_value = LEDGER)]
    pub(crate) ledger: PathBuf,

    /// A result of `opconform exhaust`, or a folder of them: those of the backends that are judged, in the versions that are here, become
    /// part of the report, and what no case shows of what they forbid counts as a departure does
    #[arg(long, value_name = "DIR-OR-FILE")]
    pub(crate) counted: Option<PathBuf>,

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
        let cases = if let Some(share) = self.share { thin(cases, share) } else { cases };
        Ok(Plan {
            under,
            against,
            strict: self.strict,
            seed: self.suite.seed,
            commit: option_env!("OPCONFORM_COMMIT"),
            counted: self.counted.as_deref().map_or_else(|| Ok(Vec::new()), counted)?,
            enumerated: enumerated(&self.ledger)?,
            program: opconform_harness::program(),
            ..Plan::new(cases, Vec::new())
        })
    }
}
