//! Documents on the maximum of two numbers: nothing objects to who does what one says, and each of its clauses to some fault.

use std::collections::BTreeSet;

use opconform_backends::Backend;
use opconform_mutants::{DOCUMENTS, Document};
use opconform_spec::{Case, Facts, MAXIMA, Operator, Origin, Profile, Scope, Trial, clauses, decisions, profiles};
use opconform_tensor::{DType, Tensor};

/// Operands in which documents differ, and some in which none may: zeros, a subnormal number, 1, -1, -2 and infinity; two quiet
/// NaNs and a signalling one.
const OPERANDS: [u64; 10] =
    [0, 0x8000_0000, 1, 0x3f80_0000, 0xbf80_0000, 0xc000_0000, 0x7f80_0000, 0x7fc0_0000, 0xffc0_0001, 0x7f80_0001];

/// Every pair of operands, in a case of one element each, or of a row of both that is reduced.
fn cases(operator: &'static Operator) -> Vec<Case> {
    let operand = |bits: &[u64]| Tensor::from_bits(DType::F32, &[bits.len()], bits).expect("a tensor");
    let case = |a: u64, b: u64| {
        let origin = Origin { source: "test".into(), seed: None };
        let inputs =
            if operator.form.operands() == 1 { vec![operand(&[a, b])] } else { vec![operand(&[a]), operand(&[b])] };
        Case::new(operator, operator.newest(), inputs, "pair", origin)
    };
    OPERANDS.iter().flat_map(|&a| OPERANDS.map(|b| case(a, b))).collect()
}

/// The clauses of a profile that object to a backend, and whether its sets do.
fn objecting(profile: &'static Profile, backend: &dyn Backend) -> (BTreeSet<&'static str>, bool) {
    let (mut objecting, mut outside) = (BTreeSet::new(), false);
    for operator in profile.operators {
        let cases = cases(operator);
        for (case, outcome) in cases.iter().zip(backend.run(&cases)) {
            let facts = Facts::new(case);
            let trial = Trial::new(&facts, &outcome);
            let scope = Scope::of(&facts, &[profile]);
            let broken = decisions(&trial, &scope).filter(|(.., it)| it.is_violation());
            objecting.extend(broken.map(|(_, clause, _)| clause.id));
            outside |= profile.judge(&trial).is_violation();
        }
    }
    (objecting, outside)
}

fn profile(document: &Document) -> &'static Profile {
    Profile::named(document.profile).unwrap_or_else(|| panic!("no profile {}", document.profile))
}

#[test]
fn every_document_is_there_in_the_order_of_reports() {
    let found: Vec<&str> = DOCUMENTS.iter().map(|document| document.profile).collect();
    assert_eq!(found, MAXIMA.iter().map(|profile| profile.name).collect::<Vec<_>>());
    let names: BTreeSet<String> =
        DOCUMENTS.iter().flat_map(|it| it.faults.iter().map(|fault| it.name_of(fault))).collect();
    assert_eq!(names.len(), DOCUMENTS.iter().map(|document| document.faults.len()).sum::<usize>());
    assert!(names.iter().all(|name| profiles().all(|profile| profile.name != name)));
}

#[test]
fn nothing_objects_to_who_does_what_a_document_says() {
    for document in DOCUMENTS {
        let found = objecting(profile(document), document.sound().as_ref());
        assert_eq!(found, (BTreeSet::new(), false), "{}", document.profile);
    }
}

#[test]
fn every_clause_of_a_document_kills_a_fault_and_every_fault_is_killed() {
    let (mut idle, mut survives) = (Vec::new(), Vec::new());
    for document in DOCUMENTS {
        let mut killing: BTreeSet<&str> = BTreeSet::new();
        for fault in document.faults {
            let (found, _) = objecting(profile(document), document.planted(fault).as_ref());
            if found.is_empty() {
                survives.push(document.name_of(fault));
            }
            killing.extend(found);
        }
        let of_document = clauses().filter(|clause| clause.profiles == [document.profile]);
        idle.extend(of_document.map(|clause| clause.id).filter(|id| !killing.contains(id)));
    }
    assert_eq!(idle, [""; 0], "clauses that kill nothing: a fault more in the line of their document");
    assert_eq!(survives, [""; 0], "faults that nothing objects to: no fault under their document");
}
