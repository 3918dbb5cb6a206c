//! How the programs of each language are built and run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use tempfile::TempDir;

use crate::Program;

/// The root of the workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The longest that a program may take, in seconds.
const LONGEST: &str = "120";

/// Programs as files, ready to be run.
pub(crate) struct Shelf {
    room: TempDir,
    /// The program that all of Rust are built into: it is linked once.
    rust: Option<PathBuf>,
}

impl Shelf {
    /// The programs, written and as far as need be built.
    pub(crate) fn of(programs: &[Program]) -> Self {
        let room = tempfile::tempdir().expect("a folder");
        let rust: Vec<(usize, &Program)> =
            programs.iter().enumerate().filter(|(_, program)| program.language == "Rust").collect();
        let rust = (!rust.is_empty()).then(|| built(room.path(), &rust));
        Self { room, rust }
    }

    /// Runs a program: its exit code, if it has one, and what it says.
    pub(crate) fn run(&self, number: usize, program: &Program) -> (Option<i32>, String) {
        let file = |extension: &str| {
            let file = self.room.path().join(format!("p{number}.{extension}"));
            fs::write(&file, &program.text).expect("a file");
            file
        };
        let mut command = Command::new("timeout");
        command.arg(LONGEST);
        match program.language.as_str() {
            "Python" => {
                let python = env::var_os("OPCONFORM_PYTHON").unwrap_or_else(|| "python3".into());
                command.arg(python).arg(file("py"));
            }
            "JavaScript" => {
                if let Some(home) = env::var_os("OPCONFORM_HOME") {
                    command.env("NODE_PATH", Path::new(&home).join("node/node_modules"));
                }
                command.arg("node").arg(file("js"));
            }
            "C" => {
                command.arg(compiled(&file("c")));
            }
            "C#" => {
                command.args(["dotnet", "run", "--project"]).arg(self.project(number, program));
            }
            "Rust" => {
                command.arg(self.rust.as_ref().expect("a program")).arg(format!("p{number}"));
            }
            other => panic!("a program in {other}, which nothing runs"),
        }
        let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (done.status.code(), text(&done.stdout) + &text(&done.stderr))
    }

    /// The folder of a C# project.
    fn project(&self, number: usize, program: &Program) -> PathBuf {
        let folder = self.room.path().join(format!("p{number}"));
        let version = program.text.split_once("System.Numerics.Tensors --version ").expect("a version").1;
        let version = version.split(';').next().unwrap_or_default();
        let project = format!(
            "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType><Nullable>enable</Nullable>\
             <TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework></PropertyGroup><ItemGroup>\
             <PackageReference Include=\"System.Numerics.Tensors\" Version=\"{version}\" /></ItemGroup></Project>\n"
        );
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("reproduce.csproj"), project).expect("a file");
        fs::write(folder.join("Program.cs"), &program.text).expect("a file");
        folder
    }
}

/// A C program, by the command that it names itself, and with no warning.
fn compiled(source: &Path) -> PathBuf {
    let program = source.with_extension("");
    let mut command = Command::new("cc");
    command.args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]).arg(source);
    finished(command.args(["-lm", "-o"]).arg(&program));
    program
}

/// All Rust programs as modules of one, with the dependencies that they name: those that this test was built with, so that
/// nothing is built again and what runs is what was judged.
fn built(room: &Path, programs: &[(usize, &Program)]) -> PathBuf {
    let (mut modules, mut arms, mut dependencies) = (String::new(), String::new(), BTreeSet::new());
    for (number, program) in programs {
        fs::write(room.join(format!("p{number}.rs")), &program.text).expect("a file");
        let _ = writeln!(modules, "mod p{number};");
        let _ = writeln!(arms, "        Some(\"p{number}\") => p{number}::main(),");
        let lines = program.text.split("//! ```toml\n").nth(1).and_then(|text| text.split("//! ```").next());
        dependencies.extend(lines.expect("dependencies").lines().filter_map(|line| {
            let (name, _) = line.trim_start_matches("//! ").split_once(" = ")?;
            Some(name.replace('-', "_"))
        }));
    }
    let main = format!(
        "#![deny(warnings)]\n{modules}\nfn main() -> std::process::ExitCode {{\n    match \
         std::env::args().nth(1).as_deref() {{\n{arms}        _ => std::process::ExitCode::from(3),\n    }}\n}}\n"
    );
    fs::write(room.join("rust.rs"), main).expect("a file");
    let program = room.join("rust");
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--edition", "2024", "-o"]).arg(&program).arg(room.join("rust.rs"));
    let libraries = libraries();
    for name in dependencies {
        let library = libraries.get(&name).unwrap_or_else(|| panic!("{name} is no dependency of this test"));
        command.arg("--extern").arg(format!("{name}={library}"));
        command.arg("-L").arg(format!("dependency={}", Path::new(library).parent().expect("a folder").display()));
    }
    finished(&mut command);
    program
}

/// The libraries that this test was built with, by the names of their crates.
fn libraries() -> BTreeMap<String, String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--no-run", "--message-format=json", "--package", "opconform-cli", "--test", "reproducers"]);
    for (feature, is_on) in [("rten", cfg!(feature = "rten")), ("candle", cfg!(feature = "candle"))] {
        if is_on {
            command.args(["--features", feature]);
        }
    }
    if !cfg!(debug_assertions) {
        command.arg("--release");
    }
    let said = finished(command.current_dir(ROOT));
    let artifact = |line: &str| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let mut files = message["filenames"].as_array()?.iter().filter_map(|file| file.as_str());
        let library = files.find(|file| Path::new(file).extension().is_some_and(|extension| extension == "rlib"))?;
        Some((message["target"]["name"].as_str()?.replace('-', "_"), library.to_owned()))
    };
    String::from_utf8_lossy(&said).lines().filter_map(artifact).collect()
}

/// Runs a command that has to succeed, and returns what it prints.
fn finished(command: &mut Command) -> Vec<u8> {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(done.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&done.stderr));
    done.stdout
}
