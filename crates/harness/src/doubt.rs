//! Whether a finding shows a fault of the backend and of nobody else: what is right is asked the same.
//!
//! A witness that our own kernels or the reference fail too is an error of this suite, and is reported as one.

use std::sync::LazyLock;

use opconform_backends::{Backend, Entry};
use opconform_spec::{Case, Clause, Facts, Oracle, Outcome, Profile, Scope, Trial, decision_of, reference, relate};

use crate::answer::answer;

/// Our own kernels, those that run everywhere.
static KERNELS: LazyLock<Option<Box<dyn Backend>>> =
    LazyLock::new(|| Entry::named("portable").and_then(|entry| entry.open().ok()));

/// Who fails a witness of a clause though it is right, in words; `None` where nobody does.
pub(crate) fn doubt(clause: &Clause, case: &Case, profiles: &[&'static Profile]) -> Option<String> {
    if objects(clause, case, profiles, &mut reference) {
        return Some("the reference fails it too".to_owned());
    }
    let kernels = KERNELS.as_deref()?;
    let fails = objects(clause, case, profiles, &mut |case| answer(kernels, case));
    fails.then(|| "our own kernels fail it too".to_owned())
}

/// Whether a clause of the sources objects to whoever is right by them and is asked on a case.
pub(crate) fn objects(
    clause: &Clause,
    case: &Case,
    profiles: &[&'static Profile],
    ask: &mut dyn FnMut(&Case) -> Outcome,
) -> bool {
    // What is right is so by the sources, and promises nothing of other documents.
    if !clause.is_of_the_sources() {
        return false;
    }
    let (facts, outcome) = (Facts::new(case), ask(case));
    let trial = Trial::new(&facts, &outcome);
    match clause.oracle {
        Oracle::Each(_) | Oracle::Published(_) => decision_of(clause, &trial, profiles).is_violation(),
        Oracle::Metamorphic(_) => relate(clause, &trial, &Scope::of(&facts, profiles), ask).is_violation(),
        // They compare with what the same implementation gave elsewhere.
        Oracle::CrossCase | Oracle::Same(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Operator, Origin, PROFILES};
    use opconform_tensor::{DType, Tensor};

    use super::*;

    #[test]
    fn an_example_that_keeps_the_result_of_another_is_doubted() {
        let row = |bits: &[u64]| Tensor::from_bits(DType::I32, &[bits.len()], bits).expect("a tensor");
        let origin = Origin { source: "test".into(), seed: None };
        let operator = Operator::named("Max").expect("Max");
        let case = |published: Tensor| {
            Case::new(operator, 13, vec![row(&[1]), row(&[2])], "example", origin.clone()).with_published(published)
        };
        let clause = Clause::named("ONNX-MAX-EXAMPLE").expect("a clause");
        assert_eq!(doubt(clause, &case(row(&[2])), PROFILES), None);
        assert_eq!(doubt(clause, &case(row(&[3])), PROFILES).as_deref(), Some("the reference fails it too"));
        // What is published is gone with the operands that it was published for.
        assert_eq!(doubt(clause, &case(row(&[3])).with_inputs(vec![row(&[1])]), PROFILES), None);
    }
}
