//! A maximum of somebody's as a backend: what surrounds a function is done here, and what it computes is its own.
//!
//! Operands are spread to the shape of the result, and the elements of a row gathered, before a function is called: it is asked of
//! contiguous elements alone. What it cannot be asked for is not supported, and never counted against it.

use opconform_backends::{Backend, Description, MadeOf, cpu_features, run_each};
use opconform_spec::{Case, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::subject::{Form, Function};
use crate::{elementwise, reduction};

/// The first operator set that is asked for: in this one and those after it, operands broadcast and an axis may count from the back.
const FIRST_OPSET: u32 = 13;

/// The functions of a maximum.
pub(crate) struct Mine {
    description: Description,
    functions: Vec<Function>,
}

/// Why a case has no result here.
pub(crate) enum Without {
    /// The function cannot be asked for it.
    NotAsked(&'static str),
    /// It breaks a rule of the operator, before there is anything to ask a function for.
    IllFormed(String),
}

impl Mine {
    /// The maximum, or the minimum, of these functions.
    pub(crate) fn new(name: &str, is_minimum: bool, functions: Vec<Function>) -> Self {
        let operator = |function: &Function| match (&function.form, is_minimum) {
            (Form::Elementwise(_), false) => "Max",
            (Form::Elementwise(_), true) => "Min",
            (Form::Reduction(_), false) => "ReduceMax",
            (Form::Reduction(_), true) => "ReduceMin",
        };
        let mut operators: Vec<String> = functions.iter().map(|function| operator(function).to_owned()).collect();
        operators.sort_unstable();
        operators.dedup();
        let has = |dtype: &DType| functions.iter().any(|function| function.dtype == *dtype);
        let description = Description {
            name: name.to_owned(),
            version: "of this program".to_owned(),
            implementation: None,
            claims: Vec::new(),
            language: "Rust".to_owned(),
            configuration: vec!["called in this process, with contiguous elements".to_owned()],
            cpu_features: cpu_features(),
            dtypes: DType::ALL.into_iter().filter(has).collect(),
            operators,
        };
        Self { description, functions }
    }

    /// Whether the functions can be asked for a case.
    pub(crate) fn is_asked(&self, case: &Case) -> bool {
        case.opset >= FIRST_OPSET && self.description.lacks(case).is_none()
    }

    fn answer(&self, case: &Case) -> Outcome {
        match self.result(case) {
            Ok(result) => Outcome::Output(vec![result]),
            Err(Without::NotAsked(why)) => Outcome::Unsupported(why.to_owned()),
            Err(Without::IllFormed(rule)) => Outcome::Rejected(rule),
        }
    }

    fn result(&self, case: &Case) -> Result<Tensor, Without> {
        let Some(dtype) = case.operands().first().map(Tensor::dtype) else {
            return Err(Without::IllFormed("no operand".to_owned()));
        };
        // A reduction takes one operand, and the elements of that are compared.
        let is_reduction = case.operator.operands == 1;
        let of_type = self.functions.iter().filter(|function| function.dtype == dtype);
        let results = of_type.filter_map(|function| match &function.form {
            Form::Elementwise(of_two) => (!is_reduction).then(|| elementwise::result(of_two, case)),
            Form::Reduction(of_row) => is_reduction.then(|| reduction::result(of_row, case)),
        });
        results.into_iter().next().unwrap_or(Err(Without::NotAsked("there is no function of this form and type")))
    }
}

impl Backend for Mine {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn made_of(&self) -> MadeOf {
        MadeOf::ThisProgram
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        None
    }

    fn on_one_thread(&self) -> Option<&str> {
        None
    }

    fn heat(&self, _: &[Case]) {}

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| self.answer(case))
    }
}
