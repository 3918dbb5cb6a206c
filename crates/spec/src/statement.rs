//! The statements of the sources: which clause judges each, or why none does.
//!
//! A statement is a sentence, a row of a table, an item of a list, a formula or an example. `tests/statements.rs` takes the
//! sources apart, and fails where a statement has no row here, or a row no statement.

use crate::document::Document;

mod dotnet;
mod mars;
mod onnx;
mod onnx_operators;
mod paddle;
mod sonnx;
mod sonnx_later;

/// One statement of a source, or several that begin with the same words.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// The document that it stands in.
    pub document: Document,
    /// Its first words, verbatim but for white space.
    pub words: &'static str,
    /// What becomes of it.
    pub treatment: Treatment,
}

/// What becomes of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// These clauses judge it, by their ids.
    Judged(&'static [&'static str]),
    /// These clauses judge a part of it; the words say which part none judges, and why.
    JudgedInPart(&'static [&'static str], &'static str),
    /// Nothing can or need judge it, for this reason.
    NotJudged(&'static str),
    /// It asks nothing, and is what those after it stand under.
    Heads,
}

impl Treatment {
    /// The clauses that judge the statement, or a part of it.
    pub fn clauses(self) -> &'static [&'static str] {
        match self {
            Self::Judged(clauses) | Self::JudgedInPart(clauses, _) => clauses,
            Self::NotJudged(_) | Self::Heads => &[],
        }
    }

    /// Why nothing judges the statement, or a part of it; `None` where clauses judge all of it.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::Judged(_) => None,
            Self::JudgedInPart(_, reason) | Self::NotJudged(reason) => Some(reason),
            Self::Heads => Some("a heading: it asks nothing"),
        }
    }
}

/// A statement in the table of its document.
struct Row {
    words: &'static str,
    treatment: Treatment,
}

/// Every statement, by document, in the order of the document.
static STATEMENTS: &[(Document, &[Row])] = &[
    (Document::SonnxSeed, sonnx::STATEMENTS),
    (Document::SonnxLater, sonnx_later::STATEMENTS),
    (Document::DotnetSeed, dotnet::STATEMENTS),
    (Document::OnnxSeed, onnx::STATEMENTS),
    (Document::OnnxOperators, onnx_operators::STATEMENTS),
    (Document::Paddle, paddle::STATEMENTS),
    (Document::Mars, mars::STATEMENTS),
];

/// Every statement, in the order of the documents.
pub fn statements() -> impl Iterator<Item = Statement> + Clone {
    let of_document = |&(document, rows): &(Document, &'static [Row])| rows.iter().map(move |row| row.of(document));
    STATEMENTS.iter().flat_map(of_document)
}

impl Row {
    const fn of(&self, document: Document) -> Statement {
        Statement { document, words: self.words, treatment: self.treatment }
    }
}

/// Where a statement stands in its document: of several that begin with the same words, the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the statement, from 1 on.
    pub number: usize,
    /// The first words of the heading that it stands under; `None` of what stands before all of them.
    pub heading: Option<&'static str>,
}

/// Every statement with its place, in the order of the documents.
pub fn placed_statements() -> impl Iterator<Item = (Statement, Place)> {
    STATEMENTS.iter().flat_map(|&(document, rows)| {
        let mut heading = None;
        rows.iter().enumerate().map(move |(index, row)| {
            let place = Place { number: index + 1, heading };
            if row.treatment == Treatment::Heads {
                heading = Some(row.words);
            }
            (row.of(document), place)
        })
    })
}

/// A statement that clauses judge.
const fn judged(words: &'static str, clauses: &'static [&'static str]) -> Row {
    Row { words, treatment: Treatment::Judged(clauses) }
}

/// A statement of which clauses judge a part.
const fn in_part(words: &'static str, clauses: &'static [&'static str], unjudged: &'static str) -> Row {
    Row { words, treatment: Treatment::JudgedInPart(clauses, unjudged) }
}

/// A heading.
const fn heading(words: &'static str) -> Row {
    Row { words, treatment: Treatment::Heads }
}

/// A statement that none judges.
const fn not_judged(words: &'static str, reason: &'static str) -> Row {
    Row { words, treatment: Treatment::NotJudged(reason) }
}

const NUMBER_OF_TENSORS: &str =
    "one tensor and several are judged; of none, which this excludes, nothing says what becomes, and 2^31 have no room";
const MARKUP: &str = "a name, a lead or markup: it asks nothing";
const CALL: &str = "how the function is written in a language: an adapter calls it so, or does not build";
const NOTATION: &str = "says what a symbol stands for";
const MEANING: &str = "says what an argument is; what is computed from it is judged";
const SETTING: &str = "sets up the example after it";
