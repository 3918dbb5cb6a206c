//! `opconform report`: the report of a run again, in any format.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use opconform_report::{Format, View};

use crate::exit::Exit;
use crate::output::Color;
use crate::{output, published};

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform report --format markdown
  opconform report reports/latest --format junit --output junit.xml
  opconform report --format sarif --place src/maximum.c:12";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReportArgs {
    /// The folder of a report, or its report.json
    #[arg(value_name = "DIR", default_value = "reports/latest")]
    report: PathBuf,

    /// The format: summary is the first screen, which a run ends with; trace and trace-csv are the traceability tables, junit and sarif are for the pages of a CI, badge is
    /// for shields.io
    #[arg(long, short, value_name = "FORMAT", default_value = "terminal", value_parser = formats())]
    format: Format,

    /// The file to write; an older one is replaced when the new one is complete. Standard output when left out
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Of SARIF: the file of the repository, and its line, at which findings are shown, such as that of the maximum
    #[arg(long, value_name = "FILE[:LINE]", value_parser = place)]
    place: Option<(String, u64)>,

    /// Of SARIF: the analysis that it is of, such as the name of the maximum: code scanning keeps one apart from another by it
    #[arg(long, value_name = "NAME")]
    category: Option<String>,

    /// Colour in the terminal format
    #[arg(long, value_enum, default_value_t)]
    color: Color,
}

/// A file of the repository, in a path as code scanning takes it, and a line of it: the first where none is named.
fn place(text: &str) -> Result<(String, u64), String> {
    let (file, line) = match text.rsplit_once(':') {
        Some((file, line)) => (file, line.parse().ok().filter(|&line| line > 0)),
        None => (text, Some(1)),
    };
    let is_outside = file.starts_with('/') || file.contains(['\\', ':']) || file.split('/').any(|part| part == "..");
    match line {
        Some(line) if !file.is_empty() && !is_outside => Ok((file.trim_start_matches("./").to_owned(), line)),
        _ => Err("expected FILE or FILE:LINE, with the file as it is named from the top of its repository".to_owned()),
    }
}

fn formats() -> impl clap::builder::TypedValueParser<Value = Format> {
    let names: Vec<&'static str> = Format::ALL.iter().map(|format| format.name()).collect();
    PossibleValuesParser::new(names).try_map(|name| Format::named(&name).ok_or("no such format"))
}

pub(crate) fn report(args: &ReportArgs) -> anyhow::Result<Exit> {
    let is_of_sarif = args.place.is_some() || args.category.is_some();
    ensure!(
        !is_of_sarif || args.format == Format::Sarif,
        "--place and --category are of SARIF: add --format sarif, or leave them out"
    );
    let report = published::read(&args.report)?;
    let folder = args.report.is_dir().then(|| from_here(&args.report).display().to_string());
    let colour = args.output.is_none() && args.color.on_stdout();
    let columns = args.output.is_none().then(output::columns).flatten();
    let place = args.place.as_ref().map(|(file, line)| (file.as_str(), *line));
    let view = View { colour, directory: folder.as_deref(), columns, place, category: args.category.as_deref() };
    let text = args.format.render(&report, &view);
    match &args.output {
        Some(path) => opconform_files::replace(path, text.as_bytes())
            .context("the report is not written: name another file with --output")?,
        None => output::print_coloured(&text, colour)?,
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
