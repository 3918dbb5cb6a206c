//! `ndarray-compare`: folded with the comparison a > b.

use opconform_reproduce::{Crate, Implementation};
use opconform_spec::{Case, Outcome};

use super::{Backend, Entry, Open};
use crate::describe::Description;
use crate::guard::run_each;
use crate::ndarray_fold::{self, How};

pub(super) const ENTRY: Entry = Entry {
    name: "ndarray-compare",
    summary: "ndarray, folded with the comparison a > b",
    implementation: Some(Implementation::Rust(Crate::NdarrayCompare)),
    claims: &[],
    open: Open::Here(|entry| Ok(Box::new(Folded(ndarray_fold::description(entry, How::Compare))))),
};

struct Folded(Description);

impl Backend for Folded {
    fn describe(&self) -> &Description {
        &self.0
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| ndarray_fold::run(case, How::Compare))
    }
}
