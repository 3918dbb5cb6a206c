//! `neon`: our kernels, forced onto NEON.

use opconform_kernels::Isa;

use super::Entry;
use crate::kernel::open;

pub(super) const ENTRY: Entry = Entry {
    name: "neon",
    summary: "our kernels, forced onto NEON",
    foreign: false,
    open: || open(Isa::Neon, "run on an aarch64 CPU"),
};
