//! `numpy`: NumPy, in a Python of its own.

use opconform_reproduce::{Implementation, Library};

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "numpy",
    "NumPy, in a Python of its own",
    "numpy",
    Environment::Python,
    Some(Releases { name: "numpy", numpy_2: None }),
)
.reproduced_by(Implementation::Python(Library::Numpy))
.claiming(claims::NUMPY);
