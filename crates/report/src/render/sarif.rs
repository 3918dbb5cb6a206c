//! SARIF 2.1.0: a rule per clause and a result per finding, for whatever shows the results of analysers.
//!
//! A finding has no place in a source file: its artifact is the case file beside the report, its logical location the
//! backend.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::formula::plain;
use crate::model::{Clause, Finding, Report};
use crate::text::visible;

pub(super) fn render(report: &Report) -> String {
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "opconform",
                    "version": visible(&report.provenance.suite),
                    "rules": report.clauses.iter().map(rule).collect::<Vec<_>>(),
                }
            },
            "invocations": [{ "executionSuccessful": !report.partial }],
            "columnKind": "unicodeCodePoints",
            "results": report.findings.iter().map(|finding| result(report, finding)).collect::<Vec<_>>(),
        }],
    });
    let mut text = serde_json::to_string_pretty(&document).expect("plain data with text keys has a JSON form");
    text.push('\n');
    text
}

fn level(level: &str) -> &'static str {
    if level == "MUST" { "error" } else { "warning" }
}

fn rule(clause: &Clause) -> Value {
    json!({
        "id": visible(&clause.id),
        "shortDescription": { "text": visible(&clause.title) },
        "fullDescription": { "text": format!("“{}” ({})", visible(&plain(&clause.words)), visible(&clause.place)) },
        "defaultConfiguration": { "level": level(&clause.level) },
        "properties": { "profiles": clause.profiles.iter().map(|it| visible(it)).collect::<Vec<_>>() },
    })
}

fn result(report: &Report, finding: &Finding) -> Value {
    let witness = &finding.witness;
    let gives = witness.found.as_ref().map_or_else(String::new, |found| {
        let operands: Vec<&str> = witness.operands.iter().map(|it| it.hex.as_str()).collect();
        format!(": {} gives {}", operands.join(", "), found.hex)
    });
    let text = format!(
        "{}: {} of {} {}{gives}; {}. To see it again: {}",
        finding.backend, finding.operator, finding.dtype, witness.shapes, witness.symptom, witness.replay
    );
    let mut result = json!({
        "ruleId": visible(&finding.clause),
        "level": level(&finding.level),
        "message": { "text": visible(&text) },
        "locations": [{
            "physicalLocation": { "artifactLocation": { "uri": uri(&witness.file) } },
            "logicalLocations": [{ "name": visible(&finding.backend), "kind": "module" }],
        }],
        "partialFingerprints": { "opconformFinding/v1": visible(&finding.id) },
        "occurrenceCount": finding.elements.clamp(1, i64::MAX as u64),
    });
    if let Some(index) = report.clauses.iter().position(|clause| clause.id == finding.clause) {
        result["ruleIndex"] = index.into();
    }
    result
}

/// A relative path as a URI.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => out.push(byte as char),
            _ if byte.is_ascii_alphanumeric() => out.push(byte as char),
            _ => _ = write!(out, "%{byte:02X}"),
        }
    }
    out
}
