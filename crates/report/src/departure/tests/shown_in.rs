//! Where a departure is said to show.

use super::made::*;
use crate::departure::*;

/// What is said, in full and in few words, of a departure that shows in these pairs of operators and element types.
fn said(pairs: &[(&str, &[&str])]) -> [String; 2] {
    let of = |operator: &str, dtype: &str| Finding {
        operator: operator.to_owned(),
        mirrors: operator.ends_with("Min").then(|| operator.replace("Min", "Max")),
        ..finding("A-NAN", dtype, &["positive", "positive"], "positive")
    };
    let findings: Vec<Finding> =
        pairs.iter().flat_map(|(operator, types)| types.iter().map(|dtype| of(operator, dtype))).collect();
    let report = report_of(&findings);
    let departures = all(&report);
    let [one] = departures.as_slice() else { panic!("{departures:#?}") };
    [one.shows_in(), one.weighs_in(&report)]
}

#[test]
fn operators_of_the_same_types_are_told_with_all_of_them() {
    assert_eq!(said(&[("Max", &["i8", "u8"]), ("Min", &["u8", "i8"])]), ["Max, Min of i8 u8"; 2].map(str::to_owned));
}

#[test]
fn where_operators_are_of_other_types_no_pair_is_told_that_shows_nothing() {
    let [full, few] = said(&[("ReduceMax", &["i32"]), ("ReduceMin", &["i32", "bool"])]);
    assert_eq!(full, "ReduceMax of i32; ReduceMin of i32 bool");
    assert_eq!(few, full);
    // In fewer names: by the types that operators have in common, or by operators.
    let types = ["i8", "i16", "i32", "i64"];
    let [full, few] = said(&[("Max", &types), ("Min", &[&types[..], &["bool"]].concat())]);
    assert_eq!(full, "Max, Min of i8 i16 i32 i64; Min of bool");
    assert_eq!(few, full);
    let [_, few] = said(&[("Max", &[&types[..], &["u8"]].concat()), ("Min", &[&types[..], &["u8", "bool"]].concat())]);
    assert_eq!(few, "Max, Min of 5 types; Min of bool");
}

#[test]
fn of_many_parts_it_is_said_that_each_is_of_some() {
    let [full, few] = said(&[
        ("Max", &["i8", "i16"]),
        ("Min", &["i8", "i32"]),
        ("ReduceMax", &["i8", "i64", "u8"]),
        ("ReduceMin", &["i8", "u16"]),
        ("Clip", &["u8"]),
    ]);
    assert_eq!(full, "Max, Min, Clip, ReduceMax, ReduceMin, each of one or more of i8 i16 i32 i64 u8 u16");
    assert_eq!(few, "5 operators, each of one or more of 6 types");
}

#[test]
fn what_is_advice_in_another_pair_is_not_told_with_what_counts() {
    let advice = Finding { operator: "ReduceMax".to_owned(), ..finding("ONNX-NAN", "f64", &["nan", "+0"], "+0") };
    let report = report_of(&[finding("A-NAN", "f32", &["nan", "+0"], "+0"), advice]);
    let departures = all(&report);
    assert_eq!(departures[0].weighs_in(&report), "Max of f32");
    assert_eq!(departures[0].shows_in(), "Max of f32; ReduceMax of f64");
}
