//! `report.json`: the complete report, for machines. Its fields are those of the model, in their order, and then the [seal]; they
//! are documented in `reports/SCHEMA.md` and in `schema/report.schema.json`.

mod seal;

use std::fmt::Write as _;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;

use crate::model::{Finding, Report, SCHEMA};
use crate::text::is_hidden;

/// Text that is no report that can be read here.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not JSON.
    #[error("no JSON, or cut short: take another copy of the report, or run again")]
    Syntax(#[source] serde_json::Error),
    /// It is JSON, and no report.
    #[error("no opconform report: expected an object with a number named `schema`")]
    NotAReport,
    /// It is a report in another form.
    #[error(
        "a report in version {found} of the schema where {SCHEMA} is expected: read it with the opconform that wrote it, or run again"
    )]
    Version {
        /// The version that it is in.
        found: u64,
    },
    /// It says that it is a report, and is not.
    #[error("a damaged report: take another copy of it, or run again")]
    Fields(#[source] serde_json::Error),
    /// It is not what was written.
    #[error("a report that was changed after it was written: take another copy of it, or run again")]
    Changed,
    /// It has more than any report that is written here.
    #[error("a report with {what}: take another copy of it, or run again")]
    TooMuch {
        /// What it has.
        what: &'static str,
    },
    /// Its parts contradict each other.
    #[error(
        "a damaged report: backend `{backend}` has {found} {what} where {expected} are expected; take another copy of it, or run again"
    )]
    Lengths {
        /// The backend at fault.
        backend: String,
        /// The list at fault.
        what: &'static str,
        /// How long it is.
        found: usize,
        /// How long it should be.
        expected: usize,
    },
}

/// The bytes of the largest report, ten times those of a run of every backend: [`Report::fit`] cuts what is written to it, and no
/// longer one is read.
pub const LARGEST: u64 = 64 << 20;

/// The one field that tells the others.
#[derive(Deserialize)]
struct Header {
    schema: u64,
}

/// What every version of the schema has.
#[derive(Deserialize)]
#[expect(dead_code, reason = "what is asked is whether there are such fields")]
struct Outline {
    schema: u64,
    clauses: Vec<IgnoredAny>,
    backends: Vec<IgnoredAny>,
}

/// The most characters of a name. Every name is repeated wherever its bearer is spoken of.
const LONGEST_NAME: usize = 1024;
/// The most backends of a report.
const MOST_BACKENDS: usize = 1024;

/// Reads what [`Format::Json`](crate::Format::Json) has written.
pub fn read(text: &str) -> Result<Report, ReadError> {
    let header: Result<Header, _> = serde_json::from_str(text);
    let Header { schema: found } = header.map_err(|error| match error.classify() {
        Category::Data => ReadError::NotAReport,
        _ => ReadError::Syntax(error),
    })?;
    if found != u64::from(SCHEMA) {
        return Err(ReadError::Version { found });
    }
    let mut report: Report = serde_json::from_str(text).map_err(ReadError::Fields)?;
    if !seal::is_intact(text) {
        return Err(ReadError::Changed);
    }
    let backends = report.backends.iter().map(|backend| &backend.name);
    let others =
        report.profiles.iter().map(|profile| &profile.name).chain(report.clauses.iter().map(|clause| &clause.id));
    if backends.chain(others).any(|name| name.chars().nth(LONGEST_NAME).is_some()) {
        return Err(ReadError::TooMuch { what: "a name of more than 1024 characters" });
    }
    if report.backends.len() > MOST_BACKENDS {
        return Err(ReadError::TooMuch { what: "more than 1024 backends" });
    }
    for backend in &report.backends {
        let lists = [
            ("clause counts", backend.clauses.len(), report.clauses.len()),
            ("profile counts", backend.profiles.len(), report.profiles.len()),
        ];
        for (what, found, expected) in lists {
            if found != expected {
                return Err(ReadError::Lengths { backend: backend.name.clone(), what, found, expected });
            }
        }
    }
    report.hold_departures();
    Ok(report)
}

/// Whether a text is a report of ours, in any version of the schema.
pub(crate) fn is_report(text: &str) -> bool {
    serde_json::from_str::<Outline>(text).is_ok()
}

pub(super) fn render(report: &Report) -> String {
    seal::seal(&unsealed(report))
}

fn unsealed(report: &Report) -> String {
    let mut text = serde_json::to_string_pretty(report).expect("plain data with text keys has a JSON form");
    text.push('\n');
    escape_hidden(&text)
}

/// The bytes of a report.
pub(crate) fn len(report: &Report) -> u64 {
    (unsealed(report).len() + seal::LEN) as u64
}

/// The bytes of a finding in the list of a report: each line is two levels further in.
pub(crate) fn len_of(finding: &Finding) -> u64 {
    let text =
        escape_hidden(&serde_json::to_string_pretty(finding).expect("plain data with text keys has a JSON form"));
    let lines = text.lines().count();
    (text.len() + lines * "    ".len() + ",\n".len()) as u64
}

/// Writes the characters that JSON would let through, but a terminal or an editor would act on, as JSON escapes.
fn escape_hidden(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut shown = 0;
    // Outside strings, JSON has no such character but the newline, and serde_json escapes that inside them.
    for (place, c) in json.char_indices().filter(|&(_, c)| c != '\n' && is_hidden(c)) {
        out.push_str(&json[shown..place]);
        for unit in c.encode_utf16(&mut [0; 2]) {
            _ = write!(out, "\\u{unit:04x}");
        }
        shown = place + c.len_utf8();
    }
    out.push_str(&json[shown..]);
    out
}
