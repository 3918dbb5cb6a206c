//! The ONNX model of a case: what an ONNX runtime is given, so that no adapter switches on an operator.
//!
//! In the plain way it is a single node, and the operands are the graph's inputs, with their element types and concrete shapes; what
//! else there may be, the [`way`](opconform_spec::Way) of the case says. An input that says how, such as the axes of a reduction, is
//! a constant of the graph: runtimes that compile a model want to know it then. An output is declared with the element type that it has
//! for the first operand's, as ONNX wants a type there, and without a shape: a runtime is not told what it is to infer.

use opconform_spec::{Attribute, Case, Way};
use opconform_tensor::{DType, Tensor};
use prost::Message;

use crate::proto::{
    AttributeProto, DimensionProto, GraphProto, ModelProto, OperatorSetIdProto, TensorProto, TensorShapeProto,
    TensorTypeProto, TypeProto, ValueInfoProto,
};

mod draft;
mod route;
mod surroundings;
mod transposed;

use draft::Draft;

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

/// The first version of the format that has functions.
const WITH_FUNCTIONS: i64 = 8;

/// The model of a case, encoded.
pub fn encode_model(case: &Case) -> Vec<u8> {
    model(case).encode_to_vec()
}

/// The model of a case, encoded, in which the inputs have a rank and no shape: the same for operands of every shape.
pub fn encode_open_model(case: &Case) -> Vec<u8> {
    let mut model = model(case);
    let inputs = model.graph.iter_mut().flat_map(|graph| &mut graph.input);
    let types = inputs.filter_map(|input| input.r#type.as_mut()?.tensor_type.as_mut()?.shape.as_mut());
    for dimension in types.flat_map(|shape| &mut shape.dim) {
        dimension.dim_value = None;
    }
    model.encode_to_vec()
}

/// The model of a case, with the output `y`, behind it `y1` and so on where the operator has several, and the input that is passed on, if
/// one is. Those of its inputs that are
/// [fed](Case::fed) are the graph's, and called `x0`, `x1`, … in that order; the rest are constants.
pub fn model(case: &Case) -> ModelProto {
    let turned = transposed::turned(case);
    let case = turned.as_ref().unwrap_or(case);
    let mut draft = Draft::default();
    let names = route::names(&mut draft, case);
    surroundings::result(&mut draft, case, &names);
    let operand_dtype = case.operands().first().map_or(DType::F32, Tensor::dtype);
    let Draft { nodes, initializers, functions, .. } = draft;
    let declared = case.operator.outputs().enumerate();
    let declared = declared.map(|(place, output)| value(&output_name(place), (output.dtype)(operand_dtype), None));
    let mut outputs: Vec<_> = declared.collect();
    outputs.extend(case.passed_on().map(|operand| graph_input(0, operand, case.way)));
    let graph = GraphProto {
        node: nodes,
        name: "case".to_owned(),
        initializer: initializers,
        input: case.fed().enumerate().map(|(place, (_, input))| graph_input(place, input, case.way)).collect(),
        output: outputs,
    };
    let called = functions.iter().map(|function| operator_set(&function.domain, 1));
    let ir_version = ir_version(case.opset);
    ModelProto {
        ir_version: if functions.is_empty() { ir_version } else { ir_version.max(WITH_FUNCTIONS) },
        producer_name: "opconform".to_owned(),
        graph: Some(graph),
        opset_import: [operator_set(case.operator.domain.name(), case.opset)].into_iter().chain(called).collect(),
        functions,
    }
}

/// The name of an output of the operator, by its place among them.
fn output_name(place: usize) -> String {
    if place == 0 { "y".to_owned() } else { format!("y{place}") }
}

fn operator_set(domain: &str, version: u32) -> OperatorSetIdProto {
    OperatorSetIdProto { domain: Some(domain.to_owned()), version: i64::from(version) }
}

fn graph_input(place: usize, tensor: &Tensor, way: Way) -> ValueInfoProto {
    let dimension = |(axis, &size): (usize, &usize)| match way {
        Way::Symbols => DimensionProto { dim_value: None, dim_param: Some(format!("d{place}_{axis}")) },
        _ => DimensionProto { dim_value: Some(size as i64), dim_param: None },
    };
    let dim = tensor.shape().iter().enumerate().map(dimension).collect();
    value(&format!("x{place}"), tensor.dtype(), Some(TensorShapeProto { dim }))
}

fn attributes(case: &Case) -> Vec<AttributeProto> {
    let of = |(name, value): (&String, &Attribute)| {
        let named = AttributeProto { name: name.clone(), ..AttributeProto::default() };
        match value {
            Attribute::Int(i) => Some(AttributeProto { i: Some(*i), r#type: AttributeProto::INT, ..named }),
            Attribute::Ints(ints) => Some(AttributeProto { ints: ints.clone(), r#type: AttributeProto::INTS, ..named }),
            Attribute::Float { f32 } => {
                Some(AttributeProto { f: Some(f32::from_bits(*f32)), r#type: AttributeProto::FLOAT, ..named })
            }
            Attribute::Input { .. } => None,
        }
    };
    case.attributes.iter().filter_map(of).collect()
}

fn constant(name: &str, tensor: &Tensor) -> TensorProto {
    TensorProto {
        dims: tensor.shape().iter().map(|&dim| dim.cast_signed() as i64).collect(),
        data_type: tensor.dtype().onnx(),
        name: name.to_owned(),
        raw_data: Some(tensor.to_le_bytes()),
        ..TensorProto::default()
    }
}

fn value(name: &str, dtype: DType, shape: Option<TensorShapeProto>) -> ValueInfoProto {
    let tensor_type = Some(TensorTypeProto { elem_type: dtype.onnx(), shape });
    ValueInfoProto { name: name.to_owned(), r#type: Some(TypeProto { tensor_type }) }
}
