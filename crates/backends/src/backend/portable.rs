//! `portable`: our kernels, without intrinsics.

use opconform_kernels::Isa;

use super::Entry;
use crate::kernel::open;

pub(super) const ENTRY: Entry = Entry {
    name: "portable",
    summary: "our kernels, without intrinsics",
    foreign: false,
    open: || open(Isa::Portable, "it runs everywhere"),
};
