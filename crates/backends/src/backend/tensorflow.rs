//! `tensorflow`: TensorFlow on the CPU, in a Python of its own.

use opconform_reproduce::{Implementation, Library};

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "tensorflow",
    "TensorFlow on the CPU, in a Python of its own",
    "tensorflow",
    Environment::Tensorflow,
    Some(Releases { name: "tensorflow-cpu", numpy_2: None }),
)
.reproduced_by(Implementation::Python(Library::Tensorflow))
.claiming(claims::TENSORFLOW);
