//! `opconform cases`: the suite itself.

use std::fmt::Write as _;

use clap::{Args, Subcommand};
use opconform_spec::{Case, Domain, Expectation, Facts, PROFILES, Profile, Way};
use opconform_tensor::shape_text;
use opconform_text::visible;

use super::export::{self, ExportArgs};
use crate::chosen::CasesOfArgs;
use crate::exit::Exit;
use crate::suite::SuiteArgs;
use crate::{chosen, output};

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform cases list max/f32/nan
  opconform cases show 'max/f32/rank-equal/2*2#6b5a6431'
  opconform cases export max/f32/nan --output vectors --format vectors";

/// For `--help`.
const LIST_EXAMPLES: &str = "\
Examples:
  opconform cases list max/f32/nan
  opconform cases list -E 'type(f16) & (source(edge) | operator(numpy.*))'
  opconform cases list reducemax/ --seed 7 --random 1000";

/// For `--help`.
const SHOW_EXAMPLES: &str = "\
Examples:
  opconform cases show 'max/f32/rank-equal/2*2#6b5a6431'";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
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

pub(crate) fn cases(args: &CasesArgs) -> anyhow::Result<Exit> {
    match &args.command {
        CasesCommand::List { chosen, suite } => {
            let cases = chosen.of(suite)?;
            let lines: String = cases.iter().flat_map(|case| [case.id(), "\n"]).collect();
            output::print(&lines)?;
        }
        CasesCommand::Show { id, suite } => {
            let case = chosen::case(id, suite, "in the suite: `opconform cases list` shows them all")?;
            output::print(&(describe(&case) + &expectations(&case)))?;
        }
        CasesCommand::Export(args) => export::export(args)?,
    }
    Ok(Exit::AsExpected)
}

/// A case for people: its id, where it comes from, its operands.
pub(super) fn describe(case: &Case) -> String {
    let mut text = format!("{}\n", visible(case.id()));
    let domain = if case.operator.domain == Domain::Onnx { "ai.onnx" } else { case.operator.domain.name() };
    let set = if case.operator.form.is_onnx() { format!(" at operator set {}", case.opset) } else { String::new() };
    let _ = writeln!(text, "  {domain} {}{set}", case.operator.name);
    let seed = case.origin.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    let _ = writeln!(text, "  from {}{seed}", visible(&case.origin.source));
    if case.way != Way::Plain {
        let _ = writeln!(text, "  put as {}: {}", case.way, case.way.circumstance());
    }
    for (name, value) in &case.attributes {
        let _ = writeln!(text, "  {} = {value}", visible(name));
    }
    for (index, input) in case.inputs.iter().enumerate() {
        let offset =
            if input.offset() > 0 { format!(", {} elements off alignment", input.offset()) } else { String::new() };
        let _ = writeln!(text, "  input {index}: {input:?}{offset}");
    }
    text
}

fn expectations(case: &Case) -> String {
    let facts = Facts::new(case);
    let mut text = String::new();
    for profile in PROFILES {
        let Ok(expectation) = profile.expectation(&facts) else { continue };
        let words = match expectation {
            Expectation::MustReject(rule) => format!("a refusal: {rule}"),
            Expectation::OfType(dtype, gap) => format!("left open, but for its type, {dtype}: {gap}"),
            Expectation::Silent(gap) => format!("left open: {gap}"),
            Expectation::Answer => {
                facts.outputs().filter_map(|facts| output(profile, facts)).collect::<Vec<_>>().join("; ")
            }
        };
        let _ = writeln!(text, "  {:<14} {words}", profile.name);
    }
    text
}

/// What is expected of one output; nothing of one that has no type or shape.
fn output(profile: &Profile, facts: &Facts) -> Option<String> {
    const SHOWN: usize = 8;
    let (dtype, shape, count) = (facts.output_type()?, facts.shape()?, facts.elements()?);
    let set = |position| profile.element_set(facts, position).describe(dtype);
    let mut sets: Vec<String> = (0..count.min(SHOWN)).map(set).collect();
    if count > SHOWN {
        sets.push(format!("…{} more", count - SHOWN));
    }
    let name = facts.output().name.map(|name| format!("{name} ")).unwrap_or_default();
    Some(format!("{name}{dtype}[{}]: {}", shape_text(shape), sets.join(", ")))
}
