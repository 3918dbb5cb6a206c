//! `avx2`: our kernels, forced onto AVX2.

use opconform_kernels::Isa;
use opconform_reproduce::{Crate, Implementation};

use super::{Entry, Open};
use crate::claims;
use crate::kernel::open;

pub(super) const ENTRY: Entry = Entry {
    name: "avx2",
    summary: "our kernels, forced onto AVX2",
    implementation: Some(Implementation::Rust(Crate::KernelsAvx2)),
    claims: claims::KERNELS,
    open: Open::Here(|entry| open(entry, Isa::Avx2, "run on an x86-64 CPU with AVX2")),
};
