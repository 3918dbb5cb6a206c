//! `dotnet`: .NET's `TensorPrimitives`.

use super::{Entry, Open};
use crate::bundled::{Program, dotnet};

pub(super) const ENTRY: Entry = Entry {
    name: "dotnet",
    summary: "TensorPrimitives.Max and Min of System.Numerics.Tensors",
    open: Open::Program(Program::Built(dotnet::command)),
};
