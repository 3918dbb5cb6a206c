//! Where, when and by what a report was made, in words.

use crate::model::Provenance;
use crate::text::thousands;

/// What the block is about.
pub(crate) const WORDS: &str =
    "What may differ between two runs of the same suite, seed and backends; nothing else does.";

/// The entries, each with its name.
pub(crate) fn entries(provenance: &Provenance) -> Vec<(&'static str, String)> {
    let or = |text: String, none: &str| if text.is_empty() { none.to_owned() } else { text };
    let mut entries = vec![
        ("suite", provenance.suite.clone()),
        (
            "commit",
            or(provenance.commit.clone().unwrap_or_default(), "not known: built without git, or from no checkout"),
        ),
        ("program", or(provenance.program.clone(), "not known")),
        ("command", or(provenance.command.clone(), "not known")),
        ("started", provenance.started.clone()),
        ("took", format!("{:.3} s", provenance.seconds)),
        ("platform", provenance.platform.clone()),
        ("system", or(provenance.system.clone(), "not known")),
        ("C library", or(provenance.libc.clone(), "not known")),
        ("processor", provenance.cpu.clone()),
        ("vector extensions", or(provenance.cpu_features.join(" "), "none")),
        ("threads", thousands(provenance.threads)),
        ("rounding mode", provenance.rounding_mode.clone()),
        ("subnormals", provenance.subnormals.clone()),
    ];
    entries.extend(provenance.enumerated.iter().map(|line| ("enumerated", line.clone())));
    entries.extend(provenance.shards.iter().map(|line| ("asked in", line.clone())));
    entries
}
