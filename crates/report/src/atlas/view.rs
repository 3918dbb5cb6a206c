//! A version of a runtime as the pages show it: its verdict, its departures, and the addresses of both.

use std::cmp::Reverse;

use super::address::Addresses;
use super::entry::{Entry, SuiteCoverage};
use crate::departure::Departure;
use crate::digest::{self, Mark};
use crate::model::{Backend, Clause, Report, Weight};
use crate::render::html::names::{Names, label};
use crate::render::html::{Room, Subject};
use crate::severity::Severity;
use crate::standing::{Column, Conformity, Verdict, columns, verdict};
use crate::text::thousands;

/// The departures that the page of a version has room for, in at most two megabytes.
pub(super) const ROOM: Room = Room { detailed: 48, listed: 320 };

/// A runtime in all of its versions.
pub(super) struct Runtime<'a> {
    /// Its name, to be read.
    pub(super) label: String,
    /// The folder of its pages.
    pub(super) folder: String,
    /// The newest first.
    pub(super) versions: Vec<View<'a>>,
}

/// A version of a runtime.
pub(super) struct View<'a> {
    pub(super) entry: &'a Entry,
    /// The version, to be read.
    pub(super) version: String,
    /// The path of its page without the ending, from the folder of the site.
    pub(super) path: String,
    pub(super) departures: Vec<Departure<'a>>,
    pub(super) verdict: Verdict,
    columns: Vec<Column<'a>>,
    /// The ids of the departures on the page of the version, as far as it lists them.
    ids: Vec<String>,
}

impl<'a> View<'a> {
    fn of(entry: &'a Entry, path: String) -> Self {
        let (report, backend) = (&entry.report, entry.backend());
        let subject = Subject::all(report, ROOM).swap_remove(0);
        let names = Names::of(report);
        let listed = subject.departures.iter().take(subject.listed).enumerate();
        let ids = listed.map(|(number, it)| names.departure(subject.index, number, it.example)).collect();
        let departures = subject.departures;
        Self {
            entry,
            version: label(&backend.version),
            path,
            verdict: verdict(report, &backend.name, &departures),
            columns: columns(report, backend, &departures),
            departures,
            ids,
        }
    }

    pub(super) fn report(&self) -> &'a Report {
        &self.entry.report
    }

    pub(super) fn backend(&self) -> &'a Backend {
        self.entry.backend()
    }

    /// How it stands to a specification; `None` where it was not judged by it.
    pub(super) fn column(&self, family: &str) -> Option<&Column<'a>> {
        self.columns.iter().find(|column| column.family == family && column.departures.is_some())
    }

    /// What a clause came to.
    pub(super) fn cell(&self, clause: &Clause) -> Option<digest::Cell> {
        let own = digest::clause(self.report(), &clause.id)?;
        Some(digest::cell(self.backend(), own))
    }

    /// Whether a clause was broken.
    pub(super) fn breaks(&self, clause: &Clause) -> bool {
        self.cell(clause).is_some_and(|cell| cell.mark == Mark::Violates)
    }

    /// The address of a departure, by its number, from the folder of the site.
    pub(super) fn departure_address(&self, number: usize) -> String {
        match self.ids.get(number) {
            Some(id) => format!("{}.html#{id}", self.path),
            None => format!("{}.html#departures", self.path),
        }
    }

    /// The departures that count.
    pub(super) fn counting(&self) -> impl Iterator<Item = &Departure<'a>> {
        self.departures.iter().filter(|it| it.weight == Weight::Counts)
    }

    /// How many of the cases that it offers it was asked, in words; `None` where that is all of them, or not known.
    pub(super) fn coverage(&self) -> Option<String> {
        let SuiteCoverage { asked, offered } = self.entry.coverage?;
        (asked < offered).then(|| format!("judged by {} of {} cases", thousands(asked), thousands(offered)))
    }

    /// The same where it is a choice of the cases, and not all but a few.
    pub(super) fn small_coverage(&self) -> Option<String> {
        let SuiteCoverage { asked, offered } = self.entry.coverage?;
        self.coverage().filter(|_| asked.saturating_mul(10) < offered.saturating_mul(9))
    }

    /// The command that asks the whole suite of it again; `None` where that is not known.
    pub(super) fn again(&self) -> Option<String> {
        let selection = self.entry.selection.as_ref()?;
        let seed = match self.report().seed {
            0 => String::new(),
            seed => format!(" --seed {seed}"),
        };
        Some(format!("opconform run {selection}{seed} --output again"))
    }

    /// What versions are put in order by, the worst first: those that depart, those that claim nothing, those that conform.
    fn rank(&self) -> (u8, Severity, Reverse<usize>) {
        let group = match self.verdict.conformity {
            Conformity::Departs => 0,
            Conformity::Unclaimed => 1,
            Conformity::Conforms => 2,
            Conformity::ConformsSoFar => 3,
            Conformity::NotJudged => 4,
        };
        let worst = self.departures.iter().map(|it| it.severity).min().unwrap_or(Severity::NanBits);
        let worst = self.counting().map(|it| it.severity).min().unwrap_or(worst);
        (group, worst, Reverse(self.counting().count()))
    }
}

/// The runtimes of an atlas, those first of which the newest version is the worst.
pub(super) fn runtimes(entries: &[Entry]) -> Vec<Runtime<'_>> {
    let folders = Addresses::of(entries.iter().map(|entry| entry.backend().name.as_str()));
    let groups = entries.chunk_by(|a, b| a.backend().name == b.backend().name);
    let mut runtimes: Vec<Runtime> = groups
        .map(|group| {
            let name = group[0].backend().name.as_str();
            let folder = format!("runtimes/{}", folders.get(name));
            let versions = Addresses::of(group.iter().map(|entry| entry.backend().version.as_str()));
            let path = |entry: &Entry| format!("{folder}/{}", versions.get(&entry.backend().version));
            let versions = group.iter().map(|entry| View::of(entry, path(entry))).collect();
            Runtime { label: label(name), folder: folder.clone(), versions }
        })
        .collect();
    runtimes.sort_by_cached_key(|runtime| runtime.versions.first().map(View::rank));
    runtimes
}
