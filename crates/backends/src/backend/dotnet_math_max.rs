//! `dotnet-math-max`: .NET's `Math.Max`, and `T.Max` of other numbers.

use super::{Entry, Open};
use crate::bundled::{Program, dotnet};
use crate::claims;

pub(super) const ENTRY: Entry = Entry {
    name: "dotnet-math-max",
    summary: "Math.Max and Min, or T.Max and Min of INumber<T>, a call for each element",
    implementation: None,
    claims: claims::DOTNET_MATH,
    open: Open::Program(Program::Built(|version| dotnet::command("dotnet-math-max", version))),
};
