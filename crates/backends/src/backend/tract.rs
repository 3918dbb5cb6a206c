//! `tract`: tract as it loads a model, not optimised.

use opconform_spec::{Case, Outcome};

use super::{Backend, Entry, Open};
use crate::describe::Description;
use crate::guard::run_each;
use crate::models::Models;
use crate::tract_model::{Stage, TractModel};

pub(super) const ENTRY: Entry = Entry {
    name: "tract",
    summary: "tract as it loads a model, not optimised",
    open: Open::Foreign(|| {
        let description = TractModel::description("tract", Stage::Typed);
        Ok(Box::new(Tract { description, models: Models::new(TractModel::new(Stage::Typed)) }))
    }),
};

struct Tract {
    description: Description,
    models: Models<TractModel>,
}

impl Backend for Tract {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| self.models.run(case))
    }
}
