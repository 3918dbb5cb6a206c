//! What is typed each time: `opconform.toml`, `init`, completions and manual pages.

use std::fs;

use crate::{call, names, once, read, room};

#[test]
fn the_working_directory_says_what_is_typed_each_time() {
    let room = room();
    fs::write(room.path().join("opconform.toml"), "backend = ['portable']\nonly = 'max/f32/nan'\noutput = 'mine'\n")
        .expect("written");
    let done = call(room.path(), &["run"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), "opconform.toml: backend, only, output\n"));
    assert_eq!(names(room.path()), ["mine", "opconform.toml"]);
    // What is typed comes first.
    let typed = call(room.path(), &["run", "-o", "typed", "--only", "max/f64/nan"]);
    assert_eq!(typed.code, Some(0), "{}", typed.stderr);
    assert!(read(&room.path().join("typed/report.json")).contains("max/f64/nan"));
    // Other commands ask for nothing of it.
    fs::write(room.path().join("opconform.toml"), "adapter = 'sh -c \"touch here\"'\n").expect("written");
    assert_eq!(call(room.path(), &["backends"]).code, Some(0));
    let refused = call(room.path(), &["run"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("a file of a checkout starts no program"), "{}", refused.stderr);
    assert!(!room.path().join("here").exists());
}

#[test]
fn a_file_of_options_that_cannot_be_read_is_an_error() {
    let room = room();
    fs::create_dir(room.path().join("opconform.toml")).expect("a folder");
    let done = call(room.path(), &["run"]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(done.stderr.starts_with("error: "), "{}", done.stderr);
}

#[test]
fn init_writes_what_is_needed_and_nothing_over_what_is_there() {
    for (language, own) in [
        ("python", "conformance.py"),
        ("c", "conformance.c"),
        ("javascript", "conformance.mjs"),
        ("rust", "tests/conformance.rs"),
        ("csharp", "ConformanceTests.cs"),
    ] {
        let room = room();
        let action = format!("owner/opconform@{}", "0".repeat(40));
        let arguments = ["init", "--language", language, "--against", "c-fmax", "--action", &action];
        let done = call(room.path(), &arguments);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{language}");
        assert!(done.stdout.starts_with(&format!("{own}: written\n")), "{}", done.stdout);
        let texts: Vec<String> = done
            .stdout
            .lines()
            .filter_map(|line| line.strip_suffix(": written"))
            .map(|name| read(&room.path().join(name)))
            .collect();
        for (text, left) in texts.iter().flat_map(|text| {
            [
                "@against@",
                "@input@",
                "@judged@",
                "@backend@",
                "@prepare@",
                "@action@",
                "@address@",
                "@commit@",
                "@submodules@",
            ]
            .map(|left| (text, left))
        }) {
            assert!(!text.contains(left), "{left} is left in {text}");
        }
        assert!(texts.iter().any(|text| text.contains("c-fmax")), "{language}");
        for written in [".github/workflows/opconform.yml: written", "expectations/"] {
            assert!(done.stdout.contains(written), "{language}: {}", done.stdout);
        }
        // What is to be typed of a test names where the kit is had from.
        let is_test = matches!(language, "rust" | "csharp");
        let workflow = read(&room.path().join(".github/workflows/opconform.yml"));
        assert!(workflow.contains(&format!("- uses: {action}\n")), "{workflow}");
        assert_eq!(workflow.contains("          test: >-\n"), is_test, "{workflow}");
        // .NET fetches no project from a repository.
        assert_eq!(workflow.contains("submodules: true"), language == "csharp", "{workflow}");
        assert_eq!(done.stdout.contains("https://github.com/owner/opconform"), is_test, "{}", done.stdout);
        fs::write(room.path().join(own), "mine").expect("written");
        let again = call(room.path(), &arguments);
        assert_eq!(again.code, Some(0));
        assert!(!again.stdout.contains("written"), "{}", again.stdout);
        assert_eq!(read(&room.path().join(own)), "mine");
    }
    // Without an address it is had from a submodule, whose address is left to be typed.
    for language in ["c", "python", "javascript", "rust", "csharp"] {
        let room = room();
        let done = call(room.path(), &["init", "--language", language]);
        assert!(done.stdout.contains("\n  git submodule add ADDRESS .opconform\n"), "{}", done.stdout);
        let workflow = read(&room.path().join(".github/workflows/opconform.yml"));
        assert!(workflow.contains("- uses: ./.opconform # "), "{workflow}");
        assert!(workflow.contains("\n          submodules: true\n"), "{workflow}");
    }
    // The header is C++ too.
    let room = room();
    assert_eq!(call(room.path(), &["init", "--language", "c++"]).code, Some(0));
    assert!(names(room.path()).iter().any(|name| name == "opconform.h"));
    let unknown = once(&["init", "--language", "c", "--against", "c-fmxa"]);
    assert!(unknown.code == Some(2) && unknown.stderr.contains("did you mean `c-fmax`?"), "{}", unknown.stderr);
    let tag = once(&["init", "--language", "c", "--action", "owner/opconform@v1"]);
    assert!(tag.code == Some(2) && tag.stderr.contains("the 40 digits of the commit"), "{}", tag.stderr);
}

#[cfg(unix)]
#[test]
fn what_init_writes_is_judged() {
    let room = room();
    assert_eq!(call(room.path(), &["init", "--language", "c"]).code, Some(0));
    let compiled =
        std::process::Command::new("cc").args(["-o", "conformance", "conformance.c"]).current_dir(room.path()).status();
    assert!(compiled.expect("a compiler").success());
    let gate = |more: &[&str]| {
        let arguments = [&["gate", "--adapter", "./conformance", "--only", "max/f32/nan"], more].concat();
        call(room.path(), &arguments)
    };
    let red = gate(&[]);
    assert!(red.code == Some(1) && red.stdout.contains("NET-MAX-NAN"), "{}{}", red.stdout, red.stderr);
    gate(&["--update", "--reason", "so it is", "--link", "https://example.org/1"]);
    assert!(read(&room.path().join("expectations/maximum.toml")).contains("NET-MAX-NAN"));
    let green = gate(&[]);
    assert_eq!(green.code, Some(0), "{}{}", green.stdout, green.stderr);
}

#[test]
fn shells_and_man_are_told_of_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let done = once(&["completions", shell]);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{shell}");
        assert!(done.stdout.contains("last-failed") && done.stdout.contains("minimize"), "{shell}");
    }
    let room = room();
    assert_eq!(call(room.path(), &["man", "--output", "man"]).code, Some(0));
    let pages = names(&room.path().join("man"));
    for page in ["opconform.1", "opconform-run.1", "opconform-cases-export.1"] {
        assert!(pages.iter().any(|name| name == page), "{pages:?}");
    }
    let run = read(&room.path().join("man/opconform-run.1"));
    assert!(run.contains("last\\-failed"));
    // At the foot of a page stands what it is of.
    assert!(run.contains(concat!("\"opconform ", env!("CARGO_PKG_VERSION"), "\"")), "{run}");
}
