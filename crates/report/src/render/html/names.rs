//! The numbers that stand for names in tokens: a name from outside is never part of an id, a class or a script.

use std::collections::BTreeSet;

use crate::departure::dtype_rank;
use crate::digest;
use crate::model::Report;

/// Everything that can be filtered by, in the order of the filters.
pub(super) struct Names<'a> {
    pub(super) backends: Vec<&'a str>,
    pub(super) dtypes: Vec<&'a str>,
    pub(super) operators: Vec<&'a str>,
    clauses: Vec<&'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn of(report: &'a Report) -> Self {
        let found = report.findings.iter().map(|finding| finding.dtype.as_str());
        let counted = report.backends.iter().flat_map(|backend| &backend.clauses);
        let counted = counted.flat_map(|count| count.by_dtype.keys().map(String::as_str));
        let dtypes: BTreeSet<_> = found.chain(counted).map(dtype_rank).collect();
        let found = report.findings.iter().map(|finding| finding.operator.as_str());
        let tried = report.groups.iter().map(|group| group.operator.as_str());
        let operators: BTreeSet<&str> = found.chain(tried).collect();
        Self {
            backends: digest::findings_by_backend(report).into_iter().map(|(name, _)| name).collect(),
            dtypes: dtypes.into_iter().map(|(.., dtype)| dtype).collect(),
            operators: operators.into_iter().collect(),
            clauses: report.clauses.iter().map(|clause| clause.id.as_str()).collect(),
        }
    }

    /// The tokens of element types, apart by spaces.
    pub(super) fn dtypes<Text: AsRef<str>>(&self, dtypes: &[Text]) -> String {
        tokens('t', &self.dtypes, dtypes)
    }

    /// The tokens of operators, apart by spaces.
    pub(super) fn operators<Text: AsRef<str>>(&self, operators: &[Text]) -> String {
        tokens('o', &self.operators, operators)
    }

    /// The tokens of clauses, apart by spaces.
    pub(super) fn clauses<Text: AsRef<str>>(&self, clauses: &[Text]) -> String {
        tokens('c', &self.clauses, clauses)
    }
}

fn tokens<Text: AsRef<str>>(prefix: char, known: &[&str], names: &[Text]) -> String {
    let index = |name: &Text| known.iter().position(|it| *it == name.as_ref());
    names.iter().filter_map(index).map(|index| format!("{prefix}{index}")).collect::<Vec<_>>().join(" ")
}
