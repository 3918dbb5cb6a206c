//! Two specifications side by side: where they allow other results, and which may stand for which.
//!
//! A family is as many specifications as it has versions and functions; those of them that allow the same are compared once.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use opconform_spec::{ElementSet, Pair, example_nans};
use opconform_tensor::{Class, DType, Value};

use super::side::{Agreement, Side};
use crate::specification::Named;

/// Pairs of operands of which two texts allow other results, and what they have in common.
struct Apart {
    pairs: usize,
    example: [u64; 2],
    sets: [ElementSet; 2],
}

/// What pairs have in common of which two texts allow other results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// What the operands are to each other, and whether a signalling NaN is among them.
    Operands(Pair, bool),
    /// Their maximum is a zero, of whose sign the texts say other things.
    ZeroIsTheMaximum,
    /// Their maximum is subnormal, which one text lets be a zero.
    SubnormalIsTheMaximum,
}

impl Kind {
    fn of(dtype: DType, operands: [u64; 2], sets: [ElementSet; 2]) -> Self {
        let classes = operands.map(|bits| Class::of(dtype, bits));
        let pair = Pair::of(classes);
        let is_zero = |set: ElementSet| match set {
            ElementSet::Only(bits) => Class::of(dtype, bits).is_float_zero(),
            set => set == ElementSet::AnyZero,
        };
        match pair {
            Pair::Subnormal | Pair::Numbers if sets.into_iter().all(is_zero) => Self::ZeroIsTheMaximum,
            Pair::Subnormal | Pair::Numbers if sets.iter().any(|set| matches!(set, ElementSet::NumberOrZero(_))) => {
                Self::SubnormalIsTheMaximum
            }
            _ => Self::Operands(pair, classes.contains(&Class::SignallingNan)),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Operands(Pair::NanNumber, true) => "signalling NaN, number",
            Self::Operands(Pair::NumberNan, true) => "number, signalling NaN",
            Self::Operands(Pair::Nans, true) => "NaN, NaN, one of them signalling",
            Self::Operands(pair, _) => pair.name(),
            Self::ZeroIsTheMaximum => "numbers whose maximum is a zero",
            Self::SubnormalIsTheMaximum => "numbers whose maximum is subnormal",
        }
    }
}

/// Operands of which one text allows what another does not, by their kind, and what the two allow.
type Beyond = (Kind, [u64; 2], [ElementSet; 2]);

/// Whether one text allows nothing that another does not, and where it does, the first such operands of the first kind.
#[derive(Clone, Copy, Default)]
struct Within {
    /// Of the same operands.
    beyond: Option<Beyond>,
    /// Whether it does so with the operands of one of them exchanged, too.
    is_beyond_exchanged: bool,
}

/// Two specifications or families: each pair of them that allow other results, or the same, in a part of its own.
pub(super) fn side_by_side(named: [&Named; 2], dtype: DType) -> anyhow::Result<String> {
    let operands = operands(dtype);
    let [first, second] = [Side::of(named[0], dtype, &operands)?, Side::of(named[1], dtype, &operands)?];
    let mut text = first.remarks() + &second.remarks();
    for a in &first.agreements {
        for b in &second.agreements {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&compared(dtype, &operands, [a, b]));
        }
    }
    Ok(text)
}

/// The operands that two texts are asked of, each once: NaNs, the numbers that a type has names for, and whole ones.
fn operands(dtype: DType) -> Vec<u64> {
    let whole: &[&str] = if dtype.is_float() { &["1.0"] } else { &["0", "1", "-1"] };
    let whole = whole.iter().filter_map(|name| Value::parse(dtype, name).ok());
    let numbers = Value::named(dtype).map(|(_, value)| value).chain(whole).map(Value::bits);
    let mut operands = example_nans(dtype);
    for number in numbers {
        if !operands.contains(&number) {
            operands.push(number);
        }
    }
    operands
}

/// Two texts, on every pair of the operands.
fn compared(dtype: DType, operands: &[u64], texts: [&Agreement; 2]) -> String {
    let (mut all, mut alike) = (0, 0);
    let mut apart: BTreeMap<Kind, Apart> = BTreeMap::new();
    let mut sides = [Within::default(); 2];
    for (at, &first) in operands.iter().enumerate() {
        for (beside, &second) in operands.iter().enumerate() {
            let pair = [first, second];
            let [a, b] = texts.map(|text| text.sets[at * operands.len() + beside]);
            let exchanged = texts[1].sets[beside * operands.len() + at];
            all += 1;
            let within = [a.is_within(dtype, b), b.is_within(dtype, a)];
            let exchanged_within = [a.is_within(dtype, exchanged), exchanged.is_within(dtype, a)];
            let kind = Kind::of(dtype, pair, [a, b]);
            let own = [[a, b], [b, a]];
            for (side, sets) in own.into_iter().enumerate() {
                let beyond = &mut sides[side].beyond;
                if !within[side] && beyond.is_none_or(|(known, ..)| kind < known) {
                    *beyond = Some((kind, pair, sets));
                }
                sides[side].is_beyond_exchanged |= !exchanged_within[side];
            }
            if within == [true, true] {
                alike += 1;
                continue;
            }
            apart.entry(kind).or_insert(Apart { pairs: 0, example: pair, sets: [a, b] }).pairs += 1;
        }
    }
    let names = texts.map(|text| text.name.as_str());
    let mut text =
        format!("{} and {} allow the same of {alike} of {all} pairs of {dtype} operands\n", names[0], names[1]);
    for (kind, Apart { pairs, example, sets }) in apart {
        let _ = writeln!(text, "\n{}: {pairs} of them, such as {}", kind.name(), shown(dtype, example));
        for (side, set) in texts.iter().zip(sets) {
            let _ = writeln!(text, "  {:<26} {} {}", side.name, side.allow(), set.describe(dtype));
        }
    }
    text.push('\n');
    let may = sides.map(|within| within.beyond.is_none());
    for (side, within) in sides.into_iter().enumerate() {
        let (name, other) = (names[side], names[1 - side]);
        let [own_verb, other_verb] = [side, 1 - side].map(|side| texts[side].allow());
        // The reader has just been told that one direction holds.
        let but = if side == 1 && may == [true, false] { "not the other way round: " } else { "" };
        let _ = match within.beyond {
            None => {
                writeln!(
                    text,
                    "✓ {name} may stand for {other}, as far as these pairs go: {other} {other_verb} every result that {name} {own_verb}"
                )
            }
            Some(_) if !within.is_beyond_exchanged => {
                writeln!(text, "✓ with its operands exchanged, {name} may stand for {other}; as it is, it may not")
            }
            Some((_, pair, [own, others])) => writeln!(
                text,
                "✗ {but}{name} may not stand for {other}: of {}\n  {name} {own_verb} {}, and {other} {}",
                shown(dtype, pair),
                own.describe(dtype),
                others.describe(dtype)
            ),
        };
    }
    text
}

fn shown(dtype: DType, operands: [u64; 2]) -> String {
    let [first, second] = operands.map(|bits| Value::new(dtype, bits));
    format!("({} {}, {} {})", first.hex(), first.decimal(), second.hex(), second.decimal())
}
