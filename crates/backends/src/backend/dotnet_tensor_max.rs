//! `dotnet-tensor-max`: .NET's `Tensor.Max`.

use super::{Entry, Open};
use crate::bundled::{Program, dotnet};
use crate::claims;

pub(super) const ENTRY: Entry = Entry {
    name: "dotnet-tensor-max",
    summary: "Tensor.Max and Min of System.Numerics.Tensors, which broadcast",
    implementation: None,
    claims: claims::DOTNET_TENSOR,
    open: Open::Program(Program::Built(|version| dotnet::command("dotnet-tensor-max", version))),
};
