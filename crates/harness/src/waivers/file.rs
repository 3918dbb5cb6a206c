//! The file of waivers: TOML, read with the place of everything that may have to be changed.

use std::ops::Range;

use opconform_spec::{OPERATORS, clauses};
use opconform_tensor::DType;
use semver::VersionReq;
use serde::Deserialize;
use toml_edit::{Datetime, Document, Item, Table};

use super::extent::Extent;
use super::glob::Glob;
use super::waiver::{Lines, Waiver};

/// What is wrong with a text, and where: an offset in bytes.
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    waiver: Vec<Entry>,
}

/// The fields of a waiver, as `opconform gate --help` describes them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default)]
    clauses: Vec<String>,
    #[serde(default)]
    cases: Vec<String>,
    #[serde(default)]
    dtypes: Vec<String>,
    #[serde(default)]
    operators: Vec<String>,
    symptoms: Vec<String>,
    #[serde(default)]
    operands: Vec<String>,
    findings: usize,
    #[serde(default)]
    most: Extent,
    at_least: Option<usize>,
    reason: String,
    link: String,
    by: Option<String>,
    versions: Option<String>,
    expires: Option<Datetime>,
}

/// The waivers in a text.
pub(super) fn waivers(text: &str) -> Result<Vec<Waiver>, Fault> {
    let fault = |span: Option<Range<usize>>, message: &str| Fault {
        offset: span.map_or(0, |span| span.start),
        message: format!("{}: `opconform gate --help` shows what a waiver looks like", message.replace('\n', ", ")),
    };
    let document = Document::parse(text).map_err(|error| fault(error.span(), error.message()))?;
    let file: File = toml_edit::de::from_str(text).map_err(|error| fault(error.span(), error.message()))?;
    let tables: Vec<&Table> = match document.get("waiver") {
        None => Vec::new(),
        Some(Item::ArrayOfTables(tables)) => tables.iter().collect(),
        Some(other) => return Err(fault(other.span(), "expected each waiver under a line [[waiver]] of its own")),
    };
    file.waiver.into_iter().zip(tables).map(|(entry, table)| waiver(text, entry, table)).collect()
}

/// The line and column, from 1, of an offset in bytes.
pub(super) fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

fn waiver(text: &str, entry: Entry, table: &Table) -> Result<Waiver, Fault> {
    let offset = |key: &str| {
        let of_key = table.get_key_value(key).and_then(|(key, _)| key.span());
        of_key.or_else(|| table.span()).map_or(0, |span| span.start)
    };
    let fault = |key: &str, message: String| Fault { offset: offset(key), message };
    let line = |key: &str| place(text, offset(key)).0;
    let ids: Vec<&str> = clauses().map(|clause| clause.id).collect();
    let qualified: Vec<_> = OPERATORS.iter().map(|operator| operator.qualified()).collect();
    let names: Vec<&str> = qualified.iter().map(AsRef::as_ref).collect();
    let dtypes: Vec<&str> = DType::ALL.iter().map(|dtype| dtype.name()).chain(["mixed", "none"]).collect();
    let known = |key: &str, what: &str, patterns: &[String], known: &[&str], remedy: &str| {
        let globs: Vec<Glob> = patterns.iter().map(|pattern| Glob::new(pattern)).collect();
        match globs.iter().position(|glob| !known.iter().any(|name| glob.matches(name))) {
            Some(index) => Err(fault(key, format!("no {what} is `{}`: {remedy}", patterns[index]))),
            None => Ok(globs),
        }
    };
    if entry.clauses.is_empty() && entry.cases.is_empty() {
        return Err(fault(
            "clauses",
            "a waiver of everything: name the `clauses` or the `cases` that it is for".to_owned(),
        ));
    }
    if entry.symptoms.is_empty() {
        return Err(fault("symptoms", "no symptom: say in `symptoms` what a finding must show".to_owned()));
    }
    if entry.reason.trim().is_empty() {
        return Err(fault("reason", "no reason: say why the findings are accepted".to_owned()));
    }
    if !entry.link.starts_with("https://") && !entry.link.starts_with("http://") {
        return Err(fault("link", format!("`{}` is no link: give an https:// address that says more", entry.link)));
    }
    if entry.findings == 0 {
        return Err(fault("findings", "a waiver of no findings: count them, or delete the waiver".to_owned()));
    }
    let is_bits = |text: &str| text.strip_prefix("0x").is_some_and(|hex| hex.chars().all(|c| c.is_ascii_hexdigit()));
    if let Some(text) = entry.operands.iter().find(|text| !text.split(", ").any(is_bits)) {
        let message = format!("`{text}` names no operands: expected their bits, such as \"0x01, 0xff\"");
        return Err(fault("operands", message));
    }
    if let Some(least) = entry.at_least.filter(|least| !(1..entry.findings).contains(least)) {
        let most = entry.findings;
        return Err(fault(
            "at_least",
            format!("`at_least` is {least}: expected 1 or more, and fewer than the {most} findings"),
        ));
    }
    let versions = entry.versions.as_deref().map(VersionReq::parse).transpose().map_err(|error| {
        fault("versions", format!("no range of versions: {error}; write one such as \">=1.2, <1.4\""))
    })?;
    let is_date = |date: &Datetime| date.date.is_some() && date.time.is_none() && date.offset.is_none();
    if entry.expires.as_ref().is_some_and(|date| !is_date(date)) {
        return Err(fault("expires", "expected a date alone, such as 2027-06-30".to_owned()));
    }
    let globs = |patterns: &[String]| patterns.iter().map(|pattern| Glob::new(pattern)).collect();
    Ok(Waiver {
        clauses: known("clauses", "clause", &entry.clauses, &ids, "`opconform clauses` lists them all")?,
        dtypes: known("dtypes", "element type", &entry.dtypes, &dtypes, &format!("expected {}", dtypes.join(" ")))?,
        operators: known("operators", "operator", &entry.operators, &names, &format!("expected {}", names.join(" ")))?,
        cases: globs(&entry.cases),
        symptoms: globs(&entry.symptoms),
        operands: entry.operands,
        findings: entry.findings,
        most: entry.most,
        at_least: entry.at_least,
        reason: entry.reason,
        link: entry.link,
        by: entry.by,
        versions,
        expires: entry.expires.map(|date| date.to_string()),
        lines: Lines {
            head: table.span().map_or(1, |span| place(text, span.start).0),
            findings: line("findings"),
            most: line("most"),
            operands: line("operands"),
            versions: line("versions"),
            expires: line("expires"),
        },
    })
}
