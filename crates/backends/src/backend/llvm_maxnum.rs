//! `llvm-maxnum`: LLVM's intrinsic `llvm.maxnum`, compiled for this machine.

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "llvm-maxnum",
    "LLVM's intrinsics llvm.maxnum and llvm.minnum, compiled for this machine",
    "llvmlite",
    Environment::Llvm,
    Some(Releases { name: "llvmlite", numpy_2: None }),
)
.claiming(claims::LLVM_MAXNUM);
