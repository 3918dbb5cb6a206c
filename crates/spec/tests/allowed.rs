//! What a source allows is objected to by no MUST clause of its profile, and what no reading of it allows is.

mod common;

use common::{bits, case, tensor};
use opconform_spec::{
    Attribute, Case, ElementSet, Facts, Level, Operator, Origin, Outcome, Profile, Scope, Trial, clauses, judge,
    reference,
};
use opconform_tensor::{DType, Tensor};

const F32: DType = DType::F32;

fn call(operator: &str, opset: u32, inputs: Vec<Tensor>, attributes: &[(&str, Attribute)]) -> Case {
    let operator = Operator::named(operator).expect("an operator");
    let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let origin = Origin { source: "test".into(), seed: None };
    Case::new(operator, opset, inputs, "allowed", origin).with_attributes(attributes)
}

/// A tensor of zeros.
fn zeros(dtype: DType, shape: &[usize]) -> Tensor {
    tensor(dtype, shape, &vec![0; shape.iter().product()])
}

fn values(names: &[&str]) -> Tensor {
    tensor(F32, &[names.len()], &names.iter().map(|name| bits(F32, name)).collect::<Vec<_>>())
}

fn gives(output: Tensor) -> Outcome {
    Outcome::Output(vec![output])
}

fn refused() -> Outcome {
    Outcome::Rejected("no".to_owned())
}

/// The clauses of a level that object under one profile; where it is MUST, its sets say the same.
fn objections(profile: &str, case: &Case, outcome: &Outcome, level: Level) -> Vec<&'static str> {
    let profile = Profile::named(profile).expect("a profile");
    let facts = Facts::new(case);
    let (trial, scope) = (Trial::new(&facts, outcome), Scope::of(&facts, &[profile]));
    assert_eq!(scope.profiles().len(), 1, "{} speaks of {}", profile.name, case.id());
    let broken = clauses().zip(judge(&trial, &scope)).filter(|(_, decision)| decision.is_violation());
    let ids: Vec<_> = broken.filter(|(clause, _)| clause.level == level).map(|(clause, _)| clause.id).collect();
    if level == Level::Must {
        let by_sets = profile.judge(&trial).is_violation();
        assert_eq!(by_sets, !ids.is_empty(), "{} {}: {outcome:?} {ids:?}", profile.name, case.id());
    }
    ids
}

fn must(profile: &str, case: &Case, outcome: &Outcome) -> Vec<&'static str> {
    objections(profile, case, outcome, Level::Must)
}

fn should(profile: &str, case: &Case, outcome: &Outcome) -> Vec<&'static str> {
    objections(profile, case, outcome, Level::Should)
}

fn paddle(x: &[usize], y: &[usize], axis: Option<i64>) -> Case {
    let axis: Vec<_> = axis.map(|axis| ("axis", Attribute::Int(axis))).into_iter().collect();
    call("paddle.maximum", 1, vec![zeros(F32, x), zeros(F32, y)], &axis)
}

#[test]
fn paddle_answers_one_shape_at_any_axis() {
    for axis in [None, Some(-9), Some(-2), Some(-1), Some(0), Some(1), Some(2), Some(9)] {
        for shape in [&[2, 3][..], &[], &[1], &[2, 0]] {
            let case = paddle(shape, shape, axis);
            assert_eq!(must("paddle-legacy", &case, &gives(zeros(F32, shape))), [""; 0]);
            assert_eq!(must("paddle-legacy", &case, &refused()), ["PADDLE-RESULT", "PADDLE-CASE-1"]);
        }
    }
}

#[test]
fn paddle_says_nothing_of_what_is_neither_case() {
    for (x, y) in [(&[2, 3, 4, 5][..], &[1, 4, 5][..]), (&[2, 3], &[2]), (&[2, 1], &[2, 3])] {
        let case = paddle(x, y, None);
        for outcome in [gives(zeros(F32, x)), gives(zeros(F32, y)), refused()] {
            assert_eq!(must("paddle-legacy", &case, &outcome), [""; 0]);
            assert_eq!(should("paddle-legacy", &case, &outcome), [""; 0]);
        }
        assert!(Profile::named("paddle-legacy").expect("a profile").gap(&Facts::new(&case)).is_some());
    }
}

#[test]
fn paddle_fixes_the_type_of_a_result_of_two_types() {
    let mixed = call("paddle.maximum", 1, vec![zeros(F32, &[2]), zeros(DType::I64, &[2])], &[]);
    assert_eq!(must("paddle-legacy", &mixed, &refused()), [""; 0]);
    assert_eq!(must("paddle-legacy", &mixed, &gives(zeros(F32, &[2]))), [""; 0]);
    assert_eq!(must("paddle-legacy", &mixed, &gives(zeros(DType::I64, &[2]))), ["PADDLE-TYPE"]);
}

fn reduce(opset: u32, data: Tensor, axes: &[i64]) -> Case {
    if opset < 18 {
        return call("ReduceMax", opset, vec![data], &[("axes", Attribute::Ints(axes.to_vec()))]);
    }
    let axes = tensor(DType::I64, &[axes.len()], &axes.iter().map(|axis| axis.cast_unsigned()).collect::<Vec<_>>());
    call("ReduceMax", opset, vec![data, axes], &[])
}

#[test]
fn where_nothing_is_said_of_the_maximum_of_nothing_and_of_rank_0_a_refusal_conforms() {
    let said = ["onnx-1", "onnx-11", "onnx-13", "onnx-18", "onnx-20"];
    let unsaid = ["onnx-12", "onnx-seed-1", "onnx-seed-11", "onnx-seed-12", "onnx-seed-13"];
    for profile in said.into_iter().chain(unsaid) {
        let opset = profile.rsplit_once('-').and_then(|(_, opset)| opset.parse().ok()).expect("an operator set");
        let scalar = call("ReduceMax", opset, vec![zeros(F32, &[])], &[]);
        let mut empty = vec![reduce(opset, zeros(F32, &[2, 0]), &[1])];
        if opset >= 11 {
            empty.push(reduce(opset, zeros(F32, &[2, 0]), &[-1]));
        }
        let expected = |id: &'static str| if said.contains(&profile) { vec![id] } else { Vec::new() };
        assert_eq!(must(profile, &scalar, &refused()), expected("ONNX-RMAX-RANK-0"), "{profile}");
        for empty in empty {
            assert_eq!(must(profile, &empty, &refused()), expected("ONNX-RMAX-EMPTY"), "{profile}");
            let zero = gives(zeros(F32, &[2, 1]));
            assert_eq!(must(profile, &empty, &zero), expected("ONNX-RMAX-EMPTY"), "{profile}");
            assert_eq!(must(profile, &empty, &reference(&empty)), [""; 0], "{profile}");
        }
        // Nothing is left beside the axes either: the same tensor without elements.
        let left = reduce(opset, zeros(F32, &[2, 0]), &[0]);
        assert_eq!(must(profile, &left, &refused()), expected("ONNX-RMAX-EMPTY"), "{profile}");
        assert_eq!(must(profile, &left, &reference(&left)), [""; 0], "{profile}");
    }
}

#[test]
fn what_shape_inference_alone_forbids_is_no_must() {
    let clash = case(13, vec![zeros(F32, &[2]), zeros(F32, &[3])]);
    let answered = gives(zeros(F32, &[3]));
    assert_eq!(must("onnx-13", &clash, &answered), [""; 0]);
    assert_eq!(should("onnx-13", &clash, &answered), ["ONNX-MAX-8-SHAPES"]);
    for (profile, opset, expected) in [
        ("onnx-13", 13, &["ONNX-RMAX-RANGE"][..]),
        ("onnx-seed-11", 11, &["ONNX-RMAX-RANGE"]),
        // No range stands in version 1.
        ("onnx-1", 1, &[]),
        ("onnx-seed-1", 1, &[]),
    ] {
        let outside = reduce(opset, zeros(F32, &[2]), &[1]);
        let answered = gives(zeros(F32, &[1]));
        assert_eq!(must(profile, &outside, &answered), [""; 0], "{profile}");
        assert_eq!(should(profile, &outside, &answered), expected, "{profile}");
    }
}

#[test]
fn what_the_comments_in_the_code_of_net_say_binds_nobody_who_follows_the_page() {
    let span = |start, length| Attribute::Ints(vec![start, length]);
    for (x, y, destination, id) in [
        (span(0, 2), span(2, 1), span(4, 2), "NET-CALL-LENGTH"),
        (span(0, 2), span(2, 2), span(5, 1), "NET-CALL-DESTINATION"),
        (span(0, 2), span(4, 2), span(1, 2), "NET-CALL-OVERLAP-FIRST"),
    ] {
        let spans = [("x", x), ("y", y), ("destination", destination)];
        let case = call("dotnet.SpanMax", 1, vec![zeros(F32, &[6])], &spans);
        let answered = gives(zeros(F32, &[6]));
        assert_eq!(must("ieee754-2019", &case, &answered), [id]);
        assert_eq!(must("ieee754-seed", &case, &answered), [""; 0], "{id}");
        assert_eq!(must("ieee754-seed", &case, &refused()), [""; 0], "{id}");
    }
}

#[test]
fn the_first_draft_of_sonnx_has_no_identity() {
    let alone = |name| case(13, vec![values(&[name])]);
    assert_eq!(must("sonnx-seed", &alone("-0.0"), &gives(values(&["0.0"]))), [""; 0]);
    assert_eq!(must("sonnx-seed", &alone("nan"), &gives(values(&["snan"]))), [""; 0]);
    assert_eq!(must("sonnx-seed", &alone("1.0"), &refused()), ["SONNX-MAX-C1", "SONNX-MAX-C2"]);
}

#[test]
fn of_nans_alone_any_nan_is_the_maximum_and_nothing_is_left_of_them_in_a_reduction_alone() {
    let max = |opset| case(opset, vec![values(&["nan1"]), values(&["-snan"])]);
    let paddle = call("paddle.maximum", 1, vec![values(&["nan1"]), values(&["-snan"])], &[]);
    let cases = [
        ("sonnx-seed", max(13), "SONNX-MAX-NUMBER"),
        ("onnx-13", max(13), "ONNX-MAX-NUMBER"),
        ("paddle-legacy", paddle, "PADDLE-NUMBER"),
    ];
    for (profile, case, id) in cases {
        for nan in ["nan", "nan2", "-nan", "snan"] {
            assert_eq!(must(profile, &case, &gives(values(&[nan]))), [""; 0], "{profile}: {nan}");
        }
        for number in ["-inf", "0.0", "inf"] {
            assert_eq!(must(profile, &case, &gives(values(&[number]))), [id], "{profile}: {number}");
        }
    }
    // What passes over every NaN there is reduces nothing.
    let row = reduce(20, values(&["nan1", "-snan"]), &[0]);
    assert_eq!(must("onnx-20", &row, &gives(values(&["-inf"]))), [""; 0]);
    assert_eq!(must("onnx-20", &row, &gives(values(&["0.0"]))), ["ONNX-RMAX-NUMBER"]);
}

#[test]
fn which_nan_it_is_is_no_must() {
    let one = |names: [&str; 2]| {
        let [x, y] = names.map(|name| values(&[name]));
        [("ieee754-2019", case(13, vec![x.clone(), y.clone()])), ("numpy", call("numpy.maximum", 1, vec![x, y], &[]))]
    };
    for (profile, case) in one(["nan1", "1.0"]).into_iter().chain(one(["nan1", "nan2"])) {
        let canonical = gives(values(&["nan"]));
        assert_eq!(must(profile, &case, &canonical), [""; 0], "{profile}");
        assert_eq!(should(profile, &case, &canonical).len(), 1, "{profile}");
    }
}

#[test]
fn mars_says_nothing_of_the_maximum_of_nothing_and_has_no_initial() {
    for name in ["numpy.amax", "numpy.nanmin"] {
        let empty = call(name, 1, vec![zeros(F32, &[0])], &[]);
        let zero = gives(zeros(F32, &[]));
        assert_eq!(must("numpy", &empty, &zero), [""; 0]);
        assert_eq!(should("numpy", &empty, &zero), ["MARS-AMAX-EMPTY"]);
        let initial = call(name, 1, vec![zeros(F32, &[2]), zeros(F32, &[])], &[("initial", Attribute::Int(1))]);
        assert_eq!(must("numpy", &initial, &refused()), [""; 0]);
        let along =
            |axes: &[i64]| call(name, 1, vec![zeros(F32, &[2, 3])], &[("axis", Attribute::Ints(axes.to_vec()))]);
        assert_eq!(must("numpy", &along(&[1]), &refused()), ["MARS-AMAX-AXIS"]);
        // NumPy's: no axis, several, none of several, one from the back.
        assert_eq!(must("numpy", &call(name, 1, vec![zeros(F32, &[2])], &[]), &refused()), [""; 0]);
        for axes in [&[][..], &[0, 1], &[-1]] {
            assert_eq!(must("numpy", &along(axes), &refused()), [""; 0], "{axes:?}");
        }
        let keepdims = [("axis", Attribute::Ints(vec![0])), ("keepdims", Attribute::Int(1))];
        assert_eq!(must("numpy", &call(name, 1, vec![zeros(F32, &[2, 3])], &keepdims), &refused()), [""; 0]);
    }
}

/// What a document says of one function is not asked of another that it has a line about.
#[test]
fn fmax_broadcasts_where_it_likes() {
    for (name, x, y, due) in [
        ("numpy.fmax", &[2, 3][..], &[3][..], &[][..]),
        ("numpy.fmax", &[2], &[2], &["MARS-MAX-BROADCAST"]),
        ("numpy.maximum", &[2, 3], &[3], &["MARS-MAX-BROADCAST"]),
    ] {
        assert_eq!(
            must("numpy", &call(name, 1, vec![zeros(F32, x), zeros(F32, y)], &[]), &refused()),
            due,
            "{name} {x:?}"
        );
    }
}

/// A document on the maximum of two numbers does not say which types there are, nor what a tensor without elements is.
#[test]
fn what_a_document_on_two_numbers_does_not_ask_for_may_be_refused() {
    let pair = |dtype, shape: &[usize]| case(13, vec![zeros(dtype, shape), zeros(dtype, shape)]);
    for (profile, due) in [
        ("stablehlo", "STABLEHLO-MAX-VALUE"),
        ("webnn-max", "WEBNN-MAX-VALUE"),
        ("torch-maximum", "TORCH-MAXIMUM-VALUE"),
    ] {
        assert_eq!(must(profile, &pair(F32, &[2]), &refused()), [due]);
        assert_eq!(must(profile, &pair(F32, &[0]), &refused()), [""; 0], "{profile}");
        assert_eq!(must(profile, &pair(DType::F16, &[2]), &refused()), [""; 0], "{profile}");
    }
    assert_eq!(must("stablehlo", &case(13, vec![zeros(F32, &[2])]), &refused()), [""; 0]);
    assert_eq!(must("stablehlo", &reduce(20, zeros(F32, &[2]), &[0]), &refused()), ["STABLEHLO-MAX-VALUE"]);
    assert_eq!(must("ieee754-2019", &pair(DType::Bf16, &[2]), &refused()), [""; 0]);
    assert_eq!(must("ieee754-2019", &pair(DType::F16, &[2]), &refused()), ["NET-MAX-SHAPE"]);
}

/// Beside a NaN the result is a NaN or the maximum of the numbers: that the NaN is lost may be allowed, that a number is, is not.
#[test]
fn a_number_that_is_lost_with_a_nan_is_a_must_everywhere() {
    let row = || values(&["2.0", "8.0", "nan", "5.0", "6.0"]);
    let each = || ["2.0", "8.0", "nan", "5.0"].map(|name| values(&[name])).to_vec();
    let pair = || vec![values(&["8.0"]), values(&["nan"])];
    let span = ("x", Attribute::Ints(vec![0, 5]));
    for (profile, case, shape, clause) in [
        ("sonnx-seed", case(13, each()), &[1][..], "SONNX-MAX-NUMBER"),
        ("sonnx", case(13, each()), &[1], "SONNX-MAX-NUMBER"),
        ("onnx-8", case(8, each()), &[1], "ONNX-MAX-NUMBER"),
        ("onnx-20", reduce(20, row(), &[0]), &[1], "ONNX-RMAX-NUMBER"),
        ("onnx-seed-13", reduce(13, row(), &[0]), &[1], "ONNX-RMAX-NUMBER"),
        ("ieee754-2019", call("dotnet.SpanMaxReduce", 1, vec![row()], &[span]), &[], "NET-MAX-NUMBER"),
        ("numpy", call("numpy.amax", 1, vec![row()], &[]), &[], "MARS-MAX-NUMBER"),
        ("numpy", call("numpy.nanmax", 1, vec![row()], &[]), &[], "MARS-MAX-NUMBER"),
        ("paddle-legacy", call("paddle.maximum", 1, pair(), &[]), &[1], "PADDLE-NUMBER"),
    ] {
        let found = |name| must(profile, &case, &gives(tensor(F32, shape, &[bits(F32, name)]))).contains(&clause);
        assert!(found("6.0") && found("-inf"), "{profile}: {}", case.id());
        assert!(!found("nan1") && !found("8.0"), "{profile}: {}", case.id());
    }
}

/// A reduction that ignores NaNs has nothing left of NaNs alone: a NaN, and what the maximum of nothing is, are allowed by who says no
/// more than that; what is neither, is not.
#[test]
fn of_nans_alone_a_reduction_that_ignores_them_may_give_the_maximum_of_nothing() {
    for (operator, nothing, other) in [("numpy.nanmax", "-inf", "inf"), ("numpy.nanmin", "inf", "-inf")] {
        let case = call(operator, 1, vec![values(&["nan", "nan1"])], &[]);
        let objections = |name| must("numpy", &case, &gives(tensor(F32, &[], &[bits(F32, name)])));
        for name in ["nan", "nan1", nothing] {
            assert_eq!(objections(name), [""; 0], "{operator} {name}");
        }
        assert_eq!([other, "1.0"].map(|name| objections(name).contains(&"MARS-NANMAX")), [true; 2], "{operator}");
    }
    let fmax = call("numpy.fmax", 1, vec![values(&["nan"]), values(&["nan1"])], &[]);
    assert!(must("numpy", &fmax, &gives(values(&["-inf"]))).contains(&"MARS-FMAX"));
}

/// A no-op that reduces is seen however it goes wrong: in its elements, in its shape, or by a refusal.
#[test]
fn a_no_op_is_spoken_of_however_it_goes_wrong() {
    let data = tensor(F32, &[2, 1], &[bits(F32, "1.0"), bits(F32, "2.0")]);
    let noop = |keepdims| {
        let attributes = [("noop_with_empty_axes", Attribute::Int(1)), ("keepdims", Attribute::Int(keepdims))];
        call("ReduceMax", 20, vec![data.clone()], &attributes)
    };
    for (keepdims, outcome) in [
        (1, gives(values(&["2.0"]).reshape(&[1, 1]).expect("one element"))),
        (0, gives(values(&["2.0"]).reshape(&[]).expect("one element"))),
        (0, gives(values(&["1.0", "2.0"]))),
        (1, refused()),
    ] {
        assert_eq!(must("onnx-20", &noop(keepdims), &outcome), ["ONNX-RMAX-NOOP"], "{outcome:?}");
    }
    assert_eq!(must("onnx-20", &noop(0), &gives(data.clone())), [""; 0]);
}

#[test]
fn a_set_is_within_another_where_all_of_its_results_are() {
    let dtype = DType::F32;
    let [nan, one, zero, negative] = ["nan", "1.0", "0.0", "-0.0"].map(|name| bits(dtype, name));
    let [subnormal, other, signalling] = ["min_subnormal", "nan1", "snan"].map(|name| bits(dtype, name));
    let number = |bits| ElementSet::NanOrNumber(bits, "a gap");
    for (set, other) in [
        (ElementSet::Only(nan), ElementSet::CanonicalNan),
        (ElementSet::Only(other), ElementSet::QuietNan),
        (ElementSet::Only(signalling), ElementSet::QuietNanOr([signalling; 2])),
        (ElementSet::CanonicalNan, ElementSet::QuietNan),
        (ElementSet::QuietNan, ElementSet::QuietNanOr([signalling; 2])),
        (ElementSet::QuietNanOr([signalling; 2]), ElementSet::QuietNanOr([signalling, signalling | 2])),
        (ElementSet::QuietNanOr([signalling; 2]), ElementSet::AnyNan),
        (ElementSet::Only(zero), ElementSet::AnyZero),
        (ElementSet::AnyZero, ElementSet::NumberOrZero(subnormal)),
        (ElementSet::Only(subnormal), ElementSet::NumberOrZero(subnormal)),
        (ElementSet::NumberOrZero(subnormal), ElementSet::Anything("a gap")),
        (ElementSet::NumberOrZero(subnormal), ElementSet::FlushedOnTheWay(subnormal + 1)),
        (ElementSet::FlushedOnTheWay(subnormal), ElementSet::FlushedOnTheWay(subnormal + 1)),
        (ElementSet::FlushedOnTheWay(subnormal), ElementSet::Anything("a gap")),
        (ElementSet::AnyNan, number(one)),
        (ElementSet::AnyZero, number(zero)),
        (number(one), ElementSet::Anything("a gap")),
    ] {
        assert!(
            set.is_within(dtype, set) && set.is_within(dtype, other) && !other.is_within(dtype, set),
            "{set:?} {other:?}"
        );
    }
    assert!(!ElementSet::AnyNan.is_within(dtype, ElementSet::Only(nan)));
    assert!(!ElementSet::AnyZero.is_within(dtype, ElementSet::Only(negative)));
}
