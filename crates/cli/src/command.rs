//! One file per command.

pub(crate) mod ask;
pub(crate) mod atlas;
pub(crate) mod backends;
pub(crate) mod cases;
pub(crate) mod clauses;
pub(crate) mod compare;
mod coverage;
pub(crate) mod diff;
pub(crate) mod evidence;
pub(crate) mod exhaust;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fuzz;
pub(crate) mod gate;
pub(crate) mod init;
pub(crate) mod manual;
pub(crate) mod merge;
pub(crate) mod minimize;
pub(crate) mod qualify;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod seeds;
pub(crate) mod serve;
pub(crate) mod setup;
pub(crate) mod specs;
