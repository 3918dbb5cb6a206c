//! The departures: a table per backend, and the clauses that they break in the words of the sources.

use super::escape::{code, codes, prose};
use super::{Page, heads};
use crate::departure::Departure;
use crate::digest;
use crate::formula::plain;
use crate::model::{Clause, Element, Report, Weight, Witness};
use crate::room::divided;
use crate::runs::listed;
use crate::standing::{DepartureCounts, broken as broken_by};
use crate::text::{fit, plural, visible};

/// The columns of a title, which begins with the way that it is observed in: a symptom may be all that a process had to say before it
/// died.
const TITLE: usize = 200;
/// The columns of what else was observed.
const ALSO: usize = 300;
/// The departures that the page lists, over all backends: more than that nobody reads, and the summary of a CI job may
/// not be longer than a mebibyte.
const LISTED: usize = 120;

pub(super) fn write(page: &mut Page, report: &Report) {
    let backends = report.departures();
    let lengths: Vec<usize> = backends.iter().map(|(_, departures)| departures.len()).collect();
    let departing = backends.iter().zip(divided(&lengths, LISTED)).filter(|((_, all), _)| !all.is_empty());
    let mut at_least = false;
    for ((name, departures), room) in departing {
        table(page, report, name, departures, room);
        at_least |= departures.iter().take(room).any(|departure| departure.extent.at_least);
    }
    if at_least {
        page.paragraph(
            "At least: by the clause that finds most in each element type, the types added up. One element can break \
             several clauses.",
        );
    }
    broken(page, report, backends.iter().flat_map(|(_, departures)| departures));
}

fn table(page: &mut Page, report: &Report, name: &str, departures: &[Departure], room: usize) {
    page.heading(2, &format!("Departures of {}: {}", code(name), DepartureCounts::of(departures).words()));
    let row = |(index, departure): (usize, &Departure)| {
        let witness = &departure.example.witness;
        [
            (index + 1).to_string(),
            lead(report, departure),
            title(departure),
            departure.shown_in().told(codes, codes),
            clauses(departure),
            departure.extent.to_string(),
            self::witness(witness),
            expected(departure),
            code(&witness.replay),
        ]
    };
    let head = [
        ">#",
        "what it is",
        "departure",
        "in",
        "breaks",
        "seen in",
        "smallest input",
        "not accepted by",
        "to replay it",
    ];
    page.table(&heads(&head), departures.iter().take(room).enumerate().map(row));
    if departures.len() > room {
        let more = plural((departures.len() - room) as u64, "departure");
        page.paragraph(&format!("{more} more in `index.html` and `report.json`."));
    }
}

/// What a departure is to its backend.
fn lead(report: &Report, departure: &Departure) -> String {
    match departure.weight {
        Weight::Counts => "**counts**".to_owned(),
        Weight::Advice => "advice".to_owned(),
        Weight::Distance => format!("not claimed: {}", prose(&broken_by(report, departure).join(", "))),
    }
}

/// What was observed, and why that is accepted where it is.
fn title(departure: &Departure) -> String {
    let mut title = prose(&fit(&visible(&departure.title), TITLE));
    let also = departure.also();
    if !also.is_empty() {
        title = format!("{title}. Also: {}", prose(&fit(&visible(&also), ALSO)));
    }
    match digest::waived(&departure.findings) {
        Some(words) => format!("{title}; {}", prose(&words)),
        None => title,
    }
}

fn clauses(departure: &Departure) -> String {
    let clauses = departure.clauses_by_level().into_iter();
    clauses.map(|(level, ids)| format!("{} {}", level, codes(&ids))).collect::<Vec<_>>().join("; ")
}

/// The shapes, and the bits of the operands and the result where one element is at fault.
fn witness(witness: &Witness) -> String {
    let shapes = format!("{}{}", prose(&witness.asked()), witness.in_set());
    let element = |it: &Element| format!("{} {}", code(&it.hex), prose(&it.decimal));
    let Some(found) = &witness.found else { return shapes };
    let at = witness.element().map_or_else(String::new, |element| format!(", {element}"));
    let elsewhere = witness.differs_from.iter().map(|(case, it)| format!("; {} in {}", element(it), code(case)));
    let operands = listed(&witness.operands, element);
    format!("{shapes}{at}: {operands} → {}{}", element(found), elsewhere.collect::<String>())
}

/// The profiles that do not accept a witness, with what they expect.
fn expected(departure: &Departure) -> String {
    let breaks = departure.breaks.iter().map(|(words, names)| format!("{}: {}", codes(names), prose(words)));
    breaks.collect::<Vec<_>>().join("; ")
}

/// The words of every clause that is broken.
fn broken<'a>(page: &mut Page, report: &Report, departures: impl Iterator<Item = &'a Departure<'a>>) {
    let ids: Vec<&str> = departures.flat_map(|departure| &departure.clauses).map(|(id, _)| *id).collect();
    if ids.is_empty() {
        return;
    }
    page.heading(2, "The clauses broken, in the words of their sources");
    page.paragraph("`traceability.md` has all clauses, with the cases that exercise them.");
    let row = |clause: &Clause| {
        let [title, words, place] =
            [&clause.asks_in_full(), &plain(&clause.words), &clause.place].map(|text| prose(text));
        [code(&clause.id), clause.level.to_string(), title, format!("“{words}”"), place, codes(&clause.profiles)]
    };
    page.table(
        &heads(&["clause", "level", "what it asks", "words of the source", "where they stand", "profiles"]),
        report.clauses.iter().filter(|clause| ids.contains(&clause.id.as_str())).map(row),
    );
}
