//! Standard output and standard error: the one way out for text. No panic when either is closed, and whatever would act on a
//! terminal is written as an escape, wherever it came from.

use std::io::{self, IsTerminal, Write};

use anyhow::Context as _;
use clap::ValueEnum;
use opconform_text::{is_hidden, visible};
use textwrap::{Options, WordSplitter};

use crate::exit::Exit;

/// Characters of an error and its causes that are shown.
const ERROR_LIMIT: usize = 16 << 10;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set, or `TERM` is `dumb`
    #[default]
    Auto,
    Always,
    Never,
}

/// Writes text to standard output, whole. A reader who went away has seen what they wanted.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    print_coloured(text, false)
}

/// Writes text whose colours are ours, where there is to be colour.
pub(crate) fn print_coloured(text: &str, colour: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(shown(text, colour).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output: give it a file or a pipe that takes it"),
    }
}

/// The columns of the terminal that standard output is.
pub(crate) fn columns() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(terminal_size::Width(columns), _)| columns.into())
}

/// Writes text to standard output, on a terminal with its long lines folded.
pub(crate) fn print_folded(text: &str) -> anyhow::Result<()> {
    print_folded_coloured(text, false)
}

/// The same of text whose colours are ours, where there is to be colour.
pub(crate) fn print_folded_coloured(text: &str, colour: bool) -> anyhow::Result<()> {
    match columns() {
        Some(columns) => {
            print_coloured(&text.lines().map(|line| folded(line, columns) + "\n").collect::<String>(), colour)
        }
        None => print_coloured(text, colour),
    }
}

/// A line in lines of so many columns, broken between words, and set under the last word that two spaces in its first half come before.
/// A command stays whole, to be copied.
fn folded(line: &str, columns: usize) -> String {
    let is_long = textwrap::core::display_width(line) > columns;
    if !is_long || line.trim_start().starts_with("opconform ") {
        return line.to_owned();
    }
    let near = line.char_indices().nth(columns / 2).map_or(line.len(), |(index, _)| index);
    let own = line.len() - line.trim_start().len();
    let (head, rest) = line.split_at(line[..near].rfind("  ").map_or(own, |index| index + 2).max(own));
    let indent = " ".repeat(textwrap::core::display_width(head));
    let options = Options::new(columns.saturating_sub(indent.len()).max(1))
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    head.to_owned() + &textwrap::wrap(rest, options).join(&format!("\n{indent}"))
}

/// Writes an error and its causes to standard error.
pub(crate) fn error(error: &anyhow::Error) {
    remark(&format!("error: {error:#}"));
}

/// Writes a remark to standard error.
pub(crate) fn remark(text: &str) {
    remark_coloured(text, false);
}

/// Writes what clap says of the arguments, or its help, where that belongs; the exit code is what it is.
pub(crate) fn usage(error: &clap::Error) -> anyhow::Result<Exit> {
    let text = error.render();
    let unwanted = Color::is_unwanted();
    if error.use_stderr() {
        let colour = io::stderr().is_terminal() && !unwanted;
        let text = if colour { text.ansi().to_string() } else { text.to_string() };
        remark_coloured(text.trim_end_matches('\n'), colour);
        Ok(Exit::Error)
    } else {
        let colour = Color::Auto.on_stdout();
        print_coloured(&if colour { text.ansi().to_string() } else { text.to_string() }, colour)?;
        Ok(Exit::AsExpected)
    }
}

fn remark_coloured(text: &str, colour: bool) {
    let shown = shown(&shortened(text), colour);
    // When standard error is closed too, the exit code is all that is left.
    let _ = writeln!(io::stderr(), "{shown}");
}

/// The beginning and the end of a text that nobody reads whole.
fn shortened(text: &str) -> String {
    if text.len() <= ERROR_LIMIT {
        return text.to_owned();
    }
    let head = text.floor_char_boundary(ERROR_LIMIT / 2);
    let tail = text.ceil_char_boundary(text.len() - ERROR_LIMIT / 2);
    format!("{} … {}", &text[..head], &text[tail..])
}

/// Text in its lines, and nothing else in it that a terminal acts on; with `colour`, but for sequences that set colours.
fn shown(text: &str, colour: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c| c != '\n' && is_hidden(c)) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match colour_sequence(rest) {
            Some(length) if colour => {
                out.push_str(&rest[..length]);
                length
            }
            _ => {
                let length = rest.chars().next().map_or(0, char::len_utf8);
                out.push_str(&visible(&rest[..length]));
                length
            }
        };
        rest = &rest[length..];
    }
    out + rest
}

/// The bytes of a sequence that sets colours, where the text begins with one.
fn colour_sequence(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let end = parameters.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    parameters[end..].starts_with('m').then_some("\u{1b}[".len() + end + 1)
}

impl Color {
    /// Whether standard output gets colour.
    pub(crate) fn on_stdout(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => io::stdout().is_terminal() && !Self::is_unwanted(),
        }
    }

    fn is_unwanted() -> bool {
        std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_and_colours_of_ours_get_out() {
        let hostile = "a\u{1b}[31mb\u{1b}[0m\n\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}1m\u{202e}c\u{200b}\r\t\u{7f}";
        let escaped = "\\u{1b}[2J\\u{1b}]0;x\\u{7}\\u{9b}1m\\u{202e}c\\u{200b}\\r\\t\\u{7f}";
        assert_eq!(shown(hostile, false), format!("a\\u{{1b}}[31mb\\u{{1b}}[0m\n{escaped}"));
        assert_eq!(shown(hostile, true), format!("a\u{1b}[31mb\u{1b}[0m\n{escaped}"));
        for broken in ["\u{1b}", "\u{1b}[", "\u{1b}[3", "\u{1b}[3;x", "\u{1b}[?25m"] {
            assert!(!shown(broken, true).contains('\u{1b}'), "{broken:?}");
        }
        assert_eq!(shown("Größe ≥ 0 ✗ 最大\n", false), "Größe ≥ 0 ✗ 最大\n");
    }

    #[test]
    fn a_long_line_is_folded_between_words_under_its_last_column() {
        let said = "bug       sonnx (Max), numpy (numpy.maximum), ecmascript (Max)";
        assert_eq!(
            folded(said, 40),
            "bug       sonnx (Max), numpy\n          (numpy.maximum), ecmascript\n          (Max)"
        );
        assert_eq!(folded(said, 100), said);
        assert_eq!(folded("    of words, and of more", 20), "    of words, and of\n    more");
        for whole in
            ["  opconform replay 'max/f32/nan/2*2#c6079ede' -b tract", "          https://example.org/a/long/path"]
        {
            assert_eq!(folded(whole, 30), whole);
        }
        for columns in 0..20 {
            let words = |text: &str| text.split_whitespace().map(ToOwned::to_owned).collect::<Vec<_>>();
            let text = "  Größe  最大 of two  or three";
            assert_eq!(words(&folded(text, columns)), words(text));
        }
    }

    #[test]
    fn of_a_text_without_end_the_ends_are_shown() {
        let text = shortened(&format!("first {} last", "最".repeat(1 << 20)));
        assert!(text.len() <= ERROR_LIMIT + 10 && text.starts_with("first ") && text.ends_with(" last"));
    }
}
