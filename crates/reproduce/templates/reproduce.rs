//! @TITLE@
//!
//! The test fails where the departure shows. @HOW@

@USES@/// The element type, and the integer that holds its bits.
type Element = @ELEMENT@;
type Word = @WORD@;

/// Each operand: shape, elements as bits.
const INPUTS: &[(&[usize], &[Word])] = &[
@INPUTS@
];

/// What is allowed at one element: one of these bits; `None`: any NaN; empty: anything.
type Allowed = &'static [Option<Word>];

/// What is allowed: shape and elements. An error: it must be refused.
const EXPECTED: Result<(&[usize], &[Allowed]), &str> = @EXPECTED@;
const MAGNITUDE: Word = @MAGNITUDE@;
const INFINITY: Word = @INFINITY@;

/// The implementation under test: shape and bits of the result, or its error.
fn run(inputs: &[(&[usize], &[Word])]) -> Result<(Vec<usize>, Vec<Word>), String> {
@RUN@
}

fn from_bits(bits: Word) -> Element {
    @FROM_BITS@
}

fn to_bits(element: Element) -> Word {
    @TO_BITS@
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
        let is_nan = bits & MAGNITUDE > INFINITY;
        let holds = allowed.is_empty() || allowed.contains(&Some(bits)) || is_nan && allowed.contains(&None);
        if !holds {
            departures.push(format!("element {position}: {bits:#x}, expected {allowed:x?}"));
        }
    }
    assert!(departures.is_empty(), "departs from @UNDER@:\n{}", departures.join("\n"));
}
