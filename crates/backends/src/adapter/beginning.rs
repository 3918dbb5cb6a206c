//! How an adapter begins: it is started, and says what it is.

use opconform_protocol::{Introduction, OperatorName, Started};
use opconform_spec::Layout;
use opconform_tensor::DType;

use super::AdapterSettings;
use super::child::Child;
use super::claimed;
use super::settings::MEMORY;
use crate::backend::Unavailable;
use crate::describe::Description;
use crate::setting::{Heard, Setting};

/// Starts a child, and asks it what it is.
pub(super) fn begin(settings: &AdapterSettings) -> Result<(Child, Started), Unavailable> {
    let mut child = settings.spawn()?;
    match child.start(settings.start).map_err(|fault| not_started(settings, &fault.to_string()))? {
        Introduction::Started(started) => Ok((child, started)),
        Introduction::Unavailable { reason, remedy } => Err(Unavailable { reason, remedy }),
    }
}

pub(super) fn not_started(settings: &AdapterSettings, reason: &str) -> Unavailable {
    let reason = format!("`{}` did not start as an adapter: {reason}", settings.command.join(" "));
    let AdapterSettings { remedy, memory, .. } = *settings;
    let is_held_short = memory < MEMORY;
    let more =
        is_held_short.then(|| format!("; it may hold {} MiB of data, and --memory lets it hold more", memory >> 20));
    Unavailable { reason, remedy: format!("{remedy}{}", more.unwrap_or_default()) }
}

/// Whether an adapter says something else of itself in a setting than without it; `None` of what no adapter tells.
pub(super) fn has_changed(
    settings: &AdapterSettings,
    setting: &Setting,
    started: &Started,
) -> Result<Option<bool>, Unavailable> {
    match setting.heard {
        Heard::ByItsWord => {
            let (_, plain) = begin(&AdapterSettings { setting: None, ..settings.clone() })?;
            Ok(Some(plain != *started))
        }
        Heard::ByItsAnswers => Ok(None),
    }
}

/// What an adapter says of itself, as the suite says it of a backend.
pub(super) fn describe(started: &Started, name: Option<&str>) -> Result<Description, String> {
    let dtypes = started.dtypes.iter().map(|name| name.parse::<DType>());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-@".contains(c);
    let own = || started.name.replace(|c| !is_plain(c), "-");
    let name = name.map_or_else(own, ToOwned::to_owned);
    if name.is_empty() {
        return Err("it has no name".to_owned());
    }
    Ok(Description {
        name,
        version: started.version.clone(),
        implementation: None,
        claims: claimed::claimed(&started.claims)?,
        language: started.language.clone(),
        configuration: started.configuration.clone(),
        cpu_features: started.cpu_features.clone(),
        dtypes: dtypes.collect::<Result<_, _>>().map_err(|error| error.to_string())?,
        operators: started.operators.iter().map(OperatorName::qualified).collect(),
        models: started.models,
        // What a later version of the protocol calls by another name is not asked for.
        layouts: Layout::ALL.into_iter().filter(|it| started.layouts.iter().any(|name| name == it.name())).collect(),
    })
}
