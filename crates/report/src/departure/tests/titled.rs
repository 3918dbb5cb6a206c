//! What is said of a departure.

use super::made::*;
use crate::departure::*;
use crate::model::Element;
use crate::operands::Shapes;

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
fn a_nan_is_where_the_call_has_it() {
    let mut limited = finding("A-NAN", "f32", &["nan", "+normal"], "+normal");
    limited.witness.names = vec![String::new(), "min".to_owned()];
    assert_eq!(titles(&[limited.clone()]), ["a NaN as the input is ignored: NaN, min +normal → +normal"]);
    limited.operands.reverse();
    limited.witness.operands.reverse();
    assert_eq!(titles(&[limited]), ["a NaN as `min` is ignored: +normal, min NaN → +normal"]);

    let plain = finding("A-NAN", "f32", &["nan", "+normal"], "+normal");
    let mut turned = finding("A-NAN", "f64", &["+normal", "nan"], "+normal");
    turned.witness.way = Some("the operands come in the other order".to_owned());
    assert_eq!(titles(&[plain, turned]), ["a NaN as the first operand is ignored: NaN, +normal → +normal"]);
}

#[test]
fn two_operands_that_lose_a_nan_say_more_than_a_number_lost_beside_one() {
    let mut three = finding("A-NAN", "f32", &["+normal", "nan", "+0"], "+0");
    three.severity = Severity::WrongNumber;
    let two = finding("B-NAN", "f32", &["nan", "+normal"], "+normal");
    assert_eq!(titles(&[three, two]), ["a NaN as the first operand is ignored: NaN, +normal → +normal"]);
}

#[test]
fn what_was_done_is_said_where_it_is_known() {
    let done = |deed, operands: &[&str], result: &str| {
        let mut finding = finding("A-NAN", "f32", operands, result);
        finding.deed = deed;
        finding.witness.found = Some(element(result, "0xnone"));
        titles(&[finding]).remove(0)
    };
    assert_eq!(done(Deed::LeakedIdentity, &["nan"], "-normal"), "the least finite number is the result: NaN → -normal");
    assert_eq!(done(Deed::LeakedIdentity, &["nan"], "-inf"), "the identity is the result: NaN → -inf");
    assert_eq!(
        done(Deed::ReadElsewhere, &["+0", "+0"], "+normal"),
        "an element of another place is read: +0, +0 → +normal"
    );
    assert_eq!(done(Deed::FlushedSubnormal, &["+subnormal"], "+0"), "a subnormal becomes 0: +subnormal → +0");
    assert_eq!(done(Deed::FlushedSubnormal, &["-subnormal"], "-0"), "a subnormal becomes -0: -subnormal → -0");
    assert_eq!(
        done(Deed::FlushedSubnormal, &["-0", "+subnormal"], "-0"),
        "a subnormal is taken for 0: -0, +subnormal → -0"
    );
    assert_eq!(
        done(Deed::Invented, &["+inf", "-inf"], "nan"),
        "the bits of the result are no operand's: +inf, -inf → nan".replace("nan", "NaN")
    );
    let mut lost = finding("A-NAN", "f32", &["+normal", "+normal", "+normal", "+inf"], "+normal");
    assert_eq!(titles(&[lost.clone()]), ["the last of 4 elements is lost: +normal, +normal, +normal, +inf → +normal"]);
    // Of three operands the last may have been read at another of its elements.
    let mut broadcast = finding("A-NAN", "f32", &["+normal", "+normal", "+inf"], "+normal");
    broadcast.witness.shapes = Shapes(vec![vec![2], vec![1, 1], vec![2, 1]]);
    assert_eq!(titles(&[broadcast.clone()]), ["a greater number is passed over: +normal, +normal, +inf → +normal"]);
    broadcast.witness.shapes = Shapes(vec![vec![1]; 3]);
    assert_eq!(titles(&[broadcast]), ["the last of 3 operands is lost: +normal, +normal, +inf → +normal"]);
    // The one that is unlike the others is the result.
    lost.witness.found = Some(classed("+inf"));
    assert_eq!(titles(&[lost]), ["a greater number is passed over: +normal, +normal, +normal, +inf → +normal"]);
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
    // In the destination of spans, it is the place in that.
    passed.witness.destination = Some((4_090, 7));
    assert_eq!(titles(&[passed.clone()]), ["a greater number is passed over: 2.0, 1.0 → 1.0, at element 6 of 7"]);
    assert_eq!(passed.witness.element().as_deref(), Some("element 6 of the destination"));
    passed.witness.destination = Some((4_090, 6));
    assert!(titles(&[passed.clone()])[0].ends_with("at element 4,096 of 4,097"));
    // Of what was not shrunk, another element may show it as well; of what was too long for that, the place may be all there is.
    (passed.witness.smallest, passed.witness.destination) = (false, None);
    (passed.witness.position, passed.witness.answered) = (Some(7), Some(9));
    assert!(!titles(&[passed.clone()])[0].contains("at element"));
    (passed.witness.position, passed.witness.answered) = (Some(65_536), Some(65_537));
    assert!(titles(&[passed])[0].ends_with("at element 65,536 of 65,537"));

    // Not every NaN does what a signalling one does.
    let mut lost = finding("A-NAN", "f32", &["snan", "+normal", "+normal"], "+normal");
    lost.witness.operands = vec![number("snan", "nan"), number("+normal", "2.0"), number("+normal", "1.0")];
    lost.witness.found = Some(number("+normal", "1.0"));
    assert_eq!(titles(&[lost]), ["a number is lost beside a signalling NaN: sNaN, 2.0, 1.0 → 1.0"]);
}

#[test]
fn the_result_of_no_elements_is_told_by_its_value() {
    let mut empty = done(Deed::Empty, "i8", &[], "negative", "0x81");
    empty.witness.found = Some(Element { decimal: "-127".to_owned(), ..element("negative", "0x81") });
    empty.witness.due = Some("-128".to_owned());
    assert_eq!(titles(&[empty.clone()]), ["of no elements -127, where -128 is due"]);
    // What is ill-formed has no result either, and is answered now so and now so.
    (empty.witness.answered, empty.witness.due, empty.witness.symptom) = (None, None, "asked again: -126".to_owned());
    assert_eq!(titles(&[empty]), ["where no result is due -127, asked again: -126"]);
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

#[test]
fn a_shape_is_told_with_the_one_reading_that_it_has_in_every_case() {
    let shaped = |shapes: &str, symptom: &str, readings: &[&str]| {
        let mut finding = whole(Severity::WrongShape, "ONNX-RMAX-KEEPDIMS", "f32", shapes, symptom);
        finding.witness.readings = readings.iter().map(|&it| it.to_owned()).collect();
        finding
    };
    let of_one = shaped("1", "shape 1 where the operands give scalar", &["keepdims were 1", "nothing were reduced"]);
    let of_many = shaped("2x3", "shape 2x1 where the operands give 2", &["keepdims were 1"]);
    assert_eq!(titles(std::slice::from_ref(&of_one)), ["shape 1 where the operands give scalar"]);
    let together = [of_one.clone(), of_many.clone()];
    assert_eq!(titles(&together), ["shape 1 where the operands give scalar, as if keepdims were 1"]);
    // One case has no such reading: then none is what they have in common.
    let other = shaped("scalar", "shape 1 where the operands give scalar", &[]);
    assert_eq!(titles(&[of_one, of_many, other]), ["shape 1 where the operands give scalar"]);
}

#[test]
fn what_a_clause_says_of_several_cases_takes_nothing_from_what_one_case_shows() {
    let one = |is_across_cases: bool, of: &[&str]| {
        let mut finding = Finding { is_across_cases, ..finding("A-NAN", "f32", &["+0", "+normal"], "+0") };
        finding.deed = Deed::PassedOver;
        finding.witness.settings = of.iter().map(|&it| it.to_owned()).collect();
        finding.witness.readings = of.iter().map(|_| "the operands were f16".to_owned()).collect();
        finding
    };
    let title = "with no axes named: a greater number is passed over: +0, +normal → +0, as if the operands were f16";
    assert_eq!(titles(&[one(false, &["no axes named"]), one(true, &[])]), [title]);
    let otherwise = titles(&[one(false, &["no axes named"]), one(false, &[])]);
    assert_eq!(otherwise, ["a greater number is passed over: +0, +normal → +0"]);
}

#[test]
fn an_example_of_a_whole_answer_has_elements_where_any_has() {
    let shaped = |shapes: &str| whole(Severity::WrongShape, "A-NAN", "f32", shapes, &format!("of {shapes}"));
    assert_eq!(titles(&[shaped("0"), shaped("2x3")]), ["of 2x3"]);
    assert_eq!(titles(&[shaped("0")]), ["of 0"]);
}

#[test]
fn an_operand_goes_by_the_name_of_its_argument() {
    let of = |names: [&str; 2], deed: Deed| {
        let mut finding = Finding { deed, ..finding("A-NAN", "f32", &["+0", "+normal"], "+0") };
        finding.witness.names = names.map(ToOwned::to_owned).to_vec();
        finding
    };
    let limits = [
        (Deed::Unlimited, "the element is the result, and not its bound"),
        (Deed::LowerLimit, "the lower bound is the result where it is not due"),
        (Deed::UpperLimit, "the upper bound is the result where it is not due"),
    ];
    for (deed, words) in limits {
        assert_eq!(titles(&[of(["", "max"], deed)]), [format!("{words}: +0, max +normal → +0")]);
    }
    // Whatever the operand is, the other one is the result.
    let unread = |name: &str| {
        let given = |operand: &str, decimal: &str, deed: Deed| {
            let mut finding = Finding { deed, ..finding("A-NAN", "f32", &[operand, "+normal"], "+normal") };
            let one = Element { decimal: "1.0".to_owned(), ..element("+normal", "0x1") };
            let first = Element { decimal: decimal.to_owned(), ..element(operand, "0x2") };
            (finding.witness.operands, finding.witness.found) = (vec![first, one.clone()], Some(one));
            finding.witness.names = vec![name.to_owned(), String::new()];
            finding
        };
        titles(&[given("+normal", "2.0", Deed::PassedOver), given("nan", "nan", Deed::LostNan)])
    };
    assert_eq!(unread("initial"), ["`initial` is not looked at: initial 2.0, 1.0 → 1.0"]);
    assert_eq!(unread(""), ["the first of two is not looked at: 2.0, 1.0 → 1.0"]);
}

#[test]
fn what_the_calls_are_told_in_all_that_show_it_comes_first() {
    let told = |settings: &[&str], dtype: &str| {
        let mut finding = finding("A-NAN", dtype, &["nan", "+normal"], "+normal");
        finding.witness.settings = settings.iter().map(|it| (*it).to_owned()).collect();
        finding
    };
    let title = "a NaN as the first operand is ignored: NaN, +normal → +normal";
    let both = [told(&["keepdims = 0", "`out`"], "f32"), told(&["keepdims = 0", "`out`"], "f64")];
    assert_eq!(titles(&both), [format!("with keepdims = 0 and `out`: {title}")]);
    // What one of them does without is none of its conditions.
    let one = [told(&["keepdims = 0", "`out`"], "f32"), told(&["keepdims = 0"], "f64")];
    assert_eq!(titles(&one), [format!("with keepdims = 0: {title}")]);
    // Of what was not shrunk to its end it is not known whether it needs it.
    let mut large = told(&["keepdims = 0"], "f32");
    large.witness.smallest = false;
    assert_eq!(titles(&[large]), [title]);
}

#[test]
fn the_ways_in_which_cases_showed_it_are_counted_though_shrinking_leads_to_one() {
    let mut finding = finding("A-NAN", "f32", &["nan", "+normal"], "+normal");
    finding.witness.way = Some("the first operand is a strided view".to_owned());
    let of = |finding: &Finding| titles(std::slice::from_ref(finding)).remove(0);
    assert!(of(&finding).starts_with("only where the first operand is a strided view: "));
    finding.ways = vec!["the first operand is reversed".to_owned(), "every operand is reversed".to_owned()];
    assert!(of(&finding).starts_with("only where the first operand is a strided view, and in 2 other ways: "));
}

#[test]
fn numbers_of_two_signs_tell_no_place_that_is_lost() {
    let row = |least: &str| {
        let operands = [least, least, least, "+inf"];
        Finding { deed: Deed::PassedOver, ..finding("A-NAN", "f32", &operands, least) }
    };
    assert!(titles(&[row("+normal")])[0].starts_with("the last of 4 elements is lost"));
    assert!(titles(&[row("-normal")])[0].starts_with("a greater number is passed over"));
}

#[test]
fn an_order_is_told_where_the_same_operands_show_it_in_another() {
    let kept = |operands: &[&str]| Finding { deed: Deed::KeptNan, ..finding("A-NAN", "f32", operands, "nan") };
    let first = || kept(&["nan", "+normal"]);
    assert!(titles(&[first(), kept(&["+normal", "nan"])])[0].ends_with(", in either order"));
    // Of cases that are held against each other, the operands are not those of the answer.
    let across = Finding { is_across_cases: true, ..kept(&["+normal", "nan"]) };
    assert!(!titles(&[first(), across])[0].contains("order"));
    // Another way may give the operands in another order.
    let mut chained = kept(&["+normal", "nan"]);
    chained.witness.way = Some("its result is taken again".to_owned());
    let with_chained = titles(&[first(), chained]);
    assert!(with_chained.iter().all(|title| !title.contains("order")), "{with_chained:?}");
    // Nor are other operands the same in another order.
    let three = |operands: &[&str]| finding("A-NAN", "f32", operands, "+normal");
    let others = titles(&[three(&["+normal", "nan", "+normal"]), three(&["+0", "nan", "+normal"])]);
    assert!(others.iter().all(|title| !title.contains("order")), "{others:?}");
}

#[test]
fn a_nan_that_was_made_quiet_is_that_of_its_operand() {
    let quieted = |name: &str, hex: &str| Element { hex: hex.to_owned(), ..element(name, hex) };
    let mut second = finding("A-NAN", "f32", &["nan", "snan"], "nan");
    second.witness.operands = vec![quieted("nan", "0x7fc00000"), quieted("snan", "0x7f800001")];
    second.witness.found = Some(quieted("nan", "0x7fc00001"));
    assert_eq!(titles(&[second.clone()]), ["the second of two NaNs is returned, made quiet: NaN, NaN → NaN"]);
    second.witness.found = Some(quieted("nan", "0x7fc00002"));
    assert!(titles(&[second])[0].starts_with("the bits of the result are no operand's: "));
}

#[test]
fn what_is_limited_amiss_by_who_compares_amiss_is_said_by_the_comparison() {
    let mut limited = finding("A-NAN", "f32", &["-normal", "+normal"], "+normal");
    (limited.deed, limited.operator, limited.severity) = (Deed::UpperLimit, "Clip".to_owned(), Severity::WrongNumber);
    let mut passed = finding("A-NAN", "f32", &["-normal", "+normal"], "+normal");
    (passed.operator, passed.mirrors) = ("Min".to_owned(), Some("Max".to_owned()));
    let title = titles(&[limited, passed]).remove(0);
    assert_eq!(title, "a lesser number is passed over: -normal, +normal → +normal");
}

#[test]
fn what_else_was_observed_is_told_as_a_whole() {
    let others = ["+inf", "-inf", "+0"].map(|class| finding("A-NAN", "f32", &["nan", class], class));
    let mut report = report();
    report.findings = others.to_vec();
    report.find_departures();
    let one = report.all_departures().next().expect("a departure");
    assert_eq!(one.also.len(), 2, "{:?}", one.also);
    assert_eq!(one.also_within(usize::MAX), one.also.join("; "));
    let first = one.also[0].chars().count();
    assert_eq!(one.also_within(first + 4), format!("{}; and 1 more", one.also[0]));
}

#[test]
fn a_nan_is_negative_where_no_other_shows_it() {
    let ignored = |hex: &str| {
        let mut finding = finding("A-NAN", "f32", &["nan", "+normal"], "+normal");
        finding.witness.operands[0].hex = hex.to_owned();
        finding
    };
    let negative = || ignored("0xffc00000");
    assert_eq!(
        titles(&[negative()]),
        ["a negative NaN as the first operand is ignored: negative NaN, +normal → +normal"]
    );
    let either = titles(&[negative(), Finding { clause: "B-NAN".to_owned(), ..ignored("0x7fc00000") }]);
    assert_eq!(either, ["a NaN as the first operand is ignored: NaN, +normal → +normal"]);
}

#[test]
fn an_infinity_that_a_narrower_type_makes_is_no_identity() {
    let of = |deed: Deed, operand: &str, result: &str, readings: &[&str]| {
        let mut finding = Finding { deed, ..finding("A-NAN", "f64", &[operand], result) };
        finding.witness.found = Some(element(result, &format!("0x{result}")));
        finding.witness.readings = readings.iter().map(|&it| it.to_owned()).collect();
        finding
    };
    let both = |readings: &[&str]| {
        let rounded = of(Deed::Invented, "+normal", "+normal", readings);
        let folded = Finding { is_across_cases: true, ..of(Deed::LeakedIdentity, "-normal", "-inf", &[]) };
        titles(&[rounded, of(Deed::LeakedIdentity, "-normal", "-inf", readings), folded])
    };
    let words = "another number is returned than is due: +normal → +normal, as if the elements were f32";
    assert_eq!(both(&["the elements were f32"]), [words]);
    assert_eq!(both(&[]).len(), 2);
}
