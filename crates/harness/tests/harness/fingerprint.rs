//! Backends with a rule of their own: the fingerprint names it, and the pictures show where it holds.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use opconform_harness::Completed;
use opconform_report::{Backend, Fingerprint};
use opconform_spec::Case;
use opconform_tensor::Class;

use crate::backend::{Lane, Planted, is_nan, maximum, maximum_number, rank};
use crate::{cases, plan, run};

/// A name, a rule, and what is to be read off it: NaN, signalling NaN, both NaN, payload, zero, subnormals, named function.
type Rule = (&'static str, fn(&Lane) -> u64, [&'static str; 7]);

const QUIET: u64 = 0x0040_0000;

fn compare(lane: &Lane, takes_first: fn(i128, i128) -> bool) -> u64 {
    let &[a, b] = lane.operands else { return maximum(lane.dtype, lane.operands) };
    let value = |bits: u64| if bits == 0x8000_0000 { 0 } else { rank(lane.dtype, bits) };
    let ordered = !is_nan(lane.dtype, a) && !is_nan(lane.dtype, b);
    if ordered && takes_first(value(a), value(b)) { a } else { b }
}

fn flushed(lane: &Lane) -> u64 {
    let bits = maximum(lane.dtype, lane.operands);
    match Class::of(lane.dtype, bits) {
        Class::PositiveSubnormal => 0,
        Class::NegativeSubnormal => 0x8000_0000,
        _ => bits,
    }
}

/// The zero of the first operand in whole vectors of eight, of the second in the rest.
fn zero_by_lane(lane: &Lane) -> u64 {
    match *lane.operands {
        [a, b] if a != b && (a | b) == 0x8000_0000 => {
            if lane.position < lane.length - lane.length % 8 {
                a
            } else {
                b
            }
        }
        _ => maximum(lane.dtype, lane.operands),
    }
}

/// The number where a NaN meets one, in vectors of at least 20.
fn nan_by_length(lane: &Lane) -> u64 {
    let number = lane.length >= 20 && lane.operands.len() == 2;
    if number { maximum_number(lane.dtype, lane.operands) } else { maximum(lane.dtype, lane.operands) }
}

fn canonical(lane: &Lane) -> u64 {
    let bits = maximum(lane.dtype, lane.operands);
    if is_nan(lane.dtype, bits) { 0x7fc0_0000 } else { bits }
}

fn quieting(lane: &Lane) -> u64 {
    let bits = maximum(lane.dtype, lane.operands);
    if is_nan(lane.dtype, bits) { bits | QUIET } else { bits }
}

/// The greater magnitude, the positive of two alike.
fn magnitude(lane: &Lane) -> u64 {
    let of = |bits: u64| bits & 0x7fff_ffff;
    match *lane.operands {
        [a, b] if !is_nan(lane.dtype, a) && !is_nan(lane.dtype, b) && of(a) != of(b) => {
            if of(a) > of(b) {
                a
            } else {
                b
            }
        }
        _ => maximum(lane.dtype, lane.operands),
    }
}

const OURS: &str = "opconform's own kernels: the first NaN, its bits unchanged; +0 over -0 (IEEE 754-2019 maximum)";

const FLUSHED: &str = "opconform's own kernels: the first NaN, its bits unchanged; +0 over -0 (IEEE 754-2019 maximum); but for subnormals";

const RULES: &[Rule] = &[
    (
        "ours",
        |lane| maximum(lane.dtype, lane.operands),
        ["propagates", "propagates", "the first", "kept, signalling NaNs too", "+0", "kept", OURS],
    ),
    (
        "number",
        |lane| maximum_number(lane.dtype, lane.operands),
        [
            "ignored",
            "ignored",
            "the first",
            "kept, signalling NaNs too",
            "+0",
            "kept",
            "c-fmaximum-num (IEEE 754-2019 maximumNumber)",
        ],
    ),
    (
        "magnitude",
        magnitude,
        [
            "propagates",
            "propagates",
            "the first",
            "kept, signalling NaNs too",
            "+0",
            "kept",
            "c-fmaximum-mag (IEEE 754-2019 maximumMagnitude)",
        ],
    ),
    (
        "second",
        |lane| compare(lane, |a, b| a > b),
        [
            "second operand",
            "second operand",
            "the second",
            "kept, signalling NaNs too",
            "second operand",
            "kept",
            "x86-maxps (maxps, or `a > b ? a : b`): the second operand if unordered or equal",
        ],
    ),
    (
        "second-but-zero",
        |lane| compare(lane, |a, b| a >= b),
        [
            "second operand",
            "second operand",
            "the second",
            "kept, signalling NaNs too",
            "first operand",
            "kept",
            "`a >= b ? a : b`: the second operand if unordered, the first if equal",
        ],
    ),
    (
        "flushed",
        flushed,
        ["propagates", "propagates", "the first", "kept, signalling NaNs too", "+0", "flushed", FLUSHED],
    ),
    (
        "first-alone",
        |lane| lane.operands[0],
        [
            "first operand",
            "first operand",
            "the first",
            "kept, signalling NaNs too",
            "first operand",
            "varies: kept or the wrong operand",
            "wasm-pmax (std::max, or `a < b ? b : a`): the first operand if unordered or equal; but for numbers",
        ],
    ),
    (
        "canonical",
        canonical,
        [
            "propagates",
            "propagates",
            "varies: a NaN of its own or the first or the second",
            "varies",
            "+0",
            "kept",
            "ieee754-2019 (IEEE 754-2019 maximum)",
        ],
    ),
    (
        "quieting",
        quieting,
        [
            "propagates",
            "propagates",
            "the first",
            "kept, signalling NaNs made quiet",
            "+0",
            "kept",
            "ieee754-2019 (IEEE 754-2019 maximum)",
        ],
    ),
    (
        "zero-by-lane",
        zero_by_lane,
        [
            "propagates",
            "propagates",
            "the first",
            "kept, signalling NaNs too",
            "varies: first operand in whole vectors of 8, second operand in the rest",
            "kept",
            "numpy (NumPy's maximum): a NaN propagates, the first of two; either zero",
        ],
    ),
    (
        "nan-by-length",
        nan_by_length,
        [
            "varies: propagates below length 20, ignored from there on",
            "propagates",
            "the first",
            "kept, signalling NaNs too",
            "+0",
            "kept",
            "",
        ],
    ),
];

/// Two f32 operands of Max of one shape, of few elements or swept.
fn two(case: &Case) -> bool {
    let [first, second] = case.inputs.as_slice() else { return false };
    let swept = case.slug().contains("-vs-") && first.len() <= 129;
    case.operator.qualified() == "Max" && case.types().name() == "f32" && first.shape() == second.shape() && swept
}

static RUN: LazyLock<Completed> = LazyLock::new(|| {
    let backends = RULES.iter().map(|(name, element, _)| Planted::elementwise(name, *element)).collect();
    run(&plan(cases(0, 0, two), backends))
});

fn backend(name: &str) -> &'static Backend {
    RUN.report.backends.iter().find(|backend| backend.name == name).expect("a backend")
}

#[test]
fn each_rule_is_read_off_and_named() {
    for (name, _, expected) in RULES {
        let [it] = backend(name).fingerprints.as_slice() else { panic!("{name}: one fingerprint") };
        let Fingerprint { nan, signalling_nan, both_nan, payload, zero, subnormals, .. } = it;
        let named = it.behaves_as.as_deref().unwrap_or_default();
        assert_eq!([nan, signalling_nan, both_nan, payload, zero, subnormals, named], *expected, "{name}");
        assert_eq!((it.operator.as_str(), it.dtypes.as_slice()), ("Max", ["f32".to_owned()].as_slice()), "{name}");
    }
}

#[test]
fn nothing_is_read_off_what_was_not_tried() {
    let only = |case: &Case| two(case) && case.slug() == "zero-vs-negative-zero";
    let report = run(&plan(cases(0, 0, only), vec![Planted::right()])).report;
    let it = &report.backends[0].fingerprints[0];
    assert!(
        [&it.nan, &it.signalling_nan, &it.both_nan, &it.payload, &it.zero, &it.subnormals]
            .iter()
            .all(|rule| *rule == "not observed")
    );
    assert_eq!(it.behaves_as, None);
}

/// The letters of a picture, by length.
fn rows(text: &str) -> Vec<String> {
    let row = |row: &str| {
        let mut letters = String::new();
        let mut count = 0;
        for c in row.chars() {
            match c.to_digit(10) {
                Some(digit) => count = count * 10 + digit as usize,
                None => letters.push_str(&c.to_string().repeat(std::mem::take(&mut count))),
            }
        }
        letters
    };
    text.split('/').map(row).collect()
}

#[test]
fn a_picture_shows_the_lanes_at_fault() {
    let lanes = &backend("zero-by-lane").lanes;
    let operands: Vec<&str> = lanes.iter().map(|it| it.operands.as_str()).collect();
    assert_eq!(operands, ["+0, -0", "-0, +0"]);
    for it in lanes {
        let wrong: BTreeSet<&str> = it
            .legend
            .iter()
            .filter(|kind| kind.breaks.iter().any(|id| id == "NET-MAX-ZERO"))
            .map(|kind| kind.letter.as_str())
            .collect();
        assert_eq!(wrong, BTreeSet::from([if it.operands == "+0, -0" { "s" } else { "f" }]));
        let rows = rows(&it.rows);
        assert_eq!(rows.len(), 129);
        for (index, row) in rows.iter().enumerate() {
            let length = index + 1;
            let whole = length - length % 8;
            assert_eq!(*row, format!("{}{}", "f".repeat(whole), "s".repeat(length % 8)), "{length}");
        }
    }
    assert!(backend("ours").lanes.is_empty() && backend("ours").behaviours.is_empty());
}

#[test]
fn a_grid_shows_the_classes_at_fault() {
    let [grid] = backend("flushed").grids.as_slice() else { panic!("one grid") };
    let at = |first: &str, second: &str| {
        let index = |class: &str| grid.classes.iter().position(|it| it == class).expect("a class");
        grid.rows[index(first)].as_bytes()[index(second)] as char
    };
    assert_eq!(at("+subnormal", "-normal"), 'M');
    assert_eq!(at("+subnormal", "+normal"), 'o');
    assert_eq!(at("nan", "+subnormal"), 'o');
    let [flushed, ..] = backend("flushed").behaviours.as_slice() else { panic!("a behaviour") };
    assert!(flushed.breaks.iter().any(|id| id == "SONNX-MAX-P2") && flushed.by_dtype["f32"] > 0);
    // Right in vectors, wrong in the rest: some ways of filling the cell are at fault, and not all.
    let [grid] = backend("zero-by-lane").grids.as_slice() else { panic!("one grid") };
    let zeros = grid.classes.iter().position(|it| it == "-0").expect("a class");
    assert_eq!(&grid.rows[zeros][zeros..zeros + 2], "om");
    assert!(backend("ours").grids.iter().flat_map(|grid| &grid.rows).all(|row| row.chars().all(|c| "o.".contains(c))));
}

#[test]
fn every_case_is_in_a_group() {
    let report = &RUN.report;
    assert_eq!(report.groups.iter().map(|group| group.cases).sum::<u64>(), report.cases);
    for group in &report.groups {
        let subject = group.example.split('/').nth(2).expect("a slug");
        assert!(
            group.subjects.iter().any(|it| it.replace('N', "") == subject.replace(|c: char| c.is_ascii_digit(), ""))
        );
        assert!(group.clauses.iter().any(|id| id == "SONNX-MAX-C2"), "{}", group.example);
    }
    let nan = |id: &str| report.groups.iter().filter(|group| group.clauses.iter().any(|it| it == id)).count();
    assert!(nan("NET-MAX-NAN") > 0 && nan("NET-MAX-NAN") < report.groups.len());
    assert_eq!(nan("ONNX-MAX-1-SHAPE"), 0);
}

#[test]
fn a_defect_names_a_case_that_shows_it() {
    let shown: Vec<_> = RUN.report.defects.iter().filter(|defect| defect.cases > 0).collect();
    assert!(shown.iter().any(|defect| defect.text.contains("P1 and P2 cannot both hold")));
    for defect in &RUN.report.defects {
        assert_eq!(defect.cases > 0, defect.example.is_some(), "{}", defect.text);
        assert!(defect.cases == 0 || defect.gap.is_some(), "{}", defect.text);
    }
    let elements = |case: &Case| case.elements();
    assert!(RUN.witnesses.iter().all(|case| elements(case) <= 2 * 129));
}
