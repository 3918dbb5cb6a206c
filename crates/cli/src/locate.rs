//! From what a person names to the case that it is.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use opconform_cases::file;
use opconform_cases::fuzz::{TARGETS, Target};
use opconform_spec::Case;

use crate::places::REPORT;
use crate::suite::SuiteArgs;
use crate::{chosen, near};

/// The bytes of the largest case file, or input of a fuzz target, that is read.
const LARGEST: u64 = 64 << 20;

/// A case, by one of its names.
#[derive(Args, Debug)]
pub(crate) struct CaseArgs {
    /// A case file, what a fuzz target has left in `fuzz/artifacts/TARGET`, or the id of a case of the suite or of a
    /// finding's witness
    #[arg(value_name = "CASE")]
    case: String,

    #[command(flatten)]
    suite: SuiteArgs,

    /// The report whose witnesses are searched for the id
    #[arg(long, value_name = "DIR", default_value = REPORT)]
    report: PathBuf,

    /// The fuzz target whose input the file is; known by the folder's name when left out
    #[arg(long, value_name = "NAME")]
    target: Option<String>,
}

impl CaseArgs {
    /// The case: of a file, or of an id among the witnesses of the report, then in the suite.
    pub(crate) fn locate(&self) -> anyhow::Result<Case> {
        self.named(&self.case)
    }

    /// Another case, by one of its names.
    pub(crate) fn named(&self, name: &str) -> anyhow::Result<Case> {
        let target = self.target.as_deref().map(target).transpose()?;
        let path = Path::new(name);
        if path.is_file() {
            return match target.or_else(|| target_of(path)) {
                Some(target) => artifact(path, target),
                None => read(path),
            };
        }
        if !name.contains('#') {
            bail!(
                "{} is no file, and not the id of a case, which has a # in it: name a case file, or an id that \
                 `opconform cases list` or a report shows",
                path.display()
            );
        }
        if let Some(case) = witness(&self.report.join("witnesses"), name)? {
            return Ok(case);
        }
        let report = self.report.display();
        let otherwise = format!(
            "in the suite or among the witnesses of {report}: give the --seed, --random, --node-tests or --report that it \
             came with"
        );
        chosen::case(name, &self.suite, &otherwise)
    }
}

/// The fuzz target of this name.
pub(crate) fn target(name: &str) -> anyhow::Result<&'static Target> {
    Target::named(name).ok_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        let expected = format!("of those that try operators there are {}", known.join(", "));
        near::unknown("target", name, known, &expected)
    })
}

/// The fuzz target that has a file in its folder.
fn target_of(path: &Path) -> Option<&'static Target> {
    Target::named(path.parent()?.file_name()?.to_str()?)
}

fn artifact(path: &Path, target: &Target) -> anyhow::Result<Case> {
    target.decode(&bytes(path)?).with_context(|| {
        format!("{} is an encoded case cut short: name the whole file, and its own --target", path.display())
    })
}

fn witness(folder: &Path, id: &str) -> anyhow::Result<Option<Case>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(None) };
    for entry in entries {
        let case = read(&entry.with_context(|| format!("cannot read {}", folder.display()))?.path())?;
        if case.id() == id {
            return Ok(Some(case));
        }
    }
    Ok(None)
}

/// The case of a case file.
pub(crate) fn read(path: &Path) -> anyhow::Result<Case> {
    file::from_json(&bytes(path)?)
        .with_context(|| format!("{} is no case: export it again with `opconform cases export`", path.display()))
}

fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    opconform_files::read(path, LARGEST).context("name a case file that you may read")
}
