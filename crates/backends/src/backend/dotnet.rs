//! `dotnet`: .NET's `TensorPrimitives`.

use opconform_reproduce::Implementation;

use super::{Entry, Open};
use crate::bundled::{Program, dotnet};
use crate::claims;

pub(super) const ENTRY: Entry = Entry {
    name: "dotnet",
    summary: "TensorPrimitives.Max and Min of System.Numerics.Tensors",
    implementation: Some(Implementation::CSharp),
    claims: claims::DOTNET,
    open: Open::Program(Program::Built(|version| dotnet::command("dotnet", version))),
};
