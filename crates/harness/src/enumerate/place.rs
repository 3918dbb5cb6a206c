//! Where in their calls pairs came out otherwise: told where the same operands came out so nowhere else, and their values are no reason.
//!
//! In a call of a whole row the place of an element is its value, and whoever gives something else for odd values does so in odd lanes. In
//! calls of a length that is no power of two it is not: then each part of a call has had other values in each of them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use opconform_exhaust::{Cell, Counted, Kind, Order, Part, Places};
use serde::{Deserialize, Serialize};

use super::counts::Counts;
use super::course::Course;

/// The pairs at least that a part and all others must have.
const FEWEST: u64 = 64;

/// Where in their calls pairs lay that came out as no others of the same operands did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Part of each call.
    pub part: Part,
    /// Whether all of them lay in it; otherwise all lay outside.
    pub within: bool,
    /// How many pairs of the same operands lay in it.
    pub inside: u64,
    /// How many of these lay outside.
    pub outside: u64,
}

/// A cell with what was counted of it.
type Group<'a> = (&'a Cell, &'a Counted);

/// Of each cell whose operands came out otherwise in another part of their calls, where it lay. Where several parts hold the same pairs of
/// some operands, it is the one that the most operands have, or of these the smallest.
pub(super) fn telling(course: &Course, counts: &Counts) -> BTreeMap<Cell, Place> {
    if !course.tells_places() {
        return BTreeMap::new();
    }
    let groups: Vec<Group<'_>> = counts.cells.iter().collect();
    let of_operands = groups.chunk_by(|(one, _), (other, _)| operands(**one) == operands(**other));
    let divided: Vec<(&[Group<'_>], Vec<Part>)> = of_operands.map(|of| (of, dividing(course, of))).collect();
    let mut had: BTreeMap<Part, usize> = BTreeMap::new();
    divided.iter().flat_map(|(_, parts)| parts).for_each(|part| *had.entry(*part).or_default() += 1);
    let places = divided.iter().filter_map(|(of, parts)| {
        let part = *parts.iter().min_by_key(|part| (Reverse(had[*part]), course.elements(**part), **part))?;
        Some(placed(part, of))
    });
    places.flatten().collect()
}

/// The cells whose counts of places are kept: of all pairs, those whose operands came out in several ways. What is put together later may
/// show that of any.
pub(super) fn kept(course: &Course, counts: &Counts, is_complete: bool) -> BTreeSet<Cell> {
    if !course.tells_places() {
        return BTreeSet::new();
    }
    let cells: Vec<Cell> = counts.cells.keys().copied().collect();
    let of_operands = cells.chunk_by(|one, other| operands(*one) == operands(*other));
    of_operands.filter(|of| !is_complete || of.len() > 1).flatten().copied().collect()
}

/// What is the same of cells that something else came of.
fn operands(cell: Cell) -> (Kind, Kind, Order) {
    (cell.first, cell.second, cell.order)
}

/// The parts of their calls that divide the cells of the same operands.
fn dividing(course: &Course, groups: &[Group<'_>]) -> Vec<Part> {
    let places: Option<Vec<&Places>> = groups.iter().map(|(_, counted)| counted.places.as_deref()).collect();
    let Some(places) = places.filter(|places| places.len() > 1) else { return Vec::new() };
    // Of four turns of values that follow each other, two have a value at every place. NaNs follow each other twice, with either sign.
    let of_nans = groups.iter().any(|(cell, _)| cell.first.class().is_nan() || cell.second.class().is_nan());
    if together(&places).turns() < if of_nans { 8 } else { 4 } {
        return Vec::new();
    }
    let is_told = |part: &Part| divides(*part, &places) && !course.is_of_values(*part);
    parts(&places).into_iter().filter(is_told).collect()
}

/// Where the cells lay that a part divides.
fn placed(part: Part, groups: &[Group<'_>]) -> Vec<(Cell, Place)> {
    let within: Vec<u64> =
        groups.iter().filter_map(|(_, counted)| counted.places.as_ref()).map(|places| places.within(part)).collect();
    let inside = within.iter().sum();
    let outside = groups.iter().map(|(_, counted)| counted.count).sum::<u64>() - inside;
    let place = |within: u64| Place { part, within: within > 0, inside, outside };
    groups.iter().zip(within).map(|((cell, _), within)| (**cell, place(within))).collect()
}

/// All of these, of which there is one at least.
fn together(places: &[&Places]) -> Places {
    let mut all = places[0].clone();
    places[1..].iter().for_each(|more| all.add(more));
    all
}

/// Whether each of these lay in a part, or outside, and enough of them did either.
fn divides(part: Part, places: &[&Places]) -> bool {
    let (inside, outside): (Vec<&Places>, Vec<&Places>) = places.iter().partition(|it| it.within(part) > 0);
    let is_enough = |side: &[&Places]| side.iter().map(|it| it.count()).sum::<u64>() >= FEWEST;
    inside.iter().all(|it| it.within(part) == it.count()) && is_enough(&inside) && is_enough(&outside)
}

/// The parts that may divide these.
fn parts(places: &[&Places]) -> Vec<Part> {
    let ends = |part: fn(u64) -> Part| (1..=Places::ENDS).map(part);
    let lanes = |whole| Places::widths().filter_map(move |of| lanes(places, of, whole));
    ends(Part::Last)
        .chain(Places::widths().map(Part::LeftBy))
        .chain(ends(Part::First))
        .chain(lanes(false))
        .chain(lanes(true))
        .collect()
}

/// The fewest lanes of vectors of this width that follow each other and have nothing in common with any other, where each lane has pairs.
fn lanes(places: &[&Places], of: u64, whole: bool) -> Option<Part> {
    let width = of as usize;
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for counts in places.iter().map(|it| it.lanes(of, whole)) {
        // What came in two lanes makes them one part.
        let is_met = |part: &Vec<usize>| part.iter().any(|&lane| counts[lane] > 0);
        let (met, mut others): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_met);
        let own = counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(lane, _)| lane);
        let mut part: Vec<usize> = met.into_iter().flatten().chain(own).collect();
        part.sort_unstable();
        part.dedup();
        others.push(part);
        parts = others;
    }
    if parts.iter().flatten().filter(|&&lane| lane < width).count() < width {
        return None;
    }
    let follow = |part: &&Vec<usize>| part.windows(2).all(|two| two[0] + 1 == two[1]);
    let in_lanes = parts.iter().filter(|part| part.last().is_some_and(|&last| last < width));
    let part = in_lanes.filter(follow).min_by_key(|part| part.len())?;
    let [first, last] = [part.first()?, part.last()?].map(|&lane| lane as u64);
    Some(Part::Lanes { of, first, last, whole })
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.within { "only in" } else { "in all but" };
        write!(f, "{place} {}", self.part)
    }
}
