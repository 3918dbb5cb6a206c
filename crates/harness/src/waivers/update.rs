//! A file of waivers made to say what was found: as little of it as possible is changed, and no comment is lost but those
//! of a waiver that goes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use opconform_report::{Departure, Finding, Report};
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, RawString, Table, Value};

use super::check::{Coverage, Kind, comparable};
use super::extent::Extent;
use super::waiver::is_of_plain_values;
use super::waiver_file::{WaiverFile, WaiverFileError};

/// Why findings that no waiver matches are accepted from now on.
#[derive(Clone, Copy, Debug)]
pub struct Acceptance<'a> {
    /// The reason.
    pub reason: &'a str,
    /// Where more is said.
    pub link: &'a str,
}

/// Why a file was not rewritten.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// There is something new to accept.
    #[error("{departures} new on {backend}: say why they are accepted with --reason TEXT and --link ADDRESS")]
    NoReason {
        /// The backend.
        backend: String,
        /// How many departures, in words.
        departures: String,
    },
    /// What was written cannot be read: a reason or a link that is none.
    #[error(transparent)]
    Unreadable(#[from] WaiverFileError),
}

impl WaiverFile {
    /// Waivers that say what was found. What only a person can decide, such as a new date, stays a problem.
    pub fn update(
        &self,
        report: &Report,
        coverage: Coverage,
        today: &str,
        acceptance: Option<Acceptance>,
    ) -> Result<Self, UpdateError> {
        let mut now = self.clone();
        // New waivers can take findings from one another, as the first that matches has them: the counts are settled in
        // the next round, and what matches nothing goes in the one after it.
        for _ in 0..3 {
            let text = rewritten(&now, report, coverage, today, acceptance)?;
            if text == now.text {
                break;
            }
            now = Self::parse(&now.backend, now.path, text)?;
        }
        Ok(now)
    }
}

fn rewritten(
    expectations: &WaiverFile,
    report: &Report,
    coverage: Coverage,
    today: &str,
    acceptance: Option<Acceptance>,
) -> Result<String, UpdateError> {
    let Some(checked) = expectations.check(report, coverage, today) else { return Ok(expectations.text.clone()) };
    let mut document: DocumentMut = expectations.text.parse().unwrap_or_default();
    let (mut stale, mut new) = (Vec::new(), Vec::new());
    for problem in &checked.problems {
        let waivers = document.get_mut("waiver").and_then(|item| item.as_array_of_tables_mut());
        let table = |index: usize| waivers.and_then(|waivers| waivers.get_mut(index));
        match &problem.kind {
            Kind::Unexpected(departure) => new.push(departure),
            Kind::Unmatched { index } => stale.push(*index),
            Kind::Count { index, waiver, found } => {
                let fewer = *found < waiver.findings;
                let key = if fewer && waiver.at_least.is_some() { "at_least" } else { "findings" };
                set(table(*index), key, Value::from(*found as i64));
            }
            Kind::Most { index, found, .. } => put(table(*index), "most", ceiling(*found)),
            Kind::Operands { index, bits, .. } => {
                let named = &expectations.waivers[*index].operands;
                let all: BTreeSet<&String> = named.iter().chain(bits).collect();
                put(table(*index), "operands", Value::Array(all.into_iter().collect()));
            }
            Kind::Version { index, .. } => {
                if let Some(version) = comparable(&problem.backend.version) {
                    set(table(*index), "versions", Value::from(version.to_string()));
                }
            }
            Kind::NotJudged | Kind::Expired { .. } => {}
        }
    }
    for &index in stale.iter().rev() {
        remove(&mut document, index);
    }
    let mut text = document.to_string();
    if let Some(departures) = (!new.is_empty()).then_some(&new) {
        let acceptance = acceptance.ok_or_else(|| UpdateError::NoReason {
            backend: expectations.backend.clone(),
            departures: if new.len() == 1 {
                "1 departure is".to_owned()
            } else {
                format!("{} departures are", new.len())
            },
        })?;
        if text.is_empty() {
            let _ = writeln!(
                text,
                "# What is known of {}, and why it is accepted: `opconform gate` fails on anything else.",
                expectations.backend
            );
        }
        for departure in departures {
            text += &waiver(departure, acceptance);
        }
    }
    Ok(text)
}

/// Gives a key of a waiver another value, and leaves what stands around it.
fn set(table: Option<&mut Table>, key: &str, mut value: Value) {
    if let Some(old) = table.and_then(|table| table.get_mut(key)).and_then(|item| item.as_value_mut()) {
        *value.decor_mut() = old.decor().clone();
        *old = value;
    }
}

/// The same, where the key need not be there yet.
fn put(table: Option<&mut Table>, key: &str, value: Value) {
    match table {
        Some(table) if !table.contains_key(key) => _ = table.insert(key, toml_edit::value(value)),
        table => set(table, key, value),
    }
}

/// What the findings of a waiver may cover from now on.
fn ceiling(found: Extent) -> Value {
    let Extent { elements, cases } = found.ceiling();
    let number = |count: u64| Value::from(i64::try_from(count).unwrap_or(i64::MAX));
    InlineTable::from_iter([("elements", number(elements)), ("cases", number(cases))]).into()
}

/// Takes a waiver out, with the comment directly above it and no other.
fn remove(document: &mut DocumentMut, index: usize) {
    let Some(waivers) = document.get_mut("waiver").and_then(|item| item.as_array_of_tables_mut()) else { return };
    let removed = waivers.remove(index);
    let prefix = removed.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default();
    let Some(end) = prefix.rfind("\n\n") else { return };
    let kept = &prefix[..end];
    if kept.trim().is_empty() {
        return;
    }
    match waivers.get_mut(index) {
        Some(next) => {
            let joined = above(kept, next.decor().prefix());
            next.decor_mut().set_prefix(joined);
        }
        None => {
            let joined = above(kept, Some(document.trailing()));
            document.set_trailing(joined);
        }
    }
}

/// A comment, an empty line, and what stood there already.
fn above(comment: &str, rest: Option<&RawString>) -> String {
    let rest = rest.and_then(|rest| rest.as_str()).unwrap_or_default();
    let gap = if rest.is_empty() || rest.starts_with('\n') { "\n" } else { "\n\n" };
    format!("{comment}{gap}{rest}")
}

/// The text of a waiver for a departure.
fn waiver(departure: &Departure, acceptance: Acceptance) -> String {
    let mut table = Table::new();
    table.insert("clauses", list(departure.findings.iter().map(|finding| finding.clause.clone())));
    table.insert("operators", list(departure.operators.iter().map(ToString::to_string)));
    table.insert("dtypes", list(departure.dtypes.iter().map(ToString::to_string)));
    table.insert("symptoms", list(departure.findings.iter().map(|finding| Finding::symptom(finding))));
    let plain = departure.findings.iter().filter(|finding| is_of_plain_values(finding));
    let operands: Vec<String> = plain.map(|finding| finding.operand_bits()).collect();
    if !operands.is_empty() {
        table.insert("operands", list(operands.into_iter()));
    }
    let mut extent = Extent::default();
    for finding in &departure.findings {
        extent.add(finding);
    }
    table.insert("findings", toml_edit::value(departure.findings.len() as i64));
    table.insert("most", toml_edit::value(ceiling(extent)));
    table.insert("reason", toml_edit::value(acceptance.reason));
    table.insert("link", toml_edit::value(acceptance.link));
    let mut tables = ArrayOfTables::new();
    tables.push(table);
    let mut document = DocumentMut::new();
    document.insert("waiver", toml_edit::Item::ArrayOfTables(tables));
    format!("\n{document}")
}

fn list(texts: impl Iterator<Item = String>) -> toml_edit::Item {
    let array: Array = texts.collect::<BTreeSet<String>>().into_iter().collect();
    toml_edit::value(array)
}
