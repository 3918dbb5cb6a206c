//! `opconform setup`: what backends need, installed where they are looked for.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};
use clap::Args;
use opconform_backends::{Environment, Installation, Step};

use crate::exit::Exit;
use crate::{near, output, selection};

/// What each environment is for, and where everything goes.
const ABOUT: &str = "\
Environments, pinned to the hash of every file:
  python      numpy, onnx, onnxruntime, openvino and jax
  torch       PyTorch: several gigabytes
  tensorflow  TensorFlow
  paddle      Paddle
  mars        Mars, built from source: takes a C compiler and some minutes
  tosa        the reference model of TOSA
  llvm        LLVM, as llvmlite has it
  node        ONNX Runtime's packages for node and for browsers

A backend in a version, such as onnxruntime-python@1.20.1, is installed by itself, with what the registry serves beside it on \
the day, and is then asked for by the same words: `opconform run --backend onnxruntime-python@1.20.1`.

Each is a folder in the one that OPCONFORM_HOME names, or in `opconform` of the user's data ($XDG_DATA_HOME or ~/.local/share), \
from which `run` and `backends` find it; remove the folder to undo it. A Python environment is made of the `python3` of the \
path, or of the one that OPCONFORM_PYTHON names.

Examples:
  opconform setup python
  opconform setup torch node
  opconform setup onnxruntime-python@1.20.1";

/// The arguments of `opconform setup`.
#[derive(Args, Debug)]
#[command(after_help = ABOUT)]
pub(crate) struct SetupArgs {
    /// What to install: an environment, or a backend in a version
    #[arg(required = true, value_name = "ENVIRONMENT|BACKEND@VERSION", value_parser = installation)]
    installations: Vec<Installation>,
}

/// What a word of the command line asks for.
fn installation(text: &str) -> Result<Installation, String> {
    if let Some(environment) = Environment::named(text) {
        return Ok(environment.installation());
    }
    let environments = Environment::ALL.map(Environment::name);
    let expected = format!("the environments are {}", environments.join(", "));
    if !text.contains('@') && selection::choice(text).is_err() {
        return Err(near::unknown("environment", text, environments, &expected).to_string());
    }
    let installation = selection::choice(text).and_then(|choice| Ok(choice.installation()?));
    installation.map_err(|error| format!("{error:#}; {expected}"))
}

pub(crate) fn setup(args: &SetupArgs) -> anyhow::Result<Exit> {
    let python = python()?;
    for installation in &args.installations {
        let name = installation.name();
        make(installation, &python).with_context(|| format!("cannot set up {name}"))?;
        output::remark(&format!("{name}: ready; `opconform backends` lists what it makes available"));
    }
    Ok(Exit::AsExpected)
}

/// The Python to make environments of: a name for the path, or a place.
fn python() -> anyhow::Result<PathBuf> {
    let named = env::var_os("OPCONFORM_PYTHON").filter(|named| !named.is_empty());
    let python = named.map_or_else(|| PathBuf::from("python3"), PathBuf::from);
    if python.components().count() == 1 {
        return Ok(python);
    }
    std::path::absolute(&python).with_context(|| format!("OPCONFORM_PYTHON names no file: {}", python.display()))
}

fn make(installation: &Installation, python: &Path) -> anyhow::Result<()> {
    let folder = installation.folder()?;
    write(&folder, &installation.files())?;
    installation.steps(&folder, python).iter().try_for_each(|step| run(step, &folder))
}

fn write(folder: &Path, files: &[(&str, &str)]) -> anyhow::Result<()> {
    let cannot = |path: &Path| {
        format!("cannot write {}: let OPCONFORM_HOME name a folder that you may write to", path.display())
    };
    fs::create_dir_all(folder).with_context(|| cannot(folder))?;
    for (name, text) in files {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| cannot(&path))?;
    }
    Ok(())
}

/// Runs one command, which prints what it has to say.
fn run(step: &Step, folder: &Path) -> anyhow::Result<()> {
    let shown = format!("{} {}", step.program.display(), step.arguments.join(" "));
    output::remark(&format!("{}$ {shown}", folder.display()));
    let status = Command::new(&step.program).args(&step.arguments).current_dir(folder).status();
    let status = status.with_context(|| format!("cannot start `{shown}`: is it installed?"))?;
    if !status.success() {
        bail!("`{shown}` failed with {status}: what it printed says why");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_environment_is_explained() {
        for environment in Environment::ALL {
            assert!(ABOUT.contains(&format!("\n  {:<12}", environment.name())), "{}", environment.name());
        }
    }

    #[test]
    fn what_cannot_be_installed_says_what_can() {
        for text in ["nothing", "numpy", "dotnet@9.0.23", "portable@1", "numpy@latest", "mars@0.10.0"] {
            let error = installation(text).expect_err("nothing is installed for it");
            assert!(
                error.ends_with("the environments are python, torch, tensorflow, paddle, mars, tosa, llvm, node"),
                "{error}"
            );
        }
        assert_eq!(installation("numpy@1.26.4").expect("a version").name(), "numpy@1.26.4");
    }
}
