//! Each rung finds what it alone meets, each layout what is wrong there alone, and nothing of it depends on how it was cut.

use opconform_backends::Backend;
use opconform_exhaust::Rung;
use opconform_harness::enumerate::{Course, Damage, Enumeration, PairLayout, Unfit, merge};
use opconform_spec::{Case, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::enumerate::{all, changed, put};

/// The block of the positive patterns from 0x7f000000: great numbers, infinity, and NaNs.
const BLOCK: u8 = 0x7f;

fn course(rung: Rung) -> Course {
    Course::new(DType::F32, rung, PairLayout::TwoVectors, None).expect("a rung of f32")
}

/// Our kernels, which give the least of all numbers where two operands are wrong together.
fn planted(is_wrong: impl Fn(u32, u32) -> bool + Send + Sync) -> impl Backend {
    changed(move |case, outcome| {
        let Outcome::Output(outputs) = &outcome else { return outcome };
        let [first, second] = [0, 1].map(|operand| case.inputs[operand].elements::<f32>().expect("of f32"));
        let mut results = outputs[0].elements::<f32>().expect("of f32").to_vec();
        for (result, (first, second)) in results.iter_mut().zip(first.iter().zip(second)) {
            if is_wrong(first.to_bits(), second.to_bits()) {
                *result = f32::NEG_INFINITY;
            }
        }
        Outcome::Output(vec![Tensor::from_elements(outputs[0].shape(), &results).expect("as many")])
    })
}

/// The rungs that show that something is wrong.
fn shown(is_wrong: impl Fn(u32, u32) -> bool + Send + Sync) -> Vec<&'static str> {
    let wrong = planted(is_wrong);
    let rungs = Rung::usual(DType::F32).into_iter();
    let shown = rungs.filter(|&rung| put(&wrong, &course(rung), &[BLOCK], &["numpy"]).forbidden() > 0);
    shown.map(Rung::name).collect()
}

#[test]
fn each_rung_finds_what_it_alone_meets() {
    let is_nan = |bits: u32| f32::from_bits(bits).is_nan();
    assert_eq!(shown(|_, _| false), [""; 0]);
    assert_eq!(shown(move |first, second| first == second && first == 0x7f12_3456), ["same"]);
    assert_eq!(shown(|first, second| first == second ^ 0x8000_0000 && second == 0xff12_3456), ["negated"]);
    assert_eq!(shown(|first, second| second == first + 1 && first == 0x7f12_3456), ["next"]);
    let other = move |first, second| is_nan(first) && first & 1 == 0 && (first ^ second) == 0x3f_ffff;
    assert_eq!(shown(other), ["payload"]);
    // Two numbers far from each other.
    let far = |first: u32, second: u32| first >> 24 == 0x12 && second >> 24 == 0x34;
    assert_eq!(shown(far), ["random"]);
}

#[test]
fn special_values_meet_patterns_in_both_orders() {
    let wrong = |turned: bool| {
        planted(move |first, second| {
            let [special, pattern] = if turned { [second, first] } else { [first, second] };
            special == 0x8000_0000 && pattern == 0x7f12_3456
        })
    };
    for turned in [false, true] {
        let found = put(&wrong(turned), &course(Rung::Specials), &[BLOCK], &["ieee754-2019"]);
        assert_eq!((found.pairs, found.forbidden()), ((2 * 26) << 24, 1), "{:?}", found.witnesses);
        assert!(found.asked.range.ends_with("of all 2^32 patterns, in both orders"), "{}", found.asked.range);
    }
    // The usual rungs do not meet these two, and one order of a scalar meets half of it.
    assert_eq!(shown(|first, second| [first, second] == [0x8000_0000, 0x7f12_3456]), [""; 0]);
}

/// Our kernels, which take the first operand in the last of a call's elements where `is_wrong` says so of the call.
fn at_the_end(is_wrong: impl Fn(&Case, usize) -> bool + Send + Sync) -> impl Backend {
    changed(move |case, outcome| {
        let Outcome::Output(outputs) = &outcome else { return outcome };
        let mut bits = outputs[0].to_bits();
        let last = bits.len() - 1;
        if is_wrong(case, bits.len()) {
            bits[last] = case.inputs[0].bits_at(0);
        }
        Outcome::Output(vec![Tensor::from_bits(outputs[0].dtype(), outputs[0].shape(), &bits).expect("as many")])
    })
}

fn small(layout: PairLayout, length: Option<u64>) -> Course {
    Course::new(DType::U8, Rung::AllPairs, layout, length).expect("all pairs")
}

fn of(backend: &dyn Backend, layout: PairLayout, length: Option<u64>) -> Enumeration {
    put(backend, &small(layout, length), &all(), &["onnx"])
}

#[test]
fn each_layout_and_length_finds_what_is_wrong_there_alone() {
    let shown = |backend: &dyn Backend| {
        let layouts =
            PairLayout::ALL.into_iter().map(|layout| (layout, None)).chain([(PairLayout::TwoVectors, Some(7))]);
        let shown = layouts.filter(|&(layout, length)| of(backend, layout, length).forbidden() > 0);
        shown.map(|(layout, length)| (layout.name(), length)).collect::<Vec<_>>()
    };
    let is_scalar = |case: &Case, operand: usize| case.inputs[operand].shape().is_empty();
    assert_eq!(shown(&at_the_end(|_, _| false)), []);
    assert_eq!(shown(&at_the_end(move |case, _| is_scalar(case, 0))), [("scalar-first", None)]);
    assert_eq!(shown(&at_the_end(move |case, _| is_scalar(case, 1))), [("scalar-second", None)]);
    assert_eq!(shown(&at_the_end(|case, _| case.operator.name == "ReduceMax")), [("rows", None)]);
    // Of 256 elements in calls of 7 the last has 4.
    assert_eq!(shown(&at_the_end(|_, length| length == 4)), [("two-vectors", Some(7))]);
}

#[test]
fn the_length_of_a_call_changes_no_digest_where_it_changes_no_result() {
    let right = at_the_end(|_, _| false);
    let digests =
        [None, Some(1), Some(7), Some(255), Some(256)].map(|length| of(&right, PairLayout::TwoVectors, length).digest);
    assert!(digests.iter().all(|digest| *digest == digests[0]), "{digests:?}");
    assert_eq!(of(&right, PairLayout::ScalarFirst, Some(9)).digest, digests[0]);
    assert_eq!(of(&right, PairLayout::Rows, Some(9)).digest, digests[0]);
}

#[test]
fn what_is_kept_is_read_and_what_does_not_fit_is_told() {
    let right = at_the_end(|_, _| false);
    let kept = of(&right, PairLayout::ScalarSecond, Some(100));
    let text = serde_json::to_string(&kept).expect("it can be written");
    assert_eq!(serde_json::from_str::<Enumeration>(&text).expect("a result"), kept);
    assert!(kept.counts().is_ok());
    let parts =
        |other: &Enumeration| merge(&[("one".to_owned(), kept.clone()), ("two".to_owned(), other.clone())], false);
    let other = of(&right, PairLayout::ScalarFirst, Some(100));
    assert!(parts(&other).expect_err("two of them").to_string().contains("its layout is"), "{:?}", parts(&other));
    let mut damaged = kept.clone();
    damaged.asked.assumed = "any call".to_owned();
    assert!(matches!(damaged.counts(), Err(Damage::Part(_))));
    damaged.asked.rung = Rung::Same;
    assert!(matches!(damaged.counts(), Err(Damage::Unfit(Unfit::Rung { .. }))));
    // A result from before there were rungs is of all pairs, in two vectors.
    let whole = of(&right, PairLayout::TwoVectors, None);
    let mut older = serde_json::to_value(&whole).expect("it can be written");
    let asked = older["asked"].as_object_mut().expect("an object");
    asked.retain(|field, _| !["rung", "range", "layout", "length"].contains(&field.as_str()));
    assert_eq!(serde_json::from_value::<Enumeration>(older).expect("a result"), whole);
}

#[test]
fn f64_has_the_same_rungs() {
    let wrong = changed(|case, outcome| {
        let Outcome::Output(outputs) = &outcome else { return outcome };
        let first = case.inputs[0].to_bits();
        let is_it = |bits: u64| bits == 0x7f12_3457_7f12_3457;
        let bits = outputs[0].to_bits().into_iter().zip(first).map(|(bits, first)| if is_it(first) { 0 } else { bits });
        let bits: Vec<u64> = bits.collect();
        Outcome::Output(vec![Tensor::from_bits(DType::F64, outputs[0].shape(), &bits).expect("as many")])
    });
    for rung in [Rung::Same, Rung::Negated, Rung::Next] {
        let course = Course::new(DType::F64, rung, PairLayout::TwoVectors, Some(4099)).expect("a rung of f64");
        let found = put(&wrong, &course, &[BLOCK], &["numpy"]);
        assert_eq!((found.pairs, found.forbidden()), (1 << 24, 1), "{rung}: {:?}", found.witnesses);
    }
}
