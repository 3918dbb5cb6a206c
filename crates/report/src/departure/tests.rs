//! Findings that are one departure, and findings that are not.

use opconform_tensor::Class;

use super::*;
use crate::deed::Deed;
use crate::model::{Allowance, Breach, Element, Provenance, SCHEMA, Witness};
use crate::operands::Shapes;

fn report() -> Report {
    let clause = |id: &str, level: Level| crate::model::Clause {
        id: id.to_owned(),
        level,
        title: String::new(),
        turned: None,
        words: String::new(),
        place: String::new(),
        profiles: vec![],
    };
    let profile = |name: &str| crate::model::Profile {
        name: name.to_owned(),
        family: name.to_uppercase(),
        alternative: false,
        source: String::new(),
        link: String::new(),
    };
    Report {
        schema: SCHEMA,
        partial: false,
        strict: false,
        seed: 0,
        cases: 0,
        sources: vec![],
        profiles: ["sonnx", "onnx-13", "numpy"].map(profile).to_vec(),
        clauses: vec![clause("ONNX-NAN", Level::Should), clause("A-NAN", Level::Must), clause("B-NAN", Level::Must)],
        backends: vec![],
        unavailable: vec![],
        findings: vec![],
        left_out: 0,
        gaps: vec![],
        requirements: vec![],
        defects: vec![],
        groups: vec![],
        provenance: Provenance::default(),
    }
}

/// The class of this name.
fn class(name: &str) -> Class {
    Class::named(name).expect("the name of a class")
}

fn element(name: &str, hex: &str) -> Element {
    Element { hex: hex.to_owned(), decimal: name.to_owned(), class: class(name) }
}

fn shapes(text: &str) -> Shapes {
    Shapes::parse(text).expect("shapes")
}

/// The bits that stand for a class in these tests: all that matters is whether two are the same.
fn classed(class: &str) -> Element {
    element(class, &format!("0x{class}"))
}

/// What was done where operands of these classes have a result of that class.
fn deed(operands: &[&str], result: &str) -> Deed {
    let is_nan = |name: &str| class(name).is_nan();
    match (operands.iter().any(|name| is_nan(name)), is_nan(result)) {
        (true, true) => Deed::OtherNan,
        (true, false) => Deed::LostNan,
        _ if class(result).is_float_zero() => Deed::OtherZero,
        _ => Deed::PassedOver,
    }
}

/// A finding of 10 elements in 5 cases, whose result has the bits of the operand of its class.
fn finding(clause: &str, dtype: &str, operands: &[&str], result: &str) -> Finding {
    let level = Level::of(!clause.starts_with("ONNX") && !clause.starts_with("DET"));
    Finding {
        id: format!("{clause} {dtype} {operands:?}"),
        departure: String::new(),
        cause: Cause::Answer,
        backend: "one".to_owned(),
        operator: "Max".to_owned(),
        mirrors: None,
        dtype: Types::named(dtype).expect("the name of a type"),
        clause: clause.to_owned(),
        level,
        profiles: vec![],
        standing: Standing::Claimed,
        severity: Severity::WrongNumber,
        deed: deed(operands, result),
        alone: true,
        doubt: None,
        operands: operands.iter().map(|name| class(name)).collect(),
        result: Some(class(result)),
        cases: 5,
        elements: 10,
        witness: Witness {
            case: String::new(),
            shrunk_from: String::new(),
            answered: Some(1),
            smallest: true,
            shapes: shapes("scalar + scalar"),
            attributes: None,
            opset: 13,
            way: None,
            offsets: Vec::new(),
            file: String::new(),
            replay: String::new(),
            position: Some(0),
            operands: operands.iter().map(|class| classed(class)).collect(),
            found: Some(classed(result)),
            symptom: "wrong".to_owned(),
            due: None,
            refusal: None,
            later: None,
            plainly: None,
            after: None,
            differs_from: None,
        },
        breaks: vec![],
        allowed_by: vec![],
        waived: None,
        reproducers: vec![],
        no_reproducer: None,
    }
}

fn whole(severity: Severity, clause: &str, dtype: &str, shapes: &str, symptom: &str) -> Finding {
    let deed = match severity {
        Severity::NoAnswer => Deed::NoAnswer,
        _ => Deed::Answered,
    };
    let mut finding = Finding { severity, deed, alone: false, ..finding(clause, dtype, &[], "+normal") };
    finding.result = None;
    finding.witness.found = None;
    finding.witness.position = None;
    finding.witness.case = format!("{dtype}/{shapes}/{symptom}");
    finding.witness.shapes = self::shapes(shapes);
    finding.witness.symptom = symptom.to_owned();
    finding
}

/// The same as a refusal, for this reason.
fn refused(mut finding: Finding, reason: &str) -> Finding {
    finding.deed = Deed::Refused;
    finding.witness.case += reason;
    finding.witness.refusal = Some(reason.to_owned());
    finding
}

fn lane(operands: &[&str], result: &str, elsewhere: &str) -> Finding {
    let mut finding = finding("DET-LANE", "f32", operands, result);
    finding.alone = false;
    finding.witness.differs_from = Some(("other".to_owned(), classed(elsewhere)));
    finding
}

/// A report of these findings, each with an id of its own.
fn report_of(findings: &[Finding]) -> Report {
    let mut report = Report { findings: findings.to_vec(), ..report() };
    for (index, finding) in report.findings.iter_mut().enumerate() {
        if findings[..index].iter().any(|other| other.id == finding.id) {
            finding.id = format!("{} {index}", finding.id);
        }
    }
    report.find_departures();
    report
}

/// The departures that all findings of a report belong to.
fn all(report: &Report) -> Vec<Departure<'_>> {
    departures(report, &report.findings.iter().collect::<Vec<_>>())
}

fn titles(findings: &[Finding]) -> Vec<String> {
    all(&report_of(findings)).into_iter().map(|departure| departure.title).collect()
}

#[test]
fn clauses_and_element_types_with_the_same_classes_are_one() {
    let mut findings = [
        finding("ONNX-NAN", "f32", &["nan", "+normal"], "+normal"),
        finding("B-NAN", "f64", &["nan", "+normal"], "+normal"),
        finding("A-NAN", "f32", &["nan", "+normal"], "+normal"),
        finding("A-NAN", "bf16", &["nan", "+normal"], "+normal"),
    ];
    findings[2].witness.shapes = shapes("2x3 + 3");
    let report = report_of(&findings);
    let departures = all(&report);
    let [one] = departures.as_slice() else { panic!("{departures:#?}") };
    assert_eq!(one.title, "a NaN as the first operand is ignored: NaN, +normal → +normal");
    assert_eq!(one.dtypes, [DType::Bf16, DType::F32, DType::F64].map(Types::One));
    assert_eq!(one.clauses, [("A-NAN", Level::Must), ("B-NAN", Level::Must), ("ONNX-NAN", Level::Should)]);
    // A MUST clause before a smaller input, and f32 before the other types.
    assert_eq!(one.example.id, findings[2].id);
    assert_eq!(one.findings.len(), 4);
}

#[test]
fn either_order_and_either_kind_of_nan_are_one() {
    let both = [
        finding("A-NAN", "f32", &["nan", "+normal"], "+normal"),
        finding("A-NAN", "f32", &["+normal", "snan"], "+normal"),
    ];
    assert_eq!(titles(&both), ["a NaN operand is ignored: NaN, +normal → +normal, in either order"]);
    let [first, second] = both;
    assert_eq!(
        titles(&[first, second, finding("A-NAN", "f64", &["nan", "+normal"], "+normal")]),
        ["a NaN operand is ignored: NaN, +normal → +normal, in either order but not in each type"]
    );
    assert_eq!(
        titles(&[finding("A-NAN", "f32", &["+normal", "snan"], "+normal")]),
        ["a signalling NaN as the second operand is ignored: +normal, signalling NaN → +normal"]
    );
    assert_eq!(
        titles(&[finding("A-NAN", "f32", &["nan", "snan"], "snan"), finding("A-NAN", "f32", &["snan", "nan"], "nan"),]),
        ["the second NaN is returned: NaN, NaN → NaN"]
    );
}

#[test]
fn nothing_is_said_that_a_finding_does_not_show() {
    // The second of the numbers may be passed over, and not the NaN.
    let mut three = finding("A-NAN", "f32", &["+normal", "nan", "+normal"], "+normal");
    assert_eq!(titles(&[three.clone()]), ["a number is lost beside a NaN: +normal, NaN, +normal → +normal"]);
    three.severity = Severity::LostNan;
    assert_eq!(titles(&[three]), ["a NaN is lost: +normal, NaN, +normal → +normal"]);
    let mut unknown = finding("A-NAN", "f32", &["nan", "+normal"], "+normal");
    unknown.witness.found = None;
    assert_eq!(titles(&[unknown]), ["a NaN is lost: NaN, +normal → +normal"]);
    let mut first = finding("A-NAN", "f32", &["nan", "snan"], "snan");
    first.operands.reverse();
    first.witness.operands.reverse();
    let second = finding("A-NAN", "f64", &["nan", "snan"], "snan");
    assert_eq!(titles(&[first, second]), ["another NaN is returned than is due: NaN, NaN → NaN"]);
}

#[test]
fn what_becomes_of_operands_tells_causes_apart() {
    let mut invented = finding("A-NAN", "f32", &["nan", "nan"], "nan");
    invented.witness.found = Some(element("nan", "0xother"));
    let findings = [
        finding("A-NAN", "f32", &["nan", "nan"], "nan"),
        finding("A-NAN", "f32", &["nan", "+normal"], "+normal"),
        finding("A-NAN", "f32", &["-normal", "+normal"], "-normal"),
        finding("A-NAN", "i32", &["negative", "positive"], "negative"),
        finding("A-NAN", "f32", &["+0", "-0"], "-0"),
        invented,
    ];
    assert_eq!(
        titles(&findings),
        [
            "another NaN is returned than is due: NaN, NaN → NaN",
            "a NaN as the first operand is ignored: NaN, +normal → +normal",
            "a greater number is passed over: -normal, +normal → -normal",
            "a greater number is passed over: negative, positive → negative",
            "+0 is passed over: +0, -0 → -0",
        ]
    );
}

/// A finding that its operands do not show alone.
fn in_company(finding: Finding) -> Finding {
    Finding { alone: false, ..finding }
}

#[test]
fn whoever_loses_elements_loses_them_whatever_they_are() {
    let number = || in_company(finding("A-NAN", "f32", &["+normal", "+inf"], "+normal"));
    let nan = || in_company(finding("A-NAN", "f32", &["nan", "+normal"], "+normal"));
    let zero = || in_company(finding("A-NAN", "f32", &["+0", "-0"], "-0"));
    let integer = || in_company(finding("A-NAN", "i32", &["negative", "positive"], "negative"));
    assert_eq!(titles(&[number(), nan(), zero(), integer()]).len(), 1);
    // Nobody loses a NaN with integers.
    assert_eq!(titles(&[integer(), nan()]).len(), 2);
    assert_eq!(titles(&[nan(), zero()]).len(), 2);
    // What an operand shows alone has nothing to do with where it is.
    let alone = finding("A-NAN", "f32", &["nan", "-normal"], "-normal");
    assert_eq!(titles(&[number(), nan(), alone]).len(), 2);
    // Another operator loses none.
    let elsewhere = Finding { operator: "ReduceMax".to_owned(), ..nan() };
    assert_eq!(titles(&[number(), elsewhere]).len(), 2);
}

#[test]
fn what_was_done_is_said_where_it_is_known() {
    let done = |deed, operands: &[&str], result: &str| {
        let mut finding = finding("A-NAN", "f32", operands, result);
        finding.deed = deed;
        finding.witness.found = Some(element(result, "0xnone"));
        titles(&[finding]).remove(0)
    };
    assert_eq!(
        done(Deed::LeakedIdentity, &["nan"], "-normal"),
        "the least finite number stands for -inf: NaN → -normal"
    );
    assert_eq!(done(Deed::LeakedIdentity, &["nan"], "-inf"), "the identity is the result: NaN → -inf");
    assert_eq!(
        done(Deed::ReadElsewhere, &["+0", "+0"], "+normal"),
        "an element of another place is read: +0, +0 → +normal"
    );
    assert_eq!(done(Deed::FlushedSubnormal, &["+subnormal"], "+0"), "a subnormal becomes 0: +subnormal → +0");
    assert_eq!(
        done(Deed::Invented, &["+inf", "-inf"], "nan"),
        "the bits of the result are no operand's: +inf, -inf → nan".replace("nan", "NaN")
    );
    let mut lost = finding("A-NAN", "f32", &["+normal", "+normal", "+normal", "+inf"], "+normal");
    assert_eq!(titles(&[lost.clone()]), ["the last of 4 elements is lost: 3 × +normal, +inf → +normal"]);
    // The one that is unlike the others is the result.
    lost.witness.found = Some(classed("+inf"));
    assert_eq!(titles(&[lost]), ["a greater number is passed over: 3 × +normal, +inf → +normal"]);
}

#[test]
fn numbers_are_told_where_their_classes_are_one_and_the_place_where_no_other_shows_it() {
    let number =
        |class: &str, decimal: &str| Element { hex: decimal.to_owned(), decimal: decimal.to_owned(), ..classed(class) };
    let mut passed = finding("A-VALUE", "i64", &["0", "positive"], "0");
    passed.witness.operands = vec![number("0", "0"), number("positive", "4294967295")];
    passed.witness.found = Some(number("0", "0"));
    assert_eq!(titles(&[passed]), ["a greater number is passed over: 0, 4294967295 → 0"]);

    let mut passed = finding("A-VALUE", "f32", &["+normal", "+normal"], "+normal");
    assert_eq!(titles(&[passed.clone()]), ["a greater number is passed over: +normal, +normal → +normal"]);
    passed.witness.operands = vec![number("+normal", "2.0"), number("+normal", "1.0")];
    passed.witness.found = Some(number("+normal", "1.0"));
    assert_eq!(titles(&[passed.clone()]), ["a greater number is passed over: 2.0, 1.0 → 1.0"]);

    (passed.witness.position, passed.witness.answered) = (Some(4_096), Some(4_097));
    assert_eq!(
        titles(&[passed.clone()]),
        ["a greater number is passed over: 2.0, 1.0 → 1.0, at element 4,096 of 4,097"]
    );
    // Of what was not shrunk, another element may show it as well.
    passed.witness.smallest = false;
    assert!(!titles(&[passed])[0].contains("at element"));

    // Not every NaN does what a signalling one does.
    let mut lost = finding("A-NAN", "f32", &["snan", "+normal", "+normal"], "+normal");
    lost.witness.operands = vec![number("snan", "nan"), number("+normal", "2.0"), number("+normal", "1.0")];
    lost.witness.found = Some(number("+normal", "1.0"));
    assert_eq!(titles(&[lost]), ["a number is lost beside a NaN: sNaN, 2.0, 1.0 → 1.0"]);
}

/// A finding of an element with this result, by its bits.
fn done(deed: Deed, dtype: &str, operands: &[&str], result: &str, hex: &str) -> Finding {
    let mut finding = Finding { deed, ..finding("A-NAN", dtype, operands, result) };
    finding.witness.found = Some(element(result, hex));
    finding
}

#[test]
fn whatever_is_altered_afterwards_is_one() {
    let number = || done(Deed::Invented, "i8", &["negative"], "negative", "0x81");
    let empty = |hex| done(Deed::Empty, "i8", &[], "negative", hex);
    assert_eq!(titles(&[number(), empty("0x81")]).len(), 1);
    assert_eq!(titles(&[number(), empty("0x07")]).len(), 2);
    let infinity = done(Deed::Invented, "f32", &["+inf"], "+normal", "0xmax");
    let beginning = done(Deed::LeakedIdentity, "f32", &["+inf"], "+normal", "0xmax");
    assert_eq!(titles(&[infinity, beginning.clone()]).len(), 1);
    // What a reduction begins with, and what it makes of nothing.
    let nothing = done(Deed::Empty, "f64", &[], "+normal", "0xmax64");
    assert_eq!(titles(&[beginning, nothing]).len(), 1);
    let beside_nan = || done(Deed::LeakedIdentity, "f32", &["nan", "+inf"], "-inf", "0xinf");
    let lost = || done(Deed::LostNan, "f32", &["nan", "+normal"], "+normal", "0x1");
    assert_eq!(titles(&[beside_nan(), lost()]).len(), 1);
    let leaked = done(Deed::LeakedIdentity, "f32", &["+normal"], "-inf", "0xinf");
    assert_eq!(titles(&[beside_nan(), lost(), leaked]).len(), 2);
}

#[test]
fn subnormals_are_a_cause_of_their_own() {
    let flushed = || done(Deed::FlushedSubnormal, "f32", &["+subnormal", "+0"], "+0", "0x0");
    let number = || finding("A-NAN", "f32", &["+normal", "+inf"], "+normal");
    assert_eq!(titles(&[flushed(), number()]).len(), 2);
    // Whoever loses elements in company loses subnormals too.
    assert_eq!(titles(&[in_company(flushed()), in_company(number())]).len(), 1);
    assert_eq!(titles(&[in_company(flushed()), flushed(), in_company(number())]).len(), 2);
    // A type that does not hold the subnormal does not hold others either.
    let narrowed = done(Deed::Invented, "f32", &["-normal"], "-0", "0x8");
    assert_eq!(titles(&[flushed(), narrowed]).len(), 1);
}

#[test]
fn an_element_of_another_place_leads_where_places_are_mistaken() {
    let passed_over = in_company(finding("A-NAN", "f32", &["+normal", "+inf"], "+normal"));
    let mut elsewhere = in_company(done(Deed::ReadElsewhere, "f64", &["nan", "+0"], "+normal", "0x7"));
    elsewhere.severity = Severity::LostNan;
    let titles = titles(&[passed_over, elsewhere]);
    assert_eq!(titles, ["an element of another place is read: NaN, +0 → +normal"]);
}

#[test]
fn refusals_that_name_their_operator_are_one() {
    let of = |shapes: &str, name: &str, why: &str| {
        refused(whole(Severity::WrongRefusal, "A-NAN", "f32", shapes, "refused a case"), &format!("{name} {why}"))
    };
    let same = [of("0", "ReduceMax", "of no elements"), of("1", "ReduceMin", "of no elements")];
    assert_eq!(titles(&same).len(), 1);
    assert_eq!(titles(&[of("0", "max", "of no elements"), of("1", "max", "of rank five")]).len(), 2);
}

#[test]
fn the_result_of_no_elements_is_told_by_its_value() {
    let mut empty = done(Deed::Empty, "i8", &[], "negative", "0x81");
    empty.witness.found = Some(Element { decimal: "-127".to_owned(), ..element("negative", "0x81") });
    empty.witness.due = Some("-128".to_owned());
    assert_eq!(titles(&[empty]), ["of no elements -127, where -128 is due"]);
}

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
fn a_maximum_and_its_twin_are_one() {
    let of = |operator: &str, operands: &[&str], result: &str| Finding {
        operator: operator.to_owned(),
        mirrors: operator.ends_with("Min").then(|| operator.replace("Min", "Max")),
        ..finding("A-NAN", "f32", operands, result)
    };
    let zeros = [of("Min", &["+0", "-0"], "+0"), of("Max", &["-0", "+0"], "-0")];
    let numbers = [of("Max", &["nan", "+normal"], "+normal"), of("Min", &["nan", "-normal"], "-normal")];
    let same = [of("Max", &["+inf", "-inf"], "-inf"), of("Min", &["+inf", "-inf"], "-inf")];
    let other = [of("ReduceMin", &["nan", "+normal"], "+normal")];
    let report = report_of(&[&zeros[..], &numbers, &same, &other].concat());
    let departures = all(&report);
    let told: Vec<(&str, Vec<&str>)> = departures.iter().map(|it| (it.title.as_str(), it.operators.clone())).collect();
    assert_eq!(
        told,
        [
            // The same of another operator is no other cause.
            (
                "a NaN as the first operand is ignored: NaN, +normal → +normal; mirrored in Min",
                vec!["Max", "Min", "ReduceMin"]
            ),
            ("+0 is passed over: -0, +0 → -0; mirrored in Min", vec!["Max", "Min"]),
            ("a greater number is passed over: +inf, -inf → -inf", vec!["Max", "Min"]),
        ]
    );
    assert_eq!(departures[0].example.operator, "Max");
    // A minimum of -inf is right where a maximum of -inf is wrong.
    assert_eq!(departures[2].also, ["a lesser number is passed over: +inf, -inf → -inf"]);
    // Each operator is counted by itself: 10 elements in 5 cases.
    assert_eq!(departures[1].extent, Extent { elements: 20, cases: 10, at_least: false });
}

#[test]
fn a_result_that_differs_between_places_is_not_a_wrong_value() {
    let findings = [
        finding("A-NAN", "f32", &["+0", "-0"], "-0"),
        lane(&["+0", "-0"], "-0", "+0"),
        lane(&["-0", "+0"], "+0", "-0"),
        lane(&["nan", "nan"], "nan", "nan"),
    ];
    assert_eq!(
        titles(&findings),
        ["+0 is passed over: +0, -0 → -0", "changes with the place: NaN, NaN → NaN in one, other bits in another",]
    );
    let report = report_of(&findings);
    let departures = all(&report);
    assert_eq!(departures[0].also, ["changes with the place: +0, -0 → -0 in one, +0 in another"]);
}

#[test]
fn whole_answers_are_one_by_what_was_done_to_what() {
    let (crash, refusal) = (Severity::NoAnswer, Severity::WrongRefusal);
    let findings = [
        whole(refusal, "A-NAN", "f32", "2 + 3", "answered shapes 2 and 3 with f32 of shape 3"),
        whole(refusal, "B-NAN", "f16", "2 + 3", "answered shapes 2 and 3 with f16 of shape 3"),
        whole(refusal, "A-NAN", "f32", "0 + 1", "answered shapes 0 and 1 with f32 of shape 0"),
        whole(refusal, "A-NAN", "mixed", "2 + 3", "answered operands of f16 and f32 with f32 of shape 3"),
        refused(whole(refusal, "A-NAN", "f32", "2 + 2", "refused operands that broadcast: why"), "why"),
        // Not by what the symptom begins with.
        whole(crash, "A-NAN", "f32", "17 + 17", "index 17"),
        whole(crash, "A-NAN", "f64", "9 + 9", "index 9"),
        whole(crash, "A-NAN", "f64", "9 + 9", "killed by SIGSEGV"),
    ];
    let report = report_of(&findings);
    let departures = all(&report);
    let sizes: Vec<usize> = departures.iter().map(|departure| departure.findings.len()).collect();
    assert_eq!(sizes, [2, 1, 3, 1, 1]);
    assert_eq!(departures[0].title, "index 17");
    assert_eq!(departures[2].title, "answered shapes 0 and 1 with f32 of shape 0");
    // What one case shows at once is one, in whatever words.
    let mut same = findings[..1].to_vec();
    same.push(Finding { witness: findings[0].witness.clone(), ..findings[4].clone() });
    assert_eq!(titles(&same).len(), 1);
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
    assert_eq!(told(&Report { strict: true, ..report_of(&findings) }), strict);
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
    // Of f32, A sees 30 elements in 7 cases and B 25 in 9; of f16 there is A alone.
    assert_eq!(extent(&findings), Extent { elements: 130, cases: 10, at_least: true });
    assert_eq!(extent(&findings[..2]), Extent { elements: 30, cases: 7, at_least: false });
}

#[test]
fn a_profile_that_objects_once_allows_nothing() {
    let mut first = finding("A-NAN", "f32", &["nan", "+normal"], "+normal");
    let mut second = finding("A-NAN", "f64", &["nan", "+normal"], "+normal");
    let breach = |profile: &str, expected: &str| Breach { profile: profile.to_owned(), expected: expected.to_owned() };
    let allowance = |profile: &str| Allowance { profile: profile.to_owned(), accepts: "anything".to_owned() };
    first.breaks = vec![breach("numpy", "0x32"), breach("sonnx", "any NaN")];
    first.allowed_by = vec![allowance("onnx-13")];
    second.breaks = vec![breach("numpy", "0x64")];
    second.allowed_by = vec![allowance("sonnx"), allowance("onnx-13")];
    let report = report_of(&[second, first]);
    let departures = all(&report);
    assert_eq!(departures[0].breaks, [("any NaN", vec!["sonnx"]), ("0x32", vec!["numpy"])]);
    assert_eq!(departures[0].allows, [("anything", vec!["onnx-13"])]);
}

#[test]
fn element_types_are_listed_by_kind_and_width() {
    let mut dtypes = ["mixed", "u8", "i16", "f64", "i8", "bool", "f16", "bf16", "u16", "f32"].map(Types::named);
    dtypes.sort();
    assert_eq!(
        dtypes.map(|types| types.map(Types::name)),
        ["bf16", "f16", "f32", "f64", "i8", "i16", "u8", "u16", "bool", "mixed"].map(Some)
    );
}

#[test]
fn one_finding_stands_for_each_observation() {
    let nan = |clause: &str, dtype: &str| finding(clause, dtype, &["nan", "+normal"], "+normal");
    let zero = finding("B-NAN", "f32", &["+0", "-0"], "-0");
    let findings = [nan("A-NAN", "f16"), nan("A-NAN", "f32"), zero, nan("ONNX-NAN", "f32")];
    let report = report_of(&findings);
    let led_by: Vec<&str> = report.findings.iter().map(|finding| finding.departure.as_str()).collect();
    assert_eq!(led_by, [1, 1, 2, 1].map(|lead: usize| findings[lead].id.as_str()));
    assert_eq!(
        report.findings.iter().map(|it| it.cause).collect::<Vec<_>>(),
        [Cause::Nan, Cause::Nan, Cause::Zero, Cause::Nan]
    );
}

#[test]
fn what_shows_past_a_boundary_alone_says_so_first() {
    let misaligned = |dtype: &str, offsets: &[usize]| {
        let mut finding = finding("A", dtype, &["positive", "positive"], "positive");
        finding.witness.offsets = offsets.to_vec();
        finding
    };
    let findings = [misaligned("u8", &[1, 0]), misaligned("i8", &[0, 3])];
    let [title] = &titles(&findings)[..] else { panic!("{:?}", titles(&findings)) };
    assert!(title.starts_with("only where an operand begins past a boundary: "), "{title}");
    assert_eq!(findings[1].witness.asked(), "scalar + scalar, the second operand begins 3 elements past a boundary");
    // Whatever else it is has one cause, and what shows with operands on a boundary another.
    let mut lost = finding("B", "f32", &["nan", "+normal"], "+normal");
    lost.witness.offsets = vec![0, 1];
    let [first, second] = &titles(&[misaligned("u8", &[1, 0]), lost, misaligned("i8", &[])])[..] else {
        panic!("two departures")
    };
    assert!(first.contains("boundary") != second.contains("boundary"), "{first}, {second}");
}
