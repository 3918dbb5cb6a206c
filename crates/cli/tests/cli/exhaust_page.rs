//! The page that `.ci/exhaust` makes of results: what came of which operands, and what forbids it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::exhaust::exhaust;
use crate::{read, room};

/// Prints the page of the results in a folder.
const PAGE: &str = "
import importlib.machinery, importlib.util, pathlib, sys
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader('exhaust', sys.argv[1])
module = importlib.util.module_from_spec(importlib.util.spec_from_loader('exhaust', loader))
loader.exec_module(module)
module.FOLDER = pathlib.Path(sys.argv[2])
print(module.page())
";

#[test]
fn the_page_has_a_row_for_what_came_of_which_operands() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3 here");
        return;
    }
    let room = room();
    let results = room.path().join("results");
    for (fault, dtype) in [("signed-as-unsigned", "i8"), ("signed-as-unsigned", "u8")] {
        exhaust(room.path(), &["-b", fault, "-d", dtype, "--against", "onnx-13"]);
    }
    // Of some pairs nothing came, but a refusal of all of a call, of which it is not known who is at fault.
    let file = results.join("signed-as-unsigned-u8.json");
    let mut refused: serde_json::Value = serde_json::from_str(&read(&file)).expect("a result");
    refused["cells"][0]["came"] = serde_json::json!({ "with-others": "refused" });
    refused["cells"][0]["must"] = serde_json::json!(["ROBUST-ANSWER"]);
    let count = refused["cells"][0]["pairs"].clone();
    fs::write(&file, refused.to_string()).expect("a file");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/exhaust");
    let done = Command::new("python3").args(["-c", PAGE]).arg(script).arg(&results).output().expect("python3");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let page = String::from_utf8(done.stdout).expect("text");
    for words in [
        "| operands | what came | pairs | forbidden by | advised against by |\n|---|---|---:|---|---|\n",
        "\n| number, number | the lesser | 32,768 | ONNX-MAX-VALUE |  |\n",
        "\n| all others | the greater, or both, which are the same | 32,768 | | |\n",
        "| onnx-13: 32,768 forbidden |",
        ", 1 model |\n",
        &format!("\n| number, number | refused with others | {count} | ROBUST-ANSWER |  |\n"),
        "In all these are 131,072 pairs, each counted once, in 2 courses and 2 results.",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
}
