//! The departures of each backend, about a screen of them: the first [`IN_FULL`] in a few lines each, with what was observed,
//! where, which clauses that breaks, one witness and the line that replays it; then a line or two for each up to [`SHOWN`].

use super::paint::Role;
use super::screen::Screen;
use super::verdict::lead;
use crate::departure::Departure;
use crate::digest;
use crate::formula::plain;
use crate::model::{Clause, Element, Report};
use crate::runs::listed;
use crate::standing::DepartureCounts;
use crate::text::{fit, left, visible, width};

/// The departures of one backend that are shown in full.
const IN_FULL: usize = 4;
/// The departures of one backend that a terminal has room for.
const SHOWN: usize = 16;
/// The columns of a symptom: it may be all that a process had to say before it died.
const SYMPTOM: usize = 160;
/// The columns of a title at least, where it shares a line.
const LEAST: usize = 40;
/// The columns that are left empty at the end of a line.
const BREAK: usize = 12;

/// The columns of what else was observed: three lines.
const ALSO: usize = 260;

pub(super) fn write(screen: &mut Screen, report: &Report) {
    let mut at_least = false;
    for (name, departures) in report.departures().into_iter().filter(|(_, departures)| !departures.is_empty()) {
        screen.heading(&format!("{}: {}", visible(name), DepartureCounts::of(&departures).words()));
        if let Some(backend) = digest::backend(report, name) {
            screen.paragraph(2, Role::Dim, &backend.description);
        }
        let mut quoted: Vec<&str> = Vec::new();
        for (index, departure) in departures.iter().take(IN_FULL).enumerate() {
            screen.line("");
            let lead = digest::clause(report, &departure.example.clause);
            // Words that have been read above are not repeated.
            let lead = lead.filter(|clause| !quoted.contains(&clause.id.as_str()));
            quoted.extend(lead.map(|clause| clause.id.as_str()));
            write_one(screen, report, index + 1, departure, lead);
            at_least |= departure.extent.at_least;
        }
        if departures.len() > IN_FULL {
            screen.line("");
        }
        for (index, departure) in departures.iter().enumerate().take(SHOWN).skip(IN_FULL) {
            write_briefly(screen, report, index + 1, departure);
        }
        if departures.len() > IN_FULL {
            let hidden = departures.len().saturating_sub(SHOWN);
            let more = if hidden > 0 { format!("and {hidden} more; ") } else { String::new() };
            let command = match screen.directory {
                Some(directory) => format!("`opconform report {directory} --format markdown`"),
                None => screen.complete(),
            };
            screen.labelled(2, "… ", Role::Heading, &format!("{more}all in full: {command}"));
        }
    }
    if at_least {
        screen.line("");
        let meaning = "at least: by the clause that finds most in each element type, the types added up";
        screen.paragraph(2, Role::Dim, meaning);
    }
}

/// One line or two: what was observed, of which operators and types.
fn write_briefly(screen: &mut Screen, report: &Report, number: usize, departure: &Departure) {
    let (role, lead) = lead(report, departure, usize::MAX);
    let (label, of) = (format!("{number} "), format!(" · {}", departure.shows_in()));
    let lead = format!("{lead} · ");
    // Two lines, less what the break between words may cost.
    let indent = 2 + width(&label);
    let room = (2 * (screen.columns - indent)).saturating_sub(width(&lead) + width(&of) + BREAK).max(LEAST);
    screen.labelled(2, &label, role, &format!("{lead}{}{of}", fit(&visible(&departure.title), room)));
    waived(screen, indent, departure);
}

/// Why a departure is accepted, where it is.
fn waived(screen: &mut Screen, indent: usize, departure: &Departure) {
    if let Some(words) = digest::waived(&departure.findings) {
        screen.paragraph(indent, Role::Dim, &words);
    }
}

fn write_one(screen: &mut Screen, report: &Report, number: usize, departure: &Departure, clause: Option<&Clause>) {
    let Departure { example, .. } = departure;
    let (role, lead) = lead(report, departure, usize::MAX);
    let title = fit(&visible(&departure.title), SYMPTOM);
    screen.labelled(2, &format!("{number} "), role, &format!("{lead} · {title}"));
    field(screen, "seen", Role::Plain, &format!("{} · {}", departure.shows_in(), departure.extent));
    let clauses = departure.clauses_by_level().into_iter().map(|(level, ids)| format!("{level} {}", ids.join(", ")));
    field(screen, "clauses", Role::Plain, &clauses.collect::<Vec<_>>().join(" · "));
    if let Some(clause) = clause {
        let words = format!("“{}” ({})", visible(&plain(&clause.words)), visible(&clause.place));
        field(screen, "words", Role::Dim, &words);
    }
    witness(screen, departure);
    field(screen, "also", Role::Plain, &departure.also_within(ALSO));
    profiles(screen, departure);
    waived(screen, 4, departure);
    // On one line whatever its length, so that it can be copied.
    let label = screen.paint.paint(Role::Dim, &left("replay", FIELD));
    let replay = screen.paint.paint(Role::Heading, &visible(&example.witness.replay));
    screen.line(&format!("    {label}{replay}"));
}

fn witness(screen: &mut Screen, departure: &Departure) {
    let witness = &departure.example.witness;
    if !witness.smallest {
        field(screen, "not", Role::Bad, "shrunk to its end: a smaller input may show the same");
    }
    let at = witness.element().map_or_else(String::new, |element| format!(" at {element}"));
    let input = format!("{} {}{at}{}", departure.example.dtype, visible(&witness.asked()), witness.in_set());
    field(screen, "input", Role::Plain, &input);
    // The title of a whole answer is its symptom.
    if let Some(found) = &witness.found {
        let element = |it: &Element| format!("{} {}", it.hex, it.decimal);
        let operands = listed(&witness.operands, element);
        let symptom = fit(&visible(&witness.symptom), SYMPTOM);
        field(screen, "gives", Role::Plain, &format!("{operands} → {}; {symptom}", element(found)));
    }
}

fn profiles(screen: &mut Screen, departure: &Departure) {
    let allows: Vec<&str> = departure.allows.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    if departure.breaks.is_empty() {
        field(screen, "allowed", Role::Plain, &allows.join(", "));
        return;
    }
    let expected = departure.breaks.iter().map(|(expected, names)| format!("{}: {expected}", names.join(", ")));
    let expected = expected.collect::<Vec<_>>().join("; ");
    let others = if allows.is_empty() { String::new() } else { format!(" · allowed by {}", allows.join(", ")) };
    field(screen, "expected", Role::Plain, &format!("{expected}{others}"));
}

/// The columns of a label.
const FIELD: usize = 9;

fn field(screen: &mut Screen, name: &str, role: Role, text: &str) {
    if !text.is_empty() {
        screen.labelled(4, &left(name, FIELD), role, text);
    }
}
