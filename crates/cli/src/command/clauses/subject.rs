//! What a list of clauses, of statements and of defects is narrowed to.

use opconform_spec::{Clause, Defect, Family, Profile, Statement};

use crate::near;

/// What lists are narrowed to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject {
    /// What is of a specification.
    Family(Family),
    /// What a clause is of.
    Clause(&'static Clause),
}

impl Subject {
    /// What goes by a name: that of a specification, or the id of a clause.
    pub(super) fn named(name: &str) -> Result<Self, String> {
        let is_name = |own: &str| own.eq_ignore_ascii_case(name);
        let family = Family::ALL.into_iter().find(|family| is_name(family.name()) || is_name(family.title()));
        let clause = || opconform_spec::clauses().find(|clause| is_name(clause.id));
        family.map(Self::Family).or_else(|| clause().map(Self::Clause)).ok_or_else(|| {
            let known = Family::ALL.map(Family::name).into_iter().chain(opconform_spec::clauses().map(|it| it.id));
            let expected = "`opconform clauses` lists the clauses, `opconform specs` the specifications";
            near::unknown("clause or family", name, known, expected).to_string()
        })
    }

    /// The specification in sentences.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Family(family) => family.title(),
            Self::Clause(clause) => clause.family().map_or(clause.id, Family::title),
        }
    }

    pub(super) fn has_profile(self, profile: &Profile) -> bool {
        match self {
            Self::Family(family) => profile.family == family,
            Self::Clause(clause) => clause.profiles.contains(&profile.name),
        }
    }

    pub(super) fn has_clause(self, clause: &Clause) -> bool {
        match self {
            Self::Family(family) => clause.family() == Some(family),
            Self::Clause(own) => clause.id == own.id,
        }
    }

    pub(super) fn has_statement(self, statement: &Statement) -> bool {
        match self {
            Self::Family(family) => statement.document.family() == family,
            Self::Clause(clause) => statement.treatment.clauses().contains(&clause.id),
        }
    }

    /// Whether a defect is of the specification that is meant, or that the clause is of.
    pub(super) fn has_defect(self, defect: &Defect) -> bool {
        match self {
            Self::Family(family) => defect.family == family,
            Self::Clause(clause) => clause.family() == Some(defect.family),
        }
    }
}
