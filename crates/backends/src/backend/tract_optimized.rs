//! `tract-optimized`: tract, its model optimised.

use opconform_spec::{Case, Outcome};

use super::{Backend, Entry};
use crate::describe::Description;
use crate::guard::run_each;
use crate::tract_model::{Stage, TractModels};

pub(super) const ENTRY: Entry = Entry {
    name: "tract-optimized",
    summary: "tract, its model optimised",
    open: || {
        let description = TractModels::description("tract-optimized", Stage::Optimized);
        Ok(Box::new(Tract { description, models: TractModels::new(Stage::Optimized) }))
    },
};

struct Tract {
    description: Description,
    models: TractModels,
}

impl Backend for Tract {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| self.models.run(case))
    }
}
