//! `tract-optimized`: tract, its model optimised.

use super::{Entry, Open};

pub(super) const ENTRY: Entry = Entry {
    name: "tract-optimized",
    summary: "tract, its model optimised",
    open: Open::Foreign(|| {
        #[cfg(feature = "tract")]
        return Ok(Box::new(crate::tract_model::TractModel::backend(
            "tract-optimized",
            crate::tract_model::Stage::Optimized,
        )));
        #[cfg(not(feature = "tract"))]
        super::left_out("tract")
    }),
};
