//! Faulty maxima, each with one planted fault, and equivalent controls: what the suite is tried on.
//!
//! All of them are one implementation, [`Steps`](steps::Steps), as slow and obvious as it can be, with one step replaced. It
//! shares no code with the judgement, and with the kernels the rules of the operators alone. The faults are those that the field has had: each says where
//! it was seen, as `owner/repository#number` of the thread. One file per family. Documents on the maximum of two numbers have a sound
//! implementation each, and faults of it: one table.

mod control;
mod crossing;
mod document;
mod documents;
mod implementation;
mod maximum;
mod mutant;
mod mutants;
mod planted;
mod replaced;
mod rewrite;
mod rules;
mod sound;
mod steps;
mod uncrossed;
mod value;

mod axes;
mod broadcast;
mod chunks;
mod clip;
mod context;
mod lanes;
mod lengths;
mod nan;
mod numpy;
mod operands;
mod order;
mod paddle;
mod payload;
mod ranks;
mod reduction;
mod refusal;
mod robust;
mod small;
mod span;
mod state;
mod view;
mod zero;

pub use control::{CONTROLS, Control};
pub use crossing::{CROSSINGS, Crossing};
pub use document::{Document, Fault};
pub use documents::DOCUMENTS;
pub use implementation::sound;
pub use mutant::{Family, Mutant};
pub use mutants::MUTANTS;
pub use planted::planted;
pub use uncrossed::{Reason, uncrossed};
