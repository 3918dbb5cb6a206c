//! What came of one shard of the cases that a seed draws, kept in a file, and several of them added up.
//!
//! The shards have each case once. A clause that compares cases sees those of its own shard alone, so that less of it may be found in many
//! shards than in one; every other count is that of one session over all of the cases.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use opconform_backends::Description;
use opconform_harness::fuzz::Fuzzer;
use opconform_harness::shards::Shard;
use opconform_report::Finding;
use serde::{Deserialize, Serialize};

use crate::save::write;

/// What the name of such a file ends with.
pub(crate) const ENDING: &str = ".fuzz.json";

/// The bytes of the largest file that is read.
const LARGEST: u64 = 64 << 20;

/// What a session was asked to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    suite: String,
    commit: Option<String>,
    seed: u64,
    targets: Vec<String>,
    profiles: Vec<String>,
    /// After how many cases to stop, of all shards together.
    cases: Option<u64>,
    of: u64,
    /// Each backend with its version, and the CPU features that it may use.
    backends: Vec<(String, String, Vec<String>)>,
}

impl Asked {
    pub(super) fn of(
        seed: u64,
        targets: &[String],
        profiles: &[String],
        cases: Option<u64>,
        shard: Shard,
        backends: &[Description],
    ) -> Self {
        let backend = |it: &Description| (it.name.clone(), it.version.clone(), it.cpu_features.clone());
        Self {
            suite: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("OPCONFORM_COMMIT").map(ToOwned::to_owned),
            seed,
            targets: targets.to_vec(),
            profiles: profiles.to_vec(),
            cases,
            of: shard.of(),
            backends: backends.iter().map(backend).collect(),
        }
    }
}

/// What came of a shard of the cases, or of all shards.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Session {
    asked: Asked,
    /// The shards that it has.
    shards: Vec<u64>,
    pub(crate) judged: u64,
    pub(crate) compared: u64,
    /// By the backend and the id.
    found: BTreeMap<String, Counted>,
}

/// A finding, with the number of the case that showed it first.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    first: u64,
    is_known: bool,
    finding: Finding,
}

impl Session {
    /// What a finding is known by in all shards.
    pub(super) fn name(finding: &Finding) -> String {
        format!("{} {}", finding.backend, finding.id)
    }

    /// What a session found; `first` has the number of the case that showed each finding first.
    pub(super) fn of(
        asked: Asked,
        shard: Shard,
        fuzzer: &Fuzzer,
        first: &BTreeMap<String, u64>,
        is_known: impl Fn(&Finding) -> bool,
    ) -> Self {
        let counted = |finding: &Finding| {
            let name = Self::name(finding);
            let first = first.get(&name).copied().unwrap_or_default();
            (name, Counted { first, is_known: is_known(finding), finding: finding.clone() })
        };
        Self {
            asked,
            shards: vec![shard.number()],
            judged: fuzzer.judged(),
            compared: fuzzer.compared(),
            found: fuzzer.found().map(|found| counted(&found.finding)).collect(),
        }
    }

    /// Writes the session to a file.
    pub(crate) fn write(&self, path: &Path) -> anyhow::Result<()> {
        write(path, (serde_json::to_string_pretty(self)? + "\n").as_bytes())
    }

    /// Reads a session.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = opconform_files::read_text(path, LARGEST).context("no shard of a session: name another file")?;
        serde_json::from_str(&text)
            .with_context(|| format!("{} is no shard of `opconform fuzz --shard`: fuzz it again", path.display()))
    }

    /// Adds what another file has: a finding of both is as the shard has it that met it first, and counted in both.
    pub(crate) fn add(&mut self, other: Self, name: &Path) -> anyhow::Result<()> {
        let name = name.display();
        if other.asked != self.asked {
            bail!(
                "{name} does not belong to the others: it was asked {}, and not {}: leave it out, or fuzz it again",
                serde_json::to_string(&other.asked)?,
                serde_json::to_string(&self.asked)?
            );
        }
        if let Some(twice) = other.shards.iter().find(|it| self.shards.contains(it)) {
            bail!("{name} is shard {twice} of {}, which another file has too: leave out one of them", self.asked.of);
        }
        self.shards.extend(other.shards);
        self.shards.sort_unstable();
        self.judged += other.judged;
        self.compared += other.compared;
        for (name, new) in other.found {
            let Some(known) = self.found.remove(&name) else {
                self.found.insert(name, new);
                continue;
            };
            let (cases, elements) =
                (known.finding.cases + new.finding.cases, known.finding.elements + new.finding.elements);
            let mut both = if known.first <= new.first { known } else { new };
            (both.finding.cases, both.finding.elements) = (cases, elements);
            self.found.insert(name, both);
        }
        Ok(())
    }

    /// How many shards there are.
    pub(crate) fn of_all(&self) -> u64 {
        self.asked.of
    }

    /// Whether all shards are there; an error that names those that are not.
    pub(crate) fn complete(&self) -> anyhow::Result<()> {
        let missing = (1..=self.asked.of).filter(|number| !self.shards.contains(number));
        let missing: Vec<String> = missing.map(|number| number.to_string()).collect();
        if !missing.is_empty() {
            let (missing, of) = (missing.join(", "), self.asked.of);
            bail!("shard {missing} of {of} is missing: fuzz it with --shard, and name its file or folder too");
        }
        match self.asked.cases {
            Some(cases) if self.judged != cases => {
                bail!(
                    "{cases} cases were asked for, and {} judged: a shard was interrupted or changed: fuzz it again",
                    self.judged
                )
            }
            _ => Ok(()),
        }
    }

    /// The findings that are not known, and how many are.
    pub(crate) fn findings(&self) -> (Vec<&Finding>, usize) {
        let of = |is_known: bool| self.found.values().filter(move |it| it.is_known == is_known);
        (of(false).map(|it| &it.finding).collect(), of(true).count())
    }
}
