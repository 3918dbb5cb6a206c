//! What shows in a way alone that is not usual is found where all ways are tried.

use opconform_cases::{Settings, Ways};
use opconform_spec::{Case, Layout, Outcome, Way, Which};
use opconform_tensor::{DType, Tensor};

use crate::backend::{Planted, right};
use crate::{plan, run};

/// The elements as they are from the next lower address on that is a multiple of their size: each a byte behind its own.
fn below(tensor: &Tensor) -> Tensor {
    let count = tensor.len() * tensor.dtype().size();
    let bytes: Vec<u8> = std::iter::once(0).chain(tensor.to_le_bytes()).take(count).collect();
    Tensor::from_le_bytes(tensor.dtype(), tensor.shape(), &bytes).expect("as many bytes")
}

/// The answer of who takes every array for aligned.
fn of_aligned(case: &Case) -> Outcome {
    let read = |(place, input): (usize, &Tensor)| match case.way {
        Way::Laid(Layout::Misaligned, which) if which.includes(place) => below(input),
        _ => input.clone(),
    };
    right(&case.clone().with_inputs(case.inputs.iter().enumerate().map(read).collect()))
}

/// The answer of who passes over a constant behind two operands that are fed.
fn without_last(case: &Case) -> Outcome {
    let is_passed_over = matches!(case.way, Way::Initializer(Which::Last) | Way::Constant(Which::Last));
    let kept = if is_passed_over { 2 } else { case.inputs.len() };
    right(&case.clone().with_inputs(case.inputs[..kept].to_vec()))
}

/// The ways of the cases that show what is found on a backend, of an operator and f16, in a source of ways.
fn shown(answer: fn(&Case) -> Outcome, operator: &str, ways: Ways) -> Vec<Way> {
    let mut cases = opconform_cases::all(&Settings { random_cases: 0, ways, ..Settings::default() });
    let is_asked = |case: &Case| case.operator.qualified() == operator && case.types().name() == DType::F16.name();
    cases.retain(|case| is_asked(case) && matches!(&*case.origin.source, "view" | "way"));
    assert!(!cases.is_empty());
    run(&plan(cases, vec![Planted::each("misreading", answer)])).witnesses.iter().map(|case| case.way).collect()
}

#[test]
fn what_is_read_from_the_aligned_address_below_is_found_with_all_ways() {
    assert_eq!(shown(of_aligned, "numpy.maximum", Ways::Few), []);
    let ways = shown(of_aligned, "numpy.maximum", Ways::All);
    assert!(!ways.is_empty() && ways.iter().all(|way| way.layout() == Some(Layout::Misaligned)), "{ways:?}");
}

#[test]
fn a_last_constant_that_is_passed_over_is_found_with_all_ways() {
    assert_eq!(shown(without_last, "Max", Ways::Few), []);
    let ways = shown(without_last, "Max", Ways::All);
    assert!(!ways.is_empty() && ways.iter().all(|way| *way == Way::Initializer(Which::Last)), "{ways:?}");
}
