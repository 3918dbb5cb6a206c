//! `torch-compiled`: `PyTorch` through `torch.compile` on the CPU, in a Python of its own.

use opconform_reproduce::{Implementation, Library};

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "torch-compiled",
    "PyTorch through torch.compile on the CPU, in a Python of its own; a second for each shape and type",
    "torch",
    Environment::Torch,
    Some(Releases { name: "torch", numpy_2: Some(&[2, 3]) }),
)
.reproduced_by(Implementation::Python(Library::TorchCompiled))
.claiming(claims::TORCH);
