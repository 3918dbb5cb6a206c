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
        ("arm-fmaxnm", ["propagates", "any NaN", "+0"]),
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
    ] {
        let done = once(&["specs", name, other]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let says = |a: &str, b: &str| done.stdout.contains(&format!("✓ {a} may stand for {b}"));
        assert_eq!([says(name, other), says(other, name)], may, "{}", done.stdout);
    }
}

#[test]
fn what_cannot_be_compared_says_why() {
    let refused = |arguments: &[&str]| {
        let done = once(arguments);
        assert_eq!(done.code, Some(2), "{}", done.stdout);
        done.stderr
    };
    assert!(refused(&["specs", "c-fmx"]).contains("did you mean `c-fmax`?"));
    assert!(refused(&["specs", "onnx-18", "rust"]).contains("onnx-18 says nothing of two f32"));
    assert!(refused(&["specs", "rust", "c-fmax", "--dtype", "i8"]).contains("rust says nothing of two i8"));
}
