//! The fingerprint of a backend: the rules for NaN, zeros and subnormals that it was observed to follow, and the named
//! function that has the same.
//!
//! Read off the results of two operands alone, and no clause has a say in it. A rule that one observation contradicts is
//! no rule: then it *varies*, and where lanes or lengths explain how, the text says so.

use std::collections::BTreeSet;

use opconform_report::Fingerprint;
use opconform_spec::{Direction, Measure, Nan, Nans, OPERATORS, Pair, SelectedOperand};
use opconform_tensor::{Class, DType};

use crate::pair_observations::{Lanes, ObservationClass, PairObservations, Place, qualified, taken_in};

mod named;
mod rule;
mod split;

use rule::{BothNan, How, Payload, Rule, Subnormal, Zero};

/// The rules that one operator was observed to follow in one float type.
#[derive(Clone, Debug, PartialEq)]
struct Observed {
    nan: Rule<Option<Nan>>,
    signalling_nan: Rule<Option<Nan>>,
    both_nan: Rule<BothNan>,
    payload: Rule<Payload>,
    zero: Rule<Option<Zero>>,
    subnormals: Rule<Subnormal>,
    measure: Measure,
    /// Whether of two numbers the one that is due is the result, as far as `measure` tells.
    are_ordered: bool,
    direction: Direction,
}

/// The fingerprints of one backend: by operator, float types of the same fingerprint together.
pub(crate) fn fingerprints(observed: &PairObservations) -> Vec<Fingerprint> {
    let kinds: BTreeSet<(Place, DType)> =
        observed.seen.keys().map(|key| (key.operator, key.dtype)).filter(|(_, dtype)| dtype.is_float()).collect();
    let mut list: Vec<(Place, Observed, Vec<String>)> = Vec::new();
    for (operator, dtype) in kinds {
        let Some(direction) = OPERATORS[operator].direction() else { continue };
        let (one, name) = (Observed::of(observed, operator, direction, dtype), dtype.name().to_owned());
        match list.iter_mut().find(|(known, it, _)| *known == operator && *it == one) {
            Some((.., dtypes)) => dtypes.push(name),
            None => list.push((operator, one, vec![name])),
        }
    }
    list.into_iter().map(|(operator, one, dtypes)| one.told(qualified(operator), dtypes)).collect()
}

impl Observed {
    fn of(observed: &PairObservations, operator: Place, direction: Direction, dtype: DType) -> Self {
        let keys = || observed.seen.keys().filter(move |key| (key.operator, key.dtype) == (operator, dtype));
        let lanes = |pair: Pair| observed.lanes.get(&(operator, dtype, pair));
        let one_nan = |nan: Class| {
            let order = |at: usize| keys().filter(move |key| key.classes[at] == nan && !key.classes[1 - at].is_nan());
            Orders {
                first: order(0).map(|key| nan_taken(key, 0)).collect(),
                second: order(1).map(|key| nan_taken(key, 1)).collect(),
            }
        };
        let (quiet, signalling) = (one_nan(Class::QuietNan), one_nan(Class::SignallingNan));
        let zeros =
            |pair: Pair| keys().filter(move |key| Pair::of(key.classes) == pair).map(|key| side(key.taken)).collect();
        let zeros = Orders { first: zeros(Pair::PositiveNegativeZero), second: zeros(Pair::NegativePositiveZero) };
        let measure = measure(keys(), direction);
        Self {
            nan: quiet.rule(nan_of).explained(nan_of, lanes(Pair::NanNumber), lanes(Pair::NumberNan)),
            signalling_nan: signalling.rule(nan_of),
            both_nan: both_nan(keys()),
            payload: payload(keys()),
            zero: zeros.rule(zero_of).explained(
                zero_of,
                lanes(Pair::PositiveNegativeZero),
                lanes(Pair::NegativePositiveZero),
            ),
            subnormals: subnormals(keys(), measure, direction),
            measure,
            are_ordered: !keys().any(|key| is_passed_over(key, measure, direction)),
            direction,
        }
    }

    /// The rules in words, with the name of a function that has them.
    fn told(self, operator: String, dtypes: Vec<String>) -> Fingerprint {
        let (behaves_as, function) = named::behaviour(&self).unzip();
        Fingerprint {
            operator,
            dtypes,
            nan: self.nan.told(),
            signalling_nan: self.signalling_nan.told(),
            both_nan: self.both_nan.told(),
            payload: self.payload.told(),
            zero: self.zero.told(),
            subnormals: self.subnormals.told(),
            behaves_as,
            function: function.flatten().map(ToOwned::to_owned),
        }
    }
}

/// Whose the result is, where the two operands have roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    First,
    Second,
    Neither,
}

/// Everything seen with the one in the first place, and in the second.
#[derive(Clone, Debug, Default)]
struct Orders {
    first: BTreeSet<Side>,
    second: BTreeSet<Side>,
}

impl Orders {
    /// The one thing seen in each order; `None` where there are several, or none.
    fn settled(&self) -> Option<(Side, Side)> {
        let only = |set: &BTreeSet<Side>| if set.len() == 1 { set.first().copied() } else { None };
        Some((only(&self.first)?, only(&self.second)?))
    }

    /// The rule that both orders follow.
    fn rule<T>(&self, of: RuleOf<T>) -> Rule<Option<T>> {
        match self.settled() {
            _ if self.first.is_empty() || self.second.is_empty() => Rule::NotObserved,
            Some(settled) => Rule::Is(of(settled)),
            None => Rule::Varies(How::Unexplained),
        }
    }
}

fn side(taken: SelectedOperand) -> Side {
    match taken {
        SelectedOperand::First | SelectedOperand::FirstQuieted => Side::First,
        SelectedOperand::Second | SelectedOperand::SecondQuieted => Side::Second,
        _ => Side::Neither,
    }
}

/// The NaN's place where the result is a NaN, whatever its bits.
fn nan_taken(key: &ObservationClass, at: usize) -> Side {
    let places = [Side::First, Side::Second];
    match key.taken {
        _ if key.found.is_nan() => places[at],
        SelectedOperand::First | SelectedOperand::Second => side(key.taken),
        _ => Side::Neither,
    }
}

/// The rule that gives this side where the one is first, and that side where it is second.
type RuleOf<T> = fn((Side, Side)) -> Option<T>;

fn nan_of(orders: (Side, Side)) -> Option<Nan> {
    match orders {
        (Side::First, Side::Second) => Some(Nan::Propagates),
        (Side::Second, Side::First) => Some(Nan::Ignored),
        (Side::First, Side::First) => Some(Nan::First),
        (Side::Second, Side::Second) => Some(Nan::Second),
        _ => None,
    }
}

fn zero_of(orders: (Side, Side)) -> Option<Zero> {
    match orders {
        (Side::First, Side::Second) => Some(Zero::Positive),
        (Side::Second, Side::First) => Some(Zero::Negative),
        (Side::First, Side::First) => Some(Zero::First),
        (Side::Second, Side::Second) => Some(Zero::Second),
        _ => None,
    }
}

impl<T> Rule<Option<T>> {
    /// A rule that varies, with what lanes and lengths say of it.
    fn explained(self, of: RuleOf<T>, first: Option<&Lanes>, second: Option<&Lanes>) -> Self {
        let (Self::Varies(_), Some(first), Some(second)) = (&self, first, second) else { return self };
        let cells = |lanes: &Lanes| -> Vec<split::Cell> {
            let at = |(length, position, cell)| {
                taken_in(cell).map(move |taken| split::Cell { length, position, side: side(taken) })
            };
            lanes.cells().flat_map(at).collect()
        };
        split::explain(&cells(first), &cells(second), of).map_or(self, Self::Varies)
    }
}

/// Which of two NaNs is the result.
fn both_nan<'a>(keys: impl Iterator<Item = &'a ObservationClass>) -> Rule<BothNan> {
    let nans = keys.filter(|key| Pair::of(key.classes) == Pair::Nans && key.taken != SelectedOperand::Both);
    Rule::one_of(nans.map(|key| match side(key.taken) {
        Side::First => BothNan::Operand(Nans::First),
        Side::Second => BothNan::Operand(Nans::Second),
        Side::Neither if key.found.is_nan() => BothNan::Another,
        Side::Neither => BothNan::Number,
    }))
}

/// What becomes of the bits of a NaN that is the result.
fn payload<'a>(keys: impl Iterator<Item = &'a ObservationClass>) -> Rule<Payload> {
    let from_nan = keys.filter(|key| key.found.is_nan() && key.classes.iter().any(|class| class.is_nan()));
    let seen: BTreeSet<Payload> = from_nan
        .map(|key| match key.taken {
            SelectedOperand::Both | SelectedOperand::First | SelectedOperand::Second
                if key.found == Class::SignallingNan =>
            {
                Payload::KeptSignalling
            }
            SelectedOperand::Both | SelectedOperand::First | SelectedOperand::Second => Payload::Kept,
            SelectedOperand::FirstQuieted | SelectedOperand::SecondQuieted => Payload::MadeQuiet,
            _ => Payload::Replaced,
        })
        .collect();
    match seen.into_iter().collect::<Vec<_>>().as_slice() {
        [] => Rule::NotObserved,
        [one] | [Payload::Kept, one @ (Payload::KeptSignalling | Payload::MadeQuiet)] => Rule::Is(*one),
        _ => Rule::Varies(How::Unexplained),
    }
}

/// What numbers are compared by, as an infinity below zero beside a finite number above shows it.
fn measure<'a>(keys: impl Iterator<Item = &'a ObservationClass>, direction: Direction) -> Measure {
    let shows = |key: &&ObservationClass| {
        let mut classes = key.classes;
        classes.sort_unstable();
        classes == [Class::NegativeInfinity, Class::PositiveNormal]
    };
    let of_magnitudes = if direction == Direction::Max { SelectedOperand::Lesser } else { SelectedOperand::Greater };
    let mut seen = keys.filter(shows).peekable();
    let is_seen = seen.peek().is_some();
    if is_seen && seen.all(|key| key.taken == of_magnitudes) { Measure::Magnitude } else { Measure::Value }
}

/// Whether of two numbers, none of which is a subnormal, the wrong one is the result, or neither: by their absolute values no one can
/// tell where only values are known.
fn is_passed_over(key: &ObservationClass, measure: Measure, direction: Direction) -> bool {
    measure == Measure::Value
        && Pair::of(key.classes) == Pair::Numbers
        && (key.taken == SelectedOperand::Neither || key.taken == wrong(direction))
}

/// The operand that is not due where two numbers are compared by value.
fn wrong(direction: Direction) -> SelectedOperand {
    if direction == Direction::Max { SelectedOperand::Lesser } else { SelectedOperand::Greater }
}

/// What becomes of subnormals.
fn subnormals<'a>(
    keys: impl Iterator<Item = &'a ObservationClass>,
    measure: Measure,
    direction: Direction,
) -> Rule<Subnormal> {
    let wrong = (measure == Measure::Value).then(|| wrong(direction));
    let is_small = |class: Class| class.is_float_zero() || class.is_subnormal();
    let seen = keys.filter(|key| Pair::of(key.classes) == Pair::Subnormal).filter_map(|key| match key.taken {
        SelectedOperand::Neither if key.found.is_float_zero() => Some(Subnormal::Flushed),
        SelectedOperand::Neither => Some(Subnormal::Neither),
        // As zeros they are all equal, and whichever is taken: a wrong one shows that, where the other is as small.
        taken if Some(taken) == wrong && key.classes.into_iter().all(is_small) => Some(Subnormal::TakenForZero),
        taken if Some(taken) == wrong => Some(Subnormal::WrongOperand),
        _ if key.found.is_subnormal() => Some(Subnormal::Kept),
        _ => None,
    });
    let mut seen: Vec<Subnormal> = seen.collect();
    if seen.contains(&Subnormal::Flushed) || seen.contains(&Subnormal::WrongOperand) {
        // A subnormal that gives way to a zero among the operands was flushed too, and one that gives way to any number is no zero.
        seen.retain(|it| *it != Subnormal::TakenForZero);
    }
    Rule::one_of(seen.into_iter())
}
