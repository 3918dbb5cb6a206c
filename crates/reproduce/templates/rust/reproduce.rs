//! @TITLE@
//!
//! Ends with 0 where the departure does not show, and otherwise with 1 (101 where the library panics). To run it: `cargo new
//! reproduce`, this file as its `src/main.rs`, these lines at the end of its `Cargo.toml`, and `cargo run`.
//!
//! ```toml
@DEPENDENCIES@
//! ```

@USES@/// The element type, and the integer that holds its bits.
type Element = @ELEMENT@;
type Word = @WORD@;

/// Each operand: shape, elements as bits.
const INPUTS: &[(&[usize], &[Word])] = &[
@INPUTS@
];
@MODEL@
/// What is allowed at one element: these bits, and whether @NAN@ is; anything where neither.
type Allowed = (&'static [Word], bool);

/// What is allowed: shape and elements. An error: it must be refused.
const EXPECTED: Result<(&[usize], &[Allowed]), &str> = @EXPECTED@;
const MAGNITUDE: Word = @MAGNITUDE@;
const INFINITY: Word = @INFINITY@;

/// The call: shape and bits of the result, or the library's error.
fn run(inputs: &[(&[usize], &[Word])]) -> Result<(Vec<usize>, Vec<Word>), Box<dyn std::error::Error>> {
@RUN@
}

fn from_bits(bits: Word) -> Element {
    @FROM_BITS@
}

fn to_bits(element: Element) -> Word {
    @TO_BITS@
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
            expected.extend(any_nan.then(|| "@NAN@".to_string()));
            let expected = expected.join(" or ");
            lines.push(format!("element {position}: {bits:#x} ({:?}), expected {expected}", from_bits(bits)));
        }
    }
    lines
}

pub fn main() -> std::process::ExitCode {
    let lines = departures();
    if lines.is_empty() {
        println!("conforms to @UNDER@");
    } else {
        println!("departs from @UNDER@:\n{}", lines.join("\n"));
    }
    std::process::ExitCode::from(u8::from(!lines.is_empty()))
}
