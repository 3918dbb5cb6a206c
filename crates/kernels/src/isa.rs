//! The instruction sets, and which of them this CPU has.

use std::sync::OnceLock;

use crate::portable::Portable;
use crate::simd::{Simd, Task};

/// An instruction set that the kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Isa {
    /// No intrinsics: available everywhere.
    Portable,
    /// x86-64 with AVX2: vectors of 32 bytes.
    Avx2,
    /// x86-64 with AVX-512 F, BW and VL: vectors of 64 bytes.
    Avx512,
    /// aarch64 with NEON: vectors of 16 bytes.
    Neon,
}

impl Isa {
    /// All of them, the preferred ones last.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Avx2, Self::Avx512, Self::Neon];

    /// The name: `"portable"`, `"avx2"`, `"avx512"` or `"neon"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
        }
    }

    /// Whether this build and this CPU have it.
    pub fn is_available(self) -> bool {
        self.token().is_some()
    }

    /// Those that this build and this CPU have, the preferred ones last.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|isa| isa.is_available())
    }

    /// The preferred one of this CPU, decided once.
    pub fn best() -> Self {
        static BEST: OnceLock<Isa> = OnceLock::new();
        *BEST.get_or_init(|| Self::available().last().unwrap_or(Self::Portable))
    }

    /// The proof that the CPU has it, if so.
    pub(crate) fn token(self) -> Option<Token> {
        match self {
            Self::Portable => Some(Token::Portable(Portable)),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => crate::x86_64::Avx2::new().map(Token::Avx2),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => crate::x86_64::Avx512::new().map(Token::Avx512),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => crate::aarch64::Neon::new().map(Token::Neon),
            _ => None,
        }
    }
}

/// An instruction set that the CPU has.
#[derive(Clone, Copy)]
pub enum Token {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(crate::x86_64::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(crate::x86_64::Avx512),
    #[cfg(target_arch = "aarch64")]
    Neon(crate::aarch64::Neon),
}

impl Token {
    /// The instruction set.
    pub(crate) fn isa(self) -> Isa {
        match self {
            Self::Portable(_) => Isa::Portable,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Isa::Avx2,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => Isa::Avx512,
            #[cfg(target_arch = "aarch64")]
            Self::Neon(_) => Isa::Neon,
        }
    }

    /// Runs `task` as code compiled for the instruction set.
    #[inline]
    pub(crate) fn run(self, task: impl Task) {
        match self {
            Self::Portable(simd) => simd.run(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(simd) => simd.run(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(simd) => simd.run(task),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(simd) => simd.run(task),
        }
    }
}
