//! A run: cases go through backends, each outcome is judged, violations of one cause become one finding, and each finding
//! is shrunk to the smallest input that shows it.
//!
//! ```text
//! Plan ──► execute ──► tally ──► violations ──► shrink ──► Report
//! ```

mod ahead;
mod alone;
mod answer;
mod arguments;
mod assessment;
mod bounded;
pub mod capricious;
mod carried;
mod changed;
mod compare;
mod condition;
mod deed;
mod describe;
mod differs;
mod doubt;
mod due;
pub mod enumerate;
mod execute;
mod expected;
mod fault;
mod finding;
mod fingerprint;
pub mod fuzz;
pub mod huge;
mod in_order;
mod inquiry;
mod issue;
mod journal;
mod judged;
mod memoized;
mod minimize;
mod narrowing;
mod nearest;
mod operand_kinds;
mod pair_observations;
pub mod pairs;
mod panel;
mod passing_fault;
mod picture;
mod plain_answers;
mod plan;
mod progress;
mod provenance;
mod qualify;
mod record;
mod relation_sample;
mod repeats;
mod replay;
mod report;
mod seeds;
mod settings;
mod settle;
#[cfg(test)]
mod several_outputs;
mod severity;
pub mod shards;
mod shared_cache;
mod shrink;
mod shrink_context;
mod standing;
mod steady;
mod support;
mod tally;
mod trace;
mod violation_group;
mod waiting;
mod waivers;
mod warmth;

pub use arguments::attributes;
pub use compare::{
    Change, Classes, Comparing, Comparison, Difference, Lane, Opinion, Pair, Places, Side, Silence, compare,
};
pub use describe::{Found, level};
pub use execute::{run, run_on_one_thread};
pub use journal::under_journal;
pub use minimize::minimize;
pub use panel::Under;
pub use passing_fault::passing_faults;
pub use plan::Plan;
pub use progress::{Progress, Stage};
pub use provenance::{machine, now, program};
pub use qualify::{Objections, Subject, Tried, qualify};
pub use record::record;
pub use replay::{Replay, prime, replay};
pub use report::Completed;
pub use seeds::{Seed, seeds};
pub use shared_cache::SharedCache;
pub use waiting::beside_waiting;
pub use waivers::{
    Acceptance, Check, Coverage, Glob, Known, Problem, UpdateError, Waiver, WaiverFile, WaiverFileError,
};
