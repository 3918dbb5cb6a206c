//! `dotnet-maxnative`: .NET's `Vector128.MaxNative`.

use super::{Entry, Open};
use crate::bundled::{Program, dotnet};
use crate::claims;

pub(super) const ENTRY: Entry = Entry {
    name: "dotnet-maxnative",
    summary: "Vector128.MaxNative and MinNative: what the platform makes of NaNs and zeros",
    implementation: None,
    claims: claims::DOTNET_MAXNATIVE,
    open: Open::Program(Program::Built(|version| dotnet::command("dotnet-maxnative", version))),
};
