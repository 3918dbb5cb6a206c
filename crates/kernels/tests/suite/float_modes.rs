//! Whatever modes of the floating-point unit the caller has set, results stay the same and no exception is raised.
#![expect(unsafe_code, reason = "the modes are set as a host written in another language would set them")]

use core::arch::asm;

use opconform_kernels::View;

use crate::everywhere::{Calls, Check, everywhere};
use crate::oracle::assert_same;
use crate::sample::{Random, Sample};

/// Flushes denormals, read and written, and rounds up.
#[cfg(target_arch = "x86_64")]
const HOSTILE: u32 = 0x0040 | 0x8000 | 0x4000;
/// Flushes denormals, forgets the bits of NaNs, rounds up, and has f16 end in numbers instead of infinity and NaNs.
#[cfg(target_arch = "aarch64")]
const HOSTILE: u64 = 1 << 24 | 1 << 25 | 1 << 22 | 1 << 26;

/// Runs `work`, which computes with no floats of its own, in hostile modes. Returns the exceptions it has raised.
#[cfg(target_arch = "x86_64")]
fn in_hostile_modes(work: impl FnOnce()) -> u64 {
    const EXCEPTIONS: u32 = 0x3f;
    let (mut before, mut after) = (0_u32, 0_u32);
    // SAFETY: every x86-64 CPU has SSE; the operand is four bytes that the instruction writes.
    unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut before, options(nostack)) };
    let hostile = before & !EXCEPTIONS | HOSTILE;
    // SAFETY: as above, of four bytes that it reads, none of whose reserved bits is set; what was there is put back below,
    // and no float is computed with in between.
    unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const hostile, options(nostack)) };
    work();
    // SAFETY: as for the first and the second.
    unsafe {
        asm!("stmxcsr [{}]", in(reg) &raw mut after, options(nostack));
        asm!("ldmxcsr [{}]", in(reg) &raw const before, options(nostack));
    }
    assert_eq!(after & !EXCEPTIONS, hostile, "the modes were not left alone");
    u64::from(after & EXCEPTIONS)
}

/// Runs `work`, which computes with no floats of its own, in hostile modes. Returns the exceptions it has raised.
#[cfg(target_arch = "aarch64")]
fn in_hostile_modes(work: impl FnOnce()) -> u64 {
    let (modes, after, raised): (u64, u64, u64);
    // SAFETY: the registers are there on every aarch64 CPU with floats; the modes are put back below, and no float is
    // computed with in between.
    unsafe {
        asm!("mrs {}, fpcr", out(reg) modes, options(nostack));
        asm!("msr fpcr, {}", "msr fpsr, xzr", in(reg) modes | HOSTILE, options(nostack));
    }
    work();
    // SAFETY: as above.
    unsafe {
        asm!("mrs {}, fpcr", "mrs {}, fpsr", out(reg) after, out(reg) raised, options(nostack));
        asm!("msr fpcr, {}", in(reg) modes, options(nostack));
    }
    assert_eq!(after, modes | HOSTILE, "the modes were not left alone");
    raised & 0x9f
}

/// The calls of [`each_call`].
const CALLS: usize = 7;
/// The length of a row where the operands are tables.
const COLUMNS: usize = 7;

/// Every kind of call, of which the results are one after the other.
fn each_call<T: Sample>(kernel: &dyn Calls<T>, [x, y, z]: &[Vec<T>; 3], results: &mut [T]) {
    let len = x.len();
    let mut of_call = results.chunks_exact_mut(len);
    let mut next = || of_call.next().expect("room for every call");
    kernel.elementwise(x, y, next()).expect("equal lengths");
    kernel.scalar(x, y[0], next()).expect("room for all");
    let flat = [len];
    let views = [x, y, z].map(|operand| View::new(operand.as_slice(), &flat).expect("as many elements"));
    kernel.broadcast(&views, next()).expect("equal shapes");
    let (rows, columns) = (len / COLUMNS, COLUMNS);
    let (shape, row) = ([rows, columns], [columns]);
    let table = View::new(x.as_slice(), &shape).expect("as many elements");
    let row = View::new(&y[..columns], &row).expect("as many elements");
    kernel.broadcast(&[table, row], next()).expect("shapes that broadcast");
    kernel.reduce_axes(&table, &[0], &mut next()[..columns]).expect("an axis");
    kernel.reduce_axes(&table, &[1], &mut next()[..rows]).expect("an axis");
    next()[0] = kernel.reduce(x).expect("elements");
}

struct InHostileModes;

impl Check for InHostileModes {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(9);
        for rows in [1, 3, 10, 100] {
            for sample in [Random::elements::<T>, Random::numbers::<T>] {
                let len = rows * COLUMNS;
                let operands = [(); 3].map(|()| sample(&mut random, len));
                let mut expected = vec![T::of_bits(0); CALLS * len];
                let mut results = expected.clone();
                each_call(kernel, &operands, &mut expected);
                let raised = in_hostile_modes(|| each_call(kernel, &operands, &mut results));
                let context = || format!("{} of {len} on {} in hostile modes", kernel.operator(), kernel.isa().name());
                assert_same(&results, &expected, context);
                assert_eq!(raised, 0, "{}: exceptions raised", context());
            }
        }
    }
}

#[test]
fn hostile_modes() {
    everywhere(&InHostileModes);
}
