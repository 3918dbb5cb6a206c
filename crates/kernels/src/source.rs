//! Which kernels these are: a hash of their source.

/// Every file of this crate's source, as it was compiled.
const FILES: &[(&str, &str)] = &[
    ("aarch64.rs", include_str!("aarch64.rs")),
    ("aarch64/neon.rs", include_str!("aarch64/neon.rs")),
    ("broadcast.rs", include_str!("broadcast.rs")),
    ("caches.rs", include_str!("caches.rs")),
    ("element.rs", include_str!("element.rs")),
    ("error.rs", include_str!("error.rs")),
    ("fold.rs", include_str!("fold.rs")),
    ("geometry.rs", include_str!("geometry.rs")),
    ("isa.rs", include_str!("isa.rs")),
    ("kernel.rs", include_str!("kernel.rs")),
    ("lib.rs", include_str!("lib.rs")),
    ("operand.rs", include_str!("operand.rs")),
    ("operator.rs", include_str!("operator.rs")),
    ("parallel.rs", include_str!("parallel.rs")),
    ("portable.rs", include_str!("portable.rs")),
    ("reduce.rs", include_str!("reduce.rs")),
    ("simd.rs", include_str!("simd.rs")),
    ("small.rs", include_str!("small.rs")),
    ("source.rs", include_str!("source.rs")),
    ("span.rs", include_str!("span.rs")),
    ("view.rs", include_str!("view.rs")),
    ("x86_64.rs", include_str!("x86_64.rs")),
    ("x86_64/avx2.rs", include_str!("x86_64/avx2.rs")),
    ("x86_64/avx512.rs", include_str!("x86_64/avx512.rs")),
    ("zip.rs", include_str!("zip.rs")),
];

/// A hash (64-bit FNV-1a) of the source that the kernels were compiled from: what was proved of one is proved of every
/// other with the same hash, compiler, target and CPU features.
pub fn source_hash() -> u64 {
    let bytes = FILES.iter().flat_map(|(name, text)| [name.as_bytes(), &[0], text.as_bytes(), &[0]]).flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
