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
        ("onnx-13", ["open", "any NaN", "any  "]),
        ("ecmascript", ["propagates", "any NaN", "+0"]),
        ("c-fmax", ["ignored", "any NaN", "either"]),
        ("riscv-fmax", ["ignored", "canonical", "+0"]),
        ("x86-maxps", ["second operand", "the second", "second operand"]),
        ("wasm-pmax", ["first operand", "the first", "first operand"]),
        ("c-fmaximum-num", ["ignored", "any NaN", "+0"]),
        ("arm-fmaxnm", ["propagates", "quiet", "+0"]),
        ("wasm-max", ["propagates", "arithmetic", "+0"]),
        ("x86-vrangeps", ["ignored", "made quiet", "+0"]),
        ("torch-maximum", ["propagates", "an operand's*", "open"]),
        ("tensorflow", ["second operand*", "the second*", "kept*"]),
        ("tosa-propagate", ["propagates", "any NaN", "any zero"]),
        ("dotnet-enumerable-max", ["the least", "any NaN", "open"]),
    ] {
        assert!(choices.iter().all(|choice| row(name).contains(choice)), "{name}: {}", row(name));
    }
    assert!(row("onnx-18").contains("open"), "it is asked of a row: {text}");
    let (_, of_rows) = text.split_once("\nof reductions alone, and so asked of a row of the two: ").expect("a line");
    let versions = "onnx-11, onnx-18, onnx-20, onnx-seed-1, onnx-seed-11, onnx-seed-12, onnx-seed-13";
    assert_eq!(of_rows.trim(), format!("{versions}, torch-amax, tensorflow-reduce-max, dotnet-tensor-max"));
}

#[test]
fn one_is_shown_in_its_words() {
    let text = once(&["specs", "c-fmax"]).stdout;
    assert!(text.contains("“If just one argument is a NaN, the fmax functions return the other argument"), "{text}");
    assert!(text.contains("n1570.pdf"), "{text}");
    let text = once(&["specs", "torch-maximum"]).stdout;
    assert!(text.contains("of +0 and -0: open\n    nothing is said"), "{text}");
    assert!(text.contains("the bits of a NaN: an operand's, recommended alone\n    “If one"), "{text}");
    let text = once(&["specs", "sonnx"]).stdout;
    assert!(text.contains("SONNX-MAX-NAN") && text.contains("“NaN is an absorbing element for **Max**.”"), "{text}");
    let text = once(&["specs", "onnx-20"]).stdout;
    assert!(text.contains("of nothing: the identity\n    “Reduction over an empty set of values"), "{text}");
    let text = once(&["specs", "numpy"]).stdout;
    assert!(
        text.contains("where it is to be ignored: ignored\n    “Element-wise maximum of two tensors, ignores"),
        "{text}"
    );
    let text = once(&["specs", "c-fmax"]).stdout;
    assert!(
        text.contains("\nforbidden, and allowed by others, of f32:\n    max (nan, 1.0) = nan: allowed by "),
        "{text}"
    );
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
fn a_family_is_compared_as_all_of_its_specifications() {
    let text = once(&["specs", "fmaximum", "onnx"]).stdout;
    for says in [
        "fmaximum: c-fmaximum\nONNX: onnx-1, onnx-6, onnx-8, onnx-11, onnx-12, onnx-13, ",
        "\nonnx-1 and 4 more: onnx-1, onnx-6, onnx-8, onnx-12, onnx-13\n",
        "\n✓ c-fmaximum may stand for onnx-1 and 4 more, as far as these pairs go: ",
        "\n✗ not the other way round: onnx-1 and 4 more may not stand for c-fmaximum: of (0x7fc00000 nan, 0x00000000 0.0)\n  onnx-1 and 4 more allow",
        "\n✓ c-fmaximum may stand for onnx-11 and 6 more, as far as these pairs go: ",
        "onnx-18, onnx-20, onnx-seed-1, onnx-seed-11, onnx-seed-12, onnx-seed-13 speak of reductions alone",
    ] {
        assert!(text.contains(says), "{says}: {text}");
    }
    // Versions that allow the same are compared once, those of Max and, where NaNs alone may leave nothing, those of ReduceMax; and
    // functions that do not one by one.
    assert_eq!(text.matches(" pairs of f32 operands\n").count(), 2, "{text}");
    let wasm = once(&["specs", "wasm", "ONNX"]).stdout;
    assert!(
        wasm.contains("✓ wasm-max may stand for onnx-1 and 4 more")
            && wasm.contains("✓ wasm-pmax may stand for onnx-11 and 6 more"),
        "{wasm}"
    );
    let of_bf16 = once(&["specs", "onnx", "stablehlo", "--dtype", "bf16"]).stdout;
    assert!(of_bf16.contains("onnx-12, onnx-seed-1, ") && of_bf16.contains(" say nothing of two bf16\n"), "{of_bf16}");
    let family = once(&["specs", "wasm"]).stdout;
    assert_eq!(family.lines().filter(|line| line.starts_with("wasm-")).count(), 2, "{family}");
}

#[test]
fn every_name_of_the_list_can_be_compared_with_every_other() {
    // A comparison fails by the one side or by the other: each in the place of either is all there is.
    for profile in opconform_spec::profiles() {
        for names in [[profile.name, "onnx-18"], ["rust", profile.name]] {
            let done = once(&["specs", names[0], names[1]]);
            assert_eq!(done.code, Some(0), "{names:?}: {}", done.stderr);
            assert!(done.stdout.contains(" may "), "{names:?}: {}", done.stdout);
        }
    }
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
    let error = refused(&["specs", "rust", "c-fmax", "--dtype", "i8"]);
    assert!(error.contains("rust says nothing of two i8, but of f32, f64: ask with --dtype f32, "), "{error}");
}
