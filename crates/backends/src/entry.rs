//! The backends that can be asked for by name: a table for each way in which they are opened, in `entry/`.

use opconform_reproduce::Implementation;
use opconform_spec::Claim;

use crate::backend::{Backend, Unavailable};
use crate::bundled::Program;
use crate::choice::Choice;
use crate::setting::Setting;

mod browser;
mod c;
mod dotnet;
mod kernels;
mod node;
mod onnxruntime;
mod python;
mod rust;

const TABLES: [&[Entry]; 8] = [
    kernels::ENTRIES,
    rust::ENTRIES,
    onnxruntime::ENTRIES,
    python::ENTRIES,
    c::ENTRIES,
    node::ENTRIES,
    browser::ENTRIES,
    dotnet::ENTRIES,
];

/// Every backend, in the order of reports.
pub const BACKENDS: &[Entry] = &joined::<{ count() }>();

const fn count() -> usize {
    let (mut table, mut count) = (0, 0);
    while table < TABLES.len() {
        count += TABLES[table].len();
        table += 1;
    }
    count
}

/// The entries of all tables, one after the other.
const fn joined<const N: usize>() -> [Entry; N] {
    let mut entries = [TABLES[0][0]; N];
    let (mut table, mut at) = (0, 0);
    while table < TABLES.len() {
        let mut row = 0;
        while row < TABLES[table].len() {
            entries[at] = TABLES[table][row];
            (row, at) = (row + 1, at + 1);
        }
        table += 1;
    }
    entries
}

/// A backend that may be opened.
#[derive(Clone, Copy, Debug)]
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
    /// The settings that it can be had in.
    pub settings: &'static [Setting],
    /// Whether the program that it is was compiled before it is run, with all that it calls.
    is_compiled: bool,
    /// Why it is left out where no backend is named.
    waits: Option<Wait>,
    /// The backend that is the same implementation on one thread, where this one has more.
    pub(crate) one_thread: Option<&'static str>,
}

/// Why a backend that may be able to run here waits to be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// It calls a compiler for each shape and type: a second or more, so that a batch takes minutes.
    Compiler,
    /// It is a part of a machine, of a language or of its library.
    Part,
    /// It starts a browser.
    Browser,
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

impl Entry {
    /// The entry of a backend of which nothing else is said.
    pub(crate) const fn new(name: &'static str, summary: &'static str, open: Open) -> Self {
        // What is of Rust is compiled with this program.
        let is_compiled = matches!(open, Open::Here(_) | Open::Foreign(_));
        let (implementation, claims, settings) = (None, &[], &[]);
        Self { name, summary, implementation, claims, open, settings, is_compiled, waits: None, one_thread: None }
    }

    /// The entry of a backend that an implementation reproduces.
    pub(crate) const fn reproduced_by(self, implementation: Implementation) -> Self {
        Self { implementation: Some(implementation), ..self }
    }

    /// The entry of a backend that says it follows these.
    pub(crate) const fn claiming(self, claims: &'static [Claim]) -> Self {
        Self { claims, ..self }
    }

    /// The entry of a backend that can be had in these settings.
    pub(crate) const fn set_by(self, settings: &'static [Setting]) -> Self {
        Self { settings, ..self }
    }

    /// The entry of a program that was compiled before it is run, with all that it calls.
    pub(crate) const fn compiled(self) -> Self {
        Self { is_compiled: true, ..self }
    }

    /// The entry of a backend that waits to be named.
    pub(crate) const fn waiting(self, wait: Wait) -> Self {
        Self { waits: Some(wait), ..self }
    }

    /// The entry of a backend that is the implementation of another, on several threads.
    pub(crate) const fn threads_of(self, one: &'static str) -> Self {
        Self { one_thread: Some(one), ..self }
    }

    /// The backend of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        BACKENDS.iter().find(|entry| entry.name == name)
    }

    /// The backend that a name asks for, and the setting that it asks for it in.
    pub fn asked(name: &str) -> Option<(&'static Self, Option<&'static Setting>)> {
        let plain = Self::named(name).map(|entry| (entry, None));
        plain.or_else(|| {
            let in_setting = |entry: &'static Self| {
                Setting::asked(entry.settings, entry.name, name).map(|setting| (entry, Some(setting)))
            };
            BACKENDS.iter().find_map(in_setting)
        })
    }

    /// The names of the backend in each of its settings.
    pub fn names_in_settings(&self) -> impl Iterator<Item = String> {
        self.settings.iter().map(|setting| setting.of(self.name))
    }

    /// The name of the backend that is the same implementation as that of this name on one thread, where this one has more.
    pub fn on_one_thread(name: &str) -> Option<&'static str> {
        Self::named(name)?.one_thread
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
    pub fn has_versions(&self) -> bool {
        matches!(self.open, Open::Program(program) if program.has_versions())
    }

    /// Whether all of its code was compiled before it is run.
    pub(crate) fn is_compiled(&self) -> bool {
        self.is_compiled
    }

    /// Whether it calls a compiler for each shape and type.
    pub(crate) fn is_compiling(&self) -> bool {
        self.waits == Some(Wait::Compiler)
    }

    /// Why it is opened only where it is named: something has to be fetched first.
    pub fn waits_to_be_fetched(&self) -> Option<Unavailable> {
        let fetches = matches!(self.open, Open::Program(program) if program.fetches());
        fetches.then(|| Unavailable {
            reason: "its package is fetched, and it is built, when it is first named".to_owned(),
            remedy: format!("`--backend {}`", self.name),
        })
    }

    /// Why it is left out where no backend is named, though it may be able to run here.
    pub fn waits_to_be_named(&self) -> Option<Unavailable> {
        match (self.waits, self.open) {
            (Some(Wait::Compiler), _) => Some(Unavailable {
                reason: "it calls a compiler for each shape and type, hours for the whole suite".to_owned(),
                remedy: format!("`--backend {} --share 40 --only /f32/`", self.name),
            }),
            (Some(Wait::Part), _) => Some(Unavailable {
                reason: "it is a part of a machine, of a language or of its library".to_owned(),
                remedy: format!("`--backend {}`", self.name),
            }),
            (Some(Wait::Browser), _) => Some(Unavailable {
                reason: "it starts a browser".to_owned(),
                remedy: format!("`--backend {}`", self.name),
            }),
            (None, Open::Program(Program::Python(library))) if library.is_of_the_path() => Some(Unavailable {
                reason: "the python3 of the path has it, which is not taken unasked".to_owned(),
                remedy: format!("`--backend {}`, or `opconform setup {}`", self.name, library.environment_name()),
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use opconform_spec::{Profile, Specification};

    use super::*;

    #[test]
    fn every_backend_is_reproduced_by_an_implementation_but_for_these() {
        let without: Vec<&str> =
            BACKENDS.iter().filter(|entry| entry.implementation.is_none()).map(|entry| entry.name).collect();
        assert_eq!(
            without,
            [
                "stablehlo",
                "tosa",
                "tosa-ignore",
                "llvm-maximum",
                "llvm-maximumnum",
                "llvm-maxnum",
                "x86-maxps",
                "x86-vrangeps",
                "arm-fmax",
                "arm-fmaxnm",
                "riscv-fmax",
                "riscv-fmaxm",
                "java-math-max",
                "wasm-max",
                "wasm-pmax",
                "chromium-math-max",
                "chromium-webgpu",
                "chromium-webnn",
                "chromium-onnxruntime-wasm",
                "chromium-onnxruntime-webgpu",
                "dotnet-maxnumber",
                "dotnet-maxmagnitude",
                "dotnet-maxmagnitudenumber",
                "dotnet-math-max",
                "dotnet-t-maxnumber",
                "dotnet-t-maxmagnitude",
                "dotnet-vector128-max",
                "dotnet-maxnative",
                "dotnet-enumerable-max",
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
    fn names_are_apart_and_twins_on_one_thread_are_there() {
        let names: BTreeSet<&str> = BACKENDS.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), BACKENDS.len());
        assert!(BACKENDS.iter().filter_map(|entry| entry.one_thread).all(|one| names.contains(one)));
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
