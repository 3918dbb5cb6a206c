//! `opconform report`: the report of a run again, in any format.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use opconform_report::{Format, Report, View, read, write_file};

use crate::args::Color;
use crate::exit::Exit;
use crate::output;

#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// The folder of a report, or its report.json
    #[arg(value_name = "DIR", default_value = "reports/latest")]
    report: PathBuf,

    /// The format: trace and trace-csv are the traceability tables, junit and sarif are for the pages of a CI, badge is
    /// for shields.io
    #[arg(long, short, value_name = "FORMAT", default_value = "terminal", value_parser = formats())]
    format: Format,

    /// The file to write; an older one is replaced when the new one is complete. Standard output when left out
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Colour in the terminal format
    #[arg(long, value_enum, default_value_t)]
    color: Color,
}

fn formats() -> impl clap::builder::TypedValueParser<Value = Format> {
    let names: Vec<&'static str> = Format::ALL.iter().map(|format| format.name()).collect();
    PossibleValuesParser::new(names).try_map(|name| Format::named(&name).ok_or("no such format"))
}

pub(crate) fn report(args: &ReportArgs) -> anyhow::Result<Exit> {
    let (folder, report) = load(&args.report)?;
    let colour = args.output.is_none() && args.color.on_stdout();
    let text = args.format.render(&report, &View { colour, directory: folder.as_deref() });
    match &args.output {
        Some(path) => write_file(path, text.as_bytes()).context("cannot write the report")?,
        None => output::print(&text)?,
    }
    Ok(Exit::AsExpected)
}

/// A path as it is said from the current folder, where it lies below that.
fn from_here(path: &Path) -> PathBuf {
    let below = std::env::current_dir().ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    match below {
        Some(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Some(below) => below,
        None => path.to_owned(),
    }
}

/// The report in a folder, and the folder; or that of a file.
fn load(path: &Path) -> anyhow::Result<(Option<String>, Report)> {
    let folder = path.is_dir().then(|| from_here(path).display().to_string());
    let file = if folder.is_some() { path.join("report.json") } else { path.to_owned() };
    let text = std::fs::read_to_string(&file).with_context(|| {
        format!("cannot read {}: name the folder that `opconform run --output` wrote", file.display())
    })?;
    let report = read(&text).with_context(|| format!("cannot read {}", file.display()))?;
    Ok((folder, report))
}
