//! A maximum of one's own, judged where it is written: in `cargo test`.
//!
//! ```
//! fn my_max(x: &[f32], y: &[f32], result: &mut [f32]) {
//!     for ((&x, &y), result) in x.iter().zip(y).zip(result) {
//!         *result = if x.is_nan() || !y.is_nan() && x.total_cmp(&y).is_gt() { x } else { y };
//!     }
//! }
//!
//! opconform::judge(my_max).against("ieee754-2019").assert();
//! ```
//!
//! What is judged is a function of two numbers, of two slices and the slice of their results, or of one slice that it reduces; of any
//! of the number types, and [`f16`] and [`bf16`] beside Rust's own. It is asked in this process, from several threads at once: a
//! panic in it is an answer, and anything worse ends the test.

mod backend;
mod call;
mod judgement;
mod report_folder;
mod subject;
mod without;

use std::env;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

pub use half::{bf16, f16};
use opconform_cases::{Asked, Settings, those};
use opconform_harness::{Plan, Under, WaiverFile};
pub use opconform_report::{Departure, Finding, Report};
use opconform_spec::{Case, Claim, Operator, Specification, claimed, profiles};

use backend::Functions;
pub use judgement::Judgement;
pub use subject::{Function, Subject};

/// Begins to judge a maximum, of one element type: a function of two numbers, of two slices and a result, or of one slice.
pub fn judge<Form, S: Subject<Form>>(maximum: S) -> Judge {
    Judge {
        name: "this maximum".to_owned(),
        is_minimum: false,
        functions: vec![maximum.function()],
        against: Vec::new(),
        strict: false,
        known: None,
    }
}

/// A maximum, and what it is to be judged by.
#[must_use = "nothing is judged before `assert` or `run`"]
pub struct Judge {
    name: String,
    is_minimum: bool,
    functions: Vec<Function>,
    against: Vec<String>,
    strict: bool,
    known: Option<PathBuf>,
}

/// Why nothing can be said of a maximum.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No specification is named.
    #[error("judged by what? name a specification, as in `.against(\"ieee754-2019\")`; there are {0}")]
    NoSpecification(String),
    /// There is no specification of a name.
    #[error("there is no specification `{name}`; there are {known}")]
    UnknownSpecification {
        /// The name.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// None of the specifications speaks of anything that the maximum can be asked for.
    #[error("nothing was judged: {0} says nothing of these element types")]
    NothingJudged(String),
    /// What is known of the maximum cannot be read.
    #[error("what is known cannot be used: {0}")]
    Known(String),
    /// The report cannot be written where the environment asks for it.
    #[error("the report cannot be kept: {0}")]
    Kept(String),
}

impl Judge {
    /// Adds the same maximum of another element type, or in another form.
    pub fn and<Form, S: Subject<Form>>(mut self, maximum: S) -> Self {
        self.functions.push(maximum.function());
        self
    }

    /// Says what it is called in what is said of it.
    pub fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Says that it is a minimum: every specification of a maximum is turned over.
    pub fn minimum(mut self) -> Self {
        self.is_minimum = true;
        self
    }

    /// Adds a specification that it is to keep: a name that `opconform specs` lists, that of a family, such as `onnx`, or of a function that
    /// one documents, such as `fmaximum`.
    pub fn against(mut self, specification: &str) -> Self {
        self.against.push(specification.to_owned());
        self
    }

    /// Counts departures from SHOULD clauses too.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Accepts what the waivers of a folder name, and nothing else: those of the file of its name, such as `expectations/maximum.toml`
    /// of one that is `named("maximum")`. Tests run in the folder of their package.
    pub fn known(mut self, folder: impl Into<PathBuf>) -> Self {
        self.known = Some(folder.into());
        self
    }

    /// Judges it. Where the environment names a folder in `OPCONFORM_OUTPUT`, the report is written there, to a folder of its
    /// own: `NAME+PROGRAM`, by its name and that of the tests' program, and `NAME+PROGRAM+2` of the second of that name in them.
    ///
    /// # Errors
    ///
    /// Where no specification is named, or one that there is not, where what is known cannot be read, where nothing was compared, or where
    /// the report cannot be written.
    pub fn run(self) -> Result<Judgement, Error> {
        let against = self.claims()?;
        let known = self.known.as_deref().map(|folder| waivers(folder, &self.name)).transpose()?;
        let backend = Functions::new(&self.name, self.is_minimum, self.functions);
        let plan = Plan {
            under: Under::Named(claimed(&against).collect()),
            against,
            strict: self.strict,
            seed: Settings::default().seed,
            ..Plan::new(asked_of(&backend), vec![Box::new(backend)])
        };
        let completed = opconform_harness::run(&plan, &|_, _, _| (), &AtomicBool::new(false));
        if completed.report.judges_no_claim() {
            return Err(Error::NothingJudged(self.against.join(", ")));
        }
        let witnesses = completed.witnesses.clone();
        let judgement = Judgement::new(completed, known.as_ref());
        if let Some(output) = env::var_os(report_folder::OUTPUT).filter(|output| !output.is_empty()) {
            report_folder::write(Path::new(&output), &self.name, judgement.report().clone(), &witnesses)
                .map_err(|error| Error::Kept(with_cause(&error)))?;
        }
        Ok(judgement)
    }

    /// Judges it, and panics with the departures that count, the worst first, where there are any.
    ///
    /// # Panics
    ///
    /// Where it departs from what it is judged by, or where [`run`](Self::run) fails.
    #[track_caller]
    pub fn assert(self) {
        match self.run() {
            Ok(judgement) if judgement.conforms() => {}
            Ok(judgement) => panic!("{judgement}"),
            Err(error) => panic!("{error}"),
        }
    }

    fn claims(&self) -> Result<Vec<Claim>, Error> {
        let known = || profiles().map(|profile| profile.name).collect::<Vec<_>>().join(", ");
        if self.against.is_empty() {
            return Err(Error::NoSpecification(known()));
        }
        let claim = |name: &String| match Specification::named(name) {
            Specification::Document(_) => Err(Error::UnknownSpecification { name: name.clone(), known: known() }),
            specification => Ok(Claim { specification, place: "the test".into() }),
        };
        self.against.iter().map(claim).collect()
    }
}

fn waivers(folder: &Path, name: &str) -> Result<WaiverFile, Error> {
    WaiverFile::read(folder, name).map_err(|error| Error::Known(with_cause(&error)))
}

/// An error with its cause, which says more.
fn with_cause(error: &dyn std::error::Error) -> String {
    error.source().map(|cause| format!("{cause}: ")).unwrap_or_default() + &error.to_string()
}

/// The cases of the suite that a maximum is asked for.
fn asked_of(backend: &Functions) -> Vec<Case> {
    // Most of the suite is of other operators and types: its tensors would take most of the time of a test.
    let of = |operator: &Operator, dtype| backend.has(operator, dtype);
    let mut cases = those(&Settings::default(), Asked::of(&of));
    cases.retain(|case| backend.is_asked(case));
    cases
}
