//! `opconform init`: what a project needs to be judged, written once and never over what is there.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use opconform_protocol::kits;

use crate::exit::Exit;
use crate::{habits, output, selection};

/// The workflow that is written.
const WORKFLOW: &str = ".github/workflows/opconform.yml";

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform init --language c --against c-fmax --directory new
  opconform init -l python -d newer --action me/opconform@0123456789abcdef0123456789abcdef01234567";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InitArgs {
    /// The language that the maximum is written in
    #[arg(long, short, value_enum)]
    language: Language,

    /// The specification that it is to keep: a profile, or a family of them such as `onnx`
    #[arg(long, value_name = "NAME", default_value = "ieee754-2019")]
    against: String,

    /// The folder; it is made where there is none
    #[arg(long, short, value_name = "DIR", default_value = ".")]
    directory: PathBuf,

    /// Where opconform is had from, as OWNER/REPOSITORY@COMMIT: the action of the workflow; of Rust and C#, the kit of the test, too. When
    /// left out, a submodule `.opconform`
    #[arg(long, value_name = "ACTION", value_parser = action)]
    action: Option<Action>,
}

/// A repository at a commit: what a tag names may be another program tomorrow.
#[derive(Clone, Debug)]
struct Action {
    repository: String,
    commit: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    Python,
    // The header is C++ too.
    #[value(aliases = ["c++", "cpp"])]
    C,
    Javascript,
    Rust,
    Csharp,
}

/// How a maximum of a language is judged.
struct Way {
    /// The files that are its own.
    files: &'static [(&'static str, &'static str)],
    /// The name that it is judged under.
    backend: &'static str,
    /// By whom it is judged.
    by: By,
}

/// By whom a maximum is judged.
enum By {
    /// By this program, given these words, after what prepares it: as it is typed, and as a step of a workflow.
    Program { prepare: &'static str, step: &'static str, words: &'static str },
    /// By a test of its own project.
    Test(Kit),
}

/// What a test takes.
struct Kit {
    /// What has the project use the kit, from a checkout that is a submodule of it.
    add: &'static str,
    /// The same from a repository, where the language's package manager fetches it from there: no submodule is needed then.
    fetch: Option<&'static str>,
    /// What a machine that has the language's toolchain needs besides.
    prepare: &'static str,
    /// The step of a workflow that has that before the action, which installs this program.
    step: &'static str,
    /// What runs the test.
    test: &'static str,
}

impl Language {
    fn way(self) -> Way {
        match self {
            Self::Python => Way {
                files: &[("conformance.py", include_str!("../../templates/conformance.py"))],
                backend: "conformance.maximum",
                by: By::Program {
                    prepare: "python3 -m venv .venv && . .venv/bin/activate && pip install numpy",
                    step: "python3 -m venv .venv && .venv/bin/pip install numpy && echo \"$PWD/.venv/bin\" >> \"$GITHUB_PATH\"",
                    words: "--python conformance.py:maximum",
                },
            },
            Self::C => Way {
                files: &[("conformance.c", include_str!("../../templates/conformance.c")), ("opconform.h", kits::C)],
                backend: "maximum",
                by: By::Program {
                    prepare: "cc -O2 -o conformance conformance.c",
                    step: "cc -O2 -o conformance conformance.c",
                    words: "--adapter ./conformance",
                },
            },
            Self::Javascript => Way {
                files: &[
                    ("conformance.mjs", include_str!("../../templates/conformance.mjs")),
                    // In a folder that has a `package.json` of its own, what that of the project calls its modules is no matter.
                    ("opconform/opconform.js", kits::JAVASCRIPT[0].1),
                    ("opconform/core.js", kits::JAVASCRIPT[1].1),
                    ("opconform/judge.js", kits::JAVASCRIPT_JUDGE),
                    ("opconform/package.json", kits::JAVASCRIPT_PACKAGE),
                ],
                backend: "maximum",
                by: By::Program { prepare: "", step: "", words: "--adapter 'node conformance.mjs'" },
            },
            Self::Rust => Way {
                files: &[("tests/conformance.rs", include_str!("../../templates/conformance.rs"))],
                backend: "maximum",
                by: By::Test(Kit {
                    add: "cargo add --dev opconform --path .opconform/crates/judge",
                    fetch: Some("cargo add --dev opconform --git @address@ --rev @commit@"),
                    prepare: "rustup update --no-self-update stable",
                    step: "rustup update --no-self-update stable",
                    test: "cargo test --release",
                }),
            },
            Self::Csharp => Way {
                files: &[("ConformanceTests.cs", include_str!("../../templates/ConformanceTests.cs"))],
                backend: "maximum",
                by: By::Test(Kit {
                    add: "dotnet add reference .opconform/crates/protocol/kits/csharp/Opconform.csproj",
                    fetch: None,
                    prepare: "cargo install --locked --no-default-features --path .opconform/crates/cli",
                    step: "",
                    test: "dotnet test",
                }),
            },
        }
    }
}

fn action(text: &str) -> Result<Action, String> {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let parts = text.split_once('@').and_then(|(place, commit)| Some((place.split_once('/')?, commit)));
    match parts {
        Some(((owner, repository), commit))
            if is_name(owner)
                && is_name(repository)
                && commit.len() == 40
                && commit.chars().all(|c| c.is_ascii_hexdigit()) =>
        {
            Ok(Action { repository: format!("{owner}/{repository}"), commit: commit.to_owned() })
        }
        _ => Err("expected OWNER/REPOSITORY@COMMIT, with the 40 digits of the commit".to_owned()),
    }
}

pub(crate) fn init(args: &InitArgs) -> anyhow::Result<Exit> {
    selection::claims(std::slice::from_ref(&args.against))?;
    let way = args.language.way();
    let own = way.files.iter().map(|&(name, text)| (name.to_owned(), text));
    let expectations = (format!("expectations/{}.toml", way.backend), way.by.expectations());
    let others = [(habits::FILE, way.by.options()), (WORKFLOW, Some(include_str!("../../templates/workflow.yml")))];
    let others = others.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?)));
    let mut said = String::new();
    for (name, text) in own.chain([expectations]).chain(others) {
        let text = filled(text, args, &way);
        let word = if written(&args.directory.join(&name), &text)? { "written" } else { "is there, and is kept" };
        let _ = writeln!(said, "{name}: {word}");
    }
    let _ = writeln!(said, "\nnext, in {}:", args.directory.display());
    for line in way.by.next(args.action.is_some()) {
        let _ = writeln!(said, "  {}", filled(&line, args, &way));
    }
    output::print(&said)?;
    Ok(Exit::AsExpected)
}

impl By {
    fn expectations(&self) -> &'static str {
        match self {
            Self::Program { .. } => include_str!("../../templates/expectations.toml"),
            Self::Test(_) => include_str!("../../templates/expectations_of_test.toml"),
        }
    }

    /// What this program is told each time, where it is typed.
    fn options(&self) -> Option<&'static str> {
        matches!(self, Self::Program { .. }).then_some(include_str!("../../templates/opconform.toml"))
    }

    /// What is to be typed next.
    fn next(&self, has_action: bool) -> Vec<String> {
        let submodule = "git submodule add @address@ .opconform";
        let lines = match self {
            Self::Program { prepare, words, .. } => {
                let submodule = if has_action { "" } else { submodule };
                [submodule, *prepare, &format!("opconform gate {words}")].map(ToOwned::to_owned).into()
            }
            Self::Test(Kit { fetch: Some(fetch), test, .. }) if has_action => {
                vec![(*fetch).to_owned(), (*test).to_owned()]
            }
            Self::Test(Kit { add, prepare, test, .. }) => {
                let checkout = if has_action { "git -C .opconform checkout @commit@" } else { "" };
                [submodule, checkout, add, prepare, test].map(ToOwned::to_owned).into()
            }
        };
        lines.into_iter().filter(|line: &String| !line.is_empty()).collect()
    }
}

/// A template with what it leaves open.
fn filled(text: &str, args: &InitArgs, way: &Way) -> String {
    let (step, input, judged) = match &way.by {
        By::Program { step, words, .. } => (*step, "arguments", *words),
        By::Test(kit) => (kit.step, "test", kit.test),
    };
    let step = if step.is_empty() { String::new() } else { format!("      - run: {step}\n") };
    let (action, address, commit) = match &args.action {
        Some(Action { repository, commit }) => {
            (format!("{repository}@{commit}"), format!("https://github.com/{repository}"), commit.as_str())
        }
        // A submodule is there once it is checked out, and not by the name of this repository.
        None => ("./.opconform # zizmor: ignore[self-repository]".to_owned(), "ADDRESS".to_owned(), ""),
    };
    // A kit that cannot be fetched lies in the submodule, wherever the action is had from.
    let is_fetched = args.action.is_some() && !matches!(way.by, By::Test(Kit { fetch: None, .. }));
    let submodules = if is_fetched { "" } else { "\n          submodules: true" };
    let words = [
        ("@submodules@", submodules),
        ("@against@", args.against.as_str()),
        ("@backend@", way.backend),
        ("@input@", input),
        ("@judged@", judged),
        ("@prepare@", &step),
        ("@action@", &action),
        ("@address@", &address),
        ("@commit@", commit),
    ];
    words.into_iter().fold(text.to_owned(), |text, (word, meant)| text.replace(word, meant))
}

/// Writes a file where there is none, and the folders that it is in; whether there was none.
fn written(path: &Path, text: &str) -> anyhow::Result<bool> {
    let elsewhere = || format!("cannot write {}: name another folder with --directory", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(elsewhere)?;
    }
    // Asked of the file system, and in one step: a link, or what another writes meanwhile, is there too.
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        file => file.and_then(|mut file| file.write_all(text.as_bytes())).map(|()| true).with_context(elsewhere),
    }
}
