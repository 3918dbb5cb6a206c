//! Functions of a shared library and of Python, judged without an adapter. That a callable is judged is seen in the README, whose
//! commands are typed where there is a Python with numpy.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{call, opconform, room};

/// Compiles C into `libmine.so`.
pub(crate) fn compiled(folder: &Path, source: &str) {
    fs::write(folder.join("mine.c"), format!("#include <stddef.h>\n#include <stdint.h>\n{source}")).expect("a file");
    let arguments = ["-O2", "-shared", "-fPIC", "-o", "libmine.so", "mine.c"];
    let done = Command::new("cc").args(arguments).current_dir(folder).output().expect("a C compiler");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// A function of a type, over arrays.
pub(crate) fn function(name: &str, of: &str, element: &str) -> String {
    format!(
        "void {name}(const {of} *x, const {of} *y, {of} *r, size_t n) {{ for (size_t i = 0; i < n; i++) r[i] = {element}; }}\n"
    )
}

#[test]
fn a_function_is_judged_by_what_it_is_held_against() {
    let room = room();
    let greater = "x[i] > y[i] ? x[i] : y[i]";
    compiled(room.path(), &[function("max_f32", "float", greater), function("max_i64", "int64_t", greater)].concat());
    let run = |symbol: &str, only: &str, against: &str| {
        let library = format!("./libmine.so:{symbol}");
        call(room.path(), &["run", "--dylib", &library, "--only", only, "--against", against, "-o", "out"])
    };
    let faulty = run("max", "max/", "ieee754-2019");
    assert_eq!(faulty.code, Some(1), "{}{}", faulty.stdout, faulty.stderr);
    assert!(
        faulty.stdout.contains("libmine.max") && faulty.stdout.contains("a NaN as the first operand is ignored"),
        "{}",
        faulty.stdout
    );
    assert!(faulty.stdout.contains("--dylib './libmine.so:max'"), "{}", faulty.stdout);
    // Of three operands a function of two says nothing, and ONNX says nothing of NaN: each operand may be the result.
    let of_two = run("max_f32", "max/f32", "onnx");
    assert_eq!(of_two.code, Some(0), "{}{}", of_two.stdout, of_two.stderr);
    // Integers have neither NaNs nor two zeros; and the second of both is what this instruction returns.
    for (symbol, only, against) in [("max_i64", "max/i64", "ieee754-2019"), ("max_f32", "max/f32", "x86-maxps")] {
        let sound = run(symbol, only, against);
        assert_eq!(sound.code, Some(0), "{symbol}: {}{}", sound.stdout, sound.stderr);
    }
}

#[test]
fn a_function_that_crashes_has_crashed() {
    let room = room();
    compiled(room.path(), &function("my_maximum_f32", "float", "*(volatile float *)0"));
    let arguments = ["run", "--dylib", "libmine.so:my_maximum_f32", "--only", "max/f32/rank-equal", "-o", "out"];
    let done = call(room.path(), &arguments);
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("crashed"), "{}", done.stdout);
}

#[test]
fn a_function_that_writes_to_its_operands_is_found_out() {
    let room = room();
    // Each of them gives the right results.
    let writes = |name: &str, what: &str| {
        format!(
            "void {name}(int8_t *x, int8_t *y, int8_t *r, size_t n) {{ for (size_t i = 0; i < n; i++) r[i] = x[i] > y[i] ? x[i] : y[i]; \
             {what} }}\n"
        )
    };
    compiled(
        room.path(),
        &[writes("over_i8", "for (size_t i = 0; i < n; i++) y[i] = r[i];"), writes("behind_i8", "x[n] = 0;")].concat(),
    );
    for (symbol, words) in
        [("over_i8", "it overwrote its second operand"), ("behind_i8", "it wrote behind its first operand")]
    {
        let library = format!("./libmine.so:{symbol}");
        let arguments = ["run", "--dylib", &library, "--only", "max/i8", "--against", "onnx", "-o", "out"];
        let done = call(room.path(), &arguments);
        assert_eq!(done.code, Some(1), "{symbol}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains(words), "{symbol}: {}", done.stdout);
    }
}

#[test]
fn a_callable_takes_a_python_with_numpy() {
    let room = room();
    fs::write(room.path().join("mine.py"), "maximum = None\n").expect("a file");
    for (given, words) in
        [("mine.py", "as in `--python mine.py:maximum`"), ("mine.py:maximum", "`mine.py:maximum` cannot run here")]
    {
        let mut command = opconform(room.path(), &["run", "--python", given, "-o", "out"]);
        // No Python of this machine's is found.
        let done = command.env("PATH", room.path()).output().expect("it runs");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.code() == Some(2) && said.contains(words), "{given}: {said}");
    }
}

#[test]
fn what_is_no_library_or_no_function_says_so() {
    let room = room();
    compiled(room.path(), &[function("max_f32", "float", "x[i]"), function("greater", "float", "x[i]")].concat());
    for (library, words) in [
        ("libmine.so", "as in `--dylib ./libmine.so:max_f32`"),
        ("libmine.so:", "names no function"),
        ("libmine.so:m\u{1b}x", "names no function"),
        ("nowhere.so:max", "cannot read nowhere.so"),
        ("mine.c:max", "invalid ELF header; name a shared library of this machine"),
        ("libmine.so:least", "the library has no such symbol"),
        ("libmine.so:least", "; name one of its functions"),
        ("libmine.so:greater", "the name of the symbol ends with no type"),
        ("libmine.so:greater", "; rename it to greater_f32, if it takes floats, or call it from an adapter"),
    ] {
        let done = call(room.path(), &["run", "--dylib", library, "-o", "out"]);
        assert_eq!(done.code, Some(2), "{library}: {}", done.stdout);
        assert!(done.stderr.contains(words), "{library}: {}", done.stderr);
    }
}
