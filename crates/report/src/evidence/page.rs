//! The page: what it is made of, as Markdown and as HTML.

use maud::{DOCTYPE, Markup, html};

use crate::render::html::page_head;
use crate::render::markdown::escape::{code, prose};
use crate::render::markdown::{Page, heads};
use crate::text::visible;

/// A part of the page. Texts are as they are: each format escapes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// The title of the page.
    Title(String),
    /// The heading of a section, with its number.
    Heading(String),
    /// The heading of a part of a section.
    Part(String),
    /// A paragraph.
    Text(String),
    /// Sentences, each by itself.
    List(Vec<String>),
    /// A table: heads, those of numbers with `>` before them, and rows.
    Table(&'static [&'static str], Vec<Vec<String>>),
    /// A table of commands: heads, and what each is for with the command, which is copied from the page.
    Commands(&'static [&'static str; 2], Vec<(&'static str, String)>),
    /// A table whose heads are known when it is made.
    Grid(Vec<String>, Vec<Vec<String>>),
}

const STYLE: &str = include_str!("evidence.css");
/// Nothing is fetched from anywhere, and nothing is sent.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

pub(super) fn markdown(blocks: &[Block]) -> String {
    let mut page = Page::default();
    for block in blocks {
        match block {
            Block::Title(text) => page.heading(1, &prose(text)),
            Block::Heading(text) => page.heading(2, &prose(text)),
            Block::Part(text) => page.heading(3, &prose(text)),
            Block::Text(text) => page.paragraph(&prose(text)),
            Block::List(items) => {
                page.paragraph(&items.iter().map(|item| format!("- {}", prose(item))).collect::<Vec<_>>().join("\n"));
            }
            Block::Table(names, rows) => table(&mut page, &heads(names), rows),
            Block::Commands(names, rows) => {
                page.table(&heads(names.as_slice()), rows.iter().map(|(what, command)| [prose(what), code(command)]));
            }
            Block::Grid(names, rows) => table(&mut page, names, rows),
        }
    }
    page.out.truncate(page.out.trim_end().len());
    page.out.push('\n');
    page.out
}

fn table(page: &mut Page, heads: &[String], rows: &[Vec<String>]) {
    page.table(heads, rows.iter().map(|row| row.iter().map(|cell| prose(cell)).collect::<Vec<_>>()));
}

pub(super) fn html(blocks: &[Block]) -> String {
    let title = blocks.iter().find_map(|block| if let Block::Title(text) = block { Some(text.as_str()) } else { None });
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (page_head(title.unwrap_or_default(), POLICY, &[STYLE]))
            body { @for block in blocks { (part(block)) } }
        }
    };
    page.into_string() + "\n"
}

fn part(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Title(text) => { h1 { (visible(text)) } },
            Block::Heading(text) => { h2 { (visible(text)) } },
            Block::Part(text) => { h3 { (visible(text)) } },
            Block::Text(text) => { p { (visible(text)) } },
            Block::List(items) => { ul { @for item in items { li { (visible(item)) } } } },
            Block::Table(names, rows) => { (grid(&heads(names), rows)) },
            Block::Commands(names, rows) => { (commands(names, rows)) },
            Block::Grid(names, rows) => { (grid(names, rows)) },
        }
    }
}

fn commands(heads: &[&str; 2], rows: &[(&str, String)]) -> Markup {
    html! {
        div.table {
            table {
                thead { tr { @for head in heads { th scope="col" { (head) } } } }
                tbody { @for (what, command) in rows { tr { td { (what) } td { code { (visible(command)) } } } } }
            }
        }
    }
}

fn grid(heads: &[String], rows: &[Vec<String>]) -> Markup {
    let is_number = |column: usize| heads.get(column).is_some_and(|head| head.starts_with('>'));
    html! {
        div.table {
            table {
                thead { tr { @for head in heads { th scope="col" { (visible(head.trim_start_matches('>'))) } } } }
                tbody {
                    @for row in rows {
                        tr {
                            @for (column, cell) in row.iter().enumerate() {
                                td.number[is_number(column)] { (visible(cell)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
