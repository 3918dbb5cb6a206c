//! Tensors in and out of `TensorProto`: every element type bit for bit, every typed field, and hostile messages.

use opconform_onnx::proto::{SegmentProto, TensorProto};
use opconform_onnx::{TensorProtoError, decode_tensor, tensor, tensor_proto};
use opconform_tensor::{DType, Tensor};
use prost::Message;

/// Bits that a conversion through another type would lose: both zeros, NaNs with payloads, extremes.
fn bits(dtype: DType) -> Vec<u64> {
    let top = 1 << (dtype.bits() - 1);
    match dtype {
        DType::Bool => vec![0, 1, 1, 0],
        _ => [0, 1, top, top | 1, u64::MAX, u64::MAX >> 1, 0x7f80_0001, 0x7c01, 0x7ff0_0000_0000_0001]
            .map(|bits| bits & dtype.mask())
            .into(),
    }
}

fn message(dtype: DType, dims: &[i64]) -> TensorProto {
    TensorProto { dims: dims.to_vec(), data_type: dtype.onnx(), ..TensorProto::default() }
}

#[test]
fn every_type_round_trips_bit_for_bit() {
    for dtype in DType::ALL {
        let bits = bits(dtype);
        for (shape, bits) in [(vec![bits.len()], bits.clone()), (vec![], vec![1]), (vec![3, 0, 2], vec![])] {
            let original = Tensor::from_bits(dtype, &shape, &bits).expect("a tensor").with_offset(3);
            let encoded = tensor_proto(&original, "x").encode_to_vec();
            let read = decode_tensor(&encoded).expect("a tensor");
            assert_eq!((read.dtype(), read.shape(), read.to_bits()), (dtype, shape.as_slice(), bits));
        }
    }
}

#[test]
fn every_type_is_read_from_its_typed_field() {
    for dtype in DType::ALL {
        let bits = bits(dtype);
        let mut typed = message(dtype, &[bits.len() as i64]);
        for &bits in &bits {
            match dtype {
                DType::F32 => typed.float_data.push(f32::from_bits(bits as u32)),
                DType::F64 => typed.double_data.push(f64::from_bits(bits)),
                DType::I64 => typed.int64_data.push(bits as i64),
                DType::U32 | DType::U64 => typed.uint64_data.push(bits),
                DType::I8 => typed.int32_data.push(i32::from(bits as i8)),
                DType::I16 => typed.int32_data.push(i32::from(bits as i16)),
                _ => typed.int32_data.push(bits as i32),
            }
        }
        let read = decode_tensor(&typed.encode_to_vec()).expect("a tensor");
        assert_eq!(read.to_bits(), bits, "{dtype}");
    }
}

#[test]
fn numbers_that_do_not_fit_the_type_are_refused() {
    for (dtype, value) in [
        (DType::I8, 128),
        (DType::I8, -129),
        (DType::U8, -1),
        (DType::U8, 256),
        (DType::I16, 32_768),
        (DType::U16, 65_536),
        (DType::F16, -1),
        (DType::Bf16, 65_536),
        (DType::Bool, 2),
    ] {
        let error = tensor(&TensorProto { int32_data: vec![0, value], ..message(dtype, &[2]) }).expect_err("a misfit");
        assert!(matches!(error, TensorProtoError::Range { position: 1, .. }), "{error}");
        assert!(error.to_string().contains(&format!("is {value}, which is no {dtype}")), "{error}");
    }
    let wide = TensorProto { uint64_data: vec![1 << 32], ..message(DType::U32, &[1]) };
    assert!(matches!(tensor(&wide), Err(TensorProtoError::Range { .. })));
}

#[test]
fn shapes_are_checked_before_anything_is_allocated() {
    let error = |dims: &[i64]| tensor(&message(DType::F32, dims)).expect_err("an error").to_string();
    assert_eq!(error(&[2, -1]), "dimension -1 is negative: the file is corrupt; fetch it again");
    assert!(error(&[i64::MAX, i64::MAX]).contains("too many elements"));
    assert!(error(&[i64::MAX]).contains("too many elements"), "its bytes exceed memory, its elements do not");
    assert!(
        error(&[1 << 40])
            .ends_with("takes 1099511627776 elements in float_data, found 0: the file is corrupt; fetch it again")
    );
    let short = TensorProto { raw_data: Some(vec![0; 7]), ..message(DType::F32, &[2]) };
    let short = tensor(&short).expect_err("seven bytes").to_string();
    assert_eq!(short, "shape 2 takes 8 bytes in raw_data, found 7: the file is corrupt; fetch it again");
    assert!(tensor(&message(DType::F32, &[i64::MAX, 0])).is_ok_and(|empty| empty.is_empty()));
}

#[test]
fn what_is_not_supported_says_so() {
    for (number, name) in [(8, "STRING"), (14, "COMPLEX64"), (22, "INT4"), (99, "number 99")] {
        let error = tensor(&TensorProto { data_type: number, ..TensorProto::default() }).expect_err(name);
        assert_eq!(error, TensorProtoError::Unsupported(name.to_owned()));
    }
    assert_eq!(tensor(&TensorProto::default()).expect_err("no type"), TensorProtoError::NoType);
    let external = TensorProto { data_location: 1, ..message(DType::F32, &[1]) };
    assert_eq!(tensor(&external).expect_err("external").to_string(), TensorProtoError::External.to_string());
    let segment = TensorProto { segment: Some(SegmentProto { begin: 0, end: 1 }), ..message(DType::F32, &[1]) };
    assert_eq!(tensor(&segment).expect_err("a segment").to_string(), TensorProtoError::Segment.to_string());
}

#[test]
fn elements_in_two_fields_or_the_wrong_one_are_refused() {
    let twice = TensorProto { raw_data: Some(vec![0; 4]), float_data: vec![1.0], ..message(DType::F32, &[1]) };
    assert!(matches!(tensor(&twice), Err(TensorProtoError::Field { found: "float_data", .. })));
    let wrong = TensorProto { int64_data: vec![1], ..message(DType::I32, &[1]) };
    let error = tensor(&wrong).expect_err("the wrong field").to_string();
    assert_eq!(error, "elements of i32 in int64_data: expected them in raw_data or in int32_data, and nowhere else");
}

#[test]
fn a_file_cut_anywhere_is_an_error_and_never_another_tensor() {
    let original = Tensor::from_bits(DType::I64, &[2, 3], &[0, 1, 2, 3, 4, 5]).expect("a tensor");
    let raw = tensor_proto(&original, "x").encode_to_vec();
    let typed = TensorProto { int64_data: (0..6).collect(), ..message(DType::I64, &[2, 3]) }.encode_to_vec();
    for whole in [raw, typed] {
        for length in 0..whole.len() {
            assert!(decode_tensor(&whole[..length]).is_err(), "cut to {length} of {}", whole.len());
        }
    }
}

#[test]
fn any_byte_may_be_any_other() {
    let original = Tensor::from_bits(DType::F16, &[2, 2], &[0, 0x7c01, 0x8000, 0xffff]).expect("a tensor");
    let whole = tensor_proto(&original, "x").encode_to_vec();
    for position in 0..whole.len() {
        for byte in 0..=u8::MAX {
            let mut damaged = whole.clone();
            damaged[position] = byte;
            // Either a tensor of at most these bytes, or an error: never a panic.
            if let Ok(read) = decode_tensor(&damaged) {
                assert!(read.bytes().len() <= whole.len());
            }
        }
    }
}
