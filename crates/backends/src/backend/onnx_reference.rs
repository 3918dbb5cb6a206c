//! `onnx-reference`: the reference evaluator of ONNX, in a Python of its own.

use opconform_reproduce::{Implementation, Library};

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "onnx-reference",
    "the reference evaluator of ONNX, in a Python of its own",
    "onnx",
    Environment::Python,
    Some(Releases { name: "onnx", numpy_2: Some(&[1, 17]) }),
)
.reproduced_by(Implementation::Python(Library::OnnxReference))
.claiming(claims::ONNX_REFERENCE);
