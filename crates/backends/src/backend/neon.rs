//! `neon`: our kernels, forced onto NEON.

use opconform_kernels::Isa;
use opconform_reproduce::{Crate, Implementation};

use super::{Entry, Open};
use crate::claims;
use crate::kernel::open;

pub(super) const ENTRY: Entry = Entry {
    name: "neon",
    summary: "our kernels, forced onto NEON",
    implementation: Some(Implementation::Rust(Crate::KernelsNeon)),
    claims: claims::KERNELS,
    open: Open::Here(|entry| open(entry, Isa::Neon, "run on an aarch64 CPU")),
};
