//! The maxima of .NET, all by one adapter.

use opconform_reproduce::Implementation;
use opconform_spec::Claim;

use crate::bundled::{Program, dotnet};
use crate::entry::{Entry, Open, Wait};
use crate::{claims, settings};

pub(super) const ENTRIES: &[Entry] = &[
    maximum("dotnet", "TensorPrimitives.Max and Min of System.Numerics.Tensors", claims::DOTNET)
        .reproduced_by(Implementation::CSharp),
    maximum(
        "dotnet-maxnumber",
        "TensorPrimitives.MaxNumber and MinNumber of System.Numerics.Tensors",
        claims::DOTNET_MAXNUMBER,
    ),
    maximum(
        "dotnet-maxmagnitude",
        "TensorPrimitives.MaxMagnitude and MinMagnitude of System.Numerics.Tensors",
        claims::DOTNET_MAXMAGNITUDE,
    )
    .waiting(Wait::Part),
    maximum(
        "dotnet-maxmagnitudenumber",
        "TensorPrimitives.MaxMagnitudeNumber and MinMagnitudeNumber of System.Numerics.Tensors",
        claims::DOTNET_MAXMAGNITUDENUMBER,
    )
    .waiting(Wait::Part),
    maximum(
        "dotnet-math-max",
        "Math.Max and Min, or T.Max and Min of INumber<T>, a call for each element",
        claims::DOTNET_MATH,
    ),
    maximum(
        "dotnet-t-maxnumber",
        "T.MaxNumber and MinNumber of INumber<T>, a call for each element",
        claims::DOTNET_T_MAXNUMBER,
    )
    .waiting(Wait::Part),
    maximum(
        "dotnet-t-maxmagnitude",
        "T.MaxMagnitude and MinMagnitude of INumber<T>, a call for each element",
        claims::DOTNET_T_MAXMAGNITUDE,
    )
    .waiting(Wait::Part),
    maximum("dotnet-vector128-max", "Vector128.Max and Min", claims::DOTNET_VECTOR128).waiting(Wait::Part),
    maximum(
        "dotnet-maxnative",
        "Vector128.MaxNative and MinNative: what the platform makes of NaNs and zeros",
        claims::DOTNET_MAXNATIVE,
    ),
    maximum(
        "dotnet-enumerable-max",
        "Enumerable.Max and Min, of each two elements or of an array",
        claims::DOTNET_ENUMERABLE,
    )
    .waiting(Wait::Part),
    maximum(
        "dotnet-tensor-max",
        "Tensor.Max and Min of System.Numerics.Tensors: of two tensors, which broadcast, and of one",
        claims::DOTNET_TENSOR,
    ),
];

/// The entry of a maximum that the adapter knows by the name of the backend.
const fn maximum(name: &'static str, summary: &'static str, claims: &'static [Claim]) -> Entry {
    let open = Open::Program(Program::Built { command: dotnet::command, fetches: dotnet::fetches, name });
    Entry::new(name, summary, open).claiming(claims).set_by(settings::DOTNET)
}
