//! `paddle`: Paddle on the CPU, in a Python of its own.

use opconform_reproduce::{Implementation, Library};

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "paddle",
    "Paddle on the CPU, in a Python of its own",
    "paddle",
    Environment::Paddle,
    Some(Releases { name: "paddlepaddle", numpy_2: Some(&[3]) }),
)
.reproduced_by(Implementation::Python(Library::Paddle))
.claiming(claims::PADDLE);
