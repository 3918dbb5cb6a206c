//! `llvm-maximumnum`: LLVM's intrinsic `llvm.maximumnum`, compiled for this machine.

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "llvm-maximumnum",
    "LLVM's intrinsics llvm.maximumnum and llvm.minimumnum, compiled for this machine",
    "llvmlite",
    Environment::Llvm,
    Some(Releases { name: "llvmlite", numpy_2: None }),
)
.claiming(claims::LLVM_MAXIMUMNUM);
