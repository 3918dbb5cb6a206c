//! What backends are judged by: profiles, clauses, the statements and the defects of documents.

use serde::{Deserialize, Serialize};

use crate::level::Level;

/// A profile judged under.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// The name, such as `sonnx`.
    pub name: String,
    /// The specification that it is a version of, such as `SONNX`.
    pub family: String,
    /// Whether it is one of several functions of its specification, of which nobody can follow two.
    #[serde(default)]
    pub alternative: bool,
    /// The document and revision that it reads.
    pub source: String,
    /// Where it can be read.
    pub link: String,
}

/// A clause of the profiles judged under.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clause {
    /// The permanent id.
    pub id: String,
    /// How binding it is.
    pub level: Level,
    /// What it asks, in a few words.
    pub title: String,
    /// What it asks of the operators that take the other end of the order, where that is said in other words.
    pub turned: Option<Turned>,
    /// The words of the source.
    pub words: String,
    /// Where they stand.
    pub place: String,
    /// The profiles that it belongs to.
    pub profiles: Vec<String>,
}

/// What a clause asks of operators that take the other end of the order than the one its title names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turned {
    /// What it asks of them, in a few words.
    pub title: String,
    /// The operators.
    pub operators: Vec<String>,
}

impl Clause {
    /// What it asks of an operator, in a few words.
    pub(crate) fn asks(&self, operator: &str) -> &str {
        let turned = self.turned.as_ref().filter(|turned| turned.operators.iter().any(|it| it == operator));
        turned.map_or(&self.title, |turned| &turned.title)
    }

    /// What it asks of each operator, in a few words.
    pub(crate) fn asks_in_full(&self) -> String {
        match &self.turned {
            Some(turned) => format!("{}; of {}: {}", self.title, turned.operators.join(", "), turned.title),
            None => self.title.clone(),
        }
    }
}

/// A statement of a source: a sentence, a row of a table, a formula or an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// The specification that the document is of, such as `SONNX`.
    pub family: String,
    /// The document that it stands in.
    pub document: String,
    /// Its number among the statements of the document, in their order and from 1 on; of several that begin with the same words, that of
    /// the first.
    pub number: u64,
    /// The first words of the heading that it stands under, where it stands under one.
    pub heading: Option<String>,
    /// Its first words, verbatim but for white space.
    pub words: String,
    /// The clauses that judge it, or a part of it.
    pub clauses: Vec<String>,
    /// Why no clause judges it; where clauses judge a part of it, why none judges the rest.
    pub reason: Option<String>,
}

impl Requirement {
    /// Where it stands in its document, without the marks of the heading.
    pub(crate) fn place(&self) -> String {
        let heading = self.heading.as_deref().map(|words| words.trim_matches(['#', '*', ' ', ':', '-', '：']));
        let under = heading.map_or_else(String::new, |words| format!(", under \u{201c}{words}\u{201d}"));
        format!("{}{under}", self.number)
    }

    /// Whether clauses judge it, or a part of it.
    pub(crate) fn is_judged(&self) -> bool {
        !self.clauses.is_empty()
    }

    /// Whether clauses judge a part of it alone.
    pub(crate) fn is_judged_in_part(&self) -> bool {
        self.is_judged() && self.reason.is_some()
    }
}

/// A known defect of a source document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defect {
    /// The permanent id, such as `SONNX-D01`.
    #[serde(default)]
    pub id: String,
    /// The specification that the document is of, such as `SONNX`.
    #[serde(default)]
    pub family: String,
    /// The document.
    pub document: String,
    /// What is wrong with it.
    pub text: String,
    /// The gap by which the cases that show it are counted, where cases can show it.
    pub gap: Option<String>,
    /// The verdict that turns on it, in a sentence, where one does and it is no gap.
    #[serde(default)]
    pub verdict: Option<String>,
    /// Cases that show it.
    pub cases: u64,
    /// One of them.
    pub example: Option<String>,
}

/// Where a source is silent or contradicts itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Gap {
    /// The profile that has it.
    pub profile: String,
    /// The gap in words.
    pub gap: String,
    /// Cases that show it.
    pub cases: u64,
    /// One of them.
    pub example: String,
}
