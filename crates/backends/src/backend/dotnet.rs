//! `dotnet`: .NET's `TensorPrimitives`.

use opconform_reproduce::Implementation;

use super::{Entry, Open};
use crate::bundled::{Program, dotnet};

pub(super) const ENTRY: Entry = Entry {
    name: "dotnet",
    summary: "TensorPrimitives.Max and Min of System.Numerics.Tensors",
    implementation: Some(Implementation::CSharp),
    open: Open::Program(Program::Built(dotnet::command)),
};
