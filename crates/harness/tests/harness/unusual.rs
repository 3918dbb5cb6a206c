//! An array that is misaligned, and read as if it were not, is found where all ways are tried.

use opconform_cases::{Settings, Ways};
use opconform_spec::{Case, Layout, Way};
use opconform_tensor::{DType, Tensor};

use crate::backend::{Planted, right};
use crate::{plan, run};

/// The elements as they are from the next lower address on that is a multiple of their size: each a byte behind its own.
fn below(tensor: &Tensor) -> Tensor {
    let bytes: Vec<u8> =
        std::iter::once(0).chain(tensor.to_le_bytes()).take(tensor.len() * tensor.dtype().size()).collect();
    Tensor::from_le_bytes(tensor.dtype(), tensor.shape(), &bytes).expect("as many bytes")
}

/// The case as it is read by who takes every array for aligned.
fn misread(case: &Case) -> Case {
    let read = |(place, input): (usize, &Tensor)| match case.way {
        Way::Laid(Layout::Misaligned, which) if which.includes(place) => below(input),
        _ => input.clone(),
    };
    case.clone().with_inputs(case.inputs.iter().enumerate().map(read).collect())
}

/// The cases that show what is found on who takes every array for aligned.
fn witnesses(ways: Ways) -> Vec<Case> {
    let mut cases = opconform_cases::all(&Settings { random_cases: 0, ways, ..Settings::default() });
    let is_asked = |case: &Case| {
        case.operator.qualified() == "numpy.maximum" && case.inputs.iter().all(|it| it.dtype() == DType::F16)
    };
    cases.retain(|case| is_asked(case) && case.origin.source == "view");
    assert!(!cases.is_empty());
    run(&plan(cases, vec![Planted::each("misreading", |case| right(&misread(case)))])).witnesses
}

#[test]
fn what_is_read_from_the_aligned_address_below_is_found_with_all_ways() {
    assert!(witnesses(Ways::Few).is_empty());
    let found = witnesses(Ways::All);
    assert!(!found.is_empty());
    assert!(found.iter().all(|case| case.way.layout() == Some(Layout::Misaligned)), "{found:?}");
}
