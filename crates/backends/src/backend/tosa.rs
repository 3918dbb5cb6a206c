//! `tosa`: the reference model of TOSA, in a Python of its own.

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "tosa",
    "the reference model of TOSA in both NaN modes, in a Python of its own",
    "tosa_reference_model",
    Environment::Tosa,
    Some(Releases { name: "tosa-tools", numpy_2: None }),
)
.claiming(claims::TOSA);
