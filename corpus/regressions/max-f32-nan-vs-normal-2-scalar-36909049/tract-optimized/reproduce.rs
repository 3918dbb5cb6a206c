//! max/f32/nan-vs-normal/2*scalar#36909049 on tract-optimized 0.23.9, under ONNX-MAX-NAN
//!
//! Ends with 0 where the departure does not show, and otherwise with 1 (101 where the library panics). To run it: `cargo new
//! reproduce`, this file as its `src/main.rs`, these lines at the end of its `Cargo.toml`, and `cargo run`.
//!
//! ```toml
//! tract-onnx = { version = "=0.23.9", default-features = false }
//! ```

use tract_onnx::prelude::*;

/// The element type, and the integer that holds its bits.
type Element = f32;
type Word = u32;

/// Each operand: shape, elements as bits.
const INPUTS: &[(&[usize], &[Word])] = &[
    (&[], &[0x7fc00000]),
    (&[], &[0x3f800000]),
];

/// The ONNX model: a node, Max of operator set 13.
const MODEL: &[u8] = b"\x08\x07\x12\topconform:E\n\x16\n\x02x0\n\x02x1\x12\x01y\x1a\x04node\"\x03Max\x12\x04caseZ\x0c\n\x02x0\x12\x06\n\x04\x08\x01\x12\x00Z\x0c\n\x02x1\x12\x06\n\x04\x08\x01\x12\x00b\t\n\x01y\x12\x04\n\x02\x08\x01B\x04\n\x00\x10\r";

/// What is allowed at one element: these bits, and whether any NaN is; anything where neither.
type Allowed = (&'static [Word], bool);

/// What is allowed: shape and elements. An error: it must be refused.
const EXPECTED: Result<(&[usize], &[Allowed]), &str> = Ok((&[], &[(&[], true)]));
const MAGNITUDE: Word = 0x7fffffff;
const INFINITY: Word = 0x7f800000;

/// The call: shape and bits of the result, or the library's error.
fn run(inputs: &[(&[usize], &[Word])]) -> Result<(Vec<usize>, Vec<Word>), Box<dyn std::error::Error>> {
    let model = tract_onnx::onnx().model_for_read(&mut &MODEL[..])?.into_optimized()?.into_runnable()?;
    let tensor = |(shape, bits): &(&[usize], &[Word])| {
        let elements: Vec<Element> = bits.iter().copied().map(from_bits).collect();
        Ok(Tensor::from_shape(shape, &elements)?.into_tvalue())
    };
    let outputs = model.run(inputs.iter().map(tensor).collect::<TractResult<_>>()?)?;
    let elements = outputs[0].try_as_plain_ram()?.as_slice::<Element>()?.iter().copied();
    Ok((outputs[0].shape().to_vec(), elements.map(to_bits).collect()))
}

fn from_bits(bits: Word) -> Element {
    Element::from_bits(bits)
}

fn to_bits(element: Element) -> Word {
    element.to_bits()
}

/// What is not as it should be, in lines.
fn departures() -> Vec<String> {
    let (found, expected) = match (run(INPUTS), EXPECTED) {
        (Err(_), Err(_)) => return Vec::new(),
        (Err(error), Ok(_)) => return vec![format!("refused: {error:#}")],
        (Ok((shape, _)), Err(breach)) => return vec![format!("answered with shape {shape:?}, where {breach}")],
        (Ok(found), Ok(expected)) => (found, expected),
    };
    if found.0 != expected.0 || found.1.len() != expected.1.len() {
        return vec![format!("gave shape {:?}, expected {:?}", found.0, expected.0)];
    }
    let mut lines = Vec::new();
    for (position, (&bits, &(allowed, any_nan))) in found.1.iter().zip(expected.1).enumerate() {
        let is_open = allowed.is_empty() && !any_nan;
        let holds = is_open || allowed.contains(&bits) || any_nan && bits & MAGNITUDE > INFINITY;
        if !holds {
            let mut expected: Vec<String> = allowed.iter().map(|bits| format!("{bits:#x}")).collect();
            expected.extend(any_nan.then(|| "any NaN".to_string()));
            let expected = expected.join(" or ");
            lines.push(format!("element {position}: {bits:#x} ({:?}), expected {expected}", from_bits(bits)));
        }
    }
    lines
}

pub fn main() -> std::process::ExitCode {
    let lines = departures();
    if lines.is_empty() {
        println!("conforms to ONNX-MAX-NAN");
    } else {
        println!("departs from ONNX-MAX-NAN:\n{}", lines.join("\n"));
    }
    std::process::ExitCode::from(u8::from(!lines.is_empty()))
}
