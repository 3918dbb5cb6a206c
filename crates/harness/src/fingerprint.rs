//! The fingerprint of a backend: the rules for NaN, zeros and subnormals that it was observed to follow, and the named
//! function that has the same.
//!
//! Read off the results of two operands alone, and no clause has a say in it. A rule that one observation contradicts is
//! no rule: then it *varies*, and where lanes or lengths explain how, the text says so.

use std::collections::BTreeSet;

use opconform_report::Fingerprint;
use opconform_spec::{Direction, Measure, Nan, Nans, OPERATORS, Pair, SelectedOperand, Zeros};
use opconform_tensor::{Class, DType};

use crate::pair_observations::{Lanes, ObservationClass, PairObservations, Place, qualified, taken_in};

mod named;
mod split;

/// What is said of a rule that nothing was seen of.
const NOT_OBSERVED: &str = "not observed";

/// The fingerprints of one backend: by operator, float types of the same fingerprint together.
pub(crate) fn fingerprints(observed: &PairObservations) -> Vec<Fingerprint> {
    let kinds: BTreeSet<(Place, DType)> =
        observed.seen.keys().map(|key| (key.operator, key.dtype)).filter(|(_, dtype)| dtype.is_float()).collect();
    let mut list: Vec<Fingerprint> = Vec::new();
    for (operator, dtype) in kinds {
        let Some(direction) = OPERATORS[operator].direction() else { continue };
        let one = of_dtype(observed, operator, direction, dtype);
        let same = |it: &&mut Fingerprint| Fingerprint { dtypes: one.dtypes.clone(), ..(**it).clone() } == one;
        match list.iter_mut().find(same) {
            Some(known) => known.dtypes.extend(one.dtypes),
            None => list.push(one),
        }
    }
    list
}

fn of_dtype(observed: &PairObservations, operator: Place, direction: Direction, dtype: DType) -> Fingerprint {
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
    let nan = Rule::of(&quiet, nan_words).explained(nan_words, lanes(Pair::NanNumber), lanes(Pair::NumberNan));
    let zeros_by_lane = [Pair::PositiveNegativeZero, Pair::NegativePositiveZero].map(lanes);
    let measure = measure(keys(), direction);
    let zero = Rule::of(&zeros, zero_words).explained(zero_words, zeros_by_lane[0], zeros_by_lane[1]);
    let mut fingerprint = Fingerprint {
        operator: qualified(operator),
        dtypes: vec![dtype.name().to_owned()],
        nan: nan.0,
        signalling_nan: Rule::of(&signalling, nan_words).0,
        both_nan: both_nan(keys()),
        payload: payload(keys()),
        zero: zero.0,
        subnormals: subnormals(keys(), measure, direction),
        behaves_as: None,
        function: None,
    };
    let are_ordered = !keys().any(|key| is_passed_over(key, measure, direction));
    if let Some((behaves_as, function)) = named::behaviour(&fingerprint, measure, direction, are_ordered) {
        fingerprint.behaves_as = Some(behaves_as);
        fingerprint.function = function.map(ToOwned::to_owned);
    }
    fingerprint
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

fn nan_words(orders: (Side, Side)) -> Option<&'static str> {
    let rule = match orders {
        (Side::First, Side::Second) => Nan::Propagates,
        (Side::Second, Side::First) => Nan::Ignored,
        (Side::First, Side::First) => Nan::First,
        (Side::Second, Side::Second) => Nan::Second,
        _ => return None,
    };
    Some(rule.name())
}

fn zero_words(orders: (Side, Side)) -> Option<&'static str> {
    match orders {
        (Side::First, Side::Second) => Some(zero_name(Zeros::Ordered, Direction::Max)),
        // As it is of a minimum: of a maximum no document chooses it.
        (Side::Second, Side::First) => Some(zero_name(Zeros::Ordered, Direction::Min)),
        (Side::First, Side::First) => Some(Zeros::First.name()),
        (Side::Second, Side::Second) => Some(Zeros::Second.name()),
        _ => None,
    }
}

/// The rule for zeros of a maximum or a minimum.
fn zero_name(zeros: Zeros, direction: Direction) -> &'static str {
    match (zeros, direction) {
        (Zeros::Ordered, Direction::Min) => "-0",
        (zeros, _) => zeros.name(),
    }
}

type Words = fn((Side, Side)) -> Option<&'static str>;

/// A rule in words.
struct Rule(String);

impl Rule {
    fn of(orders: &Orders, words: Words) -> Self {
        let text = match orders.settled() {
            _ if orders.first.is_empty() || orders.second.is_empty() => NOT_OBSERVED,
            Some(settled) => words(settled).unwrap_or("neither operand"),
            None => "varies",
        };
        Self(text.to_owned())
    }

    /// A rule that varies, with what lanes and lengths say of it.
    fn explained(self, words: Words, first: Option<&Lanes>, second: Option<&Lanes>) -> Self {
        let (true, Some(first), Some(second)) = (self.0 == "varies", first, second) else { return self };
        let cells = |lanes: &Lanes| -> Vec<split::Cell> {
            let at = |(length, position, cell)| {
                taken_in(cell).map(move |taken| split::Cell { length, position, side: side(taken) })
            };
            lanes.cells().flat_map(at).collect()
        };
        match split::explain(&cells(first), &cells(second), words) {
            Some(how) => Self(format!("varies: {how}")),
            None => self,
        }
    }
}

/// Which of two NaNs is the result.
fn both_nan<'a>(keys: impl Iterator<Item = &'a ObservationClass>) -> String {
    let nans = keys.filter(|key| Pair::of(key.classes) == Pair::Nans && key.taken != SelectedOperand::Both);
    one_of(nans.map(|key| match key.taken {
        SelectedOperand::First | SelectedOperand::FirstQuieted => Nans::First.name(),
        SelectedOperand::Second | SelectedOperand::SecondQuieted => Nans::Second.name(),
        _ if key.found.is_nan() => "a NaN of its own",
        _ => "no NaN",
    }))
}

/// What becomes of the bits of a NaN that is the result.
fn payload<'a>(keys: impl Iterator<Item = &'a ObservationClass>) -> String {
    let from_nan = keys.filter(|key| key.found.is_nan() && key.classes.iter().any(|class| class.is_nan()));
    let seen: BTreeSet<&str> = from_nan
        .map(|key| match key.taken {
            SelectedOperand::Both | SelectedOperand::First | SelectedOperand::Second
                if key.found == Class::SignallingNan =>
            {
                "kept, signalling"
            }
            SelectedOperand::Both | SelectedOperand::First | SelectedOperand::Second => "kept",
            SelectedOperand::FirstQuieted | SelectedOperand::SecondQuieted => "made quiet",
            _ => "replaced",
        })
        .collect();
    let seen: Vec<&str> = seen.into_iter().collect();
    match seen.as_slice() {
        [] => NOT_OBSERVED,
        ["kept"] => "kept",
        ["kept", "kept, signalling"] | ["kept, signalling"] => "kept, signalling NaNs too",
        ["kept", "made quiet"] | ["made quiet"] => "kept, signalling NaNs made quiet",
        ["replaced"] => "replaced",
        _ => "varies",
    }
    .to_owned()
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
fn subnormals<'a>(keys: impl Iterator<Item = &'a ObservationClass>, measure: Measure, direction: Direction) -> String {
    let wrong = (measure == Measure::Value).then(|| wrong(direction));
    let is_small = |class: Class| class.is_float_zero() || class.is_subnormal();
    let seen = keys.filter(|key| Pair::of(key.classes) == Pair::Subnormal).filter_map(|key| match key.taken {
        SelectedOperand::Neither if key.found.is_float_zero() => Some("flushed"),
        SelectedOperand::Neither => Some("neither operand"),
        // As zeros they are all equal, and whichever is taken: a wrong one shows that, where the other is as small.
        taken if Some(taken) == wrong && key.classes.into_iter().all(is_small) => Some("taken for zeros"),
        taken if Some(taken) == wrong => Some("the wrong operand"),
        _ if key.found.is_subnormal() => Some("kept"),
        _ => None,
    });
    let mut seen: BTreeSet<&str> = seen.collect();
    if seen.contains("flushed") || seen.contains("the wrong operand") {
        // A subnormal that gives way to a zero among the operands was flushed too, and one that gives way to any number is no zero.
        seen.remove("taken for zeros");
    }
    one_of(seen.into_iter())
}

/// The one thing that was seen, or that it varies.
fn one_of<'a>(seen: impl Iterator<Item = &'a str>) -> String {
    let seen: Vec<&str> = seen.collect::<BTreeSet<_>>().into_iter().collect();
    match seen.as_slice() {
        [] => NOT_OBSERVED.to_owned(),
        [one] => (*one).to_owned(),
        several => format!("varies: {}", several.join(" or ")),
    }
}
