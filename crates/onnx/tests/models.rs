//! The model of a case, as a reader of ONNX finds it.

use opconform_onnx::proto::{AttributeProto, ModelProto};
use opconform_onnx::{data_type, encode_model, ir_version};
use opconform_spec::{Attribute, Attributes, Case, Operator, Origin};
use opconform_tensor::{DType, Tensor};
use prost::Message;

fn case(opset: u32, operands: &[(DType, &[usize])]) -> Case {
    let zeros = |&(dtype, shape): &(DType, &[usize])| {
        let count = shape.iter().product();
        Tensor::from_bits(dtype, shape, &vec![0; count]).expect("a tensor")
    };
    let origin = Origin { source: "test".into(), seed: None };
    Case::new(Operator::named("max").expect("Max"), opset, operands.iter().map(zeros).collect(), "model", origin)
}

fn decoded(case: &Case) -> ModelProto {
    ModelProto::decode(encode_model(case).as_slice()).expect("a model")
}

#[test]
fn a_case_is_one_node_with_its_operands_as_inputs() {
    let model = decoded(&case(12, &[(DType::F32, &[2, 0, 3]), (DType::I8, &[])]));
    assert_eq!((model.ir_version, model.opset_import[0].version), (7, 12));
    assert_eq!(model.opset_import[0].domain.as_deref(), Some(""));
    let graph = model.graph.expect("a graph");
    let [node] = graph.node.as_slice() else { panic!("one node") };
    assert_eq!((node.op_type.as_str(), node.domain.as_str()), ("Max", ""));
    assert_eq!((node.input.as_slice(), node.output.as_slice()), (&["x0".into(), "x1".into()][..], &["y".into()][..]));

    let inputs: Vec<(String, i32, Vec<i64>)> = graph
        .input
        .into_iter()
        .map(|input| {
            let tensor = input.r#type.and_then(|value| value.tensor_type).expect("a tensor");
            let dims = tensor.shape.expect("a shape").dim.into_iter().map(|dim| dim.dim_value.expect("a number"));
            (input.name, tensor.elem_type, dims.collect())
        })
        .collect();
    let expected = [("x0".into(), data_type(DType::F32), vec![2, 0, 3]), ("x1".into(), data_type(DType::I8), vec![])];
    assert_eq!(inputs, expected);

    let output = graph.output[0].r#type.clone().and_then(|value| value.tensor_type).expect("a tensor");
    assert_eq!((output.elem_type, output.shape), (data_type(DType::F32), None), "a runtime infers the shape itself");
}

#[test]
fn attributes_are_written_with_their_type_and_zero_is_present() {
    let attributes = [("axes", Attribute::Ints(vec![-1, 0])), ("keepdims", Attribute::Int(0))];
    let attributes: Attributes = attributes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let model = decoded(&case(1, &[(DType::F32, &[1])]).with_attributes(attributes));
    let node = &model.graph.expect("a graph").node[0];
    let axes = AttributeProto { name: "axes".into(), i: None, ints: vec![-1, 0], r#type: AttributeProto::INTS };
    let keepdims = AttributeProto { name: "keepdims".into(), i: Some(0), ints: vec![], r#type: AttributeProto::INT };
    assert_eq!(node.attribute, [axes, keepdims]);
}

#[test]
fn the_format_is_as_old_as_the_operator_set() {
    let versions = [1, 8, 9, 10, 11, 12, 14, 15, 18, 19, 21, 23, 24, 25, 27, 28].map(ir_version);
    assert_eq!(versions, [3, 3, 4, 5, 6, 7, 7, 8, 8, 9, 10, 11, 12, 13, 13, 14]);
}

#[test]
fn a_case_without_operands_has_a_model_too() {
    let graph = decoded(&case(13, &[])).graph.expect("a graph");
    assert!(graph.input.is_empty() && graph.node[0].input.is_empty());
}
