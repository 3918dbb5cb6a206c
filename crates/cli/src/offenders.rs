//! Who was recorded to break a clause: what the atlas says of it, compiled in.

/// A runtime that breaks a clause which it claims, or which is asked of everyone.
pub(crate) struct Offender {
    pub(crate) runtime: &'static str,
    /// The versions that break it, the newest first.
    pub(crate) versions: &'static str,
    /// What came of the worst departure of the newest of these.
    pub(crate) title: &'static str,
}

/// The runtimes that were recorded to break the clause of this id.
pub(crate) fn recorded(id: &str) -> impl Iterator<Item = Offender> {
    let lines = include_str!("offenders.tsv").lines().filter(|line| !line.starts_with('#'));
    let columns = lines.filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok());
    columns.filter_map(move |[clause, runtime, versions, title]: [&str; 4]| {
        (clause == id).then_some(Offender { runtime, versions, title })
    })
}

#[cfg(test)]
mod tests {
    use opconform_spec::clauses;

    use super::*;

    #[test]
    fn every_line_is_of_a_clause() {
        let lines = include_str!("offenders.tsv").lines().filter(|line| !line.starts_with('#')).count();
        let read: usize = clauses().map(|clause| recorded(clause.id).count()).sum();
        assert_eq!(read, lines, "write the atlas anew: .ci/atlas --write");
        assert!(read > 100, "{read} lines");
    }
}
