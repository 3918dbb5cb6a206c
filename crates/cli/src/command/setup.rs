//! `opconform setup`: what backends need, installed where they are looked for.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use opconform_backends::{Environment, Step};

use crate::exit::Exit;
use crate::output;

/// The arguments of `opconform setup`.
#[derive(Args, Debug)]
#[command(after_help = "\
Each environment is a folder in .opconform of the working directory, from which `run` and `backends` find it; remove the \
folder to undo it. A Python environment is made of the `python3` of the path, or of the one that OPCONFORM_PYTHON names.

Examples:
  opconform setup python
  opconform setup torch node")]
pub(crate) struct SetupArgs {
    /// What to install
    #[arg(required = true, value_name = "ENVIRONMENT")]
    environments: Vec<Chosen>,
}

/// The environments, as the command line names them.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Chosen {
    /// numpy, onnx, onnxruntime, openvino and jax
    Python,
    #[value(help = "PyTorch: several gigabytes")]
    Torch,
    #[value(help = "TensorFlow")]
    Tensorflow,
    /// Paddle
    Paddle,
    /// Mars, built from source: takes a C compiler and some minutes
    Mars,
    /// ONNX Runtime's packages for node and for browsers
    Node,
}

impl Chosen {
    fn environment(self) -> Environment {
        match self {
            Self::Python => Environment::Python,
            Self::Torch => Environment::Torch,
            Self::Tensorflow => Environment::Tensorflow,
            Self::Paddle => Environment::Paddle,
            Self::Mars => Environment::Mars,
            Self::Node => Environment::Node,
        }
    }
}

pub(crate) fn setup(args: &SetupArgs) -> anyhow::Result<Exit> {
    let python = env::var("OPCONFORM_PYTHON").ok().filter(|named| !named.is_empty());
    let python = python.as_deref().unwrap_or("python3");
    for chosen in &args.environments {
        let environment = chosen.environment();
        make(environment, python).with_context(|| format!("cannot set up {}", environment.name()))?;
        output::remark(&format!("{}: ready; `opconform backends` lists what it makes available", environment.name()));
    }
    Ok(Exit::AsExpected)
}

fn make(environment: Environment, python: &str) -> anyhow::Result<()> {
    let folder = environment.folder();
    write(&folder, environment.files())?;
    environment.steps(python).iter().try_for_each(run)
}

fn write(folder: &Path, files: &[(&str, &str)]) -> anyhow::Result<()> {
    let cannot = |path: &Path| format!("cannot write {}: run this in a folder that you may write to", path.display());
    fs::create_dir_all(folder).with_context(|| cannot(folder))?;
    // The whole folder is nothing to be kept under version control.
    let ignored = folder.with_file_name(".gitignore");
    fs::write(&ignored, "*\n").with_context(|| cannot(&ignored))?;
    for (name, text) in files {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| cannot(&path))?;
    }
    Ok(())
}

/// Runs one command, which prints what it has to say.
fn run(step: &Step) -> anyhow::Result<()> {
    let shown = format!("{} {}", step.program.display(), step.arguments.join(" "));
    output::remark(&format!("$ {shown}"));
    let status = Command::new(&step.program).args(&step.arguments).status();
    let status = status.with_context(|| format!("cannot start `{shown}`: is it installed?"))?;
    if !status.success() {
        bail!("`{shown}` failed with {status}: what it printed says why");
    }
    Ok(())
}
