//! Pictures: value class against value class, and lane against length.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use maud::{Markup, html};

use super::mark;
use super::names::Names;
use crate::digest;
use crate::model::{Backend, Behaviour, Grid, Lanes, Report};
use crate::text::{plural, thousands, visible};

/// The longest vectors that are drawn: what a report says beyond them is not ours.
const LONGEST: usize = 512;

/// The tables of value classes; those in which nothing is broken are only named.
pub(super) fn grids(names: &Names, index: usize, backend: &Backend) -> Markup {
    let broken = |grid: &&Grid| grid.rows.iter().any(|row| row.contains(['m', 'M', 's', 'S']));
    let (told, quiet): (Vec<&Grid>, Vec<&Grid>) = backend.grids.iter().partition(broken);
    html! {
        @if !told.is_empty() {
            h4 { "What meets what" }
            p.note { "Class of the first operand (rows) against class of the second. A pale cell: only some results there break a clause." }
            div.figures { @for grid in told { (self::grid(names, index, backend, grid)) } }
        }
        @if !quiet.is_empty() {
            p.note { "Value classes of which every pair that was tried conforms: " (quiet.into_iter().map(tried).collect::<Vec<_>>().join("; ")) "." }
        }
    }
}

/// How much of a grid was tried, in words.
fn tried(grid: &Grid) -> String {
    let cells = || grid.rows.iter().flat_map(|row| row.chars());
    let (tried, all) = (cells().filter(|&letter| letter != '.').count(), cells().count());
    format!("{} of {} ({tried} of {all} pairs)", visible(&grid.operator), visible(&grid.dtypes.join(", ")))
}

fn grid(names: &Names, index: usize, backend: &Backend, grid: &Grid) -> Markup {
    let of = format!("{} of {}", visible(&grid.operator), visible(&grid.dtypes.join(", ")));
    html! {
        figure.grid data-o=(names.operators(&[&grid.operator])) data-t=(names.dtypes(&grid.dtypes)) {
            figcaption { (of) }
            div.scroll role="region" aria-label=(format!("Value classes of {of} on backend {}", index + 1)) tabindex="0" {
                table.heat {
                    thead { tr { td {} @for class in &grid.classes { th scope="col" { span { (visible(class)) } } } } }
                    tbody {
                        @for (class, row) in grid.classes.iter().zip(&grid.rows) {
                            tr {
                                th scope="row" { (visible(class)) }
                                @for (second, letter) in grid.classes.iter().zip(row.chars()) {
                                    (cell(letter, &detail(backend, grid, class, second)))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(letter: char, detail: &str) -> Markup {
    let (token, some) = match letter {
        'M' => ("must", false),
        'm' => ("must", true),
        'S' => ("should", false),
        's' => ("should", true),
        'o' => ("ok", false),
        _ => ("none", false),
    };
    let words = mark::words(token);
    let title = if detail.is_empty() { words.to_owned() } else { format!("{words}: {detail}") };
    html! {
        td class=(format!("v-{token}{}", if some { " some" } else { "" })) title=(title) {
            (mark::icon(token)) span.vh { (words) @if some { " in part" } }
        }
    }
}

/// What the results at two classes break, in words.
fn detail(backend: &Backend, grid: &Grid, first: &str, second: &str) -> String {
    let of_cell = |it: &&Behaviour| {
        it.operator == grid.operator
            && it.first == first
            && it.second == second
            && grid.dtypes.iter().any(|dtype| it.by_dtype.contains_key(dtype))
    };
    let mut by_taken: BTreeMap<&str, (u64, Vec<&str>)> = BTreeMap::new();
    for it in backend.behaviours.iter().filter(of_cell) {
        let (elements, clauses) = by_taken.entry(it.taken.as_str()).or_default();
        let counts = it.by_dtype.iter().filter(|(dtype, _)| grid.dtypes.contains(dtype));
        *elements = counts.fold(*elements, |sum, (_, count)| sum.saturating_add(*count));
        for clause in &it.breaks {
            if !clauses.contains(&clause.as_str()) {
                clauses.push(clause);
            }
        }
    }
    let one = |(taken, (elements, clauses)): (&str, (u64, Vec<&str>))| {
        format!("{} taken in {} ({})", visible(taken), plural(elements, "element"), visible(&clauses.join(", ")))
    };
    by_taken.into_iter().map(one).collect::<Vec<_>>().join("; ")
}

/// The pictures of lanes.
pub(super) fn lanes(report: &Report, names: &Names, index: usize, backend: &Backend) -> Markup {
    html! {
        @if !backend.lanes.is_empty() {
            h4 { "Which lanes" }
            p.note { "Two vectors of one length. Each row is a length, from 1 downwards; each column a position, from 0." }
            div.figures {
                @for (number, lanes) in backend.lanes.iter().enumerate() { (picture(report, names, index, number, lanes)) }
            }
        }
    }
}

fn picture(report: &Report, names: &Names, index: usize, number: usize, lanes: &Lanes) -> Markup {
    let Drawing { paths, counts, lengths, width } = Drawing::of(&lanes.rows);
    let breaks: Vec<&str> = lanes.legend.iter().flat_map(|kind| &kind.breaks).map(String::as_str).collect();
    let kinds: Vec<_> = lanes
        .legend
        .iter()
        .filter_map(|kind| {
            let letter = kind.letter.chars().next()?;
            Some((letter, visible(&kind.taken), token(report, &kind.breaks), counts.get(&letter).copied()?))
        })
        .collect();
    let tried: u64 = counts.values().sum();
    let says = kinds.iter().map(|(_, taken, token, count)| {
        format!("{taken} at {} of {} places, which {}", thousands(*count), thousands(tried), mark::words(token))
    });
    let says = format!("{}: {}", visible(&lanes.operands), says.collect::<Vec<_>>().join("; "));
    let id = format!("l{index}-{number}");
    html! {
        figure.lanes data-o=(names.operators(&[&lanes.operator])) data-t=(names.dtypes(&lanes.dtypes)) data-c=(names.clauses(&breaks)) {
            figcaption id=(id) {
                strong { (visible(&lanes.operands)) } " · " (visible(&lanes.operator)) " of " (visible(&lanes.dtypes.join(", ")))
            }
            svg role="img" aria-label=(says) viewBox=(format!("-1 -1 {} {}", width + 2, lengths + 2)) preserveAspectRatio="xMinYMin meet" {
                g.ticks { @for tick in (0..=width).step_by(16) { path d=(format!("M{tick} -1V{}", lengths + 1)) {} } }
                @for (order, (letter, _, token, _)) in kinds.iter().enumerate() {
                    path class=(format!("k-{token} k{order}")) d=(paths.get(letter).map_or("", String::as_str)) {}
                }
                @if let Some(several) = paths.get(&'*') { path.k-several d=(several) {} }
            }
            ul.keys {
                @for (order, (_, taken, token, count)) in kinds.iter().enumerate() {
                    li { span class=(format!("key k-{token} k{order}")) {} (taken) " · " (thousands(*count)) " of " (thousands(tried))
                        " " span class=(format!("v-{token}")) { (mark::icon(token)) (mark::words(token)) } }
                }
                @if let Some(several) = counts.get(&'*') { li { span.key.k-several {} "not the same each time · " (thousands(*several)) } }
            }
        }
    }
}

/// The verdict on results that break these clauses.
fn token(report: &Report, breaks: &[String]) -> &'static str {
    let level = |id: &String| digest::clause(report, id).map_or("MUST", |clause| clause.level.as_str());
    match (breaks.is_empty(), breaks.iter().any(|id| level(id) == "MUST")) {
        (true, _) => "ok",
        (false, true) => "must",
        (false, false) => "should",
    }
}

/// A picture of lanes as SVG paths, one per letter, and the places of each letter.
struct Drawing {
    paths: BTreeMap<char, String>,
    counts: BTreeMap<char, u64>,
    lengths: usize,
    width: usize,
}

impl Drawing {
    /// Draws the rows of the model; what is no run ends a row.
    fn of(rows: &str) -> Self {
        let mut drawing = Self { paths: BTreeMap::new(), counts: BTreeMap::new(), lengths: 0, width: 0 };
        for (row, text) in rows.split('/').take(LONGEST).enumerate() {
            let mut position = 0;
            let mut rest = text;
            while let Some(end) = rest.find(|c: char| !c.is_ascii_digit()) {
                let letter = rest[end..].chars().next().unwrap_or('.');
                let Ok(count @ 1..=LONGEST) = rest[..end].parse::<usize>() else { break };
                if letter != '.' {
                    let path = drawing.paths.entry(letter).or_default();
                    _ = write!(path, "M{position} {row}.5h{count}");
                    *drawing.counts.entry(letter).or_default() += count as u64;
                    drawing.lengths = row + 1;
                }
                position += count;
                rest = &rest[end + letter.len_utf8()..];
                if position > LONGEST {
                    break;
                }
            }
            drawing.width = drawing.width.max(position.min(LONGEST));
        }
        drawing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_become_strokes() {
        let drawing = Drawing::of("1f//2f1s");
        assert_eq!(drawing.paths[&'f'], "M0 0.5h1M0 2.5h2");
        assert_eq!(drawing.paths[&'s'], "M2 2.5h1");
        assert_eq!((drawing.counts[&'f'], drawing.counts[&'s'], drawing.lengths, drawing.width), (3, 1, 3, 3));
    }

    #[test]
    fn what_is_no_run_is_not_drawn() {
        for text in ["", "f", "0f", "99999999999999999999f", "-1f", "3", "1000f"] {
            assert!(Drawing::of(text).paths.is_empty(), "{text}");
        }
        assert_eq!(Drawing::of("1\"2f").counts.get(&'"'), Some(&1));
    }
}
