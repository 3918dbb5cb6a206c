//! `portable`: our kernels, without intrinsics.

use opconform_kernels::Isa;

use super::{Entry, Open};
use crate::kernel::open;

pub(super) const ENTRY: Entry = Entry {
    name: "portable",
    summary: "our kernels, without intrinsics",
    open: Open::Here(|| open(Isa::Portable, "it runs everywhere")),
};
