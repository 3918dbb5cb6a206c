//! The environments that `opconform setup` makes: what is installed in each, pinned to its last bit.
//!
//! What each is for stands in a file of direct requirements, `.in` or `package.json`; `.ci/lock` writes the locks that are
//! installed from them, with the hash of every file that a registry may serve.

use std::path::PathBuf;

use super::folders::python_in;
use super::installation::{Installation, Kind, Requirements, folder};

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
    /// The reference model of TOSA.
    Tosa,
    /// LLVM, as llvmlite has it.
    Llvm,
    /// onnxruntime-node and onnxruntime-web.
    Node,
}

/// A locked file of requirements of Python's.
macro_rules! locked {
    ($file:literal $(, $argument:literal)?) => {
        Requirements {
            file: $file,
            text: include_str!(concat!("../../adapters/python/", $file)).into(),
            arguments: &["--require-hashes" $(, $argument)?],
        }
    };
}

impl Environment {
    /// Every environment.
    pub const ALL: [Self; 8] =
        [Self::Python, Self::Torch, Self::Tensorflow, Self::Paddle, Self::Mars, Self::Tosa, Self::Llvm, Self::Node];

    /// The environment of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|environment| environment.name() == name)
    }

    /// The name that it is asked for by, and that of its folder.
    pub fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::Torch => "torch",
            Self::Tensorflow => "tensorflow",
            Self::Paddle => "paddle",
            Self::Mars => "mars",
            Self::Tosa => "tosa",
            Self::Llvm => "llvm",
            Self::Node => "node",
        }
    }

    /// What is installed.
    pub fn installation(self) -> Installation {
        let kind = match self {
            Self::Python => Kind::Python(vec![locked!("requirements.txt")]),
            Self::Torch => Kind::Python(vec![locked!("requirements-torch.txt")]),
            Self::Tensorflow => Kind::Python(vec![locked!("requirements-tensorflow.txt")]),
            Self::Paddle => Kind::Python(vec![locked!("requirements-paddle.txt")]),
            // What it is built with is pinned as well, and installed first.
            Self::Mars => Kind::Python(vec![
                locked!("requirements-mars-build.txt"),
                locked!("requirements-mars.txt", "--no-build-isolation"),
            ]),
            Self::Tosa => Kind::Python(vec![locked!("requirements-tosa.txt")]),
            Self::Llvm => Kind::Python(vec![locked!("requirements-llvm.txt")]),
            Self::Node => Kind::Locked {
                package: include_str!("../../adapters/node/package.json"),
                lock: include_str!("../../adapters/node/package-lock.json"),
            },
        };
        Installation::new(self.name(), kind)
    }

    /// The folder of the environment, whether it is there or not.
    pub(super) fn folder(self) -> Option<PathBuf> {
        folder(self.name())
    }

    /// The Python of the environment, whether it is there or not.
    pub(crate) fn python(self) -> Option<PathBuf> {
        self.folder().map(|folder| python_in(&folder))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The direct requirements of a file in the folder of the adapters.
    fn direct(file: &str) -> Vec<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/python").join(file).with_extension("in");
        let text = std::fs::read_to_string(&path).expect("a file of direct requirements");
        text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_lowercase).collect()
    }

    #[test]
    fn every_package_of_python_is_locked_with_its_hashes() {
        for environment in Environment::ALL {
            let installation = environment.installation();
            for (name, text) in installation.files().into_iter().filter(|_| environment != Environment::Node) {
                let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
                assert!(!text.contains("://") && !text.contains("--index"), "{name} names a registry");
                for (line, next) in lines.iter().zip(&lines[1..]) {
                    if !line.starts_with(' ') {
                        assert!(line.contains("==") && line.ends_with(" \\"), "{name}: {line}");
                        assert!(next.trim_start().starts_with("--hash=sha256:"), "{name}: {line} has no hash");
                    }
                }
                let is_locked = |wanted: &&String| lines.iter().any(|line| line.starts_with(&format!("{wanted} ")));
                let wanted = direct(name);
                assert!(!wanted.is_empty());
                assert_eq!(wanted.iter().find(|wanted| !is_locked(wanted)), None, "{name}: run .ci/lock");
            }
        }
    }

    #[test]
    fn every_package_of_node_is_locked_with_its_hash() {
        let installation = Environment::Node.installation();
        let [(_, package), (_, lock)] = installation.files()[..] else { panic!("two files") };
        let [package, lock] =
            [package, lock].map(|text| serde_json::from_str::<serde_json::Value>(text).expect("JSON"));
        assert_eq!(lock["packages"][""]["dependencies"], package["dependencies"], "run .ci/lock");
        for (name, entry) in lock["packages"].as_object().expect("packages").iter().filter(|(name, _)| !name.is_empty())
        {
            assert!(entry["integrity"].as_str().is_some_and(|hash| hash.starts_with("sha512-")), "{name}");
            assert!(entry.get("resolved").is_none(), "{name} names a registry");
        }
    }

    #[test]
    fn the_steps_name_the_files() {
        for environment in Environment::ALL {
            let installation = environment.installation();
            let steps = installation.steps(Path::new("/folder"), Path::new("python3"));
            let words: Vec<&String> = steps.iter().flat_map(|step| &step.arguments).collect();
            for (name, _) in installation.files() {
                // Those of node's have names that npm knows.
                let is_known = name.starts_with("package") && words[0] == "ci";
                assert!(is_known || words.iter().any(|word| *word == name), "{environment:?}: {steps:?}");
            }
            assert!(is_hashed(&words), "{environment:?}: {steps:?}");
        }
    }

    /// Whether what is installed is held against hashes.
    fn is_hashed(words: &[&String]) -> bool {
        words.iter().any(|word| ["ci", "--require-hashes"].contains(&word.as_str()))
    }
}
