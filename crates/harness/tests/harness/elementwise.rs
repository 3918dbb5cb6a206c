//! Faults that show in elements: each is found under its clause, told apart from others, and shrunk to the smallest input
//! that shows it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use opconform_harness::Completed;
use opconform_spec::Case;
use opconform_tensor::{Class, Tensor, broadcast};

use crate::backend::{Lane, Planted, is_nan, maximum, maximum_number};
use crate::faults::{FAULTS, Fault};
use crate::{cases, found, plan, run};

/// All faults in one run: what they answer alike is judged once.
static RUN: LazyLock<Completed> = LazyLock::new(|| {
    let backends = FAULTS.iter().map(|fault| Planted::elementwise(fault.name, fault.element)).collect();
    run(&plan(cases(0, 20, few), backends))
});

/// Small cases of `Max`, of three types, and of f32 those around the multiples of a vector's lanes and of a chunk, off alignment, and
/// of some more operands than eight.
fn few(case: &Case) -> bool {
    let elements: usize = case.elements();
    let swept = ["length", "offset"].iter().any(|slug| case.slug().starts_with(slug)) && elements < 3000;
    match case.types().name() {
        _ if case.operator.name != "Max" => false,
        "f32" => elements < 50 || swept || (9..12).contains(&case.inputs.len()),
        "i32" | "u8" => elements < 50,
        _ => false,
    }
}

#[test]
fn each_fault_is_one_finding_of_its_clause_and_classes() {
    for fault in FAULTS {
        let findings = found(&RUN, fault.name, fault.clause);
        let classes = findings.iter().map(|(finding, _)| {
            let result = finding.result.map_or("", Class::name);
            (finding.dtype.name(), finding.operands.iter().map(|class| class.name()).collect::<Vec<_>>(), result)
        });
        let classes: Vec<_> = classes.collect();
        let expected = (fault.dtype, fault.operands.to_vec(), fault.result);
        assert_eq!(classes.iter().filter(|&found| *found == expected).count(), 1, "{}: {classes:#?}", fault.name);
        assert_eq!(classes.iter().collect::<BTreeSet<_>>().len(), classes.len(), "{}: {classes:#?}", fault.name);
    }
}

#[test]
fn each_witness_is_the_smallest_input_that_shows_the_fault() {
    for fault in FAULTS {
        for (finding, case) in found(&RUN, fault.name, fault.clause) {
            let shape = broadcast(case.inputs.iter().map(Tensor::shape)).expect("shapes that broadcast");
            let size = (shape.len(), shape.iter().product::<usize>(), case.inputs.len());
            assert_eq!(size, (fault.rank, fault.length, fault.arity), "{}: {:?}", fault.name, case.inputs);
            assert_eq!(finding.witness.case, case.id());
            // Nothing that does not matter is left in it.
            let off_alignment = case.inputs.iter().filter(|input| input.offset() > 0).count();
            assert_eq!(off_alignment, usize::from(fault.name == "misaligned-start"), "{}", fault.name);
        }
    }
}

#[test]
fn every_violation_is_in_a_finding() {
    for backend in &RUN.report.backends {
        for count in &backend.clauses {
            let findings = found(&RUN, &backend.name, &count.id);
            let (cases, elements) = findings
                .iter()
                .fold((0, 0), |(cases, elements), (finding, _)| (cases + finding.cases, elements + finding.elements));
            let total = count.total;
            assert_eq!(elements, total.violations, "{} {}", backend.name, count.id);
            // Conflicts of several findings may be in one case; none is in a case twice.
            let each = findings.iter().all(|(finding, _)| finding.cases <= total.violating_cases);
            let all =
                if count.id == "DET-LANE" { cases >= total.violating_cases } else { cases == total.violating_cases };
            assert!(each && all, "{} {}: {cases} of {total:?}", backend.name, count.id);
        }
    }
}

#[test]
fn what_depends_on_the_lane_differs_from_the_operands_on_their_own() {
    for name in ["zero-by-lane", "nan-lost-in-the-tail"] {
        let Fault { length, .. } = FAULTS.iter().find(|fault| fault.name == name).expect("a fault");
        let findings = found(&RUN, name, "DET-LANE");
        assert!(!findings.is_empty(), "{name}");
        for (finding, case) in findings {
            assert_eq!(case.inputs.iter().map(Tensor::len).max(), Some(*length), "{name}: {case:?}");
            assert!(finding.witness.differs_from.is_some(), "{name}");
        }
    }
    assert!(found(&RUN, "nan-ignored", "DET-LANE").is_empty());
}

#[test]
fn two_faults_under_one_clause_are_two_findings() {
    let both = |lane: &Lane| match *lane.operands {
        [0, 0x8000_0000] => 0x8000_0000,
        [first, second] if lane.length >= 9 && is_nan(lane.dtype, first) => {
            maximum_number(lane.dtype, &[first, second])
        }
        _ => maximum(lane.dtype, lane.operands),
    };
    let only_f32 = |case: &Case| few(case) && case.types().name() == "f32";
    let completed = run(&plan(cases(0, 20, only_f32), vec![Planted::elementwise("both", both)]));
    for clause in ["DET-LANE", "SONNX-MAX-NAN", "SONNX-MAX-ZERO"] {
        let lengths = found(&completed, "both", clause).into_iter().map(|(finding, case)| {
            (
                finding.operands.iter().map(|class| class.name()).collect::<Vec<_>>().join(" "),
                case.inputs.iter().map(Tensor::len).max().unwrap_or(0),
            )
        });
        let expected: &[(&str, usize)] = match clause {
            "SONNX-MAX-ZERO" => &[("+0 -0", 1)],
            _ => &[("nan +normal", 9)],
        };
        let lengths: Vec<(String, usize)> = lengths.collect();
        for (operands, length) in expected {
            assert!(lengths.iter().any(|found| found == &((*operands).to_owned(), *length)), "{clause}: {lengths:?}");
        }
    }
}
