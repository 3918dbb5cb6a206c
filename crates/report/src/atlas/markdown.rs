//! The Markdown that pages of found faults are written in, as HTML: headings, paragraphs, tables, quotations, code, and links to the web.
//! Anything else stays as it is written, and nothing of it is markup of the page.

use maud::{Markup, html};

use crate::render::html::detail::copied;
use crate::text::visible;

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
enum Block<'t> {
    Heading(&'t str),
    Paragraph(String),
    Quotation(String),
    /// The language, and the lines.
    Code(&'t str, String),
    Table(Vec<Vec<&'t str>>),
}

/// A part of a line.
#[derive(Debug, PartialEq, Eq)]
enum Span<'t> {
    Text(&'t str),
    Strong(&'t str),
    Code(&'t str),
    /// What is read, and where it leads.
    Link(&'t str, &'t str),
}

/// A text without its title.
pub(super) fn blocks(text: &str) -> Markup {
    html! {
        @for block in parse(text) {
            @match block {
                Block::Heading(title) => h2 { (inline(title)) },
                Block::Paragraph(text) => p { (inline(&text)) },
                Block::Quotation(text) => blockquote { p { (inline(&text)) } },
                Block::Code(language, text) => (copied("", language, &text)),
                Block::Table(rows) => (table(&rows)),
            }
        }
    }
}

/// A line of text.
pub(super) fn inline(text: &str) -> Markup {
    html! {
        @for span in spans(text) {
            @match span {
                Span::Text(text) => (visible(text)),
                Span::Strong(text) => strong { (visible(text)) },
                Span::Code(text) => code { (visible(text)) },
                Span::Link(text, address) => a href=(address) rel="noreferrer" { (visible(text)) },
            }
        }
    }
}

/// A line of text without its marks.
pub(super) fn plain(text: &str) -> String {
    let word = |span| match span {
        Span::Text(text) | Span::Strong(text) | Span::Code(text) | Span::Link(text, _) => text,
    };
    spans(text).into_iter().map(word).collect()
}

/// The cells of a row of a table; `None` of any other line.
pub(super) fn cells(line: &str) -> Option<Vec<&str>> {
    let cells = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(cells.split('|').map(str::trim).collect())
}

/// The texts that stand in a line as code.
pub(super) fn code(text: &str) -> Vec<&str> {
    let code = |span| if let Span::Code(text) = span { Some(text) } else { None };
    spans(text).into_iter().filter_map(code).collect()
}

/// A table, the rows of which begin with what they are about where it has no head.
fn table(rows: &[Vec<&str>]) -> Markup {
    let head = rows.first().filter(|head| head.iter().any(|cell| !cell.is_empty()));
    let Some(head) = head else {
        return html! { dl.told { @for row in rows.iter().skip(1) {
            div { dt { (inline(row.first().unwrap_or(&""))) } dd { (inline(&row.iter().skip(1).copied().collect::<Vec<_>>().join(" "))) } }
        } } };
    };
    html! {
        div.scroll role="region" aria-label=(plain(&head.join(", "))) tabindex="0" {
            table.list {
                thead { tr { @for cell in head { th scope="col" { (inline(cell)) } } } }
                tbody { @for row in rows.iter().skip(1) { tr { @for cell in row { td { (inline(cell)) } } } } }
            }
        }
    }
}

fn parse(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block::Code(language, code.join("\n")));
        } else if let Some(title) = line.strip_prefix("## ") {
            blocks.push(Block::Heading(title));
        } else if let Some(cells) = cells(line) {
            let is_rule =
                |cells: &[&str]| cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| ":-".contains(c)));
            match blocks.last_mut() {
                _ if is_rule(&cells) => {}
                Some(Block::Table(rows)) => rows.push(cells),
                _ => blocks.push(Block::Table(vec![cells])),
            }
        } else if !line.trim().is_empty() && !line.starts_with("# ") {
            let is_quoted = line.starts_with('>');
            let mut text = vec![line];
            let goes_on =
                |next: &&str| !next.trim().is_empty() && next.starts_with('>') == is_quoted && !next.starts_with("```");
            while let Some(next) = lines.next_if(goes_on) {
                text.push(next);
            }
            let text: Vec<&str> = text.into_iter().map(|line| line.trim_start_matches('>').trim()).collect();
            let text = text.join(" ");
            blocks.push(if is_quoted { Block::Quotation(text) } else { Block::Paragraph(text) });
        }
    }
    blocks
}

fn spans(text: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some((span, length)) = marked(rest) {
            if from < at {
                spans.push(Span::Text(&text[from..at]));
            }
            spans.push(span);
            at += length;
            from = at;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    if from < text.len() {
        spans.push(Span::Text(&text[from..]));
    }
    spans
}

/// The part that a text begins with a mark of, and how long it is with its marks.
fn marked(text: &str) -> Option<(Span<'_>, usize)> {
    let within = |open: &str, close: &str| {
        let inner = text.strip_prefix(open)?;
        let end = inner.find(close).filter(|&end| end > 0)?;
        Some((&inner[..end], open.len() + end + close.len()))
    };
    if let Some((inner, length)) = within("`", "`") {
        return Some((Span::Code(inner), length));
    }
    if let Some((inner, length)) = within("**", "**") {
        return Some((Span::Strong(inner), length));
    }
    if let Some((inner, length)) = within("<", ">").filter(|(inner, _)| is_address(inner)) {
        return Some((Span::Link(inner, inner), length));
    }
    let (inner, length) = within("[", ")")?;
    let (words, address) = inner.split_once("](")?;
    is_address(address).then_some((Span::Link(words, address), length))
}

/// Whether a text is an address of the web: nothing else is led to.
fn is_address(text: &str) -> bool {
    text.starts_with("https://") && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "\"'<>".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_part_by_part() {
        let text = "# Title\n\nOf one\nand two.\n\n> Said\n> so.\n\n| | |\n|---|---|\n| Got | `1` |\n\n## More\n\n```sh\nls\n\npwd\n```\nend";
        assert_eq!(
            parse(text),
            [
                Block::Paragraph("Of one and two.".to_owned()),
                Block::Quotation("Said so.".to_owned()),
                Block::Table(vec![vec!["", ""], vec!["Got", "`1`"]]),
                Block::Heading("More"),
                Block::Code("sh", "ls\n\npwd".to_owned()),
                Block::Paragraph("end".to_owned()),
            ]
        );
    }

    #[test]
    fn a_line_has_code_links_and_text() {
        assert_eq!(
            spans("A `b|c` in **d**, [e](https://e.example/f), <https://g.example>; ü [h](i) <j> `"),
            [
                Span::Text("A "),
                Span::Code("b|c"),
                Span::Text(" in "),
                Span::Strong("d"),
                Span::Text(", "),
                Span::Link("e", "https://e.example/f"),
                Span::Text(", "),
                Span::Link("https://g.example", "https://g.example"),
                Span::Text("; ü [h](i) <j> `"),
            ]
        );
        assert_eq!(plain("`Max` of [e](https://e.example)"), "Max of e");
        assert_eq!(code("`a`, b and `c`"), ["a", "c"]);
    }

    #[test]
    fn nothing_that_is_written_becomes_markup_or_leads_elsewhere() {
        let hostile = "<script>alert(1)</script> [x](javascript:alert(1)) [y](https://a\" onclick=\"b) <https://a b>\n\n```\n</pre><b>\n```\n| <i> |\n|---|\n| \u{202e} |";
        let page = blocks(hostile).into_string();
        for words in ["<script", "href", "<b>", "<i>", "\u{202e}", "onclick=\"b"] {
            assert!(!page.contains(words), "{words}: {page}");
        }
    }
}
