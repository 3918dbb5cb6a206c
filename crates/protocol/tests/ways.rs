//! A case that is put in any way comes to the adapter's side as it was sent.

mod common;

use std::cell::RefCell;
use std::collections::BTreeSet;

use common::introduction;
use opconform_protocol::{serve, suite, write_frame};
use opconform_spec::{Case, Operator, Origin, Outcome, Way};
use opconform_tensor::{DType, Tensor};

fn case(operator: &str, shapes: &[(DType, &[usize])]) -> Case {
    let operator = Operator::named(operator).expect("an operator");
    // Each input is another, so that none stands for another.
    let input = |(place, &(dtype, shape)): (usize, &(DType, &[usize]))| {
        let bits: Vec<u64> = (0..shape.iter().product()).map(|element: usize| (element + place) as u64).collect();
        Tensor::from_bits(dtype, shape, &bits).expect("a tensor")
    };
    let origin = Origin { source: "test".into(), seed: None };
    Case::new(operator, operator.newest(), shapes.iter().enumerate().map(input).collect(), "ways", origin)
}

/// What is reduced and is one row for two.
fn equal_rows() -> Case {
    let rows = Tensor::from_bits(DType::F64, &[2, 2], &[1, 2, 1, 2]).expect("a tensor");
    case("numpy.amax", &[(DType::F64, &[2, 2])]).with_inputs(vec![rows])
}

#[test]
fn every_way_arrives_with_the_operands_in_their_order() {
    let forms = [
        case("max", &[(DType::F32, &[2, 3]), (DType::F32, &[3]), (DType::F32, &[2, 3])]),
        case("max", &[(DType::I8, &[2, 3]), (DType::I8, &[2, 3])]),
        case("max", &[(DType::I8, &[2, 3]), (DType::I8, &[])]),
        case("reducemax", &[(DType::F64, &[3, 2]), (DType::I64, &[1])]),
        case("numpy.maximum", &[(DType::F32, &[2, 3]), (DType::F32, &[2, 3])]),
        case("numpy.amax", &[(DType::F64, &[3, 2])]),
        equal_rows(),
    ];
    let put =
        forms.iter().flat_map(|form| Way::all().filter(|way| way.suits(form)).map(|way| form.clone().with_way(way)));
    let sent: Vec<Case> = put.collect();
    assert!(sent.len() > 40, "{}", sent.len());
    let ways: BTreeSet<Way> = sent.iter().map(|case| case.way).collect();
    assert!(Way::all().all(|way| ways.contains(&way) || way == Way::Itself), "{ways:?}");
    let mut requests = Vec::new();
    write_frame(&mut requests, &suite::start(None).expect("a request")).expect("memory");
    write_frame(&mut requests, &suite::run(1, &sent, None).expect("a request")).expect("memory");
    let arrived: RefCell<Vec<Case>> = RefCell::default();
    let run = |cases: &[Case]| {
        arrived.borrow_mut().extend_from_slice(cases);
        cases.iter().map(|_| Outcome::Unsupported("an echo".to_owned())).collect::<Vec<_>>()
    };
    serve::serve(&mut &requests[..], &mut Vec::new(), &introduction("echo", true), run).expect("a conversation");
    let ids = |cases: &[Case]| cases.iter().map(|case| case.id().to_owned()).collect::<Vec<_>>();
    assert_eq!(ids(&arrived.borrow()), ids(&sent), "the id hashes the operands, their order and the way");
}
