//! The reference semantics on every 16-bit float, on every pair of 8-bit ones, and on random lists of operands, against the machine's own comparison:
//! the one place, with the units of the order, where that is asked.

mod common;

use common::{bits, case, tensor};
use half::{bf16, f16};
use opconform_spec::{
    Case, Decision, ElementSet, Facts, Operator, Outcome, Profile, Scope, Trial, clauses, judge, reference,
};
use opconform_tensor::{DType, Value};

/// The value of a 16-bit float, exact in an `f64`.
fn exact(dtype: DType, bits: u64) -> f64 {
    let bits = bits as u16;
    if dtype == DType::F16 { f16::from_bits(bits).to_f64() } else { bf16::from_bits(bits).to_f64() }
}

/// What `sonnx-seed` and `ieee754-2019` accept of two operands, by the machine: an `f64` comparison and its sign bits.
fn by_machine(dtype: DType, a: u64, b: u64) -> (ElementSet, ElementSet) {
    let (x, y) = (exact(dtype, a), exact(dtype, b));
    if x.is_nan() || y.is_nan() {
        let gap = "seed properties P1 and P2 cannot both hold with a NaN operand";
        let seed = match (x.is_nan(), y.is_nan()) {
            (true, true) => ElementSet::AnyNan,
            (true, false) => ElementSet::NanOrNumber(b, gap),
            (false, _) => ElementSet::NanOrNumber(a, gap),
        };
        return (seed, ElementSet::AnyNan);
    }
    let greatest = if x > y || (x >= y && x.is_sign_positive()) { a } else { b };
    let seed = if x.max(y).abs() > 0.0 { ElementSet::Only(greatest) } else { ElementSet::AnyZero };
    (seed, ElementSet::Only(greatest))
}

/// Every 16-bit pattern against each of its companions.
fn every_pattern(dtype: DType) {
    let seed = Profile::named("sonnx-seed").expect("a profile");
    let ieee = Profile::named("ieee754-2019").expect("a profile");
    let all: Vec<u64> = (0..=u64::from(u16::MAX)).collect();
    // Its neighbour in bits, its mirror in sign, itself, a stranger, and the specials.
    let companion: [fn(u64) -> u64; 8] = [
        |bits| (bits + 1) & 0xffff,
        |bits| bits ^ 0x8000,
        |bits| bits,
        |bits| bits.wrapping_mul(40_503) & 0xffff,
        |_| 0,
        |_| 0x8000,
        |bits| (bits ^ 0x8000).wrapping_add(1) & 0xffff,
        |bits| bits ^ 1,
    ];
    for companion in companion {
        let others: Vec<u64> = all.iter().map(|&bits| companion(bits)).collect();
        let case = case(13, vec![tensor(dtype, &[1 << 16], &all), tensor(dtype, &[1 << 16], &others)]);
        let facts = Facts::new(&case);
        for (position, (&a, &b)) in all.iter().zip(&others).enumerate() {
            let found = (seed.element_set(&facts, position), ieee.element_set(&facts, position));
            assert_eq!(found, by_machine(dtype, a, b), "{dtype} {a:#06x} {b:#06x}");
        }
    }
}

#[test]
fn every_f16() {
    every_pattern(DType::F16);
}

#[test]
fn every_bf16() {
    every_pattern(DType::Bf16);
}

/// The ids of the clauses that an answer breaks.
fn broken(case: &Case, profiles: &[&'static Profile], answer: &Outcome) -> Vec<&'static str> {
    let facts = Facts::new(case);
    let decisions = judge(&Trial::new(&facts, answer), &Scope::of(&facts, profiles));
    let violated = clauses().zip(&decisions).filter(|(_, decision)| Decision::is_violation(decision));
    violated.map(|(clause, _)| clause.id).collect()
}

/// The number of an element as the crate that its type is from writes it, which the judgement does not ask.
fn written(dtype: DType, bits: u64) -> f64 {
    Value::new(dtype, bits).decimal().parse().expect("a number")
}

#[test]
fn every_pair_of_8_bits() {
    for dtype in DType::ALL.into_iter().filter(|dtype| dtype.is_float8()) {
        every_pair(dtype);
    }
}

fn every_pair(dtype: DType) {
    let all: Vec<u64> = (0..256).collect();
    let numbers: Vec<f64> = all.iter().map(|&bits| written(dtype, bits)).collect();
    let mut case = case(1, vec![tensor(dtype, &[256, 1], &all), tensor(dtype, &[256], &all)]);
    case.operator = Operator::named("numpy.maximum").expect("an operator of the type");
    let profiles = ["numpy", "stablehlo"].map(|name| Profile::named(name).expect("a profile"));
    let facts = Facts::new(&case);
    // A fault takes the NaNs for the numbers that would come after the greatest and before the least.
    let mut faulty = Vec::new();
    let key = |bits: u64| if bits < 0x80 { bits as i64 } else { 0x7f - bits as i64 };
    for position in 0..256 * 256 {
        let (a, b) = (position as u64 / 256, position as u64 % 256);
        let (x, y) = (numbers[a as usize], numbers[b as usize]);
        let [numpy, stablehlo] = profiles.map(|profile| profile.element_set(&facts, position));
        faulty.push(if key(a) >= key(b) { a } else { b });
        if x.is_nan() || y.is_nan() {
            assert_eq!([numpy, stablehlo], [ElementSet::AnyNan; 2], "{dtype} {a:#04x} {b:#04x}");
            continue;
        }
        let greatest = if x > y || (x >= y && x.is_sign_positive()) { a } else { b };
        let is_zero = [0, 0x80].contains(&greatest);
        assert_eq!(stablehlo, ElementSet::Only(greatest), "{dtype} {a:#04x} {b:#04x}");
        assert_eq!(numpy, if is_zero { ElementSet::AnyZero } else { stablehlo }, "{dtype} {a:#04x} {b:#04x}");
    }
    assert_eq!(broken(&case, &profiles, &reference(&case)), [""; 0], "{dtype}");
    let faulty = broken(&case, &profiles, &Outcome::Output(vec![tensor(dtype, &[256, 256], &faulty)]));
    assert!(faulty.contains(&"MARS-MAX-NAN") && faulty.contains(&"STABLEHLO-MAX-NAN"), "{dtype}: {faulty:?}");
    assert!(!faulty.iter().any(|id| id.ends_with("-VALUE")), "{dtype}: {faulty:?}");
}

/// A sequence of numbers without a pattern (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// The greatest number of a list, +0 over −0, by the machine; `None` where all are NaNs.
fn greatest_f64(operands: &[u64]) -> Option<u64> {
    let numbers = operands.iter().copied().filter(|&bits| !f64::from_bits(bits).is_nan());
    numbers.max_by(|&a, &b| f64::from_bits(a).total_cmp(&f64::from_bits(b)))
}

#[test]
fn random_lists_of_f64() {
    let sonnx = Profile::named("sonnx").expect("a profile");
    let numpy = Profile::named("numpy").expect("a profile");
    let names = ["0.0", "-0.0", "1.0", "-1.0", "inf", "-inf", "nan1", "snan", "min_subnormal", "-min_subnormal"];
    let specials = names.map(|name| bits(DType::F64, name));
    let mut random = Random(2026);
    for _ in 0..4000 {
        let count = 1 + random.below(6);
        let mut pick = || {
            let (special, arbitrary) = (specials[random.below(specials.len())], random.next());
            if random.below(3) == 0 { arbitrary } else { special }
        };
        let operands: Vec<u64> = (0..count).map(|_| pick()).collect();
        let case = case(13, operands.iter().map(|&bits| tensor(DType::F64, &[], &[bits])).collect());
        let facts = Facts::new(&case);
        let first_nan = operands.iter().copied().find(|&bits| f64::from_bits(bits).is_nan());
        match (first_nan, greatest_f64(&operands)) {
            (None, Some(greatest)) => assert_eq!(sonnx.element_set(&facts, 0), ElementSet::Only(greatest), "{case:?}"),
            _ => assert_eq!(sonnx.element_set(&facts, 0), ElementSet::AnyNan, "{case:?}"),
        }
        if let Some(nan) = first_nan {
            assert!(numpy.element_set(&facts, 0).contains(DType::F64, nan), "{case:?}");
        }
    }
}

#[test]
fn random_lists_of_integers() {
    let sonnx = Profile::named("sonnx").expect("a profile");
    let mut random = Random(13);
    for _ in 0..4000 {
        let operands: Vec<u64> = (0..=random.below(5)).map(|_| random.next() >> random.below(64)).collect();
        for (dtype, greatest) in
            [(DType::I64, operands.iter().max_by_key(|&&bits| bits as i64)), (DType::U64, operands.iter().max())]
        {
            let case = case(13, operands.iter().map(|&bits| tensor(dtype, &[1], &[bits])).collect());
            let greatest = *greatest.expect("an operand");
            assert_eq!(sonnx.element_set(&Facts::new(&case), 0), ElementSet::Only(greatest), "{case:?}");
        }
    }
}
