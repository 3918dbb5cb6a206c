//! A case of an operator of two outputs is written to a file and read back.

use opconform_cases::file::{FileError, from_json, from_json_among, to_json};
use opconform_spec::{Case, Facts, Operator, Origin, Way};
use opconform_tensor::{DType, Tensor};

#[path = "../../spec/tests/common/top.rs"]
mod top;

use top::{REDUCE_MAX, TOP};

/// Two rows of three.
fn case() -> Case {
    let rows = [1.0_f32, 3.0, 2.0, 5.0, 5.0, 4.0].map(|number| u64::from(number.to_bits()));
    let data = Tensor::from_bits(DType::F32, &[2, 3], &rows).expect("two rows");
    let axes = Tensor::from_bits(DType::I64, &[1], &[1]).expect("an axis");
    Case::new(&TOP, 20, vec![data, axes], "rows", Origin { source: "test".into(), seed: None })
}

#[test]
fn the_case_is_read_back_with_what_is_due_of_both_outputs() {
    let text = to_json(&case());
    let again = from_json_among(&[REDUCE_MAX, &TOP], text.as_bytes()).expect("a case");
    assert_eq!((again.id(), again.operator), (case().id(), &TOP));
    assert_eq!(to_json(&again), text);
    let facts = Facts::new(&again);
    let shapes: Vec<_> = facts.outputs().map(|output| output.shape().map(<[usize]>::to_vec)).collect();
    assert_eq!(shapes, [Some(vec![2, 1]), Some(vec![2, 1])]);
}

#[test]
fn a_way_that_changes_the_result_does_not_suit_two_of_them() {
    let suits = |operator: &'static Operator, way: Way| {
        let Case { inputs, origin, .. } = case();
        way.suits(&Case::new(operator, 20, inputs, "rows", origin))
    };
    for way in [Way::Twice, Way::Clip, Way::If, Way::Loop, Way::Function, Way::Transpose] {
        assert!(suits(REDUCE_MAX, way) && !suits(&TOP, way), "{way}");
    }
    for way in [Way::Slice, Way::Concat, Way::PassedOn, Way::Symbols] {
        assert!(suits(REDUCE_MAX, way) && suits(&TOP, way), "{way}");
    }
}

#[test]
fn a_file_of_an_operator_that_is_not_registered_is_refused() {
    let error = from_json(to_json(&case()).as_bytes()).expect_err("an unknown operator");
    assert!(matches!(&error, FileError::Operator(name) if name == "Top"), "{error}");
}
