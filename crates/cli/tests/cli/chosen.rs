//! Which cases are run: by an expression, and by what failed last.

use crate::{call, once, room};

/// The ids that are listed.
fn listed(arguments: &[&str]) -> Vec<String> {
    let done = once(&[&["cases", "list"], arguments].concat());
    assert_eq!(done.code, Some(0), "{arguments:?}: {}", done.stderr);
    done.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn an_expression_takes_what_the_text_of_an_id_does_and_more() {
    assert_eq!(listed(&["-E", "id(max/f32/nan)"]), listed(&["max/f32/nan"]));
    assert_eq!(listed(&["--only", "max/f32/nan"]), listed(&["max/f32/nan"]));
    let both = listed(&["max/f32", "--expression", "source(edge) & !clause(NET-*)"]);
    assert!(both.iter().all(|id| id.starts_with("max/f32")), "{both:?}");
    let nans = "max/f16/nan";
    let mut of_onnx = listed(&[nans]);
    of_onnx.retain(|id| id.starts_with(nans));
    assert_eq!(listed(&["-E", "type(f16) & operator(max)", nans]), of_onnx);
}

#[test]
fn a_run_is_of_the_cases_that_are_meant() {
    let room = room();
    let expression = "operator(Max) & type(f16) & id(f16/nan-vs)";
    let done = call(room.path(), &["run", "-b", "portable", "-E", expression]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let cases = listed(&["-E", expression]).len();
    assert!(cases > 0 && done.stdout.contains(&format!(" {cases} cases")), "{cases}: {}", done.stdout);
}

#[test]
fn what_is_wrong_with_an_expression_is_pointed_out() {
    let done = once(&["run", "-E", "type(f16) & clause(NAT-MAX-NAN)"]);
    assert_eq!(done.code, Some(2));
    for line in
        ["did you mean `NET-MAX-NAN`?", "\n  type(f16) & clause(NAT-MAX-NAN)\n                     ^^^^^^^^^^^\n"]
    {
        assert!(done.stderr.contains(line), "{}", done.stderr);
    }
    let none = once(&["run", "-E", "type(f16) & type(i8) & !type(mixed)"]);
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.contains("none of the cases is as the expression says"), "{}", none.stderr);
}

#[test]
fn what_failed_last_is_run_again_and_nothing_else() {
    let room = room();
    let arguments = ["-b", "ndarray-compare", "--against", "ieee754-2019", "--only", "max/f32/nan"];
    let run = |more: &[&str]| call(room.path(), &[&["run"], &arguments[..], more].concat());
    assert_eq!(run(&[]).code, Some(1));
    let again = run(&["--last-failed"]);
    assert_eq!(again.code, Some(1), "{}", again.stderr);
    assert!(again.stdout.contains("a NaN as the first operand is ignored"), "{}", again.stdout);
    let count = |text: &str| {
        let count =
            text.split(" · ").find_map(|part| part.strip_suffix(" cases").or_else(|| part.strip_suffix(" case")));
        count.expect("a number of cases").replace(',', "").parse::<usize>().expect("a number")
    };
    assert!(count(&again.stdout) < 20, "{}", again.stdout);

    // What is mended has failed nowhere: all is asked again, and so is it the next time.
    let whole = ["run", "-b", "portable", "--only", "max/f32/nan"];
    let first = call(room.path(), &whole);
    assert_eq!(first.code, Some(0));
    for _ in 0..2 {
        let again = call(room.path(), &[&whole[..], &["--last-failed"]].concat());
        assert_eq!((again.code, count(&again.stdout)), (Some(0), count(&first.stdout)), "{}", again.stderr);
        assert!(again.stderr.contains("all of them are run"), "{}", again.stderr);
    }
}
