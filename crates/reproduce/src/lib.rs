//! Reproducers: what a person who has never heard of this suite runs to see a departure.
//!
//! A program calls the implementation that departed, by its own public interface and in its own language, and no other: which
//! one that is, the [`Implementation`] says. The program holds the operands and what is allowed of the result as bits, ends
//! with 0 and "conforms" where the departure does not show, and with 1 (or as the implementation crashes) where it does.
//! Where there can be no program, [`Why`] says why, and the case is written as data.

mod allowed;
mod c;
mod csharp;
mod expected;
mod implementation;
mod javascript;
mod onnx;
mod python;
mod rows;
mod rust;
mod template;
mod vectors;
mod why;

use opconform_spec::{Case, PROFILES, Way};

pub use allowed::Allowed;
pub use expected::{Answer, Expected};
pub use implementation::{Crate, Function, Implementation, Library, Module};
pub use onnx::node_test;
pub use vectors::vectors;
pub use why::Why;

/// One file of a reproducer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reproducer {
    /// The language, such as `Python`; `ONNX` or `JSON` for data.
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

/// The backend that a reproducer is of.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The name that the backend goes by.
    pub name: &'a str,
    /// The version of the implementation.
    pub version: &'a str,
    /// What a program calls; `None` for an adapter that somebody else wrote.
    pub implementation: Option<Implementation>,
}

/// What reproduces a case.
#[derive(Clone, Debug)]
pub struct Reproduction {
    /// The program that calls the implementation, or why there is none.
    pub program: Result<Reproducer, Why>,
    /// The case as data: the ONNX model with its operands for a runtime of such models, and JSON where there is no program.
    pub data: Vec<Reproducer>,
}

/// What reproduces a case on a backend, where this is allowed of its result.
pub fn reproduce(case: &Case, subject: &Subject, expected: Result<&Expected, &Why>) -> Reproduction {
    let program = expected.map_err(Clone::clone).and_then(|expected| {
        let about = About { case, subject, expected };
        match subject.implementation {
            Some(Implementation::Python(library)) => python::script(&about, library),
            Some(Implementation::Rust(library)) => rust::program(&about, library),
            Some(Implementation::C(function)) => c::program(&about, function),
            Some(Implementation::JavaScript(module)) => javascript::script(&about, module),
            Some(Implementation::CSharp) => csharp::program(&about),
            None => Err(Why::Unknown(template::plain(subject.name))),
        }
    });
    let mut data = Vec::new();
    if subject.implementation.is_none_or(Implementation::runs_models) {
        let file = |(name, bytes)| Reproducer {
            language: "ONNX",
            name: format!("onnx/{name}"),
            content: Content::Bytes(bytes),
        };
        data.extend(onnx::files(case, expected.ok()).into_iter().map(file));
    }
    if program.is_err() {
        let vectors = vectors(std::slice::from_ref(case), PROFILES).unwrap_or_default();
        data.extend(vectors.into_iter().map(|(_, text)| Reproducer::text("JSON", "vectors.json", text)));
    }
    Reproduction { program, data }
}

/// What a program is about.
struct About<'a> {
    case: &'a Case,
    subject: &'a Subject<'a>,
    expected: &'a Expected,
}

impl About<'_> {
    /// What the program shows, in a line.
    fn title(&self) -> String {
        let Subject { name, version, .. } = self.subject;
        // A backend in a version has that in its name too.
        let name = name.split('@').next().unwrap_or(name);
        template::plain(&format!("{} on {name} {version}, under {}", self.case.id(), self.expected.under))
    }

    /// The node that the model is about, and how it stands there.
    fn node(&self) -> String {
        let Case { operator, opset, way, .. } = self.case;
        let place = if *way == Way::Plain { String::new() } else { format!(", where {}", way.circumstance()) };
        format!("{} of operator set {opset}{place}", operator.name)
    }

    /// The version of the implementation, as it may stand in a comment.
    fn version(&self) -> String {
        template::plain(self.subject.version)
    }

    /// That `callee` has nothing for the operator of the case.
    fn no_operator(&self, callee: &'static str) -> Why {
        Why::Operator { callee, operator: self.case.operator.qualified().into_owned() }
    }
}
