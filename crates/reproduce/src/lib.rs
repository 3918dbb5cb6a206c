//! Native reproducers: what a person who has never heard of this suite runs to see a departure.
//!
//! Each is complete in itself: it holds the operands and what is allowed of the result as bits, calls the implementation by
//! its own public interface, and says element by element what is not as it should be. It ends with 1 (or a failed test) where
//! the departure shows, and with 0 where it does not. Where the implementation is not one that the language can call, the
//! reproducer calls the language's own maximum, in a function that is there to be replaced.

mod csharp;
mod expected;
mod onnx;
mod python;
mod rust;
mod vectors;

use opconform_spec::Case;

pub use expected::{Answer, Expected};
pub use onnx::node_test;
pub use vectors::vectors;

/// One file of a reproducer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reproducer {
    /// The language, such as `Python`; `ONNX` for the files of a node test.
    pub language: &'static str,
    /// The file's path in the folder of the reproducers, such as `reproduce.py` or `onnx/model.onnx`.
    pub name: String,
    /// What is in it.
    pub content: Content,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text, to be read and copied.
    Text(String),
    /// Anything else.
    Bytes(Vec<u8>),
}

impl Reproducer {
    fn text(language: &'static str, name: &str, text: String) -> Self {
        Self { language, name: name.to_owned(), content: Content::Text(text) }
    }

    /// The text, where it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::Bytes(_) => None,
        }
    }

    /// The content of the file.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.content {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }
}

/// The reproducers of a case on the backend of this name: those of the languages that have the element types and the operator.
pub fn reproducers(case: &Case, backend: &str, expected: &Expected) -> Vec<Reproducer> {
    let about = About { case, backend, expected };
    let texts = [rust::test(&about), python::script(&about), csharp::program(&about)];
    let mut reproducers: Vec<Reproducer> = texts.into_iter().flatten().collect();
    if let Some(files) = onnx::node_test(case, expected) {
        let file = |(name, bytes)| Reproducer {
            language: "ONNX",
            name: format!("onnx/{name}"),
            content: Content::Bytes(bytes),
        };
        reproducers.extend(files.into_iter().map(file));
    }
    reproducers
}

/// What a reproducer is about.
struct About<'a> {
    case: &'a Case,
    backend: &'a str,
    expected: &'a Expected,
}

impl About<'_> {
    /// What the reproducer shows, in a line. Names come from elsewhere, and end up in comments: nothing in them ends one.
    fn title(&self) -> String {
        let title = format!("{} on {}, under {}", self.case.id(), self.backend, self.expected.under);
        title.chars().map(|c| if c.is_alphanumeric() || " -_.,:/+*#()".contains(c) { c } else { '?' }).collect()
    }

    /// The operator, told apart by its domain.
    fn operator(&self) -> (&'static str, &'static str) {
        (self.case.operator.domain, self.case.operator.name)
    }
}

/// A template with its markers, such as `@INPUTS@`, replaced.
fn fill(template: &str, markers: &[(&str, &str)]) -> String {
    markers.iter().fold(template.to_owned(), |text, (marker, value)| text.replace(marker, value))
}
