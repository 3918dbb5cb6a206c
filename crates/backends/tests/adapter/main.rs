//! Adapters as child processes: what they say comes back bit for bit, and what they do wrong is the outcome of the case
//! that it is done to, and of no other.

mod hostile;
#[path = "child/kinds.rs"]
mod kinds;
mod set;
#[cfg(target_os = "linux")]
mod shared;
mod sound;

use std::sync::Arc;
use std::time::Duration;

use opconform_backends::{Adapter, AdapterSettings};
use opconform_spec::{Case, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

/// How a hostile adapter of some kind is run; `file` is where it leaves notes.
fn settings(kind: &str, file: Option<&std::path::Path>) -> AdapterSettings {
    // Whoever starts the tests in the background, or by nohup, hands on that some signals are ignored.
    let mut command = ["env", "--default-signal=HUP,INT", env!("CARGO_BIN_EXE_hostile-adapter"), kind]
        .map(ToOwned::to_owned)
        .to_vec();
    command.extend(file.map(|file| file.display().to_string()));
    AdapterSettings {
        command,
        setting: None,
        name: Some(kind.to_owned()),
        selection: format!("--adapter {kind}=…"),
        remedy: "mend it",
        implementation: None,
        claims: &[],
        is_compiled: false,
        start: Duration::from_mins(2),
        deadline: Duration::from_secs(20),
        memory: 512 << 20,
        shares: true,
        children: 1,
        stop: Arc::default(),
    }
}

fn open(settings: AdapterSettings) -> Adapter {
    Adapter::open(settings).unwrap_or_else(|unavailable| panic!("{unavailable}"))
}

/// A case whose first operand has these bits.
fn case(slug: &str, bits: &[u64]) -> Case {
    let max = Operator::named("Max").expect("Max");
    let input = |bits: &[u64]| Tensor::from_bits(DType::F32, &[bits.len()], bits).expect("a tensor");
    let origin = Origin { source: "test".into(), seed: None };
    Case::new(max, 13, vec![input(bits), input(&vec![0; bits.len()])], slug, origin)
}

/// A batch with a poisoned case in the middle.
fn poisoned() -> Vec<Case> {
    let slug = |index: u64| if index == POISON as u64 { "poison" } else { "sound" };
    (0..9).map(|index| case(slug(index), &[0x7FC0_0000 + index, index, 0x8000_0000, 0x3F80_0000])).collect()
}

/// Where the poison is.
const POISON: usize = 5;

/// Whether an outcome is the first operand of its case, bit for bit.
fn is_echo(outcome: &Outcome, case: &Case) -> bool {
    let first = &case.inputs[0];
    matches!(outcome, Outcome::Output(outputs) if outputs.len() == 1
        && outputs[0].dtype() == first.dtype()
        && outputs[0].shape() == first.shape()
        && outputs[0].bytes() == first.bytes())
}

/// An outcome as one text.
fn text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Output(outputs) => format!("output: {outputs:?}"),
        Outcome::Rejected(why) | Outcome::Unsupported(why) | Outcome::Malformed(why) => {
            format!("{}: {why}", outcome.name())
        }
        Outcome::Crashed(crash) => format!("{}: {crash}", outcome.name()),
        Outcome::TimedOut(after) => format!("timed out: {}", after.as_secs()),
    }
}
