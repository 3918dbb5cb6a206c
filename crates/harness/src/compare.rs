//! Two implementations side by side: where any bit of their answers differs, whoever is right.
//!
//! Differences are shrunk as violations are, and put together by what differs and by what the specifications make of each side.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use opconform_backends::Backend;
use opconform_spec::{Case, Facts, Outcome, Profile, Ruling, Symptom, Trial, Witness};
use opconform_tensor::{Class, Tensor, Value};
use rayon::prelude::*;

use crate::answer::{answer, answers};
use crate::execute::{BATCH, Progress, Stage, WINDOW, same_output};
use crate::finding::expected;
use crate::shrink::{Violation, smallest};

/// What differs between two answers, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// One of them answers otherwise when it is asked again.
    Unsteady,
    /// One of them crashes, takes too long, or gives an answer that cannot be read.
    NoAnswer,
    /// One of them refuses what the other answers.
    Refusal,
    /// The shape or the element type.
    Shape,
    /// Two numbers that are not equal.
    Number,
    /// A NaN stands where the other has a number.
    Nan,
    /// A zero of the other sign.
    Zero,
    /// A NaN of other bits.
    NanBits,
}

/// An implementation, and what it is judged by.
pub struct Side<'a> {
    /// The implementation.
    pub backend: &'a dyn Backend,
    /// The profiles that say whether its answer is allowed.
    pub profiles: Vec<&'static Profile>,
}

/// What is said of one side of a difference, and by whom.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// What is said.
    pub ruling: Ruling,
    /// The profile that says it: of those that a side is judged by, one that objects, or else one whose text is not open.
    pub profile: &'static str,
    /// What that profile allows here, in words.
    pub expects: String,
}

/// Both answers to one case.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The case, shrunk where both sides could be asked for smaller ones.
    pub case: Case,
    /// The element that differs, row-major; `None` where the whole answers do.
    pub position: Option<usize>,
    /// The operands that meet there.
    pub operands: Vec<Value>,
    /// What each side did.
    pub outcomes: [Outcome; 2],
}

/// Differences of one kind, with one ruling on each side.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What differs.
    pub change: Change,
    /// What is said of each side; nothing where no profile that it is judged by speaks.
    pub opinions: [Option<Opinion>; 2],
    /// The operators that show it.
    pub operators: BTreeSet<String>,
    /// The element types that show it.
    pub dtypes: BTreeSet<&'static str>,
    /// Cases that show it.
    pub cases: u64,
    /// Elements that show it; 1 for a whole answer.
    pub elements: u64,
    /// Of elements where two operands meet: how many, by the classes of the two.
    pub classes: Classes,
    /// The smallest that was found.
    pub pair: Pair,
    /// The id of the case of the suite that it was found in.
    pub from: String,
}

/// Two implementations compared.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Cases that both were asked.
    pub compared: u64,
    /// Elements of results that were compared.
    pub elements: u64,
    /// Cases that one of them does not offer.
    pub unasked: u64,
    /// Whether it was interrupted: what was compared until then is what is told.
    pub partial: bool,
    /// The gravest first.
    pub differences: Vec<Difference>,
}

/// How many elements differ, by the classes of the two operands that meet there.
pub type Classes = BTreeMap<(Class, Class), u64>;

/// What looks alike before it is shrunk.
type Key = (Change, String, &'static str);

/// Cases that look alike, and the smallest of them.
struct Suspect {
    cases: u64,
    elements: u64,
    classes: Classes,
    pair: Pair,
}

/// What differs in one kind between two answers.
struct Differing {
    change: Change,
    elements: u64,
    classes: Classes,
    pair: Pair,
}

/// What came of one case.
struct Compared {
    elements: u64,
    unasked: bool,
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
    suspects: BTreeMap<Key, Suspect>,
    put: usize,
}

impl<'a> Comparing<'a> {
    /// Two implementations of which nothing was compared yet. Once `stop` is set, nothing more is.
    pub fn new(sides: &'a [Side; 2], progress: &'a Progress, stop: &'a AtomicBool) -> Self {
        Self { sides, progress, stop, comparison: Comparison::default(), suspects: BTreeMap::new(), put: 0 }
    }

    /// Puts cases to both.
    pub fn put(&mut self, cases: &[Case]) {
        let (done, all) = (AtomicUsize::new(self.put), self.put + cases.len());
        let together = |batch: &[Case]| {
            let is_stopped = self.stop.load(Ordering::Relaxed);
            let compared = if is_stopped { Vec::new() } else { together(batch, backends(self.sides)) };
            let so_far = done.fetch_add(compared.len(), Ordering::Relaxed) + compared.len();
            (self.progress)(so_far, all, Stage::Judging);
            compared
        };
        for window in cases.chunks(WINDOW) {
            let compared: Vec<Vec<Compared>> = window.par_chunks(BATCH).map(together).collect();
            if self.stop.load(Ordering::Relaxed) {
                // A backend that is told to stop answers nothing that could be compared.
                self.comparison.partial = true;
                break;
            }
            for compared in compared.into_iter().flatten() {
                self.comparison.unasked += u64::from(compared.unasked);
                self.comparison.compared += u64::from(!compared.unasked);
                self.comparison.elements += compared.elements;
                for differing in compared.differing {
                    note(&mut self.suspects, differing);
                }
            }
        }
        self.put = all;
    }

    /// Shrinks what differs, and says what is said of each side.
    pub fn end(self) -> Comparison {
        let Self { sides, progress, stop, mut comparison, suspects, .. } = self;
        let all = suspects.len();
        for (number, ((change, operator, dtype), suspect)) in suspects.into_iter().enumerate() {
            progress(number, all, Stage::Shrinking);
            let from = suspect.pair.case.id().to_owned();
            let (change, pair) = shrunk(change, suspect.pair, backends(sides), stop);
            comparison.partial |= stop.load(Ordering::Relaxed);
            let difference = Difference {
                change,
                opinions: ruled(&pair, sides),
                operators: [operator].into(),
                dtypes: [dtype].into(),
                cases: suspect.cases,
                elements: suspect.elements,
                classes: suspect.classes,
                pair,
                from,
            };
            add(&mut comparison.differences, difference);
        }
        comparison.differences.sort_by_key(|it| (!it.is_bug(), it.change, Reverse(it.elements)));
        comparison
    }
}

fn backends<'a>(sides: &[Side<'a>; 2]) -> [&'a dyn Backend; 2] {
    [sides[0].backend, sides[1].backend]
}

/// A batch, put to both.
fn together(batch: &[Case], [first, second]: [&dyn Backend; 2]) -> Vec<Compared> {
    let (a, b) = (answers(first, batch), answers(second, batch));
    let compared = |((case, a), b): ((&Case, Outcome), Outcome)| {
        let unasked = [&a, &b].into_iter().any(|it| matches!(it, Outcome::Unsupported(_)));
        let elements = if unasked { 0 } else { elements(&a) };
        let differing = if unasked { Vec::new() } else { differing(case, &[a, b]) };
        Compared { elements, unasked, differing }
    };
    batch.iter().zip(a).zip(b).map(compared).collect()
}

fn elements(outcome: &Outcome) -> u64 {
    match outcome {
        Outcome::Output(outputs) => outputs.iter().map(|output| output.len() as u64).sum(),
        _ => 0,
    }
}

/// What differs between two answers: each kind once, with the number of elements and the first of them.
fn differing(case: &Case, outcomes: &[Outcome; 2]) -> Vec<Differing> {
    let [a, b] = outcomes;
    let whole = |change| {
        let pair = Pair { case: case.clone(), position: None, operands: Vec::new(), outcomes: outcomes.clone() };
        vec![Differing { change, elements: 1, classes: Classes::new(), pair }]
    };
    match (a, b) {
        _ if same_output(a, b) => Vec::new(),
        (Outcome::Output(a), Outcome::Output(b)) if are_alike(a, b) => {
            let facts = Facts::new(case);
            let mut seen: BTreeMap<Change, (u64, usize, Classes)> = BTreeMap::new();
            for (a, b) in a.iter().zip(b) {
                for position in 0..a.len() {
                    let change = change(a.value(position), b.value(position));
                    // What nothing is said of, such as memory that nobody has written, may be anything each time.
                    if let Some(change) = change.filter(|_| !facts.is_unspecified(position)) {
                        let (count, _, classes) = seen.entry(change).or_insert((0, position, Classes::new()));
                        *count += 1;
                        if let [first, second] = facts.values_at(position)[..] {
                            *classes.entry((first.class(), second.class())).or_default() += 1;
                        }
                    }
                }
            }
            let pair = |position| Pair {
                case: case.clone(),
                position: Some(position),
                operands: facts.values_at(position),
                outcomes: outcomes.clone(),
            };
            let differing =
                |(change, (elements, position, classes))| Differing { change, elements, classes, pair: pair(position) };
            seen.into_iter().map(differing).collect()
        }
        (Outcome::Output(_), Outcome::Output(_)) => whole(Change::Shape),
        (Outcome::Rejected(_), Outcome::Rejected(_)) => Vec::new(),
        (Outcome::Output(_) | Outcome::Rejected(_), Outcome::Output(_) | Outcome::Rejected(_)) => {
            whole(Change::Refusal)
        }
        // Neither gives an answer: what they die of is not told apart.
        _ if ![a, b].into_iter().any(|it| matches!(it, Outcome::Output(_) | Outcome::Rejected(_))) => Vec::new(),
        _ => whole(Change::NoAnswer),
    }
}

fn are_alike(a: &[Tensor], b: &[Tensor]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.dtype() == b.dtype() && a.shape() == b.shape())
}

/// What differs between two values; `None` where no bit does.
fn change(a: Value, b: Value) -> Option<Change> {
    let (class, other) = (a.class(), b.class());
    match (class.is_nan(), other.is_nan()) {
        _ if a == b => None,
        (true, true) => Some(Change::NanBits),
        (false, false) if class.is_float_zero() && other.is_float_zero() => Some(Change::Zero),
        (false, false) => Some(Change::Number),
        _ => Some(Change::Nan),
    }
}

/// Counts a difference, and keeps it where it is the smallest of its like.
fn note(suspects: &mut BTreeMap<Key, Suspect>, Differing { change, elements, classes, pair }: Differing) {
    let size = |case: &Case| (case.origin.seed.is_some(), case.inputs.iter().map(Tensor::len).sum::<usize>());
    let key = (change, pair.case.operator.qualified().into_owned(), pair.case.dtype_text());
    match suspects.get_mut(&key) {
        Some(known) => {
            known.cases += 1;
            known.elements += elements;
            more(&mut known.classes, &classes);
            if size(&pair.case) < size(&known.pair.case) {
                known.pair = pair;
            }
        }
        None => {
            suspects.insert(key, Suspect { cases: 1, elements, classes, pair });
        }
    }
}

/// Adds what was counted elsewhere.
fn more(all: &mut Classes, classes: &Classes) {
    for (&met, count) in classes {
        *all.entry(met).or_default() += count;
    }
}

/// The smallest case on which the same differs; a side that answers otherwise when it is asked again is what differs, then.
fn shrunk(change: Change, pair: Pair, sides: [&dyn Backend; 2], stop: &AtomicBool) -> (Change, Pair) {
    let again = |case: &Case| {
        let outcomes = sides.map(|side| answer(side, case));
        // A side that is stopped, or has been given up, has not answered otherwise.
        let is_asked = !outcomes.iter().any(|it| matches!(it, Outcome::Unsupported(_)));
        let is_asked = is_asked && !stop.load(Ordering::Relaxed);
        let same = |all: Vec<Differing>| all.into_iter().find(|it| it.change == change);
        is_asked.then(|| same(differing(case, &outcomes)).map(|it| (it.elements, it.pair)))
    };
    let violation = |case: &Case| {
        let (count, pair) = again(case)??;
        let found = pair.found()[0];
        let witness = Witness {
            position: pair.position,
            operands: pair.operands,
            found,
            symptom: Symptom::Said(String::new()),
            count,
        };
        let [outcome, _] = pair.outcomes;
        Some(Violation { case: case.clone(), outcome, witness, other: None })
    };
    let least = violation(&pair.case).map_or_else(|| pair.case.clone(), |first| smallest(first, stop, &violation).case);
    match again(&least) {
        Some(Some((_, pair))) => (change, pair),
        Some(None) => (Change::Unsteady, pair),
        None => (change, pair),
    }
}

impl Pair {
    /// The element that each side gave, where they differ in one.
    pub fn found(&self) -> [Option<Value>; 2] {
        [0, 1].map(|side| match (&self.outcomes[side], self.position) {
            (Outcome::Output(outputs), Some(position)) => outputs.first().map(|output| output.value(position)),
            _ => None,
        })
    }
}

impl Difference {
    /// Whether the answer of one side is not allowed.
    pub fn is_bug(&self) -> bool {
        self.rulings().contains(&Some(Ruling::Bug))
    }

    fn rulings(&self) -> [Option<Ruling>; 2] {
        self.opinions.each_ref().map(|opinion| opinion.as_ref().map(|opinion| opinion.ruling))
    }
}

/// What is said of both sides, each by its own profiles.
fn ruled(pair: &Pair, sides: &[Side; 2]) -> [Option<Opinion>; 2] {
    let facts = Facts::new(&pair.case);
    [0, 1].map(|side: usize| {
        let trial = Trial::new(&facts, &pair.outcomes[side]);
        let said = |profile: &&'static Profile| {
            let ruling = profile.ruling(&trial)?;
            Some(Opinion { ruling, profile: profile.name, expects: expected(profile, &facts, pair.position) })
        };
        let opinions = sides[side].profiles.iter().filter_map(said);
        opinions.min_by_key(|opinion| (opinion.ruling != Ruling::Bug, opinion.ruling == Ruling::Gap))
    })
}

/// Adds a difference to those of its kind.
fn add(all: &mut Vec<Difference>, new: Difference) {
    let size = |it: &Difference| it.pair.case.inputs.iter().map(Tensor::len).sum::<usize>();
    match all.iter_mut().find(|it| (it.change, it.rulings()) == (new.change, new.rulings())) {
        Some(known) => {
            known.operators.extend(new.operators.iter().cloned());
            known.dtypes.extend(&new.dtypes);
            known.cases += new.cases;
            known.elements += new.elements;
            more(&mut known.classes, &new.classes);
            if size(&new) < size(known) {
                (known.pair, known.opinions, known.from) = (new.pair, new.opinions, new.from);
            }
        }
        None => all.push(new),
    }
}
