//! max/f32/nan-vs-normal/2*scalar#36909049 on tract-optimized, under sonnx
//!
//! The test fails where the departure shows. Put it into the `tests` folder of a package with these dependencies: tract-onnx = "=0.23.9".

use tract_onnx::prelude::*;

const MODEL: &[u8] = &[8, 7, 18, 9, 111, 112, 99, 111, 110, 102, 111, 114, 109, 58, 69, 10, 22, 10, 2, 120, 48, 10, 2, 120, 49, 18, 1, 121, 26, 4, 110, 111, 100, 101, 34, 3, 77, 97, 120, 18, 4, 99, 97, 115, 101, 90, 12, 10, 2, 120, 48, 18, 6, 10, 4, 8, 1, 18, 0, 90, 12, 10, 2, 120, 49, 18, 6, 10, 4, 8, 1, 18, 0, 98, 9, 10, 1, 121, 18, 4, 10, 2, 8, 1, 66, 4, 10, 0, 16, 13];

/// The element type, and the integer that holds its bits.
type Element = f32;
type Word = u32;

/// Each operand: shape, elements as bits.
const INPUTS: &[(&[usize], &[Word])] = &[
    (&[], &[0x7fc00000]),
    (&[], &[0x3f800000]),
];

/// What is allowed at one element: these bits; `None`: any NaN; empty: anything.
type Allowed = Option<&'static [Word]>;

/// What is allowed: shape and elements. An error: it must be refused.
const EXPECTED: Result<(&[usize], &[Allowed]), &str> = Ok((&[], &[None]));
const MAGNITUDE: Word = 0x7fffffff;
const INFINITY: Word = 0x7f800000;

/// The implementation under test: shape and bits of the result, or its error.
fn run(inputs: &[(&[usize], &[Word])]) -> Result<(Vec<usize>, Vec<Word>), String> {
    let run = || -> TractResult<(Vec<usize>, Vec<Word>)> {
        let model = tract_onnx::onnx().model_for_read(&mut &MODEL[..])?.into_optimized()?.into_runnable()?;
        let tensor = |(shape, bits): &(&[usize], &[Word])| {
            let elements: Vec<Element> = bits.iter().copied().map(from_bits).collect();
            Ok(Tensor::from_shape(shape, &elements)?.into_tvalue())
        };
        let outputs = model.run(inputs.iter().map(tensor).collect::<TractResult<_>>()?)?;
        let elements = outputs[0].try_as_plain_ram()?.as_slice::<Element>()?.iter().copied();
        Ok((outputs[0].shape().to_vec(), elements.map(to_bits).collect()))
    };
    run().map_err(|error| format!("{error:#}"))
}

fn from_bits(bits: Word) -> Element {
    Element::from_bits(bits)
}

fn to_bits(element: Element) -> Word {
    element.to_bits()
}

#[test]
fn reproduce() {
    let (found, expected) = match (run(INPUTS), EXPECTED) {
        (Err(_), Err(_)) => return,
        (Err(error), Ok(_)) => panic!("refused: {error}"),
        (Ok(found), Err(breach)) => panic!("answered with {found:x?} in spite of {breach}"),
        (Ok(found), Ok(expected)) => (found, expected),
    };
    assert_eq!(found.0, expected.0, "the shape");
    assert_eq!(found.1.len(), expected.1.len(), "the number of elements");
    let mut departures = Vec::new();
    for (position, (&bits, allowed)) in found.1.iter().zip(expected.1).enumerate() {
        let holds = match allowed {
            Some(allowed) => allowed.is_empty() || allowed.contains(&bits),
            None => bits & MAGNITUDE > INFINITY,
        };
        if !holds {
            departures.push(format!("element {position}: {bits:#x}, expected {allowed:x?}"));
        }
    }
    assert!(departures.is_empty(), "departs from sonnx:\n{}", departures.join("\n"));
}
