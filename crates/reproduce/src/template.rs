//! Templates of programs: texts with markers such as `@INPUTS@`.

use opconform_tensor::Tensor;

/// A template with its markers replaced, in their order: a value may hold markers that come later.
pub(crate) fn fill(template: &str, markers: &[(&str, &str)]) -> String {
    markers.iter().fold(template.to_owned(), |text, (marker, value)| text.replace(marker, value))
}

/// A text from elsewhere as it may stand in a comment or a string of any language: nothing in it ends one, and it is no marker. Words
/// stand without their quotation marks.
pub(crate) fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !"\"'`".contains(*c))
        .map(|c| if c.is_alphanumeric() || " -_.,:;/+*#=<>()[]“”‘’–".contains(c) { c } else { '?' })
        .collect()
}

/// That a refusal is due, and by which rule, to follow "where": the rule may be a sentence of its own.
pub(crate) fn refusal(rule: &str) -> String {
    format!("a refusal is due: {rule}")
}

/// Lines, each four spaces in.
pub(crate) fn indented<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    lines.map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

/// Bits in hexadecimal, separated by commas, each followed by the suffix that the language asks for.
pub(crate) fn hex(bits: &[u64], suffix: &str) -> String {
    bits.iter().map(|bits| format!("{bits:#x}{suffix}")).collect::<Vec<_>>().join(", ")
}

/// Whether an operand begins elsewhere than on the boundary that tensors are aligned to.
pub(crate) fn is_placed(operand: &Tensor) -> bool {
    operand.offset() > 0
}

/// The base64 text of bytes (RFC 4648, with padding).
pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let quad = |chunk: &[u8]| -> [char; 4] {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or_default());
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        [0, 1, 2, 3].map(|digit| match digit {
            digit if digit > chunk.len() => '=',
            digit => char::from(DIGITS[(word >> (18 - 6 * digit) & 63) as usize]),
        })
    };
    bytes.chunks(3).flat_map(quad).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_rfc() {
        let vectors = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, encoded) in vectors {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
    }

    #[test]
    fn nothing_plain_ends_a_comment_or_is_a_marker() {
        // The marks of a document in its sentence, as the numbers of its rules, are no danger to anyone.
        assert_eq!(plain(&refusal("no implicit conversion [GR3]")), "a refusal is due: no implicit conversion [GR3]");
        assert_eq!(plain("x\"\"\"\nimport os\n*/ \\ @INPUTS@"), "x?import os?*/ ? ?INPUTS?");
    }
}
