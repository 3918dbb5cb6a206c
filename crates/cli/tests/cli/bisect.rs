//! What `opconform exhaust` says of calls that fail, of who claims nothing, and of pairs that are not offered.

use std::fs;

use crate::exhaust::exhaust;
#[cfg(target_os = "linux")]
use crate::exhaust::result;
#[cfg(target_os = "linux")]
use crate::own::{compiled, function};
use crate::{call, read, room};

#[cfg(target_os = "linux")]
#[test]
fn the_pair_that_ends_the_process_is_told_with_what_it_said_last() {
    let room = room();
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
void max_u8(const uint8_t *x, const uint8_t *y, uint8_t *r, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (x[i] == 100 && y[i] == 50) { fprintf(stderr, "cannot take 100 and 50\n"); exit(7); }
        r[i] = x[i] > y[i] ? x[i] : y[i];
    }
}
"#;
    compiled(room.path(), source);
    let asked = ["--dylib", "./libmine.so:max_u8", "-d", "u8", "--against", "onnx-13"];
    let done = exhaust(room.path(), &asked);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    for words in [
        "\n  onnx-13: 65,535 allowed, 1 forbidden\n",
        "\n  0x64, 0x32 crashed, as 1 did: ROBUST-ANSWER; ",
        "\n  failed, and bisected: 1 call, in 16 parts\n",
        "\n  crashed: the first had 0x64 as its first operand: exited with code 7 (standard error: cannot take 100 and 50)\n",
        // Rows, and halves of one down to a pair.
        "\n9 models put to it: whoever compiles makes a program of each\n",
    ] {
        assert!(done.stdout.contains(words), "{words}: {}", done.stdout);
    }
    let name = "libmine.max_u8-u8.json";
    assert!(read(&room.path().join("results").join(name)).contains("\"heard\": \"cannot take 100 and 50\""));
    assert!(!result(room.path(), name).contains("cannot take"), "it may be another every time");
    let whole = exhaust(room.path(), &[&asked[..], &["--bisect", "0"]].concat());
    assert!(whole.stdout.contains("\n  onnx-13: 65,280 allowed, 256 forbidden\n"), "{}", whole.stdout);
    assert!(whole.stdout.contains(" stood in a call of which this came: crashed, as "), "{}", whole.stdout);
    let some = exhaust(room.path(), &[&asked[..], &["--bisect", "2"]].concat());
    assert!(some.stdout.contains("; left as they failed, whole: 1, since "), "{}", some.stdout);
    assert!(some.stdout.contains("\n  0x64, 0x00 crashed with others, as "), "{}", some.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn of_who_claims_nothing_it_is_told_what_came_and_what_to_type() {
    let room = room();
    let greater = "(uint8_t)x[i] > (uint8_t)y[i] ? x[i] : y[i]";
    // It takes integers with a sign for such without.
    compiled(room.path(), &[function("max_i8", "int8_t", greater), function("max_u8", "uint8_t", greater)].concat());
    let asked = |dtype: &str, more: &[&str]| {
        exhaust(room.path(), &[&["--dylib", "./libmine.so:max", "-d", dtype], more].concat())
    };
    let done = asked("i8", &[]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    for words in [
        "\n  it claims no specification that is known here: held against nothing but what is asked of everyone; --against onnx judges ",
        "\n  of number, number came the lesser: 32,768, such as 0x00 0x80 0x80\n",
        "\n  of all others came the greater, or both, which are the same: 32,768\n",
        "\n  not claimed, and forbidden there: ",
    ] {
        assert!(done.stdout.contains(words), "{words}: {}", done.stdout);
    }
    let right = asked("u8", &[]);
    assert!(right.stdout.contains("\n  not claimed, and nothing forbidden there: "), "{}", right.stdout);
    let judged = asked("i8", &["--against", "onnx"]);
    assert!(judged.code == Some(1) && !judged.stdout.contains("it claims no"), "{}", judged.stdout);
}

#[test]
fn pairs_that_are_not_offered_are_counted_and_judged_by_nothing() {
    let room = room();
    assert_eq!(exhaust(room.path(), &["-b", "ndarray-compare", "-d", "i8", "--against", "onnx-13"]).code, Some(0));
    let file = room.path().join("results/ndarray-compare-i8.json");
    let mut some: serde_json::Value = serde_json::from_str(&read(&file)).expect("a result");
    let cells = some["cells"].as_array_mut().expect("cells");
    let cell = cells.iter_mut().find(|it| it["pairs"].as_u64() > Some(1000)).expect("a cell");
    let pairs = cell["pairs"].as_u64().expect("a count");
    cell["came"] = "not-offered".into();
    for example in cell["examples"].as_array_mut().expect("examples") {
        let operands = example.as_str().and_then(|text| text.rsplit_once(' ')).map(|(operands, _)| operands.to_owned());
        *example = operands.expect("two operands and a result").into();
    }
    fs::write(&file, some.to_string()).expect("a file");
    let done = call(room.path(), &["merge", "results/ndarray-compare-i8.json", "--judge-again"]);
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    let commas = |count: u64| format!("{},{:03}", count / 1000, count % 1000);
    let not_offered = format!("\n  not offered, and judged by nothing: {}\n", commas(pairs));
    assert!(done.stdout.contains(&not_offered), "{not_offered}: {}", done.stdout);
    assert!(done.stdout.contains(&format!("\n  onnx-13: {} allowed\n", commas(65_536 - pairs))), "{}", done.stdout);
}
