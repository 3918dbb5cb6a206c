//! The atlas: reports of many runtimes, in many versions, as one static site.
//!
//! ```text
//! index.html                          every runtime and version against every specification, the worst first
//! runtimes/NAME/index.html            a runtime: its versions, and which departure came and went with which
//! runtimes/NAME/VERSION.html          a version: the page of its report
//! runtimes/NAME/badge.svg             what the newest version comes to; VERSION.svg of each
//! specifications/FAMILY.html          a specification: its clauses, and how every runtime stands to it
//! atlas.json                          the first page, for machines
//! clauses/ID.html                     a clause: its words, and who breaks it with which operands
//! offenders.tsv                       who breaks which clause, for `opconform explain`
//! found/NAME.html                     a fault of a current release: its words, its versions, and a program that shows it
//! ```
//!
//! Nothing is judged here: verdicts, departures and distances are those of the reports, by the functions that every page goes by. The
//! names of the pages are made of the names of what they are about, so that an address means the same in every atlas. The same reports
//! give the same bytes: when and by what program they were judged stands nowhere.

mod address;
mod badge;
mod catalogue;
mod changes;
mod clause;
mod entry;
mod found;
mod frame;
mod history;
mod index;
mod markdown;
mod offenders;
mod page;
mod runtime;
mod specification;
mod table;
mod terminal;
mod version;
mod view;

use std::collections::BTreeSet;

use crate::text::visible;

pub use self::entry::{JudgedReport, SuiteCoverage};
pub use self::found::{FaultFiles, FoundError, FoundFaults};
pub(crate) use self::offenders::OFFENDERS;
pub use self::page::Page;
pub(crate) use self::table::{TABLE, is_atlas};

use self::catalogue::Catalogue;
use self::entry::{Entry, entries};
use self::view::runtimes;

/// Why reports make no atlas.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum AtlasError {
    /// No report has a backend.
    #[error("no backend in any of the reports")]
    Empty,
    /// Two reports are of the same version of a runtime.
    #[error("{} {} is there twice: leave one of the two out", visible(name), visible(version))]
    Twice {
        /// The runtime.
        name: String,
        /// The version.
        version: String,
    },
}

/// Reports of many runtimes, by runtime and version.
#[derive(Debug)]
pub struct Atlas {
    /// By name, then the newest version first.
    entries: Vec<Entry>,
    found: FoundFaults,
}

impl Atlas {
    /// An atlas of these reports, each of which may be of several backends.
    ///
    /// # Errors
    /// Where there is no backend, or the same version of a runtime twice.
    pub fn of(reports: Vec<JudgedReport>) -> Result<Self, AtlasError> {
        let mut entries: Vec<Entry> = reports.into_iter().flat_map(entries).collect();
        let key = |entry: &Entry| (entry.backend().name.clone(), version::key(&entry.backend().version));
        entries.sort_by(|a, b| {
            let ((name, version), (other, older)) = (key(a), key(b));
            let apart = || b.backend().version.cmp(&a.backend().version);
            name.cmp(&other).then(older.cmp(&version)).then_with(apart)
        });
        Self::apart(entries.iter().map(|entry| (entry.backend().name.as_str(), entry.backend().version.as_str())))?;
        if entries.is_empty() { Err(AtlasError::Empty) } else { Ok(Self { entries, found: FoundFaults::default() }) }
    }

    /// The same with faults that were found, which the pages of their runtimes link to.
    #[must_use]
    pub fn with(self, found: FoundFaults) -> Self {
        Self { found, ..self }
    }

    /// Whether these are versions of runtimes, by name, that an atlas can have together.
    ///
    /// # Errors
    /// Where one is there twice.
    pub fn apart<'n>(versions: impl IntoIterator<Item = (&'n str, &'n str)>) -> Result<(), AtlasError> {
        let mut known = BTreeSet::new();
        match versions.into_iter().find(|&version| !known.insert(version)) {
            Some((name, version)) => Err(AtlasError::Twice { name: name.to_owned(), version: version.to_owned() }),
            None => Ok(()),
        }
    }

    /// Every page of the site, in the order of their paths.
    pub fn pages(&self) -> Vec<Page> {
        let (runtimes, catalogue) = (runtimes(&self.entries), Catalogue::of(&self.entries));
        let mut pages = vec![
            Page { path: "index.html".to_owned(), text: index::page(&runtimes, &catalogue, &self.found) },
            Page { path: TABLE.to_owned(), text: table::json(&runtimes) },
            Page { path: OFFENDERS.to_owned(), text: offenders::lines(&runtimes, &catalogue) },
        ];
        pages.extend(runtimes.iter().flat_map(|runtime| runtime::pages(runtime, &catalogue, &self.found)));
        pages.extend(catalogue.families.iter().map(|family| specification::page(family, &runtimes, &catalogue)));
        pages.extend(catalogue.clauses.iter().map(|clause| clause::page(clause, &runtimes, &catalogue)));
        pages.extend(self.found.pages(&runtimes));
        pages.sort_by(|a, b| a.path.cmp(&b.path));
        pages
    }

    /// What there is in a few lines, and the history of every runtime that there are several versions of.
    pub fn summary(&self) -> String {
        terminal::summary(&runtimes(&self.entries), &Catalogue::of(&self.entries))
    }
}
