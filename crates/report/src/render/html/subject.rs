//! A backend on the page: what it departs in, and how much of that there is room for.

use crate::departure::Departure;
use crate::digest;
use crate::model::{Backend, Report};
use crate::room::divided;

/// How many departures a page has room for; `report.json` has the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Departures that a page shows with their programs and findings.
    pub(crate) detailed: usize,
    /// Departures that a page shows at all.
    pub(crate) listed: usize,
}

impl Room {
    /// That of a report on a page by itself: a browser takes more, but not at once.
    pub(crate) const ALONE: Self = Self { detailed: 160, listed: 1500 };
}

pub(crate) struct Subject<'a> {
    pub(crate) index: usize,
    /// What was seen of it, where the report has that.
    pub(super) backend: Option<&'a Backend>,
    pub(crate) departures: Vec<Departure<'a>>,
    /// The first of them are shown in detail.
    pub(super) detailed: usize,
    /// The first of them are shown.
    pub(crate) listed: usize,
}

impl<'a> Subject<'a> {
    pub(crate) fn all(report: &'a Report, room: Room) -> Vec<Self> {
        let all = report.departures();
        let lengths: Vec<usize> = all.iter().map(|(_, departures)| departures.len()).collect();
        let rooms = divided(&lengths, room.detailed).into_iter().zip(divided(&lengths, room.listed));
        let subject = |(index, ((name, departures), (detailed, listed)))| Self {
            index,
            backend: digest::backend(report, name),
            departures,
            detailed,
            listed,
        };
        all.into_iter().zip(rooms).enumerate().map(subject).collect()
    }

    pub(super) fn is_judged(&self) -> bool {
        self.backend.is_some_and(|backend| digest::compared(backend) > 0)
    }
}
