//! What the classes of two operands come to: a table of class against class where something is broken.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::mark;
use super::names::Names;
use crate::model::{Backend, Behaviour, Grid};
use crate::text::{plural, visible};

/// The tables of value classes; those in which nothing is broken are only named, and folded away.
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
            details.more.passed {
                summary { "Value classes of which every pair that was tried conforms: " (plural(quiet.len() as u64, "table")) }
                ul.reasons { @for grid in quiet { li { (tried(grid)) } } }
            }
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
        figure.grid data-o=(names.operators.tokens(&[&grid.operator])) data-t=(names.dtypes.tokens(&grid.dtypes)) {
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
