//! `openvino`: `OpenVINO` on the CPU, in a Python of its own.

use opconform_reproduce::{Implementation, Library};

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "openvino",
    "OpenVINO on the CPU, in a Python of its own",
    "openvino",
    Environment::Python,
    Some(Releases { name: "openvino", numpy_2: None }),
)
.reproduced_by(Implementation::Python(Library::Openvino))
.claiming(claims::OPENVINO);
