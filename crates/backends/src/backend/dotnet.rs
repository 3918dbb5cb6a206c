//! `dotnet`: .NET's `TensorPrimitives`.

use opconform_reproduce::Implementation;

use super::Entry;
use crate::bundled::{dotnet, entry};

pub(super) const ENTRY: Entry =
    entry("dotnet", "TensorPrimitives.Max and Min of System.Numerics.Tensors", dotnet::command)
        .reproduced_by(Implementation::CSharp);
