//! Which departure comes first, and what is counted.

use std::collections::BTreeMap;

use super::made::*;
use crate::departure::*;
use crate::model::Standing;
use crate::model::{Allowance, Objection};

#[test]
fn an_error_of_the_suite_is_nothing_against_a_backend() {
    let mut doubted = finding("A-NAN", "f32", &["nan", "+normal"], "+normal");
    doubted.doubt = Some("the reference fails it too".to_owned());
    let findings = [finding("A-NAN", "f32", &["nan", "+normal"], "+normal"), doubted];
    let titles = titles(&findings);
    assert_eq!(titles.len(), 2);
    assert!(titles[1].starts_with("an error of opconform and nothing against the backend"), "{titles:?}");
}

#[test]
fn must_comes_first_and_then_what_is_seen_most() {
    let mut rare = finding("A-NAN", "f32", &["nan", "+normal"], "+normal");
    rare.elements = 1;
    let mut often = lane(&["nan", "nan"], "nan", "nan");
    often.elements = 1_000;
    let findings = [often, rare, finding("B-NAN", "f32", &["+0", "-0"], "-0")];
    let report = report_of(&findings);
    let departures = all(&report);
    let clauses: Vec<&str> = departures.iter().map(|departure| departure.example.clause.as_str()).collect();
    assert_eq!(clauses, ["B-NAN", "A-NAN", "DET-LANE"]);
}

#[test]
fn the_severest_comes_before_what_is_binding_or_frequent() {
    // Of what is not claimed no clause binds more than another.
    let of = |severity, finding| Finding { severity, standing: Standing::Distance, ..finding };
    let mut bits = of(Severity::NanBits, finding("A-NAN", "f32", &["nan", "nan"], "nan"));
    bits.elements = 1_000_000;
    let findings = [
        bits,
        of(Severity::ZeroSign, finding("A-NAN", "f32", &["+0", "-0"], "-0")),
        of(Severity::NoAnswer, whole(Severity::NoAnswer, "A-NAN", "f32", "1 + 1", "crashed")),
        of(Severity::LostNan, finding("ONNX-NAN", "f32", &["nan", "+normal"], "+normal")),
        of(Severity::WrongNumber, finding("A-NAN", "f32", &["+inf", "-inf"], "-inf")),
    ];
    let report = report_of(&findings);
    let departures = all(&report);
    let severities: Vec<Severity> = departures.iter().map(|departure| departure.severity).collect();
    let expected =
        [Severity::WrongNumber, Severity::LostNan, Severity::NoAnswer, Severity::ZeroSign, Severity::NanBits];
    assert_eq!(severities, expected);
}

#[test]
fn what_counts_comes_before_advice_and_that_before_what_is_not_claimed() {
    let of = |standing, severity, finding| Finding { standing, severity, ..finding };
    let findings = [
        of(Standing::Distance, Severity::WrongNumber, finding("A-NAN", "f32", &["-inf", "+inf"], "-inf")),
        of(Standing::Claimed, Severity::WrongNumber, finding("ONNX-NAN", "f32", &["+0", "-0"], "-0")),
        // The same was observed by what is claimed and by what is not: as bad as it is under the first.
        of(Standing::Distance, Severity::WrongNumber, finding("A-NAN", "f32", &["nan", "nan"], "nan")),
        of(Standing::Claimed, Severity::NanBits, finding("B-NAN", "f32", &["nan", "nan"], "nan")),
        of(Standing::Universal, Severity::NoAnswer, whole(Severity::NoAnswer, "B-NAN", "f32", "1 + 1", "crashed")),
    ];
    let told = |report: &Report| -> Vec<_> {
        let departures = all(report);
        departures.iter().map(|it| (it.weight, it.example.clause.clone(), it.severity)).collect()
    };
    let expected = [
        (Weight::Counts, "B-NAN", Severity::NoAnswer),
        (Weight::Counts, "B-NAN", Severity::NanBits),
        (Weight::Advice, "ONNX-NAN", Severity::WrongNumber),
        (Weight::Distance, "A-NAN", Severity::WrongNumber),
    ]
    .map(|(weight, clause, severity)| (weight, clause.to_owned(), severity));
    assert_eq!(told(&report_of(&findings)), expected);
    let mut strict = expected;
    strict[2].0 = Weight::Counts;
    strict.sort_by_key(|(weight, _, severity)| (*weight, *severity));
    let mut report = Report { strict: true, ..report_of(&findings) };
    report.hold_departures();
    assert_eq!(told(&report), strict);
}

#[test]
fn nothing_is_counted_twice() {
    let count = |mut finding: Finding, elements, cases| {
        (finding.elements, finding.cases) = (elements, cases);
        finding
    };
    let nan = |clause, dtype| finding(clause, dtype, &["nan", "+normal"], "+normal");
    let other_order = finding("A-NAN", "f32", &["+normal", "nan"], "+normal");
    let findings = [
        count(nan("A-NAN", "f32"), 10, 5),
        count(other_order, 20, 2),
        count(nan("B-NAN", "f32"), 25, 9),
        count(nan("A-NAN", "f16"), 100, 1),
    ];
    let extent = |findings: &[Finding]| {
        let report = report_of(findings);
        all(&report)[0].extent
    };
    // Of f32, A finds 30 elements in 7 cases, and B 25 in 9; of f16 there is A alone.
    assert_eq!(extent(&findings), Extent { elements: 130, cases: 8, at_least: true });
    assert_eq!(extent(&findings[..2]), Extent { elements: 30, cases: 7, at_least: false });
    assert_eq!(extent(&findings).to_string(), "at least 130 elements in 8 cases");
    // A is cited all the same where B finds more.
    let more = [&findings[..], &[count(nan("B-NAN", "f32"), 25, 3)]].concat();
    assert_eq!(extent(&more), Extent { elements: 150, cases: 13, at_least: true });
    // A refusal has no elements.
    assert_eq!(Extent { elements: 1_060, cases: 1_060, at_least: true }.to_string(), "at least 1,060 cases");
    // What is no claim of the backend is told with what is, and not counted with it.
    let mut distant = count(nan("B-NAN", "f64"), 1_000_000, 1);
    distant.standing = Standing::Distance;
    let with_distant = [&findings[..2], &[distant]].concat();
    assert_eq!(extent(&with_distant), extent(&findings[..2]));
}

#[test]
fn a_profile_allows_the_example_where_it_objects_to_nothing() {
    let mut first = finding("A-NAN", "f32", &["nan", "+normal"], "+normal");
    let mut second = finding("A-NAN", "f64", &["nan", "+normal"], "+normal");
    let breach =
        |profile: &str, expected: &str| Objection { profile: profile.to_owned(), expected: expected.to_owned() };
    let allowance = |profile: &str| Allowance { profile: profile.to_owned(), accepts: "anything".to_owned() };
    first.breaks = vec![breach("numpy", "0x32"), breach("sonnx", "any NaN")];
    first.allowed_by = vec![allowance("onnx-13")];
    second.breaks = vec![breach("numpy", "0x64")];
    // What is said of another witness is not of the one that is shown.
    second.allowed_by = vec![allowance("sonnx"), allowance("onnx-13"), allowance("ieee")];
    let report = report_of(&[second, first]);
    let departures = all(&report);
    assert_eq!(departures[0].breaks, [("any NaN", vec!["sonnx"]), ("0x32", vec!["numpy"])]);
    assert_eq!(departures[0].allows, [("anything", vec!["onnx-13"])]);
}

#[test]
fn of_a_whole_answer_a_clause_about_few_cases_is_cited_and_of_an_element_the_first() {
    let spoken_of = |id: &str, compared: u64| crate::model::ClauseCount {
        id: id.to_owned(),
        total: crate::model::Count { compared, ..crate::model::Count::default() },
        by_dtype: BTreeMap::new(),
    };
    let cited = |of: [Finding; 2], compared: [u64; 2]| {
        let mut report = report();
        report.findings = of.to_vec();
        report.backends = vec![crate::model::Backend {
            name: "one".to_owned(),
            version: String::new(),
            description: String::new(),
            claims: vec![],
            outcomes: crate::model::OutcomeCounts::default(),
            claimed_cases: 0,
            clauses: vec![spoken_of("A-NAN", compared[0]), spoken_of("B-NAN", compared[1])],
            profiles: vec![],
            skips: vec![],
            unexercised: vec![],
            fingerprints: vec![],
            grids: vec![],
            behaviours: vec![],
            lanes: vec![],
            counted: vec![],
            unsteady: vec![],
            passing_faults: vec![],
            families: vec![],
        }];
        report.find_departures();
        all(&report)[0].example.clause.clone()
    };
    let answers = || ["A-NAN", "B-NAN"].map(|clause| whole(Severity::WrongShape, clause, "f32", "0", "shape 0"));
    assert_eq!(cited(answers(), [5436, 904]), "B-NAN");
    // Where most of the cases are none that it speaks of, the other is cited.
    let [mut broad, narrow] = answers();
    (broad.cases, broad.elements) = (20 * narrow.cases, 20 * narrow.elements);
    assert_eq!(cited([broad, narrow], [5436, 904]), "A-NAN");
    // As many as one cannot tell apart.
    assert_eq!(cited(answers(), [904, 687]), "A-NAN");
    let elements = ["A-NAN", "B-NAN"].map(|clause| finding(clause, "f32", &["nan", "+normal"], "+normal"));
    assert_eq!(cited(elements, [5436, 904]), "A-NAN");
}
