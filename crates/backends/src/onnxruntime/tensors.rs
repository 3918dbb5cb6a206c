//! Tensors in and out of ONNX Runtime, bit for bit.

use std::slice;

use opconform_tensor::{DType, Element, Tensor, element_count, match_common_number};
use ort::session::SessionInputValue;
use ort::value::{
    DynTensorValueType, DynValue, PrimitiveTensorElementType, TensorElementType, TensorRef, ValueRef, ValueType,
};

/// Whether tensors of the element type can be handed over: the binding has no 8-bit floats.
pub(super) fn carries(dtype: DType) -> bool {
    !dtype.is_float8()
}

/// A tensor as ONNX Runtime takes it: where it lies, however it is aligned. Of bool, the [copy](bools).
pub(super) fn input<'t>(
    tensor: &'t Tensor,
    bools: Option<&'t ort::value::Tensor<bool>>,
) -> ort::Result<SessionInputValue<'t>> {
    match_common_number!(tensor.dtype(), T => number_input::<T>(tensor), other => match bools {
        Some(bools) => Ok(bools.view().into()),
        None => Err(ort::Error::new(format!("tensors of {} are not handed over", tensor.dtype()))),
    })
}

fn number_input<T>(tensor: &Tensor) -> ort::Result<SessionInputValue<'_>>
where
    T: Element + PrimitiveTensorElementType + std::fmt::Debug + 'static,
{
    let elements = tensor.elements::<T>().unwrap_or_default();
    Ok(TensorRef::from_array_view((tensor.shape(), elements))?.into())
}

/// A copy of a tensor of bool, to outlive the call: where an input is an output, too, that is read in the memory of the input. `None` of any
/// other type.
pub(super) fn bools(tensor: &Tensor) -> ort::Result<Option<ort::value::Tensor<bool>>> {
    if tensor.dtype() != DType::Bool {
        return Ok(None);
    }
    let truths = tensor.bytes().iter().map(|byte| match byte {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(ort::Error::new(format!("the byte {byte} is no bool"))),
    });
    let elements: Vec<bool> = truths.collect::<ort::Result<_>>()?;
    ort::value::Tensor::from_array((tensor.shape(), elements)).map(Some)
}

/// A tensor that ONNX Runtime gave: its element type, shape and bits as they are.
pub(super) fn output(value: &DynValue) -> Result<Tensor, String> {
    let ValueType::Tensor { ty, shape, .. } = value.dtype() else {
        return Err(format!("ONNX Runtime gave {}, expected a tensor", value.dtype()));
    };
    let dtype = dtype(*ty).ok_or_else(|| format!("ONNX Runtime gave a tensor of {ty}, which no operator has"))?;
    let shape = shape.iter().map(|&dim| usize::try_from(dim)).collect::<Result<Vec<_>, _>>();
    let shape = shape.map_err(|_| "ONNX Runtime gave a negative dimension".to_owned())?;
    match_common_number!(dtype, T => number_output::<T>(value, &shape), other => bool_output(value, &shape))
}

fn number_output<T: Element + PrimitiveTensorElementType>(value: &DynValue, shape: &[usize]) -> Result<Tensor, String> {
    let (_, elements) = value.try_extract_tensor::<T>().map_err(|error| error.to_string())?;
    Tensor::from_elements(shape, elements).map_err(|error| error.to_string())
}

/// Read as bytes: nothing keeps a runtime from giving one that is neither 0 nor 1.
fn bool_output(value: &DynValue, shape: &[usize]) -> Result<Tensor, String> {
    let tensor = value.view().downcast::<DynTensorValueType>().map_err(|error| error.to_string())?;
    let count = element_count(shape).ok_or("ONNX Runtime gave more elements than memory holds")?;
    Tensor::from_le_bytes(DType::Bool, shape, bytes(&tensor, count)).map_err(|error| error.to_string())
}

#[expect(unsafe_code, reason = "a foreign library's tensor is read as bytes")]
fn bytes<'v>(value: &'v ValueRef<'_, DynTensorValueType>, count: usize) -> &'v [u8] {
    if count == 0 {
        return &[];
    }
    // SAFETY: a tensor of bool that is not empty has one initialised byte to each of its `count` elements, in memory that the
    // CPU execution provider allocated; they live, and nothing writes to them, as long as the value is borrowed.
    unsafe { slice::from_raw_parts(value.data_ptr().cast(), count) }
}

/// The element type of ONNX Runtime's; `None` for a type that is not ours.
fn dtype(element_type: TensorElementType) -> Option<DType> {
    Some(match element_type {
        TensorElementType::Bfloat16 => DType::Bf16,
        TensorElementType::Float16 => DType::F16,
        TensorElementType::Float32 => DType::F32,
        TensorElementType::Float64 => DType::F64,
        TensorElementType::Int8 => DType::I8,
        TensorElementType::Int16 => DType::I16,
        TensorElementType::Int32 => DType::I32,
        TensorElementType::Int64 => DType::I64,
        TensorElementType::Uint8 => DType::U8,
        TensorElementType::Uint16 => DType::U16,
        TensorElementType::Uint32 => DType::U32,
        TensorElementType::Uint64 => DType::U64,
        TensorElementType::Bool => DType::Bool,
        _ => return None,
    })
}
