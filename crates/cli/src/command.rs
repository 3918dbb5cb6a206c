//! One file per command.

pub(crate) mod backends;
pub(crate) mod cases;
pub(crate) mod clauses;
mod coverage;
pub(crate) mod exhaust;
pub(crate) mod replay;
pub(crate) mod run;
