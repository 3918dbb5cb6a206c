//! `opconform evidence`: a folder that holds together, of a run and a qualification of this very program.

use std::fs;
use std::path::Path;

use opconform_files::{sha256, sha256_of};

use crate::{call, names, read, room, sealed, small_run};

const OPCONFORM: &str = env!("CARGO_BIN_EXE_opconform");

/// Writes what `opconform qualify` of this program would have written with the published table: to try every fault takes minutes,
/// which `.ci/documents` takes.
fn qualification(folder: &Path) {
    let published = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reports/qualification.json");
    let table = read(Path::new(published));
    let run = serde_json::json!({
        "program": sha256_of(Path::new(OPCONFORM)).expect("the program"),
        "machine": opconform_harness::machine(),
        "command": "opconform qualify --seed 7",
        "started": "2026-11-21T05:00:00Z",
        "qualification": sha256(table.as_bytes()),
    });
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("qualification.json"), table).expect("a file");
    fs::write(folder.join("qualification.run.json"), run.to_string()).expect("a file");
}

/// The files of a folder with those below it, by name.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for name in names(folder) {
        let path = folder.join(&name);
        if path.is_dir() {
            files.extend(self::files(&path).into_iter().map(|(below, text)| (format!("{name}/{below}"), text)));
        } else {
            files.push((name, read(&path)));
        }
    }
    files
}

#[test]
fn what_an_assessor_asks_for_is_in_one_folder_and_the_same_twice() {
    let room = room();
    let here = room.path();
    qualification(&here.join("qualified"));
    let judged = call(here, &["run", "-q", "-b", "portable,tract", "--only", "mixed/f32-with-f64", "-o", "run"]);
    assert_eq!(judged.code, Some(1), "{}", judged.stderr);
    let pack = |output: &str| call(here, &["evidence", "run", "--qualification", "qualified", "-o", output]);
    let done = pack("first");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(done.stdout.contains("first/evidence.html"), "{}", done.stdout);
    let first = files(&here.join("first"));
    let text = |name: &str| {
        let found = first.iter().find(|(it, _)| it == name);
        found.map_or_else(|| panic!("no {name}"), |(_, text)| text.as_str())
    };
    // Every file but the list itself is in the list, with its hash.
    let listed: Vec<(&str, &str)> = text("SHA256SUMS").lines().filter_map(|line| line.split_once("  ")).collect();
    let others = || first.iter().filter(|(name, _)| name != "SHA256SUMS");
    assert_eq!(listed.len(), others().count());
    assert!(others().all(|(name, text)| listed.contains(&(sha256(text.as_bytes()).as_str(), name.as_str()))));
    assert!(listed.iter().any(|(_, name)| name.starts_with("witnesses/")));
    // What was judged is what was packed, and what else stands there is what the run wrote.
    for name in ["report.json", "index.html", "report.md", "traceability.md"] {
        assert_eq!(text(name), read(&here.join("run").join(name)), "{name}");
    }
    let page = text("evidence.md");
    for number in 1..=9 {
        assert!(page.contains(&format!("\n## {number}. ")), "section {number}");
    }
    let program = sha256_of(Path::new(OPCONFORM)).expect("the program");
    for words in [
        // What is pasted from the page is typed as it stands.
        "| one case again | `opconform replay 'max/mixed/f32-with-f64/",
        "✗ 1 departure from ONNX",
        "ONNX-MAX-TYPE (MUST)",
        "operands of f32 and f64",
        &program,
        "opconform run -q -b 'portable,tract' --only mixed/f32-with-f64 -o run",
        "No compliance is claimed",
        "It was asked for so many cases: portable ",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    // What each came to in an element type is a cell of the summary.
    let (summary, _) = page.split_once("\n## 2. ").expect("the second section");
    for line in ["| tract | ✗ 1 of ", "| portable | ✓ "] {
        assert_eq!(summary.lines().filter(|it| it.starts_with(line)).count(), 1, "{line}: {summary}");
    }
    assert!(text("evidence.html").contains(&program));
    assert!(text("qualification.md").contains("What was run is `opconform qualify --seed 7`."));
    assert!(page.contains("| procedure | opconform qualify --seed 7 |"), "{page}");
    // Every statement of the sources is in the table, judged or not.
    let table = text("requirements.csv");
    let statement = |it: opconform_spec::Statement| table.contains(&it.document.title().replace('"', "\"\""));
    assert!(opconform_spec::statements().all(statement));
    assert!(table.contains("a heading: it asks nothing"));
    // The same again, over it, and of another name.
    assert_eq!(pack("first").code, Some(0));
    assert_eq!(pack("second").code, Some(0));
    assert_eq!(files(&here.join("first")), first);
    assert_eq!(files(&here.join("second")), first);
    // It is a report, and can be read as one.
    assert_eq!(call(here, &["report", "first", "--format", "summary"]).code, Some(0));
}

#[test]
fn the_requirements_are_those_of_what_is_claimed() {
    let room = room();
    let here = room.path();
    qualification(&here.join("qualified"));
    let sources = opconform_spec::statements().map(|statement| (statement.document.family(), statement.document));
    let sources: Vec<_> = sources.collect();
    for (name, family, quoted) in [
        ("ecmascript", opconform_spec::Family::EcmaScript, ["ECMA-262, Math.max", "ECMASCRIPT-MAX-ZERO (MUST)"]),
        ("ieee754", opconform_spec::Family::Ieee754, ["the comments in its code", "NET-CALL-LENGTH (MUST)"]),
        ("onnx", opconform_spec::Family::Onnx, ["| ONNX docs/Broadcasting.md; ", "ONNX-MAX-8-SHAPES (SHOULD)"]),
    ] {
        let arguments = ["run", "-q", "-b", "portable", "--against", name, "--only", "max/f32/zero", "-o", "run"];
        assert_eq!(call(here, &arguments).code, Some(0), "{name}");
        let done = call(here, &["evidence", "run", "--qualification", "qualified", "-o", "evidence"]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let page = read(&here.join("evidence/evidence.md"));
        let problems = page.split("\n## ").find(|section| section.starts_with("6. "));
        let problems = problems.expect("section 6").replace('\\', "");
        for defect in opconform_spec::defects() {
            assert_eq!(problems.contains(&format!("| {} |", defect.document)), defect.family == family, "{problems}");
        }
        let section = page.split("\n## ").find(|section| section.starts_with("2. ")).expect("section 2");
        for &(of, document) in &sources {
            let head = document.title().split(',').next().expect("a title").replace('@', "\\@");
            assert_eq!(section.contains(&head), of == family, "{name}: {head}: {section}");
        }
        let (_, table) = section.split_once("### Documents of which sentences are quoted").expect("a table");
        for words in quoted {
            assert!(table.replace('\\', "").contains(words), "{name}: {words}: {table}");
        }
    }
}

/// Of whom nothing is on record but that it is not part of this program, no more is said.
#[test]
fn whose_files_are_not_on_record_is_not_said_to_be_of_this_program() {
    let room = room();
    let here = room.path();
    qualification(&here.join("qualified"));
    let judged = call(here, &["run", "-q", "-b", "portable", "--only", "max/f32/zero", "-o", "run"]);
    assert_eq!(judged.code, Some(0), "{}", judged.stderr);
    let page = || {
        let done = call(here, &["evidence", "run", "--qualification", "qualified", "-o", "evidence"]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        read(&here.join("evidence/evidence.md"))
    };
    assert!(page().contains("in opconform itself"));
    let file = here.join("run/report.json");
    let mut report: serde_json::Value = serde_json::from_str(&read(&file)).expect("JSON");
    report["provenance"]["built_in"] = serde_json::json!([]);
    fs::write(&file, sealed(&report.to_string())).expect("a file");
    let page = page();
    assert!(page.contains("its files are not known") && !page.contains("in opconform itself"), "{page}");
}

#[test]
fn what_is_no_evidence_is_not_packed() {
    let room = room();
    let here = room.path();
    qualification(&here.join("qualified"));
    let report = small_run(here, "run");
    let file = here.join("run/report.json");
    let program = sha256_of(Path::new(OPCONFORM)).expect("the program");
    let packed = || call(here, &["evidence", "run", "--qualification", "qualified", "-o", "evidence"]);
    let refused = |words: &str| {
        let done = packed();
        assert_eq!(done.code, Some(2), "{words}: {}", done.stdout);
        assert!(done.stderr.contains(words), "{words}: {}", done.stderr);
        assert!(!here.join("evidence").exists());
    };
    fs::write(&file, report.replacen("\"violations\": ", "\"violations\":  ", 1)).expect("a file");
    refused("changed after it was written");
    let with = |text: String| fs::write(&file, sealed(&text)).expect("a file");
    with(report.replace(&program, &sha256(b"another")));
    refused("was made by another program");
    with(report.replace("\"partial\": false", "\"partial\": true"));
    refused("is partial");
    with(report.clone());
    // Of another table, another program, another form, and of none.
    let run = here.join("qualified/qualification.run.json");
    let record = read(&run);
    for (other, words) in [
        (record.replace(&program, &sha256(b"another")), "another program was qualified"),
        (record.replace("\"machine\":\"", "\"machine\":\"another "), "on another machine"),
        (record.replace("qualification\":\"", "qualification\":\"0"), "qualify again"),
        (String::from("{"), "qualify again"),
    ] {
        fs::write(&run, other).expect("a file");
        refused(words);
    }
    fs::remove_file(&run).expect("a file");
    refused("opconform qualify --output");
    fs::write(&run, record).expect("a file");
    // A report that names a file outside of its folder.
    let departs = call(here, &["run", "-q", "-b", "tract", "--only", "mixed/f32-with-f64", "-o", "run"]);
    assert_eq!(departs.code, Some(1), "{}", departs.stderr);
    with(read(&file).replace("\"file\": \"witnesses/", "\"file\": \"../witnesses/"));
    refused("is no file of a report");
}

/// A profile that leaves out what is claimed leaves nothing that a verdict, a gate or an assessor could go by.
#[test]
fn where_nothing_that_is_claimed_is_judged_nothing_passes() {
    let room = room();
    let here = room.path();
    qualification(&here.join("qualified"));
    let asked = ["-b", "ndarray-f32max", "--profile", "onnx", "--only", "max/f32/zero", "-o", "run"];
    for command in ["run", "gate"] {
        let done = call(here, &[&[command][..], &asked].concat());
        assert_eq!(done.code, Some(4), "{command}: {}{}", done.stdout, done.stderr);
    }
    let done = call(here, &["evidence", "run", "--qualification", "qualified", "-o", "evidence"]);
    assert_eq!(done.code, Some(2), "{}", done.stdout);
    assert!(
        done.stderr.contains("nothing of what is claimed was judged: judge again without --profile"),
        "{}",
        done.stderr
    );
    assert!(!here.join("evidence").exists());
    // It is judged where the profile is that of what is claimed.
    let judged = ["-b", "ndarray-f32max", "--profile", "rust", "--only", "max/f32/zero", "-o", "run"];
    assert_eq!(call(here, &[&["gate"][..], &judged].concat()).code, Some(0));
}

#[test]
fn who_claims_nothing_has_no_table_of_what_it_claims() {
    let room = room();
    let here = room.path();
    qualification(&here.join("qualified"));
    let table = "By element type, of the MUST clauses that are claimed";
    for (backend, claims) in [("ndarray-compare", false), ("ndarray-f32max", true)] {
        call(here, &["run", "-q", "-b", backend, "--only", "max/f32/nan", "-o", backend]);
        let done = call(here, &["evidence", backend, "--qualification", "qualified", "-o", "packed"]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert_eq!(read(&here.join("packed/evidence.md")).contains(table), claims, "{backend}");
    }
}
