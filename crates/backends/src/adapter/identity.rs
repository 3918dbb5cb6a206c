//! Who an adapter says it is: the same each time that it is started, so that an answer is credited to who gave it.

use opconform_protocol::{Introduction, OperatorName, Started};

/// What an adapter says of itself when it is started again, if that is not what it said first.
pub(super) fn changed(first: &Started, again: &Introduction) -> Option<String> {
    let again = match again {
        Introduction::Started(again) => again,
        Introduction::Unavailable { reason, .. } => return Some(format!("it is not available any more: {reason}")),
    };
    let operators = |about: &Started| about.operators.iter().map(OperatorName::qualified).collect::<Vec<_>>().join(" ");
    let said = |about: &Started| {
        [
            ("name", about.name.clone()),
            ("version", about.version.clone()),
            ("language", about.language.clone()),
            ("os", about.os.clone()),
            ("cpu_features", about.cpu_features.join(" ")),
            ("dtypes", about.dtypes.join(" ")),
            ("operators", operators(about)),
            ("profile", about.claims.join(", ")),
            ("configuration", about.configuration.join("; ")),
        ]
    };
    let differs = said(first).into_iter().zip(said(again)).find(|(first, again)| first != again);
    differs.map(|((field, first), (_, again))| format!("its `{field}` is `{again}`, and was `{first}`"))
}
