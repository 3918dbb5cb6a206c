//! `tract-optimized`: tract, its model optimised.

use opconform_reproduce::{Crate, Implementation};

use super::{Entry, Open};
use crate::claims;

pub(super) const ENTRY: Entry = Entry {
    name: "tract-optimized",
    summary: "tract, its model optimised",
    implementation: Some(Implementation::Rust(Crate::TractOptimized)),
    claims: claims::TRACT,
    #[cfg(feature = "tract")]
    open: Open::Foreign(|entry| {
        Ok(Box::new(crate::tract_model::TractModel::backend(entry, crate::tract_model::Stage::Optimized)))
    }),
    #[cfg(not(feature = "tract"))]
    open: Open::Foreign(|_| super::left_out("tract")),
};
