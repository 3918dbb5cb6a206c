//! The first page of an atlas, for machines: a row for each version of a runtime.

use serde::{Deserialize, Serialize};
use serde_json::from_str;

use super::view::Runtime;
use crate::model::ToFamily;

/// The name of its file.
pub(crate) const TABLE: &str = "atlas.json";
/// The version of its form.
const FORM: u32 = 1;

#[derive(Serialize)]
struct Table<'a> {
    atlas: u32,
    versions: Vec<Row<'a>>,
}

/// A version of a runtime.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    version: &'a str,
    /// The page of the version.
    page: String,
    /// By what it claims, in words.
    verdict: &'a str,
    /// How many departures count.
    departures: usize,
    /// The cases that it was judged by.
    cases: u64,
    /// How it stands to each specification.
    families: Vec<&'a ToFamily>,
}

/// The field that every table has.
#[derive(Deserialize)]
struct Any {
    #[serde(rename = "atlas")]
    _form: u32,
}

/// The table as JSON.
pub(super) fn json(runtimes: &[Runtime]) -> String {
    let rows = runtimes.iter().flat_map(|runtime| &runtime.versions).map(|view| Row {
        name: &view.backend().name,
        version: &view.backend().version,
        page: format!("{}.html", view.path),
        verdict: &view.verdict.words,
        departures: view.counting().count(),
        cases: view.report().cases,
        families: view.backend().families.iter().collect(),
    });
    let table = Table { atlas: FORM, versions: rows.collect() };
    serde_json::to_string_pretty(&table).unwrap_or_default() + "\n"
}

/// Whether a text is the table of an atlas, of whatever version.
pub(crate) fn is_atlas(text: &str) -> bool {
    from_str::<Any>(text).is_ok()
}
