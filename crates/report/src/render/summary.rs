//! The first screen, which a run ends with: what was judged and against what, how each backend fares, the worst departures
//! in a line or two each, and what to look at and to type next. At most 40 lines of 100 columns, however many backends there are.

use super::View;
use super::terminal::overview::{self, cell_role};
use super::terminal::paint::Role;
use super::terminal::screen::{Screen, WIDTH};
use super::terminal::verdict::{lead, role};
use crate::deed::Deed;
use crate::departure::Departure;
use crate::digest;
use crate::model::{Finding, Report};
use crate::standing::{Column, Conformity, LEGEND, Verdict, columns, families, verdict};
use crate::text::{beginning, fit, in_lines, left, plural, shell_path, some_of, thousands, visible, width, wrap};

/// The backends that have a line each.
const BACKENDS: usize = 10;
/// The profiles that are named.
const FEW: usize = 4;
/// The departures that are shown.
const DEPARTURES: usize = 10;
/// The lines of the screen at most.
const LINES: usize = 40;
/// The lines after the departures at most: how many more there are, and the rest.
const REST: usize = 6;
/// The columns of a verdict in a few words that no other column takes.
const BRIEF: usize = 36;
/// The columns of the names of backends at most.
const NAMES: usize = 22;
/// The columns of what a departure is to its backend at most.
const LEAD: usize = 16;
/// What is said where nothing can count.
const UNCLAIMED: &str = "nothing here claims a specification, so that no departure from one counts: `--against NAME` says which is to be kept, \
                         and `opconform specs` which there are";
/// The columns of operators at least.
const LEAST: usize = 20;
/// The columns that are left empty at the ends of lines.
const BREAK: usize = 12;
/// The columns of what the last lines begin with.
const LABEL: usize = 9;

pub(super) fn render(report: &Report, view: &View) -> String {
    let mut screen = Screen::new(view);
    let judged = report.departures();
    head(&mut screen, report);
    backends(&mut screen, report, &judged);
    let worst = worst(&mut screen, report, &judged);
    rest(&mut screen, report, worst);
    screen.text()
}

fn head(screen: &mut Screen, report: &Report) {
    overview::title(screen, report);
    let compared = report.backends.iter().map(digest::compared).fold(0, u64::saturating_add);
    if compared == 0 {
        screen.paragraph(0, Role::Bad, "NOTHING WAS JUDGED: no element was compared on any backend.");
        return;
    }
    let names: Vec<String> = report.profiles.iter().map(|profile| visible(&profile.name)).collect();
    let against = if names.len() <= FEW {
        names.join(", ")
    } else {
        format!("{} profiles of {}", names.len(), visible(&families(report).join(", ")))
    };
    let strict = if report.strict { "; SHOULD counts as MUST does" } else { "" };
    let text = format!("{} element comparisons, against {against}{strict}", thousands(compared));
    screen.paragraph(0, Role::Dim, &text);
}

/// A row for each backend with how it stands to each family of specifications, or of many for those that depart, for as many others as
/// there is room for, and a line for the rest.
fn backends(screen: &mut Screen, report: &Report, judged: &[(&str, Vec<Departure>)]) {
    let verdicts: Vec<(&str, Verdict, Vec<Column>)> = judged
        .iter()
        .map(|(name, departures)| {
            let backend = digest::backend(report, name);
            let columns = backend.map_or_else(Vec::new, |backend| columns(report, backend, departures));
            (*name, verdict(report, name, departures), columns)
        })
        .collect();
    let folds = verdicts.len() > BACKENDS;
    let departs = |(_, it, _): &&(&str, Verdict, Vec<Column>)| {
        matches!(it.conformity, Conformity::Departs | Conformity::NotJudged)
    };
    let (mut lines, others): (Vec<_>, Vec<_>) =
        if folds { verdicts.iter().partition(departs) } else { (verdicts.iter().collect(), Vec::new()) };
    let (shown, folded) = others.split_at(BACKENDS.saturating_sub(lines.len()).min(others.len()));
    lines.extend(shown);
    screen.line("");
    let column = lines.iter().map(|(name, ..)| width(&visible(name))).max().unwrap_or(0).min(NAMES);
    // What one backend claims is asked of no other: where it is not shown, the column says nothing.
    let says = |index: usize| {
        lines.iter().any(|(.., columns)| columns.get(index).is_some_and(|it| it.is_claimed || it.departures.is_some()))
    };
    // A column is as wide as what stands in it.
    let wide = |(index, family): (usize, String)| {
        let cells = lines.iter().filter_map(|(.., columns)| columns.get(index).map(|it| width(&it.text())));
        let widest = cells.max().unwrap_or(0).max(width(&family));
        (index, left(&family, widest))
    };
    let families = families(report).into_iter().map(visible).enumerate().filter(|(index, _)| says(*index));
    let mut families: Vec<(usize, String)> = families.map(wide).collect();
    // The verdict is never cut for a column: of those that nobody here claims, the last go first.
    let briefs = lines.iter().map(|(_, verdict, _)| width(&verdict.brief) + 2).max().unwrap_or(0).min(BRIEF);
    let used = |families: &[(usize, String)]| column + families.iter().map(|(_, it)| width(it) + 2).sum::<usize>() + 4;
    let mut left_out = Vec::new();
    while used(&families) + briefs > screen.columns && !families.is_empty() {
        let is_claimed =
            |index: usize| lines.iter().any(|(.., columns)| columns.get(index).is_some_and(|it| it.is_claimed));
        let least = families.iter().rposition(|(index, _)| !is_claimed(*index));
        let (_, family) = families.remove(least.unwrap_or(families.len() - 1));
        left_out.insert(0, family.trim_end().to_owned());
    }
    if !lines.is_empty() {
        let titles = families.iter().map(|(_, family)| family);
        let head = [&" ".repeat(column)].into_iter().chain(titles).map(String::as_str).collect::<Vec<_>>().join("  ");
        let head = screen.paint.paint(Role::Dim, &fit(&head, screen.columns - 2));
        screen.line(&format!("  {head}"));
    }
    for (name, verdict, columns) in lines.iter().take(BACKENDS) {
        let mut line = left(&fit(&visible(name), column), column);
        for (index, family) in &families {
            let Some(column) = columns.get(*index) else { continue };
            let text = screen.paint.paint(cell_role(column), &centred(&column.text(), width(family)));
            line.push_str("  ");
            line.push_str(&text);
        }
        let brief = format!("{} {}", verdict.conformity.sign(), visible(&verdict.brief));
        let brief = fit(&brief, screen.columns.saturating_sub(used(&families)));
        screen.line(&format!("  {line}  {}", screen.paint.paint(role(verdict.conformity), &brief)));
    }
    if let Some(more @ [_, ..]) = lines.get(BACKENDS..) {
        let names = more.iter().map(|(name, ..)| *name);
        listed(screen, Role::Bad, &format!("✗ {} more: ", more.len()), names);
    }
    for conformity in [Conformity::Conforms, Conformity::ConformsSoFar, Conformity::Unclaimed] {
        let names: Vec<&str> =
            folded.iter().filter(|(_, it, _)| it.conformity == conformity).map(|(name, ..)| *name).collect();
        if names.is_empty() {
            continue;
        }
        let does = match (conformity, names.len()) {
            (Conformity::Conforms, 1) => "1 more conforms to what it claims: ".to_owned(),
            (Conformity::Conforms, count) => format!("{count} more conform to what they claim: "),
            (Conformity::ConformsSoFar, 1) => "1 more conforms so far: ".to_owned(),
            (Conformity::ConformsSoFar, count) => format!("{count} more conform so far: "),
            (_, 1) => "1 more claims nothing that is judged: ".to_owned(),
            (_, count) => format!("{count} more claim nothing that is judged: "),
        };
        listed(screen, role(conformity), &format!("{} {does}", conformity.sign()), names.into_iter());
    }
    if !lines.is_empty() {
        screen.paragraph(2, Role::Dim, LEGEND);
    }
    if report.claims_nothing() {
        screen.paragraph(2, Role::Weak, UNCLAIMED);
    }
    if !left_out.is_empty() {
        let text = format!("not shown here, but by `opconform report`: {}", left_out.join(", "));
        screen.paragraph(2, Role::Dim, &text);
    }
}

/// A text in the middle of so many columns.
fn centred(text: &str, columns: usize) -> String {
    let before = columns.saturating_sub(width(text)) / 2;
    left(&format!("{}{text}", " ".repeat(before)), columns)
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
    /// How many departures it stands for: of one backend there may be several in the same words.
    count: usize,
}

impl<'a> Row<'a> {
    fn add(&mut self, backend: &'a str) {
        self.count += 1;
        if !self.backends.contains(&backend) {
            self.backends.push(backend);
        }
    }
}

/// The rows that there is room for, the worst first: the worst of each backend before a second one of another.
fn rows<'a>(judged: &'a [(&'a str, Vec<Departure<'a>>)]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    for (name, departures) in judged {
        for departure in departures {
            let is_same = |row: &&mut Row| {
                (&row.departure.title, row.departure.weight, row.departure.must, row.departure.severity)
                    == (&departure.title, departure.weight, departure.must, departure.severity)
            };
            match rows.iter_mut().find(is_same) {
                Some(row) => row.add(name),
                None => rows.push(Row { departure, backends: vec![name], count: 1 }),
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

/// The worst departures in a line each, or two while there is room, and how many more there are; the worst of all.
fn worst<'a>(
    screen: &mut Screen,
    report: &Report,
    judged: &'a [(&'a str, Vec<Departure<'a>>)],
) -> Option<&'a Departure<'a>> {
    let rows = rows(judged);
    let worst = rows.first()?.departure;
    screen.heading("Departures, the worst first");
    // Whose they are goes without saying where nobody else was judged.
    let is_narrow = screen.columns < WIDTH;
    let room_of_names = if is_narrow { screen.columns / 6 } else { NAMES };
    let names_of =
        |row: &Row| if judged.len() > 1 { some_of(&row.backends, room_of_names) + "  " } else { String::new() };
    let names: Vec<String> = rows.iter().map(names_of).collect();
    let column = names.iter().map(|names| width(names)).max().unwrap_or(0);
    let leads: Vec<(Role, String)> = rows.iter().map(|row| lead(report, row.departure, LEAD)).collect();
    let width_of_leads = leads.iter().map(|(_, lead)| width(lead)).max().unwrap_or(0);
    let before = width_of_leads + column + 4;
    let mut spare = LINES.saturating_sub(screen.lines() + rows.len() + REST);
    for ((row, names), (role, lead)) in rows.iter().zip(&names).zip(&leads) {
        let mark = screen.paint.paint(*role, &left(lead, width_of_leads));
        // What a runtime says of a refusal begins alike and tells the cause last.
        let cut = if row.departure.example.deed == Deed::Refused { fit } else { beginning };
        let (of, title) = (visible(&row.departure.weighs_in(report)), visible(&row.departure.title));
        let (room, lines) = (screen.columns - before, 1 + spare.min(if is_narrow { 2 } else { 1 }));
        let whole = format!("{of}: {title}");
        let fits = |text: &str| wrap(text, room).len() <= lines;
        // What was done matters more than of which types it is.
        let operators = || {
            let room = (room * lines).saturating_sub(width(&title) + BREAK).max(LEAST);
            format!("{}: {title}", visible(&some_of(&row.departure.operators, room)))
        };
        let is_narrowed =
            !fits(&whole) && (fits(&operators()) || (is_narrow && row.departure.example.deed != Deed::Refused));
        let title = if is_narrowed { operators() } else { whole };
        let title = in_lines(&title, room, lines, cut);
        spare -= title.len() - 1;
        for (number, line) in title.iter().enumerate() {
            let label = if number == 0 { format!("  {mark}  {}", left(names, column)) } else { " ".repeat(before) };
            screen.line(&format!("{label}{line}"));
        }
    }
    let all: usize = judged.iter().map(|(_, departures)| departures.len()).sum();
    let shown: usize = rows.iter().map(|row| row.count).sum();
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
        let Finding { deed, witness, .. } = worst.example;
        // What no case shows is shown by a run of them all.
        let label = if *deed == Deed::Carried && witness.after.is_none() { "again" } else { "replay" };
        field(screen, label, &visible(&witness.replay));
    }
    if let Some(directory) = screen.directory {
        let directory = visible(directory);
        field(screen, "in full", &format!("opconform report {}", shell_path(&directory)));
    }
}

fn field(screen: &mut Screen, label: &str, text: &str) {
    let label = screen.paint.paint(Role::Dim, &left(label, LABEL));
    let text = screen.paint.paint(Role::Heading, text);
    screen.line(&format!("{label}{text}"));
}
