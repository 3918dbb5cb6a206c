//! The messages of `onnx.proto`: the fields that the models of cases and their tensors take, under their own tag numbers.

use prost::Message;

/// A model: a graph, and the operator sets that its nodes are read under.
#[derive(Clone, PartialEq, Message)]
pub struct ModelProto {
    /// Version of the format.
    #[prost(int64, tag = "1")]
    pub ir_version: i64,
    /// What wrote the model.
    #[prost(string, tag = "2")]
    pub producer_name: String,
    /// The graph.
    #[prost(message, optional, tag = "7")]
    pub graph: Option<GraphProto>,
    /// Operator sets by domain.
    #[prost(message, repeated, tag = "8")]
    pub opset_import: Vec<OperatorSetIdProto>,
    /// Functions that nodes may call as they call operators.
    #[prost(message, repeated, tag = "25")]
    pub functions: Vec<FunctionProto>,
}

/// A function of a model: nodes under a name of their own.
#[derive(Clone, PartialEq, Message)]
pub struct FunctionProto {
    /// The name.
    #[prost(string, tag = "1")]
    pub name: String,
    /// Names of the parameters.
    #[prost(string, repeated, tag = "4")]
    pub input: Vec<String>,
    /// Names of the results.
    #[prost(string, repeated, tag = "5")]
    pub output: Vec<String>,
    /// The nodes, in topological order.
    #[prost(message, repeated, tag = "7")]
    pub node: Vec<NodeProto>,
    /// Operator sets by domain.
    #[prost(message, repeated, tag = "9")]
    pub opset_import: Vec<OperatorSetIdProto>,
    /// The domain.
    #[prost(string, tag = "10")]
    pub domain: String,
}

/// An operator set.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct OperatorSetIdProto {
    /// The domain; empty for the default one.
    #[prost(string, optional, tag = "1")]
    pub domain: Option<String>,
    /// The version.
    #[prost(int64, tag = "2")]
    pub version: i64,
}

/// A graph.
#[derive(Clone, PartialEq, Message)]
pub struct GraphProto {
    /// The nodes, in topological order.
    #[prost(message, repeated, tag = "1")]
    pub node: Vec<NodeProto>,
    /// The name.
    #[prost(string, tag = "2")]
    pub name: String,
    /// The constants.
    #[prost(message, repeated, tag = "5")]
    pub initializer: Vec<TensorProto>,
    /// The inputs, in order.
    #[prost(message, repeated, tag = "11")]
    pub input: Vec<ValueInfoProto>,
    /// The outputs, in order.
    #[prost(message, repeated, tag = "12")]
    pub output: Vec<ValueInfoProto>,
}

/// A node.
#[derive(Clone, PartialEq, Message)]
pub struct NodeProto {
    /// Names of the operands.
    #[prost(string, repeated, tag = "1")]
    pub input: Vec<String>,
    /// Names of the results.
    #[prost(string, repeated, tag = "2")]
    pub output: Vec<String>,
    /// The name.
    #[prost(string, tag = "3")]
    pub name: String,
    /// The operator.
    #[prost(string, tag = "4")]
    pub op_type: String,
    /// The attributes.
    #[prost(message, repeated, tag = "5")]
    pub attribute: Vec<AttributeProto>,
    /// The operator's domain; empty for the default one.
    #[prost(string, tag = "7")]
    pub domain: String,
}

/// An attribute.
#[derive(Clone, PartialEq, Message)]
pub struct AttributeProto {
    /// The name.
    #[prost(string, tag = "1")]
    pub name: String,
    /// A float. Present even when 0.
    #[prost(float, optional, tag = "2")]
    pub f: Option<f32>,
    /// An integer. Present even when 0.
    #[prost(int64, optional, tag = "3")]
    pub i: Option<i64>,
    /// A tensor.
    #[prost(message, optional, tag = "5")]
    pub t: Option<TensorProto>,
    /// A graph.
    #[prost(message, optional, tag = "6")]
    pub g: Option<GraphProto>,
    /// A list of integers.
    #[prost(int64, repeated, packed = "false", tag = "8")]
    pub ints: Vec<i64>,
    /// Which of the fields is in use: those written here are constants of this type.
    #[prost(int32, tag = "20")]
    pub r#type: i32,
}

impl AttributeProto {
    /// The type of a float.
    pub const FLOAT: i32 = 1;
    /// The type of an integer.
    pub const INT: i32 = 2;
    /// The type of a tensor.
    pub const TENSOR: i32 = 4;
    /// The type of a graph.
    pub const GRAPH: i32 = 5;
    /// The type of a list of integers.
    pub const INTS: i32 = 7;
}

/// A name and its type.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct ValueInfoProto {
    /// The name.
    #[prost(string, tag = "1")]
    pub name: String,
    /// The type.
    #[prost(message, optional, tag = "2")]
    pub r#type: Option<TypeProto>,
}

/// A type. Tensors only: sequences, maps and optionals are read as no type.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct TypeProto {
    /// A dense tensor.
    #[prost(message, optional, tag = "1")]
    pub tensor_type: Option<TensorTypeProto>,
}

/// The type of a dense tensor.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct TensorTypeProto {
    /// The element type, numbered as in [`TensorProto::data_type`].
    #[prost(int32, tag = "1")]
    pub elem_type: i32,
    /// The shape; `None` when even the rank is unknown.
    #[prost(message, optional, tag = "2")]
    pub shape: Option<TensorShapeProto>,
}

/// A shape.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct TensorShapeProto {
    /// The dimensions; none for rank 0.
    #[prost(message, repeated, tag = "1")]
    pub dim: Vec<DimensionProto>,
}

/// A dimension: a size, or a name for one that is not said.
#[derive(Clone, PartialEq, Eq, Message)]
pub struct DimensionProto {
    /// The size. Present even when 0.
    #[prost(int64, optional, tag = "1")]
    pub dim_value: Option<i64>,
    /// The name of a size that is not said.
    #[prost(string, optional, tag = "2")]
    pub dim_param: Option<String>,
}

/// A tensor.
#[derive(Clone, PartialEq, Message)]
pub struct TensorProto {
    /// The shape; none for rank 0.
    #[prost(int64, repeated, packed = "false", tag = "1")]
    pub dims: Vec<i64>,
    /// The element type.
    #[prost(int32, tag = "2")]
    pub data_type: i32,
    /// Where the message is one part of a larger tensor.
    #[prost(message, optional, tag = "3")]
    pub segment: Option<SegmentProto>,
    /// Elements of FLOAT.
    #[prost(float, repeated, tag = "4")]
    pub float_data: Vec<f32>,
    /// Elements of the 32-bit signed and all narrower types, BOOL and the 16-bit floats (as their bits) included.
    #[prost(int32, repeated, tag = "5")]
    pub int32_data: Vec<i32>,
    /// Elements of INT64.
    #[prost(int64, repeated, tag = "7")]
    pub int64_data: Vec<i64>,
    /// The name.
    #[prost(string, tag = "8")]
    pub name: String,
    /// Elements of any type but STRING, little-endian.
    #[prost(bytes = "vec", optional, tag = "9")]
    pub raw_data: Option<Vec<u8>>,
    /// Elements of DOUBLE.
    #[prost(double, repeated, tag = "10")]
    pub double_data: Vec<f64>,
    /// Elements of UINT32 and UINT64.
    #[prost(uint64, repeated, tag = "11")]
    pub uint64_data: Vec<u64>,
    /// Where the elements are: 0 here, 1 in another file.
    #[prost(int32, tag = "14")]
    pub data_location: i32,
}

/// Which part of a larger tensor a message holds.
#[derive(Clone, Copy, PartialEq, Eq, Message)]
pub struct SegmentProto {
    /// The first element.
    #[prost(int64, tag = "1")]
    pub begin: i64,
    /// One past the last element.
    #[prost(int64, tag = "2")]
    pub end: i64,
}
