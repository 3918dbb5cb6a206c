//! One suite for every instruction set: each check runs on all that this CPU has, for every element type and operator,
//! against the naive definitions of `oracle`.

mod broadcast;
mod canaries;
mod elementwise;
mod errors;
mod everywhere;
mod float_modes;
mod oracle;
mod overlap;
mod reduce;
mod sample;
mod source;
#[cfg(feature = "rayon")]
mod threads;
