//! `avx512`: our kernels, forced onto AVX-512.

use opconform_kernels::Isa;
use opconform_reproduce::{Crate, Implementation};

use super::{Entry, Open};
use crate::claims;
use crate::kernel::open;

pub(super) const ENTRY: Entry = Entry {
    name: "avx512",
    summary: "our kernels, forced onto AVX-512",
    implementation: Some(Implementation::Rust(Crate::KernelsAvx512)),
    claims: claims::KERNELS,
    open: Open::Here(|entry| open(entry, Isa::Avx512, "run on an x86-64 CPU with AVX-512 F, BW and VL")),
};
