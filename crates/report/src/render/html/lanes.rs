//! Pictures of lanes: which operand a result is taken from, lane against length.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use maud::{Markup, html};

use super::axes::Axes;
use super::mark;
use super::names::Names;
use crate::digest;
use crate::level::Level;
use crate::model::{Backend, Lanes, Report};
use crate::text::{thousands, visible};

/// The longest vectors that are drawn: what a report says beyond them is not ours.
const LONGEST: usize = 512;

pub(super) fn pictures(report: &Report, names: &Names, index: usize, backend: &Backend) -> Markup {
    html! {
        @if !backend.lanes.is_empty() {
            h4 { "Which lanes" }
            p.note { "Two vectors of one length. Each row is a length, each column a lane, counted from 0." }
            div.figures {
                @for (number, lanes) in backend.lanes.iter().enumerate() { (picture(report, names, index, number, lanes)) }
            }
        }
    }
}

fn picture(report: &Report, names: &Names, index: usize, number: usize, lanes: &Lanes) -> Markup {
    let Drawing { paths, counts, lengths, width } = Drawing::of(&lanes.rows);
    let axes = Axes::of(width, lengths);
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
        figure.lanes data-o=(names.operators.tokens(&[&lanes.operator])) data-t=(names.dtypes.tokens(&lanes.dtypes)) data-c=(names.clauses.tokens(&breaks)) {
            figcaption id=(id) {
                strong { (visible(&lanes.operands)) } " · " (visible(&lanes.operator)) " of " (visible(&lanes.dtypes.join(", ")))
            }
            @if width > 0 {
                svg role="img" aria-label=(says) viewBox=(axes.view()) preserveAspectRatio="xMinYMin meet" {
                    (axes.markup())
                    @for (order, (letter, _, token, _)) in kinds.iter().enumerate() {
                        path class=(format!("k-{token} k{order}")) d=(paths.get(letter).map_or("", String::as_str)) {}
                    }
                    @if let Some(several) = paths.get(&'*') { path.k-several d=(several) {} }
                }
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
    let level = |id: &String| digest::clause(report, id).map_or(Level::Must, |clause| clause.level);
    match (breaks.is_empty(), breaks.iter().any(|id| level(id) == Level::Must)) {
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
