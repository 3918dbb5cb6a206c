//! A run in shards, on as many machines as there are: each asks a part of the cases, and what all of them were answered is put together
//! and judged once.
//!
//! ```text
//! Plan ──► shard 1 of N ──► recording ─┐
//!      ──► shard 2 of N ──► recording ─┼─► merge ──► Plan, whose backends have answered beforehand ──► run ──► Report
//!      ──► …                           ┘
//! ```
//!
//! A shard judges and shrinks what it sees, as any run that is recorded does: so it asks what the judgement of the whole will ask. What
//! looks at more than one case belongs to the judgement, which is of all cases; which cases are asked in other forms, or before and
//! after all others, is chosen among all of them, and each shard does so with its own. What only the whole shows to be worth asking (two
//! cases of two shards that make something else of the same operands) nobody was asked: that is asked when the backend is at hand,
//! and counted where it is not. Where the count is 0, the report is that of the run in one piece, but for provenance.

use std::sync::atomic::AtomicBool;

use opconform_backends::{Part, Recording};
use opconform_spec::Case;

use crate::plan::Plan;
use crate::progress::Progress;
use crate::provenance::command;
use crate::record::taped;
use crate::repeats::Repeats;
use crate::report::Completed;

mod answered;
mod deal;
mod merge;
mod misfit;
mod shard;

pub use answered::Unanswered;
pub use merge::{Merged, Otherwise, merge};
pub use misfit::Misfit;
pub use shard::Shard;

use deal::{dealt, digest};

/// Runs the part that a shard has of a plan, and keeps what its backends answer: one recording each, in their order.
pub fn record(mut plan: Plan, shard: Shard, progress: &Progress, stop: &AtomicBool) -> (Completed, Vec<Recording>) {
    let repeats = Repeats::of(&plan.cases, plan.shared_cache.as_deref());
    let own = own(&plan.cases, &repeats, shard);
    let all = plan.cases.len() as u64;
    let backends: Vec<String> = plan.backends.iter().map(|backend| backend.describe().name.clone()).collect();
    let digest = digest(&plan.cases);
    let unavailable: Vec<(String, String)> =
        plan.unavailable.iter().map(|it| (it.name.clone(), it.reason.clone())).collect();
    let part = |selection, is_isolated| Part {
        number: shard.number(),
        of: shard.of(),
        cases: digest.clone(),
        command: command(),
        backends: backends.clone(),
        unavailable: unavailable.clone(),
        selection,
        is_isolated,
    };
    let parts: Vec<Part> =
        plan.backends.iter().map(|backend| part(backend.selection(), backend.is_isolated())).collect();
    let mut place = 0..;
    plan.cases.retain(|_| place.next().is_some_and(|place: usize| own.binary_search(&place).is_ok()));
    let (completed, mut recordings) = taped(plan, &repeats.within(&own), progress, stop);
    for (recording, part) in recordings.iter_mut().zip(parts) {
        recording.provenance.cases = all;
        recording.provenance.part = Some(part);
    }
    (completed, recordings)
}

/// The indices of the cases that a shard asks, ascending.
fn own(cases: &[Case], repeats: &Repeats, shard: Shard) -> Vec<usize> {
    let dealt = dealt(cases, repeats, shard.of()).into_iter().enumerate();
    dealt.filter(|&(_, number)| number == shard.number()).map(|(case, _)| case).collect()
}
