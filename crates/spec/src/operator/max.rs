//! ONNX `Max`: the element-wise maximum of one or more tensors. Versions 1, 6, 8, 12, 13.

use opconform_tensor::DType::{self, Bf16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};

use super::Operator;

/// ONNX `Max`.
pub(super) const MAX: Operator =
    Operator { domain: "", name: "Max", versions: &[1, 6, 8, 12, 13], types, broadcasts: |version| version >= 8 };

/// "Constrain input and output types to float tensors" until 8, "to numeric tensors" from 12, with bfloat16 from 13.
fn types(version: u32) -> &'static [DType] {
    match version {
        ..12 => &[F16, F32, F64],
        12 => &[F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64],
        _ => &[Bf16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64],
    }
}
