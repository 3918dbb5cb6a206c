//! `rten`: rten, one thread.

use opconform_reproduce::{Crate, Implementation};

use super::{Entry, Open};
use crate::claims;

pub(super) const ENTRY: Entry = Entry {
    name: "rten",
    summary: "rten, its model optimised; one thread",
    implementation: Some(Implementation::Rust(Crate::Rten)),
    claims: claims::RTEN,
    #[cfg(feature = "rten")]
    open: Open::Foreign(|entry| Ok(Box::new(crate::rten_model::RtenModel::backend(entry)))),
    #[cfg(not(feature = "rten"))]
    open: Open::Foreign(|_| super::left_out("rten")),
};
