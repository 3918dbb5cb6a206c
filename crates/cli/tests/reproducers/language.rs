//! How the programs of each language are built and run.

use std::collections::BTreeSet;
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
                command.env("NODE_PATH", Path::new(ROOT).join(".opconform/node/node_modules"));
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

/// All Rust programs as modules of one, with the dependencies that they name and the versions of the workspace.
fn built(room: &Path, programs: &[(usize, &Program)]) -> PathBuf {
    let folder = room.join("rust");
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let (mut modules, mut arms, mut dependencies) = (String::new(), String::new(), BTreeSet::new());
    for (number, program) in programs {
        fs::write(folder.join(format!("src/p{number}.rs")), &program.text).expect("a file");
        let _ = writeln!(modules, "mod p{number};");
        let _ = writeln!(arms, "        Some(\"p{number}\") => p{number}::main(),");
        let lines = program.text.split("//! ```toml\n").nth(1).and_then(|text| text.split("//! ```").next());
        dependencies.extend(lines.expect("dependencies").lines().map(|line| line.trim_start_matches("//! ")));
    }
    let dependencies: Vec<&str> = dependencies.into_iter().collect();
    let kernels = Path::new(ROOT).join("crates/kernels").display().to_string();
    let dependencies = dependencies.join("\n").replace("opconform/crates/kernels", &kernels);
    let manifest = format!(
        "[package]\nname = \"reproducers\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}\n\n\
         [profile.dev.package.\"*\"]\ndebug = false\n\n[workspace]\n"
    );
    let main = format!(
        "#![deny(warnings)]\n{modules}\nfn main() -> std::process::ExitCode {{\n    match \
         std::env::args().nth(1).as_deref() {{\n{arms}        _ => std::process::ExitCode::from(3),\n    }}\n}}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
    fs::write(folder.join("src/main.rs"), main).expect("a file");
    fs::copy(Path::new(ROOT).join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file");
    // Where the workspace is built: what these have in common is there.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target directory");
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--quiet", "--manifest-path"]).arg(folder.join("Cargo.toml"));
    finished(command.env("CARGO_TARGET_DIR", target));
    target.join("debug/reproducers")
}

/// Runs a command that has to succeed.
fn finished(command: &mut Command) {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(done.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&done.stderr));
}
