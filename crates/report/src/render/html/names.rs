//! What stands for names on the page: tokens in attributes, slugs in addresses, labels to be read. A name from outside is
//! never part of a class or a script, and part of an address only where it could not be anything else.

use opconform_tensor::Types;
use std::collections::{BTreeMap, BTreeSet};

use crate::digest;
use crate::model::{Finding, Report};
use crate::text::{fit, visible};

/// The columns of a label: a backend chooses its own name, and the page says it often.
const LABEL: usize = 60;
/// The longest name that is its own slug.
const SLUG: usize = 64;

/// Names of one kind that something can be filtered by.
pub(crate) struct Kind<'a> {
    letter: char,
    names: Vec<&'a str>,
    labels: Vec<String>,
}

impl<'a> Kind<'a> {
    fn of(letter: char, names: Vec<&'a str>) -> Self {
        let labels = names.iter().map(|name| label(name)).collect();
        Self { letter, names, labels }
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The token of the name with this index: a letter and a number.
    pub(super) fn token(&self, index: usize) -> String {
        format!("{}{index}", self.letter)
    }

    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|it| *it == name)
    }

    /// The tokens of names, apart by spaces.
    pub(super) fn tokens<Text: AsRef<str>>(&self, names: &[Text]) -> String {
        let index = |name: &Text| self.index(name.as_ref());
        names.iter().filter_map(index).map(|index| self.token(index)).collect::<Vec<_>>().join(" ")
    }

    /// The name with this index, as it is in the report.
    pub(super) fn name(&self, index: usize) -> &'a str {
        self.names[index]
    }

    /// The name with this index, to be read.
    pub(super) fn label(&self, index: usize) -> &str {
        &self.labels[index]
    }

    /// What stands for the name with this index in an address, the same in every report that has the name: the name
    /// itself, or its token after a colon where it is not plain or another has it.
    pub(super) fn slug(&self, index: usize) -> String {
        let name = self.names[index];
        if is_plain(name) && self.index(name) == Some(index) {
            name.to_owned()
        } else {
            format!(":{}", self.token(index))
        }
    }
}

/// Everything that can be filtered by or led to.
pub(crate) struct Names<'a> {
    pub(super) backends: Kind<'a>,
    pub(super) dtypes: Kind<'a>,
    pub(super) operators: Kind<'a>,
    pub(super) clauses: Kind<'a>,
    pub(super) profiles: Kind<'a>,
    findings: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    pub(crate) fn of(report: &'a Report) -> Self {
        let found = report.findings.iter().map(|finding| finding.dtype);
        let counted = report.backends.iter().flat_map(|backend| &backend.clauses);
        let counted = counted.flat_map(|count| count.by_dtype.keys().copied());
        let dtypes: BTreeSet<Types> = found.chain(counted).collect();
        let found = report.findings.iter().map(|finding| finding.operator.as_str());
        let tried = report.groups.iter().map(|group| group.operator.as_str());
        let operators: BTreeSet<&str> = found.chain(tried).collect();
        let backends = digest::findings_by_backend(report).into_iter().map(|(name, _)| name);
        Self {
            backends: Kind::of('b', backends.collect()),
            dtypes: Kind::of('t', dtypes.into_iter().map(Types::name).collect()),
            operators: Kind::of('o', operators.into_iter().collect()),
            clauses: Kind::of('c', report.clauses.iter().map(|clause| clause.id.as_str()).collect()),
            profiles: Kind::of('p', report.profiles.iter().map(|profile| profile.name.as_str()).collect()),
            findings: own_ids(&report.findings),
        }
    }

    /// The id of a clause's element: the clause's own, where it is written as clauses are. Every other id of the page begins
    /// with a small letter.
    pub(super) fn clause(&self, index: usize) -> String {
        let slug = self.clauses.slug(index);
        if slug.starts_with(|c: char| c.is_ascii_uppercase()) { slug } else { format!("clause-{slug}") }
    }

    /// The id of the element of a finding: none where the finding's own is no plain text, or not its own.
    pub(super) fn finding(&self, finding: &Finding) -> Option<String> {
        self.findings.contains(finding.id.as_str()).then(|| format!("finding-{}", finding.id))
    }

    /// The id of the element of a departure: that of the finding that stands for it.
    pub(crate) fn departure(&self, backend: usize, number: usize, example: &Finding) -> String {
        self.finding(example).unwrap_or_else(|| format!("departure-{backend}-{}", number + 1))
    }
}

/// The ids of findings that can be part of an address, and that no two findings have.
fn own_ids(findings: &[Finding]) -> BTreeSet<&str> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| is_plain(&finding.id)) {
        *times.entry(&finding.id).or_default() += 1;
    }
    times.into_iter().filter(|&(_, times)| times == 1).map(|(id, _)| id).collect()
}

fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=SLUG).contains(&name.len()) && name.bytes().all(plain)
}

/// A name as it is read, whatever its length.
pub(crate) fn label(name: &str) -> String {
    let head: String = name.chars().take(LABEL + 1).collect();
    fit(&visible(&head), LABEL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_part_of_an_address_has_a_token_there() {
        let long = "x".repeat(SLUG + 1);
        let kind = Kind::of('b', vec!["tract", "a b", "tract", "\"onload=", &long, "", "numpy.fmax"]);
        let slugs: Vec<String> = (0..kind.len()).map(|index| kind.slug(index)).collect();
        assert_eq!(slugs, ["tract", ":b1", ":b2", ":b3", ":b4", ":b5", "numpy.fmax"]);
        assert_eq!(kind.tokens(&["numpy.fmax", "unknown", "tract"]), "b6 b0");
        assert!(crate::text::width(kind.label(4)) <= LABEL);
    }
}
