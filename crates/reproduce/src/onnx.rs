//! The ONNX node test of a case: a model, its operands and an expected result, in the layout of ONNX's own backend tests.
//!
//! Where several results are allowed, one of them is written: ONNX's own runner compares with `==` up to NaNs, and so tells
//! neither the zeros nor the NaNs apart.

use opconform_onnx::{encode_model, tensor_proto};
use opconform_spec::Case;
use opconform_tensor::Tensor;
use prost::Message;

use crate::expected::{Allowed, Answer, Expected};

/// The files of the node test, by their paths in its folder; `None` where the operator is none of ONNX's, or the case is to be
/// refused, which a node test cannot say.
pub fn node_test(case: &Case, expected: &Expected) -> Option<Vec<(String, Vec<u8>)>> {
    let Answer::Tensor { dtype, shape, elements } = &expected.answer else { return None };
    if !case.operator.domain.is_empty() {
        return None;
    }
    let bits: Vec<u64> = elements.iter().map(|&set| Allowed::of(set, *dtype).example(*dtype)).collect();
    let result = Tensor::from_bits(*dtype, shape, &bits).ok()?;
    let mut files = vec![("model.onnx".to_owned(), encode_model(case))];
    for (index, input) in case.inputs.iter().enumerate() {
        files.push((format!("test_data_set_0/input_{index}.pb"), encode(input, &format!("x{index}"))));
    }
    files.push(("test_data_set_0/output_0.pb".to_owned(), encode(&result, "y")));
    Some(files)
}

fn encode(tensor: &Tensor, name: &str) -> Vec<u8> {
    tensor_proto(tensor, name).encode_to_vec()
}
