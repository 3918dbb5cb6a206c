//! The known defects of the source documents: what a reader of a report should know before trusting a sentence, and what who writes
//! the document may want to change.

use crate::document::Document;
use crate::family::Family;

mod functions;
mod onnx;
mod onnx_reduce;
mod sonnx;
mod sonnx_later;
mod sources;

/// A place at which a source document contradicts itself, another one, or what it means to say.
#[derive(Debug)]
pub struct Defect {
    /// The permanent id, such as `SONNX-D01`.
    pub id: &'static str,
    /// The specification that the document is of.
    pub family: Family,
    /// The document.
    pub document: &'static str,
    /// The words at fault, or those beside which others are missing; none of a document that was not read sentence by sentence.
    pub quotes: &'static [Quote],
    /// What is wrong with it.
    pub text: &'static str,
    /// What turns on it.
    pub effect: Effect,
    /// Words that would mend it, or what is to be done.
    pub proposed: Option<&'static str>,
}

/// Words of a document, and where they stand.
#[derive(Clone, Copy, Debug)]
pub struct Quote {
    /// The document.
    pub document: Document,
    /// The file, where the document is of several.
    pub file: Option<&'static str>,
    /// The headings that the words stand under, from the outermost on; each with words of the heading that no other one there has.
    pub heading: &'static [&'static str],
    /// The words, verbatim but for white space.
    pub words: &'static str,
}

/// What turns on a defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No verdict: whoever judges by the document comes to the same.
    NoVerdict,
    /// Of some cases nothing can be judged.
    Gap {
        /// The gap as which they are counted.
        name: &'static str,
        /// The id of one of them.
        example: &'static str,
    },
    /// A verdict, which is another by another reading.
    Verdict {
        /// Which one, in a sentence.
        says: &'static str,
        /// The id of a case that shows it.
        example: Option<&'static str>,
    },
}

impl Effect {
    /// The gap as which the cases that show a defect are counted.
    pub fn gap(self) -> Option<&'static str> {
        match self {
            Self::Gap { name, .. } => Some(name),
            Self::NoVerdict | Self::Verdict { .. } => None,
        }
    }

    /// The verdict that turns on a defect, in a sentence.
    pub fn verdict(self) -> Option<&'static str> {
        match self {
            Self::Verdict { says, .. } => Some(says),
            Self::NoVerdict | Self::Gap { .. } => None,
        }
    }

    /// The id of a case of the suite that shows a defect.
    pub fn example(self) -> Option<&'static str> {
        match self {
            Self::Gap { example, .. } => Some(example),
            Self::Verdict { example, .. } => example,
            Self::NoVerdict => None,
        }
    }
}

/// Every known defect, by document.
static DEFECTS: &[&[Defect]] =
    &[sonnx_later::DEFECTS, sonnx::DEFECTS, onnx::DEFECTS, onnx_reduce::DEFECTS, sources::DEFECTS, functions::DEFECTS];

/// Every known defect, by document: of a specification the newest first.
pub fn defects() -> impl Iterator<Item = &'static Defect> + Clone {
    DEFECTS.iter().flat_map(|of_documents| of_documents.iter())
}

/// Words of a document of one file.
const fn quote(document: Document, heading: &'static [&'static str], words: &'static str) -> Quote {
    Quote { document, file: None, heading, words }
}
