//! Two implementations side by side.

use crate::{assert_snapshot, call, room};

fn compare(arguments: &[&str]) -> (Option<i32>, String) {
    let room = room();
    let done = call(room.path(), &[&["compare", "--quiet"], arguments].concat());
    assert_eq!(done.stderr, "", "{arguments:?}");
    (done.code, done.stdout)
}

#[test]
fn no_bit_differs_between_an_implementation_and_itself() {
    let mine = format!("mine={} serve portable", env!("CARGO_BIN_EXE_opconform"));
    let (code, text) = compare(&["portable", &mine, "--only", "max/f32/negative-zero"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.ends_with(" cases compared\n\nno bit differs\n"), "{text}");
}

#[test]
fn a_fault_in_some_lanes_is_one_difference_of_few_elements() {
    let (code, text) = compare(&["portable", "zero-by-lane", "--only", "max/f32/zeros"]);
    assert_eq!(code, Some(1), "{text}");
    assert_snapshot("compare-planted", &text);
}

#[test]
fn a_bit_of_one_lane_of_long_vectors_is_one_difference_shrunk_to_the_shortest_that_shows_it() {
    let (code, text) = compare(&["portable", "one-bit-in-a-lane", "--only", "max/f32/rank-alternating"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("\n1  ") && !text.contains("\n2  "), "{text}");
    let place = "\n   only elements 5, 13, 21, …, of results of 256 elements or more, each in the one bit 0x1\n";
    assert!(text.contains(place), "{text}");
    assert!(text.contains("\n   Max f32 256, element 5: 0x3f800000 1.0\n"), "{text}");
    assert!(text.contains("\n     one-bit-in-a-lane  0x3f800001 1.0000001  wrong: "), "{text}");
    // The case that is shown is not in the suite, and the command is one of a case that is.
    let replay =
        "\n   shrunk from a case of the suite, which this replays:\n   opconform replay 'max/f32/rank-alternating/";
    assert!(text.contains(replay), "{text}");
}

#[test]
fn what_a_specification_leaves_open_matters_only_to_those_who_do_not_name_it() {
    let sides = ["portable", "ndarray-compare", "--only", "max/f32/zero"];
    let (code, text) = compare(&sides);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("\n1  a zero of the other sign\n"), "{text}");
    let (code, text) = compare(&[&sides[..], &["--within", "onnx"]].concat());
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("  allowed: onnx-13 expects 0.0 or -0.0\n"), "{text}");
    let (code, text) = compare(&[&sides[..], &["--within", "ieee754"]].concat());
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("\n1  a zero of the other sign: ndarray-compare is wrong\n"), "{text}");
}

#[test]
fn an_element_that_is_wrong_is_not_hidden_by_those_that_a_specification_leaves_open() {
    let (code, text) = compare(&["portable", "ndarray-compare", "--only", "max/f32", "--within", "onnx"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("\n1  a NaN against a number: ndarray-compare is wrong\n"), "{text}");
    assert!(
        text.contains("  open: onnx-13 allows any NaN, or 0x3f800000 (1.0) (no version of ONNX names NaN)\n"),
        "{text}"
    );
    // A zero of the other sign beside a number that is wrong is allowed all the same, and by which sentence is said.
    assert!(text.contains("  a zero of the other sign\n"), "{text}");
    assert!(text.contains("\n     ONNX-MAX-NUMBER: “"), "{text}");
}

#[test]
fn who_answers_otherwise_when_asked_again_is_not_steady() {
    let (code, text) = compare(&["portable", "accumulator-not-reset", "--only", "max/f32/zero"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("  another answer to the same question"), "{text}");
}

#[test]
fn nothing_compared_is_not_nothing_different() {
    let (code, text) = compare(&["portable", "ndarray-f32max", "--only", "reducemax/f32/zero"]);
    assert_eq!(code, Some(4), "{text}");
    assert!(text.starts_with("portable 0.1.0 and ndarray-f32max 0.17.2\n"), "{text}");
    assert!(text.contains("\n0 elements of 0 cases compared\n"), "{text}");
    assert!(!text.contains("no bit differs"), "{text}");
}

#[test]
fn what_cannot_be_compared_is_said() {
    let room = room();
    for (arguments, words) in [
        (&["compare", "portable"][..], "<B>"),
        (&["compare", "portable", "portabl"], "did you mean `portable`?"),
        (&["compare", "portable", "x=nowhere-at-all"], "cannot run here"),
        (&["compare", "portable", "avx2", "--within", "onx"], "did you mean `onnx`?"),
    ] {
        let done = call(room.path(), arguments);
        assert_eq!(done.code, Some(2), "{arguments:?}: {}", done.stderr);
        assert!(done.stderr.contains(words), "{arguments:?}: {}", done.stderr);
    }
}

#[test]
fn generated_cases_go_on_for_as_long_as_is_asked_for() {
    let compared = |text: &str| {
        let (elements, _) = text.split_once(" elements of ").expect("a count");
        elements.lines().last().expect("a line").replace(',', "").parse::<u64>().expect("a number")
    };
    let few = ["portable", "avx2", "--only", "max/f32/", "--share", "1000000"];
    let (code, suite) = compare(&few);
    assert_eq!(code, Some(0), "{suite}");
    let (code, more) = compare(&[&few[..], &["--seconds", "1"]].concat());
    assert_eq!(code, Some(0), "{more}");
    assert!(compared(&more) > compared(&suite), "{suite}{more}");
}

#[test]
fn every_pair_of_a_small_type_is_compared_and_those_that_differ_are_counted() {
    let (code, text) = compare(&["portable", "signed-as-unsigned", "--pairs", "i8"]);
    assert_eq!(code, Some(1), "{text}");
    // Those of other signs: 128 times 128 pairs in either order, 0 among them.
    assert!(text.contains("\n65,536 elements of 256 cases compared\n"), "{text}");
    assert!(text.contains("   Max of i8; 32,768 elements in 256 cases\n"), "{text}");
    assert!(text.contains("\n             16,256  negative, positive\n"), "{text}");
    assert!(text.contains("\n                128  negative, 0\n") && !text.contains("replay"), "{text}");
    let (code, text) = compare(&["portable", "avx2", "--pairs", "i8,u8"]);
    assert_eq!((code, text.contains("131,072 elements of 512 cases")), (Some(0), true), "{text}");
    let room = room();
    for (arguments, words) in [(["--pairs", "f32"], "expected bf16, f16"), (["--pairs", "f61"], "did you mean `f16`?")]
    {
        let done = call(room.path(), &[&["compare", "portable", "avx2"], &arguments[..]].concat());
        assert!(done.code == Some(2) && done.stderr.contains(words), "{}", done.stderr);
    }
}

#[test]
fn what_the_two_are_set_up_by_is_said_where_it_differs() {
    let (_, text) = compare(&["portable", "avx2", "--only", "max/i8/rank-equal"]);
    let said = "\n  portable  opconform-kernels, forced onto portable; one thread\n  avx2      opconform-kernels, forced onto avx2; one thread\n";
    assert!(text.contains(said), "{text}");
    let (_, text) = compare(&["ndarray-compare", "ndarray-compare", "--only", "max/i8/rank-equal"]);
    assert!(text.starts_with("ndarray-compare 0.17.2 and ndarray-compare 0.17.2\n8 elements"), "{text}");
}

#[test]
fn a_sentence_that_forbids_one_of_the_two_is_no_liberty() {
    let (_, text) = compare(&["portable", "ndarray-compare", "--only", "max/f32/nan-vs-finite", "--within", "sonnx"]);
    assert!(text.contains(": ndarray-compare is wrong\n"), "{text}");
    let (_, text) = compare(&["portable", "ndarray-compare", "--only", "max/f32/nan-vs-finite"]);
    assert!(text.contains("  allowed: sonnx expects any NaN\n") && !text.contains('“'), "{text}");
    let (_, text) =
        compare(&["portable", "ndarray-compare", "--only", "max/f32/zero-vs-negative-zero", "--within", "onnx"]);
    assert!(text.contains("\n     ONNX-MAX-NUMBER: “") || text.contains("\n     ONNX-MAX-VALUE: “"), "{text}");
}

#[test]
fn results_of_every_pair_are_compared_by_their_digests_and_then_by_their_classes() {
    let room = room();
    let exhaust = |arguments: &[&str]| {
        let done = call(room.path(), &[&["exhaust", "-q", "-o", "all"], arguments].concat());
        assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
    };
    exhaust(&["-d", "i8,u8", "-b", "ndarray-compare,ndarray-f32max,signed-as-unsigned"]);
    exhaust(&["-d", "u8", "-b", "ndarray-compare", "--shard", "1/2"]);
    let compare = |first: &str, second: &str| {
        let named = [first, second].map(|name| format!("exhausted:all/{name}.json"));
        call(room.path(), &["compare", &named[0], &named[1]])
    };
    let same = compare("ndarray-compare-i8", "ndarray-f32max-i8");
    assert_eq!(same.code, Some(0), "{}{}", same.stdout, same.stderr);
    let all = "\n65,536 pairs in 256 blocks compared\n\nno bit differs\n";
    assert!(same.stdout.ends_with(all), "{}", same.stdout);
    // Those of other signs, in either order, 0 among them.
    let other = compare("ndarray-compare-i8", "signed-as-unsigned-i8");
    assert_eq!(other.code, Some(1), "{}{}", other.stdout, other.stderr);
    assert!(other.stdout.contains("\n256 blocks have other digests\n"), "{}", other.stdout);
    let (_, classes) = other.stdout.split_once("\nnegative, positive\n").expect("a class");
    let rows: Vec<Vec<&str>> = classes.lines().take(2).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows, [["0", "16,256", "the", "first"], ["16,256", "0", "the", "second"]], "{}", other.stdout);
    let shard = compare("ndarray-compare-u8.1-of-2", "ndarray-f32max-u8");
    assert_eq!(shard.code, Some(0), "{}{}", shard.stdout, shard.stderr);
    assert!(
        shard.stdout.contains("\n32,768 pairs in 128 blocks compared\nnot compared: the blocks "),
        "{}",
        shard.stdout
    );
    for (first, second, words) in [
        ("ndarray-compare-i8", "ndarray-compare-u8", "two results of other pairs"),
        ("ndarray-compare-i8", "nobody", "no result: name files that `opconform exhaust` wrote"),
    ] {
        let done = compare(first, second);
        assert!(done.code == Some(2) && done.stderr.contains(words), "{}", done.stderr);
    }
    let file = "exhausted:all/ndarray-compare-i8.json";
    for (arguments, words) in [
        (&["compare", file, "portable"][..], "is compared with another"),
        (&["compare", file, file, "--within", "onnx"], "leave out --within"),
    ] {
        let done = call(room.path(), arguments);
        assert!(done.code == Some(2) && done.stderr.contains(words), "{}", done.stderr);
    }
}
