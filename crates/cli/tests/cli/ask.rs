//! `ask`: rulings without a backend.

use super::once;

/// The paragraphs of an answer that begin with a ruling, and end before the next.
fn ruled(text: &str, ruling: &str) -> Vec<String> {
    text.split("\n\n").filter(|paragraph| paragraph.starts_with(ruling)).map(ToOwned::to_owned).collect()
}

#[test]
fn a_lost_nan_is_a_bug_a_liberty_or_a_gap_by_the_document() {
    let done = once(&["ask", "max f32 (nan, 1.0) = 1.0"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let bugs = ruled(&done.stdout, "bug").join("\n");
    for (profile, words) in [("sonnx ", "SONNX-MAX-NAN"), ("ieee754-2019 ", "NET-MAX-NAN"), ("numpy ", "MARS-MAX-NAN")]
    {
        assert!(bugs.contains(profile) && bugs.contains(words), "{}", done.stdout);
    }
    let gaps = ruled(&done.stdout, "gap").join("\n");
    assert!(gaps.contains("onnx-13") && gaps.contains("no version of ONNX names NaN"), "{}", done.stdout);
}

#[test]
fn the_rulings_are_counted_before_they_are_told() {
    let text = once(&["ask", "max f32 (nan, 1.0) = 1.0"]).stdout;
    let count = |ruling: &str| {
        let (_, line) = text.split_once("\nin short  ").expect("a line");
        let (_, number) = line.lines().next().expect("a line").split_once(&format!("{ruling} by ")).expect("a count");
        number.split(' ').next().expect("a number").parse::<usize>().expect("a number")
    };
    let bugs: usize = ruled(&text, "bug").iter().map(|it| it.lines().next().expect("a line").split(", ").count()).sum();
    // A specification that speaks of two operators is one.
    assert!((10..=bugs).contains(&count("bug")) && count("gap") > 5 && count("allowed") > 5, "{text}");
}

#[test]
fn advice_that_is_broken_is_said_and_rulings_that_nobody_makes_are_not() {
    let text = once(&["ask", "max f32 (nan, 0x7fc00001) = 0x7fc00001"]).stdout;
    let advice = "\nallowed   numpy (Max), numpy (numpy.maximum), against its advice: -v says in which words\n";
    assert!(text.contains(advice), "{text}");
    assert!(text.contains("\nin short  bug by 4 ") && !text.contains(" by 0 "), "{text}");
}

#[test]
fn a_call_is_asked_in_the_form_that_has_a_meaning() {
    for (question, code, words) in [
        ("dotnet.SpanMaxReduce f16 [nan, 0x7e01] = 0x7e01", 0, "NET-RED-FIRST-NAN"),
        ("dotnet.SpanMaxReduce f32 [] = error", 0, "operand   f32 0: no element\n"),
        ("dotnet.SpanMaxReduce f32 [] = -inf", 1, "NET-RED-EMPTY"),
    ] {
        let done = once(&["ask", question, "--against", "ieee754-2019"]);
        assert!(done.code == Some(code) && done.stdout.contains(words), "{question}: {:?} {}", done.code, done.stdout);
    }
}

#[test]
fn what_is_right_under_every_reading_is_no_bug() {
    for question in ["max f32 (1.0, 2.0) = 2.0", "min i64 ([3, -4], [5, -9]) = [3, -9]", "max u8 [1, 255, 3] = 255"] {
        let done = once(&["ask", question]);
        assert!(ruled(&done.stdout, "bug").is_empty(), "{question}: {}", done.stdout);
        assert!(!ruled(&done.stdout, "allowed").is_empty(), "{question}: {}", done.stdout);
    }
}

#[test]
fn a_greatest_magnitude_is_that_of_who_defines_it_and_a_bug_of_others() {
    let text = once(&["ask", "max f32 (1.0, -2.0) = -2.0"]).stdout;
    assert!(ruled(&text, "allowed").join(" ").contains("c-fmaximum-mag "), "{text}");
    assert!(ruled(&text, "bug").join(" ").contains("ieee754-2019 "), "{text}");
    let done = once(&["ask", "max f32 (1.0, -2.0) = 1.0", "--against", "c-fmaximum-mag"]);
    assert_eq!(done.code, Some(1), "{}", done.stdout);
    assert!(done.stdout.contains("C-FMAXIMUM-MAG-VALUE"), "{}", done.stdout);
}

#[test]
fn a_reduction_is_asked_of_every_family_that_has_one() {
    let text = once(&["ask", "max f32 [1.0, 2.0] = 2.0"]).stdout;
    for operator in ["ReduceMax", "numpy.amax", "dotnet.SpanMaxReduce"] {
        assert!(text.contains(operator), "{operator}: {text}");
    }
}

#[test]
fn of_two_operands_every_named_maximum_is_asked() {
    let text = once(&["ask", "max f32 (nan, 1.0) = 1.0"]).stdout;
    assert!(
        ruled(&text, "bug").iter().any(|it| it.contains("ecmascript") && it.contains("If number is NaN, return NaN."))
    );
    assert!(ruled(&text, "allowed").iter().any(|it| it.contains("c-fmax") && it.contains("x86-maxps")), "{text}");
    let text = once(&["ask", "max f32 (0.0, -0.0) = -0.0"]).stdout;
    assert!(ruled(&text, "allowed").iter().any(|it| it.contains("torch-maximum") && it.contains("onnx-13")), "{text}");
    assert!(ruled(&text, "bug").iter().any(|it| it.contains("ecmascript") && it.contains("larger than -0")), "{text}");
    let text = once(&["ask", "min f64 ([0.0, nan], [-0.0, 2.0]) = [0.0, 2.0]"]).stdout;
    assert!(ruled(&text, "bug").iter().any(|it| it.contains("riscv-fmax") && it.contains("−0.0")), "{text}");
    let code = |question: &str, against: &str| once(&["ask", question, "--against", against]).code;
    assert_eq!(code("max f64 (nan, 1.0) = 1.0", "c-fmax"), Some(0));
    assert_eq!(code("max f64 (nan, 1.0) = nan", "c-fmax,sonnx"), Some(1));
    assert_eq!(code("max f64 (0.0, -0.0) = 0.0", "torch-maximum"), Some(0), "its text says nothing of zeros");
    assert_eq!(code("max f64 (nan, 0.0) = nan", "tensorflow"), Some(4), "a formula alone says what a NaN does");
    assert_eq!(code("max f64 [1.0, nan] = 1.0", "c-fmax"), Some(2), "it is no reduction");
}

#[test]
fn the_bits_of_a_nan_are_asked_where_a_document_says_them() {
    for (question, against, clauses) in [
        ("(0x7f800001, 1.0) = 0x7f800001", "wasm-max", "WASM-MAX-NAN-BITS"),
        ("(0x7f800001, 1.0) = 0x7f800001", "arm-fmax", "ARM-FMAX-NAN-BITS"),
        ("(0x7f800001, 1.0) = 0x7f800001", "arm-fmaxnm", "ARM-FMAXNM-NAN-BITS"),
        ("(0x7f800001, 1.0) = 0x7f800001", "x86-vrangeps", "X86-VRANGEPS-NAN-BITS"),
        ("(0x7fc00000, 1.0) = 0x7fc00001", "wasm-max", "WASM-MAX-NAN-BITS"),
        ("(0x7fc00001, 0x7fc00002) = 0x7fc00002", "x86-vrangeps", "X86-VRANGEPS-NANS"),
        ("(0x7fc00001, 1.0) = 0x7fc00002", "wasm-pmax", "WASM-PMAX-FORMULA"),
        ("(1.0, 0x7f800001) = 0x7fc00001", "x86-maxps", "X86-MAXPS-NAN-BITS"),
        ("(0x7fc00001, 1.0) = 0x7f800001", "llvm-maximum", "LLVM-MAXIMUM-NAN-BITS"),
    ] {
        let done = once(&["ask", &format!("max f32 {question}"), "--against", against]);
        assert_eq!(done.code, Some(1), "{}", done.stdout);
        assert!(done.stdout.contains(&format!("MUST    {clauses}: ")), "{}", done.stdout);
    }
    for (question, against) in [
        ("(0x7f800001, 1.0) = 0x7fc00001", "wasm-max,arm-fmax,arm-fmaxnm,x86-vrangeps"),
        ("(0x7fc00000, 1.0) = 0xffc00000", "wasm-max"),
        ("(0x7fc00001, 0x7fc00002) = 0x7fc00001", "x86-vrangeps,wasm-pmax"),
        ("(1.0, 0x7f800001) = 0x7f800001", "x86-maxps,llvm-maximum,rust-maximum"),
    ] {
        let done = once(&["ask", &format!("max f32 {question}"), "--against", against]);
        assert_eq!(done.code, Some(0), "{}", done.stdout);
    }
    // What no reading of an open sentence gives breaks a clause, too.
    for (against, clause) in [("c-fmax", "C-FMAX-NUMBER"), ("llvm-maxnum", "LLVM-MAXNUM-NUMBER")] {
        let done = once(&["ask", "max f32 (snan, 1.0) = 7.0", "--against", against]);
        assert!(done.code == Some(1) && done.stdout.contains(&format!("MUST    {clause}: ")), "{}", done.stdout);
        for open in ["nan", "1.0"] {
            let done = once(&["ask", &format!("max f32 (snan, 1.0) = {open}"), "--against", against]);
            assert_eq!(done.code, Some(4), "{}", done.stdout);
        }
    }
    // A sentence that no more than names the operand recommends its bits.
    let done = once(&["ask", "max f32 (0x7fc00001, 1.0) = 0x7fc00000", "--against", "torch-maximum"]);
    assert!(done.code == Some(0) && done.stdout.contains("SHOULD  TORCH-MAXIMUM-NAN-BITS"), "{}", done.stdout);
}

#[test]
fn the_exit_code_is_that_of_the_documents_asked() {
    let ask = |question: &str, against: &str| once(&["ask", question, "--against", against]).code;
    assert_eq!(ask("max f32 (nan, 1.0) = 1.0", "sonnx"), Some(1));
    assert_eq!(ask("max f32 (nan, 1.0) = nan", "sonnx,ieee754-2019"), Some(0));
    assert_eq!(ask("max f32 (nan, 1.0) = 1.0", "onnx-13"), Some(4), "a gap is judged by nobody");
    assert_eq!(ask("numpy.fmax f64 (nan, 1.0) = 1.0", "numpy"), Some(0));
    assert_eq!(ask("max f32 (1.0, 2.0) = [1.0, 2.0, 3.0]", "sonnx"), Some(1), "nobody has such a result");
    assert_eq!(ask("Max f32 ([1.0, 2.0], 3.0) = 3.0", "sonnx"), Some(1), "a result of another shape");
    assert_eq!(
        ask("max f32 ([1.0, 2.0], [1.0, 2.0, 3.0]) = [1.0, 2.0, 3.0]", "sonnx"),
        Some(1),
        "they do not broadcast"
    );
    assert_eq!(ask("max f32 (1e400, 2.0) = 2.0", "sonnx"), Some(2), "no number of the type");
    assert_eq!(ask("max f32 (1.0", "sonnx"), Some(2));
    // Bounds are inputs with names: the second operand is the lower one, and the third the upper one.
    assert_eq!(ask("Clip f32 (0.5, 0, 1) = 7", "onnx-13"), Some(1));
    assert_eq!(ask("Clip f32 (7, 0, 1) = 1", "onnx-13"), Some(0));
    assert_eq!(ask("Clip f32 (-7, 0) = 0", "onnx-13"), Some(0));
}

#[test]
fn what_no_question_can_write_is_refused_with_what_to_ask() {
    for (question, words) in [
        ("dotnet.SpanMaxScalar f32 ([1, nan], 1) = [1, 1]", "spans of one memory"),
        ("max(nan, 1.0) = 1.0", "an element type between the operator and the operands"),
        ("nunpy.fmax f32 (nan, 1) = 1", "did you mean `numpy.fmax`?"),
    ] {
        let done = once(&["ask", question]);
        assert!(done.code == Some(2) && done.stderr.contains(words), "{question}: {}", done.stderr);
    }
}

#[test]
fn who_is_known_to_answer_so_is_said_with_the_version() {
    let text = once(&["ask", "max f32 (nan, 1.0) = 1.0"]).stdout;
    let (so, otherwise) = text.split_once("\notherwise by").expect("both lines");
    let (_, so) = so.split_once("\nanswered so by").expect("who answers so");
    assert!(so.contains("ndarray-f32max 0.17.2 (Max)") && so.contains("portable 0.1.0 (numpy.fmax)"), "{text}");
    assert!(otherwise.contains("portable 0.1.0 (Max, "), "{text}");
    // Of a row, reductions are asked; of one operator, that one; of what nobody was asked, nothing is said.
    let row = once(&["ask", "max f32 [1.0, nan] = nan"]).stdout;
    assert!(row.contains("(ReduceMax)") && !row.contains("(Max)"), "{row}");
    let one = once(&["ask", "numpy.fmax f32 (nan, 1.0) = nan"]).stdout;
    assert!(one.contains("\nanswered NaN by   nobody who was asked\n"), "{one}");
    assert!(!once(&["ask", "max f32 (2.5, 1.0) = 2.5"]).stdout.contains("answered so by"));
}

#[test]
fn a_refusal_is_asked_of_every_operator_that_takes_so_many_operands() {
    let done = once(&["ask", "max f32 (1.0, 2.0) = error"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let bugs = ruled(&done.stdout, "bug").join("\n");
    for who in ["sonnx (Max)", "onnx-13 (Max)", "numpy (numpy.maximum)", "rust (Max)", "expected a result"] {
        assert!(bugs.contains(who), "{who}: {}", done.stdout);
    }
    assert!(!done.stdout.contains("SpanMax") && !done.stdout.contains("ReduceMax"), "{}", done.stdout);
    // Of shapes that do not broadcast some demand it, and some have no word.
    let clash = once(&["ask", "max f32 ([1.0, 2.0], [1.0, 2.0, 3.0]) = error"]).stdout;
    assert!(ruled(&clash, "allowed").join(" ").contains("numpy (numpy.maximum)"), "{clash}");
    assert!(ruled(&clash, "gap").join(" ").contains("onnx-13 (Max)"), "{clash}");
    let row = once(&["ask", "max f32 [1.0, 2.0] = error"]).stdout;
    for who in ["onnx-18 (ReduceMax)", "stablehlo (ReduceMax)", "ieee754-2019 (dotnet.SpanMaxReduce)"] {
        assert!(ruled(&row, "bug").join(" ").contains(who), "{who}: {row}");
    }
    let of_nothing = once(&["ask", "max f32 [] = error"]).stdout;
    assert!(ruled(&of_nothing, "allowed").join(" ").contains("ieee754-2019 (dotnet.SpanMaxReduce)"), "{of_nothing}");
    assert_eq!(once(&["ask", "max f32 (1.0, 2.0) = error", "--against", "sonnx"]).code, Some(1));
}

#[test]
fn the_help_says_every_exit_code() {
    let text = once(&["ask", "--help"]).stdout;
    let (_, codes) = text.split_once("Exit codes: ").expect("exit codes");
    let codes = codes.split_whitespace().collect::<Vec<_>>().join(" ");
    for code in ["0 the question", "1 one of them", "4 each of them", "2 it is no question"] {
        assert!(codes.contains(code), "{code}: {text}");
    }
}

#[test]
fn what_is_allowed_is_told_with_its_words_where_it_is_asked_for() {
    for (question, against, told) in [
        (
            "max f64 (0.0, -0.0) = -0.0",
            "c-fmax",
            ["allows 0.0 or -0.0", "Ideally, fmax would be sensitive to the sign of zero"],
        ),
        (
            "max f32 (nan, 1.0) = nan",
            "torch-maximum",
            ["allows any NaN", "If one of the elements being compared is a NaN"],
        ),
        ("max f32 (-0.0, 0.0) = 0.0", "sonnx", ["allows 0x00000000 (0.0)", "0 > -0"]),
        (
            "max f32 (1.0, 2.0) = 2.0",
            "c-fmax",
            ["allows 0x40000000 (2.0)", "The fmax functions determine the maximum numeric value"],
        ),
        ("max f32 (1.0, 0x7f800001) = 0x7f800001", "x86-maxps", ["allows 0x7f800001", "the second operand"]),
    ] {
        let text = once(&["ask", question, "--against", against]).stdout;
        assert!(told.iter().all(|words| text.contains(words)), "{question}: {text}");
    }
    let unsaid = once(&["ask", "max f64 (0.0, -0.0) = 0.0", "--against", "torch-maximum"]).stdout;
    assert!(unsaid.contains("\n          allows 0.0 or -0.0: no sentence of it decides that\n"), "{unsaid}");
    // Of a gap, too, it is said what would be allowed.
    let gap = once(&["ask", "max f32 (nan, 1.0) = 1.0", "--against", "onnx-13"]).stdout;
    assert!(gap.contains("\n          allows any NaN, or 0x3f800000 (1.0) (no version of ONNX names NaN)\n"), "{gap}");
    // Those that nobody named stand in one paragraph, and in one each when more is asked for.
    let [brief, full] = [&["ask", ZEROS][..], &["ask", ZEROS, "-v"]].map(|it| ruled(&once(it).stdout, "allowed"));
    assert!(brief.len() == 1 && brief[0].ends_with(": -v says in which words"), "{brief:?}");
    assert!(full.len() > 3 && full.iter().any(|it| it.contains("c-fmax") && it.contains("n1570.pdf")), "{full:?}");
}

/// The words of a document on the maximum say the opposite of a minimum: beside them stands what they come to.
#[test]
fn words_about_the_maximum_are_turned_over_where_a_minimum_is_asked_for() {
    let broken = once(&["ask", "min f32 (0.0, -0.0) = 0.0", "--against", "java"]).stdout;
    assert!(broken.contains("the result is positive zero."), "{broken}");
    assert!(broken.contains("\n          of a minimum: −0 is below +0\n"), "{broken}");
    let allowed = once(&["ask", "min f32 (0.0, -0.0) = -0.0", "--against", "java"]).stdout;
    assert!(allowed.contains("\n          of a minimum: the same, with the order turned over\n"), "{allowed}");
    for question in ["max f32 (0.0, -0.0) = 0.0", "max f32 (0.0, -0.0) = -0.0", "min f32 (nan, 1.0) = nan"] {
        let said = once(&["ask", question, "--against", "java"]).stdout;
        assert!(!said.contains("of a minimum"), "{question}: {said}");
    }
}

const ZEROS: &str = "max f32 (0.0, -0.0) = -0.0";
