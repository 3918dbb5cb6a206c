//! A stated slice of every enumeration, on every instruction set that this CPU has.

use core::ops::Range;
use core::sync::atomic::AtomicBool;

use bytemuck::{cast_slice, cast_slice_mut};
use float8::F8E4M3;
use half::slice::HalfBitsSliceExt;
use half::{bf16, f16};
use opconform_exhaust::{Bf16, Enumerated, F8E4m3fn, F16, I8, I16, Operator, Run, U8, U16, pairs, patterns};
use opconform_kernels::{Isa, Kernel, Maximum};

/// Rows of a 16-bit type: about both zeros, about 1 or a middle, about both infinities of `f16` and of `bf16`.
const ROWS: [Range<u64>; 5] = [0..2, 0x3c00..0x3c01, 0x7c00..0x7c02, 0x7f80..0x7f82, 0xffff..0x1_0000];
/// All rows of an 8-bit type.
const ALL: [Range<u64>; 5] = [0..256, 0..256, 0..256, 0..256, 0..256];
/// Blocks of patterns: about +0, about infinity and the NaNs of both signs.
const BLOCKS: [Range<u64>; 3] = [0..1, 0x7f80..0x7f81, 0xff80..0xff81];

/// Each range of rows with a shift of its own.
fn check(name: &str, isa: Isa, rows: &[Range<u64>], enumerate: impl Fn(&Run<'_>) -> Enumerated) {
    let cancel = AtomicBool::new(false);
    let mut compared = 0;
    for (rows, shift) in rows.iter().zip([0, 1, 5, 17, 63]) {
        let (operator, rows) = (Operator::Maximum, rows.clone());
        let outcome = enumerate(&Run { operator, rows, shift, threads: 2, progress: &|_| (), cancel: &cancel });
        assert_eq!((outcome.violations, outcome.shown), (0, vec![]), "{name} on {}, shift {shift}", isa.name());
        compared += outcome.compared;
    }
    assert_ne!(compared, 0);
    println!("{name} on {}: {compared} results, all right", isa.name());
}

#[test]
fn a_slice_of_every_enumeration() {
    for isa in Isa::available() {
        let max = Kernel::<Maximum>::on(isa).unwrap();
        check("f16", isa, &ROWS, |run| {
            pairs::<F16>(run, &|x, y, out| {
                max.elementwise(x.reinterpret_cast::<f16>(), y.reinterpret_cast(), out.reinterpret_cast_mut()).unwrap();
            })
        });
        check("bf16", isa, &ROWS, |run| {
            pairs::<Bf16>(run, &|x, y, out| {
                max.elementwise(x.reinterpret_cast::<bf16>(), y.reinterpret_cast(), out.reinterpret_cast_mut())
                    .unwrap();
            })
        });
        check("i16", isa, &ROWS, |run| {
            pairs::<I16>(run, &|x, y, out| {
                max.elementwise::<i16>(cast_slice(x), cast_slice(y), cast_slice_mut(out)).unwrap();
            })
        });
        check("u16", isa, &ROWS, |run| pairs::<U16>(run, &|x, y, out| max.elementwise(x, y, out).unwrap()));
        check("i8", isa, &ALL, |run| {
            pairs::<I8>(run, &|x, y, out| {
                max.elementwise::<i8>(cast_slice(x), cast_slice(y), cast_slice_mut(out)).unwrap();
            })
        });
        check("f8e4m3fn", isa, &ALL, |run| {
            pairs::<F8E4m3fn>(run, &|x, y, out| {
                max.elementwise::<F8E4M3>(cast_slice(x), cast_slice(y), cast_slice_mut(out)).unwrap();
            })
        });
        check("u8", isa, &ALL, |run| pairs::<U8>(run, &|x, y, out| max.elementwise(x, y, out).unwrap()));
        check("f32", isa, &BLOCKS, |run| {
            patterns::<f32>(run, &|x, y, out| {
                max.elementwise::<f32>(cast_slice(x), cast_slice(y), cast_slice_mut(out)).unwrap();
            })
        });
        check("f64", isa, &BLOCKS, |run| {
            patterns::<f64>(run, &|x, y, out| {
                max.elementwise::<f64>(cast_slice(x), cast_slice(y), cast_slice_mut(out)).unwrap();
            })
        });
    }
}
