//! Tensors in and out of `TensorProto`, bit for bit.
//!
//! Elements are read from `raw_data` or from the typed field that ONNX assigns to the type, and written to `raw_data`. Nothing
//! is allocated for a shape before the elements that it promises are seen.

use opconform_tensor::{DType, Tensor, element_count, shape_text};
use prost::Message;

use crate::data_type::{dtype, foreign_name};
use crate::proto::TensorProto;

/// Why a `TensorProto` gives no tensor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TensorProtoError {
    /// The bytes are no such message.
    #[error("not a TensorProto ({0}): the file is truncated or corrupt; fetch it again")]
    Decode(prost::DecodeError),
    /// The message says no element type.
    #[error("it has no element type: the file is truncated or corrupt; fetch it again")]
    NoType,
    /// The element type is none of ours.
    #[error("element type {0} is not supported: give one of {names}", names = DType::ALL.map(DType::name).join(" "))]
    Unsupported(String),
    /// The elements are in another file.
    #[error("the elements are external data: store them in the file itself (raw_data)")]
    External,
    /// The message is one part of a larger tensor.
    #[error("the message is one segment of a larger tensor: store the tensor in one message")]
    Segment,
    /// A dimension is below zero.
    #[error("dimension {0} is negative: the file is corrupt; fetch it again")]
    NegativeDimension(i64),
    /// The shape has more elements than memory has addresses.
    #[error("shape {} has too many elements: the file is corrupt; fetch it again", shape_text(.0))]
    TooLarge(Vec<usize>),
    /// The shape and the elements disagree.
    #[error(
        "shape {} takes {expected} {unit} in {field}, found {found}: the file is corrupt; fetch it again",
        shape_text(.shape)
    )]
    Length {
        /// The shape.
        shape: Vec<usize>,
        /// The field that was read.
        field: &'static str,
        /// What is counted: bytes or elements.
        unit: &'static str,
        /// How many the shape takes.
        expected: usize,
        /// How many were found.
        found: usize,
    },
    /// Elements stand both in `raw_data` and in a typed field, or in a field of another type.
    #[error("elements of {dtype} in {found}: expected them in raw_data or in {expected}, and nowhere else")]
    Field {
        /// The element type.
        dtype: DType,
        /// The typed field that ONNX assigns to the type.
        expected: &'static str,
        /// The field in which elements were found.
        found: &'static str,
    },
    /// An element of a typed field does not fit the element type.
    #[error("element {position} of {field} is {value}, which is no {dtype}: the file is corrupt; fetch it again")]
    Range {
        /// The element type.
        dtype: DType,
        /// The field.
        field: &'static str,
        /// The position in the field.
        position: usize,
        /// The number found.
        value: i128,
    },
}

/// The tensor of an encoded `TensorProto`, such as the content of `input_0.pb`.
pub fn decode_tensor(bytes: &[u8]) -> Result<Tensor, TensorProtoError> {
    tensor(&TensorProto::decode(bytes).map_err(TensorProtoError::Decode)?)
}

/// The message of a tensor, its elements in `raw_data`.
pub fn tensor_proto(tensor: &Tensor, name: &str) -> TensorProto {
    TensorProto {
        dims: tensor.shape().iter().map(|&dim| dim as i64).collect(),
        data_type: tensor.dtype().onnx(),
        name: name.to_owned(),
        raw_data: Some(tensor.to_le_bytes()),
        ..TensorProto::default()
    }
}

/// The tensor of a message.
pub fn tensor(proto: &TensorProto) -> Result<Tensor, TensorProtoError> {
    if proto.data_type == 0 {
        return Err(TensorProtoError::NoType);
    }
    let dtype = dtype(proto.data_type).ok_or_else(|| TensorProtoError::Unsupported(foreign_name(proto.data_type)))?;
    if proto.data_location != 0 {
        return Err(TensorProtoError::External);
    }
    if proto.segment.is_some() {
        return Err(TensorProtoError::Segment);
    }
    let shape = shape(&proto.dims)?;
    let count = element_count(&shape).ok_or_else(|| TensorProtoError::TooLarge(shape.clone()))?;
    let size = count.checked_mul(dtype.size()).ok_or_else(|| TensorProtoError::TooLarge(shape.clone()))?;
    let length = |field, unit, expected, found| {
        if expected == found {
            return Ok(());
        }
        Err(TensorProtoError::Length { shape: shape.clone(), field, unit, expected, found })
    };

    let field = only_field(proto, dtype)?;
    if let Some(raw) = &proto.raw_data {
        length("raw_data", "bytes", size, raw.len())?;
        return Tensor::from_le_bytes(dtype, &shape, raw).map_err(|_| TensorProtoError::TooLarge(shape.clone()));
    }
    let bits = typed_elements(proto, dtype, field)?;
    length(field, "elements", count, bits.len())?;
    Tensor::from_bits(dtype, &shape, &bits).map_err(|_| TensorProtoError::TooLarge(shape.clone()))
}

fn shape(dims: &[i64]) -> Result<Vec<usize>, TensorProtoError> {
    dims.iter()
        .map(|&dim| match usize::try_from(dim) {
            Ok(dim) => Ok(dim),
            Err(_) if dim < 0 => Err(TensorProtoError::NegativeDimension(dim)),
            Err(_) => Err(TensorProtoError::TooLarge(vec![usize::MAX])),
        })
        .collect()
}

/// The typed field that ONNX assigns to a type.
fn typed_field(dtype: DType) -> &'static str {
    match dtype {
        DType::F32 => "float_data",
        DType::F64 => "double_data",
        DType::I64 => "int64_data",
        DType::U32 | DType::U64 => "uint64_data",
        _ => "int32_data",
    }
}

/// The typed field of the type, after a check that no other field holds elements.
fn only_field(proto: &TensorProto, dtype: DType) -> Result<&'static str, TensorProtoError> {
    let expected = typed_field(dtype);
    let filled = [
        ("float_data", proto.float_data.len()),
        ("int32_data", proto.int32_data.len()),
        ("int64_data", proto.int64_data.len()),
        ("double_data", proto.double_data.len()),
        ("uint64_data", proto.uint64_data.len()),
    ];
    for (found, _) in filled.into_iter().filter(|&(_, elements)| elements > 0) {
        if found != expected || proto.raw_data.is_some() {
            return Err(TensorProtoError::Field { dtype, expected, found });
        }
    }
    Ok(expected)
}

/// The bits of the elements of the typed field.
fn typed_elements(proto: &TensorProto, dtype: DType, field: &'static str) -> Result<Vec<u64>, TensorProtoError> {
    let range = |position, value| TensorProtoError::Range { dtype, field, position, value };
    match dtype {
        DType::F32 => Ok(proto.float_data.iter().map(|element| u64::from(element.to_bits())).collect()),
        DType::F64 => Ok(proto.double_data.iter().map(|element| element.to_bits()).collect()),
        DType::I64 => Ok(proto.int64_data.iter().map(|&element| element as u64).collect()),
        DType::U64 => Ok(proto.uint64_data.clone()),
        DType::U32 => (proto.uint64_data.iter().enumerate())
            .map(|(position, &element)| {
                u32::try_from(element).map(u64::from).map_err(|_| range(position, i128::from(element)))
            })
            .collect(),
        _ => (proto.int32_data.iter().enumerate())
            .map(|(position, &element)| narrow(dtype, element).ok_or_else(|| range(position, i128::from(element))))
            .collect(),
    }
}

/// The bits of an element of `int32_data`, if it is one of the type.
fn narrow(dtype: DType, element: i32) -> Option<u64> {
    match dtype {
        DType::I32 => Some(u64::from(element as u32)),
        DType::I16 => i16::try_from(element).ok().map(|element| u64::from(element as u16)),
        DType::I8 => i8::try_from(element).ok().map(|element| u64::from(element as u8)),
        DType::U16 | DType::F16 | DType::Bf16 => u16::try_from(element).ok().map(u64::from),
        _ if dtype == DType::U8 || dtype.is_float8() => u8::try_from(element).ok().map(u64::from),
        DType::Bool => u64::try_from(element).ok().filter(|&element| element <= 1),
        _ => None,
    }
}
