//! From names on the command line to backends, profiles, element types and cases.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use opconform_backends::{BACKENDS, Backend, Choice, Entry, Recorded, Recording};
use opconform_cases::{Asked, Settings, those};
use opconform_harness::{Under, beside_waiting};
use opconform_mutants::{DOCUMENTS, MUTANTS, planted};
use opconform_report::Unavailable;
use opconform_spec::{Case, Claim, Clause, PROFILES, Profile, Specification, clauses};
use opconform_tensor::{DType, UnknownDType};
use opconform_text::near::nearest;
use rayon::prelude::*;

use crate::adapter::{BackendArgs, IsolationArgs, Opener};
use crate::near;
use crate::output::remark;
use crate::specification::unknown;
use crate::suite::SuiteArgs;
use crate::watch::Watch;

/// What the name of a recording as a backend begins with; its path follows.
const RECORDED: &str = "recorded:";

/// The bytes of the largest recording that is read: twenty times that of the whole suite.
pub(crate) const LARGEST_RECORDING: u64 = 32 << 20;

/// The most characters of the name of a recording: it is repeated wherever a report speaks of it.
const LONGEST_NAME: usize = 512;

/// The name that stands for every backend that is available.
const EVERY: &str = "all";

/// The backends of these names, or all; and those that cannot run here or are not taken unasked.
pub(crate) type Opened = (Vec<Box<dyn Backend>>, Vec<Unavailable>);

/// Opens the backends that are chosen, or all that are taken unasked, under watch. One that is chosen must be available.
pub(crate) fn backends(args: &BackendArgs, watch: &Watch) -> anyhow::Result<Opened> {
    let mut opened: Opened = (Vec::new(), Vec::new());
    let named: Vec<&String> = args.backend.iter().filter(|&name| name != EVERY).collect();
    let every = named.len() < args.backend.len();
    if every || args.backend.is_empty() && args.own().next().is_none() {
        let open = |entry: &'static Entry| {
            let waits = entry.waits_to_be_fetched().or_else(|| entry.waits_to_be_named().filter(|_| !every));
            waits.map_or_else(|| watch.opening(entry.name, || args.isolation.open(&entry.choice())), Err)
        };
        for (entry, tried) in BACKENDS.iter().zip(side_by_side(BACKENDS, open)) {
            match tried {
                Ok(backend) => opened.0.push(backend),
                Err(reason) => opened.1.push(Unavailable { name: entry.name.to_owned(), reason: reason.to_string() }),
            }
        }
    }
    chosen(args, named, &mut opened.0, watch)?;
    Ok(opened)
}

/// Opens the backends of these names, and what is tried besides backends of this binary; each must be available.
pub(crate) fn chosen<'a>(
    args: &BackendArgs,
    named: impl IntoIterator<Item = &'a String>,
    opened: &mut Vec<Box<dyn Backend>>,
    watch: &Watch,
) -> anyhow::Result<()> {
    let of_a_name: Opener = |isolation, name| backend(name, isolation);
    let named = named.into_iter().map(|name| (name.as_str(), of_a_name));
    let all: Vec<(&str, Opener)> = named.chain(args.own()).collect();
    for backend in side_by_side(&all, |(text, open)| watch.opening(text, || open(&args.isolation, text))) {
        let backend = backend?;
        let name = &backend.describe().name;
        if opened.iter().any(|other| other.describe().name == *name) {
            bail!("backend `{name}` is named twice");
        }
        opened.push(backend);
    }
    Ok(())
}

/// What `open` makes of each, in their order. Who opens a backend waits for its process and its library, meanwhile others are opened.
fn side_by_side<'a, T: Sync, O: Send>(these: &'a [T], open: impl Fn(&'a T) -> O + Sync) -> Vec<O> {
    beside_waiting(true, || these.par_iter().map(&open).collect())
}

/// Whether there is something of every name that is chosen: known before the cases are made, which takes longer than to see a typo.
pub(crate) fn are_there(args: &BackendArgs) -> anyhow::Result<()> {
    let names = args.backend.iter().filter(|&name| name != EVERY && !name.starts_with(RECORDED));
    names.filter(|name| planted(name).is_none()).try_for_each(|name| choice_of(name, Besides::AllThatIsTried).map(drop))
}

/// Opens the one backend that is chosen.
pub(crate) fn one_backend(args: &BackendArgs) -> anyhow::Result<Box<dyn Backend>> {
    match (args.backend.as_slice(), args.own().collect::<Vec<_>>().as_slice()) {
        ([name], []) if name != EVERY => backend(name, &args.isolation),
        ([], [(text, open)]) => open(&args.isolation, text),
        _ => {
            bail!(
                "name one backend, with --backend NAME, --adapter COMMAND, --dylib FILE:SYMBOL or --python FILE:CALLABLE"
            )
        }
    }
}

/// Opens a backend, or the adapter of a `NAME=COMMAND`.
pub(crate) fn backend_or_adapter(text: &str, isolation: &IsolationArgs) -> anyhow::Result<Box<dyn Backend>> {
    let is_path = text.starts_with(RECORDED);
    if text.contains('=') && !is_path { isolation.open_adapter(text) } else { backend(text, isolation) }
}

/// Opens one backend, which must be available.
fn backend(name: &str, isolation: &IsolationArgs) -> anyhow::Result<Box<dyn Backend>> {
    if let Some(path) = name.strip_prefix(RECORDED) {
        return recorded(Path::new(path));
    }
    if let Some(planted) = planted(name) {
        return Ok(planted);
    }
    isolation
        .open(&choice_of(name, Besides::AllThatIsTried)?)
        .with_context(|| format!("backend `{name}` cannot run here"))
}

/// The backend of this binary that is asked for as `NAME` or `NAME-SETTING`, and behind either `@VERSION`.
pub(crate) fn choice(text: &str) -> anyhow::Result<Choice> {
    choice_of(text, Besides::Nothing)
}

/// What may be named beside a backend of this binary.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Besides {
    Nothing,
    /// Whatever the suite is put to: all of them, recordings, and planted faults.
    AllThatIsTried,
}

fn choice_of(text: &str, besides: Besides) -> anyhow::Result<Choice> {
    let (name, version) = Choice::split(text);
    match Entry::asked(name) {
        Some((entry, setting)) => Ok(Choice::new(entry, setting, version)?),
        None if version.is_some() => Err(unknown_in_versions(name)),
        None => Err(unknown_backend(name, besides)),
    }
}

/// Why a name, behind which a version stands, is that of no backend: by those alone that can be had in versions.
fn unknown_in_versions(name: &str) -> anyhow::Error {
    let versioned: Vec<&str> = BACKENDS.iter().filter(|entry| entry.has_versions()).map(|entry| entry.name).collect();
    let set = in_settings(Entry::has_versions);
    let near = nearest(name, BACKENDS.iter().map(|entry| entry.name)).filter(|near| !versioned.contains(near));
    let is_of_near =
        |it: &&&str| near.is_some_and(|near| it.strip_prefix(near).is_some_and(|rest| rest.starts_with('-')));
    let own: Vec<&str> = versioned.iter().filter(is_of_near).copied().collect();
    if own.is_empty() {
        let expected = format!("those in versions are {}", versioned.join(", "));
        return near::unknown("backend", name, versioned.into_iter().chain(set.iter().map(String::as_str)), &expected);
    }
    anyhow!("unknown backend `{name}`: in versions there are {}", own.join(", "))
}

/// The backend of this binary that has this name.
pub(crate) fn entry(name: &str) -> anyhow::Result<&'static Entry> {
    Entry::named(name).ok_or_else(|| unknown_backend(name, Besides::Nothing))
}

/// Why a name is that of no backend: by the settings of one, where it begins with its name, or by all that there is.
fn unknown_backend(name: &str, besides: Besides) -> anyhow::Error {
    let mut known: Vec<&str> = BACKENDS.iter().map(|entry| entry.name).collect();
    let (mut further, mut others) = (in_settings(|_| true), String::new());
    if besides == Besides::AllThatIsTried {
        known.push(EVERY);
        further.extend(planted_names());
        others = format!("; {EVERY}, {RECORDED}FILE and the planted faults of `opconform qualify` are taken, too");
    }
    let own = in_settings(|entry| name.strip_prefix(entry.name).is_some_and(|rest| rest.starts_with('-')));
    let expected = if own.is_empty() {
        format!("`opconform backends` lists them{others}")
    } else {
        format!("in settings there are {}", own.join(", "))
    };
    near::unknown("backend", name, known.into_iter().chain(further.iter().map(String::as_str)), &expected)
}

/// The names of these backends in each of their settings.
fn in_settings(of: impl Fn(&Entry) -> bool) -> Vec<String> {
    BACKENDS.iter().filter(|&entry| of(entry)).flat_map(Entry::names_in_settings).collect()
}

/// The names of all planted faults.
fn planted_names() -> Vec<String> {
    let of_families = MUTANTS.iter().flat_map(|family| family.mutants).map(|mutant| mutant.name.to_owned());
    let of_documents = DOCUMENTS.iter().flat_map(|it| it.faults.iter().map(|fault| it.name_of(fault)));
    of_families.chain(of_documents).collect()
}

/// Opens a recording as a backend.
pub(crate) fn recorded(path: &Path) -> anyhow::Result<Box<dyn Backend>> {
    if path.as_os_str().is_empty() {
        bail!("`{RECORDED}` names no file: write it behind the colon, as in `{RECORDED}runtime.ocr`");
    }
    let name = format!("{RECORDED}{}", path.display());
    if name.chars().nth(LONGEST_NAME).is_some() {
        bail!("the path of a recording has more than {LONGEST_NAME} characters: move it to where it has fewer");
    }
    Ok(Box::new(Recorded::new(&name, recording(path)?)))
}

/// Reads a recording.
pub(crate) fn recording(path: &Path) -> anyhow::Result<Recording> {
    let again = "record it again with `opconform record`";
    let file = opconform_files::open(path, LARGEST_RECORDING).context("no recording: name a file that you may read")?;
    Recording::read(file).with_context(|| format!("cannot use {}: {again}", path.display()))
}

/// Where it is said what a backend is judged by instead of what it claims.
pub(crate) const AGAINST: &str = "--against";

/// The claims of what is named on the command line.
pub(crate) fn claims(names: &[String]) -> anyhow::Result<Vec<Claim>> {
    names.iter().map(|name| claim(name)).collect()
}

fn claim(name: &str) -> anyhow::Result<Claim> {
    match Specification::named(name) {
        Specification::Document(_) => Err(unknown(name)),
        specification => Ok(Claim { specification, place: AGAINST.into() }),
    }
}

/// The profiles of these names, or of these families; of no name, what each backend claims, and the five sources, or of who claims
/// nothing all.
pub(crate) fn under(names: &[String]) -> anyhow::Result<Under> {
    Ok(if names.is_empty() { Under::Claims } else { Under::Named(profiles(names)?) })
}

/// The profiles of these names, or of these families; of no name, those of the five sources.
pub(crate) fn profiles(names: &[String]) -> anyhow::Result<Vec<&'static Profile>> {
    let mut profiles: Vec<&'static Profile> = Vec::new();
    for name in names {
        for profile in claim(name)?.specification.profiles() {
            if profiles.contains(&profile) {
                bail!("profile `{}` is named twice", profile.name);
            }
            profiles.push(profile);
        }
    }
    Ok(if names.is_empty() { PROFILES.to_vec() } else { profiles })
}

/// The clause of this id, in capitals or not.
pub(crate) fn clause(id: &str) -> anyhow::Result<&'static Clause> {
    clauses().find(|clause| clause.id.eq_ignore_ascii_case(id)).ok_or_else(|| {
        near::unknown("clause", id, clauses().map(|clause| clause.id), "`opconform clauses` lists them all")
    })
}

/// The cases of the suite that are asked for, perhaps with others, and the node tests where those are.
pub(crate) fn cases(suite: &SuiteArgs, asked: Asked<'_>) -> anyhow::Result<Vec<Case>> {
    let defaults = Settings::default();
    let random_cases = suite.random.unwrap_or(defaults.random_cases);
    let settings = Settings { seed: suite.seed, random_cases, ways: suite.ways.into(), lengths: suite.lengths.into() };
    // Before the suite is made: a file that cannot be used is better known now.
    let tests = suite.node_tests.as_deref().map(node_tests).transpose()?;
    let mut cases = those(&settings, asked);
    cases.extend(tests.into_iter().flatten());
    Ok(cases)
}

/// The cases of ONNX's own node tests.
fn node_tests(directory: &Path) -> anyhow::Result<Vec<Case>> {
    let tests = opconform_onnx::read_node_tests(directory).context("cannot read the node tests")?;
    if tests.cases.is_empty() {
        bail!("{} has node tests, but none of an operator that can be judged", directory.display());
    }
    let skipped = tests.skipped.len();
    remark(&format!("node tests: {} cases, {skipped} of operators that are not judged", tests.cases.len()));
    Ok(tests.cases)
}

/// The element type of a name.
pub(crate) fn dtype(text: &str) -> Result<DType, String> {
    text.parse().map_err(|error: UnknownDType| match nearest(text, DType::ALL.map(DType::name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => error.to_string(),
    })
}
