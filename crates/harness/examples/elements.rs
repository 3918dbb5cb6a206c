//! How many elements a second are run and judged where the cases are large, as a run judges them: under one profile, on one
//! backend, in batches.
//!
//! ```text
//! cargo run --release -p opconform-harness --example elements [numpy [numpy.maximum [numpy]]]
//! ```
//!
//! The arguments are a backend, an operator and a profile.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use opconform_backends::Entry;
use opconform_harness::{Plan, Under, run};
use opconform_spec::{Case, Operator, Origin, Profile};
use opconform_tensor::{DType, Tensor};

/// Elements of a case.
const ELEMENTS: usize = 1 << 16;
/// Cases in all.
const CASES: usize = 1 << 9;

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let (backend, operator, profile) = (next("numpy"), next("numpy.maximum"), next("numpy"));
    let entry = Entry::named(&backend).ok_or_else(|| format!("no backend `{backend}`"))?;
    let plan = Plan {
        under: Under::Named(vec![Profile::named(&profile).ok_or_else(|| format!("no profile `{profile}`"))?]),
        ..Plan::new(
            cases(Operator::named(&operator).ok_or_else(|| format!("no operator `{operator}`"))?)?,
            vec![entry.open().map_err(|error| error.to_string())?],
        )
    };
    let start = Instant::now();
    let completed = run(&plan, &|_, _, _| {}, &AtomicBool::new(false));
    let rate = (CASES * ELEMENTS) as f64 / start.elapsed().as_secs_f64() / 1e6;
    let findings = completed.report.findings.len();
    println!("{rate:.0} million elements a second: {operator} of f32 on {backend}, {findings} findings");
    Ok(())
}

/// Cases of two operands each, of finite values of both signs.
fn cases(operator: &'static Operator) -> Result<Vec<Case>, String> {
    let operand = |salt: u64| {
        let value = |at: u64| ((at * 7 + salt) % 1000) as f32 - 500.0;
        let bits: Vec<u64> = (0..ELEMENTS as u64).map(|at| value(at).to_bits().into()).collect();
        Tensor::from_bits(DType::F32, &[ELEMENTS], &bits).map_err(|error| error.to_string())
    };
    let case = |number: usize| {
        let operands = vec![operand(number as u64)?, operand(400)?];
        let origin = Origin { source: "elements".into(), seed: None };
        Ok(Case::new(operator, 13, operands, "elements", origin))
    };
    (0..CASES).map(case).collect()
}
