//! What to try: the sources of cases, the generator of random ones, and the file that holds one case.
//!
//! A source is a function from [`Settings`] to cases. It decides nothing about what is right: an ill-formed case is as good
//! as any other, and says so nowhere but in its slug.

mod call;
mod draft;
mod every_pair;
pub mod file;
pub mod fuzz;
pub mod generate;
pub mod huge;
mod neighbours;
mod source;
pub mod spread;
pub mod stats;
mod thin;
mod values;

pub use every_pair::{EVERY_PAIR, every_pair, every_pair_of};
pub use source::{Asked, Lengths, SOURCES, Settings, Source, Ways, all, random, those};
pub use thin::thin;
