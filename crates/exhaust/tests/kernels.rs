//! A stated slice of every enumeration, on every instruction set that this CPU has.

use core::ops::Range;
use core::sync::atomic::AtomicBool;

use bytemuck::{Pod, cast_slice, cast_slice_mut};
use opconform_exhaust::{Enumerated, Operator, Run, Type, match_type, pairs, patterns};
use opconform_kernels::{Element, Isa, Kernel, Maximum};
use opconform_tensor::DType;

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

/// Every pair of a type, of 8 bits, or those of some rows.
fn check_pairs<T: Type<Word: Pod> + Element>(max: Kernel<Maximum>) {
    let rows = if T::DTYPE.bits() == 8 { &ALL } else { &ROWS };
    check(T::DTYPE.name(), max.isa(), rows, |run| {
        pairs::<T>(run, &|x, y, out| {
            max.elementwise::<T>(cast_slice(x), cast_slice(y), cast_slice_mut(out)).unwrap();
        })
    });
}

#[test]
fn a_slice_of_every_enumeration() {
    for isa in Isa::available() {
        let max = Kernel::<Maximum>::on(isa).unwrap();
        for dtype in DType::ALL {
            match_type!(dtype, T => check_pairs::<T>(max), other => assert!(dtype == DType::Bool || dtype.bits() > 16));
        }
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
