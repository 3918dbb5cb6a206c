//! A badge in the form that shields.io reads from an address ("endpoint badge").

use serde_json::json;

use crate::digest;
use crate::model::Report;
use crate::standing::{Conformity, DepartureCounts, verdict};
use crate::text::{plural, visible};

/// What a badge says.
pub(crate) struct Badge {
    /// What it is of.
    pub(crate) label: String,
    /// What it comes to.
    pub(crate) message: String,
    /// The name of its colour, as shields.io knows it.
    pub(crate) colour: &'static str,
}

pub(super) fn render(report: &Report) -> String {
    let Badge { label, message, colour } = badge(report);
    let badge = json!({ "schemaVersion": 1, "label": label, "message": message, "color": colour });
    format!("{badge}\n")
}

/// The badge of a report.
pub(crate) fn badge(report: &Report) -> Badge {
    let judged = |name: &str| digest::backend(report, name).is_some_and(|backend| digest::compared(backend) > 0);
    let groups = report.departures();
    let departing =
        |name: &str, departures: &[_]| (verdict(report, name, departures).conformity, DepartureCounts::of(departures));
    let verdicts: Vec<(Conformity, DepartureCounts)> = groups.iter().map(|(name, all)| departing(name, all)).collect();
    let is_judged = groups.iter().any(|(name, _)| judged(name));
    let counts: u64 = verdicts.iter().map(|(_, tally)| tally.counts).sum();
    let open: u64 = verdicts.iter().map(|(_, tally)| tally.counts - tally.waived).sum();
    let departing = if open == 0 { "yellow" } else { "red" };
    let conforming = verdicts.iter().filter(|(it, _)| *it == Conformity::Conforms).count();
    // Who claims nothing can neither conform nor depart.
    let claiming = verdicts.iter().filter(|(it, _)| *it != Conformity::Unclaimed).count();
    let beyond = !report.beyond_cases().is_empty();
    let (message, colour) = match (groups.as_slice(), counts) {
        _ if report.partial => ("interrupted".to_owned(), "lightgrey"),
        _ if !is_judged => ("nothing judged".to_owned(), "lightgrey"),
        _ if claiming == 0 => ("nothing claimed".to_owned(), "lightgrey"),
        ([_], 0) if beyond => ("departs".to_owned(), "red"),
        ([(name, all)], 0) => (verdict(report, name, all).brief, "brightgreen"),
        ([_], _) => {
            let accepted = verdicts.first().map(|(_, tally)| tally.accepted()).unwrap_or_default();
            (plural(counts, "departure") + &accepted, departing)
        }
        _ => {
            let colour = match conforming {
                _ if beyond => "red",
                _ if counts > 0 => departing,
                all if all == claiming => "brightgreen",
                _ => "yellow",
            };
            (format!("{conforming} of {claiming} conform"), colour)
        }
    };
    let label = match groups.as_slice() {
        [(name, _)] => format!("maximum: {}", visible(name)),
        _ => "maximum".to_owned(),
    };
    Badge { label, message, colour }
}
