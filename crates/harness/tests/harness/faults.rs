//! The faults that show in single elements, and what the harness is to make of each.

use opconform_tensor::{Class, DType};

use crate::backend::{Lane, is_nan, maximum, maximum_number, rank};

/// A fault, and the finding that it gives.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) element: fn(&Lane) -> u64,
    /// A clause that it violates, the element type, and the classes of the operands and of the result.
    pub(crate) clause: &'static str,
    pub(crate) dtype: &'static str,
    pub(crate) operands: &'static [&'static str],
    pub(crate) result: &'static str,
    /// The rank and the number of elements of the smallest result that shows it.
    pub(crate) rank: usize,
    pub(crate) length: usize,
    /// The number of operands that it takes.
    pub(crate) arity: usize,
}

/// A fault that two single elements show.
const ELEMENTWISE: Fault = Fault {
    name: "",
    element: right,
    clause: "",
    dtype: "f32",
    operands: &[],
    result: "",
    rank: 0,
    length: 1,
    arity: 2,
};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "nan-ignored",
        element: |lane| maximum_number(lane.dtype, lane.operands),
        clause: "SONNX-MAX-NAN",
        operands: &["nan", "+normal"],
        result: "+normal",
        ..ELEMENTWISE
    },
    Fault {
        name: "second-nan-lost",
        element: |lane| match *lane.operands {
            [first, second] if is_nan(lane.dtype, second) => first,
            _ => right(lane),
        },
        clause: "SONNX-MAX-NAN",
        operands: &["+normal", "nan"],
        result: "+normal",
        ..ELEMENTWISE
    },
    Fault {
        name: "zero-is-second",
        element: |lane| match *lane.operands {
            [first, second] if is_zero(lane, first) && is_zero(lane, second) => second,
            _ => right(lane),
        },
        clause: "SONNX-MAX-ZERO",
        operands: &["+0", "-0"],
        result: "-0",
        ..ELEMENTWISE
    },
    Fault {
        name: "subnormals-flushed",
        element: |lane| match right(lane) {
            tiny if lane.dtype == DType::F32 && (1..0x80_0000).contains(&tiny) => 0,
            other => other,
        },
        clause: "ONNX-MAX-VALUE",
        operands: &["+subnormal"],
        result: "+0",
        arity: 1,
        ..ELEMENTWISE
    },
    Fault {
        name: "i32-through-f32",
        element: |lane| match *lane.operands {
            [first, second] if lane.dtype == DType::I32 && first as i32 as f32 >= second as i32 as f32 => first,
            _ => right(lane),
        },
        clause: "ONNX-MAX-VALUE",
        dtype: "i32",
        operands: &["positive", "positive"],
        result: "positive",
        ..ELEMENTWISE
    },
    Fault {
        name: "u8-as-signed",
        element: |lane| match lane.dtype {
            DType::U8 => *lane.operands.iter().max_by_key(|&&bits| rank(DType::I8, bits)).expect("an operand"),
            _ => right(lane),
        },
        clause: "ONNX-MAX-VALUE",
        dtype: "u8",
        operands: &["positive", "top-bit"],
        result: "positive",
        ..ELEMENTWISE
    },
    Fault {
        name: "nan-lost-in-the-tail",
        element: |lane| match lane.length {
            17.. if lane.position >= lane.length - lane.length % 16 => maximum_number(lane.dtype, lane.operands),
            _ => right(lane),
        },
        clause: "SONNX-MAX-NAN",
        operands: &["nan", "+normal"],
        result: "+normal",
        rank: 1,
        length: 17,
        ..ELEMENTWISE
    },
    Fault {
        name: "zero-by-lane",
        element: |lane| match *lane.operands {
            [0, second] if lane.position % 8 == 5 && is_zero(lane, second) => second,
            _ => right(lane),
        },
        clause: "SONNX-MAX-ZERO",
        operands: &["+0", "-0"],
        result: "-0",
        rank: 1,
        length: 6,
        ..ELEMENTWISE
    },
    Fault {
        name: "past-the-chunk",
        element: |lane| if lane.position >= 512 { lane.operands[0] } else { right(lane) },
        clause: "ONNX-MAX-VALUE",
        operands: &["+normal", "+normal"],
        result: "+normal",
        rank: 1,
        length: 513,
        ..ELEMENTWISE
    },
    Fault {
        name: "ninth-operand-dropped",
        element: |lane| maximum(lane.dtype, &lane.operands[..lane.operands.len().min(8)]),
        clause: "ONNX-MAX-VALUE",
        operands: &["+normal"; 9],
        result: "+normal",
        arity: 9,
        ..ELEMENTWISE
    },
    Fault {
        name: "misaligned-start",
        element: |lane| {
            let misaligned = lane.case.inputs.iter().any(|input| input.offset() % 4 != 0);
            if misaligned { *lane.operands.last().expect("an operand") } else { right(lane) }
        },
        clause: "ONNX-MAX-VALUE",
        operands: &["+normal", "+0"],
        result: "+0",
        ..ELEMENTWISE
    },
    Fault {
        name: "rank-five-not-broadcast",
        element: |lane| {
            let inputs = &lane.case.inputs;
            if inputs.iter().all(|input| input.shape().len() < 5) {
                return right(lane);
            }
            let cyclic = inputs.iter().map(|input| input.value(lane.position % input.len()).bits());
            maximum(lane.dtype, &cyclic.collect::<Vec<_>>())
        },
        clause: "ONNX-MAX-VALUE",
        operands: &["+0", "+0"],
        result: "+normal",
        rank: 5,
        length: 4,
        ..ELEMENTWISE
    },
];

fn right(lane: &Lane) -> u64 {
    maximum(lane.dtype, lane.operands)
}

fn is_zero(lane: &Lane, bits: u64) -> bool {
    Class::of(lane.dtype, bits).is_float_zero()
}
