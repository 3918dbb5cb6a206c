//! Implementations that are called in this process, and are what they are from the first call on.

use opconform_spec::{Case, Outcome};

use crate::backend::Backend;
use crate::describe::Description;
use crate::entry::Entry;
use crate::made_of::MadeOf;

/// An implementation in this process, all of whose code was compiled before the first call, and of which there is no other to be had. It
/// is a [`Backend`].
pub trait InProcess: Send + Sync {
    /// What it is.
    fn describe(&self) -> &Description;

    /// What it does with each case, in their order.
    fn run(&self, cases: &[Case]) -> Vec<Outcome>;

    /// What it is made of.
    fn made_of(&self) -> MadeOf {
        MadeOf::ThisProgram
    }
}

impl<T: InProcess> Backend for T {
    fn describe(&self) -> &Description {
        InProcess::describe(self)
    }

    fn made_of(&self) -> MadeOf {
        InProcess::made_of(self)
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        InProcess::run(self, cases)
    }

    fn heat(&self, _: &[Case]) {}

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        None
    }

    fn on_one_thread(&self) -> Option<&str> {
        Entry::on_one_thread(&InProcess::describe(self).name)
    }
}
