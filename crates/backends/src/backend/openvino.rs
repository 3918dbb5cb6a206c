//! `openvino`: `OpenVINO` on the CPU, in a Python of its own.

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};

pub(super) const ENTRY: Entry = python::entry(
    "openvino",
    "OpenVINO on the CPU, in a Python of its own",
    "openvino",
    Environment::Python,
    Some(Releases { name: "openvino", numpy_2: None }),
);
