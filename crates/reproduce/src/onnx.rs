//! The ONNX files of a case: a model, its operands and an expected result, in the layout of ONNX's own backend tests.
//!
//! Where several results are allowed, one of them is written: ONNX's own runner compares with `==` up to NaNs, and so tells
//! neither the zeros nor the NaNs apart.

use opconform_onnx::proto::{DimensionProto, ModelProto, TensorShapeProto, TensorTypeProto, TypeProto};
use opconform_onnx::{encode_model, model, tensor_proto};
use opconform_spec::{Case, Outcome, reference};
use opconform_tensor::Tensor;
use prost::Message;

use crate::allowed::Allowed;
use crate::expected::{Answer, Expected};

/// The files of the node test, by their paths in its folder; `None` where the operator is none of ONNX's, or the case is to be
/// refused, which a node test cannot say.
pub fn node_test(case: &Case, expected: &Expected) -> Option<Vec<(String, Vec<u8>)>> {
    let Answer::Tensor { dtype, shape, elements } = &expected.answer else { return None };
    if !case.operator.form.is_onnx() {
        return None;
    }
    // Where anything is allowed, what runs the test still compares: the reference gives what is most likely there.
    let reference = reference(case);
    let likely = |position| match &reference {
        Outcome::Output(outputs) => outputs[0].bits_at(position),
        _ => 0,
    };
    let example = |(position, allowed): (usize, &Allowed)| match allowed {
        Allowed::Anything => likely(position),
        allowed => allowed.example(*dtype),
    };
    let bits: Vec<u64> = elements.iter().enumerate().map(example).collect();
    let result = Tensor::from_bits(*dtype, shape, &bits).ok()?;
    let mut files = with_operands(case, checked_model(case, &result).encode_to_vec());
    files.push(("test_data_set_0/output_0.pb".to_owned(), encode(&result, "y")));
    files.extend(case.passed_on().map(|it| ("test_data_set_0/output_1.pb".to_owned(), encode(it, "x0"))));
    Some(files)
}

/// The files of the node test, or the model and its operands alone where there is no result to expect; none where the operator
/// is none of ONNX's.
pub(crate) fn files(case: &Case, expected: Option<&Expected>) -> Vec<(String, Vec<u8>)> {
    if !case.operator.form.is_onnx() {
        return Vec::new();
    }
    let complete = expected.and_then(|expected| node_test(case, expected));
    complete.unwrap_or_else(|| with_operands(case, encode_model(case)))
}

/// A model and the operands that it takes; the other inputs are constants of the model.
fn with_operands(case: &Case, model: Vec<u8>) -> Vec<(String, Vec<u8>)> {
    let fed = |(index, (_, input))| (format!("test_data_set_0/input_{index}.pb"), encode(input, &format!("x{index}")));
    let operands = case.fed().enumerate().map(fed);
    std::iter::once(("model.onnx".to_owned(), model)).chain(operands).collect()
}

/// The model with the type and shape of its result, which ONNX's own checker asks for.
fn checked_model(case: &Case, result: &Tensor) -> ModelProto {
    let mut model = model(case);
    let dim = |&dim: &usize| DimensionProto { dim_value: Some(dim as i64), dim_param: None };
    let shape = Some(TensorShapeProto { dim: result.shape().iter().map(dim).collect() });
    let tensor_type = Some(TensorTypeProto { elem_type: result.dtype().onnx(), shape });
    for output in model.graph.iter_mut().filter_map(|graph| graph.output.first_mut()) {
        output.r#type = Some(TypeProto { tensor_type: tensor_type.clone() });
    }
    model
}

fn encode(tensor: &Tensor, name: &str) -> Vec<u8> {
    tensor_proto(tensor, name).encode_to_vec()
}
