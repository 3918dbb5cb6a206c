//! SARIF: what the standard requires of what is written here, and what GitHub's code scanning asks beyond it.

use std::collections::BTreeSet;

use opconform_report::{Format, Level, Report, Standing, View};
use serde_json::Value;

use crate::{assert_snapshot, sample};

fn sarif_in(report: &Report, directory: Option<&str>) -> (String, Value) {
    let text = Format::Sarif.render(report, &View { directory, ..View::default() });
    let value: Value = serde_json::from_str(&text).unwrap();
    (text, value["runs"][0].clone())
}

fn sarif(report: &Report) -> Value {
    sarif_in(report, Some("reports/latest")).1
}

fn results(run: &Value) -> &Vec<Value> {
    run["results"].as_array().unwrap()
}

#[test]
fn it_has_a_rule_per_clause_and_a_result_per_finding() {
    let report = sample::report();
    let (text, run) = sarif_in(&report, Some("reports/latest"));
    assert_snapshot("sarif", &text);
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), report.clauses.len());
    let ids: BTreeSet<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), rules.len());
    assert_eq!(results(&run).len(), report.findings.len());
    for (result, finding) in results(&run).iter().zip(&report.findings) {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert_eq!(result["ruleId"], finding.clause.as_str());
        let level = match finding.standing {
            Standing::Distance => "note",
            _ if finding.level == Level::Must => "error",
            _ => "warning",
        };
        assert_eq!(result["level"], level);
        assert!(result["occurrenceCount"].as_u64().unwrap() >= 1);
    }
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
}

/// What "SARIF support for code scanning" asks of a file that it is to show.
#[test]
fn code_scanning_takes_it() {
    let mut report = sample::with_many_departures(30_000);
    report.clauses[0].words = "w".repeat(5_000);
    report.clauses[0].profiles = (0..40).map(|index| format!("profile-{index}")).collect();
    let run = sarif(&report);
    let text = |value: &Value| value["text"].as_str().unwrap().chars().count();
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for (rule, clause) in rules.iter().zip(&report.clauses) {
        assert!(
            (1..=1024).contains(&text(&rule["shortDescription"]))
                && (1..=1024).contains(&text(&rule["fullDescription"]))
        );
        assert!(text(&rule["help"]) > 0);
        assert!(rule["properties"]["tags"].as_array().unwrap().len() <= 20);
        let known = report.profiles.iter().find(|profile| clause.profiles.contains(&profile.name));
        assert_eq!(rule["helpUri"].as_str(), known.map(|profile| profile.link.as_str()));
    }
    assert_eq!(results(&run).len(), 25_000);
    assert_eq!(
        run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
        "5,000 findings more in report.json"
    );
    let mut fingerprints = BTreeSet::new();
    for result in results(&run) {
        assert!(text(&result["message"]) > 0);
        let [location] = result["locations"].as_array().unwrap().as_slice() else { panic!("one location") };
        let place = &location["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.starts_with("reports/latest/") && uri.bytes().all(|byte| byte.is_ascii_graphic()), "{uri}");
        assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
        fingerprints.insert(result["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap());
    }
    assert_eq!(fingerprints.len(), results(&run).len(), "no two alike");
}

#[test]
fn a_report_outside_of_the_repository_is_named_by_its_base() {
    for directory in [None, Some("/tmp/report"), Some("../report")] {
        let run = sarif_in(&sample::report(), directory).1;
        let place = &results(&run)[0]["locations"][0]["physicalLocation"]["artifactLocation"];
        assert_eq!((place["uri"].as_str(), place["uriBaseId"].as_str()), (Some("cases/1f3a9c02.json"), Some("REPORT")));
    }
}

#[test]
fn what_is_waived_is_suppressed_with_the_reason() {
    let report = sample::with_waivers();
    let run = sarif(&report);
    for (result, finding) in results(&run).iter().zip(&report.findings) {
        let suppressions = result["suppressions"].as_array().expect("where one result has them, all have");
        match (&finding.waived, suppressions.as_slice()) {
            (None, []) => {}
            (Some(waived), [one]) => {
                assert_eq!((one["kind"].as_str(), one["status"].as_str()), (Some("external"), Some("accepted")));
                let words = format!("waived: {} ({})", waived.reason, waived.link);
                assert_eq!(one["justification"], words.as_str());
            }
            (waived, found) => panic!("{waived:?}: {found:?}"),
        }
    }
    assert!(results(&sarif(&sample::report())).iter().all(|result| result.get("suppressions").is_none()));
}

#[test]
fn a_finding_of_a_minimum_is_told_in_its_words() {
    let run = sarif(&sample::with_a_minimum());
    let of_minimum = results(&run).last().unwrap();
    let text = of_minimum["message"]["text"].as_str().unwrap();
    assert!(text.contains("Min of i64") && text.contains("not at most the operand"), "{text}");
    let rule = &run["tool"]["driver"]["rules"][usize::try_from(of_minimum["ruleIndex"].as_u64().unwrap()).unwrap()];
    let asked = "the result is at least every broadcast operand; of Min: the result is at most every broadcast operand";
    assert_eq!(rule["shortDescription"]["text"], asked);
}

#[test]
fn an_analysis_is_told_from_others_by_its_name() {
    let view = View { category: Some("tests/maximum"), ..View::default() };
    let document: Value = serde_json::from_str(&Format::Sarif.render(&sample::report(), &view)).expect("JSON");
    assert_eq!(document["runs"][0]["automationDetails"]["id"], "tests/maximum/");
}

#[test]
fn a_place_of_the_repository_comes_first_and_the_witness_is_related() {
    let report = sample::report();
    let view = View { directory: Some("reports/latest"), place: Some(("src/maximum.c", 12)), ..View::default() };
    let document: Value = serde_json::from_str(&Format::Sarif.render(&report, &view)).expect("JSON");
    let results = document["runs"][0]["results"].as_array().expect("results");
    assert!(!results.is_empty());
    assert!(document["runs"][0].get("automationDetails").is_none());
    for (result, finding) in results.iter().zip(&report.findings) {
        let shown = &result["locations"][0]["physicalLocation"];
        assert_eq!(shown["artifactLocation"]["uri"], "src/maximum.c");
        assert_eq!(shown["region"]["startLine"], 12);
        let related = &result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!(*related, format!("reports/latest/{}", finding.witness.file));
    }
}
