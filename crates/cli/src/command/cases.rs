//! `opconform cases`: the suite itself.

use std::fmt::Write as _;

use opconform_spec::{Case, Expectation, Facts, PROFILES, Way};
use opconform_tensor::shape_text;
use opconform_text::visible;

use crate::args::{CasesArgs, CasesCommand};
use crate::exit::Exit;
use crate::{output, selection};

pub(crate) fn cases(args: &CasesArgs) -> anyhow::Result<Exit> {
    match &args.command {
        CasesCommand::List { chosen, suite } => {
            let cases = chosen.of(suite)?;
            let lines: String = cases.iter().flat_map(|case| [case.id(), "\n"]).collect();
            output::print(&lines)?;
        }
        CasesCommand::Show { id, suite } => {
            let case = selection::case(id, suite, "in the suite: `opconform cases list` shows them all")?;
            output::print(&(describe(&case) + &expectations(&case)))?;
        }
        CasesCommand::Export(args) => super::export::export(args)?,
    }
    Ok(Exit::AsExpected)
}

/// A case for people: its id, where it comes from, its operands.
pub(super) fn describe(case: &Case) -> String {
    let mut text = format!("{}\n", visible(case.id()));
    let domain = if case.operator.domain.is_empty() { "ai.onnx" } else { case.operator.domain };
    let _ = writeln!(text, "  {domain} {} at operator set {}", case.operator.name, case.opset);
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
    const SHOWN: usize = 8;
    let facts = Facts::new(case);
    let mut text = String::new();
    for profile in PROFILES {
        let Ok(expectation) = profile.expectation(&facts) else { continue };
        let words = match expectation {
            Expectation::MustReject(breach) => format!("a refusal: {breach}"),
            Expectation::OfType(dtype, gap) => format!("left open, but for its type, {dtype}: {gap}"),
            Expectation::Silent(gap) => format!("left open: {gap}"),
            Expectation::Answer { dtype, shape } => {
                let count = shape.iter().product::<usize>();
                let mut sets: Vec<String> = (0..count.min(SHOWN))
                    .map(|position| profile.element_set(&facts, position).describe(dtype))
                    .collect();
                if count > SHOWN {
                    sets.push(format!("…{} more", count - SHOWN));
                }
                format!("{dtype}[{}]: {}", shape_text(&shape), sets.join(", "))
            }
        };
        let _ = writeln!(text, "  {:<14} {words}", profile.name);
    }
    text
}
