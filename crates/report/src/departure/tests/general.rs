//! What all findings together say, and none of them by itself.

use super::made::*;
use crate::departure::*;
use crate::model::Element;

/// Of two operands, the one that is taken in place of the other, by a maximum of floats that each type has.
fn taken(dtype: &str, operands: [(&str, &str); 2], place: usize) -> Finding {
    let classes = operands.map(|(class, _)| class);
    let mut finding = finding("A-NAN", dtype, &classes, classes[place]);
    finding.witness.operands = operands.map(|(class, number)| element_of(class, number)).to_vec();
    finding.witness.found = Some(finding.witness.operands[place].clone());
    finding
}

const ONE: (&str, &str) = ("+normal", "1.0");
const TWO: (&str, &str) = ("+normal", "2.0");
const ZERO: (&str, &str) = ("+0", "0.0");
const NAN: (&str, &str) = ("nan", "nan");
const MINUS_ZERO: (&str, &str) = ("-0", "-0.0");

#[test]
fn an_operand_that_is_not_looked_at_is_one_cause_whatever_stands_in_it() {
    let number = taken("f32", [ONE, TWO], 0);
    let nan = taken("f32", [ONE, NAN], 0);
    let zero = taken("f32", [MINUS_ZERO, ZERO], 0);
    let integer = taken("i32", [("0", "0"), ("positive", "1")], 0);
    let all = [number, nan.clone(), zero, integer];
    assert_eq!(titles(&all), ["the second of two is not looked at: 1.0, 2.0 → 1.0"]);
    // Where a number in it is looked at, it is the NaN that is not.
    let other = taken("f32", [TWO, ONE], 1);
    assert_eq!(titles(&[all[0].clone(), other, nan.clone()]).len(), 2);
    // A number that a narrower kernel cannot tell from its neighbour says nothing of others.
    let close = taken("f32", [ONE, ("+normal", "1.0000001")], 0);
    assert_eq!(titles(&[close, nan.clone()]).len(), 2);
    // Nor do numbers of another operator.
    let elsewhere = Finding { operator: "ReduceMax".to_owned(), ..all[0].clone() };
    assert_eq!(titles(&[elsewhere, nan]).len(), 2);
}

#[test]
fn a_number_that_is_given_whatever_the_operands_are_is_one_cause() {
    let given = |dtype: &str, class: &str, decimal: &str, zero: &str, deed: Deed| {
        let mut finding = Finding { deed, ..finding("A-NAN", dtype, &[class], zero) };
        finding.witness.operands = vec![element_of(class, decimal)];
        finding.witness.found = Some(element_of(zero, "0"));
        finding
    };
    let float = given("f32", "-normal", "-1.0", "+0", Deed::Invented);
    let nan = given("f32", "nan", "nan", "+0", Deed::LostNan);
    let zero = given("f32", "-0", "-0.0", "+0", Deed::OtherZero);
    let integer = given("i32", "negative", "-1", "0", Deed::Invented);
    let all = [float, nan, zero, integer];
    assert_eq!(titles(&all), ["0 is the result, though no operand is: -normal → +0"]);
    // A great number that comes out as 0 is a matter of its own.
    let overflow = given("f32", "-normal", "-1e38", "+0", Deed::Invented);
    assert_eq!(titles(&[overflow, all[1].clone()]).len(), 2);
}

#[test]
fn numbers_of_integers_and_floats_that_go_wrong_alike_are_one_cause() {
    let passed = |dtype: &str, classes: [&str; 3], decimals: [&str; 3]| {
        let mut finding = finding("A-NAN", dtype, &classes, classes[0]);
        finding.witness.operands = classes.iter().zip(decimals).map(|(class, it)| element_of(class, it)).collect();
        finding.witness.found = Some(element_of(classes[0], decimals[0]));
        finding
    };
    let float = || passed("f32", ["-normal", "+0", "-normal"], ["-7.0", "0.0", "-7.0"]);
    let integer = |dtype: &str| passed(dtype, ["negative", "0", "negative"], ["-7", "0", "-7"]);
    assert_eq!(titles(&[float(), integer("i8"), integer("i64")]).len(), 1);
    // A kernel of one width has its own reason.
    assert_eq!(titles(&[float(), integer("i64")]).len(), 2);
    assert_eq!(titles(&[float(), integer("i64"), integer("u64")]).len(), 2);
    // Numbers of both signs are told apart by these.
    let float_of_both = passed("f32", ["-normal", "+normal", "-normal"], ["-2.0", "0.5", "-2.0"]);
    let of_both = |dtype: &str| passed(dtype, ["negative", "positive", "negative"], ["-7", "7", "-7"]);
    assert_eq!(titles(&[float_of_both, of_both("i8"), of_both("i64")]).len(), 1);
    // What is lost of numbers and zero may be what a narrower type does not have.
    let small = passed("f64", ["+0", "+normal", "+0"], ["0.0", "1e-300", "0.0"]);
    let great = |dtype: &str, number: &str| passed(dtype, ["0", "positive", "0"], ["0", number, "0"]);
    assert_eq!(titles(&[small, great("u32", "2147483648"), great("u64", "9223372036854775808")]).len(), 2);
    // Beside a NaN a number is lost too, by whoever loses no NaN.
    let beside = || finding("A-NAN", "f32", &["-normal", "nan", "+0"], "-normal");
    assert_eq!(titles(&[float(), beside()]).len(), 1);
    let nan = || finding("A-NAN", "f32", &["+0", "nan"], "+0");
    assert_eq!(titles(&[float(), beside(), nan()]).len(), 2);
}

#[test]
fn numbers_of_one_sign_go_wrong_alike_where_they_are_the_same_or_the_same_of_their_bits() {
    let altered = |dtype: &str, class: &str, [number, hex]: [&str; 2], [result, found]: [&str; 2]| {
        let mut finding = Finding { deed: Deed::Invented, ..finding("A-NAN", dtype, &[class], class) };
        finding.witness.operands = vec![Element { decimal: number.to_owned(), ..element(class, hex) }];
        finding.witness.found = Some(Element { decimal: result.to_owned(), ..element(class, found) });
        finding
    };
    // The upper half of an integer is dropped, and a float is rounded.
    let dropped = |dtype: &str, hex: &str| altered(dtype, "positive", ["1099511627777", hex], ["1", "0x1"]);
    let integers = || [dropped("i64", "0x10000000001"), altered("i32", "positive", ["65537", "0x10001"], ["1", "0x1"])];
    let rounded =
        altered("f64", "+normal", ["1.0000000000000002", "0x3ff0000000000001"], ["1.0", "0x3ff0000000000000"]);
    let [wide, narrow] = integers();
    assert_eq!(titles(&[wide, narrow, rounded.clone()]).len(), 2);
    // The last bit is lost of all of them.
    let even = |dtype: &str| altered(dtype, "positive", ["3", "0x3"], ["2", "0x2"]);
    assert_eq!(titles(&[even("i64"), even("i32"), rounded]).len(), 1);
    let doubled = |dtype: &str, class: &str, digits: [[&str; 2]; 2]| altered(dtype, class, digits[0], digits[1]);
    let same = [
        doubled("i64", "positive", [["1", "0x1"], ["2", "0x2"]]),
        doubled("i32", "positive", [["1", "0x1"], ["2", "0x2"]]),
        doubled("f32", "+normal", [["1.0", "0x3f800000"], ["2.0", "0x40000000"]]),
    ];
    assert_eq!(titles(&same).len(), 1);
}

#[test]
fn a_nan_that_comes_through_a_narrower_type_is_of_the_cause_of_the_numbers_that_do() {
    let changed = |dtype: &str, class: &str, deed: Deed| {
        let mut finding = Finding { deed, ..finding("A-NAN", dtype, &[class], class) };
        finding.witness.found = Some(element_of(class, "other"));
        finding
    };
    let number = changed("f64", "+normal", Deed::Invented);
    let nan = changed("f64", "nan", Deed::OtherNan);
    assert_eq!(titles(&[number.clone(), nan.clone()]).len(), 1);
    // Where a NaN is changed in another type too, that is what is done with NaNs.
    let elsewhere = changed("f32", "nan", Deed::OtherNan);
    assert_eq!(titles(&[number.clone(), nan, elsewhere]).len(), 2);
    // And so it is where one NaN is given for another.
    let mut other = taken("f64", [NAN, NAN], 0);
    other.deed = Deed::OtherNan;
    assert_eq!(titles(&[number, other]).len(), 2);
}

#[test]
fn an_answer_of_another_shape_comes_of_what_makes_elements_of_other_places_be_read() {
    let misread = Finding { alone: false, deed: Deed::ReadElsewhere, ..finding("A-NAN", "f32", &["+0"], "+normal") };
    let shape = whole("shape 2x1 where the operands give 1x2", Deed::OtherShape);
    assert_eq!(titles(&[misread.clone(), shape.clone()]).len(), 1);
    // Nothing else does: a type, the shape of another operator, and where numbers are nobody's too.
    let of_type = whole("element type f32 from operands of f16", Deed::OtherType);
    assert_eq!(titles(&[misread.clone(), of_type]).len(), 2);
    let elsewhere = Finding { operator: "ReduceMax".to_owned(), ..shape.clone() };
    assert_eq!(titles(&[misread.clone(), elsewhere]).len(), 2);
    let invented = Finding { deed: Deed::Invented, ..misread.clone() };
    assert_eq!(titles(&[misread, invented, shape]).len(), 2);
}

#[test]
fn what_stood_there_before_the_call_is_of_one_cause_whatever_the_operands_are() {
    let left = |deed: Deed, operands: [(&str, &str); 2]| {
        let mut left = Finding { deed, ..taken("f32", operands, 0) };
        left.witness.before.clone_from(&left.witness.found);
        left
    };
    let mut unwritten = left(Deed::AsBefore, [ZERO, ZERO]);
    (unwritten.result, unwritten.witness.found) = (Some(class("+normal")), Some(element_of("+normal", "1.0")));
    unwritten.witness.before.clone_from(&unwritten.witness.found);
    let all = [unwritten.clone(), left(Deed::PassedOver, [ONE, TWO]), left(Deed::LostNan, [ONE, NAN])];
    assert_eq!(titles(&all), ["the result is what stood there before the call: +0, +0 → +normal"]);
    // Where an element of another place is read, the destination may be what is read.
    let misread = Finding { deed: Deed::ReadElsewhere, ..unwritten.clone() };
    assert_eq!(titles(&[misread, unwritten.clone()]), ["an element of another place is read: +0, +0 → +normal"]);
    // Where every element is written, and where another stood there before, it is something else.
    assert_eq!(titles(&all[1..]), ["the second of two is not looked at: 1.0, 2.0 → 1.0"]);
    let mut other = all[1].clone();
    other.witness.before = Some(element_of("+0", "0.0"));
    assert_eq!(titles(&[unwritten.clone(), other]).len(), 2);
    // What is read elsewhere, and did not stand there before, says that the other stood there by chance.
    let mut misread = Finding { alone: false, deed: Deed::ReadElsewhere, ..unwritten.clone() };
    misread.witness.before = Some(element_of("+0", "0.0"));
    let lost = Finding { alone: false, deed: Deed::PassedOver, ..misread.clone() };
    let read = titles(&[misread, lost.clone(), Finding { alone: false, ..unwritten.clone() }]);
    assert_eq!(read, ["an element of another place is read: +0, +0 → +normal"]);
    // Where elements are overwritten that are to be left alone, numbers and NaNs are wrong in company.
    let overwrote = Finding { deed: Deed::Overwrote, ..unwritten };
    let nan = Finding { alone: false, deed: Deed::LostNan, ..taken("f32", [ONE, NAN], 0) };
    let written = titles(&[overwrote, lost, nan]);
    assert_eq!(written, ["an element that is to be left alone is overwritten: +0, +0 → +normal"]);
}

#[test]
fn the_other_end_of_the_order_is_one_cause_where_either_order_of_plain_numbers_shows_it() {
    let passed = |operands, place| Finding { deed: Deed::PassedOver, ..taken("f32", operands, place) };
    let mut zero = taken("f32", [ZERO, MINUS_ZERO], 1);
    zero.deed = Deed::OtherZero;
    let either = [passed([ONE, TWO], 0), passed([TWO, ONE], 1), zero.clone()];
    assert_eq!(titles(&either), ["a greater number is passed over: 1.0, 2.0 → 1.0"]);
    // In one order it is an operand that is not looked at, and a zero's sign is something else.
    assert_eq!(titles(&[passed([ONE, TWO], 0), zero.clone()]).len(), 2);
    // And where a number comes out that is no operand.
    let mut invented = passed([ONE, TWO], 0);
    (invented.deed, invented.witness.found) = (Deed::Invented, Some(element_of("+normal", "3.0")));
    assert_eq!(titles(&[passed([ONE, TWO], 0), passed([TWO, ONE], 1), invented, zero]).len(), 2);
}

#[test]
fn what_changes_later_comes_of_a_call_that_leaves_something_behind() {
    let mut changed = Finding { deed: Deed::Unsteady, ..finding("DET-WARM", "f32", &["nan"], "nan") };
    changed.witness.later = Some((500, element_of("+0", "0.0")));
    let mut carried = Finding { deed: Deed::Carried, ..finding("A-NAN", "f32", &["+0"], "+normal") };
    // After calls of which none is known, it is what comes out once much was asked.
    assert_eq!(titles(&[changed.clone(), carried.clone()]).len(), 1);
    assert!(titles(&[changed.clone(), carried.clone()])[0].contains("after 500 cases"));
    let elsewhere = Finding { operator: "ReduceMax".to_owned(), ..carried.clone() };
    assert_eq!(titles(&[changed.clone(), carried.clone(), elsewhere.clone()]).len(), 1);
    carried.witness.after = Some("an earlier case".to_owned());
    let both = titles(&[changed.clone(), carried.clone()]);
    assert!(both.len() == 1 && both[0].starts_with("something of an earlier call is still there"), "{both:?}");
    // Of another operator, one call is not looked for everywhere.
    assert_eq!(titles(&[changed.clone(), carried.clone(), elsewhere]).len(), 1);
    // Another operator's is its own.
    carried.operator = "ReduceMax".to_owned();
    assert_eq!(titles(&[changed, carried]).len(), 2);
}

fn whole(symptom: &str, deed: Deed) -> Finding {
    let mut whole = Finding { deed, alone: false, ..finding("A-NAN", "f32", &[], "+0") };
    (whole.result, whole.witness.found, whole.severity) = (None, None, Severity::WrongShape);
    whole.witness.symptom = symptom.to_owned();
    whole.witness.fault = Some(fault(deed, symptom));
    whole
}

#[test]
fn what_stands_in_memory_that_is_never_written_comes_of_what_is_overwritten_in_its_place() {
    let mut overwrote = finding("MARS-WHERE", "f32", &["+0"], "+normal");
    (overwrote.deed, overwrote.alone) = (Deed::Overwrote, false);
    let mut carried = finding("A-NAN", "f32", &["+normal"], "+0");
    (carried.deed, carried.alone) = (Deed::Carried, false);
    assert_eq!(titles(&[overwrote.clone(), carried.clone()]).len(), 1);
    // Where one call is known to leave it behind, it is that one.
    carried.witness.after = Some("an earlier case".to_owned());
    assert_eq!(titles(&[overwrote, carried]).len(), 2);
}

#[test]
fn what_is_refused_where_a_number_of_the_call_is_the_same_comes_of_the_elements_that_are_read_there() {
    let told = |mut finding: Finding, settings: &[&str]| {
        finding.witness.settings = settings.iter().map(|it| (*it).to_owned()).collect();
        finding
    };
    let read = || Finding { deed: Deed::ReadElsewhere, ..finding("A-NAN", "f32", &["+normal", "+normal"], "+inf") };
    let refused = || refused(super::made::whole(Severity::WrongRefusal, "B", "f32", "2x3 + 2", "refused"), "no");
    let of = |one: &[&str], other: &[&str]| titles(&[told(read(), one), told(refused(), other)]).len();
    assert_eq!(of(&["axis = 0"], &["axis = 0"]), 1);
    assert_eq!(of(&["axis = 0"], &["axis = 1"]), 2);
    assert_eq!(of(&[], &[]), 2);
    // Other calls may be told nothing of it, in what a clause says of them together; and an answer where none is due comes of the same.
    let across = Finding { is_across_cases: true, ..read() };
    let answered = |setting: &str| told(Finding { deed: Deed::Answered, ..refused() }, &[setting, "another"]);
    let all = |setting: &str| {
        [told(read(), &["axis = 0"]), across.clone(), told(refused(), &["axis = 0"]), answered(setting)]
    };
    assert_eq!([titles(&all("axis = 0")).len(), titles(&all("axis = 1")).len()], [1, 2]);
}
