//! Times every cell of the performance table: element type × size × case, for the kernels, for `ndarray`, and for a plain
//! loop of the same traffic as the limit that memory sets.
//!
//! `cargo bench -p opconform-kernels` prints one line per cell and contender, tab-separated: type, elements, case,
//! contender, nanoseconds of the fastest of many calls. Arguments (`f16`, `4096`, `scalar`) select cells. As a test it runs
//! every cell once on a small tensor, and compares what came out.

use std::hint::black_box;
use std::ops::{Deref, DerefMut};
use std::time::Instant;

use half::{bf16, f16};
use ndarray::{ArrayView1, ArrayView2, ArrayViewMut1, ArrayViewMut2, Axis, Zip};
use opconform_kernels::{Element, Kernel, Maximum, View, streams_from};

/// The largest first, while memory is in one piece: large tensors are slower in what smaller ones have left.
const SIZES: [usize; 4] = [16 << 20, 1 << 20, 64 << 10, 4 << 10];
/// How often each contender of a cell has its turn, and for how many seconds.
const TURNS: usize = 2;
const TURN: f64 = 0.02;
const CASES: [&str; 9] =
    ["elementwise", "scalar", "3-ary", "3-ary-fused", "row", "column", "reduce", "reduce-inner", "reduce-outer"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let measure = arguments.iter().any(|argument| argument == "--bench");
    let chosen: Vec<&str> = arguments.iter().filter(|word| !word.starts_with('-')).map(String::as_str).collect();
    println!("isa\t{}", Kernel::<Maximum>::best().isa().name());
    println!("past\t{}", streams_from());
    let sizes = if measure { SIZES.as_slice() } else { &[64] };
    for &size in sizes {
        each_type(&Bench { measure, size, chosen: &chosen });
    }
}

/// What to time, for one size.
struct Bench<'a> {
    measure: bool,
    size: usize,
    chosen: &'a [&'a str],
}

fn each_type(bench: &Bench<'_>) {
    bench.cells::<bf16>();
    bench.cells::<f16>();
    bench.cells::<f32>();
    bench.cells::<f64>();
    bench.cells::<i8>();
    bench.cells::<i16>();
    bench.cells::<i32>();
    bench.cells::<i64>();
    bench.cells::<u8>();
    bench.cells::<u16>();
    bench.cells::<u32>();
    bench.cells::<u64>();
}

/// An element of which there can be random ones.
trait Sample: Element + PartialOrd {
    fn sample(bits: u64) -> Self;
    /// A plain loop that reads everything, and does as little with it as can be.
    fn sum(elements: &[Self]) -> u64;
}

macro_rules! sample {
    ($($type:ty, |$bits:ident| $sample:expr, |$x:ident| $word:expr;)*) => { $(
        impl Sample for $type {
            fn sample($bits: u64) -> Self {
                $sample
            }

            fn sum(elements: &[Self]) -> u64 {
                elements.iter().map(|&$x| $word).fold(0, |sum, word| word.wrapping_add(sum)).into()
            }
        }
    )* };
}
sample! {
    bf16, |bits| bf16::from_f32(f32::sample(bits)), |x| x.to_bits();
    f16, |bits| f16::from_f32(f32::sample(bits)), |x| x.to_bits();
    f32, |bits| (bits >> 40) as f32 / 65536.0 - 128.0, |x| x.to_bits();
    f64, |bits| f64::from(f32::sample(bits)), |x| x.to_bits();
    i8, |bits| (bits >> 40) as i8, |x| x.cast_unsigned();
    i16, |bits| (bits >> 40) as i16, |x| x.cast_unsigned();
    i32, |bits| (bits >> 32) as i32, |x| x.cast_unsigned();
    i64, |bits| bits as i64, |x| x.cast_unsigned();
    u8, |bits| (bits >> 40) as u8, |x| x;
    u16, |bits| (bits >> 40) as u16, |x| x;
    u32, |bits| (bits >> 32) as u32, |x| x;
    u64, |bits| bits, |x| x;
}

/// Elements from the start of a cache line on, as libraries of tensors allocate them: else it is chance how many lines they take.
struct Tensor<T> {
    elements: Vec<T>,
    start: usize,
}

impl<T: Sample> Tensor<T> {
    fn new(len: usize, mut next: impl FnMut() -> T) -> Self {
        const LINE: usize = 64;
        let room = LINE / size_of::<T>();
        let mut elements: Vec<T> = Vec::with_capacity(len + room);
        let start = elements.as_ptr().align_offset(LINE).min(room);
        elements.extend((0..start + len).map(|_| next()));
        Self { elements, start }
    }
}

impl<T> Deref for Tensor<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.elements[self.start..]
    }
}

impl<T> DerefMut for Tensor<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.elements[self.start..]
    }
}

/// The maximum as one would write it for `ndarray`.
fn greater<T: Sample>(x: T, y: T) -> T {
    #[expect(clippy::eq_op, reason = "true of a NaN only")]
    if x >= y || x != x { x } else { y }
}

impl Bench<'_> {
    /// Whether the arguments leave this cell in: of each kind, one that is named if any is.
    fn chosen(&self, dtype: &str, case: &str) -> bool {
        let passes = |cell: &str, named: &dyn Fn(&str) -> bool| {
            let mut words = self.chosen.iter().filter(|word| named(word)).peekable();
            words.peek().is_none() || words.any(|&word| word == cell)
        };
        let [of_size, of_case] = [|word: &str| word.parse::<usize>().is_ok(), |word: &str| CASES.contains(&word)];
        passes(&self.size.to_string(), &of_size)
            && passes(case, &of_case)
            && passes(dtype, &|word| !of_size(word) && !of_case(word))
    }

    #[expect(clippy::too_many_lines, reason = "one cell after the other")]
    fn cells<T: Sample>(&self) {
        let cases: Vec<&str> = CASES.into_iter().filter(|&case| self.chosen(T::NAME, case)).collect();
        if cases.is_empty() {
            return;
        }
        let max = Kernel::<Maximum>::best();
        let len = self.size;
        // Square, or twice as wide as high.
        let columns = 1 << len.ilog2().div_ceil(2);
        let rows = len / columns;
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            T::sample(state)
        };
        let mut tensor = |len: usize| Tensor::new(len, &mut next);
        let operands = [tensor(len), tensor(len), tensor(len)];
        let [x, y, z]: [&[T]; 3] = operands.each_ref().map(|operand| &**operand);
        let (mut out, mut other) = (tensor(len), tensor(len));
        let (from, mut to) = (tensor(2 * len), tensor(2 * len));
        let (flat, long, row, column) = ([len], [rows, columns], [columns], [rows, 1]);
        let view = |elements, shape| View::new(elements, shape).expect("as many elements as the shape");
        let scalar = x[len / 2];
        for case in cases {
            let cell = Cell { bench: self, dtype: T::NAME, case };
            // The limit: what a copy, or a sum, takes to move as many bytes.
            let moved = match case {
                "elementwise" => 3 * len / 2,
                "3-ary" | "3-ary-fused" => 2 * len,
                _ => len,
            };
            let mut copy = || to[..moved].copy_from_slice(black_box(&from[..moved]));
            let mut sum = 0;
            match case {
                "elementwise" => cell.race(
                    &mut || max.elementwise(x, y, &mut out[..len]).expect("equal lengths"),
                    &mut || {
                        Zip::from(ArrayViewMut1::from(&mut other[..len]))
                            .and(ArrayView1::from(&x))
                            .and(ArrayView1::from(&y))
                            .for_each(|out, &x, &y| *out = greater(x, y));
                    },
                    &mut copy,
                ),
                "scalar" => cell.race(
                    &mut || max.scalar(x, scalar, &mut out[..len]).expect("room for all"),
                    &mut || {
                        Zip::from(ArrayViewMut1::from(&mut other[..len]))
                            .and(ArrayView1::from(&x))
                            .for_each(|out, &x| *out = greater(x, scalar));
                    },
                    &mut copy,
                ),
                "3-ary" | "3-ary-fused" => {
                    let views = [view(x, &flat), view(y, &flat), view(z, &flat)];
                    let [x, y, z] = [&x, &y, &z].map(ArrayView1::from);
                    // Pairwise, as with any maximum of two operands.
                    let mut pairwise = |out: &mut [T]| {
                        Zip::from(ArrayViewMut1::from(&mut *out))
                            .and(x)
                            .and(y)
                            .for_each(|out, &x, &y| *out = greater(x, y));
                        Zip::from(ArrayViewMut1::from(out)).and(z).for_each(|out, &z| *out = greater(*out, z));
                    };
                    // In one pass, which only a loop written for three operands can make.
                    let mut fused = |out: &mut [T]| {
                        Zip::from(ArrayViewMut1::from(out))
                            .and(x)
                            .and(y)
                            .and(z)
                            .for_each(|out, &x, &y, &z| *out = greater(greater(x, y), z));
                    };
                    let ndarray: &mut dyn FnMut(&mut [T]) = if case == "3-ary" { &mut pairwise } else { &mut fused };
                    cell.race(
                        &mut || max.broadcast(&views, &mut out[..len]).expect("equal shapes"),
                        &mut || ndarray(&mut other[..len]),
                        &mut copy,
                    );
                }
                "row" | "column" => {
                    let (shape, of): (&[usize], _) = if case == "row" { (&row, columns) } else { (&column, rows) };
                    let views = [view(x, &long), view(&y[..of], shape)];
                    let small = if case == "row" { (1, columns) } else { (rows, 1) };
                    cell.race(
                        &mut || max.broadcast(&views, &mut out[..len]).expect("shapes that broadcast"),
                        &mut || {
                            Zip::from(ArrayViewMut2::from_shape(long, &mut other[..len]).expect("as many elements"))
                                .and(ArrayView2::from_shape(long, x).expect("as many elements"))
                                .and_broadcast(ArrayView2::from_shape(small, &y[..of]).expect("as many elements"))
                                .for_each(|out, &x, &y| *out = greater(x, y));
                        },
                        &mut copy,
                    );
                }
                "reduce" => cell.race(
                    &mut || out[0] = max.reduce(x).expect("elements"),
                    &mut || other[0] = ArrayView1::from(&x).fold(x[0], |so_far, &x| greater(so_far, x)),
                    &mut || sum = black_box(T::sum(black_box(x))),
                ),
                _ => {
                    let (axis, results) = if case == "reduce-inner" { (1, rows) } else { (0, columns) };
                    let x2 = view(x, &long);
                    let array = ArrayView2::from_shape(long, x).expect("as many elements");
                    let lowest = *array.first().expect("elements");
                    cell.race(
                        &mut || max.reduce_axes(&x2, &[axis], &mut out[..results]).expect("an axis"),
                        &mut || {
                            let folded =
                                array.fold_axis(Axis(axis.unsigned_abs()), lowest, |&so_far, &x| greater(so_far, x));
                            other[..results].copy_from_slice(folded.as_slice().expect("contiguous"));
                        },
                        &mut || sum = black_box(T::sum(black_box(x))),
                    );
                }
            }
            black_box(sum);
            if !self.measure && !case.starts_with("reduce-") {
                let results = if case == "reduce" { 1 } else { len };
                assert!(out[..results] == other[..results], "{} {case}: not what ndarray finds", T::NAME);
            }
        }
    }
}

/// One cell of the table.
struct Cell<'a> {
    bench: &'a Bench<'a>,
    dtype: &'a str,
    case: &'a str,
}

impl Cell<'_> {
    /// Prints the fastest of many calls of each. They take turns, so that all meet the same disturbances; within a turn a
    /// contender has the caches to itself.
    fn race<'c>(&self, kernels: &'c mut dyn FnMut(), ndarray: &'c mut dyn FnMut(), limit: &'c mut dyn FnMut()) {
        let mut contenders = [
            ("kernels", kernels, 1, f64::INFINITY),
            ("ndarray", ndarray, 1, f64::INFINITY),
            ("limit", limit, 1, f64::INFINITY),
        ];
        let turns = if self.bench.measure { TURNS } else { 1 };
        for _ in 0..turns {
            for (_, call, calls, fastest) in &mut contenders {
                call();
                let mut left = if self.bench.measure { TURN } else { 0.0 };
                while left > 0.0 {
                    let start = Instant::now();
                    (0..*calls).for_each(|_| call());
                    let elapsed = start.elapsed().as_secs_f64();
                    left -= elapsed;
                    *fastest = fastest.min(elapsed * 1e9 / f64::from(*calls));
                    if elapsed < 20e-6 {
                        *calls *= 2;
                    }
                }
            }
        }
        for (contender, _, _, fastest) in contenders.iter().filter(|_| self.bench.measure) {
            println!("{}\t{}\t{}\t{contender}\t{fastest:.1}", self.dtype, self.bench.size, self.case);
        }
    }
}
