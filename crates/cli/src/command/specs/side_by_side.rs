//! Two specifications side by side: where they allow other results, and which may stand for which.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::bail;
use opconform_spec::{Direction, ElementSet, Pair, Profile, example_nans};
use opconform_tensor::{Class, DType, Value};

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

/// Whether one text allows nothing that another does not, and where it does, the first such operands.
#[derive(Clone, Copy, Default)]
struct Within {
    /// Of the same operands.
    beyond: Option<[u64; 2]>,
    /// With the operands of one of them exchanged.
    exchanged_beyond: Option<[u64; 2]>,
}

pub(super) fn side_by_side(first: &Profile, second: &Profile, dtype: DType) -> anyhow::Result<String> {
    let one = Value::parse(dtype, "1.0").map(Value::bits).into_iter();
    let numbers = Value::named(dtype).map(|(_, value)| value.bits()).chain(one);
    let operands: Vec<u64> = example_nans(dtype).into_iter().flatten().chain(numbers).collect();
    let (mut all, mut alike) = (0, 0);
    let mut apart: BTreeMap<Kind, Apart> = BTreeMap::new();
    let mut sides = [Within::default(); 2];
    for pair in operands.iter().flat_map(|&a| operands.iter().map(move |&b| [a, b])) {
        let allowed = |profile: &Profile, pair| profile.allows(Direction::Max, dtype, pair);
        let sets = [first, second].map(|profile| allowed(profile, pair));
        let [Some(a), Some(b)] = sets else {
            let silent = if sets[0].is_none() { first } else { second };
            bail!(
                "{} says nothing of two {dtype}: name another specification, or another type with --dtype",
                silent.name
            );
        };
        all += 1;
        let within = [a.is_within(dtype, b), b.is_within(dtype, a)];
        let exchanged = allowed(second, [pair[1], pair[0]]).unwrap_or(b);
        let exchanged_within = [a.is_within(dtype, exchanged), exchanged.is_within(dtype, a)];
        for (side, (within, exchanged_within)) in sides.iter_mut().zip(within.into_iter().zip(exchanged_within)) {
            if !within {
                side.beyond.get_or_insert(pair);
            }
            if !exchanged_within {
                side.exchanged_beyond.get_or_insert(pair);
            }
        }
        if within == [true, true] {
            alike += 1;
            continue;
        }
        let kind = Kind::of(dtype, pair, [a, b]);
        apart.entry(kind).or_insert(Apart { pairs: 0, example: pair, sets: [a, b] }).pairs += 1;
    }
    let names = [first.name, second.name];
    let mut text =
        format!("{} and {} allow the same of {alike} of {all} pairs of {dtype} operands\n", names[0], names[1]);
    for (kind, Apart { pairs, example, sets }) in apart {
        let _ = writeln!(text, "\n{}: {pairs} of them, such as {}", kind.name(), shown(dtype, example));
        for (name, set) in names.iter().zip(sets) {
            let _ = writeln!(text, "  {name:<26} allows {}", set.describe(dtype));
        }
    }
    text.push('\n');
    for (side, within) in sides.into_iter().enumerate() {
        let (name, other) = (names[side], names[1 - side]);
        let _ = match (within.beyond, within.exchanged_beyond) {
            (None, _) => writeln!(text, "✓ {name} may stand for {other}: it allows nothing that {other} does not"),
            (Some(_), None) => {
                writeln!(text, "✓ with its operands exchanged, {name} may stand for {other}; as it is, it may not")
            }
            (Some(pair), Some(_)) => writeln!(text, "✗ {name} may not stand for {other}: see {}", shown(dtype, pair)),
        };
    }
    Ok(text)
}

fn shown(dtype: DType, operands: [u64; 2]) -> String {
    let [first, second] = operands.map(|bits| Value::new(dtype, bits));
    format!("({} {}, {} {})", first.hex(), first.decimal(), second.hex(), second.decimal())
}
