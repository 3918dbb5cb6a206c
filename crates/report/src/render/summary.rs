//! The first screen, which a run ends with: what was judged and against what, how each backend fares, the worst departures
//! in a line each, and what to look at and to type next. At most 40 lines of 100 columns, however many backends there are.

use super::View;
use super::terminal::overview;
use super::terminal::paint::Role;
use super::terminal::screen::Screen;
use super::terminal::verdict::verdict;
use crate::departure::{Departure, departures};
use crate::digest;
use crate::model::Report;
use crate::text::{beginning, fit, left, plural, thousands, visible, width};

/// The backends that have a line each.
const BACKENDS: usize = 10;
/// The departures that have a line each.
const DEPARTURES: usize = 10;
/// The columns of the names of backends at most.
const NAMES: usize = 22;
/// The columns of what the last lines begin with.
const LABEL: usize = 9;

pub(super) fn render(report: &Report, view: &View) -> String {
    let mut screen = Screen::new(view);
    let judged: Vec<(&str, Vec<Departure>)> = digest::findings_by_backend(report)
        .into_iter()
        .map(|(name, findings)| (name, departures(report, &findings)))
        .collect();
    head(&mut screen, report);
    backends(&mut screen, report, &judged);
    let worst = worst(&mut screen, &judged);
    rest(&mut screen, report, worst);
    screen.text()
}

fn head(screen: &mut Screen, report: &Report) {
    overview::title(screen, report);
    let profiles: Vec<String> = report.profiles.iter().map(|profile| visible(&profile.name)).collect();
    let compared = report.backends.iter().map(digest::compared).fold(0, u64::saturating_add);
    if compared == 0 {
        screen.paragraph(0, Role::Bad, "NOTHING WAS JUDGED: no element was compared on any backend.");
        return;
    }
    // Two lines, less what the breaks between words may cost.
    let against = beginning(&profiles.join(", "), 2 * screen.columns - 50);
    let text = format!("{} element comparisons, against {against}", thousands(compared));
    screen.paragraph(0, Role::Dim, &text);
}

/// A line for each backend, or for those that depart and one for all others.
fn backends(screen: &mut Screen, report: &Report, judged: &[(&str, Vec<Departure>)]) {
    let verdicts: Vec<(&str, (Role, String))> =
        judged.iter().map(|(name, departures)| (*name, verdict(report, name, departures))).collect();
    let (conforming, departing): (Vec<_>, Vec<_>) = verdicts.iter().partition(|(_, (role, _))| *role == Role::Good);
    let folds = verdicts.len() > BACKENDS;
    let lines: Vec<_> = if folds { departing } else { verdicts.iter().collect() };
    screen.line("");
    let column = lines.iter().map(|(name, _)| width(&visible(name))).max().unwrap_or(0).min(NAMES);
    for (name, (role, verdict)) in lines.iter().take(BACKENDS) {
        let name = left(&fit(&visible(name), column), column);
        let verdict = screen.paint.paint(*role, &fit(verdict, screen.columns - column - 4));
        screen.line(&format!("  {name}  {verdict}"));
    }
    if let Some(more @ [_, ..]) = lines.get(BACKENDS..) {
        let names = more.iter().map(|(name, _)| *name);
        listed(screen, Role::Bad, &format!("✗ {} more: ", more.len()), names);
    }
    if folds && !conforming.is_empty() {
        let all =
            if conforming.len() == 1 { "1 conforms: ".to_owned() } else { format!("{} conform: ", conforming.len()) };
        listed(screen, Role::Good, &format!("✓ {all}"), conforming.iter().map(|(name, _)| *name));
    }
}

/// As many names as fit into a line.
fn listed<'a>(screen: &mut Screen, role: Role, label: &str, names: impl Iterator<Item = &'a str>) {
    let names = names.map(visible).collect::<Vec<_>>().join(", ");
    let text = screen.paint.paint(role, &beginning(&format!("{label}{names}"), screen.columns - 2));
    screen.line(&format!("  {text}"));
}

/// The same departure of some backends.
struct Row<'a> {
    departure: &'a Departure<'a>,
    backends: Vec<&'a str>,
}

impl Row<'_> {
    /// Its backends: all of them where there is room, or else the first and how many more.
    fn names(&self) -> String {
        let all = visible(&self.backends.join(", "));
        match self.backends.as_slice() {
            [first, more @ ..] if width(&all) > NAMES && !more.is_empty() => {
                let more = format!(" +{}", more.len());
                fit(&visible(first), NAMES - width(&more)) + &more
            }
            _ => fit(&all, NAMES),
        }
    }
}

/// The rows that there is room for, the worst first: the worst of each backend before a second one of another.
fn rows<'a>(judged: &'a [(&'a str, Vec<Departure<'a>>)]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    for (name, departures) in judged {
        for departure in departures {
            let is_same = |row: &&mut Row| {
                (&row.departure.title, row.departure.must, row.departure.severity)
                    == (&departure.title, departure.must, departure.severity)
            };
            match rows.iter_mut().find(is_same) {
                Some(row) => row.backends.push(name),
                None => rows.push(Row { departure, backends: vec![name] }),
            }
        }
    }
    rows.sort_by_key(|row| row.departure.rank());
    let mut seen: Vec<&str> = Vec::new();
    let (mut first, mut others) = (Vec::new(), Vec::new());
    for row in rows {
        if row.backends.iter().all(|backend| seen.contains(backend)) {
            others.push(row);
        } else {
            seen.extend(&row.backends);
            first.push(row);
        }
    }
    first.append(&mut others);
    first.truncate(DEPARTURES);
    first.sort_by_key(|row| row.departure.rank());
    first
}

/// The worst departures in a line each, and how many more there are; the worst of all.
fn worst<'a>(screen: &mut Screen, judged: &'a [(&'a str, Vec<Departure<'a>>)]) -> Option<&'a Departure<'a>> {
    let rows = rows(judged);
    let worst = rows.first()?.departure;
    screen.heading("Departures, the worst first");
    let names: Vec<String> = rows.iter().map(Row::names).collect();
    let column = names.iter().map(|names| width(names)).max().unwrap_or(0);
    for (row, names) in rows.iter().zip(&names) {
        let (role, level) = if row.departure.must { (Role::Bad, "MUST") } else { (Role::Weak, "SHOULD") };
        let mark = screen.paint.paint(role, &left(&format!("✗ {level}"), 8));
        let room = screen.columns.saturating_sub(column + 14);
        let title = beginning(&visible(&row.departure.title), room);
        screen.line(&format!("  {mark}  {}  {title}", left(names, column)));
    }
    let all: usize = judged.iter().map(|(_, departures)| departures.len()).sum();
    let shown: usize = rows.iter().map(|row| row.backends.len()).sum();
    if let Some(more @ 1..) = all.checked_sub(shown) {
        let more = format!("… and {} more: see the page", plural(more as u64, "departure"));
        screen.paragraph(2, Role::Dim, &more);
    }
    Some(worst)
}

/// Who is not here, what to look at, and what to type next.
fn rest(screen: &mut Screen, report: &Report, worst: Option<&Departure>) {
    screen.line("");
    if !report.unavailable.is_empty() {
        let names = report.unavailable.iter().map(|it| visible(&it.name)).collect::<Vec<_>>().join(", ");
        let why = "`opconform backends` says why";
        let count = report.unavailable.len();
        let room = screen.columns.saturating_sub(width(why) + 2);
        let names = beginning(&format!("not here ({count}): {names}"), room);
        let text = screen.paint.paint(Role::Dim, &format!("{names}; {why}"));
        screen.line(&text);
    }
    if let Some(directory) = screen.directory {
        let directory = visible(directory);
        field(screen, "look at", &format!("{directory}/index.html, the page · {directory}/report.md"));
    }
    // Commands on one line whatever their length, so that they can be copied.
    if let Some(worst) = worst {
        field(screen, "replay", &visible(&worst.example.witness.replay));
    }
    if let Some(directory) = screen.directory {
        let directory = visible(directory);
        let directory = shlex::try_quote(&directory).unwrap_or_else(|_| directory.as_str().into());
        field(screen, "in full", &format!("opconform report {directory}"));
    }
}

fn field(screen: &mut Screen, label: &str, text: &str) {
    let label = screen.paint.paint(Role::Dim, &left(label, LABEL));
    let text = screen.paint.paint(Role::Heading, text);
    screen.line(&format!("{label}{text}"));
}
