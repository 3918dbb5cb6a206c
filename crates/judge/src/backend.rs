//! Functions of somebody's as a backend. What a function cannot be asked for is not supported, and never counted against it.

use opconform_backends::{Description, InProcess, cpu_features, run_each};
use opconform_spec::{Case, Operator, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::call::result;
use crate::subject::{Form, Function};
use crate::without::Without;

/// The first operator set that is asked for: in this one and those after it, operands broadcast and an axis may count from the back.
const FIRST_OPSET: u32 = 13;

/// The functions of a maximum, or of a minimum.
pub(crate) struct Functions {
    description: Description,
    functions: Vec<Function>,
}

impl Functions {
    /// The backend of these functions, which are a maximum or a minimum.
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
            models: false,
            layouts: Vec::new(),
        };
        Self { description, functions }
    }

    /// Whether the functions can be asked for a case.
    pub(crate) fn is_asked(&self, case: &Case) -> bool {
        case.opset >= FIRST_OPSET && self.description.lacks(case).is_none()
    }

    /// Whether the functions are of an operator, and any of them of an element type.
    pub(crate) fn has(&self, operator: &Operator, dtype: DType) -> bool {
        self.description.operators.iter().any(|name| operator.is_named(name))
            && self.description.dtypes.contains(&dtype)
    }

    fn answer(&self, case: &Case) -> Outcome {
        // A reduction takes one operand, and the elements of that are compared.
        let is_reduction = case.operator.form.operands() == 1;
        let dtype = case.operands().first().map(Tensor::dtype);
        let is_asked = |function: &&Function| {
            Some(function.dtype) == dtype && matches!(function.form, Form::Reduction(_)) == is_reduction
        };
        let Some(function) = self.functions.iter().find(is_asked) else {
            return Outcome::Unsupported("there is no function of this form and type".to_owned());
        };
        match result(&function.form, case) {
            Ok(result) => Outcome::Output(vec![result]),
            Err(Without::NotAsked(why)) => Outcome::Unsupported(why.to_owned()),
            Err(Without::IllFormed(rule)) => Outcome::Rejected(rule),
        }
    }
}

impl InProcess for Functions {
    fn describe(&self) -> &Description {
        &self.description
    }
    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| self.answer(case))
    }
}
