//! One of two implementations that are compared.

use opconform_backends::Backend;
use opconform_spec::Profile;

/// An implementation, and what it is judged by.
pub struct Side<'a> {
    /// The implementation.
    pub backend: &'a dyn Backend,
    /// The profiles that say whether its answer is allowed.
    pub profiles: Vec<&'static Profile>,
}
