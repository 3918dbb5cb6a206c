//! A backend on the page: what it departs in, and how much of that there is room for.

use crate::departure::{Departure, departures};
use crate::digest;
use crate::model::{Backend, Report};
use crate::room::shares;

/// Departures that a page shows with their programs and findings; a browser takes more, but not at once.
const DETAILED: usize = 160;
/// Departures that a page shows at all; `report.json` has the others.
const LISTED: usize = 1500;

pub(super) struct Subject<'a> {
    pub(super) index: usize,
    /// What was seen of it, where the report has that.
    pub(super) backend: Option<&'a Backend>,
    pub(super) departures: Vec<Departure<'a>>,
    /// The first of them are shown in detail.
    pub(super) detailed: usize,
    /// The first of them are shown.
    pub(super) listed: usize,
}

impl<'a> Subject<'a> {
    pub(super) fn all(report: &'a Report) -> Vec<Self> {
        let groups = digest::findings_by_backend(report);
        let all: Vec<Vec<Departure>> = groups.iter().map(|(_, findings)| departures(report, findings)).collect();
        let lengths: Vec<usize> = all.iter().map(Vec::len).collect();
        let rooms = shares(&lengths, DETAILED).into_iter().zip(shares(&lengths, LISTED));
        let subject = |(index, ((departures, (name, _)), (detailed, listed)))| Self {
            index,
            backend: digest::backend(report, name),
            departures,
            detailed,
            listed,
        };
        all.into_iter().zip(groups).zip(rooms).enumerate().map(subject).collect()
    }

    pub(super) fn is_judged(&self) -> bool {
        self.backend.is_some_and(|backend| digest::compared(backend) > 0)
    }
}
