//! `report.json`: the complete report, for machines. Its fields are those of the model, in their order; they are
//! documented in `reports/SCHEMA.md` and in `schema/report.schema.json`.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::model::{Report, SCHEMA};
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

/// Reads what [`Format::Json`](crate::Format::Json) has written.
pub fn read(text: &str) -> Result<Report, ReadError> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(ReadError::Syntax)?;
    let found = value.get("schema").and_then(serde_json::Value::as_u64).ok_or(ReadError::NotAReport)?;
    if found != u64::from(SCHEMA) {
        return Err(ReadError::Version { found });
    }
    let report = Report::deserialize(value).map_err(ReadError::Fields)?;
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
    Ok(report)
}

/// Whether a text is a report of ours, in any version of the schema.
pub(crate) fn is_report(text: &str) -> bool {
    let value: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    value["schema"].is_u64() && value["clauses"].is_array() && value["backends"].is_array()
}

pub(super) fn render(report: &Report) -> String {
    let mut text = serde_json::to_string_pretty(report).expect("plain data with text keys has a JSON form");
    text.push('\n');
    escape_hidden(&text)
}

/// Writes the characters that JSON would let through, but a terminal or an editor would act on, as JSON escapes.
fn escape_hidden(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        // Outside strings, JSON has no such character but the newline, and serde_json escapes that inside them.
        if c != '\n' && is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}
