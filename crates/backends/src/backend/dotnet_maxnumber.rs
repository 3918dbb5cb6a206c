//! `dotnet-maxnumber`: .NET's `TensorPrimitives.MaxNumber`.

use super::{Entry, Open};
use crate::bundled::{Program, dotnet};
use crate::claims;

pub(super) const ENTRY: Entry = Entry {
    name: "dotnet-maxnumber",
    summary: "TensorPrimitives.MaxNumber and MinNumber of System.Numerics.Tensors",
    implementation: None,
    claims: claims::DOTNET_MAXNUMBER,
    open: Open::Program(Program::Built(|version| dotnet::command("dotnet-maxnumber", version))),
};
