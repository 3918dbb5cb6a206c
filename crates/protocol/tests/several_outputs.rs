//! A case of an operator of two outputs, the second of another type than the operands, goes to an adapter, and both outputs come back.

use std::cell::RefCell;

use opconform_protocol::{read_frame, serve, suite, write_frame};
use opconform_spec::{Case, OPERATORS, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

mod common;
#[path = "../../spec/tests/common/top.rs"]
mod top;

use common::introduction;
use top::{REDUCE_MAX, TOP};

/// Two rows of three.
fn case() -> Case {
    let rows = [1.0_f32, 3.0, 2.0, 5.0, 5.0, 4.0].map(|number| u64::from(number.to_bits()));
    let data = Tensor::from_bits(DType::F32, &[2, 3], &rows).expect("two rows");
    let axes = Tensor::from_bits(DType::I64, &[1], &[1]).expect("an axis");
    Case::new(&TOP, 20, vec![data, axes], "rows", Origin { source: "test".into(), seed: None })
}

/// The greatest of each row, and its place.
fn outputs() -> Vec<Tensor> {
    let values = [3.0_f32, 5.0].map(|number| u64::from(number.to_bits()));
    let output = |dtype, bits: &[u64]| Tensor::from_bits(dtype, &[2, 1], bits).expect("one for each row");
    vec![output(DType::F32, &values), output(DType::I64, &[1, 0])]
}

/// What comes back of the case from a server of these operators, and what it was given.
fn answered(operators: &[&'static Operator]) -> (Outcome, Vec<Case>) {
    let mut requests = Vec::new();
    write_frame(&mut requests, &suite::run(7, &[case()], None).expect("a request")).expect("memory");
    let about = introduction("two", false);
    let (arrived, mut answers) = (RefCell::new(Vec::new()), Vec::new());
    let run = |cases: &[Case]| {
        arrived.borrow_mut().extend_from_slice(cases);
        cases.iter().map(|_| Outcome::Output(outputs())).collect::<Vec<_>>()
    };
    serve::serve_among(operators, &mut &requests[..], &mut answers, &about, run).expect("a conversation");
    let frame = read_frame(&mut &answers[..]).expect("an answer");
    let ran = suite::read_ran(&frame, 7, 1, None).expect("what came of one case");
    let outcome = ran.outcomes.into_iter().next().and_then(Result::ok).expect("an outcome");
    (outcome, arrived.into_inner())
}

#[test]
fn both_outputs_come_back_each_in_its_type() {
    let (outcome, arrived) = answered(&[REDUCE_MAX, &TOP]);
    let [arrived] = &arrived[..] else { panic!("{arrived:?}") };
    assert_eq!((arrived.id(), arrived.operator), (case().id(), &TOP));
    let Outcome::Output(found) = outcome else { panic!("{outcome:?}") };
    let parts = |tensor: &Tensor| (tensor.dtype(), tensor.shape().to_vec(), tensor.to_bits());
    assert!(found.iter().map(parts).eq(outputs().iter().map(parts)), "{found:?}");
}

#[test]
fn who_does_not_know_the_operator_says_so() {
    let (outcome, arrived) = answered(OPERATORS);
    assert!(matches!(&outcome, Outcome::Unsupported(reason) if reason.contains("Top")), "{outcome:?}");
    assert!(arrived.is_empty());
}
