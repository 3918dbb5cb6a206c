//! `llvm-maximum`: LLVM's intrinsic `llvm.maximum`, compiled for this machine.

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "llvm-maximum",
    "LLVM's intrinsics llvm.maximum and llvm.minimum, compiled for this machine",
    "llvmlite",
    Environment::Llvm,
    Some(Releases { name: "llvmlite", numpy_2: None }),
)
.claiming(claims::LLVM_MAXIMUM);
