//! Which findings are one departure.

use super::made::*;
use crate::departure::*;
use opconform_tensor::DType;

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
        ["a NaN operand is ignored: NaN, +normal → +normal"]
    );
    assert_eq!(
        titles(&[finding("A-NAN", "f32", &["+normal", "snan"], "+normal")]),
        ["a signalling NaN as the second operand is ignored: +normal, signalling NaN → +normal"]
    );
    assert_eq!(
        titles(&[finding("A-NAN", "f32", &["nan", "snan"], "snan"), finding("A-NAN", "f32", &["snan", "nan"], "nan"),]),
        ["the second of two NaNs is returned: NaN, NaN → NaN"]
    );
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
    // What the twin makes of nothing is at the other end of the order, and of integers in whichever class that is.
    let twin = |finding: Finding| Finding { mirrors: Some("ReduceMax".to_owned()), ..finding };
    let of_the_twin = twin(done(Deed::Empty, "i64", &[], "positive", "0x7f"));
    assert_eq!(titles(&[number(), empty("0x81"), of_the_twin]).len(), 1);
    let floats =
        [done(Deed::Invented, "f32", &["-inf"], "-normal", "0xmin"), done(Deed::Empty, "f32", &[], "-normal", "0xmin")];
    let [invented, nothing] = floats;
    assert_eq!(titles(&[invented, nothing, twin(done(Deed::Empty, "f32", &[], "+normal", "0xmax"))]).len(), 1);
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
            ("a NaN as the first operand is ignored: NaN, +normal → +normal", vec!["Max", "Min", "ReduceMin"]),
            ("+0 is passed over: -0, +0 → -0", vec!["Max", "Min"]),
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
    assert_eq!(departures[2].title, "answered shapes 2 and 3 with f32 of shape 3");
    // What one case shows at once is one, in whatever words.
    let mut same = findings[..1].to_vec();
    same.push(Finding { witness: findings[0].witness.clone(), ..findings[4].clone() });
    assert_eq!(titles(&same).len(), 1);
}

#[test]
fn what_differs_in_a_way_comes_of_what_is_wrong_in_it() {
    let in_way = |clause: &str, operator: &str, way: &str| {
        let mut finding = finding(clause, "f32", &["+normal", "+normal"], "+normal");
        finding.operator = operator.to_owned();
        finding.witness.way = Some(way.to_owned());
        finding
    };
    let passed = Finding { deed: Deed::PassedOver, ..in_way("A-VALUE", "Max", "reversed") };
    let differs = |operator: &str, way: &str| {
        let mut finding = Finding { deed: Deed::Unsteady, ..in_way("DET-CONTEXT", operator, way) };
        finding.witness.plainly = Some(classed("-0"));
        finding
    };
    assert_eq!(titles(&[passed.clone(), differs("Max", "reversed")]).len(), 1);
    // Neither in another way nor of another operator.
    assert_eq!(titles(&[passed.clone(), differs("Max", "strided")]).len(), 2);
    assert_eq!(titles(&[passed.clone(), differs("fmax", "reversed")]).len(), 2);
    // Nor where two things are wrong in that way.
    let lost = Finding { deed: Deed::LostNan, ..in_way("A-NAN", "Max", "reversed") };
    assert_eq!(titles(&[passed, lost, differs("Max", "reversed")]).len(), 3);
}

#[test]
fn what_shows_in_the_plain_way_explains_what_shows_in_others() {
    let mut changes =
        Finding { deed: Deed::OtherNan, is_across_cases: true, ..finding("DET-LANE", "f32", &["nan"], "nan") };
    changes.witness.differs_from = Some(("elsewhere".to_owned(), classed("nan")));
    let mut differs = Finding { deed: Deed::Unsteady, ..finding("DET-CONTEXT", "f32", &["nan"], "nan") };
    differs.witness.plainly = Some(classed("nan"));
    differs.witness.way = Some("reversed".to_owned());
    assert_eq!(
        titles(&[changes.clone(), differs.clone()]),
        ["changes with the place: NaN → NaN in one, other bits in another"]
    );
    // Not where one of the two results is none.
    differs.witness.plainly = Some(classed("+0"));
    assert_eq!(titles(&[changes, differs]).len(), 2);

    let mut left = Finding { deed: Deed::AsBefore, ..finding("A-VALUE", "f32", &["+0"], "+normal") };
    left.witness.before.clone_from(&left.witness.found);
    let mut lost = Finding { deed: Deed::LostNan, ..finding("DET-LANE", "f32", &["nan"], "+0") };
    lost.witness.way = Some("strided".to_owned());
    assert_eq!(titles(&[left.clone(), lost.clone()]).len(), 2);
    lost.witness.before.clone_from(&lost.witness.found);
    assert_eq!(titles(&[left, lost]), ["the result is what stood there before the call: +0 → +normal"]);
}

#[test]
fn who_ignores_a_nan_at_one_place_gives_the_nan_at_the_other() {
    let lost = Finding { deed: Deed::LostNan, ..finding("A-NAN", "f32", &["nan", "+normal"], "+normal") };
    let nan = |hex: &str| element("nan", hex);
    let of_two = |taken: &str| {
        let severity = Severity::NanBits;
        let mut two = Finding { deed: Deed::OtherNan, severity, ..finding("A-FIRST", "f32", &["nan", "nan"], "nan") };
        two.witness.operands = vec![nan("0xfirst"), nan("0xsecond")];
        two.witness.found = Some(nan(taken));
        two
    };
    let title = "a NaN as the first operand is ignored: NaN, +normal → +normal";
    assert_eq!(titles(&[lost.clone(), of_two("0xsecond")]), [title]);
    // Neither a NaN of nobody, nor that of an operator that ignores it at either place.
    assert_eq!(titles(&[lost.clone(), of_two("0xother")]).len(), 2);
    let other = Finding { deed: Deed::LostNan, ..finding("A-NAN", "f32", &["+normal", "nan"], "+normal") };
    assert_eq!(titles(&[lost, other, of_two("0xsecond")]).len(), 2);
}
