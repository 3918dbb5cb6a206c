//! `neon`: our kernels, forced onto NEON.

use opconform_kernels::Isa;

use super::{Entry, Open};
use crate::kernel::open;

pub(super) const ENTRY: Entry = Entry {
    name: "neon",
    summary: "our kernels, forced onto NEON",
    open: Open::Here(|| open(Isa::Neon, "run on an aarch64 CPU")),
};
