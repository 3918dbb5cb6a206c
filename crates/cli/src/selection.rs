//! From names on the command line to backends, profiles and cases.

use std::fs::File;
use std::path::Path;

use anyhow::{Context as _, bail};
use opconform_backends::{BACKENDS, Backend, Entry, Recorded, Recording};
use opconform_cases::{Settings, all};
use opconform_report::Unavailable;
use opconform_spec::{Case, PROFILES, Profile};

use crate::adapter::BackendArgs;
use crate::args::SuiteArgs;
use crate::output::remark;
use crate::watch::Watch;

/// What the name of a recording as a backend begins with; its path follows.
const RECORDED: &str = "recorded:";

/// The name that stands for every backend that is available.
const EVERY: &str = "all";

/// The backends of these names, or all; and those that cannot run here or are not taken unasked.
pub(crate) type Opened = (Vec<Box<dyn Backend>>, Vec<Unavailable>);

/// Opens the backends that are chosen, or all that are taken unasked, under watch. One that is chosen must be available.
pub(crate) fn backends(args: &BackendArgs, watch: &Watch) -> anyhow::Result<Opened> {
    let mut opened: Opened = (Vec::new(), Vec::new());
    let named: Vec<&String> = args.backend.iter().filter(|&name| name != EVERY).collect();
    let every = named.len() < args.backend.len();
    if every || args.backend.is_empty() && args.adapter.is_empty() {
        for entry in BACKENDS {
            let waits = entry.waits_to_be_named().filter(|_| !every);
            let open = || watch.opening(entry.name, || args.isolation.open(entry));
            match waits.map_or_else(open, Err) {
                Ok(backend) => opened.0.push(backend),
                Err(reason) => opened.1.push(Unavailable { name: entry.name.to_owned(), reason: reason.to_string() }),
            }
        }
    }
    let chosen = named.into_iter().map(|name| watch.opening(name, || backend(name, args)));
    let adapters = args.adapter.iter();
    let adapters = adapters.map(|adapter| watch.opening(adapter, || args.isolation.open_adapter(adapter)));
    for backend in chosen.chain(adapters) {
        let backend = backend?;
        let name = &backend.describe().name;
        if opened.0.iter().any(|other| other.describe().name == *name) {
            bail!("backend `{name}` is named twice");
        }
        opened.0.push(backend);
    }
    Ok(opened)
}

/// Opens the one backend that is chosen.
pub(crate) fn one_backend(args: &BackendArgs) -> anyhow::Result<Box<dyn Backend>> {
    match (args.backend.as_slice(), args.adapter.as_slice()) {
        ([name], []) if name != EVERY => backend(name, args),
        ([], [adapter]) => args.isolation.open_adapter(adapter),
        _ => bail!("name one backend, with --backend NAME or --adapter COMMAND"),
    }
}

/// Opens one backend, which must be available.
fn backend(name: &str, args: &BackendArgs) -> anyhow::Result<Box<dyn Backend>> {
    if let Some(path) = name.strip_prefix(RECORDED) {
        return recorded(name, Path::new(path));
    }
    args.isolation.open(entry(name)?).with_context(|| format!("backend `{name}` cannot run here"))
}

/// The backend of this binary that has this name.
pub(crate) fn entry(name: &str) -> anyhow::Result<&'static Entry> {
    Entry::named(name).with_context(|| {
        let known: Vec<&str> = BACKENDS.iter().map(|entry| entry.name).collect();
        format!("unknown backend `{name}`: expected {}, {EVERY}, or {RECORDED}FILE", known.join(", "))
    })
}

fn recorded(name: &str, path: &Path) -> anyhow::Result<Box<dyn Backend>> {
    let again = "record it again with `opconform record`";
    let file = File::open(path)
        .with_context(|| format!("cannot read the recording {}: name a file that you may read", path.display()))?;
    let recording = Recording::read(file).with_context(|| format!("cannot use {}: {again}", path.display()))?;
    Ok(Box::new(Recorded::new(name, recording)))
}

/// The profiles of these names, or all.
pub(crate) fn profiles(names: &[String]) -> anyhow::Result<Vec<&'static Profile>> {
    if let Some((_, name)) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
        bail!("profile `{name}` is named twice");
    }
    Profile::chosen(names).map_err(|unknown| {
        let known: Vec<&str> = PROFILES.iter().map(|profile| profile.name).collect();
        anyhow::anyhow!("unknown profile `{unknown}`: expected {}", known.join(", "))
    })
}

/// The cases of the suite, and the node tests where they are asked for.
pub(crate) fn cases(suite: &SuiteArgs) -> anyhow::Result<Vec<Case>> {
    let defaults = Settings::default();
    let settings = Settings { seed: suite.seed, random_cases: suite.random.unwrap_or(defaults.random_cases) };
    let mut cases = all(&settings);
    if let Some(directory) = &suite.node_tests {
        let tests = opconform_onnx::read_node_tests(directory).context("cannot read the node tests")?;
        if tests.cases.is_empty() {
            bail!("{} has node tests, but none of an operator that can be judged", directory.display());
        }
        let skipped = tests.skipped.len();
        remark(&format!("node tests: {} cases, {skipped} of operators that are not judged", tests.cases.len()));
        cases.extend(tests.cases);
    }
    Ok(cases)
}

/// The cases whose id contains a text.
pub(crate) fn only(mut cases: Vec<Case>, text: Option<&str>) -> anyhow::Result<Vec<Case>> {
    if let Some(text) = text {
        cases.retain(|case| case.id().contains(text));
        if cases.is_empty() {
            bail!("no case of the suite has `{text}` in its id: `opconform cases list` shows them all");
        }
    }
    Ok(cases)
}
