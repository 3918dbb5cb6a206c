//! The adapter in C# for `System.Numerics.Tensors`, built by the .NET SDK when it is first needed: once for each SDK, version
//! of the package, and text of the adapter.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use opconform_protocol::kits::CSHARP;
use opconform_text::line;

use super::build::{Stage, built, printed};
use super::files;
use crate::backend::Unavailable;
use crate::version::Version;

const PROJECT: &str = "opconform_adapter.csproj";

const FILES: [(&str, &str); 4] = [
    (PROJECT, include_str!("../../adapters/dotnet/opconform_adapter.csproj")),
    ("Maximum.cs", include_str!("../../adapters/dotnet/Maximum.cs")),
    ("Program.cs", include_str!("../../adapters/dotnet/Program.cs")),
    ("Primitives.cs", include_str!("../../adapters/dotnet/Primitives.cs")),
];

/// Where the program is in what the SDK builds.
const PROGRAM: &str = "bin/opconform_adapter/release/opconform_adapter.dll";

/// The oldest SDK that the project can be built with.
const OLDEST: &[u32] = &[8];
const INSTALL: &str = "install the .NET SDK 8 or newer";
const RESTORE: &str = "see that the registry of packages can be reached and has this version, or name another: \
                       `--backend dotnet@VERSION`";
const COMPILE: &str =
    "name another version: `--backend dotnet@VERSION`; if none can be built, it is a fault of the adapter";

/// The adapter for one of .NET's maxima, with a version of the package and no other, or with the project's own choice or the next
/// that there is.
pub(crate) fn command(maximum: &str, version: Option<&Version>) -> Result<Vec<String>, Unavailable> {
    let (folder, target) = folders(version)?;
    built(&target, |output| stages(&folder, output, version))?;
    Ok(vec!["dotnet".to_owned(), target.join(PROGRAM).display().to_string(), maximum.to_owned()])
}

/// Whether the registry of packages has to be asked before the adapter can run in the project's own choice.
pub(crate) fn fetches() -> bool {
    folders(None).is_ok_and(|(_, target)| !target.exists())
}

/// The folder of the sources, and that of what is built of them with a version of the package.
fn folders(version: Option<&Version>) -> Result<(PathBuf, PathBuf), Unavailable> {
    let folder = files::written("dotnet", &[&FILES[..], &CSHARP].concat())?;
    let sdk = sdk(&folder)?;
    let package = version.map_or_else(|| "default".to_owned(), Version::to_string);
    // Beside the sources: below them, what is generated for one would be a source of the next.
    let target = folder.with_extension(format!("sdk-{sdk}-{package}"));
    Ok((folder, target))
}

/// The version of the SDK. Asked in a folder of our own: that of the caller may have a `global.json`, which names SDKs to run.
fn sdk(folder: &Path) -> Result<Version, Unavailable> {
    let unavailable = |reason: String| Unavailable { reason, remedy: INSTALL.to_owned() };
    let output = dotnet(folder).arg("--version").stdin(Stdio::null()).output();
    let output = output.map_err(|error| unavailable(format!("cannot start `dotnet`: {error}")))?;
    let found = line(&String::from_utf8_lossy(&output.stdout), 64);
    match found.parse::<Version>() {
        Ok(version) if output.status.success() && !version.is_before(OLDEST) => Ok(version),
        Ok(version) if output.status.success() => Err(unavailable(format!("the .NET SDK is version {version}"))),
        _ => {
            let printed = printed(&[output.stderr, output.stdout].concat());
            Err(unavailable(format!("`dotnet --version` names no .NET SDK: {printed}")))
        }
    }
}

fn stages(project: &Path, output: &Path, version: Option<&Version>) -> Vec<Stage> {
    // In brackets it is that version and no other.
    let version = version.map(|version| format!("--property:TensorsVersion=[{version}]"));
    let stage = |arguments: &[&str], remedy| {
        let mut command = dotnet(project);
        command.args(arguments).args([PROJECT, "--nologo", "--verbosity", "quiet"]).args(&version);
        command.arg("--artifacts-path").arg(output);
        Stage { command, remedy }
    };
    vec![
        stage(&["restore"], RESTORE),
        stage(
            &["build", "--no-restore", "--configuration", "Release", "--property:UseSharedCompilation=false"],
            COMPILE,
        ),
    ]
}

/// A command of the SDK's in a folder, which leaves no server behind and tells nobody anything.
fn dotnet(folder: &Path) -> Command {
    let mut command = Command::new("dotnet");
    command.current_dir(folder).envs([
        ("MSBUILDDISABLENODEREUSE", "1"),
        ("DOTNET_CLI_USE_MSBUILD_SERVER", "0"),
        ("DOTNET_CLI_TELEMETRY_OPTOUT", "1"),
        ("DOTNET_NOLOGO", "1"),
        ("DOTNET_CLI_UI_LANGUAGE", "en"),
    ]);
    command
}
