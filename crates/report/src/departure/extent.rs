//! How often a departure was seen, and how every page says it.

use std::fmt;

use crate::model::Finding;
use crate::text::plural;

/// How often a departure was seen: of each operator in each element type by the clause that finds most elements, all added up.
///
/// One element can break several clauses, and one clause need not speak of all that another speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) elements: u64,
    pub(crate) cases: u64,
    /// Whether a type of an operator has several such clauses, so that together they can have seen more than one of them.
    pub(crate) at_least: bool,
}

impl fmt::Display for Extent {
    /// Elements and cases, or cases alone where no more elements show it: of a whole answer there is none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elements, cases, at_least } = *self;
        let more = if at_least { "at least " } else { "" };
        if elements <= cases {
            return write!(f, "{more}{}", plural(cases, "case"));
        }
        write!(f, "{more}{} in {}", plural(elements, "element"), plural(cases, "case"))
    }
}

impl Extent {
    pub(super) fn of(findings: &[&Finding]) -> Self {
        let mut extent = Self::default();
        for of_dtype in findings.chunk_by(|a, b| (&a.dtype, &a.operator) == (&b.dtype, &b.operator)) {
            let mut by_clause: Vec<(&str, u64, u64)> = Vec::new();
            for finding in of_dtype {
                match by_clause.iter_mut().find(|(clause, ..)| *clause == finding.clause) {
                    Some((_, elements, cases)) => {
                        *elements = elements.saturating_add(finding.elements);
                        *cases = cases.saturating_add(finding.cases);
                    }
                    None => by_clause.push((&finding.clause, finding.elements, finding.cases)),
                }
            }
            // One clause gives both numbers: the elements that one finds need not stand in the cases of another.
            let most = by_clause.iter().map(|(_, elements, cases)| (*elements, *cases)).max();
            let (elements, cases) = most.unwrap_or_default();
            extent.elements = extent.elements.saturating_add(elements);
            extent.cases = extent.cases.saturating_add(cases);
            extent.at_least |= by_clause.len() > 1;
        }
        extent
    }
}
