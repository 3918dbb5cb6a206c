//! `jax`: JAX on the CPU, in a Python of its own.

use opconform_reproduce::{Implementation, Library};

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "jax",
    "JAX on the CPU, in a Python of its own",
    "jax",
    Environment::Python,
    Some(Releases { name: "jax", numpy_2: Some(&[0, 4, 26]) }),
)
.reproduced_by(Implementation::Python(Library::Jax))
.claiming(claims::STABLEHLO);
