//! What is said of pairs that were all counted, in the words that every renderer has of it.

use std::collections::BTreeSet;
use std::fmt;

use opconform_tensor::Types;

use crate::model::{Backend, CountedPairs, PairRow, Report, SpecificationPairs};
use crate::text::{plural, thousands};

/// What stands before these in a report.
pub(crate) const WORDS: &str = "Pairs of operands that were asked for apart from the cases, by `opconform exhaust`, and all counted: what came of them, exactly, and what \
     each specification that the backend is judged by says of it. They hold for the calls that were made, and for no others: a scalar operand, \
     a short vector or the first call of a process may be answered otherwise, and the cases of the suite try those.";

impl CountedPairs {
    /// What was counted, in a few words: `Max of f16: 4,294,967,296 pairs, none forbidden`.
    pub(crate) fn title(&self) -> String {
        let forbidden = match self.forbidden {
            0 if self.specifications.is_empty() => "held against nothing that is claimed".to_owned(),
            0 => "none forbidden".to_owned(),
            some => format!("{} forbidden", thousands(some)),
        };
        let part = if self.complete { "" } else { ", which are a part" };
        format!("{} of {}: {} pairs{part}, {forbidden}", self.operator, self.dtype, thousands(self.pairs))
    }

    /// Which pairs these are, and in what calls.
    pub(crate) fn course(&self) -> String {
        let part = if self.complete { "Of" } else { "A part of" };
        format!("{part} {}: {}; on a CPU with {}", self.range, self.assumed, self.cpu_features.join(", "))
    }
}

impl SpecificationPairs {
    /// What it says of the pairs, in words.
    pub(crate) fn words(&self) -> String {
        let counts =
            [(self.forbidden, "forbidden"), (self.advised_against, "against its advice"), (self.open, "left open")];
        let counts = counts.into_iter().filter(|(pairs, _)| *pairs > 0);
        let said: Vec<String> = counts.map(|(pairs, what)| format!("{} {what}", thousands(pairs))).collect();
        let said = if said.is_empty() { "all allowed".to_owned() } else { said.join(", ") };
        format!("{}: {said}", self.specification)
    }
}

/// What counted pairs of a backend show and no case does: it counts as a departure does.
#[derive(Debug, PartialEq, Eq)]
pub struct BeyondCases<'a> {
    /// The backend.
    pub backend: &'a str,
    /// The clauses that forbid what came of pairs, and that no finding is of.
    pub clauses: Vec<&'a str>,
    /// How many pairs these are.
    pub pairs: u64,
}

impl fmt::Display for BeyondCases<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pairs, clauses) = (plural(self.pairs, "counted pair"), self.clauses.join(", "));
        write!(f, "{pairs} forbidden by {clauses}, which no case of this run shows")
    }
}

impl Report {
    /// What was counted of the pairs of backends that no case shows.
    pub fn beyond_cases(&self) -> Vec<BeyondCases<'_>> {
        self.backends.iter().filter_map(|backend| beyond_cases(self, backend)).collect()
    }
}

/// What was counted of the pairs of a backend that no case shows; `None` where there is no such thing. A case shows it where a finding is
/// of the same operator, element type and clause, and of no more operands than a pair has.
pub(crate) fn beyond_cases<'a>(report: &Report, backend: &'a Backend) -> Option<BeyondCases<'a>> {
    let found = || report.findings.iter().filter(|finding| finding.backend == backend.name);
    let is_found = |of: &CountedPairs, clause: &String| {
        found().any(|it| {
            let is_of_these = it.operator == of.operator && it.dtype == Types::One(of.dtype) && it.clause == *clause;
            is_of_these && it.operands.len() <= 2
        })
    };
    let is_unseen = |of: &CountedPairs, row: &PairRow| {
        !row.forbidden_by.is_empty() && !row.forbidden_by.iter().any(|clause| is_found(of, clause))
    };
    let unseen = |of: &'a CountedPairs| of.rows.iter().filter(move |row| is_unseen(of, row));
    let rows: Vec<&PairRow> = backend.counted.iter().flat_map(unseen).collect();
    let clauses: BTreeSet<&str> = rows.iter().flat_map(|row| &row.forbidden_by).map(String::as_str).collect();
    let pairs = rows.iter().map(|row| row.pairs).fold(0, u64::saturating_add);
    (pairs > 0).then(|| BeyondCases { backend: &backend.name, clauses: clauses.into_iter().collect(), pairs })
}
