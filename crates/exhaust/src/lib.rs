//! Proof by enumeration: a maximum, given as a function of slices of bits, against every operand there is.
//!
//! The oracle shares nothing with any kernel. It decodes every bit pattern to the number it stands for, and sorts them:
//! −0 before +0, the NaNs apart. Once the second operands are laid out in that order, what a first operand `x` makes of
//! them is known in closed form: those below `x` give `x`, those above give themselves, and the NaNs follow the
//! operator's rule. So a row of results is decided by comparing each of three zones with `x` or with the operands.
//!
//! [`pairs()`] takes all ordered pairs of an 8- or 16-bit type; [`patterns()`] takes special values against all 2^32 patterns
//! of `f32`, or the `f64`s whose upper halves those are, in both operand orders.
//!
//! What somebody else computes is not expected to be one function: [`Tally`] counts what came of the pairs of a [`Rung`], by everything
//! that a specification tells apart, a [`Cell`] each, and where in its call each pair lay, its [`Places`].

mod cell;
mod classes;
mod found;
mod operator;
mod order;
mod pairs;
mod part;
mod patterns;
mod places;
mod row;
mod run;
mod rung;
mod span;
mod tally;

pub use cell::{Came, Cell, Failure, Kind, Order};
pub use classes::{PairClass, classes};
pub use found::Violation;
pub use operator::Operator;
pub use order::Type;
pub use pairs::pairs;
pub use part::Part;
pub use patterns::{Float, patterns};
pub use places::Places;
pub use row::Word;
pub use run::{Elementwise, Enumerated, Run};
pub use rung::{Patterns, Rung, Stretch};
pub use tally::{Cells, Counted, Tally};
