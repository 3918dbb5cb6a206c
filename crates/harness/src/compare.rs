//! Two implementations side by side: where any bit of their answers differs, whoever is right.
//!
//! Differences are shrunk as violations are, and put together by what differs, by which side is wrong, and where one bit of one lane
//! differs by that alone.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use opconform_spec::{Case, Outcome, Symptom, Witness};

use crate::answer::BATCH;
use crate::answer::{answer, answers};
use crate::in_order::in_order;
use crate::progress::{Progress, Stage};
use crate::shrink::{Violation, smallest};

mod difference;
mod differing;
mod pair;
mod place;
mod ruled;
mod side;

pub use difference::{Change, Classes, Difference};
use difference::{added, more};
use differing::{Differing, Kind, differing};
pub use pair::Pair;
pub use place::{Lane, Places};
pub use ruled::{Opinion, Silence};
use ruled::{Stand, ruled};
pub use side::Side;

/// Two implementations compared.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Cases that both were asked.
    pub compared: u64,
    /// Elements of results that were compared.
    pub elements: u64,
    /// Cases that one of them does not answer.
    pub unanswered_by_one: u64,
    /// Cases that neither of them answers.
    pub unanswered_by_both: u64,
    /// Whether it was interrupted: what was compared until then is what is told.
    pub partial: bool,
    /// The gravest first.
    pub differences: Vec<Difference>,
}

/// What looks alike before it is shrunk: how each side stands is part of it, since the smallest of them stands for all.
type Likeness = (Kind, Option<&'static str>, String, &'static str);

/// Cases that look alike, and the smallest of them.
struct DifferenceGroup {
    cases: u64,
    elements: u64,
    classes: Classes,
    places: Places,
    pair: Pair,
}

/// What came of one case.
struct Compared {
    elements: u64,
    /// How many of the two do not answer it.
    unanswered_by: usize,
    differing: Vec<Differing>,
}

/// Puts every case to both implementations, until the end or until `stop` is set.
pub fn compare(cases: &[Case], sides: &[Side; 2], progress: &Progress, stop: &AtomicBool) -> Comparison {
    let mut comparing = Comparing::new(sides, progress, stop);
    comparing.put(cases);
    comparing.end()
}

/// Two implementations that are being compared.
pub struct Comparing<'a> {
    sides: &'a [Side<'a>; 2],
    progress: &'a Progress<'a>,
    stop: &'a AtomicBool,
    comparison: Comparison,
    groups: BTreeMap<Likeness, DifferenceGroup>,
    put: usize,
}

impl<'a> Comparing<'a> {
    /// Two implementations of which nothing was compared yet. Once `stop` is set, nothing more is.
    pub fn new(sides: &'a [Side; 2], progress: &'a Progress, stop: &'a AtomicBool) -> Self {
        Self { sides, progress, stop, comparison: Comparison::default(), groups: BTreeMap::new(), put: 0 }
    }

    /// Puts cases to both.
    pub fn put(&mut self, cases: &[Case]) {
        let Self { sides, progress, stop, ref mut comparison, ref mut groups, put } = *self;
        let (done, all) = (AtomicUsize::new(put), put + cases.len());
        let is_stopped = || stop.load(Ordering::Relaxed);
        let batches: Vec<&[Case]> = cases.chunks(BATCH).collect();
        let together = |number: usize| {
            let compared = if is_stopped() { Vec::new() } else { together(batches[number], sides) };
            let so_far = done.fetch_add(compared.len(), Ordering::Relaxed) + compared.len();
            progress(so_far, all, Stage::Judging);
            compared
        };
        in_order(batches.len(), together, |compared: Vec<Compared>| {
            if is_stopped() {
                // A backend that is told to stop answers nothing that could be compared.
                comparison.partial = true;
                return ControlFlow::Break(());
            }
            for compared in compared {
                let count = match compared.unanswered_by {
                    0 => &mut comparison.compared,
                    1 => &mut comparison.unanswered_by_one,
                    _ => &mut comparison.unanswered_by_both,
                };
                *count += 1;
                comparison.elements += compared.elements;
                for differing in compared.differing {
                    note(groups, differing);
                }
            }
            ControlFlow::Continue(())
        });
        self.put = all;
    }

    /// Shrinks what differs, and says what is said of each side.
    pub fn end(self) -> Comparison {
        let Self { sides, progress, stop, mut comparison, groups, .. } = self;
        let all = groups.len();
        for (number, ((kind, _, operator, dtype), group)) in groups.into_iter().enumerate() {
            progress(number, all, Stage::Shrinking);
            let from = group.pair.case.id().to_owned();
            let (change, pair) = shrunk(kind, group.pair, sides, stop);
            comparison.partial |= stop.load(Ordering::Relaxed);
            let difference = Difference {
                changes: [change].into(),
                silent: kind.stands.map(|stand| if stand == Stand::Unspoken { group.elements } else { 0 }),
                opinions: ruled(&pair, sides),
                operators: [operator].into(),
                dtypes: [dtype].into(),
                cases: group.cases,
                elements: group.elements,
                classes: group.classes,
                places: group.places,
                pair,
                from,
            };
            comparison.differences = added(comparison.differences, difference);
        }
        comparison.differences.sort_by_key(|it| (!it.is_bug(), it.gravest(), Reverse(it.elements)));
        comparison
    }
}

/// A batch, put to both.
fn together(batch: &[Case], sides: &[Side; 2]) -> Vec<Compared> {
    let [a, b] = sides.each_ref().map(|side| answers(side.backend, batch));
    let compared = |((case, a), b): ((&Case, Outcome), Outcome)| {
        let unanswered_by = [&a, &b].into_iter().filter(|it| matches!(it, Outcome::Unsupported(_))).count();
        let is_compared = unanswered_by == 0;
        let elements = if is_compared { elements(&a) } else { 0 };
        let differing = if is_compared { differing(case, &[a, b], sides) } else { Vec::new() };
        Compared { elements, unanswered_by, differing }
    };
    batch.iter().zip(a).zip(b).map(compared).collect()
}

fn elements(outcome: &Outcome) -> u64 {
    match outcome {
        Outcome::Output(outputs) => outputs.iter().map(|output| output.len() as u64).sum(),
        _ => 0,
    }
}

/// Counts a difference, and keeps it where it is the smallest of its like.
fn note(
    groups: &mut BTreeMap<Likeness, DifferenceGroup>,
    Differing { kind, elements, classes, places, pair }: Differing,
) {
    let size = |case: &Case| (case.origin.seed.is_some(), case.elements());
    let key = (kind, pair.output, pair.case.operator.qualified().into_owned(), pair.case.types().name());
    match groups.get_mut(&key) {
        Some(known) => {
            known.cases += 1;
            known.elements += elements;
            more(&mut known.classes, &classes);
            known.places = known.places.and(&places);
            if size(&pair.case) < size(&known.pair.case) {
                known.pair = pair;
            }
        }
        None => {
            groups.insert(key, DifferenceGroup { cases: 1, elements, classes, places, pair });
        }
    }
}

/// The smallest case on which the same differs and each side stands as it did. Where a side answers otherwise when it is asked again, that
/// is what differs.
fn shrunk(kind: Kind, pair: Pair, sides: &[Side; 2], stop: &AtomicBool) -> (Change, Pair) {
    let output = pair.output;
    let again = |case: &Case| {
        let outcomes = sides.each_ref().map(|side| answer(side.backend, case));
        // A side that is stopped, or has been given up, has not answered otherwise.
        let is_asked = !outcomes.iter().any(|it| matches!(it, Outcome::Unsupported(_)));
        let is_asked = is_asked && !stop.load(Ordering::Relaxed);
        let same = |all: Vec<Differing>| all.into_iter().find(|it| it.kind == kind && it.pair.output == output);
        is_asked.then(|| same(differing(case, &outcomes, sides)).map(|it| (it.elements, it.pair)))
    };
    let violation = |case: &Case| {
        let (count, pair) = again(case)??;
        let found = pair.found()[0];
        let witness = Witness {
            output: pair.output,
            position: pair.position,
            operands: pair.operands,
            found,
            symptom: Symptom::InWords(String::new()),
            count,
        };
        let [outcome, _] = pair.outcomes;
        Some(Violation { case: case.clone(), outcome, witness, other: None, cut_short: None })
    };
    let least = violation(&pair.case).and_then(|first| smallest(first, stop, &violation));
    let least = least.map_or_else(|| pair.case.clone(), |least| least.case);
    match again(&least) {
        Some(Some((_, pair))) => (kind.change, pair),
        Some(None) => (Change::Unsteady, pair),
        None => (kind.change, pair),
    }
}
