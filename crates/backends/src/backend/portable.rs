//! `portable`: our kernels, without intrinsics.

use opconform_kernels::Isa;
use opconform_reproduce::{Crate, Implementation};

use super::{Entry, Open};
use crate::claims;
use crate::kernel::open;

pub(super) const ENTRY: Entry = Entry {
    name: "portable",
    summary: "our kernels, without intrinsics",
    implementation: Some(Implementation::Rust(Crate::KernelsPortable)),
    claims: claims::KERNELS,
    open: Open::Here(|entry| open(entry, Isa::Portable, "it runs everywhere")),
};
