//! What a hostile adapter says and does at its start.

use std::path::Path;
use std::process::exit;

use opconform_protocol::{Introduction, OperatorName, Started};

use super::deed::hang;
use super::raw;

/// Whether a kind does its harm at the start alone.
pub(super) fn is_of_start(kind: &str) -> bool {
    kind.starts_with("start-")
        || kind.starts_with("other-")
        || ["daemon", "daemon-in-exec", "daemon-of-its-own"].contains(&kind)
}

/// What the adapter says it is.
pub(super) fn introduction(kind: &str, file: Option<&Path>) -> Introduction {
    let hostile = || raw::WORDS.to_owned();
    if kind == "start-unavailable" {
        return Introduction::Unavailable { reason: hostile(), remedy: hostile() };
    }
    let mut started = Started {
        protocol: 1,
        name: "echo of \u{1b}[31mthe first".to_owned(),
        version: "0".to_owned(),
        language: "Rust".to_owned(),
        os: std::env::consts::OS.to_owned(),
        cpu_features: Vec::new(),
        dtypes: vec!["f32".to_owned()],
        operators: vec![OperatorName { domain: String::new(), name: "Max".to_owned() }],
        models: false,
        huge: false,
        // One of a later version among them.
        layouts: ["strided", "sideways"].map(ToOwned::to_owned).into(),
        claims: Vec::new(),
        configuration: Vec::new(),
    };
    match kind {
        "start-protocol-2" => started.protocol = 2,
        "start-no-name" => started.name = String::new(),
        "start-dtype" => started.dtypes = vec!["float".to_owned()],
        "start-hostile-name" => {
            (started.version, started.language, started.configuration) = (hostile(), hostile(), vec![hostile()]);
            (started.os, started.claims, started.cpu_features) = (hostile(), vec![hostile()], vec![hostile()]);
            started.operators.push(OperatorName { domain: hostile(), name: hostile() });
        }
        "start-long-name" => started.name = "n".repeat(4 << 20),
        "start-many-dtypes" => started.dtypes = vec!["f32".to_owned(); 100_000],
        "start-many-operators" => {
            started.operators = vec![OperatorName { domain: "x".to_owned(), name: "y".to_owned() }; 250];
        }
        // What it says depends on what it is told.
        "says-its-setting" => started.configuration.extend(std::env::var("OPCONFORM_TEST_SETTING")),
        // Started again, it is another.
        "other-name" if is_again(file) => "another".clone_into(&mut started.name),
        "other-version" if is_again(file) => "1".clone_into(&mut started.version),
        "other-dtypes" if is_again(file) => started.dtypes.push("f64".to_owned()),
        "other-configuration" if is_again(file) => started.configuration.push("fast".to_owned()),
        "other-availability" if is_again(file) => {
            return Introduction::Unavailable { reason: "no more".to_owned(), remedy: "none".to_owned() };
        }
        _ => {}
    }
    Introduction::Started(started)
}

/// Whether the adapter has been started before: a note says so from then on.
fn is_again(file: Option<&Path>) -> bool {
    let file = file.expect("a file");
    let is_again = file.exists();
    std::fs::write(file, std::process::id().to_string()).expect("a folder");
    is_again
}

/// Harm before the conversation.
pub(super) fn at_start(kind: &str, file: Option<&Path>) {
    match kind {
        "start-exit" => {
            eprintln!("cannot find the library");
            exit(7);
        }
        "start-hang" => hang(),
        "start-silent" => {
            raw::close_stdout();
            hang()
        }
        "start-unflushed" => {
            // The answer stays in a buffer, and the adapter waits for the next request.
            let _ = std::io::Read::read_to_end(&mut std::io::stdin(), &mut Vec::new());
            exit(0)
        }
        "start-prompt" => {
            raw::bytes(b"> ");
            hang()
        }
        "start-prompt-long" => {
            raw::bytes(b"Go? ");
            hang()
        }
        "start-text" => println!("Loading the library, please wait"),
        "start-ran" => {
            raw::message(r#"{"type":"ran","seq":0,"outcomes":[]}"#);
            hang()
        }
        "start-once" if is_again(file) => {
            eprintln!("the licence is used up");
            exit(1);
        }
        "grandchild" => {
            let file = file.expect("a file");
            std::fs::write(file, format!("{} {}", std::process::id(), raw::start_sleeper())).expect("a folder");
        }
        "daemon" => raw::start_daemon(raw::SLEEP, file.expect("a file"), true),
        "daemon-in-exec" => raw::start_daemon(raw::EXEC, file.expect("a file"), true),
        "daemon-of-its-own" => raw::start_daemon(raw::SLEEP, file.expect("a file"), false),
        _ => {}
    }
}
