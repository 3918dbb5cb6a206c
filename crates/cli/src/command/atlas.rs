//! `opconform atlas`: recordings and reports of many runtimes as one site.

use std::fs;
use std::io::{BufWriter, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context as _, bail};
use clap::Args;
use opconform_backends::{Choice, Description, Entry, Recording, read_recordings, write_pack};
use opconform_files::Unfinished;
use opconform_harness::enumerate::KeptCounts;
use opconform_report::{Atlas, FoundFaults, JudgedReport, Report, Staging, plural, visible};

use crate::command::exhaust::kept;
use crate::exit::Exit;
use crate::selection::LARGEST_RECORDING;
use crate::watch::Watch;
use crate::{interrupt, output, published};

mod found;
mod judging;

/// For `--help`.
const EXAMPLES: &str = "\
A recording is judged by this program, by those of its cases that are asked in this suite, whatever their ids were then; a report \
stands as it is. Recordings of one version that have no case in common are judged as one: what is asked since a version was recorded is \
recorded by itself. A folder of results of `opconform exhaust` adds to the page of a version what was counted of all pairs. Versions of a \
runtime have one name, with the version behind an `@` where it was asked for: their history is on the \
runtime's page, and on standard output. A folder of found faults is one as reports/found: a list, and a folder of each with a page, a \
program and an issue, which the pages of the runtimes link to.

Exit codes:
  0    the site is written, whatever the runtimes depart from
  2    wrong usage, or a file that cannot be used: nothing is written
  4    nothing was judged of any runtime: nothing is written
  130  interrupted: nothing is written

Examples:
  opconform record --backend ndarray-f32max --only max/f32/nan --output ndarray.ocr
  opconform record --backend portable --only max/f32/nan --output portable.ocr
  opconform atlas ndarray.ocr portable.ocr --output site
  opconform atlas ndarray.ocr portable.ocr --pack both.ocr
  opconform atlas ndarray.ocr reports/latest --output site";

/// The arguments of `opconform atlas`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AtlasArgs {
    /// Recordings, packs of them, reports, and folders that have any of these; folders of results of `opconform exhaust`, or of found faults
    #[arg(required = true, value_name = "DIR-OR-FILE")]
    sources: Vec<PathBuf>,

    /// The folder to write; one that holds an atlas or a report is replaced when the new one is complete
    #[arg(long, short, value_name = "DIR", default_value = "reports/site")]
    output: PathBuf,

    /// Write the recordings into this file, instead of a site: what they have in common is kept once, and of the cases with answers
    /// of more than four kibibytes, which take most of the room, nothing. Of the same version of a runtime, the recording that is
    /// named last is kept
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pack: Option<PathBuf>,

    /// No progress, and nothing on standard output
    #[arg(long, short)]
    quiet: bool,
}

const NO_ATLAS: &str = "these make no atlas";

pub(crate) fn atlas(args: &AtlasArgs) -> anyhow::Result<Exit> {
    interrupt::at_once()?;
    if let Some(path) = &args.pack {
        return pack(path, sources(&args.sources)?);
    }
    let Sources { recordings, reports, counted, found } = sources(&args.sources)?;
    let mut recordings = Recording::joined(recordings);
    // Before the long run: a folder that cannot be written is better known now.
    let mut staging = Staging::create(&args.output).context("cannot write the atlas")?;
    let stop = interrupt::for_nothing()?;
    let versions = told_apart(&recordings);
    // Before the long run, too.
    let names = recordings.iter().map(|it| Choice::split(&it.provenance.backend.name).0);
    let recorded = names.zip(versions.iter().map(String::as_str));
    let reported = reports.iter().flat_map(|report| &report.backends).map(|it| (it.name.as_str(), it.version.as_str()));
    Atlas::apart(recorded.chain(reported)).context(NO_ATLAS)?;
    let is_recorded = |pairs: &&KeptCounts| recordings.iter().any(|it| pairs.is_of(&it.provenance.backend));
    if let Some(alone) = counted.iter().find(|pairs| !is_recorded(pairs)) {
        let (name, version) = (visible(&alone.asked().backend), visible(&alone.asked().version));
        bail!(
            "pairs of {name} {version} were counted, of which there is no recording: leave the result out, or name the recording"
        );
    }
    let mut judged: Vec<JudgedReport> =
        reports.into_iter().map(|report| JudgedReport { report, coverage: None, selection: None }).collect();
    let watch = Watch::new(args.quiet);
    name_versions(&mut recordings);
    let mut answered = judging::all(recordings, &counted, &watch, &stop)?;
    drop(watch);
    if stop.load(Ordering::Relaxed) {
        return Ok(Exit::Interrupted);
    }
    for (it, version) in answered.iter_mut().zip(versions) {
        it.report.backends.iter_mut().for_each(|backend| backend.version.clone_from(&version));
    }
    judged.extend(answered);
    if judged.iter().all(|it| it.report.judges_nothing()) {
        output::remark("error: nothing was judged: no clause made a single comparison on any of these answers");
        return Ok(Exit::NothingJudged);
    }
    let atlas = Atlas::of(judged).context(NO_ATLAS)?.with(found);
    for page in atlas.pages() {
        staging.write(&page.path, page.text.as_bytes()).context("cannot write the atlas")?;
    }
    if stop.load(Ordering::Relaxed) {
        return Ok(Exit::Interrupted);
    }
    staging.publish().context("cannot write the atlas")?;
    if !args.quiet {
        let folder = args.output.display();
        output::print(&format!("{}\nlook at  {folder}/index.html\n", atlas.summary()))?;
    }
    Ok(Exit::AsExpected)
}

/// What an atlas is made of.
#[derive(Default)]
struct Sources {
    recordings: Vec<Recording>,
    reports: Vec<Report>,
    counted: Vec<KeptCounts>,
    found: FoundFaults,
}

/// Reads recordings and reports, and what folders have of them and of found faults, by name.
fn sources(paths: &[PathBuf]) -> anyhow::Result<Sources> {
    let mut sources = Sources::default();
    for path in paths {
        if path.is_dir() {
            let (files, faults) = (within(path)?, found::folders(path)?);
            // Beside recordings, a report or found faults other files may lie.
            let is_of_results = files.is_empty() && faults.is_empty();
            let results = if is_of_results { kept::within(path)? } else { Vec::new() };
            if files.is_empty() && faults.is_empty() && results.is_empty() {
                let folder = path.display();
                bail!(
                    "{folder} has no recording (*.ocr), no report.json, no result of `opconform exhaust` (*.json) and no folder of a found \
                     fault (with an issue.md): name a folder that has one"
                );
            }
            files.iter().try_for_each(|file| sources.add(file))?;
            sources.counted.extend(kept::pairs(&results)?);
            if !faults.is_empty() {
                sources.found = sources.found.and(found::read(path, &faults)?);
            }
        } else {
            sources.add(path)?;
        }
    }
    Ok(sources)
}

/// The recordings of a folder, and its report.
fn within(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read the folder {}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        let is_recording = path.extension().is_some_and(|it| it == "ocr");
        if is_recording || path.file_name().is_some_and(|it| it == published::REPORT) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

impl Sources {
    /// Adds what a file has: a gzip is of recordings, and anything else a report.
    fn add(&mut self, path: &Path) -> anyhow::Result<()> {
        let open = || {
            opconform_files::open(path, LARGEST_RECORDING.max(opconform_report::LARGEST))
                .context("name a recording, a report, or a folder of them")
        };
        let mut head = Vec::new();
        open()?.take(2).read_to_end(&mut head).with_context(|| format!("cannot read {}", path.display()))?;
        if head == [0x1f, 0x8b] {
            let read = read_recordings(open()?);
            let again = "record it again with `opconform record`";
            self.recordings.extend(read.with_context(|| format!("cannot use {}: {again}", path.display()))?);
        } else {
            self.reports.push(published::read(path)?);
        }
        Ok(())
    }
}

/// The versions of recordings; behind each what it ran on, where two are of one version on different runtimes of a language.
fn told_apart(recordings: &[Recording]) -> Vec<String> {
    let all = || recordings.iter().map(|it| &it.provenance.backend);
    let of = |it: &Description| (Choice::split(&it.name).0.to_owned(), it.version.clone());
    let told = |own: &Description| {
        let is_other = |it: &Description| of(it) == of(own) && it.language != own.language;
        if all().any(is_other) { format!("{} ({})", own.version, own.language) } else { own.version.clone() }
    };
    all().map(told).collect()
}

/// Puts the version behind the name of what was recorded without one, where there are other versions of the runtime, and it can be had in
/// versions: the name alone asks for the newest.
fn name_versions(recordings: &mut [Recording]) {
    let all: Vec<_> = recordings.iter().map(|it| it.provenance.backend.clone()).collect();
    for recording in recordings {
        let own = &mut recording.provenance.backend;
        let is_other = |it: &Description| Choice::split(&it.name).0 == own.name && it.version != own.version;
        let choice = |(entry, setting)| Choice::new(entry, setting, Some(&own.version)).ok();
        if let Some(choice) = Entry::asked(&own.name).and_then(choice).filter(|_| all.iter().any(is_other)) {
            own.name = choice.name();
        }
    }
}

/// Writes recordings into one file.
fn pack(path: &Path, sources: Sources) -> anyhow::Result<Exit> {
    const NOWHERE: &str = "nothing is packed: name another file with --pack";
    if !sources.reports.is_empty() {
        bail!("a report is no recording: a pack has recordings alone");
    }
    if !sources.counted.is_empty() {
        bail!("a result of `opconform exhaust` is no recording: a pack has recordings alone");
    }
    if !sources.found.is_empty() {
        bail!("a found fault is no recording: a pack has recordings alone");
    }
    let mut kept: Vec<Recording> = Vec::new();
    for recording in sources.recordings {
        let of = |it: &Recording| {
            let about = &it.provenance.backend;
            (about.name.clone(), about.version.clone(), about.language.clone())
        };
        kept.retain(|it| of(it) != of(&recording));
        kept.push(recording);
    }
    kept.sort_by(|a, b| {
        let of = |it: &Recording| (it.provenance.backend.name.clone(), it.provenance.backend.version.clone());
        of(a).cmp(&of(b))
    });
    let unfinished = Unfinished::create(path).context(NOWHERE)?;
    unfinished.finish(|file| write_pack(&kept, BufWriter::new(file))).context(NOWHERE)?;
    output::remark(&format!("{}: {}", path.display(), plural(kept.len() as u64, "recording")));
    Ok(Exit::AsExpected)
}
