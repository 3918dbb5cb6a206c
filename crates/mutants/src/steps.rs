//! The implementation whose steps the faults replace: the rules, the shape, the walk over the operands, the fold of those
//! that meet, the delivery.

use std::cell::RefCell;

use opconform_backends::{Backend, Description, run_each};
use opconform_spec::{Case, OPERATORS, Outcome};
use opconform_tensor::{DType, Tensor, TensorError, element_count};

use crate::call::{Call, Lane, Memory};
use crate::rules;
use crate::value::{is_nan, key};

/// The most elements of a result.
const MOST: usize = 1 << 24;

/// The shape of a result, or why there is none.
pub(crate) type Shape = Result<Vec<usize>, String>;

/// The steps from a case to an outcome.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    /// Refuses what is ill-formed but for its shapes; else the element type of the result.
    pub(crate) admit: fn(&Case) -> Result<DType, String>,
    /// The shape of the result.
    pub(crate) shape: fn(&[&[usize]]) -> Shape,
    /// For each axis of the result, how far a step along it goes in an operand, in elements. Given the operand's shape and
    /// the result's.
    pub(crate) strides: fn(&[usize], &[usize]) -> Vec<usize>,
    /// An unsigned number in the order of the values.
    pub(crate) key: fn(DType, u64) -> u64,
    /// The greater of two elements.
    pub(crate) pair: fn(&Lane, u64, u64) -> u64,
    /// The result of the elements that meet.
    pub(crate) fold: fn(&Lane) -> u64,
    /// The outcome, of the finished result.
    pub(crate) deliver: fn(&Call, &Tensor) -> Outcome,
}

/// The steps without a fault: the first NaN, its bits unchanged; +0 over −0.
pub(crate) const SOUND: Steps = Steps {
    admit: rules::admit,
    shape: rules::broadcast,
    strides: rules::strides,
    key,
    pair: first_nan_or_greater,
    fold,
    deliver: |_, result| answer(Ok(result.clone())),
};

/// One tensor as an outcome.
pub(crate) fn answer(result: Result<Tensor, TensorError>) -> Outcome {
    match result {
        Ok(result) => Outcome::Output(vec![result]),
        Err(error) => Outcome::Malformed(error.to_string()),
    }
}

/// The implementation without a fault.
pub fn sound() -> Box<dyn Backend> {
    SOUND.backend("sound", "no fault")
}

/// The first NaN; else the greater number.
pub(crate) fn first_nan_or_greater(lane: &Lane, a: u64, b: u64) -> u64 {
    if is_nan(lane.dtype, a) {
        return a;
    }
    if is_nan(lane.dtype, b) { b } else { greater(lane, a, b) }
}

/// The number where only one operand is; else as without a fault.
pub(crate) fn number_or_greater(lane: &Lane, a: u64, b: u64) -> u64 {
    match (is_nan(lane.dtype, a), is_nan(lane.dtype, b)) {
        (true, false) => b,
        (false, true) => a,
        _ => first_nan_or_greater(lane, a, b),
    }
}

/// The greater of two elements by their keys, whatever they are.
pub(crate) fn greater(lane: &Lane, a: u64, b: u64) -> u64 {
    let key = |bits| (lane.steps.key)(lane.dtype, bits);
    if key(b) > key(a) { b } else { a }
}

/// The elements that meet, one after the other.
pub(crate) fn fold(lane: &Lane) -> u64 {
    fold_of(lane, lane.operands)
}

/// The same of some elements; 0 of none.
pub(crate) fn fold_of(lane: &Lane, operands: &[u64]) -> u64 {
    operands.iter().copied().reduce(|a, b| (lane.steps.pair)(lane, a, b)).unwrap_or(0)
}

impl Steps {
    /// These steps as a backend.
    pub(crate) fn backend(&self, name: &str, fault: &str) -> Box<dyn Backend> {
        let description = Description {
            name: name.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "Rust".to_owned(),
            configuration: vec![fault.to_owned()],
            cpu_features: Vec::new(),
            dtypes: DType::ALL.to_vec(),
            operators: OPERATORS.iter().map(|operator| operator.name.to_owned()).collect(),
        };
        Box::new(Implementation { steps: *self, description })
    }

    fn run(&self, case: &Case, memory: &mut Memory) -> Outcome {
        match self.result(case, memory) {
            Ok(result) => {
                let outcome = (self.deliver)(&Call { case, memory }, &result);
                memory.keep(result);
                outcome
            }
            Err(message) => Outcome::Rejected(message),
        }
    }

    fn result(&self, case: &Case, memory: &Memory) -> Result<Tensor, String> {
        let dtype = (self.admit)(case)?;
        let shapes: Vec<&[usize]> = case.inputs.iter().map(Tensor::shape).collect();
        let shape = (self.shape)(&shapes)?;
        let length = element_count(&shape).filter(|&length| length <= MOST).ok_or("too many elements")?;
        let operands: Vec<(Vec<u64>, Vec<usize>)> = case
            .inputs
            .iter()
            .map(|input| (input.to_bits(), walk(&shape, &(self.strides)(input.shape(), &shape), length)))
            .collect();
        let mut written = Vec::with_capacity(length);
        let (mut meeting, mut sources) = (Vec::new(), Vec::new());
        for position in 0..length {
            meeting.clear();
            sources.clear();
            for (bits, walk) in &operands {
                // Beyond its end an operand begins again: a wrong stride reads something, and the same on every machine.
                let source = walk[position] % bits.len().max(1);
                meeting.push(bits.get(source).copied().unwrap_or(0));
                sources.push(source);
            }
            let call = Call { case, memory };
            let (operands, sources, written_so_far) = (&meeting, &sources, &written);
            let lane =
                Lane { call: &call, steps: self, dtype, position, length, operands, sources, written: written_so_far };
            let bits = (self.fold)(&lane) & dtype.mask();
            written.push(bits);
        }
        Tensor::from_bits(dtype, &shape, &written).map_err(|error| error.to_string())
    }
}

/// For each element of a result in row-major order, how far it lies in an operand of these strides.
fn walk(shape: &[usize], strides: &[usize], length: usize) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    let mut place = 0;
    let mut places = Vec::with_capacity(length);
    for _ in 0..length {
        places.push(place);
        for axis in (0..shape.len()).rev() {
            index[axis] += 1;
            place += strides[axis];
            if index[axis] < shape[axis] {
                break;
            }
            place -= strides[axis] * shape[axis];
            index[axis] = 0;
        }
    }
    places
}

/// Steps under a name. What they remember of earlier calls lasts as long as a batch, so that the outcome of a case does not
/// depend on the threads of a run.
struct Implementation {
    steps: Steps,
    description: Description,
}

impl Backend for Implementation {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        let memory = RefCell::new(Memory::default());
        run_each(cases, |case| self.steps.run(case, &mut memory.borrow_mut()))
    }
}
