//! The rows of named maxima, held against each other, against the profiles of the same documents, and against what is known.

use opconform_spec::{Direction, ElementSet, MAXIMA, Maximum, Text};
use opconform_tensor::{DType, Value};

/// Operands in which documents differ, and some in which none may.
const OPERANDS: [&str; 9] = ["0.0", "-0.0", "min_subnormal", "1.0", "-1.0", "inf", "nan", "nan1", "snan"];

/// The bits of a value by its name; of NaNs, two quiet ones and a signalling one.
fn bits(dtype: DType, name: &str) -> u64 {
    let quiet = Value::nan(dtype).expect("a float type").bits();
    match name {
        "nan" => quiet,
        "nan1" => quiet | 1,
        "snan" => bits(dtype, "inf") | 1,
        name => Value::parse(dtype, name).expect("a name").bits(),
    }
}

fn pairs(dtype: DType) -> impl Iterator<Item = [u64; 2]> {
    OPERANDS.into_iter().flat_map(move |a| OPERANDS.map(|b| [bits(dtype, a), bits(dtype, b)]))
}

fn row(name: &str) -> &'static Maximum {
    Maximum::named(name).unwrap_or_else(|| panic!("no row {name}"))
}

#[test]
fn every_row_is_complete_and_has_a_name_of_its_own() {
    for (place, maximum) in MAXIMA.iter().enumerate() {
        assert!(MAXIMA[place + 1..].iter().all(|other| other.name != maximum.name), "{}", maximum.name);
        assert!(maximum.link.starts_with("https://") && !maximum.document.is_empty(), "{}", maximum.name);
        let quoted = [maximum.nan.words, maximum.nans.words, maximum.zeros.words].into_iter().flatten();
        for words in quoted.chain([maximum.value]) {
            assert!(!words.is_empty() && !words.contains("  ") && !words.contains('…'), "{}: {words}", maximum.name);
        }
    }
}

#[test]
fn what_no_document_leaves_open_is_the_same_in_all() {
    for dtype in [DType::F16, DType::F32, DType::F64] {
        for (first, second, greater) in
            [("1.0", "-1.0", "1.0"), ("-1.0", "inf", "inf"), ("0.0", "min_subnormal", "min_subnormal")]
        {
            for maximum in MAXIMA {
                let operands = [bits(dtype, first), bits(dtype, second)];
                let Some(said) = maximum.say(Direction::Max, dtype, operands) else { continue };
                assert_eq!(
                    said.set,
                    ElementSet::Only(bits(dtype, greater)),
                    "{} {dtype} {first} {second}",
                    maximum.name
                );
            }
        }
    }
}

#[test]
fn a_minimum_is_the_maximum_of_the_negated_operands() {
    let dtype = DType::F32;
    let negated = |bits: u64| bits ^ 0x8000_0000;
    let turned = |set: ElementSet| match set {
        ElementSet::Only(bits) => ElementSet::Only(negated(bits)),
        ElementSet::NanOrNumber(bits, gap) => ElementSet::NanOrNumber(negated(bits), gap),
        other => other,
    };
    for maximum in MAXIMA {
        for operands in pairs(dtype) {
            // A machine that makes a NaN of its own makes the same one in both directions.
            let is_canonical =
                maximum.name == "riscv-fmax" && operands.iter().all(|bits| bits & 0x7fff_ffff > 0x7f80_0000);
            let say = |direction, operands| maximum.say(direction, dtype, operands).map(|said| said.set);
            let turned = say(Direction::Max, operands.map(negated)).map(turned);
            assert!(is_canonical || say(Direction::Min, operands) == turned, "{} {operands:x?}", maximum.name);
        }
    }
}

#[test]
fn who_names_the_maximum_of_ieee_754_allows_what_its_profile_allows() {
    let [row, profile] = ["stablehlo", "ieee754-2019"].map(|name| Text::named(name).expect("a specification"));
    for dtype in [DType::Bf16, DType::F16, DType::F32, DType::F64] {
        for operands in pairs(dtype) {
            for direction in [Direction::Max, Direction::Min] {
                let [a, b] = [row, profile].map(|text| text.allows(direction, dtype, operands));
                assert!(a.is_some() && a == b, "{dtype} {direction:?} {operands:x?}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn each_row_allows_what_its_function_gives_and_is_told_apart_by_it() {
    let dtype = DType::F32;
    let [nan, one, zero, negative] = ["nan", "1.0", "0.0", "-0.0"].map(|name| bits(dtype, name));
    let allows = |name: &str, operands: [u64; 2], result: u64| {
        row(name).say(Direction::Max, dtype, operands).expect("defined for f32").set.contains(dtype, result)
    };
    for (name, beside_nan, zeros) in [
        ("ecmascript", [nan, nan], [zero, zero]),
        ("java", [nan, nan], [zero, zero]),
        ("llvm-maximum", [nan, nan], [zero, zero]),
        ("stablehlo", [nan, nan], [zero, zero]),
        ("wasm-max", [nan, nan], [zero, zero]),
        ("torch-maximum", [nan, nan], [negative, zero]),
        ("c-fmax", [one, one], [zero, negative]),
        ("rust", [one, one], [negative, zero]),
        ("torch-fmax", [one, one], [zero, negative]),
        ("riscv-fmax", [one, one], [zero, zero]),
        ("x86-maxps", [one, nan], [negative, zero]),
        ("tensorflow", [one, nan], [negative, zero]),
        ("wasm-pmax", [nan, one], [zero, negative]),
    ] {
        assert!(allows(name, [nan, one], beside_nan[0]) && allows(name, [one, nan], beside_nan[1]), "{name}");
        let other = |result: u64| if result == nan { one } else { nan };
        assert!(!allows(name, [nan, one], other(beside_nan[0])), "{name}");
        assert!(!allows(name, [one, nan], other(beside_nan[1])), "{name}");
        assert!(allows(name, [zero, negative], zeros[0]) && allows(name, [negative, zero], zeros[1]), "{name}");
        assert!(!allows(name, [zero, negative], one) && !allows(name, [zero, negative], nan), "{name}");
    }
    assert_eq!(MAXIMA.len(), 13, "a row that is not tried here");
}

#[test]
fn a_set_is_within_another_where_all_of_its_results_are() {
    let dtype = DType::F32;
    let [nan, one, zero, negative] = ["nan", "1.0", "0.0", "-0.0"].map(|name| bits(dtype, name));
    let number = |bits| ElementSet::NanOrNumber(bits, "a gap");
    for (set, other) in [
        (ElementSet::Only(nan), ElementSet::AnyNan),
        (ElementSet::Only(zero), ElementSet::AnyZero),
        (ElementSet::AnyNan, number(one)),
        (ElementSet::AnyZero, number(zero)),
        (number(one), ElementSet::Anything("a gap")),
    ] {
        assert!(
            set.is_within(dtype, set) && set.is_within(dtype, other) && !other.is_within(dtype, set),
            "{set:?} {other:?}"
        );
    }
    assert!(!ElementSet::AnyNan.is_within(dtype, ElementSet::Only(nan)));
    assert!(!ElementSet::AnyZero.is_within(dtype, ElementSet::Only(negative)));
}
