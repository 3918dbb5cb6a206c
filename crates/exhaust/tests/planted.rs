//! Every planted fault is found, with the operands that show it; the plain definition passes.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use half::{bf16, f16};
use opconform_exhaust::{
    Elementwise, Enumerated, Float, Operator, Run, Type, Violation, Word as _, match_type, pairs, patterns,
};
use opconform_tensor::DType;

fn run(rows: core::ops::Range<u64>, cancel: &AtomicBool) -> Run<'_> {
    Run { operator: Operator::Maximum, rows, shift: 0, threads: 2, progress: &|_| (), cancel }
}

/// The outcome for a maximum of two elements.
fn enumerate<T: Type<Word: 'static>>(
    rows: core::ops::Range<u64>,
    maximum: impl Fn(T::Word, T::Word) -> T::Word + Sync,
) -> Enumerated {
    let of_slices = |x: &[T::Word], y: &[T::Word], out: &mut [T::Word]| {
        for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
            *out = maximum(x, y);
        }
    };
    pairs::<T>(&run(rows, &AtomicBool::new(false)), &of_slices)
}

/// `maximum` by its definition, from decoded numbers.
fn right(x: u16, y: u16) -> u16 {
    let (of_x, of_y) = (f16::from_bits(x), f16::from_bits(y));
    match () {
        () if of_x.is_nan() => x,
        () if of_y.is_nan() => y,
        () if of_x.to_f32() > of_y.to_f32() => x,
        () if of_x.to_f32() < of_y.to_f32() => y,
        () if of_x.is_sign_negative() => y,
        () => x,
    }
}

/// Rows about zero of both signs, and about infinity and the first NaNs.
const ROWS: [core::ops::Range<u64>; 4] = [0..3, 0x7bff..0x7c03, 0x8000..0x8003, 0xfbff..0xfc03];

fn violations(maximum: impl Fn(u16, u16) -> u16 + Sync) -> Vec<Violation> {
    ROWS.into_iter().flat_map(|rows| enumerate::<f16>(rows, &maximum).shown).collect()
}

#[test]
fn the_definition_passes() {
    for rows in ROWS {
        let outcome = enumerate::<f16>(rows.clone(), right);
        assert_eq!(
            outcome,
            Enumerated {
                compared: (rows.end - rows.start) << 16,
                rows,
                cancelled: false,
                violations: 0,
                shown: vec![]
            }
        );
    }
    assert_eq!(enumerate::<i8>(0..256, |x, y| x.cast_signed().max(y.cast_signed()).cast_unsigned()).violations, 0);
    assert_eq!(enumerate::<u8>(0..256, u8::max).violations, 0);
    assert_eq!(
        enumerate::<i16>(0x7ff0..0x8010, |x, y| x.cast_signed().max(y.cast_signed()).cast_unsigned()).violations,
        0
    );
    assert_eq!(enumerate::<u16>(0x7ff0..0x8010, u16::max).violations, 0);
}

#[test]
fn zeros_as_equals() {
    let faulty = |x, y| if f16::from_bits(x) == f16::from_bits(y) { x } else { right(x, y) };
    assert_eq!(violations(faulty), [Violation { x: 0x8000, y: 0, expected: 0, found: 0x8000, at: 31745 % 4096 }]);
}

#[test]
fn second_operand_if_unordered() {
    let faulty = |x, y| if f16::from_bits(x).to_f32() > f16::from_bits(y).to_f32() { x } else { y };
    let found = violations(faulty);
    assert!(found.iter().any(|violation| violation.x == 0x7c01 && violation.found != violation.expected));
    assert!(found.iter().all(|violation| violation.x & 0x7fff > 0x7c00 || violation.x == 0));
}

#[test]
fn nan_ignored_quieted_second_or_at_the_wrong_end() {
    let nan = |bits: u16| bits & 0x7fff > 0x7c00;
    let ignored = |x, y| if nan(y) { x } else { right(x, y) };
    let quieted = |x, y| {
        let z = right(x, y);
        if nan(z) { z | 0x200 } else { z }
    };
    let second = |x, y| if nan(x) && nan(y) { y } else { right(x, y) };
    let by_key = |x: u16, y: u16| {
        let key = |bits: u16| bits.cast_signed() ^ (bits.cast_signed() >> 15) & 0x7fff;
        if key(y) > key(x) { y } else { x }
    };
    for faulty in [&ignored as &(dyn Fn(u16, u16) -> u16 + Sync), &quieted, &second, &by_key] {
        assert!(!violations(faulty).is_empty());
    }
}

#[test]
fn subnormals_flushed() {
    let flush = |bits: u16| if bits & 0x7c00 == 0 { bits & 0x8000 } else { bits };
    assert!(!violations(|x, y| right(flush(x), flush(y))).is_empty());
}

#[test]
fn integers_with_the_other_sign() {
    assert_eq!(enumerate::<i8>(0..256, u8::max).violations, 2 * 128 * 128);
    assert_ne!(enumerate::<u16>(0..1, |x, y| x.cast_signed().max(y.cast_signed()).cast_unsigned()).violations, 0);
    assert_ne!(enumerate::<bf16>(0x7f80..0x7f81, u16::max).violations, 0);
}

/// How many results are wrong of a maximum of floats by its definition, whose test for a NaN is one of the bits without the sign.
fn violations_by<T: Type<Word: 'static>>(is_nan: impl Fn(u64) -> bool + Sync) -> u64 {
    let sign = 1 << (T::DTYPE.bits() - 1);
    let key = |bits: u64| if bits & sign == 0 { bits | sign } else { !bits & (sign - 1) };
    let maximum = |x: T::Word, y: T::Word| match (x.widen(), y.widen()) {
        (x_bits, _) if is_nan(x_bits & (sign - 1)) => x,
        (_, y_bits) if is_nan(y_bits & (sign - 1)) => y,
        (x_bits, y_bits) if key(y_bits) > key(x_bits) => y,
        _ => x,
    };
    enumerate::<T>(0..256, maximum).violations
}

#[test]
fn a_nan_of_8_bits_for_a_number_and_a_number_for_a_nan() {
    for dtype in DType::ALL.into_iter().filter(|dtype| dtype.is_float8()) {
        let violations = |last: u64| match_type!(dtype, T => violations_by::<T>(|bits| bits > last), other => 0);
        let greatest = dtype.float().map_or(0, opconform_tensor::Float::greatest);
        assert_eq!(violations(greatest), 0, "{dtype}");
        assert_ne!(violations(greatest - 1), 0, "{dtype}");
        // As numbers, the positive NaNs win against numbers as they should; each of the negative ones loses to all numbers on either
        // side, and of a pair of two NaNs the first does not always win.
        let (nans, numbers) = (0x7f - greatest, 2 * (greatest + 1));
        assert_eq!(violations(0x7f), 2 * nans * numbers + nans * (2 * nans - 1), "{dtype}");
    }
    // As in a format of IEEE 754, 256 to 448 of either sign are NaNs.
    assert_ne!(violations_by::<float8::F8E4M3>(|bits| bits > 0x78), 0);
}

/// A fault of one lane only, at whichever shift, and one that comes from a neighbour.
#[test]
fn one_lane() {
    for shift in [0, 1, 7, 63] {
        let faulty: &Elementwise<'_, u16> = &|x, y, out| {
            for at in 0..out.len() {
                out[at] = if at % 16 == 15 { x[at] } else { right(x[at], y[at]) };
            }
        };
        let cancel = AtomicBool::new(false);
        let outcome = pairs::<f16>(&Run { shift, ..run(0..1, &cancel) }, faulty);
        assert_ne!(outcome.violations, 0);
        assert!(outcome.shown.iter().all(|violation| violation.at % 16 == 15));
    }
}

/// A maximum of floats by its definition, for the patterns.
fn right_f32(x: f32, y: f32) -> f32 {
    match () {
        () if x.is_nan() || x > y => x,
        () if y.is_nan() || x < y => y,
        () if x.is_sign_negative() => y,
        () => x,
    }
}

#[test]
fn patterns_of_floats() {
    let outcome = |maximum: fn(f32, f32) -> f32| {
        let of_slices = |x: &[u32], y: &[u32], out: &mut [u32]| {
            for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
                *out = maximum(f32::from_bits(x), f32::from_bits(y)).to_bits();
            }
        };
        let cancel = AtomicBool::new(false);
        [0..1, 0x7f80..0x7f81, 0x8000..0x8001, 0xff80..0xff81]
            .map(|rows| patterns::<f32>(&run(rows, &cancel), &of_slices).violations)
    };
    assert_eq!(outcome(right_f32), [0; 4]);
    assert!(outcome(|x, y| if x > y { x } else { y }).iter().all(|&violations| violations > 0));
    assert_eq!(f32::specials().len(), 26);
    assert_eq!(f64::specials().len(), 26);
}

#[test]
fn every_operator() {
    let nan = |bits: u16| bits & 0x7fff > 0x7c00;
    let negated = |bits: u16| bits ^ 0x8000;
    let number = |of_numbers: fn(u16, u16) -> u16, x, y| match (nan(x), nan(y)) {
        (true, false) => y,
        (false, true) => x,
        _ => of_numbers(x, y),
    };
    let minimum: fn(u16, u16) -> u16 = |x, y| right(x ^ 0x8000, y ^ 0x8000) ^ 0x8000;
    let cancel = AtomicBool::new(false);
    let of = |operator, of_two: &(dyn Fn(u16, u16) -> u16 + Sync)| -> u64 {
        let of_slices = |x: &[u16], y: &[u16], out: &mut [u16]| {
            for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
                *out = of_two(x, y);
            }
        };
        ROWS.into_iter().map(|rows| pairs::<f16>(&Run { operator, ..run(rows, &cancel) }, &of_slices).violations).sum()
    };
    assert_eq!(of(Operator::Minimum, &minimum), 0);
    assert_eq!(of(Operator::MaximumNumber, &|x, y| number(right, x, y)), 0);
    assert_eq!(of(Operator::MinimumNumber, &|x, y| number(minimum, x, y)), 0);
    for operator in [Operator::Minimum, Operator::MaximumNumber, Operator::MinimumNumber] {
        assert_ne!(of(operator, &right), 0);
    }
    assert_ne!(of(Operator::Maximum, &|x, y| negated(right(x, y))), 0);
}

#[test]
fn progress_and_cancellation() {
    let cancel = AtomicBool::new(false);
    let done = AtomicU64::new(0);
    let progress = |rows| {
        done.fetch_add(rows, Ordering::Relaxed);
    };
    let maximum =
        |x: &[u8], y: &[u8], out: &mut [u8]| out.iter_mut().zip(x).zip(y).for_each(|((out, &x), &y)| *out = x.max(y));
    let run = Run { progress: &progress, ..run(3..1000, &cancel) };
    let outcome = pairs::<u8>(&run, &maximum);
    assert_eq!((outcome.rows, outcome.compared, outcome.cancelled), (3..256, 253 * 256, false));
    assert_eq!(done.load(Ordering::Relaxed), 253);
    cancel.store(true, Ordering::Relaxed);
    let outcome = pairs::<u8>(&run, &maximum);
    assert_eq!((outcome.compared, outcome.cancelled), (0, true));
}
