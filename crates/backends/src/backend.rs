//! What a backend is, and the table of those in this process: one file and one line each.

use opconform_reproduce::Implementation;
use opconform_spec::{Case, Claim, Outcome};

use crate::bundled::Program;
use crate::choice::Choice;
use crate::describe::Description;
use crate::program_files::ProgramFiles;

mod arm_fmax;
mod arm_fmaxnm;
mod avx2;
mod avx512;
mod candle;
mod dotnet;
mod dotnet_math_max;
mod dotnet_maxnative;
mod dotnet_maxnumber;
mod dotnet_tensor_max;
mod glibc_fmax;
mod glibc_fmaximum;
mod glibc_fmaximum_num;
mod java_math_max;
mod jax;
mod llvm_maximum;
mod llvm_maximumnum;
mod llvm_maxnum;
mod mars;
mod ndarray_compare;
mod ndarray_f32max;
mod neon;
mod node_math_max;
mod numpy;
mod onnx_reference;
mod onnxruntime;
mod onnxruntime_node;
mod onnxruntime_python;
mod onnxruntime_threads;
mod onnxruntime_web;
mod openvino;
mod paddle;
mod portable;
mod riscv_fmax;
mod rten;
mod stablehlo;
mod tensorflow;
mod torch;
mod torch_compiled;
mod tosa;
mod tract;
mod tract_optimized;
mod wasm_max;
mod wasm_pmax;
mod x86_maxps;
mod x86_vrangeps;

/// An implementation that is tried.
///
/// [`run`](Self::run) never panics: what the implementation panics with becomes [`Outcome::Crashed`], see
/// [`run_each`](crate::run_each). It is called from several threads at once.
pub trait Backend: Send + Sync {
    /// What it is.
    fn describe(&self) -> &Description;

    /// The words on the command line of `opconform` that select it.
    fn selection(&self) -> String {
        format!("--backend {}", self.describe().name)
    }

    /// Whether it runs in another process: then what it answers takes time to ask for again.
    fn is_isolated(&self) -> bool {
        false
    }

    /// The program that it is, where it runs in another process.
    fn program(&self) -> Option<ProgramFiles> {
        None
    }

    /// What it does with each case, in their order.
    fn run(&self, cases: &[Case]) -> Vec<Outcome>;

    /// The name of the backend that is the same implementation on one thread, where this one has more.
    fn on_one_thread(&self) -> Option<&str> {
        let name = &self.describe().name;
        ON_ONE_THREAD.iter().find(|(threaded, _)| threaded == name).map(|&(_, one)| one)
    }
}

/// The backends of several threads, each with its twin on one thread.
const ON_ONE_THREAD: &[(&str, &str)] = &[("onnxruntime-threads", "onnxruntime")];

/// The backends that call a compiler for each shape and type: a second or more, so that a batch takes minutes.
const COMPILING: &[&str] = &["torch-compiled"];

/// The backends that are a part of a machine or of a language, and no library: who wants to see what they answer says so.
const PARTS: &[&str] =
    &["x86-maxps", "x86-vrangeps", "arm-fmax", "arm-fmaxnm", "riscv-fmax", "java-math-max", "wasm-max", "wasm-pmax"];

/// A backend that may be opened.
#[derive(Debug)]
pub struct Entry {
    /// The name that it is asked for by.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What a program calls to do without this suite what the backend does; `None` where that is not known.
    pub implementation: Option<Implementation>,
    /// What it says that it follows, each with the place; none of what nobody has specified.
    pub claims: &'static [Claim],
    /// Opens it, if it can run here.
    pub open: Open,
}

/// How a backend is opened.
#[derive(Clone, Copy, Debug)]
pub enum Open {
    /// In this process: it runs nothing that was not written in safe Rust or here.
    Here(fn(&Entry) -> Result<Box<dyn Backend>, Unavailable>),
    /// In this process, which is to be a child where it can be: it runs native code that was not written here.
    Foreign(fn(&Entry) -> Result<Box<dyn Backend>, Unavailable>),
    /// As a program that speaks the adapter protocol.
    Program(Program),
}

/// Why a backend cannot run here, and what would change that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}; {remedy}")]
pub struct Unavailable {
    /// What is missing.
    pub reason: String,
    /// What would make it available.
    pub remedy: String,
}

/// Every backend in this process, in the order of reports.
pub const BACKENDS: &[Entry] = &[
    portable::ENTRY,
    avx2::ENTRY,
    avx512::ENTRY,
    neon::ENTRY,
    ndarray_f32max::ENTRY,
    ndarray_compare::ENTRY,
    tract::ENTRY,
    tract_optimized::ENTRY,
    rten::ENTRY,
    candle::ENTRY,
    onnxruntime::ENTRY,
    onnxruntime_threads::ENTRY,
    numpy::ENTRY,
    onnx_reference::ENTRY,
    onnxruntime_python::ENTRY,
    openvino::ENTRY,
    jax::ENTRY,
    stablehlo::ENTRY,
    torch::ENTRY,
    torch_compiled::ENTRY,
    tensorflow::ENTRY,
    paddle::ENTRY,
    mars::ENTRY,
    tosa::ENTRY,
    glibc_fmaximum::ENTRY,
    glibc_fmaximum_num::ENTRY,
    glibc_fmax::ENTRY,
    llvm_maximum::ENTRY,
    llvm_maximumnum::ENTRY,
    llvm_maxnum::ENTRY,
    x86_maxps::ENTRY,
    x86_vrangeps::ENTRY,
    arm_fmax::ENTRY,
    arm_fmaxnm::ENTRY,
    riscv_fmax::ENTRY,
    java_math_max::ENTRY,
    node_math_max::ENTRY,
    wasm_max::ENTRY,
    wasm_pmax::ENTRY,
    onnxruntime_node::ENTRY,
    onnxruntime_web::ENTRY,
    dotnet::ENTRY,
    dotnet_maxnumber::ENTRY,
    dotnet_math_max::ENTRY,
    dotnet_maxnative::ENTRY,
    dotnet_tensor_max::ENTRY,
];

/// Of a backend that this program was built without.
#[cfg(not(all(feature = "tract", feature = "rten", feature = "candle")))]
fn left_out(feature: &str) -> Result<Box<dyn Backend>, Unavailable> {
    Err(Unavailable {
        reason: format!("this program is built without `{feature}`"),
        remedy: format!("`cargo build --release --features {feature}`"),
    })
}

impl Entry {
    /// The entry of a backend that an implementation reproduces.
    pub(crate) const fn reproduced_by(self, implementation: Implementation) -> Self {
        Self { implementation: Some(implementation), ..self }
    }

    /// The entry of a backend that says it follows these.
    pub(crate) const fn claiming(self, claims: &'static [Claim]) -> Self {
        Self { claims, ..self }
    }

    /// The backend of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        BACKENDS.iter().find(|entry| entry.name == name)
    }

    /// The backend as it is here, in no version in particular.
    pub fn choice(&'static self) -> Choice {
        Choice::any(self)
    }

    /// Opens it as it is here, without a further process in between, whatever that would keep away.
    pub fn open(&'static self) -> Result<Box<dyn Backend>, Unavailable> {
        self.choice().open()
    }

    /// Whether it can be had in versions.
    pub(crate) fn has_versions(&self) -> bool {
        matches!(self.open, Open::Program(program) if program.has_versions())
    }

    /// Whether it calls a compiler for each shape and type.
    pub(crate) fn is_compiling(&self) -> bool {
        COMPILING.contains(&self.name)
    }

    /// Why it is left out where no backend is named, though it may be able to run here.
    pub fn waits_to_be_named(&self) -> Option<Unavailable> {
        match self.open {
            _ if self.is_compiling() => Some(Unavailable {
                reason: "it calls a compiler for each shape and type, hours for the whole suite".to_owned(),
                remedy: format!("`--backend {} --share 40 --only /f32/`", self.name),
            }),
            _ if PARTS.contains(&self.name) => Some(Unavailable {
                reason: "it is a part of a machine or of a language, and no library".to_owned(),
                remedy: format!("`--backend {}`", self.name),
            }),
            Open::Program(Program::Python(library)) if library.is_of_the_path() => Some(Unavailable {
                reason: "the python3 of the path has it, which is not taken unasked".to_owned(),
                remedy: format!("`--backend {}`, or `opconform setup {}`", self.name, library.environment_name()),
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use opconform_spec::{Profile, Specification};

    use super::*;

    #[test]
    fn every_backend_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/backend");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of backends")
            .map(|entry| entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned())
            .collect();
        let mut names: Vec<String> = BACKENDS.iter().map(|entry| entry.name.replace('-', "_")).collect();
        files.sort();
        names.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn every_backend_is_reproduced_by_an_implementation_but_for_these() {
        let without: Vec<&str> =
            BACKENDS.iter().filter(|entry| entry.implementation.is_none()).map(|entry| entry.name).collect();
        assert_eq!(
            without,
            [
                "stablehlo",
                "tosa",
                "llvm-maximum",
                "llvm-maximumnum",
                "llvm-maxnum",
                "x86-maxps",
                "x86-vrangeps",
                "arm-fmax",
                "arm-fmaxnm",
                "riscv-fmax",
                "java-math-max",
                "wasm-max",
                "wasm-pmax",
                "dotnet-maxnumber",
                "dotnet-math-max",
                "dotnet-maxnative",
                "dotnet-tensor-max"
            ]
        );
    }

    #[test]
    fn every_backend_claims_something_but_comparisons_by_hand() {
        let without: Vec<&str> = BACKENDS.iter().filter(|it| it.claims.is_empty()).map(|it| it.name).collect();
        assert_eq!(without, ["ndarray-compare"]);
        for (entry, claim) in BACKENDS.iter().flat_map(|entry| entry.claims.iter().map(move |claim| (entry, claim))) {
            let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(&*claim.place);
            assert!(claim.place.starts_with("https://") || file.is_file(), "{}: {claim:?}", entry.name);
            // A profile that is claimed by its name is one.
            assert!(!matches!(&claim.specification, Specification::Profile(name) if Profile::named(name).is_none()));
        }
    }

    #[test]
    fn twins_on_one_thread_and_those_that_compile_are_registered() {
        for (threaded, one) in ON_ONE_THREAD {
            assert!(Entry::named(threaded).is_some() && Entry::named(one).is_some(), "{threaded} {one}");
        }
        assert!(COMPILING.iter().chain(PARTS).all(|name| Entry::named(name).is_some()));
    }

    #[test]
    fn every_backend_that_opens_describes_itself_under_its_own_name() {
        for entry in BACKENDS {
            assert!(Entry::named(entry.name).is_some_and(|found| found.summary == entry.summary));
            match entry.open() {
                Ok(backend) => {
                    let description = backend.describe();
                    assert_eq!(description.name, entry.name);
                    assert_eq!(description.implementation, entry.implementation, "{}", entry.name);
                    assert_eq!(description.claims, entry.claims, "{}", entry.name);
                    assert!(!description.version.is_empty() && !description.dtypes.is_empty(), "{}", entry.name);
                    assert!(backend.run(&[]).is_empty());
                }
                Err(unavailable) => {
                    assert!(!unavailable.reason.is_empty() && !unavailable.remedy.is_empty(), "{}", entry.name);
                }
            }
        }
    }
}
