//! ONNX's numbers of the element types, and the names of those that are not ours.

use opconform_tensor::DType;

/// ONNX's number of an element type.
pub fn data_type(dtype: DType) -> i32 {
    match dtype {
        DType::F32 => 1,
        DType::U8 => 2,
        DType::I8 => 3,
        DType::U16 => 4,
        DType::I16 => 5,
        DType::I32 => 6,
        DType::I64 => 7,
        DType::Bool => 9,
        DType::F16 => 10,
        DType::F64 => 11,
        DType::U32 => 12,
        DType::U64 => 13,
        DType::Bf16 => 16,
        DType::F8E4m3fn => 17,
    }
}

/// The element type of ONNX's number; `None` for a type that is not ours.
pub fn dtype(data_type: i32) -> Option<DType> {
    DType::ALL.into_iter().find(|&dtype| self::data_type(dtype) == data_type)
}

/// The name of an element type that is not ours, for messages.
pub(crate) fn foreign_name(data_type: i32) -> String {
    let name = match data_type {
        8 => "STRING",
        14 => "COMPLEX64",
        15 => "COMPLEX128",
        18 => "FLOAT8E4M3FNUZ",
        19 => "FLOAT8E5M2",
        20 => "FLOAT8E5M2FNUZ",
        21 => "UINT4",
        22 => "INT4",
        23 => "FLOAT4E2M1",
        24 => "FLOAT8E8M0",
        _ => return format!("number {data_type}"),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_distinct_and_found_again() {
        for ours in DType::ALL {
            assert_eq!(dtype(data_type(ours)), Some(ours));
        }
        assert_eq!(dtype(8), None);
        assert_eq!(foreign_name(8), "STRING");
        assert_eq!(foreign_name(-1), "number -1");
    }
}
