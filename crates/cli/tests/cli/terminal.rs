//! What acts on a terminal gets out nowhere, whoever has put it in: arguments, case files, reports.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Done, call, names, only_file, read, room, sealed, small_run};

/// Words that clear the screen, set a title, turn a line around and hide.
const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}desrever\u{2066}\u{200b}\u{feff}";

/// Nothing that was printed acts on a terminal.
fn is_harmless(done: &Done, what: &str) {
    let printed = format!("{}{}", done.stdout, done.stderr);
    let harmful = printed.chars().find(|&c| c != '\n' && opconform_text::is_hidden(c));
    assert_eq!(harmful, None, "{what}: {}", printed.escape_debug());
}

/// And the hostile words are there, escaped.
fn is_escaped(done: &Done, what: &str) {
    is_harmless(done, what);
    let printed = format!("{}{}", done.stdout, done.stderr);
    assert!(printed.contains("\\u{202e}desrever\\u{2066}"), "{what}: {printed}");
}

#[test]
fn arguments_are_shown_escaped() {
    let room = room();
    let adapter = format!("/nowhere/{HOSTILE}");
    let arguments: &[&[&str]] = &[
        &["run", "-b", HOSTILE],
        &["run", "-p", HOSTILE],
        &["run", "--only", HOSTILE],
        &["run", "--seed", HOSTILE],
        &[HOSTILE],
        &["run", "-b", "portable", "--node-tests", HOSTILE],
        &["run", "--adapter", &adapter],
        &["replay", HOSTILE],
        &["minimize", HOSTILE, "-b", "portable"],
        &["clauses", HOSTILE],
        &["cases", "show", HOSTILE],
        &["report", HOSTILE],
        &["diff", HOSTILE, "."],
        &["gate", "--report", HOSTILE],
        &["backends", "check", &adapter],
        &["serve", HOSTILE],
        &["fuzz", "--target", HOSTILE],
    ];
    for arguments in arguments {
        let done = call(room.path(), arguments);
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", done.stderr);
        is_escaped(&done, &format!("{arguments:?}"));
    }
    let long = "x".repeat(100_000);
    let done = call(room.path(), &["explain", &long]);
    assert!(done.stderr.len() < 20_000 && done.stderr.ends_with("lists them all\n"), "{}", done.stderr.len());
}

#[test]
fn case_files_are_shown_escaped() {
    let room = room();
    let export = ["cases", "export", "f32/rank-scalar/2+scalar#", "-o", "cases"];
    assert_eq!(call(room.path(), &export).code, Some(0));
    let whole = read(&only_file(&room.path().join("cases")));
    let hostile = serde_json::to_string(HOSTILE).expect("JSON");
    let hostile = hostile.trim_matches('"');
    for text in ["Max", "rank-scalar", "f32"] {
        fs::write(room.path().join("case.json"), whole.replace(text, hostile)).expect("a file");
        let done = call(room.path(), &["replay", "case.json", "-b", "portable"]);
        is_escaped(&done, text);
    }
}

#[test]
fn reports_are_shown_escaped() {
    let room = room();
    let report = small_run(room.path(), "sound");
    let hostile = serde_json::to_string(HOSTILE).expect("JSON");
    let changed = report.replace("\"name\": \"portable\"", &format!("\"name\": {hostile}"));
    assert_ne!(changed, report);
    fs::create_dir(room.path().join("hostile")).expect("a folder");
    fs::write(room.path().join("hostile/report.json"), sealed(&changed)).expect("a file");
    for format in ["terminal", "markdown", "html", "junit", "sarif", "trace", "trace-csv", "badge"] {
        let done = call(room.path(), &["report", "hostile", "--format", format]);
        assert_eq!(done.code, Some(0), "{format}: {}", done.stderr);
        is_harmless(&done, format);
        // The others name no backend that has no findings.
        match format {
            "terminal" | "markdown" => is_escaped(&done, format),
            // The page shows so much of a name as has room.
            "html" => assert!(done.stdout.contains("\\u{1b}[2J"), "the name is on the page"),
            _ => {}
        }
    }
    let json = call(room.path(), &["report", "hostile", "--format", "json"]);
    is_harmless(&json, "json");
    let read: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(read["backends"][0]["name"], HOSTILE);
    is_harmless(&call(room.path(), &["diff", "hostile", "hostile"]), "diff");
    is_harmless(&call(room.path(), &["diff", "sound", "hostile"]), "diff of others");
    is_harmless(&call(room.path(), &["gate", "--report", "hostile"]), "gate");
    let coloured = call(room.path(), &["report", "hostile", "--color", "always"]).stdout;
    assert!(coloured.contains("\u{1b}[") && !coloured.contains("\u{1b}[2J") && !coloured.contains('\u{202e}'));
}

/// The files of Rust in a folder and below.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for name in names(folder) {
        let path = folder.join(name);
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn there_is_one_way_out() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for name in names(&crates).iter().filter(|name| crates.join(name).join("src").is_dir()) {
        sources(&crates.join(name).join("src"), &mut files);
    }
    assert!(files.len() > 200, "{} files", files.len());
    // The way out, the frames of an adapter, and a bar that is drawn of words of ours.
    let allowed = ["cli/src/output.rs", "cli/src/command/serve.rs", "cli/src/watch.rs"];
    let words = ["print!(", "println!(", "dbg!(", "stdout()", "stderr()"];
    for file in files {
        let text = read(&file);
        let is_allowed = allowed.iter().any(|allowed| file.ends_with(allowed));
        let code = text.split("#[cfg(test)]").next().unwrap_or_default().replace("on_stdout()", "");
        let found = words.iter().find(|word| code.contains(**word));
        assert!(found.is_none() || is_allowed, "{}: `{}` beside the one way out", file.display(), found.unwrap_or(&""));
    }
}
