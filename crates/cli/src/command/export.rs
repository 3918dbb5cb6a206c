//! `opconform cases export`: cases as files, for this program or for others.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use opconform_cases::file;
use opconform_reproduce::{Expected, node_test, vectors};
use opconform_spec::{Case, Facts, Profile};

use crate::chosen::CasesOfArgs;
use crate::save::{file_name, write};
use crate::suite::SuiteArgs;
use crate::{output, selection};

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform cases export f32/rank- --output cases
  opconform cases export max/f32/nan --format onnx-node-tests --profile onnx --output node";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    chosen: CasesOfArgs,

    /// What is written
    #[arg(long, value_enum, default_value_t)]
    format: ExportFormat,

    /// Profiles that say what is expected, separated by commas; all when left out, and all of a family by its name, such as
    /// `onnx`. Of a node test, the first that does
    #[arg(long, short, value_delimiter = ',', value_name = "NAME")]
    profile: Vec<String>,

    /// The folder; it is made where there is none
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    suite: SuiteArgs,
}

/// What is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ExportFormat {
    /// Case files, one each, which `opconform replay` takes
    #[default]
    Cases,
    /// Directories in the layout of ONNX's backend tests, for cases of ONNX's operators that have an answer
    OnnxNodeTests,
    /// JSON test vectors, a file for each operator: ids, flags, and bits in hexadecimal
    Vectors,
}

pub(crate) fn export(args: &ExportArgs) -> anyhow::Result<()> {
    let profiles = selection::profiles(&args.profile)?;
    let cases = args.chosen.of(&args.suite)?;
    let folder = args.output.display();
    match args.format {
        ExportFormat::Cases => {
            for case in &cases {
                write(&args.output.join(format!("{}.json", file_name(case))), file::to_json(case).as_bytes())?;
            }
            output::remark(&format!("{} cases written to {folder}", cases.len()));
        }
        ExportFormat::OnnxNodeTests => {
            let written = node_tests(args, &cases, &profiles)?;
            if written == 0 {
                bail!("none of the {} cases is one of an operator of ONNX that has an answer", cases.len());
            }
            output::remark(&format!("{written} node tests of {} cases written to {folder}", cases.len()));
        }
        ExportFormat::Vectors => {
            let files = vectors(&cases, &profiles)?;
            for (operator, text) in &files {
                write(&args.output.join(format!("{}.json", operator.to_lowercase())), text.as_bytes())?;
            }
            output::remark(&format!("vectors of {} operators written to {folder}", files.len()));
        }
    }
    Ok(())
}

/// Writes the node tests, and returns how many there are.
fn node_tests(args: &ExportArgs, cases: &[Case], profiles: &[&'static Profile]) -> anyhow::Result<usize> {
    let mut written = 0;
    for case in cases {
        let facts = Facts::new(case);
        let expected = profiles.iter().find_map(|profile| Expected::under(profile, &facts));
        let Some(files) = expected.and_then(|expected| node_test(case, &expected)) else { continue };
        for (name, bytes) in files {
            write(&args.output.join(format!("test_{}", file_name(case))).join(name), &bytes)?;
        }
        written += 1;
    }
    Ok(written)
}
