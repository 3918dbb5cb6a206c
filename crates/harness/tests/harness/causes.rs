//! One fault is one departure, and two in one implementation are two.

use opconform_report::{Finding, cause_count};
use opconform_spec::{Case, Outcome};
use opconform_tensor::{Class, DType, Tensor};

use crate::backend::{Planted, right};
use crate::{cases, plan, run};

/// A fault in a result.
type Fault = fn(&Case, &Tensor) -> Tensor;

const FAULTS: [(&str, Fault); 4] = [
    ("nan", |_, output| changed(output, |class, bits| if class.is_nan() { 0x3f80_0000 } else { bits })),
    ("zero", |_, output| changed(output, |class, bits| if class.is_float_zero() { bits ^ 0x8000_0000 } else { bits })),
    ("integer", |case, output| match case.inputs.first() {
        Some(operand) if operand.dtype() == DType::I32 && !operand.is_empty() => changed(output, |_, bits| bits ^ 1),
        _ => output.clone(),
    }),
    ("empty", |case, output| match case.inputs.first() {
        Some(operand) if operand.is_empty() => changed(output, |_, _| 7),
        _ => output.clone(),
    }),
];

fn changed(output: &Tensor, change: fn(Class, u64) -> u64) -> Tensor {
    let bits: Vec<u64> =
        output.to_bits().into_iter().map(|bits| change(Class::of(output.dtype(), bits), bits)).collect();
    Tensor::from_bits(output.dtype(), output.shape(), &bits).expect("as many bits")
}

/// The right answers with these faults in them.
fn faulty(faults: Vec<(&'static str, Fault)>) -> Planted {
    let name: Vec<&str> = faults.iter().map(|(name, _)| *name).collect();
    Planted::each(&name.join("+"), move |case| match right(case) {
        Outcome::Output(outputs) => {
            let spoilt =
                |output: &Tensor| faults.iter().fold(output.clone(), |output, (_, fault)| fault(case, &output));
            Outcome::Output(outputs.iter().map(spoilt).collect())
        }
        other => other,
    })
}

#[test]
fn two_faults_in_one_implementation_are_two_departures() {
    let small = |case: &Case| {
        let elements: usize = case.elements();
        let of_onnx = case.operator.form.is_onnx() && case.origin.seed.is_none();
        elements < 4 && of_onnx && ["f32", "i32"].contains(&case.types().name())
    };
    let [nan, zero, integer, empty] = FAULTS;
    let pairs = [vec![nan, zero], vec![integer, empty], vec![nan, integer]];
    let backends: Vec<Planted> = FAULTS.map(|fault| vec![fault]).into_iter().chain(pairs).map(faulty).collect();
    let completed = run(&plan(cases(0, 0, small), backends));
    for backend in &completed.report.backends {
        let own = completed.report.findings.iter().filter(|finding| finding.backend == backend.name);
        let own: Vec<Finding> = own.cloned().collect();
        let faults = backend.name.split('+').count();
        assert_eq!(cause_count(&own), faults, "{}: {:#?}", backend.name, titles(&own));
    }
}

/// The kinds of the findings, each once, for whoever reads of a failure.
fn titles(findings: &[Finding]) -> Vec<String> {
    let mut all: Vec<String> =
        findings.iter().map(|it| format!("{:?} {} {}", it.deed, it.alone, it.symptom())).collect();
    all.sort_unstable();
    all.dedup();
    all
}
