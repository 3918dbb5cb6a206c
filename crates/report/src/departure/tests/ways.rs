//! What shows in other ways than the plain one: whether it is of the same cause, and what is said of the way.

use super::made::*;
use crate::departure::*;

/// The same finding in another way.
fn in_way(mut finding: Finding, way: &str) -> Finding {
    finding.witness.way = Some(way.to_owned());
    finding
}

/// The same as `clause` sees it where the case is compared with the plain way, which gives this there.
fn unlike_plainly(operator: &str, operands: &[&str], plainly: &str) -> Finding {
    let mut finding = finding("DET-CONTEXT", "f32", operands, operands[0]);
    finding.deed = Deed::Unsteady;
    finding.operator = operator.to_owned();
    finding.witness.plainly = Some(element(plainly, "0xother"));
    finding
}

fn answered(dtype: &str, shapes: &str, deed: Deed, symptom: &str) -> Finding {
    let mut finding = whole(Severity::WrongShape, "A-SHAPE", dtype, shapes, symptom);
    (finding.deed, finding.witness.fault) = (deed, Some(fault(deed, symptom)));
    finding
}

#[test]
fn a_way_is_none_of_the_conditions_of_what_the_plain_way_shows() {
    let differs = || lane(&["snan", "+0"], "+0", "snan");
    let both = titles(&[differs(), in_way(differs(), "every array is a transposed view")]);
    assert_eq!(both, ["changes with the place: signalling NaN, +0 → +0 in one, NaN in another"]);
    assert!(titles(&[in_way(differs(), "reversed")])[0].starts_with("only where reversed: "));
    // Of other operands the plain way says nothing.
    let other = in_way(lane(&["+0", "-0"], "-0", "+0"), "reversed");
    assert_eq!(titles(&[differs(), other]).len(), 2);
}

#[test]
fn a_way_is_told_with_all_that_show_the_same_in_whichever_departure() {
    let alone = in_way(finding("A-NAN", "f32", &["+normal", "-normal"], "-normal"), "constant");
    let mut elsewhere = in_company(in_way(finding("A-NAN", "f32", &["+normal", "-normal"], "-normal"), "reversed"));
    elsewhere.deed = Deed::ReadElsewhere;
    elsewhere.alone = true;
    elsewhere.witness.found = alone.witness.found.clone();
    for title in titles(&[alone, elsewhere]) {
        assert!(title.starts_with("only where ") && title.contains(", and in 1 other way: "), "{title}");
    }
}

#[test]
fn what_alters_a_nan_on_the_way_to_one_operator_is_not_what_another_does_with_places() {
    let mut wavers = lane(&["nan", "+normal"], "nan", "nan");
    wavers.operator = "ReduceMax".to_owned();
    let spread = in_way(unlike_plainly("Max", &["snan", "+normal"], "nan"), "the operands are spread out by Expand");
    let told = titles(&[wavers, spread]);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told.iter().any(|title| title.starts_with("only where the operands are spread out by Expand: ")),
        "{told:?}"
    );
}

#[test]
fn which_nan_it_is_in_a_way_is_one_cause_whether_it_is_told_by_the_place_or_by_the_plain_way() {
    let way = "every operand is an initializer";
    let differs = in_way(lane(&["nan", "nan"], "nan", "nan"), way);
    let unlike = || unlike_plainly("Max", &["nan", "nan"], "nan");
    assert_eq!(titles(&[differs.clone(), in_way(unlike(), way)]).len(), 1);
    assert_eq!(titles(&[differs, in_way(unlike(), "reversed")]).len(), 2);
}

#[test]
fn what_is_otherwise_in_the_plain_way_says_in_which_it_is_so() {
    let unlike = in_way(unlike_plainly("Max", &["nan", "nan"], "nan"), "every operand is an initializer");
    let plain = finding("MARS-MAX-FIRST", "f32", &["nan", "nan"], "nan");
    let way = |example: &Finding| super::super::circumstance::way(example, &[example], &[&unlike, &plain]);
    assert_eq!(way(&unlike), "only where every operand is an initializer: ");
    assert_eq!(way(&in_way(plain.clone(), "reversed")), "");
}

#[test]
fn what_is_wrong_with_an_answer_and_with_it_in_a_way_is_one_cause() {
    let plain = || {
        let mut plain = answered("f64", "0", Deed::OtherShape, "shape 0 where the operands give 1");
        plain.witness.readings = vec!["nothing were reduced".to_owned()];
        plain
    };
    let refused = |shapes: &str| in_way(answered("f64", shapes, Deed::Refused, "a branch of If failed"), "in a branch");
    let title = "shape 0 where the operands give 1, as if nothing were reduced";
    assert_eq!(titles(&[plain(), refused("0")]), [title]);
    // Of another case nothing is known; and a crash is more than what comes of a wrong shape.
    assert_eq!(titles(&[plain(), refused("2")]).len(), 2);
    let mut crashed = in_way(answered("f64", "0", Deed::NoAnswer, "crashed"), "in a branch");
    crashed.severity = Severity::NoAnswer;
    assert_eq!(titles(&[plain(), crashed]).len(), 2);
}

#[test]
fn what_is_wrong_in_ways_with_the_same_told_is_one_cause() {
    let told = |dtype: &str, deed: Deed, symptom: &str, setting: &str| {
        let mut finding = in_way(answered(dtype, "0", deed, symptom), "every operand is an initializer");
        finding.witness.settings = vec![setting.to_owned()];
        finding
    };
    let of_type = |setting: &str| told("u64", Deed::OtherType, "element type i64 from operands of u64", setting);
    let unread = told("u32", Deed::Refused, "no common type", "a constant operand of no elements");
    let titles_of = |setting: &str| titles(&[of_type(setting), unread.clone()]);
    let one = titles_of("a constant operand of no elements");
    assert_eq!(one.len(), 1, "{one:?}");
    assert!(one[0].contains("with a constant operand of no elements: "), "{one:?}");
    assert_eq!(titles_of("keepdims = 0").len(), 2);
}

#[test]
fn a_way_is_none_of_the_conditions_of_what_comes_and_goes() {
    let mut changes = in_way(finding("DET-FIRST", "f32", &["nan", "nan"], "nan"), "reversed");
    changes.deed = Deed::Unsteady;
    changes.witness.later = Some((3, element("nan", "0xother")));
    assert_eq!(titles(&[changes]), ["NaN, NaN → 0xnan at first, 0xother after 3 cases"]);
}
