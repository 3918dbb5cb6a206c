//! `tract`: tract as it loads a model, not optimised.

use opconform_reproduce::{Crate, Implementation};

use super::{Entry, Open};
use crate::claims;

pub(super) const ENTRY: Entry = Entry {
    name: "tract",
    summary: "tract as it loads a model, not optimised",
    implementation: Some(Implementation::Rust(Crate::TractTyped)),
    claims: claims::TRACT,
    #[cfg(feature = "tract")]
    open: Open::Foreign(|entry| {
        Ok(Box::new(crate::tract_model::TractModel::backend(entry, crate::tract_model::Stage::Typed)))
    }),
    #[cfg(not(feature = "tract"))]
    open: Open::Foreign(|_| super::left_out("tract")),
};
