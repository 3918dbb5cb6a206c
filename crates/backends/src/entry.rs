//! A backend that can be asked for by name: what is said of it before it is opened.

use opconform_reproduce::Implementation;
use opconform_spec::Claim;

use crate::backend::{Backend, Unavailable};
use crate::bundled::Program;
use crate::setting::Setting;

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

    /// The entry of a backend whose adapter needs what is on this machine or not.
    pub(crate) const fn found(
        name: &'static str,
        summary: &'static str,
        command: fn() -> Result<Vec<String>, Unavailable>,
    ) -> Self {
        Self::new(name, summary, Open::Program(Program::Found(command)))
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

    /// The entry of a backend whose code was compiled before it is run: what is called often is not compiled anew.
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

    /// The names of the backend in each of its settings.
    pub fn names_in_settings(&self) -> impl Iterator<Item = String> {
        self.settings.iter().map(|setting| setting.of(self.name))
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
