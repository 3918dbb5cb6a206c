//! Results that were kept, read again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use opconform_backends::{Backend, Choice};
use opconform_harness::enumerate::{Damage, Enumeration, KeptCounts};
use opconform_report::visible;

use crate::folder::files;
use crate::output;

/// The bytes of the largest result that is read: a hundred times what is written.
const LARGEST: u64 = 16 << 20;

/// The ending of a result.
pub(crate) const ENDING: &str = "json";

/// Results, each with the name of its file.
pub(crate) fn read_all(files: &[PathBuf]) -> anyhow::Result<Vec<(String, Enumeration)>> {
    files.iter().map(|file| Ok((file.display().to_string(), read(file)?))).collect()
}

/// A result.
pub(super) fn read(file: &Path) -> anyhow::Result<Enumeration> {
    let text =
        opconform_files::read_text(file, LARGEST).context("no result: name files that `opconform exhaust` wrote")?;
    serde_json::from_str(&text).with_context(|| format!("{} is no result of `opconform exhaust`", file.display()))
}

/// What a file or a folder has of pairs that were counted.
pub(crate) fn counted(place: &Path) -> anyhow::Result<Vec<KeptCounts>> {
    let files = if place.is_dir() { within(place)? } else { vec![place.to_owned()] };
    if files.is_empty() {
        bail!("{} has no result of `opconform exhaust`: name one", place.display());
    }
    pairs(&files)
}

/// What these files have of pairs that were counted: once for what was asked, and in parts only where no result has all of it.
pub(crate) fn pairs(files: &[PathBuf]) -> anyhow::Result<Vec<KeptCounts>> {
    let mut results = read_all(files)?;
    // Those that have all come first, and what is known by then is not told again.
    results.sort_by_key(|(_, result)| !result.complete);
    let mut told: Vec<Enumeration> = Vec::new();
    let mut counted = Vec::new();
    for (name, result) in results {
        let is_known = |it: &Enumeration| it.asked == result.asked && (it.complete || it.blocks == result.blocks);
        if told.iter().any(is_known) {
            continue;
        }
        match KeptCounts::of(&result) {
            Ok(pairs) => counted.push(pairs),
            Err(other @ Damage::Suite(_)) => output::remark(&format!("{name} is left out: it is {other}")),
            Err(damage) => return Err(damage).with_context(|| format!("{name} cannot be used: remove it")),
        }
        told.push(result);
    }
    Ok(counted)
}

/// The results that lie in a folder, by name.
pub(crate) fn within(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    files(folder, &[ENDING])
}

/// Says whose results are no part of a report: of a backend that is judged in another version, and all where none is of what is judged.
pub(crate) fn left_out(counted: &[KeptCounts], backends: &[Box<dyn Backend>]) {
    let described = || backends.iter().map(|backend| backend.describe());
    let is_of_any = |pairs: &KeptCounts| described().any(|it| pairs.is_of(it));
    let is_named = |pairs: &KeptCounts| described().any(|it| Choice::split(&it.name).0 == pairs.asked().backend);
    let is_none = !counted.iter().any(is_of_any);
    let others = counted.iter().filter(|pairs| !is_of_any(pairs) && (is_none || is_named(pairs)));
    let names: BTreeSet<String> =
        others.map(|it| visible(&format!("{} {}", it.asked().backend, it.asked().version))).collect();
    if !names.is_empty() {
        let names = names.into_iter().collect::<Vec<_>>().join(", ");
        output::remark(&format!("pairs that were counted of {names} are left out: none of these is judged here"));
    }
}
