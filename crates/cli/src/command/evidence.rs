//! `opconform evidence`: what an assessor asks for, in one folder.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use opconform_files::{read_text, sha256};
use opconform_report::{Evidence, Format, LARGEST, Qualification, QualificationRun, Quoting, Report, Staging, View};
use opconform_spec::{Clause, Document, clauses, profiles, statements};

use super::qualify::{PAGE, RUN, TABLE, tried};
use crate::exit::Exit;
use crate::places::REPORT;
use crate::suite::SuiteArgs;
use crate::{interrupt, output, published};

/// For `--help`.
const EXAMPLES: &str = "\
The folder has the report and its witnesses, and:
  evidence.html, evidence.md   for people: claims, requirements, results, deviations, qualification, configuration, limits
  requirements.csv             each sentence of the sources: its clauses, their results, the planted faults that they kill
  qualification.json, .md      the planted faults that this very program was tried on
  SHA256SUMS                   the hash of each file

Exit codes:
  0    the folder is written, and the suite is qualified: what backends departed from is in section 5
  1    the folder is written, and the suite is not qualified: section 7 lists why, a line for each fault, clause or control
  2    the arguments are wrong, or the report or the qualification is not of this very program: nothing is written
  130  interrupted: nothing is written

Examples:
  opconform qualify --output qualification
  opconform evidence reports/latest --qualification qualification --output evidence";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct EvidenceArgs {
    /// The folder of the report, as `opconform run` or `opconform gate` of this very program wrote it
    #[arg(value_name = "DIR", default_value = REPORT)]
    report: PathBuf,

    /// The folder that `opconform qualify --output` of this very program wrote on this machine; the suite is tried now, for some
    /// minutes, when left out
    #[arg(long, value_name = "DIR")]
    qualification: Option<PathBuf>,

    /// The folder to write; one that holds a report or evidence is replaced when the new one is complete
    #[arg(long, short, value_name = "DIR", default_value = "reports/evidence")]
    output: PathBuf,

    #[command(flatten)]
    suite: SuiteArgs,

    /// No progress, and nothing on standard output
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn evidence(args: &EvidenceArgs) -> anyhow::Result<Exit> {
    interrupt::at_once()?;
    ensure!(args.report.is_dir(), "{} is no folder: name the one that `opconform run` wrote", args.report.display());
    let report = published::read(&args.report)?;
    let program = opconform_harness::program().context("this program cannot be read, and so not be identified")?;
    check(&report, &program)?;
    let mut files = report_files(&args.report, &report)?;
    let staging = Staging::create(&args.output).context("cannot write the evidence")?;
    let tried = match &args.qualification {
        Some(folder) => Some(earlier(folder, &program)?),
        None => tried(&args.suite, args.quiet)?,
    };
    let Some((qualification, run)) = tried else { return Ok(Exit::Interrupted) };
    let quoting: Vec<Quoting> = clauses().filter_map(quoting).collect();
    let evidence = Evidence { report: &report, qualification: &qualification, run: &run, quoting: &quoting };
    files.extend([
        ("evidence.html".to_owned(), evidence.html()),
        ("evidence.md".to_owned(), evidence.markdown()),
        ("requirements.csv".to_owned(), evidence.requirements_csv()),
        (TABLE.to_owned(), qualification.json()),
        (PAGE.to_owned(), qualification.markdown(&run.command)),
        (RUN.to_owned(), serde_json::to_string_pretty(&run)? + "\n"),
    ]);
    write(staging, files)?;
    if !args.quiet {
        let folder = args.output.display();
        output::print(&format!(
            "{}\nlook at  {folder}/evidence.html\ncheck    cd {folder} && sha256sum --check --quiet SHA256SUMS\n",
            evidence.line()
        ))?;
    }
    Ok(if qualification.shortcomings().is_empty() { Exit::AsExpected } else { Exit::Violations })
}

/// The documents that a clause quotes and that were not read sentence by sentence; `None` where there are none.
fn quoting(clause: &Clause) -> Option<Quoting> {
    let is_read = |document: &Document| statements().any(|statement| statement.document == *document);
    let quoted = clause.documents.iter().filter(|document| !is_read(document));
    let quoted = quoted.map(|document| (document.family().title(), document.title()));
    let of_profiles = profiles().filter(|profile| clause.profiles.contains(&profile.name));
    let of_profiles = of_profiles.map(|profile| (profile.family.title(), profile.source));
    let documents: Vec<(&str, &str)> =
        if clause.documents.is_empty() { of_profiles.collect() } else { quoted.collect() };
    (!documents.is_empty()).then_some(Quoting { clause: clause.id, documents })
}

/// An error where a report is no evidence of what this program found.
fn check(report: &Report, program: &str) -> anyhow::Result<()> {
    ensure!(!report.partial, "the report is partial: judge all of it, then pack it");
    ensure!(
        !report.judges_no_claim(),
        "nothing of what is claimed was judged: judge again without --profile and without a filter that leaves it out"
    );
    if report.provenance.program != program {
        let made = match report.provenance.program.as_str() {
            "" => "the report does not say which program made it".to_owned(),
            other => format!("the report was made by another program (SHA-256 {other} there, {program} here)"),
        };
        bail!("{made}: judge again with this one, or pack it with the one that judged");
    }
    Ok(())
}

/// The files of a report: as they are, where the report does not say what is in them.
fn report_files(folder: &Path, report: &Report) -> anyhow::Result<Vec<(String, String)>> {
    let read = |name: &str| {
        let is_within = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        ensure!(is_within, "{name:?} is no file of a report: run again");
        let text = read_text(&folder.join(name), LARGEST).context("a file of the report is missing: run again")?;
        Ok((name.to_owned(), text))
    };
    let mut files = Vec::new();
    for format in Format::ALL {
        match format.file_name() {
            Some(name) if *format == Format::Json => files.push(read(name)?),
            Some(name) => files.push((name.to_owned(), format.render(report, &View::default()))),
            None => {}
        }
    }
    for finding in &report.findings {
        if !files.iter().any(|(name, _)| *name == finding.witness.file) {
            files.push(read(&finding.witness.file)?);
        }
    }
    Ok(files)
}

/// What an earlier qualification came to; an error where this program did not make it here.
fn earlier(folder: &Path, program: &str) -> anyhow::Result<(Qualification, QualificationRun)> {
    let read = |name: &str| {
        read_text(&folder.join(name), LARGEST).context("name the folder that `opconform qualify --output` wrote")
    };
    let damaged = || format!("{} is not as `opconform qualify` wrote it: qualify again", folder.display());
    let table = read(TABLE)?;
    let run: QualificationRun = serde_json::from_str(&read(RUN)?).with_context(damaged)?;
    ensure!(run.qualification == sha256(table.as_bytes()), damaged());
    ensure!(
        (run.program.as_str(), run.machine.as_str()) == (program, opconform_harness::machine().as_str()),
        "{}: another program was qualified, or on another machine: qualify again",
        folder.display()
    );
    Ok((serde_json::from_str(&table).with_context(damaged)?, run))
}

/// Writes the files, and the hash of each.
fn write(mut staging: Staging, mut files: Vec<(String, String)>) -> anyhow::Result<()> {
    files.sort();
    let mut sums = String::new();
    for (name, text) in &files {
        let _ = writeln!(sums, "{}  {name}", sha256(text.as_bytes()));
    }
    for (name, text) in files.iter().chain([&("SHA256SUMS".to_owned(), sums)]) {
        staging.write(name, text.as_bytes()).context("cannot write the evidence")?;
    }
    staging.publish().context("cannot write the evidence")?;
    Ok(())
}
