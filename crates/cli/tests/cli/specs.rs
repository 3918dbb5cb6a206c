//! `specs`: what each text chooses, in its words, and which may stand for which.

use super::once;

#[test]
fn the_list_has_every_specification_with_what_it_chooses() {
    let text = once(&["specs"]).stdout;
    let row =
        |name: &str| text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap_or_default().to_owned();
    for profile in opconform_spec::PROFILES {
        assert!(row(profile.name).contains(profile.source), "{}: {text}", profile.name);
    }
    for (name, choices) in [
        ("sonnx", ["propagates", "any NaN", "+0"]),
        ("onnx-13", ["open", "any NaN", "either"]),
        ("ecmascript", ["propagates", "any NaN", "+0"]),
        ("c-fmax", ["ignored", "any NaN", "either"]),
        ("riscv-fmax", ["ignored", "canonical", "+0"]),
        ("x86-maxps", ["second operand", "the second", "second operand"]),
        ("wasm-pmax", ["first operand", "the first", "first operand"]),
        ("c-fmaximum-num", ["ignored", "any NaN", "+0"]),
        ("arm-fmaxnm", ["propagates", "quiet", "+0"]),
        ("wasm-max", ["propagates", "arithmetic", "+0"]),
        ("x86-vrangeps", ["ignored", "made quiet", "+0"]),
        ("torch-maximum", ["propagates", "an operand's*", "either"]),
        ("tensorflow", ["second operand*", "the second*", "kept*"]),
        ("tosa-propagate", ["propagates", "any NaN", "any zero"]),
        ("dotnet-enumerable-max", ["the least", "any NaN", "either"]),
    ] {
        assert!(choices.iter().all(|choice| row(name).contains(choice)), "{name}: {}", row(name));
    }
    assert!(row("onnx-18").contains("says nothing of two"), "it is of reductions alone");
}

#[test]
fn one_is_shown_in_its_words() {
    let text = once(&["specs", "c-fmax"]).stdout;
    assert!(text.contains("“If just one argument is a NaN, the fmax functions return the other argument"), "{text}");
    assert!(text.contains("n1570.pdf"), "{text}");
    let text = once(&["specs", "torch-maximum"]).stdout;
    assert!(text.contains("of +0 and -0: either\n    nothing is said"), "{text}");
    assert!(text.contains("the bits of a NaN: an operand's, recommended alone\n    “If one"), "{text}");
    assert!(once(&["specs", "sonnx"]).stdout.contains("SONNX-MAX-NAN"));
}

#[test]
fn one_may_stand_for_another_where_it_allows_no_more() {
    for (name, other, may) in [
        ("ieee754-2019", "onnx-13", [true, false]),
        ("ecmascript", "ieee754-2019", [true, true]),
        ("rust", "c-fmax", [true, false]),
        ("c-fmax", "ieee754-2019", [false, false]),
        ("x86-maxps", "onnx-13", [true, false]),
        ("c-fmaximum-num", "dotnet-maxnumber", [true, true]),
        ("llvm-maximumnum", "llvm-maxnum", [true, false]),
        ("arm-fmaxnm", "ieee754-2008", [true, false]),
        ("llvm-maximum", "wasm-max", [false, true]),
        ("java", "wasm-max", [false, true]),
        ("x86-vrangeps", "arm-fmaxnm", [true, false]),
    ] {
        let done = once(&["specs", name, other]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let says = |a: &str, b: &str| done.stdout.contains(&format!("✓ {a} may stand for {b}"));
        assert_eq!([says(name, other), says(other, name)], may, "{}", done.stdout);
    }
}

#[test]
fn one_may_stand_for_another_with_its_operands_exchanged() {
    let text = once(&["specs", "x86-maxps", "wasm-pmax"]).stdout;
    for (name, other) in [("x86-maxps", "wasm-pmax"), ("wasm-pmax", "x86-maxps")] {
        assert!(text.contains(&format!("✓ with its operands exchanged, {name} may stand for {other}")), "{text}");
    }
    assert!(!once(&["specs", "x86-maxps", "ieee754-2019"]).stdout.contains("exchanged"));
}

#[test]
fn pairs_are_told_by_what_the_two_differ_in() {
    let text = once(&["specs", "c-fmaximum", "onnx-13"]).stdout;
    assert!(text.contains("\nnumbers whose maximum is a zero: 22 of them"), "{text}");
    assert!(!text.contains("a subnormal, a number"), "{text}");
    let text = once(&["specs", "tosa-propagate", "torch-maximum"]).stdout;
    assert!(text.contains("\nnumbers whose maximum is subnormal: "), "{text}");
    let text = once(&["specs", "llvm-maximum", "arm-fmax"]).stdout;
    assert!(text.contains("\nsignalling NaN, number: ") && !text.contains("\nNaN, number"), "{text}");
}

#[test]
fn the_operations_of_ieee_754_are_found_by_their_names() {
    for (name, profile) in [
        ("maximum", "ieee754-2019"),
        ("maximumNumber", "c-fmaximum-num"),
        ("maximummagnitude", "c-fmaximum-mag"),
        ("minimumMagnitudeNumber", "c-fmaximum-mag-num"),
        ("maxNum", "ieee754-2008"),
        ("ieee754", "ieee754-2019"),
    ] {
        let [named, own] = [name, profile].map(|name| once(&["specs", name]).stdout);
        assert_eq!(named, format!("{name}: {profile}\n{own}"));
    }
    let asked = once(&["ask", "max f32 (nan, 1.0) = nan", "--against", "maximumNumber"]);
    assert!(asked.code == Some(1) && asked.stdout.contains("C-FMAXIMUM-NUM-NAN"), "{}", asked.stdout);
}

#[test]
fn what_cannot_be_compared_says_why() {
    let refused = |arguments: &[&str]| {
        let done = once(arguments);
        assert_eq!(done.code, Some(2), "{}", done.stdout);
        done.stderr
    };
    assert!(refused(&["specs", "c-fmx"]).contains("did you mean `c-fmax`?"));
    assert!(refused(&["specs", "maximumNumbr"]).contains("did you mean `maximumNumber`?"));
    assert!(refused(&["specs", "wasm"]).contains("expected wasm-max, wasm-pmax"));
    assert!(refused(&["specs", "onnx-18", "rust"]).contains("onnx-18 says nothing of two f32"));
    assert!(refused(&["specs", "rust", "c-fmax", "--dtype", "i8"]).contains("rust says nothing of two i8"));
}
