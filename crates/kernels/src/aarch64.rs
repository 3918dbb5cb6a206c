//! The instruction sets of aarch64.
