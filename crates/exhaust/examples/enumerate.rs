//! All 2^32 pairs of `f16`, `bf16`, `i16` or `u16`, or the patterns of `f32` or `f64`, on one instruction set:
//! `cargo run --release -p opconform-exhaust --example enumerate -- f16 avx2 [rows] [shift] [threads]`.

use core::sync::atomic::AtomicBool;
use std::time::Instant;

use bytemuck::{cast_slice, cast_slice_mut};
use half::slice::HalfBitsSliceExt;
use half::{bf16, f16};
use opconform_exhaust::{Bf16, F16, I16, Operator, Run, U16, pairs, patterns};
use opconform_kernels::{Isa, Kernel, Maximum};

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [dtype, isa, numbers @ ..] = arguments.as_slice() else { return Err("expected a dtype and an isa".into()) };
    let numbers = numbers.iter().map(|number| number.parse()).collect::<Result<Vec<u64>, _>>()?;
    let isa =
        Isa::ALL.into_iter().find(|known| known.name() == isa).ok_or("expected portable, avx2, avx512 or neon")?;
    let max = Kernel::<Maximum>::on(isa)?;
    let threads = std::thread::available_parallelism()?.get();
    let run = Run {
        operator: Operator::Maximum,
        rows: 0..numbers.first().copied().unwrap_or(1 << 16),
        shift: numbers.get(1).copied().unwrap_or(0) as usize,
        threads: numbers.get(2).map_or(threads, |&threads| threads as usize),
        progress: &|_| (),
        cancel: &AtomicBool::new(false),
    };
    let start = Instant::now();
    let outcome = match dtype.as_str() {
        "f16" => pairs::<F16>(&run, &|x, y, out| {
            max.elementwise(x.reinterpret_cast::<f16>(), y.reinterpret_cast(), out.reinterpret_cast_mut()).unwrap();
        }),
        "bf16" => pairs::<Bf16>(&run, &|x, y, out| {
            max.elementwise(x.reinterpret_cast::<bf16>(), y.reinterpret_cast(), out.reinterpret_cast_mut()).unwrap();
        }),
        "i16" => pairs::<I16>(&run, &|x, y, out| {
            max.elementwise::<i16>(cast_slice(x), cast_slice(y), cast_slice_mut(out)).unwrap();
        }),
        "u16" => pairs::<U16>(&run, &|x, y, out| max.elementwise(x, y, out).unwrap()),
        "f32" => patterns::<f32>(&run, &|x, y, out| {
            max.elementwise::<f32>(cast_slice(x), cast_slice(y), cast_slice_mut(out)).unwrap();
        }),
        "f64" => patterns::<f64>(&run, &|x, y, out| {
            max.elementwise::<f64>(cast_slice(x), cast_slice(y), cast_slice_mut(out)).unwrap();
        }),
        _ => return Err("expected f16, bf16, i16, u16, f32 or f64".into()),
    };
    println!(
        "{dtype} on {}: rows {:?}, {} results, {} wrong, {:.2} s on {} threads",
        isa.name(),
        outcome.rows,
        outcome.compared,
        outcome.violations,
        start.elapsed().as_secs_f64(),
        run.threads
    );
    if outcome.violations > 0 { Err(format!("{:x?}", outcome.shown).into()) } else { Ok(()) }
}
