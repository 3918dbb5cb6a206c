//! What is needed to ask again for what was found: the cases, the backend, and what it is judged by.

use opconform_backends::Backend;
use opconform_spec::{Case, Claim, Profile};

/// What violations were found in.
pub(crate) struct ShrinkContext<'a> {
    /// The cases that their indices are of.
    pub(crate) cases: &'a [Case],
    /// The profiles judged under.
    pub(crate) profiles: &'a [&'static Profile],
    /// What it is judged by.
    pub(crate) claims: &'a [Claim],
    /// The implementation that shows them.
    pub(crate) backend: &'a dyn Backend,
    /// The same implementation on one thread.
    pub(crate) on_one_thread: Option<&'a dyn Backend>,
}
