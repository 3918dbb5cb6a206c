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

    /// The action that a workflow is to use, as OWNER/REPOSITORY@COMMIT; no workflow is written without
    #[arg(long, value_name = "ACTION", value_parser = action)]
    action: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    Python,
    C,
    Javascript,
    Rust,
    Csharp,
}

/// How a maximum of a language is judged.
struct Way {
    /// The files that are its own.
    files: &'static [(&'static str, &'static str)],
    /// What has to be done before.
    prepare: &'static str,
    /// How it is then judged.
    by: By,
}

/// By whom it is judged.
enum By {
    /// By this program, given these words, under this name.
    Program { words: &'static str, backend: &'static str },
    /// By a test of its own project, which is run so.
    Test(&'static str),
}

impl Language {
    fn way(self) -> Way {
        match self {
            Self::Python => Way {
                files: &[("conformance.py", include_str!("../../templates/conformance.py"))],
                prepare: "python3 -m pip install numpy",
                by: By::Program { words: "--python conformance.py:maximum", backend: "conformance.maximum" },
            },
            Self::C => Way {
                files: &[("conformance.c", include_str!("../../templates/conformance.c")), ("opconform.h", kits::C)],
                prepare: "cc -O2 -o conformance conformance.c",
                by: By::Program { words: "--adapter ./conformance", backend: "maximum" },
            },
            Self::Javascript => Way {
                files: &[
                    ("conformance.js", include_str!("../../templates/conformance.js")),
                    kits::JAVASCRIPT[0],
                    kits::JAVASCRIPT[1],
                ],
                prepare: "",
                by: By::Program { words: "--adapter 'node conformance.js'", backend: "maximum" },
            },
            Self::Rust => Way {
                files: &[("tests/conformance.rs", include_str!("../../templates/conformance.rs"))],
                prepare: "cargo add --dev opconform-judge --rename opconform --path CHECKOUT/crates/judge",
                by: By::Test("cargo test --release"),
            },
            Self::Csharp => Way {
                files: &[("ConformanceTests.cs", include_str!("../../templates/ConformanceTests.cs"))],
                prepare: "dotnet add reference CHECKOUT/crates/protocol/kits/csharp/Opconform.csproj",
                by: By::Test("dotnet test"),
            },
        }
    }
}

/// An action at a commit: what a tag names may be another program tomorrow.
fn action(text: &str) -> Result<String, String> {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let parts = text.split_once('@').and_then(|(place, commit)| Some((place.split_once('/')?, commit)));
    match parts {
        Some(((owner, repository), commit))
            if is_name(owner)
                && is_name(repository)
                && commit.len() == 40
                && commit.chars().all(|c| c.is_ascii_hexdigit()) =>
        {
            Ok(text.to_owned())
        }
        _ => Err("expected OWNER/REPOSITORY@COMMIT, with the 40 digits of the commit".to_owned()),
    }
}

pub(crate) fn init(args: &InitArgs) -> anyhow::Result<Exit> {
    selection::claims(std::slice::from_ref(&args.against))?;
    let way = args.language.way();
    let mut files: Vec<(String, String)> =
        way.files.iter().map(|(name, text)| ((*name).to_owned(), text.replace("@against@", &args.against))).collect();
    let mut next = vec![way.prepare.to_owned()];
    match way.by {
        By::Test(command) => next.push(command.to_owned()),
        By::Program { words, backend } => {
            next.push(format!("opconform gate {words}"));
            files.extend(of_program(args, &way, words, backend));
        }
    }
    let mut said = String::new();
    for (name, text) in &files {
        let word = if written(&args.directory.join(name), text)? { "written" } else { "is there, and is kept" };
        let _ = writeln!(said, "{name}: {word}");
    }
    let next: Vec<String> =
        next.into_iter().filter(|line| !line.is_empty()).map(|line| format!("  {line}\n")).collect();
    output::print(&format!("{said}\nnext, in {}:\n{}", args.directory.display(), next.concat()))?;
    Ok(Exit::AsExpected)
}

/// The files of a maximum that this program judges.
fn of_program(args: &InitArgs, way: &Way, words: &str, backend: &str) -> Vec<(String, String)> {
    let filled = |text: &str| {
        let text = text.replace("@against@", &args.against).replace("@judged@", words);
        text.replace("@backend@", backend)
    };
    let mut files = vec![
        (format!("expectations/{backend}.toml"), filled(include_str!("../../templates/expectations.toml"))),
        (habits::FILE.to_owned(), filled(include_str!("../../templates/opconform.toml"))),
    ];
    if let Some(action) = &args.action {
        let prepare = if way.prepare.is_empty() { String::new() } else { format!("      - run: {}\n", way.prepare) };
        let workflow = filled(include_str!("../../templates/workflow.yml"));
        let workflow = workflow.replace("@prepare@", &prepare).replace("@action@", action);
        files.push((".github/workflows/opconform.yml".to_owned(), workflow));
    }
    files
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
