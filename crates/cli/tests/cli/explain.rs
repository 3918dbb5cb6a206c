//! `explain`: a clause with its words, and what keeps and breaks it.

use super::once;

#[test]
fn a_clause_has_its_words_and_an_answer_of_either_kind() {
    for (id, words, fault) in [
        ("SONNX-MAX-ZERO", "> 0 > -0 >", "`zero-second-wins`"),
        ("onnx-rmax-keepdims", "Keep the reduced dimension or not", "shape 3x1x2 where the operands give 3x2"),
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
fn a_clause_that_compares_answers_shows_several_of_one_implementation() {
    for (id, kept, broken) in [
        ("REL-COMMUTES", ", and so it is asked the other way\n", "with its operands in reverse"),
        ("REL-FOLD", ", and so it is asked the other way\n", "by Max on one element after the other"),
        ("DET-RUN", ", and so it is asked the other way\n", "asked again"),
        ("DET-LANE", " in each place of each vector\n", " at "),
        ("DET-THREADS", "on several threads", "on one thread"),
        ("DET-WARM", " at first, ", "asked again after "),
    ] {
        let text = once(&["explain", id]).stdout;
        let (_, example) = text.split_once("\nkeeps it:  ").unwrap_or_else(|| panic!("{id}: {text}"));
        let (keeps, breaks) = example.split_once("\nbreaks it: ").unwrap_or_else(|| panic!("{id}: {text}"));
        assert!(format!("{keeps}\n").contains(kept) && breaks.contains(broken), "{id}: {text}");
        assert!(text.contains("\nwhy: Who tests one result does not know the others"), "{id}: {text}");
    }
}

/// Of every clause that compares answers: what is left out above takes long.
#[test]
#[cfg_attr(debug_assertions, ignore = "asks every planted fault about every relation: minutes without optimisation")]
fn every_relation_has_an_example() {
    use opconform_spec::{Oracle, clauses};
    let compares = |oracle: &Oracle| !matches!(oracle, Oracle::Each(_) | Oracle::Published(_));
    for clause in clauses().filter(|clause| compares(&clause.oracle)) {
        let text = once(&["explain", clause.id]).stdout;
        // Whatever it compares is decided by clauses about single results; only what an earlier call leaves behind breaks it.
        let is_decided = clause.id == "REL-REDUCE-ALL";
        assert_eq!(
            text.contains("No planted fault breaks it in a case by itself: "),
            is_decided,
            "{}: {text}",
            clause.id
        );
        let has_example = text.contains("\nkeeps it:  ") && text.contains("\nbreaks it: ");
        assert_eq!(has_example, !is_decided, "{}: {text}", clause.id);
    }
}

#[test]
fn what_a_breach_comes_to_is_said_and_why_it_binds() {
    for (id, why) in [
        ("SONNX-MAX-NAN", ["A NaN says that something has gone wrong before.", "The clause binds: "]),
        ("SONNX-MAX-ZERO", ["The sign of a zero is all that is left", "The clause binds: "]),
        ("ONNX-MAX-NAN", ["A NaN says that something has gone wrong before.", "The clause does not bind: "]),
        ("DOTNET-MAXNUMBER-NAN", ["A NaN stands for data that is not there.", "The clause binds: "]),
        ("NET-CALL-OVERLAP", ["What is no call by the document comes out", "The clause binds: "]),
        ("ROBUST-ANSWER", ["One result is asked for", "The clause binds: "]),
        (
            "NET-RED-FIRST-NAN",
            ["No number depends on it.", "its words name the operand, and not which bits a NaN then has"],
        ),
        (
            "MARS-MAX-FIRST",
            ["No number depends on it.", "its words name the operand, and not which bits a NaN then has"],
        ),
        ("TENSORFLOW-MAX-FORMULA", ["The clause does not bind: ", "not under every reading of its words"]),
        ("ONNX-MAX-TYPES", ["What the document gives a meaning does not run", "The clause binds: "]),
    ] {
        let text = once(&["explain", id]).stdout;
        let (_, section) = text.split_once("\nwhy: ").expect("a section");
        let section = section.split_once("\n\n").map_or(section, |(section, _)| section);
        assert!(why.iter().all(|words| section.contains(words)), "{id}: {text}");
    }
}

#[test]
fn an_example_of_a_shape_is_of_shapes_that_differ() {
    let text = once(&["explain", "ONNX-MAX-8-BROADCAST"]).stdout;
    let shapes: Vec<&str> =
        text.lines().filter_map(|line| line.trim().strip_prefix("input ")?.split(['[', ']']).nth(1)).collect();
    assert!(shapes.len() >= 2 && shapes[1..].iter().any(|shape| *shape != shapes[0]), "{text}");
    let text = once(&["explain", "PADDLE-AXIS"]).stdout;
    assert!(text.contains("  axis = ") && text.contains("as planted fault `paddle-"), "{text}");
}

#[test]
fn who_is_known_to_break_what_they_claim_is_named_before_the_others() {
    let text = once(&["explain", "ONNX-MAX-NUMBER"]).stdout;
    let (_, known) = text.split_once("known to break it:\n").expect("who breaks it");
    assert!(
        !known.contains("  portable ") && known.contains("\n  onnxruntime-python 1.18.1, 1.15.0: a number is lost"),
        "{text}"
    );
    // Two operands do not show it: the atlas' recordings do.
    let of_shapes = once(&["explain", "ONNX-RMAX-KEEPDIMS"]).stdout;
    assert!(
        of_shapes
            .contains("\n  onnxruntime-node 1.30.0: with an operand of no elements and a negative axis: shape 0 where the operands give 1"),
        "{of_shapes}"
    );
    let of_numpy = once(&["explain", "MARS-MAX-NAN"]).stdout;
    let (_, others) = of_numpy.split_once("not claimed by, and not kept by: ").expect("others");
    assert!(others.contains("ndarray-f32max "), "{of_numpy}");
}
