//! Calls beyond a boundary, here one that a test has room for: what is wrong behind it is found, and nothing else.

use opconform_cases::huge::{Huge, TYPES, huge};
use opconform_harness::huge::{Came, ask};
use opconform_spec::{Case, Outcome};
use opconform_tensor::Tensor;

use crate::backend::{Planted, right};

/// The boundary of these tests: beyond a chunk of those that are looked at together.
const BOUNDARY: usize = 1 << 16;

fn all(backend: &Planted) -> Vec<(Huge, Came)> {
    let claims = &opconform_backends::Backend::describe(backend).claims;
    let calls = TYPES.into_iter().flat_map(|dtype| huge(dtype, BOUNDARY));
    calls.filter_map(|call| Some((call.clone(), ask(backend, &call, u64::MAX, claims, true).ok()?))).collect()
}

fn broken(backend: &Planted) -> Vec<(Huge, Came)> {
    all(backend).into_iter().filter(|(_, came)| !came.broken.is_empty()).collect()
}

#[test]
fn who_is_right_breaks_nothing_and_is_compared() {
    let all = all(&Planted::right());
    assert_eq!(all.len(), 60);
    for (call, came) in all {
        assert!(came.broken.is_empty() && came.compared > 0, "{call}: {came:?}");
    }
}

/// A backend that gives a zero at some elements of pairs, whatever the operator.
fn zero_at(is_wrong: fn(usize) -> bool) -> Planted {
    Planted::each("zero-at", move |case| match right(case) {
        Outcome::Output(outputs) if !case.operator.form.is_reduction() => {
            let (dtype, shape) = (outputs[0].dtype(), outputs[0].shape());
            let bits = outputs[0].to_bits().into_iter().enumerate();
            let bits: Vec<u64> = bits.map(|(place, bits)| if is_wrong(place) { 0 } else { bits }).collect();
            Outcome::Output(vec![Tensor::from_bits(dtype, shape, &bits).expect("as many bits")])
        }
        outcome => outcome,
    })
}

/// Every pair that is asked for breaks something at elements of which this is so, and nowhere else.
fn is_found_at(backend: &Planted, is_wrong: fn(usize) -> bool) {
    for (call, came) in all(backend).into_iter().filter(|(call, _)| !call.is_reduction()) {
        let elements: Vec<usize> = came.broken.iter().filter_map(|broken| broken.element).collect();
        assert!(!elements.is_empty() && elements.into_iter().all(is_wrong), "{call}: {came:?}");
    }
}

#[test]
fn what_is_wrong_behind_the_boundary_is_found_there() {
    let is_behind = |place| place >= BOUNDARY;
    is_found_at(&zero_at(is_behind), is_behind);
}

#[test]
fn the_last_element_is_looked_at() {
    let is_last = |place| place == BOUNDARY + 66;
    let found = broken(&zero_at(is_last));
    assert!(found.iter().any(|(call, _)| call.to_string().starts_with("Max of")), "{found:?}");
    let elements: Vec<usize> =
        found.iter().flat_map(|(_, came)| &came.broken).filter_map(|broken| broken.element).collect();
    assert!(elements.into_iter().all(is_last), "{found:?}");
}

#[test]
fn an_element_that_is_no_mark_is_found_too() {
    let is_one = |place| place == 1_234;
    let found = broken(&zero_at(is_one));
    assert!(found.iter().any(|(call, _)| call.to_string().starts_with("Max of")), "{found:?}");
    let elements: Vec<usize> =
        found.iter().flat_map(|(_, came)| &came.broken).filter_map(|broken| broken.element).collect();
    assert!(elements.into_iter().all(is_one), "{found:?}");
}

#[test]
fn a_reduction_that_ends_at_the_boundary_is_found() {
    let short = |case: &Case| {
        let mut case = case.clone();
        if case.inputs[0].len() > BOUNDARY && case.operator.form.is_reduction() {
            let bits = &case.inputs[0].to_bits()[..BOUNDARY];
            case.inputs[0] = Tensor::from_bits(case.inputs[0].dtype(), &[BOUNDARY], bits).expect("a tensor");
        }
        right(&case)
    };
    let found = broken(&Planted::each("ends-at-the-boundary", short));
    assert!(found.iter().all(|(call, _)| call.is_reduction() && call.places().all(|place| place >= BOUNDARY)));
    for name in ["ReduceMax of", "ReduceMin of", "numpy.amax of", "numpy.amin of"] {
        let of_operator = found.iter().filter(|(call, _)| call.to_string().starts_with(name)).count();
        assert!(of_operator >= 4, "{name}: {of_operator}");
    }
}

#[test]
fn a_refusal_and_a_crash_are_no_silence() {
    for outcome in [Outcome::Rejected("too large".to_owned()), Outcome::Crashed("a signal".to_owned().into())] {
        let said = outcome.clone();
        let refusing = Planted::each("refusing", move |_| said.clone());
        let all = all(&refusing);
        let is_refusal = matches!(outcome, Outcome::Rejected(_));
        for (call, came) in &all {
            // NumPy's documentation demands of a reduction no answer: a refusal is told, and not held against anyone.
            let is_demanded = call.condensed(&[0]).operator.form.is_onnx() || !call.is_reduction();
            assert_eq!(came.broken.is_empty(), is_refusal && !is_demanded, "{call}: {came:?}");
            assert_eq!(came.refusal.is_some(), is_refusal);
        }
        assert_eq!(all.len(), 60);
    }
    let silent = Planted::each("silent", |_| Outcome::Unsupported("no memory".to_owned()));
    assert!(all(&silent).is_empty());
}
