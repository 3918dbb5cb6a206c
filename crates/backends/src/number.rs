//! The dispatch from an element type to the Rust type of a number: what `match_dtype!` is, without bool.

/// Runs a generic body with `$T` bound to the Rust type of a number, or `$other` for bool.
macro_rules! match_number {
    ($dtype:expr, $T:ident => $body:expr, bool => $other:expr) => {{
        macro_rules! with {
            ($type:ty) => {{
                type $T = $type;
                $body
            }};
        }
        match $dtype {
            opconform_tensor::DType::Bf16 => with!(half::bf16),
            opconform_tensor::DType::F16 => with!(half::f16),
            opconform_tensor::DType::F32 => with!(f32),
            opconform_tensor::DType::F64 => with!(f64),
            opconform_tensor::DType::I8 => with!(i8),
            opconform_tensor::DType::I16 => with!(i16),
            opconform_tensor::DType::I32 => with!(i32),
            opconform_tensor::DType::I64 => with!(i64),
            opconform_tensor::DType::U8 => with!(u8),
            opconform_tensor::DType::U16 => with!(u16),
            opconform_tensor::DType::U32 => with!(u32),
            opconform_tensor::DType::U64 => with!(u64),
            opconform_tensor::DType::Bool => $other,
        }
    }};
}
pub(crate) use match_number;

/// The element types of numbers, in the order of reports.
pub(crate) fn numbers() -> Vec<opconform_tensor::DType> {
    opconform_tensor::DType::ALL.into_iter().filter(|&dtype| dtype != opconform_tensor::DType::Bool).collect()
}
