//! The dispatch from an element type to the Rust type of a number.

/// Runs a generic body with `$T` bound to the Rust type of a number, or `$other` for bool; for f8e4m3fn `$body` where `f8e4m3fn` is
/// named, since most libraries have no such type.
macro_rules! match_number {
    ($dtype:expr, $T:ident or f8e4m3fn => $body:expr, bool => $other:expr) => {
        match $dtype {
            opconform_tensor::DType::F8E4m3fn => {
                type $T = float8::F8E4M3;
                $body
            }
            dtype => match_number!(dtype, $T => $body, other => $other),
        }
    };
    ($dtype:expr, $T:ident => $body:expr, other => $other:expr) => {{
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
            _ => $other,
        }
    }};
}
pub(crate) use match_number;

/// The element types of the numbers that most libraries have, in the order of reports.
pub(crate) fn numbers() -> Vec<opconform_tensor::DType> {
    let is_number = |dtype: &opconform_tensor::DType| match_number!(*dtype, T => size_of::<T>() > 0, other => false);
    opconform_tensor::DType::ALL.into_iter().filter(is_number).collect()
}
