//! Calls beyond a boundary, here one that a test has room for: what is wrong behind it is found, and nothing else.

use opconform_cases::huge::{Huge, TYPES, huge};
use opconform_harness::huge::{Came, ask};
use opconform_spec::{Case, Outcome};
use opconform_tensor::Tensor;

use crate::backend::{Lane, Planted, elementwise, maximum};

/// The boundary of these tests: beyond a chunk of those that are looked at together.
const BOUNDARY: usize = 1 << 16;

fn all(backend: &Planted) -> Vec<(Huge, Came)> {
    let claims = &opconform_backends::Backend::describe(backend).claims;
    let calls = TYPES.into_iter().flat_map(|dtype| huge(dtype, BOUNDARY));
    calls.filter_map(|call| Some((call.clone(), ask(backend, &call, claims, true).ok()?))).collect()
}

fn broken(backend: &Planted) -> Vec<(Huge, Came)> {
    all(backend).into_iter().filter(|(_, came)| !came.broken.is_empty()).collect()
}

#[test]
fn who_is_right_breaks_nothing_and_is_compared() {
    let all = all(&Planted::right());
    assert!(all.len() > 60, "{}", all.len());
    for (call, came) in all {
        assert!(came.broken.is_empty() && came.compared > 0, "{call}: {came:?}");
    }
}

#[test]
fn what_is_wrong_behind_the_boundary_is_found_at_its_place() {
    let faulty = Planted::elementwise("zero-behind", |lane: &Lane| match lane.position {
        0..BOUNDARY => maximum(lane.dtype, lane.operands),
        _ => 0,
    });
    for (call, came) in all(&faulty).into_iter().filter(|(call, _)| !call.is_reduction()) {
        let elements: Vec<_> = came.broken.iter().filter_map(|broken| broken.element).collect();
        assert!(elements.iter().all(|&element| element >= BOUNDARY), "{call}: {came:?}");
        // The zero is the least of u8, and what its Min and a maximum of bools have to give.
        assert!(
            !elements.is_empty() || call.to_string().contains("of u8") || call.to_string().contains("bool"),
            "{call}"
        );
    }
}

#[test]
fn an_element_that_is_no_mark_is_found_too() {
    let faulty = Planted::elementwise("one-is-zero", |lane: &Lane| match lane.position {
        1_234 => 0,
        _ => maximum(lane.dtype, lane.operands),
    });
    let broken = broken(&faulty);
    let elements: Vec<_> = broken.iter().flat_map(|(_, came)| &came.broken).filter_map(|it| it.element).collect();
    assert!(!elements.is_empty() && elements.iter().all(|&element| element == 1_234), "{broken:?}");
}

#[test]
fn a_reduction_that_ends_at_the_boundary_is_found() {
    let short = |case: &Case| {
        let mut case = case.clone();
        if case.inputs[0].len() > BOUNDARY && case.operator.form.is_reduction() {
            let bits = &case.inputs[0].to_bits()[..BOUNDARY];
            case.inputs[0] = Tensor::from_bits(case.inputs[0].dtype(), &[BOUNDARY], bits).expect("a tensor");
        }
        elementwise(&case, |lane| maximum(lane.dtype, lane.operands))
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
        assert!(all(&refusing).iter().all(|(_, came)| !came.broken.is_empty()), "{outcome:?}");
    }
    let silent = Planted::each("silent", |_| Outcome::Unsupported("no memory".to_owned()));
    assert!(all(&silent).is_empty());
}
