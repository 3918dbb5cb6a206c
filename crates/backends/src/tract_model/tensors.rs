//! Tensors in and out of tract, bit for bit.

use opconform_tensor::{Boolean, DType, Element, Tensor};
use tract_onnx::prelude::{Datum, DatumType, IntoTValue, TValue, Tensor as TractTensor, TractResult};
use tract_onnx::tract_hir::internal::bail;

/// Whether tract has tensors of the element type.
pub(super) fn carries(dtype: DType) -> bool {
    dtype != DType::Bf16 && !dtype.is_float8()
}

/// A tensor as tract takes it: a copy.
pub(super) fn input(tensor: &Tensor) -> TractResult<TValue> {
    match tensor.dtype() {
        DType::F16 => typed_input::<half::f16>(tensor),
        DType::F32 => typed_input::<f32>(tensor),
        DType::F64 => typed_input::<f64>(tensor),
        DType::I8 => typed_input::<i8>(tensor),
        DType::I16 => typed_input::<i16>(tensor),
        DType::I32 => typed_input::<i32>(tensor),
        DType::I64 => typed_input::<i64>(tensor),
        DType::U8 => typed_input::<u8>(tensor),
        DType::U16 => typed_input::<u16>(tensor),
        DType::U32 => typed_input::<u32>(tensor),
        DType::U64 => typed_input::<u64>(tensor),
        DType::Bool => {
            let truths = tensor.bytes().iter().map(|byte| match byte {
                0 => Ok(false),
                1 => Ok(true),
                _ => bail!("the byte {byte} is no bool of tract's"),
            });
            let elements: Vec<bool> = truths.collect::<TractResult<_>>()?;
            Ok(TractTensor::from_shape(tensor.shape(), &elements)?.into_tvalue())
        }
        dtype => bail!("tract has no {dtype}"),
    }
}

fn typed_input<T: Element + Datum>(tensor: &Tensor) -> TractResult<TValue> {
    let elements = tensor.elements::<T>().unwrap_or_default();
    Ok(TractTensor::from_shape(tensor.shape(), elements)?.into_tvalue())
}

/// A tensor that tract gave: its element type, shape and bits as they are.
pub(super) fn output(tensor: &TractTensor) -> Result<Tensor, String> {
    match tensor.datum_type() {
        DatumType::F16 => typed_output::<half::f16>(tensor),
        DatumType::F32 => typed_output::<f32>(tensor),
        DatumType::F64 => typed_output::<f64>(tensor),
        DatumType::I8 => typed_output::<i8>(tensor),
        DatumType::I16 => typed_output::<i16>(tensor),
        DatumType::I32 => typed_output::<i32>(tensor),
        DatumType::I64 => typed_output::<i64>(tensor),
        DatumType::U8 => typed_output::<u8>(tensor),
        DatumType::U16 => typed_output::<u16>(tensor),
        DatumType::U32 => typed_output::<u32>(tensor),
        DatumType::U64 => typed_output::<u64>(tensor),
        DatumType::Bool => {
            let bits: Vec<u64> = plain::<bool>(tensor)?.iter().map(|&truth| u64::from(truth)).collect();
            Tensor::from_bits(Boolean::DTYPE, tensor.shape(), &bits).map_err(|error| error.to_string())
        }
        other => Err(format!("tract gave a tensor of {other:?}, which no operator of the suite has")),
    }
}

fn typed_output<T: Element + Datum>(tensor: &TractTensor) -> Result<Tensor, String> {
    Tensor::from_elements(tensor.shape(), plain::<T>(tensor)?).map_err(|error| error.to_string())
}

fn plain<T: Datum>(tensor: &TractTensor) -> Result<&[T], String> {
    let view = tensor.try_as_plain_ram().map_err(|error| format!("{error:#}"))?;
    view.as_slice::<T>().map_err(|error| format!("{error:#}"))
}
