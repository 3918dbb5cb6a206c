//! The adapter in C# for `System.Numerics.Tensors`, built by the .NET SDK when it is first needed.

use std::process::Command;

use super::{built, files};
use crate::backend::Unavailable;

const FILES: &[(&str, &str)] = &[
    ("opconform_adapter.csproj", include_str!("../../adapters/dotnet/opconform_adapter.csproj")),
    ("Program.cs", include_str!("../../adapters/dotnet/Program.cs")),
    ("Frame.cs", include_str!("../../adapters/dotnet/Frame.cs")),
    ("Case.cs", include_str!("../../adapters/dotnet/Case.cs")),
    ("Primitives.cs", include_str!("../../adapters/dotnet/Primitives.cs")),
];

/// The adapter.
pub(crate) fn command() -> Result<Vec<String>, Unavailable> {
    let folder = files::written("dotnet", FILES)?;
    let project = folder.join(FILES[0].0);
    let build = |output: &std::path::Path| {
        let mut command = Command::new("dotnet");
        command.args(["build", "--configuration", "Release", "--nologo", "--output"]).arg(output).arg(project);
        command
    };
    let output = built(&folder, "built", build, "install the .NET SDK 8 or newer")?;
    let program = output.join("opconform_adapter.dll");
    Ok(vec!["dotnet".to_owned(), program.display().to_string()])
}
