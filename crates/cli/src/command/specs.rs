//! `opconform specs`: every text that says what a maximum is, one of them in its words, or two side by side.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::bail;
use clap::Args;
use opconform_spec::{Direction, ElementSet, Pair, Profile, Rules, clauses, example_nans, profiles};
use opconform_tensor::{Class, DType, Value};

use crate::exit::Exit;
use crate::{output, selection};

const AFTER: &str = "\
A specification may stand for another where every result that it allows is allowed by the other, too.

Examples:
  opconform specs
  opconform specs c-fmax
  opconform specs ieee754-2019 onnx-13
  opconform specs rust c-fmax --dtype f64";

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct SpecsArgs {
    /// The specification to show
    name: Option<String>,

    /// Another, to compare it with: where do they agree, and may one stand for the other?
    other: Option<String>,

    /// The element type of the operands
    #[arg(long, short, value_name = "TYPE", default_value_t = DType::F32)]
    dtype: DType,
}

pub(crate) fn specs(args: &SpecsArgs) -> anyhow::Result<Exit> {
    let text = match (&args.name, &args.other) {
        (None, _) => list(args.dtype),
        (Some(name), None) => show(selection::profile(name)?, args.dtype),
        (Some(name), Some(other)) => side_by_side(selection::profile(name)?, selection::profile(other)?, args.dtype)?,
    };
    output::print(&text)?;
    Ok(Exit::AsExpected)
}

fn list(dtype: DType) -> String {
    let mut text = format!(
        "{:<26} {:<7} {:<14} {:<14} {:<10} {:<14} of two {dtype}\n",
        "", "+1, -2", "NaN, number", "signalling", "NaN, NaN", "+0, -0"
    );
    for spec in profiles() {
        let _ = match Rules::of(spec, dtype) {
            Some(Rules { measure, nan, signalling, nans, zeros }) => writeln!(
                text,
                "{:<26} {:<7} {:<14} {:<14} {:<10} {:<14} {}",
                spec.name,
                measure.name(),
                nan.name(),
                signalling.name(),
                nans.name(),
                zeros.name(),
                spec.source
            ),
            None => writeln!(text, "{:<26} {:<63} {}", spec.name, "says nothing of two of them", spec.source),
        };
    }
    text
}

/// A specification: its choices with their words where it is a row of them, and else what its clauses come to.
fn show(profile: &'static Profile, dtype: DType) -> String {
    let mut text = format!("{}\n{}\n", profile.source, profile.link);
    if let Some(choices) = profile.choices() {
        let mut choice = |of: &str, rule: &str, words: Option<&str>| {
            let words = words.map_or_else(|| "nothing is said".to_owned(), |words| format!("“{words}”"));
            let _ = writeln!(text, "\n{of}: {rule}\n    {words}");
        };
        let greater = if choices.is_of_magnitudes() { "the greater by absolute value" } else { "the greater" };
        choice("of two numbers", greater, Some(choices.value));
        choice("of a NaN and a number", choices.nan.rule.name(), choices.nan.words);
        if let Some(signalling) = choices.signalling {
            choice("of a signalling NaN and a number", signalling.rule.name(), signalling.words);
        }
        choice("of two NaNs", choices.nans.rule.name(), choices.nans.words);
        let signs = if choices.is_of_magnitudes() { "of two of one absolute value" } else { "of +0 and -0" };
        choice(signs, choices.zeros.rule.name(), choices.zeros.words);
    } else {
        let _ = match Rules::of(profile, dtype) {
            Some(Rules { nan, signalling, nans, zeros, .. }) => writeln!(
                text,
                "\nof two {dtype}: a NaN and a number: {}; a signalling NaN and a number: {}; two NaNs: {}; +0 and -0: {}",
                nan.name(),
                signalling.name(),
                nans.name(),
                zeros.name()
            ),
            None => writeln!(text, "\nsays nothing of two {dtype}"),
        };
    }
    let own = clauses().filter(|clause| clause.profiles.contains(&profile.name) && clause.family().is_some());
    let ids: Vec<&str> = own.map(|clause| clause.id).collect();
    let _ = writeln!(text, "\nclauses: {}", ids.join(" "));
    text
}

/// Pairs of operands of which two texts allow other results, and what they have in common.
struct Apart {
    pairs: usize,
    example: [u64; 2],
    sets: [ElementSet; 2],
}

fn side_by_side(first: &Profile, second: &Profile, dtype: DType) -> anyhow::Result<String> {
    let one = Value::parse(dtype, "1.0").map(Value::bits).into_iter();
    let numbers = Value::named(dtype).map(|(_, value)| value.bits()).chain(one);
    let operands: Vec<u64> = example_nans(dtype).into_iter().flatten().chain(numbers).collect();
    let (mut all, mut alike) = (0, 0);
    let mut apart: BTreeMap<Pair, Apart> = BTreeMap::new();
    // Whether each allows a result that the other does not, and where first.
    let mut beyond: [Option<[u64; 2]>; 2] = [None; 2];
    for pair in operands.iter().flat_map(|&a| operands.iter().map(move |&b| [a, b])) {
        let sets = [first, second].map(|profile| profile.allows(Direction::Max, dtype, pair));
        let [Some(a), Some(b)] = sets else {
            let silent = if sets[0].is_none() { first } else { second };
            bail!(
                "{} says nothing of two {dtype}: name another specification, or another type with --dtype",
                silent.name
            );
        };
        all += 1;
        let within = [a.is_within(dtype, b), b.is_within(dtype, a)];
        for (side, is_within) in within.into_iter().enumerate() {
            if !is_within {
                beyond[side].get_or_insert(pair);
            }
        }
        if within == [true, true] {
            alike += 1;
            continue;
        }
        let kind = Pair::of(pair.map(|bits| Class::of(dtype, bits)));
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
    for (side, beyond) in beyond.into_iter().enumerate() {
        let (name, other) = (names[side], names[1 - side]);
        let _ = match beyond {
            None => writeln!(text, "✓ {name} may stand for {other}: it allows nothing that {other} does not"),
            Some(pair) => writeln!(text, "✗ {name} may not stand for {other}: see {}", shown(dtype, pair)),
        };
    }
    Ok(text)
}

fn shown(dtype: DType, operands: [u64; 2]) -> String {
    let [first, second] = operands.map(|bits| Value::new(dtype, bits));
    format!("({} {}, {} {})", first.hex(), first.decimal(), second.hex(), second.decimal())
}
