//! The formulas of the sources in plain text.
//!
//! Sources write LaTeX between dollars. [`plain`] writes that in Unicode, in what Unicode Technical Note 28 calls the linear
//! format: `∀n ∈ [1, N]`, `zⁿ_(i,j,k,l...)`. People read that; `report.json` keeps the words as they stand.

use std::iter::Peekable;
use std::str::Chars;

/// The commands that stand for a character or a word; those that only say how their argument is set stand for nothing.
const COMMANDS: &[(&str, &str)] = &[
    ("forall", "∀"),
    ("exists", "∃"),
    ("in", "∈"),
    ("notin", "∉"),
    ("subset", "⊂"),
    ("subseteq", "⊆"),
    ("cup", "∪"),
    ("cap", "∩"),
    ("emptyset", "∅"),
    ("geq", "≥"),
    ("ge", "≥"),
    ("leq", "≤"),
    ("le", "≤"),
    ("neq", "≠"),
    ("ne", "≠"),
    ("approx", "≈"),
    ("equiv", "≡"),
    ("pm", "±"),
    ("times", "×"),
    ("cdot", "·"),
    ("infty", "∞"),
    ("sum", "∑"),
    ("prod", "∏"),
    ("land", "∧"),
    ("wedge", "∧"),
    ("lor", "∨"),
    ("vee", "∨"),
    ("neg", "¬"),
    ("lnot", "¬"),
    ("to", "→"),
    ("rightarrow", "→"),
    ("Rightarrow", "⇒"),
    ("implies", "⇒"),
    ("iff", "⇔"),
    ("mid", "|"),
    ("ldots", "…"),
    ("dots", "…"),
    ("max", "max"),
    ("min", "min"),
    ("quad", " "),
    ("left", ""),
    ("right", ""),
    ("text", ""),
    ("mathrm", ""),
    ("mathbf", ""),
    ("operatorname", ""),
];

/// The commands that put a mark on the letter after them.
const ACCENTS: &[(&str, char)] = &[("dot", '\u{307}'), ("hat", '\u{302}'), ("bar", '\u{304}'), ("tilde", '\u{303}')];

/// Characters, and the same above the line, below it, and double-struck as the sets of numbers are: as far as Unicode has them.
const RAISED: [&str; 2] = ["0123456789+-()ijklmnx", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁱʲᵏˡᵐⁿˣ"];
const LOWERED: [&str; 2] = ["0123456789+-()ijklmnx", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ᵢⱼₖₗₘₙₓ"];
const DOUBLE_STRUCK: [&str; 2] = ["BCFNQRZ", "𝔹ℂ𝔽ℕℚℝℤ"];

/// The groups in groups that a formula may have.
const DEEPEST: usize = 16;

/// `words` with each formula, from one dollar to the next, in plain Unicode text.
///
/// As in Pandoc, a formula neither begins nor ends with a space, and no digit follows it: other dollars are dollars. A command
/// without a character stays as it is written. A formula that the text breaks off in is one to its end, if it has a command.
pub fn plain(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, from)) = rest.split_once('$') {
        if from.starts_with(char::is_whitespace) {
            out.push_str(before);
            out.push('$');
            rest = from;
            continue;
        }
        let Some(end) = end(from) else {
            // Words that are the first of a sentence may end within a formula.
            if from.contains('\\') {
                return out + before + &linear(from);
            }
            break;
        };
        out.push_str(before);
        out.push_str(&linear(&from[..end]));
        rest = &from[end + 1..];
    }
    out + rest
}

/// Where the next dollar is that can end a formula.
fn end(text: &str) -> Option<usize> {
    let ends = |&(at, _): &(usize, &str)| {
        at > 0
            && !text[..at].ends_with(char::is_whitespace)
            && !text[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    };
    text.match_indices('$').find(ends).map(|(at, _)| at)
}

/// What the text between two braces is to become.
#[derive(Clone, Copy)]
enum Group {
    Text,
    Raised,
    Lowered,
    DoubleStruck,
    Accent(char),
}

impl Group {
    fn close(self, text: &str) -> String {
        match self {
            Self::Text => text.to_owned(),
            Self::Raised => script('^', RAISED, text.trim()),
            Self::Lowered => script('_', LOWERED, text.trim()),
            Self::DoubleStruck => text.chars().map(|c| translated(c, DOUBLE_STRUCK).unwrap_or(c)).collect(),
            Self::Accent(mark) => {
                let end = text.chars().next().map_or(0, char::len_utf8);
                let (letter, others) = text.split_at(end);
                if letter.is_empty() { String::new() } else { format!("{letter}{mark}{others}") }
            }
        }
    }
}

fn translated(c: char, [from, to]: [&str; 2]) -> Option<char> {
    from.chars().zip(to.chars()).find(|(it, _)| *it == c).map(|(_, it)| it)
}

/// What stands above or below the line: in the characters for that, or behind a mark and in brackets.
fn script(mark: char, table: [&str; 2], text: &str) -> String {
    let translated: Option<String> = text.chars().map(|c| translated(c, table)).collect();
    translated.unwrap_or_else(|| {
        if text.chars().nth(1).is_some() { format!("{mark}({text})") } else { format!("{mark}{text}") }
    })
}

/// A formula in one line; one whose groups go deeper than anyone reads stays as it is written.
fn linear(formula: &str) -> String {
    let mut rest = formula.chars().peekable();
    let mut buffer = [0; 4];
    let mut open = vec![(Group::Text, String::new())];
    while let Some(c) = rest.next() {
        let group = match c {
            '^' => Some(Group::Raised),
            '_' => Some(Group::Lowered),
            '{' => {
                open.push((Group::Text, String::new()));
                continue;
            }
            '\\' => match command(&mut rest) {
                Command::Text(text) => {
                    push(&mut open, &text);
                    continue;
                }
                Command::Group(group) => Some(group),
            },
            _ => None,
        };
        match group {
            Some(group) if next_after_spaces(&mut rest) == Some('{') => {
                rest.next();
                open.push((group, String::new()));
            }
            Some(group) => {
                let text = argument(&mut rest);
                push(&mut open, &group.close(&text));
            }
            None if c == '}' => close(&mut open),
            None => push(&mut open, if c == '~' { " " } else { c.encode_utf8(&mut buffer) }),
        }
        if open.len() > DEEPEST {
            return format!("${formula}$");
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().map_or_else(String::new, |(_, text)| text.trim().to_owned())
}

/// Adds to the innermost group: one space where there are several, and none behind what binds to its right.
fn push(open: &mut [(Group, String)], text: &str) {
    if let Some((_, out)) = open.last_mut() {
        for c in text.chars() {
            if !(c.is_whitespace() && (out.is_empty() || out.ends_with([' ', '∀', '∃', '¬']))) {
                out.push(if c.is_whitespace() { ' ' } else { c });
            }
        }
    }
}

/// Ends the innermost group; the formula itself ends with its last character.
fn close(open: &mut Vec<(Group, String)>) {
    if open.len() > 1
        && let Some((group, text)) = open.pop()
    {
        push(open, &group.close(&text));
    }
}

enum Command {
    Text(String),
    Group(Group),
}

/// The command behind a backslash.
fn command(rest: &mut Peekable<Chars>) -> Command {
    let mut name = String::new();
    while let Some(letter) = rest.next_if(char::is_ascii_alphabetic) {
        name.push(letter);
    }
    if name.is_empty() {
        // A space of some width, or a character that would otherwise act.
        return Command::Text(match rest.next() {
            Some(',' | ';' | ':' | '!' | '\\') | None => " ".to_owned(),
            Some(c) => c.to_string(),
        });
    }
    if name == "mathbb" {
        return Command::Group(Group::DoubleStruck);
    }
    if let Some((_, mark)) = ACCENTS.iter().find(|(it, _)| *it == name) {
        return Command::Group(Group::Accent(*mark));
    }
    let known = COMMANDS.iter().find(|(it, _)| *it == name);
    Command::Text(known.map_or_else(|| format!("\\{name}"), |(_, text)| (*text).to_owned()))
}

/// What stands behind a mark without braces: one character, or the text of a command.
fn argument(rest: &mut Peekable<Chars>) -> String {
    match rest.next() {
        Some('\\') => match command(rest) {
            Command::Text(text) => text,
            Command::Group(_) => String::new(),
        },
        Some(c) => c.to_string(),
        None => String::new(),
    }
}

fn next_after_spaces(rest: &mut Peekable<Chars>) -> Option<char> {
    while rest.next_if(|c| c.is_whitespace()).is_some() {}
    rest.peek().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_of_the_sources_are_read_without_latex() {
        let cases = [
            (
                r"$\forall n \in [1, N], ... ~~~~ y_{i,j} \geq z^n_{i,j,k,l...}$",
                "∀n ∈ [1, N], ... y_(i,j) ≥ zⁿ_(i,j,k,l...)",
            ),
            (r"$\exists n ~~| x^n_{f(i,I_n,\max_{m \in [1, N] } I_m)...}$", "∃n | xⁿ_(f(i,Iₙ,max_(m ∈ [1, N]) Iₘ)...)"),
            (r"applied on $\dot X0$,... , $\dot XL$", "applied on X\u{307}0,... , X\u{307}L"),
            (r"$x \in \mathbb{R}^{2}$, $\mathbb N_{n+1}$", "x ∈ ℝ², ℕₙ₊₁"),
            (r"$\forall n \in [1, N], ... x^n_{f", "∀n ∈ [1, N], ... xⁿ_f"),
            ("10$ or less", "10$ or less"),
            (r"$a^\infty \left\{ b \right\} \text{ if } c\,d$", "a^∞ { b } if c d"),
        ];
        for (words, expected) in cases {
            assert_eq!(plain(words), expected);
        }
    }

    #[test]
    fn what_is_no_formula_stays_as_it_is() {
        for words in ["", "$", "$$", "5 $ and 6 $", "from $5 to $6", "`a_b` ^ {c} \\max **Max**", "a $ b$", "$a $"] {
            assert_eq!(plain(words), words);
        }
        assert_eq!(plain(r"$\unknown{a}_b$ and $c"), r"\unknowna_b and $c");
    }

    #[test]
    fn braces_need_not_match() {
        assert_eq!(plain("$}}}a{{{_$"), "a");
        assert_eq!(plain(r"$\dot\dot\$"), "");
        let dollars = format!("{}x$", "$ ".repeat(1_000_000));
        assert_eq!(plain(&dollars), dollars);
        let deep = format!("${}x$", "^{".repeat(100_000));
        assert_eq!(plain(&deep), deep);
    }
}
