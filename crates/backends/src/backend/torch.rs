//! `torch`: `PyTorch` on the CPU, in a Python of its own.

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::{entry, python};

pub(super) const ENTRY: Entry =
    entry("torch", "PyTorch on the CPU, in a Python of its own", || python::command("torch", Environment::Torch));
