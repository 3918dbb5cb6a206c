//! Why a case has no result.

/// Why a case has no result here.
pub(crate) enum Without {
    /// The function cannot be asked for it.
    NotAsked(&'static str),
    /// It breaks a rule of the operator, before there is anything to ask a function for.
    IllFormed(String),
}
