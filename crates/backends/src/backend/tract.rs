//! `tract`: tract as it loads a model, not optimised.

use super::{Entry, Open};

pub(super) const ENTRY: Entry = Entry {
    name: "tract",
    summary: "tract as it loads a model, not optimised",
    open: Open::Foreign(|| {
        #[cfg(feature = "tract")]
        return Ok(Box::new(crate::tract_model::TractModel::backend("tract", crate::tract_model::Stage::Typed)));
        #[cfg(not(feature = "tract"))]
        super::left_out("tract")
    }),
};
