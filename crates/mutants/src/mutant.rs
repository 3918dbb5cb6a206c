//! A planted fault, and a family of those of one class.

use opconform_backends::Backend;

use crate::rules::Group;
use crate::steps::Steps;

/// A maximum with one planted fault.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    /// The name, such as `nan-second-wins`.
    pub name: &'static str,
    /// The fault, in a line.
    pub fault: &'static str,
    /// Where the field has had this fault or one of its kind: threads, as `owner/repository#number`.
    pub seen: &'static [&'static str],
    pub(crate) steps: Steps,
}

/// Faults of one class.
#[derive(Debug)]
pub struct Family {
    /// The name, that of its file.
    pub name: &'static str,
    /// What its faults have in common.
    pub about: &'static str,
    /// The faults.
    pub mutants: &'static [Mutant],
    pub(crate) group: Group,
}

/// The faults of two tables, as one: a family may be told in several files.
pub(crate) const fn joined<const N: usize>(first: &[Mutant], second: &[Mutant]) -> [Mutant; N] {
    assert!(first.len() + second.len() == N);
    let mut all = [first[0]; N];
    let mut place = 0;
    while place < N {
        all[place] = if place < first.len() { first[place] } else { second[place - first.len()] };
        place += 1;
    }
    all
}

impl Family {
    /// A mutant of the family, ready to be tried. It implements the operators that the family is about.
    pub fn backend(&self, mutant: &Mutant) -> Box<dyn Backend> {
        mutant.steps.backend(mutant.name, mutant.fault, self.group)
    }
}
