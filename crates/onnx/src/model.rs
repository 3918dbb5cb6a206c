//! The single-node ONNX model of a case: what an ONNX runtime is given, so that no adapter switches on an operator.
//!
//! The operands are the graph's inputs, with their element types and concrete shapes. An input that says how, such as the axes
//! of a reduction, is a constant of the graph: runtimes that compile a model want to know it then. The output is declared with
//! the first operand's element type, as ONNX wants a type there, and without a shape: a runtime is not told what it is to
//! infer.

use opconform_spec::{Attribute, Case};
use opconform_tensor::{DType, Tensor};
use prost::Message;

use crate::data_type::data_type;
use crate::proto::{
    AttributeProto, DimensionProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto,
    TensorShapeProto, TensorTypeProto, TypeProto, ValueInfoProto,
};

/// The version of the format that came with an operator set of the default domain: the oldest one that may hold it, so that
/// the most runtimes accept it.
pub fn ir_version(opset: u32) -> i64 {
    match opset {
        ..=8 => 3,
        9 => 4,
        10 => 5,
        11 => 6,
        12..=14 => 7,
        15..=18 => 8,
        19..=20 => 9,
        21..=22 => 10,
        23 => 11,
        24 => 12,
        25..=27 => 13,
        _ => 14,
    }
}

/// The model of a case, encoded.
pub fn encode_model(case: &Case) -> Vec<u8> {
    model(case).encode_to_vec()
}

/// The model of a case: its operator on inputs `x0`, `x1`, … with the output `y`. The first of these are the graph's inputs, as
/// many as there are [operands](Case::operands); the rest are constants.
pub fn model(case: &Case) -> ModelProto {
    let names: Vec<String> = (0..case.inputs.len()).map(|index| format!("x{index}")).collect();
    let operands = case.operands();
    let output_dtype = operands.first().map_or(DType::F32, Tensor::dtype);
    let node = NodeProto {
        input: names.clone(),
        output: vec!["y".to_owned()],
        name: "node".to_owned(),
        op_type: case.operator.name.to_owned(),
        attribute: case.attributes.iter().map(|(name, value)| attribute(name, value)).collect(),
        domain: case.operator.domain.to_owned(),
    };
    let constants = names.iter().zip(&case.inputs).skip(operands.len());
    let initializer = constants.map(|(name, tensor)| constant(name, tensor)).collect();
    let input = names.into_iter().zip(operands);
    let graph = GraphProto {
        node: vec![node],
        name: "case".to_owned(),
        initializer,
        input: input.map(|(name, tensor)| value(name, tensor.dtype(), Some(shape(tensor.shape())))).collect(),
        output: vec![value("y".to_owned(), output_dtype, None)],
    };
    ModelProto {
        ir_version: ir_version(case.opset),
        producer_name: "opconform".to_owned(),
        graph: Some(graph),
        opset_import: vec![OperatorSetIdProto {
            domain: Some(case.operator.domain.to_owned()),
            version: i64::from(case.opset),
        }],
    }
}

fn attribute(name: &str, value: &Attribute) -> AttributeProto {
    let name = name.to_owned();
    match value {
        Attribute::Int(i) => AttributeProto { name, i: Some(*i), ints: Vec::new(), r#type: AttributeProto::INT },
        Attribute::Ints(ints) => AttributeProto { name, i: None, ints: ints.clone(), r#type: AttributeProto::INTS },
    }
}

fn constant(name: &str, tensor: &Tensor) -> TensorProto {
    TensorProto {
        dims: tensor.shape().iter().map(|&dim| dim.cast_signed() as i64).collect(),
        data_type: data_type(tensor.dtype()),
        name: name.to_owned(),
        raw_data: Some(tensor.to_le_bytes()),
        ..TensorProto::default()
    }
}

fn value(name: String, dtype: DType, shape: Option<TensorShapeProto>) -> ValueInfoProto {
    let tensor_type = Some(TensorTypeProto { elem_type: data_type(dtype), shape });
    ValueInfoProto { name, r#type: Some(TypeProto { tensor_type }) }
}

fn shape(shape: &[usize]) -> TensorShapeProto {
    TensorShapeProto { dim: shape.iter().map(|&dim| DimensionProto { dim_value: Some(dim as i64) }).collect() }
}
