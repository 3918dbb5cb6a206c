//! `rten`: rten, one thread.

use super::{Entry, Open};

pub(super) const ENTRY: Entry = Entry {
    name: "rten",
    summary: "rten, its model optimised; one thread",
    open: Open::Foreign(|| {
        #[cfg(feature = "rten")]
        return Ok(Box::new(crate::rten_model::RtenModel::backend("rten")));
        #[cfg(not(feature = "rten"))]
        super::left_out("rten")
    }),
};
