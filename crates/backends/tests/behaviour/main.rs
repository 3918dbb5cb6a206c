//! What each backend does, bit for bit, in real runs. The departures asserted here are those that the suite must find by
//! itself: a test that fails after an upgrade says that the backend has changed, not that it is wrong.

#[cfg(feature = "candle")]
mod candle;
mod kernels;
mod ndarray;
mod onnxruntime;
#[cfg(feature = "rten")]
mod rten;
mod table;
#[cfg(feature = "tract")]
mod tract;

use opconform_backends::{Backend, Entry};
use opconform_spec::{Case, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

const NAN: u64 = 0x7fc0_0001;
const SIGNALLING: u64 = 0x7f80_0001;
const ONE: u64 = 0x3f80_0000;
const MINUS_ZERO: u64 = 0x8000_0000;
const ZERO: u64 = 0;

/// The backend of this name.
fn open(name: &str) -> Box<dyn Backend> {
    let entry = Entry::named(name).expect("a registered backend");
    entry.open().expect("an available backend")
}

/// A tensor whose every element has these bits.
fn full(dtype: DType, shape: &[usize], bits: u64) -> Tensor {
    Tensor::from_bits(dtype, shape, &vec![bits; shape.iter().product()]).expect("a tensor")
}

fn case(opset: u32, inputs: Vec<Tensor>) -> Case {
    let origin = Origin { source: "test".into(), seed: None };
    Case::new(Operator::named("max").expect("Max"), opset, inputs, "behaviour", origin)
}

/// What a backend does with Max-13 of these operands.
fn run(backend: &dyn Backend, inputs: Vec<Tensor>) -> Outcome {
    run_at(backend, 13, inputs)
}

fn run_at(backend: &dyn Backend, opset: u32, inputs: Vec<Tensor>) -> Outcome {
    let mut outcomes = backend.run(&[case(opset, inputs)]);
    assert_eq!(outcomes.len(), 1);
    outcomes.remove(0)
}

/// The one output of an outcome.
fn output(outcome: Outcome) -> Tensor {
    match outcome {
        Outcome::Output(mut outputs) if outputs.len() == 1 => outputs.remove(0),
        other => panic!("expected one output, found {other:?}"),
    }
}

/// The bits that every element of the maximum of two constant f32 tensors has.
fn constant(backend: &dyn Backend, first: (&[usize], u64), second: (&[usize], u64)) -> u64 {
    let inputs = [first, second].map(|(shape, bits)| full(DType::F32, shape, bits));
    let bits = output(run(backend, inputs.into())).to_bits();
    assert!(bits.windows(2).all(|pair| pair[0] == pair[1]), "not constant: {bits:x?}");
    bits[0]
}

/// The message of a refusal.
fn rejected(outcome: Outcome) -> String {
    match outcome {
        Outcome::Rejected(message) => message,
        other => panic!("expected a refusal, found {other:?}"),
    }
}

/// The reason of an "unsupported".
fn unsupported(outcome: Outcome) -> String {
    match outcome {
        Outcome::Unsupported(reason) => reason,
        other => panic!("expected an unsupported case, found {other:?}"),
    }
}
