//! Cases run by a runtime of ONNX models, each through the real model of it.
//!
//! A runtime's errors are text. Whether one is a refusal of the case or a "not implemented" is therefore not read from it,
//! but tried: the runtime lacks an element type, an operator set or a way if it also fails at the [plainest] case with these. A failure is then `Unsupported`, with the answer to
//! that plainest case as the reason; any other is `Rejected`, also that of a well-formed case, for the clauses to judge. A
//! panic is a crash, whatever was asked for.

use std::thread;

use opconform_onnx::{encode_model, encode_open_model};
use opconform_spec::{Case, Outcome, Way};
use opconform_tensor::Tensor;

use crate::backend::Unavailable;
use crate::cache::Cache;
use crate::describe::Description;
use crate::guard::{guard, run_each};
use crate::in_process::InProcess;
use crate::made_of::MadeOf;
use crate::plainest::plainest;
use crate::setting::chosen;

/// The operators that are run through their models.
pub(crate) fn operators() -> Vec<String> {
    ["Max", "Min", "ReduceMax", "ReduceMin", "Clip"].map(str::to_owned).into()
}

/// A runtime of ONNX models.
pub(crate) trait Runtime: Send + Sync {
    /// A model that is ready to run.
    type Plan: Clone + Send;

    /// Makes an encoded model ready to run.
    fn load(&self, model: &[u8]) -> Result<Self::Plan, Failure>;

    /// Runs a model on what its graph asks for, one tensor for each of its inputs.
    fn run(&self, plan: &Self::Plan, inputs: &[&Tensor]) -> Result<Outcome, Failure>;

    /// What it is made of.
    fn made_of(&self) -> MadeOf;
}

/// Why a runtime gave no output.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The error with all its causes, in a line.
    pub(crate) message: String,
    /// What is left of it when the names of nodes and the shapes are gone, as far as that can be had.
    pub(crate) cause: String,
}

/// How a runtime is called, besides what each case says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Calls {
    /// Whether plain models leave their shapes open: then one is called with operands of every shape.
    has_open_shapes: bool,
    /// Whether the two halves of a batch are run at once.
    is_at_once: bool,
}

impl Calls {
    /// What the environment says.
    pub(crate) fn from_environment() -> Result<Self, Unavailable> {
        Ok(Self {
            has_open_shapes: chosen("OPCONFORM_SHAPES", &[("open", true)])?.unwrap_or_default(),
            is_at_once: chosen("OPCONFORM_SESSIONS", &[("at-once", true)])?.unwrap_or_default(),
        })
    }
}

/// A runtime as a backend, with the models that it was given lately.
pub(crate) struct Models<R: Runtime> {
    description: Description,
    runtime: R,
    calls: Calls,
    plans: Cache<Vec<u8>, Result<R::Plan, Failure>>,
    probes: Cache<Vec<u8>, Result<(), String>>,
}

impl<R: Runtime> Models<R> {
    /// A runtime with no model loaded.
    pub(crate) fn new(description: Description, runtime: R) -> Self {
        Self { description, runtime, calls: Calls::default(), plans: Cache::new(), probes: Cache::new() }
    }

    /// The same runtime, called otherwise.
    pub(crate) fn called(self, calls: Calls) -> Self {
        Self { calls, ..self }
    }

    fn model(&self, case: &Case) -> Vec<u8> {
        let is_open = self.calls.has_open_shapes && case.way == Way::Plain;
        if is_open { encode_open_model(case) } else { encode_model(case) }
    }

    fn run_all(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| self.run_one(case))
    }

    fn run_one(&self, case: &Case) -> Outcome {
        if !case.operator.form.is_onnx() {
            return Outcome::Unsupported(format!("{} is no operator of ONNX", case.operator.qualified()));
        }
        self.try_run(case).unwrap_or_else(|failure| match self.lacks(case) {
            Some(reason) => Outcome::Unsupported(reason),
            None => Outcome::Rejected(failure.message),
        })
    }

    fn try_run(&self, case: &Case) -> Result<Outcome, Failure> {
        let model = self.model(case);
        let plan = self.plans.get_or_insert(model.clone(), || self.runtime.load(&model))?;
        let fed: Vec<&Tensor> = case.fed().map(|(_, input)| input).collect();
        self.runtime.run(&plan, &fed)
    }

    /// What the runtime lacks for a case: its answer to the plainest case of an element type of this one, where that fails.
    fn lacks(&self, case: &Case) -> Option<String> {
        case.operands().iter().find_map(|input| {
            let plain = plainest(case, input.dtype());
            let probe = || match guard(|| self.try_run(&plain)) {
                Ok(Ok(_)) => Ok(()),
                Ok(Err(failure)) => Err(failure.cause),
                Err(panic) => Err(panic),
            };
            let reason = self.probes.get_or_insert(self.model(&plain), probe).err()?;
            Some(format!("{}: {reason}", input.dtype()))
        })
    }
}

impl<R: Runtime> InProcess for Models<R> {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn made_of(&self) -> MadeOf {
        self.runtime.made_of()
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        if !self.calls.is_at_once {
            return self.run_all(cases);
        }
        let (first, second) = cases.split_at(cases.len() / 2);
        thread::scope(|scope| {
            let beside = thread::Builder::new().spawn_scoped(scope, || self.run_all(first));
            let other = self.run_all(second);
            // Where the system refuses a thread, one half is run after the other.
            let mut outcomes = beside.ok().and_then(|it| it.join().ok()).unwrap_or_else(|| self.run_all(first));
            outcomes.extend(other);
            outcomes
        })
    }
}
