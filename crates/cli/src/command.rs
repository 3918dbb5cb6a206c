//! One file per command.

pub(crate) mod backends;
pub(crate) mod cases;
pub(crate) mod clauses;
pub(crate) mod exhaust;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod setup;
