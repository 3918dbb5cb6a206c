//! A planted fault by its name, as a backend among others.

use std::sync::{Mutex, PoisonError};

use opconform_backends::{Backend, Description, MadeOf};
use opconform_spec::{Case, Outcome};

use crate::documents::DOCUMENTS;
use crate::mutants::MUTANTS;

/// The implementation with the planted fault of this name.
pub fn planted(name: &str) -> Option<Box<dyn Backend>> {
    let fault = of_a_family(name).or_else(|| of_a_document(name))?;
    Some(Box::new(Planted { fault, before: Mutex::new(None) }))
}

fn of_a_family(name: &str) -> Option<Box<dyn Backend>> {
    let mut all = MUTANTS.iter().flat_map(|family| family.mutants.iter().map(move |mutant| (family, mutant)));
    all.find(|(_, mutant)| mutant.name == name).map(|(family, mutant)| family.backend(mutant))
}

fn of_a_document(name: &str) -> Option<Box<dyn Backend>> {
    let mut all = DOCUMENTS.iter().flat_map(|document| document.faults.iter().map(move |fault| (document, *fault)));
    all.find(|(document, fault)| document.name_of(fault) == name).map(|(document, fault)| document.planted(fault))
}

/// A planted fault in an implementation that is never started anew: what it remembers lasts as long as a batch, and so each batch
/// begins with the case before.
struct Planted {
    fault: Box<dyn Backend>,
    before: Mutex<Option<Case>>,
}

impl Backend for Planted {
    fn describe(&self) -> &Description {
        self.fault.describe()
    }

    fn made_of(&self) -> MadeOf {
        self.fault.made_of()
    }

    fn on_one_thread(&self) -> Option<&str> {
        self.fault.on_one_thread()
    }

    fn heat(&self, cases: &[Case]) {
        self.fault.heat(cases);
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        planted(&self.fault.describe().name)
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        let mut before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        let batch: Vec<Case> = before.iter().chain(cases).cloned().collect();
        *before = cases.last().cloned();
        self.fault.run(&batch).split_off(batch.len() - cases.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_planted_fault_is_found_by_its_name() {
        for mutant in MUTANTS.iter().flat_map(|family| family.mutants) {
            assert!(planted(mutant.name).is_some_and(|backend| backend.describe().name == mutant.name));
        }
        for document in DOCUMENTS {
            for fault in document.faults {
                let name = document.name_of(fault);
                assert!(planted(&name).is_some_and(|backend| backend.describe().name == name));
            }
        }
        assert!(planted("portable").is_none());
    }
}
