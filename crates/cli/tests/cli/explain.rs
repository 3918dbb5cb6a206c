//! `explain`: a clause with its words, and what keeps and breaks it.

use super::once;

#[test]
fn a_clause_has_its_words_and_an_answer_of_either_kind() {
    for (id, words, fault) in [
        ("SONNX-MAX-ZERO", "> 0 > -0 >", "`zero-second-wins`"),
        ("onnx-rmax-keepdims", "Keep the reduced dimension or not", "`keepdims-"),
        ("NET-CALL-OVERLAP", "overlapping memory locations", "planted fault"),
    ] {
        let done = once(&["explain", id]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        for part in [words, "read it at: https://", "\nkeeps it:  ", "\nbreaks it: ", fault] {
            assert!(done.stdout.contains(part), "{id}: no {part} in {}", done.stdout);
        }
    }
}

#[test]
fn an_example_shows_what_the_clause_says_and_the_link_leads_to_its_words() {
    for (id, example) in [
        ("TOSA-PROPAGATE-VALUE", "\nMax f32 (1.0, 2.0)\nkeeps it:  f32[1](2.0)\nbreaks it: f32[1](1.0)\n"),
        ("DOTNET-MAXMAGNITUDE-SIGN", "\nMax f32 (-1.0, 1.0)\nkeeps it:  f32[1](1.0)\nbreaks it: f32[1](-1.0)\n"),
        ("SONNX-MAX-ZERO", "\nMax f32 (0.0, -0.0)\nkeeps it:  f32[1](0.0)\nbreaks it: f32[1](-0.0)\n"),
        ("MARS-FMAX", "\nnumpy.fmax f32 (nan, 1.0)\nkeeps it:  f32[1](1.0)\nbreaks it: f32[1](nan:0x7fc00000)\n"),
        ("ONNX-MAX-NAN", "\nread it at: https://github.com/onnx/onnx/tree/main/onnx/reference/ops\n"),
        ("PADDLE-CASE-2", "as planted fault `paddle-"),
    ] {
        let text = once(&["explain", id]).stdout;
        assert!(text.contains(example), "{id}: {text}");
    }
}

#[test]
fn a_clause_that_compares_answers_says_so() {
    let text = once(&["explain", "REL-FOLD"]).stdout;
    assert!(text.contains("compares several answers") && !text.contains("breaks it:"), "{text}");
}

#[test]
fn who_is_known_to_break_what_they_claim_is_named_before_the_others() {
    let text = once(&["explain", "ONNX-MAX-NUMBER"]).stdout;
    assert!(!text.contains("known to break it: portable "), "{text}");
    let of_numpy = once(&["explain", "MARS-MAX-NAN"]).stdout;
    let (_, others) = of_numpy.split_once("not claimed by, and not kept by: ").expect("others");
    assert!(others.contains("ndarray-f32max "), "{of_numpy}");
}
