//! The element types of ONNX's numbers, and the names of those that are not ours.

use opconform_tensor::DType;

/// The element type of ONNX's number; `None` for a type that is not ours.
pub fn dtype(data_type: i32) -> Option<DType> {
    DType::ALL.into_iter().find(|dtype| dtype.onnx() == data_type)
}

/// ONNX's names of its numbers, from 0 up.
const NAMES: &str = "UNDEFINED FLOAT UINT8 INT8 UINT16 INT16 INT32 INT64 STRING BOOL FLOAT16 DOUBLE UINT32 UINT64 COMPLEX64 \
                     COMPLEX128 BFLOAT16 FLOAT8E4M3FN FLOAT8E4M3FNUZ FLOAT8E5M2 FLOAT8E5M2FNUZ UINT4 INT4 FLOAT4E2M1 FLOAT8E8M0";

/// The name of an element type that is not ours, for messages.
pub(crate) fn foreign_name(data_type: i32) -> String {
    let name = usize::try_from(data_type).ok().and_then(|number| NAMES.split_whitespace().nth(number));
    name.map_or_else(|| format!("number {data_type}"), ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_distinct_and_found_again() {
        for ours in DType::ALL {
            assert_eq!(dtype(ours.onnx()), Some(ours));
        }
        assert_eq!(dtype(8), None);
        assert_eq!([8, 16, 24].map(foreign_name), ["STRING", "BFLOAT16", "FLOAT8E8M0"]);
        assert_eq!([-1, 25].map(foreign_name), ["number -1", "number 25"]);
    }
}
