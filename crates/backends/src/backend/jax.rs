//! `jax`: JAX on the CPU, in a Python of its own.

use opconform_reproduce::{Implementation, Library};

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python;

pub(super) const ENTRY: Entry =
    python::entry("jax", "JAX on the CPU, in a Python of its own", "jax", Environment::Python)
        .reproduced_by(Implementation::Python(Library::Jax));
