//! What is right: operators, profiles, clauses, expectations, and the judgement of an outcome against them.
//!
//! Pure: no I/O, no backend, no panic. The reference semantics is slow and obvious, and shares no code with any kernel.

mod case;
mod operator;
mod outcome;

pub use case::{Attribute, Attributes, Case, Origin};
pub use operator::{OPERATORS, Operator};
pub use outcome::Outcome;
