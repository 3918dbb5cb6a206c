//! The environments that `opconform setup` makes: what is installed in each, pinned, and by which commands.

use std::path::{Path, PathBuf};

use super::ENVIRONMENTS;

/// Packages that are installed together, apart from all others: some of them exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// numpy, onnx, onnxruntime, openvino and jax.
    Python,
    /// `PyTorch`.
    Torch,
    /// `TensorFlow`.
    Tensorflow,
    /// Paddle.
    Paddle,
    /// Mars, built from source.
    Mars,
    /// onnxruntime-node and onnxruntime-web.
    Node,
}

/// A file of an environment and what is in it.
type File = (&'static str, &'static str);

/// One command that makes a part of an environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl Environment {
    /// Every environment.
    pub const ALL: [Self; 6] = [Self::Python, Self::Torch, Self::Tensorflow, Self::Paddle, Self::Mars, Self::Node];

    /// The name that it is asked for by, and that of its folder.
    pub fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::Torch => "torch",
            Self::Tensorflow => "tensorflow",
            Self::Paddle => "paddle",
            Self::Mars => "mars",
            Self::Node => "node",
        }
    }

    /// Its folder, from the working directory.
    pub fn folder(self) -> PathBuf {
        Path::new(ENVIRONMENTS).join(self.name())
    }

    /// The Python of its folder.
    pub(super) fn python(self) -> PathBuf {
        self.folder().join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python3" })
    }

    /// The files that say what is installed, for its folder.
    pub fn files(self) -> &'static [File] {
        macro_rules! file {
            ($folder:literal, $name:literal) => {
                ($name, include_str!(concat!("../../adapters/", $folder, "/", $name)))
            };
        }
        match self {
            Self::Python => &[file!("python", "requirements.txt")],
            Self::Torch => &[file!("python", "requirements-torch.txt")],
            Self::Tensorflow => &[file!("python", "requirements-tensorflow.txt")],
            Self::Paddle => &[file!("python", "requirements-paddle.txt")],
            Self::Mars => &[file!("python", "requirements-mars-build.txt"), file!("python", "requirements-mars.txt")],
            Self::Node => &[file!("node", "package.json")],
        }
    }

    /// The commands that make it, with `python` to make a Python environment of.
    pub fn steps(self, python: &str) -> Vec<Step> {
        let step = |program: &Path, arguments: &[&str]| Step {
            program: program.to_owned(),
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        };
        let folder = self.folder().display().to_string();
        if self == Self::Node {
            // The script that one of them would run downloads a GPU's libraries.
            let install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", &folder];
            return vec![step(Path::new("npm"), &install)];
        }
        let mut steps = vec![step(Path::new(python), &["-m", "venv", &folder])];
        for (name, _) in self.files() {
            let requirements = self.folder().join(name).display().to_string();
            let mut arguments = vec!["-m", "pip", "install", "--disable-pip-version-check"];
            // What it builds with is pinned as well.
            arguments.extend((*name == "requirements-mars.txt").then_some("--no-build-isolation"));
            arguments.extend(["--requirement", &requirements]);
            steps.push(step(&self.python(), &arguments));
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_installed_is_pinned() {
        for environment in Environment::ALL {
            for (name, text) in environment.files() {
                let is_loose = |line: &&str| !line.is_empty() && !line.starts_with('#') && !line.contains("==");
                if *name == "package.json" {
                    assert!(!text.contains(['^', '~', '*']), "{name}: {text}");
                } else {
                    assert_eq!(text.lines().find(is_loose), None, "{name}");
                }
            }
        }
    }

    #[test]
    fn the_steps_name_the_files() {
        for environment in Environment::ALL {
            let steps = environment.steps("python3");
            let words: Vec<&String> = steps.iter().flat_map(|step| &step.arguments).collect();
            let named = |name: &str| words.iter().any(|word| word.ends_with(name));
            let is_named = |(name, _): &File| named(name) || *name == "package.json" && named(environment.name());
            assert!(environment.files().iter().all(is_named), "{environment:?}: {steps:?}");
        }
    }
}
