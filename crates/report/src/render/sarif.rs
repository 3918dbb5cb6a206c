//! SARIF 2.1.0: a rule per clause and a result per finding, for whatever shows the results of analysers.
//!
//! A finding has no place in a source file. Whoever names one, such as the file of the maximum or of what is known of it, has all
//! findings shown there, and the case file of its witness related to each; the place is that file otherwise, from its first line on.
//! The logical location is the backend. What GitHub's code scanning asks beyond the standard is kept to: a help and a region everywhere, a
//! fingerprint by the name that it looks for, and no more results, tags or text than it takes. A waived finding is suppressed.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::View;
use crate::digest;
use crate::formula::plain;
use crate::level::Level;
use crate::model::{Clause, Finding, Report, Standing};
use crate::runs::listed;
use crate::text::{fit, plural, visible};

/// The results that are taken of one run.
const RESULTS: usize = 25_000;
/// The tags that are taken of one rule.
const TAGS: usize = 20;
/// The columns that are taken of a description.
const DESCRIPTION: usize = 1000;
/// The base of the places, where the report's folder is not known to lie in a repository.
const BASE: &str = "REPORT";

pub(super) fn render(report: &Report, view: &View) -> String {
    let folder = view.directory.and_then(inside);
    let any_waived = report.findings.iter().any(|finding| finding.waived.is_some());
    let results = report.findings.iter().take(RESULTS).map(|finding| {
        let mut result = result(report, folder.as_deref(), view.place, finding);
        // Where one result says whether it is suppressed, all are to.
        if any_waived {
            result["suppressions"] = suppressions(finding);
        }
        result
    });
    let mut run = json!({
        "tool": {
            "driver": {
                "name": "opconform",
                "version": visible(&report.provenance.suite),
                "rules": report.clauses.iter().map(|clause| rule(report, clause)).collect::<Vec<_>>(),
            }
        },
        "invocations": [{ "executionSuccessful": !report.partial }],
        "columnKind": "unicodeCodePoints",
        "results": results.collect::<Vec<_>>(),
    });
    if let more @ 1.. = report.findings.len().saturating_sub(RESULTS) {
        let text = format!("{} more in report.json", plural(more as u64, "finding"));
        run["invocations"][0]["toolExecutionNotifications"] = json!([{ "message": { "text": text } }]);
    }
    if let Some(category) = view.category {
        // What stands behind the last slash would tell one run of an analysis from the next.
        run["automationDetails"] = json!({ "id": format!("{}/", visible(category)) });
    }
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    });
    let mut text = serde_json::to_string_pretty(&document).expect("plain data with text keys has a JSON form");
    text.push('\n');
    text
}

fn level(level: Level) -> &'static str {
    if level == Level::Must { "error" } else { "warning" }
}

fn rule(report: &Report, clause: &Clause) -> Value {
    let asks = visible(&clause.asks_in_full());
    let words = format!("“{}” ({})", visible(&plain(&clause.words)), visible(&clause.place));
    let profiles: Vec<String> = clause.profiles.iter().map(|it| visible(it)).collect();
    let mut rule = json!({
        "id": visible(&clause.id),
        "shortDescription": { "text": fit(&asks, DESCRIPTION) },
        "fullDescription": { "text": fit(&words, DESCRIPTION) },
        "help": { "text": format!("{asks}.\n\n{words}\n\nIt belongs to the profiles {}.", profiles.join(", ")) },
        "defaultConfiguration": { "level": level(clause.level) },
        "properties": { "tags": profiles.iter().take(TAGS).collect::<Vec<_>>() },
    });
    let read_by = |profile: &&crate::model::Profile| clause.profiles.contains(&profile.name);
    if let Some(profile) = report.profiles.iter().find(read_by) {
        rule["helpUri"] = visible(&profile.link).into();
    }
    rule
}

fn result(report: &Report, folder: Option<&str>, place: Option<(&str, u64)>, finding: &Finding) -> Value {
    let witness = &finding.witness;
    let gives = witness.found.as_ref().map_or_else(String::new, |found| {
        format!(": {} gives {}", listed(&witness.operands, |it| it.hex.clone()), found.hex)
    });
    let text = format!(
        "{}: {} of {} {}{gives}; {}. To see it again: {}",
        finding.backend,
        finding.operator,
        finding.dtype,
        witness.asked(),
        witness.symptom,
        witness.replay
    );
    let artifact = match folder {
        Some(folder) => json!({ "uri": uri(&format!("{folder}{}", witness.file)) }),
        None => json!({ "uri": uri(&witness.file), "uriBaseId": BASE }),
    };
    let witnessed = json!({ "artifactLocation": artifact, "region": { "startLine": 1 } });
    let shown = match place {
        Some((file, line)) => json!({ "artifactLocation": { "uri": uri(file) }, "region": { "startLine": line } }),
        None => witnessed.clone(),
    };
    let mut result = json!({
        "ruleId": visible(&finding.clause),
        "level": if finding.standing == Standing::Distance { "note" } else { level(finding.level) },
        "message": { "text": visible(&text) },
        "locations": [{
            "physicalLocation": shown,
            "logicalLocations": [{ "name": visible(&finding.backend), "kind": "module" }],
        }],
        "partialFingerprints": {
            "opconformFinding/v1": visible(&finding.id),
            "primaryLocationLineHash": format!("{}:1", visible(&finding.id)),
        },
        "occurrenceCount": finding.elements.clamp(1, i64::MAX as u64),
    });
    if place.is_some() {
        let text = "the smallest case that shows it";
        result["relatedLocations"] = json!([{ "id": 1, "physicalLocation": witnessed, "message": { "text": text } }]);
    }
    if let Some(index) = report.clauses.iter().position(|clause| clause.id == finding.clause) {
        result["ruleIndex"] = index.into();
    }
    result
}

fn suppressions(finding: &Finding) -> Value {
    match digest::waived(&[finding]) {
        Some(why) => json!([{ "kind": "external", "status": "accepted", "justification": visible(&why) }]),
        None => json!([]),
    }
}

/// A folder below the one that the reader stands in, as the beginning of a path: nothing for that one itself, and `None` for
/// any other.
fn inside(folder: &str) -> Option<String> {
    let parts = || folder.split('/').filter(|part| !part.is_empty() && *part != ".");
    if folder.starts_with('/') || folder.contains([':', '\\']) || parts().any(|part| part == "..") {
        return None;
    }
    Some(parts().flat_map(|part| [part, "/"]).collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_the_repository_is_part_of_the_place_and_no_other_is() {
        for (folder, beginning) in [
            ("reports/latest", Some("reports/latest/")),
            ("./reports//latest/", Some("reports/latest/")),
            (".", Some("")),
            ("/tmp/report", None),
            ("../report", None),
            ("reports/../../report", None),
            ("C:\\report", None),
        ] {
            assert_eq!(inside(folder).as_deref(), beginning, "{folder}");
        }
        assert_eq!(uri("a b/ü.json"), "a%20b/%C3%BC.json");
    }
}
