//! Calls beyond a boundary, here one that a test has room for: what is wrong behind it is found, and nothing else.

use std::iter;

use opconform_backends::{Backend, Description, HugeCall, MadeOf};
use opconform_cases::huge::{Huge, huge, small_types};
use opconform_harness::huge::{Came, ask};
use opconform_spec::{Case, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::backend::{Planted, right};

/// The boundary of these tests: beyond a chunk of those that are looked at together.
const BOUNDARY: usize = 1 << 16;

fn all(backend: &dyn Backend) -> Vec<(Huge, Came)> {
    let claims = &backend.describe().claims;
    let calls = small_types().flat_map(|dtype| huge(dtype, BOUNDARY));
    calls.filter_map(|call| Some((call.clone(), ask(backend, &call, u64::MAX, claims, true).ok()?))).collect()
}

fn broken(backend: &dyn Backend) -> Vec<(Huge, Came)> {
    all(backend).into_iter().filter(|(_, came)| !came.broken.is_empty()).collect()
}

#[test]
fn who_is_right_breaks_nothing_and_is_compared() {
    let all = all(&Planted::right());
    assert_eq!(all.len(), 122);
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

/// A maximum breaks something, and nothing is broken but at elements of which this is so: zeros may be right in a minimum.
fn is_found_only_at(backend: &dyn Backend, is_wrong: fn(usize) -> bool) {
    let found = broken(backend);
    assert!(found.iter().any(|(call, _)| call.to_string().starts_with("Max of")), "{found:?}");
    let elements: Vec<usize> =
        found.iter().flat_map(|(_, came)| &came.broken).filter_map(|broken| broken.element).collect();
    assert!(elements.into_iter().all(is_wrong), "{found:?}");
}

/// Every pair that is asked for breaks something at elements of which this is so, and nowhere else.
fn is_found_at(backend: &dyn Backend, is_wrong: fn(usize) -> bool) {
    for (call, came) in all(backend).into_iter().filter(|(call, _)| !call.is_reduction()) {
        let elements: Vec<usize> = came.broken.iter().filter_map(|broken| broken.element).collect();
        assert!(!elements.is_empty() && elements.into_iter().all(is_wrong), "{call}: {came:?}");
    }
}

/// A backend in a process of its own, of which a result is told by a few elements: as `backend` gives it for the call made whole.
struct Elsewhere {
    backend: Planted,
    takes_huge: bool,
}

impl Backend for Elsewhere {
    fn describe(&self) -> &Description {
        self.backend.describe()
    }

    fn made_of(&self) -> MadeOf {
        self.backend.made_of()
    }

    fn is_isolated(&self) -> bool {
        true
    }

    fn heat(&self, _: &[Case]) {}

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        None
    }

    fn on_one_thread(&self) -> Option<&str> {
        None
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        panic!("{} cases were sent whole", cases.len());
    }

    fn huge(&self, call: &HugeCall<'_>) -> Option<(Vec<usize>, Outcome)> {
        let few = &call.case.inputs[0];
        let marks: Vec<(usize, u64)> = call.places.iter().copied().zip(few.to_bits().into_iter().skip(1)).collect();
        let mut inputs = call.case.inputs.clone();
        inputs[0] = Tensor::uniform(few.dtype(), &[call.length], few.bits_at(0), &marks);
        let outcome = self.backend.run(&[call.case.clone().with_inputs(inputs)]).remove(0);
        let places: Vec<usize> = iter::once(1_234).chain(call.places.iter().copied()).collect();
        let told = match outcome {
            Outcome::Output(outputs) if outputs[0].len() == call.length => {
                let bits: Vec<u64> = places.iter().map(|&place| outputs[0].bits_at(place)).collect();
                let told = Tensor::from_bits(few.dtype(), &[bits.len()], &bits).expect("as many bits");
                (places, Outcome::Output(vec![told]))
            }
            outcome => (call.places.to_vec(), outcome),
        };
        self.takes_huge.then_some(told)
    }
}

#[test]
fn who_is_elsewhere_is_judged_by_what_is_told_of_it() {
    let sound = Elsewhere { backend: Planted::right(), takes_huge: true };
    let all = all(&sound);
    assert_eq!(all.len(), 122);
    assert!(all.iter().all(|(_, came)| came.broken.is_empty() && came.compared > 0), "{all:?}");
    for is_wrong in [|place| place == BOUNDARY, |place| place == 1_234] {
        is_found_only_at(&Elsewhere { backend: zero_at(is_wrong), takes_huge: true }, is_wrong);
    }
    let calls = huge(DType::I8, BOUNDARY);
    let silent = Elsewhere { backend: Planted::right(), takes_huge: false };
    let why = ask(&silent, &calls[0], u64::MAX, &silent.describe().claims, true).expect_err("it takes none");
    assert!(why.contains("makes no operand of a few of its elements"), "{why}");
}

#[test]
fn what_is_wrong_behind_the_boundary_is_found_there() {
    let is_behind = |place| place >= BOUNDARY;
    is_found_at(&zero_at(is_behind), is_behind);
}

#[test]
fn the_last_element_is_looked_at() {
    let is_last = |place| place == BOUNDARY + 66;
    is_found_only_at(&zero_at(is_last), is_last);
}

#[test]
fn an_element_that_is_no_mark_is_found_too() {
    let is_one = |place| place == 1_234;
    is_found_only_at(&zero_at(is_one), is_one);
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
            // NumPy's documentation demands no answer of a reduction, nor of elements that others add to it: a refusal is told, and not
            // held against anyone.
            let condensed = call.condensed(&[0]);
            let is_added = condensed.inputs[0].dtype().is_float8();
            let is_demanded = condensed.operator.form.is_onnx() || !(call.is_reduction() || is_added);
            assert_eq!(came.broken.is_empty(), is_refusal && !is_demanded, "{call}: {came:?}");
            assert_eq!(came.refusal.is_some(), is_refusal);
        }
        assert_eq!(all.len(), 122);
    }
    let silent = Planted::each("silent", |_| Outcome::Unsupported("no memory".to_owned()));
    assert!(all(&silent).is_empty());
}
