//! Text from outside, made harmless and short.
//!
//! A backend chooses its own name and messages, and whoever sends a file chooses what is in it. [`line`] is the gate that
//! such a text passes where it enters, and [`visible`] the one on its way to a person: what comes out of either cannot move
//! a cursor, reorder a line or end it. Both change nothing in what they have let through before.

use std::fmt::Write as _;

pub mod near;

/// What stands for the middle of a text that was too long.
const GAP: &str = " … ";

/// `text` with every control, line-breaking, reordering or invisible character written as an escape.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if is_hidden(c) => _ = write!(out, "\\u{{{:x}}}", u32::from(c)),
            _ => out.push(c),
        }
    }
    out
}

/// Whether a character has an effect on the text around it rather than a shape of its own.
pub fn is_hidden(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
}

/// `text` on one line, its white space single spaces and the rest [`visible`], in at most `limit` characters: where it is
/// longer, its beginning and its end are kept, because the end is where most programs say what went wrong.
///
/// Takes memory for the limit, and not for the text.
pub fn line(text: &str, limit: usize) -> String {
    // Four bytes for each character there is room for, at either end: what lies between is not shown in any case.
    let room = limit.saturating_mul(4);
    if text.len() <= 2 * room {
        return clipped(&words(text), limit);
    }
    let head = &text[..text.floor_char_boundary(room)];
    let tail = &text[text.ceil_char_boundary(text.len() - room)..];
    clipped(&format!("{}{GAP}{}", words(head), words(tail)), limit)
}

fn words(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(visible).collect();
    words.join(" ")
}

/// The first two thirds and the last third of what there is room for.
fn clipped(text: &str, limit: usize) -> String {
    let count = text.chars().count();
    let room = limit.saturating_sub(GAP.chars().count());
    if count <= limit {
        return text.to_owned();
    }
    let tail = room / 3;
    let at = |character: usize| text.char_indices().nth(character).map_or(text.len(), |(index, _)| index);
    format!("{}{GAP}{}", &text[..at(room - tail)], &text[at(count - tail)..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_acts_on_a_terminal_gets_through() {
        assert_eq!(visible("a\u{1b}[31mb\nc\u{202e}d\u{9b}"), "a\\u{1b}[31mb\\nc\\u{202e}d\\u{9b}");
        assert_eq!(visible("Größe ≥ 0 ✗ 最大"), "Größe ≥ 0 ✗ 最大");
        for c in (0..=0x1F).chain(0x7F..=0x9F).chain(0x200B..=0x200F).chain(0x202A..=0x202E).chain(0x2066..=0x2069) {
            let c = char::from_u32(c).expect("a character");
            let (shown, entered) = (visible(&format!("a{c}b")), line(&format!("a{c}b"), 100));
            assert!(!shown.contains(c) && !entered.contains(c), "{:x}", u32::from(c));
            assert_eq!((visible(&shown), line(&entered, 100)), (shown, entered));
        }
    }

    #[test]
    fn a_text_that_enters_is_a_short_line_with_its_end() {
        assert_eq!(line(" \r\n one\t\ttwo\u{2028}three ", 100), "one two three");
        assert_eq!(line("\u{1b}]0;title\u{7}", 100), "\\u{1b}]0;title\\u{7}");
        assert_eq!(line("0123456789abcdef", 16), "0123456789abcdef");
        assert_eq!(line("0123456789abcdefg", 15), "01234567 … defg");
        assert_eq!(line("最大値最大値最大値", 9), "最大値最大値最大値");
        for limit in 0..20 {
            for text in ["最大値", "ab\u{1b}", "\u{10FFFF} x"].map(|text| text.repeat(1_000_000)) {
                let short = line(&text, limit);
                assert!(short.chars().count() <= limit.max(GAP.chars().count()), "{limit}: {short}");
            }
        }
        let long = line(&format!("the beginning {} the end", "\u{1b} x ".repeat(1_000_000)), 100);
        assert!(long.starts_with("the beginning \\u{1b} x ") && long.ends_with(" x the end"), "{long}");
        assert_eq!(long.chars().count(), 100);
    }
}
