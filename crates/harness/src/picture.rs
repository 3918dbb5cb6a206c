//! From observations to pictures: value class against value class, and position against length, with the clauses that
//! each kind of result breaks.
//!
//! What a kind of result breaks is decided by the clauses themselves, on a case of one element that shows it.

use std::collections::{BTreeMap, BTreeSet};

use opconform_report::{Behaviour, Grid, LaneKind, Lanes};
use opconform_spec::{
    Case, Clause, Facts, Level, Outcome, Pair, Profile, Scope, SelectedOperand, Trial, clauses, judge,
};
use opconform_tensor::{Class, DType, Tensor};

use crate::pair_observations::{Entry, ObservationClass, PairObservations, Place, TAKEN, qualified, taken_in};

/// The observations of one backend, each with the clauses that it breaks.
pub(crate) struct Pictures<'a> {
    observed: &'a PairObservations,
    breaks: BTreeMap<ObservationClass, Vec<&'static Clause>>,
}

impl<'a> Pictures<'a> {
    pub(crate) fn new(cases: &[Case], profiles: &[&'static Profile], observed: &'a PairObservations) -> Self {
        let broken = |key: &ObservationClass, entry: &Entry| breaks(&cases[entry.case], profiles, key.dtype, entry);
        let breaks = observed.seen.iter().map(|(key, entry)| (*key, broken(key, entry))).collect();
        Self { observed, breaks }
    }

    /// What breaks a clause, element types together.
    pub(crate) fn behaviours(&self) -> Vec<Behaviour> {
        let mut list: Vec<Behaviour> = Vec::new();
        for (key, breaks) in self.breaks.iter().filter(|(_, breaks)| !breaks.is_empty()) {
            let dtype = key.dtype.name().to_owned();
            let elements = self.observed.seen[key].elements;
            let new = Behaviour {
                operator: qualified(key.operator),
                by_dtype: BTreeMap::new(),
                first: key.classes[0].name().to_owned(),
                second: key.classes[1].name().to_owned(),
                taken: words(Pair::of(key.classes), key.taken).to_owned(),
                result: key.found.name().to_owned(),
                breaks: ids(breaks.iter().copied()),
            };
            let same = |it: &&mut Behaviour| Behaviour { by_dtype: BTreeMap::new(), ..(**it).clone() } == new;
            match list.iter_mut().find(same) {
                Some(known) => *known.by_dtype.entry(dtype).or_default() += elements,
                None => list.push(Behaviour { by_dtype: [(dtype, elements)].into(), ..new }),
            }
        }
        list
    }

    pub(crate) fn grids(&self) -> Vec<Grid> {
        let kinds: BTreeSet<(Place, DType)> = self.breaks.keys().map(|key| (key.operator, key.dtype)).collect();
        let mut list: Vec<Grid> = Vec::new();
        for (operator, dtype) in kinds {
            let mut cells: BTreeMap<[Class; 2], Vec<Option<Level>>> = BTreeMap::new();
            for (key, breaks) in self.breaks.iter().filter(|(key, _)| (key.operator, key.dtype) == (operator, dtype)) {
                let worst = breaks.iter().map(|clause| clause.level).min();
                cells.entry(key.classes).or_default().push(worst);
            }
            let classes: BTreeSet<Class> = cells.keys().flatten().copied().collect();
            let row = |first: &Class| {
                let cell = |second: &Class| cells.get(&[*first, *second]).map_or('.', |ways| letter(ways));
                classes.iter().map(cell).collect::<String>()
            };
            let new = Grid {
                operator: qualified(operator),
                dtypes: Vec::new(),
                rows: classes.iter().map(row).collect(),
                classes: classes.iter().map(ToString::to_string).collect(),
            };
            let dtype = dtype.name().to_owned();
            match list.iter_mut().find(|it| Grid { dtypes: Vec::new(), ..(*it).clone() } == new) {
                Some(known) => known.dtypes.push(dtype),
                None => list.push(Grid { dtypes: vec![dtype], ..new }),
            }
        }
        list
    }

    /// The lanes that are worth a look: some kind of result breaks a clause, or there are several.
    pub(crate) fn lanes(&self) -> Vec<Lanes> {
        let mut list: Vec<Lanes> = Vec::new();
        for (&(operator, dtype, pair), lanes) in &self.observed.lanes {
            let seen: BTreeSet<SelectedOperand> = lanes.cells().flat_map(|(.., cell)| distinct_in(cell)).collect();
            let of_kind = |taken: SelectedOperand| {
                let matches = |key: &&ObservationClass| {
                    (key.operator, key.dtype, Pair::of(key.classes), key.taken) == (operator, dtype, pair, taken)
                };
                let broken: BTreeSet<&str> =
                    self.breaks.iter().filter(|(key, _)| matches(key)).flat_map(|(_, it)| it).map(|it| it.id).collect();
                ids(clauses().filter(|clause| broken.contains(clause.id)))
            };
            let legend: Vec<LaneKind> = seen
                .iter()
                .map(|&taken| LaneKind {
                    letter: LETTERS[taken as usize].to_string(),
                    taken: words(pair, taken).to_owned(),
                    breaks: of_kind(taken),
                })
                .collect();
            // Two NaNs meet in few places: what is taken there is told without a picture, unless it varies.
            let varies = seen.len() > 1 && !matches!(pair, Pair::Numbers | Pair::Subnormal);
            let breaks = pair != Pair::Nans && legend.iter().any(|kind| !kind.breaks.is_empty());
            if !varies && !breaks {
                continue;
            }
            let new = Lanes {
                operator: qualified(operator),
                dtypes: Vec::new(),
                operands: pair.name().to_owned(),
                legend,
                rows: lanes.rows().iter().map(|row| runs(row)).collect::<Vec<_>>().join("/"),
            };
            let dtype = dtype.name().to_owned();
            match list.iter_mut().find(|it| Lanes { dtypes: Vec::new(), ..(*it).clone() } == new) {
                Some(known) => known.dtypes.push(dtype),
                None => list.push(Lanes { dtypes: vec![dtype], ..new }),
            }
        }
        list
    }
}

/// The clauses that an element breaks on its own.
fn breaks(case: &Case, profiles: &[&'static Profile], dtype: DType, entry: &Entry) -> Vec<&'static Clause> {
    let tensor = |bits: u64| Tensor::from_bits(dtype, &[1], &[bits]);
    let [Ok(first), Ok(second), Ok(found)] = [entry.operands[0], entry.operands[1], entry.bits].map(tensor) else {
        return Vec::new();
    };
    let case = case.clone().with_inputs(vec![first, second]);
    let facts = Facts::new(&case);
    let outcome = Outcome::Output(vec![found]);
    let judgement = judge(&Trial::new(&facts, &outcome), &Scope::of(&facts, profiles));
    clauses().zip(&judgement).filter(|(_, decision)| decision.is_violation()).map(|(clause, _)| clause).collect()
}

fn ids<'c>(clauses: impl Iterator<Item = &'c Clause>) -> Vec<String> {
    clauses.map(|clause| clause.id.to_owned()).collect()
}

/// The letter of a cell, from the worst that each way of filling it breaks.
fn letter(ways: &[Option<Level>]) -> char {
    let all = ways.iter().all(Option::is_some);
    match ways.iter().flatten().min() {
        None => 'o',
        Some(Level::Must) if all => 'M',
        Some(Level::Must) => 'm',
        Some(Level::Should) if all => 'S',
        Some(Level::Should) => 's',
    }
}

/// A letter per way of taking, in the order of [`TAKEN`].
const LETTERS: [char; TAKEN.len()] = ['b', 'f', 's', 'p', 'q', 'g', 'l', 'n'];

/// What was taken, where the operands can be told apart.
fn distinct_in(cell: u8) -> impl Iterator<Item = SelectedOperand> {
    taken_in(cell).filter(|&taken| taken != SelectedOperand::Both)
}

/// A row as runs of equal cells; where nothing can be told apart in all of it, it is empty.
fn runs(row: &[u8]) -> String {
    let letter = |cell: u8| {
        let mut taken = distinct_in(cell);
        match (taken.next(), taken.next()) {
            (None, _) => '.',
            (Some(one), None) => LETTERS[one as usize],
            (Some(_), Some(_)) => '*',
        }
    };
    let letters: Vec<char> = row.iter().map(|&cell| letter(cell)).collect();
    if letters.iter().all(|&letter| letter == '.') {
        return String::new();
    }
    letters.chunk_by(|a, b| a == b).map(|run| format!("{}{}", run.len(), run[0])).collect::<Vec<_>>().concat()
}

/// What a result has of two operands, in words.
fn words(pair: Pair, taken: SelectedOperand) -> &'static str {
    match (pair, taken) {
        (Pair::Nans, SelectedOperand::Both) => "the NaN that both are",
        (_, SelectedOperand::Both) => "the value that both are",
        (Pair::NanNumber, SelectedOperand::First) | (Pair::NumberNan, SelectedOperand::Second) => "the NaN",
        (Pair::NanNumber, SelectedOperand::Second) | (Pair::NumberNan, SelectedOperand::First) => "the number",
        (Pair::PositiveNegativeZero, SelectedOperand::First)
        | (Pair::NegativePositiveZero, SelectedOperand::Second) => "+0",
        (Pair::PositiveNegativeZero, SelectedOperand::Second)
        | (Pair::NegativePositiveZero, SelectedOperand::First) => "-0",
        (Pair::NanNumber | Pair::NumberNan, SelectedOperand::FirstQuieted | SelectedOperand::SecondQuieted) => {
            "the NaN, made quiet"
        }
        (Pair::Nans, SelectedOperand::First) => "the first NaN",
        (Pair::Nans, SelectedOperand::Second) => "the second NaN",
        (_, SelectedOperand::First) => "the first operand",
        (_, SelectedOperand::Second) => "the second operand",
        (_, SelectedOperand::FirstQuieted) => "the first NaN, made quiet",
        (_, SelectedOperand::SecondQuieted) => "the second NaN, made quiet",
        (_, SelectedOperand::Greater) => "the greater",
        (_, SelectedOperand::Lesser) => "the lesser",
        (_, SelectedOperand::Neither) => "neither operand",
    }
}
