//! The kernels of this workspace, each instruction set forced.

use opconform_kernels::Isa;
use opconform_reproduce::{Crate, Implementation};

use crate::claims;
use crate::entry::{Entry, Open};
use crate::kernel::open;

pub(super) const ENTRIES: &[Entry] = &[
    kernels(
        "portable",
        "our kernels, without intrinsics",
        Crate::KernelsPortable,
        Open::Here(|entry| open(entry, Isa::Portable, "it runs everywhere")),
    ),
    kernels(
        "avx2",
        "our kernels, forced onto AVX2",
        Crate::KernelsAvx2,
        Open::Here(|entry| open(entry, Isa::Avx2, "run on an x86-64 CPU with AVX2")),
    ),
    kernels(
        "avx512",
        "our kernels, forced onto AVX-512",
        Crate::KernelsAvx512,
        Open::Here(|entry| open(entry, Isa::Avx512, "run on an x86-64 CPU with AVX-512 F, BW and VL")),
    ),
    kernels(
        "neon",
        "our kernels, forced onto NEON",
        Crate::KernelsNeon,
        Open::Here(|entry| open(entry, Isa::Neon, "run on an aarch64 CPU")),
    ),
];

/// The entry of the kernels that `open` forces onto an instruction set.
const fn kernels(name: &'static str, summary: &'static str, crate_: Crate, open: Open) -> Entry {
    Entry::new(name, summary, open).reproduced_by(Implementation::Rust(crate_)).claiming(claims::KERNELS)
}
