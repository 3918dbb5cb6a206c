//! The report: the model of a judged run, and its renderers.
//!
//! The model is plain data without any judgement of its own: everything in it was decided before it got here.

mod model;

pub use model::{
    Allowance, Backend, Breach, Clause, ClauseCount, Count, Element, Finding, Gap, OutcomeCounts, Profile,
    ProfileCount, Provenance, Report, SCHEMA, Skip, Source, Unavailable, Unexercised, Witness,
};
