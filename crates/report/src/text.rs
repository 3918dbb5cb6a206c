//! Text for people: numbers, widths, wrapping. Strings from outside pass [`visible`] on their way to a person.

use std::borrow::Cow;

use textwrap::{Options, WordSplitter};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub(crate) use opconform_text::{is_hidden, visible};

/// Characters of a cut word that tell more than they take room; fewer are taken away.
const LONG: usize = 12;

/// A field of a table of comma-separated values that no spreadsheet acts on.
pub(crate) fn harmless(field: &str) -> String {
    let field = visible(field);
    if field.starts_with(['=', '+', '-', '@']) { format!("'{field}") } else { field }
}

/// A text as a shell takes it for one word; as it is, where no quotation can hold it.
pub fn shell_word(text: &str) -> Cow<'_, str> {
    shlex::try_quote(text).unwrap_or(Cow::Borrowed(text))
}

/// A path as a shell and a program take it for one argument that is no option.
pub fn shell_path(path: &str) -> Cow<'_, str> {
    if path.starts_with('-') { Cow::Owned(shell_word(&format!("./{path}")).into_owned()) } else { shell_word(path) }
}

/// The columns that `text` takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// `text` filled up with spaces on the right.
pub(crate) fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// `text`, cut to `columns` where it is longer: its beginning and its end with an ellipsis between them, since a long message
/// says its cause last. Where a cause begins in that end, the end begins with it. A word that the cut would fall into is left out,
/// where it is not long.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(1);
    let tail: String = whole_words(text.chars().rev(), room / 2).into_iter().rev().collect();
    let cause = tail.split_once(": ").map(|(_, cause)| cause).filter(|cause| width(cause) >= LONG);
    let tail = cause.unwrap_or(&tail);
    let head = whole_words(text.chars(), cause.map_or(room - room / 2, |cause| room - width(cause)));
    head.into_iter().chain(['…']).chain(tail.chars()).collect()
}

/// The first characters that have room in `columns`, without a last word that is cut, but for one that is long.
fn whole_words(mut chars: impl Iterator<Item = char> + Clone, columns: usize) -> Vec<char> {
    let mut head = taken(chars.clone(), columns);
    let is_cut = chars.nth(head.len()).is_some_and(|next| next != ' ');
    let last_space = head.iter().rposition(|&c| c == ' ').filter(|space| head.len() - space < LONG);
    if let Some(space) = last_space.filter(|_| is_cut) {
        head.truncate(space + 1);
    }
    head
}

/// The beginning of `text`, where it does not fit into `columns`.
pub(crate) fn beginning(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    taken(text.chars(), columns.saturating_sub(1)).into_iter().chain(['…']).collect()
}

/// The first characters that have room in `columns`.
fn taken(chars: impl Iterator<Item = char>, columns: usize) -> Vec<char> {
    let mut used = 0;
    let has_room = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= columns
    };
    chars.take_while(has_room).collect()
}

/// `text` in lines of at most `columns`, broken at spaces, and inside a word only where the word is longer than a line.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    // The widest character takes two columns.
    let options = Options::new(columns.max(2)).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// `text` in at most so many lines, cut by `cut` where it has no room in them.
pub(crate) fn in_lines(text: &str, columns: usize, lines: usize, cut: impl Fn(&str, usize) -> String) -> Vec<String> {
    let most = columns * lines.max(1);
    // Lines are broken at spaces, so that not all of their columns are used.
    let broken = |room| wrap(&cut(text, room), columns);
    (columns..=most).rev().map(broken).find(|it| it.len() <= lines).unwrap_or_else(|| vec![cut(text, columns)])
}

/// A number in at most five characters, rounded down: `9999`, `12.3k`, `999k`, `1.2M`.
pub(crate) fn compact(number: u64) -> String {
    if number < 10_000 {
        return number.to_string();
    }
    let (unit, letter) = [(1_000_000_000_000, 'T'), (1_000_000_000, 'G'), (1_000_000, 'M'), (1_000, 'k')]
        .into_iter()
        .find(|&(unit, _)| number >= unit)
        .unwrap_or((1_000, 'k'));
    let whole = number / unit;
    if whole >= 100 { format!("{whole}{letter}") } else { format!("{whole}.{}{letter}", number % unit * 10 / unit) }
}

/// Names in so many columns: all of them where there is room, or else the first and how many more.
pub(crate) fn some_of(names: &[&str], columns: usize) -> String {
    let all = visible(&names.join(", "));
    match names {
        [first, more @ ..] if width(&all) > columns && !more.is_empty() => {
            let more = format!(" +{}", more.len());
            fit(&visible(first), columns.saturating_sub(width(&more))) + &more
        }
        _ => fit(&all, columns),
    }
}

/// A number with its thousands apart: `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of things: `1 case`, `2,000 cases`.
pub fn plural(number: u64, one: &str) -> String {
    format!("{} {one}{}", thousands(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_numbers_take_five_characters_and_never_overstate() {
        let cases = [
            (0, "0"),
            (9_999, "9999"),
            (10_000, "10.0k"),
            (99_999, "99.9k"),
            (999_999, "999k"),
            (1_234_567, "1.2M"),
            (1_999_999_999, "1.9G"),
            (u64::MAX, "18446744T"),
        ];
        for (number, text) in cases {
            assert_eq!(compact(number), text);
        }
    }

    #[test]
    fn thousands_are_apart() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([plural(1, "case"), plural(0, "case")], ["1 case", "0 cases"]);
    }

    #[test]
    fn what_has_no_room_in_some_lines_is_cut_in_the_last_of_them() {
        let text = "a number is lost beside a NaN: +normal, NaN, +0 → +0";
        assert_eq!(in_lines(text, 60, 2, beginning), [text]);
        assert_eq!(in_lines(text, 30, 2, beginning), ["a number is lost beside a NaN:", "+normal, NaN, +0 → +0"]);
        assert_eq!(in_lines(text, 30, 1, beginning), ["a number is lost beside a NaN…"]);
        assert_eq!(in_lines(text, 20, 2, beginning), ["a number is lost", "beside a NaN: +norm…"]);
        assert_eq!(in_lines("最大値最大値", 4, 2, beginning), ["最大", "値…"]);
    }

    #[test]
    fn lines_are_never_wider_than_asked() {
        let text = "short words, then onethatisfarlongerthanaline and 最大値最大値最大値 too";
        let lines = wrap(text, 10);
        assert!(lines.iter().all(|line| width(line) <= 10), "{lines:?}");
        let letters = |text: &str| text.replace(' ', "");
        assert_eq!(letters(&lines.concat()), letters(text));
        assert_eq!(fit("最大値最小値", 5), "最…値");
        assert_eq!(fit("abc", 3), "abc");
        assert_eq!([0, 1, 2, 3].map(|columns| fit("abcd", columns)), ["…", "…", "a…", "a…d"]);
        let message = format!("Load model from {} failed: the cause", "x".repeat(500));
        let short = fit(&message, 60);
        assert!(short.starts_with("Load model from ") && short.ends_with("failed: the cause"), "{short}");
        assert!((60 - 2 * LONG..=60).contains(&width(&short)), "{short}");
        assert_eq!(fit("of three boxes two are unsupported here", 34), "of three boxes …unsupported here");
        let of_a_cause = "refused: while inferring [types[0].kind, types[1].kind]: no type for any of both";
        assert_eq!(fit(of_a_cause, 60), "refused: while inferring … no type for any of both");
    }
}
