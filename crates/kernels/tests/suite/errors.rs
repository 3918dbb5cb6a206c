//! Every refusal: its type, its words, and the output as it was.

use opconform_kernels::{Error, Isa, Kernel, Maximum, View, broadcast_shape};

const BEFORE: [f32; 6] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];

fn refused(call: impl Fn(Kernel<Maximum>, &mut [f32]) -> Result<(), Error>, expected: &Error, words: &str) {
    assert_eq!(expected.to_string(), words);
    for isa in Isa::available() {
        let mut out = BEFORE;
        assert_eq!(call(Kernel::on(isa).unwrap(), &mut out).as_ref(), Err(expected));
        assert_eq!(out.map(f32::to_bits), BEFORE.map(f32::to_bits), "output changed by a refused call");
    }
}

#[test]
fn lengths_differ() {
    refused(
        |max, out| max.elementwise(&[9.0; 4], &[9.0; 5], out),
        &Error::LengthMismatch { expected: 4, found: 5 },
        "operands differ in length: expected 4 elements, found 5",
    );
}

#[test]
fn output_too_short() {
    let expected = Error::ShortOutput { expected: 7, found: 6 };
    let words = "output too short: expected at least 7 elements, found 6";
    refused(|max, out| max.elementwise(&[9.0; 7], &[9.0; 7], out), &expected, words);
    refused(|max, out| max.scalar(&[9.0; 7], 9.0, out), &expected, words);
    let x = [9.0; 14];
    refused(|max, out| max.broadcast(&[View::new(&x[..7], &[7])?, View::new(&x[..1], &[])?], out), &expected, words);
    refused(|max, out| max.reduce_axes(&View::new(x.as_slice(), &[2, 7])?, &[0], out), &expected, words);
}

#[test]
fn shapes_do_not_broadcast() {
    let x = [9.0; 6];
    refused(
        |max, out| {
            let views = [View::new(&x[..2], &[2, 1])?, View::new(&x[..3], &[3])?, View::new(&x[..2], &[2])?];
            max.broadcast(&views, out)
        },
        &Error::NotBroadcastable { expected: vec![2, 3], found: vec![2] },
        "shapes do not broadcast: expected one that fits [2, 3], found [2]",
    );
    assert!(broadcast_shape([[0].as_slice(), &[2]]).is_err(), "0 is no 1");
    assert_eq!(broadcast_shape([[0].as_slice(), &[1]]), Ok(vec![0]));
    refused(|max, out| max.broadcast(&[], out), &Error::NoOperands, "no operands: expected at least one, found none");
}

#[test]
fn axes() {
    let x = [9.0; 6];
    for axis in [2, -3, isize::MIN, isize::MAX] {
        refused(
            |max, out| max.reduce_axes(&View::new(x.as_slice(), &[2, 3])?, &[axis], out),
            &Error::AxisOutOfRange { axis, rank: 2 },
            &format!("axis out of range: expected one from -2 to 2 (exclusive), found {axis}"),
        );
    }
    refused(
        |max, out| max.reduce_axes(&View::new(x.as_slice(), &[2, 3])?, &[1, -1], out),
        &Error::DuplicateAxis { axis: 1 },
        "duplicate axis: expected each once, found 1 again",
    );
}

#[test]
fn empty_reductions() {
    let words = "empty reduction: expected at least one element, found none";
    refused(|max, _| max.reduce::<f32>(&[]).map(drop), &Error::EmptyReduction, words);
    refused(
        |max, out| max.reduce_axes(&View::new([0.0_f32; 0].as_slice(), &[2, 0])?, &[1], out),
        &Error::EmptyReduction,
        words,
    );
    // Nothing to reduce to is no error: there is no result to be missing.
    let mut out = BEFORE;
    let max = Kernel::<Maximum>::best();
    max.reduce_axes(&View::new([0.0_f32; 0].as_slice(), &[2, 0]).unwrap(), &[0], &mut out).unwrap();
    assert_eq!(out.map(f32::to_bits), BEFORE.map(f32::to_bits));
}

#[test]
fn views() {
    let x = [9.0_f32; 6];
    let outside = |shape: &[usize]| Error::ViewOutOfBounds { len: 6, shape: shape.to_vec() };
    let strided =
        |shape: &[usize], strides: &[isize], offset| View::strided(x.as_slice(), shape, strides, offset).err();
    assert_eq!(View::new(x.as_slice(), &[7]).err(), Some(outside(&[7])));
    assert_eq!(View::new(x.as_slice(), &[usize::MAX, 4]).err(), Some(outside(&[usize::MAX, 4])));
    assert_eq!(strided(&[2, 3], &[3, 1], 0), None);
    assert_eq!(strided(&[2, 3], &[3, 1], 1), Some(outside(&[2, 3])));
    assert_eq!(strided(&[2, 3], &[-3, 1], 3), None);
    assert_eq!(strided(&[2, 3], &[-3, 1], 2), Some(outside(&[2, 3])));
    assert_eq!(strided(&[2, 3], &[3], 0), Some(outside(&[2, 3])));
    assert_eq!(strided(&[2, 3], &[isize::MAX, isize::MIN], 0), Some(outside(&[2, 3])));
    assert_eq!(strided(&[0, 3], &[isize::MAX, 1], usize::MAX), None);
    assert_eq!(
        outside(&[7]).to_string(),
        "view out of bounds: expected shape [7] to lie within 6 elements, found it outside"
    );
}

#[test]
fn instruction_sets() {
    for isa in Isa::ALL {
        let expected = if isa.is_available() { Ok(isa) } else { Err(Error::Unavailable { isa }) };
        assert_eq!(Kernel::<Maximum>::on(isa).map(|max| max.isa()), expected);
    }
    assert_eq!(
        Error::Unavailable { isa: Isa::Neon }.to_string(),
        "instruction set unavailable: expected neon on this CPU, found it missing"
    );
}
