//! `ndarray-f32max`: folded with the element type's own max method.

use opconform_reproduce::{Crate, Implementation};
use opconform_spec::{Case, Outcome};

use super::{Backend, Entry, Open};
use crate::claims;
use crate::describe::Description;
use crate::guard::run_each;
use crate::ndarray_fold::{self, How};

pub(super) const ENTRY: Entry = Entry {
    name: "ndarray-f32max",
    summary: "ndarray, folded with the element type's own max method",
    implementation: Some(Implementation::Rust(Crate::NdarrayMethod)),
    claims: claims::RUST_MAX,
    open: Open::Here(|entry| Ok(Box::new(Folded(ndarray_fold::description(entry, How::Method))))),
};

struct Folded(Description);

impl Backend for Folded {
    fn describe(&self) -> &Description {
        &self.0
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| ndarray_fold::run(case, How::Method))
    }
}
