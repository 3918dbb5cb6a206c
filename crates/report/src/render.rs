//! The formats of a report, one file each.

use crate::model::Report;

pub(crate) mod badge;
pub(crate) mod html;
pub(crate) mod json;
mod junit;
pub(crate) mod markdown;
mod sarif;
mod summary;
mod terminal;
pub(crate) mod trace;
mod trace_csv;

/// A format that a report can be rendered in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The first screen: what a person sees at the end of a run.
    Summary,
    /// How every backend fares, and every departure, on a terminal.
    Terminal,
    /// The complete report, for people.
    Markdown,
    /// The complete report, for machines.
    Json,
    /// The complete report as one page that works from a disk.
    Html,
    /// Traceability from clauses to cases and back, for people.
    Trace,
    /// The same as a table.
    TraceCsv,
    /// JUnit XML: a test per clause.
    Junit,
    /// SARIF: a result per finding.
    Sarif,
    /// A badge of shields.io.
    Badge,
}

/// How a report is to be shown. Formats that are written to files do not depend on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct View<'a> {
    /// Whether the terminal understands colours.
    pub colour: bool,
    /// Where the files of the report are, for the terminal and SARIF to point at; `None` where none were written.
    pub directory: Option<&'a str>,
    /// The columns of the terminal, where there is one; no more than 100 are made use of.
    pub columns: Option<usize>,
    /// The file and line of a repository that findings are shown at, for SARIF.
    pub place: Option<(&'a str, u64)>,
    /// The analysis that the findings are of, for SARIF: code scanning keeps one apart from another by it.
    pub category: Option<&'a str>,
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Self] = &[
        Self::Terminal,
        Self::Summary,
        Self::Markdown,
        Self::Json,
        Self::Html,
        Self::Trace,
        Self::TraceCsv,
        Self::Junit,
        Self::Sarif,
        Self::Badge,
    ];

    /// The name that selects it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Terminal => "terminal",
            Self::Markdown => "markdown",
            Self::Json => "json",
            Self::Html => "html",
            Self::Trace => "trace",
            Self::TraceCsv => "trace-csv",
            Self::Junit => "junit",
            Self::Sarif => "sarif",
            Self::Badge => "badge",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// The file that it is written to in a report directory; `None` for what is made when it is asked for.
    pub fn file_name(self) -> Option<&'static str> {
        match self {
            Self::Summary | Self::Terminal | Self::Junit | Self::Sarif | Self::Badge => None,
            Self::Markdown => Some("report.md"),
            Self::Json => Some("report.json"),
            Self::Html => Some("index.html"),
            Self::Trace => Some("traceability.md"),
            Self::TraceCsv => Some("traceability.csv"),
        }
    }

    /// The whole text, with a newline at its end.
    pub fn render(self, report: &Report, view: &View) -> String {
        match self {
            Self::Summary => summary::render(report, view),
            Self::Terminal => terminal::render(report, view),
            Self::Markdown => markdown::render(report),
            Self::Json => json::render(report),
            Self::Html => html::render(report),
            Self::Trace => trace::render(report),
            Self::TraceCsv => trace_csv::render(report),
            Self::Junit => junit::render(report),
            Self::Sarif => sarif::render(report, view),
            Self::Badge => badge::render(report),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_this_folder_is_registered() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/render");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        let registered: BTreeSet<String> = Format::ALL.iter().map(|format| format.name().replace('-', "_")).collect();
        assert_eq!(files, registered);
    }

    #[test]
    fn every_format_is_found_by_its_name() {
        for &format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
        }
        assert_eq!(Format::named("pdf"), None);
    }
}
