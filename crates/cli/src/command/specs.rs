//! `opconform specs`: every text that says what a maximum is, one of them in its words, or two side by side.

use std::fmt::Write as _;

use clap::Args;
use opconform_spec::{Choice, Choices, Computation, Crossed, Level, Missing, Profile, Rules, clauses, profiles};
use opconform_tensor::DType;

use crate::exit::Exit;
use crate::output;
use crate::specification::{self, Named};
use side_by_side::side_by_side;

mod forbidden;
mod side;
mod side_by_side;

const AFTER: &str = "\
A specification may stand for another where every result that it allows is allowed by the other, too. A family, such as onnx, is all \
of its versions and functions. Functions are found by their names, such as IEEE 754's maximum and maximumNumber, and C's fmaximum. \
Of a document that speaks of reductions alone, a row of the two operands is asked.

Examples:
  opconform specs
  opconform specs c-fmax
  opconform specs maximumNumber
  opconform specs llvm
  opconform specs fmaximum onnx
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
        (None, _) => list(profiles(), args.dtype, output::columns()),
        (Some(name), None) => {
            let named = specification::named(name)?;
            match named.profiles[..] {
                [profile] if !profile.says_of_two(args.dtype) => return Err(side::says_nothing(&named, args.dtype)),
                [profile] => as_named(name, &named) + &show(profile, args.dtype),
                _ => list(named.profiles.into_iter(), args.dtype, output::columns()),
            }
        }
        (Some(name), Some(other)) => {
            let [first, second] = [specification::named(name)?, specification::named(other)?];
            let compared = side_by_side([&first, &second], args.dtype)?;
            as_named(name, &first) + &as_named(other, &second) + &compared
        }
    };
    output::print_folded(&text)?;
    Ok(Exit::AsExpected)
}

/// Which specification a name is that of, where it has another.
fn as_named(name: &str, named: &Named) -> String {
    match named.profiles[..] {
        [profile] if profile.name != name => format!("{name}: {}\n", profile.name),
        _ => String::new(),
    }
}

/// What the specifications choose, in a table; where that is wider than the terminal, in a paragraph for each.
fn list(specs: impl Iterator<Item = &'static Profile>, dtype: DType, columns: Option<usize>) -> String {
    let specs: Vec<&Profile> = specs.collect();
    let rows: Vec<_> = specs.iter().map(|&spec| (spec, row(spec, dtype))).collect();
    let mut text = table(&rows, dtype);
    if columns.is_some_and(|columns| text.lines().any(|line| line.chars().count() > columns)) {
        text = paragraphs(&rows, dtype);
    }
    text.push('\n');
    if text.contains('*') {
        text.push_str("* recommended alone: a formula shows it, or the words do not bind\n");
    }
    let of_rows: Vec<&str> = specs.iter().filter(|it| it.is_of_rows_alone(dtype)).map(|it| it.name).collect();
    if !of_rows.is_empty() {
        let _ = writeln!(text, "of reductions alone, and so asked of a row of the two: {}", of_rows.join(", "));
    }
    text
}

/// What is chosen of, as the columns are named.
const CHOSEN: [&str; 6] = ["+1, -2", "NaN, number", "signalling", "NaN, NaN", "its bits", "+0, -0"];

/// What is shown where a specification makes nothing of two operands.
const NOTHING: &str = "says nothing of two of them";

/// A specification, and what it makes of two operands.
type Row = (&'static Profile, Option<[String; 6]>);

fn table(rows: &[Row], dtype: DType) -> String {
    let line = |name: &str, [measure, nan, signalling, nans, bits, zeros]: [&str; 6], source: &str| {
        format!("{name:<26} {measure:<7} {nan:<15} {signalling:<15} {nans:<16} {bits:<14} {zeros:<15} {source}")
    };
    let mut lines = vec![line("", CHOSEN, &format!("of two {dtype}"))];
    lines.extend(rows.iter().map(|(spec, row)| match row {
        Some(row) => line(spec.name, row.each_ref().map(String::as_str), spec.source),
        None => format!("{:<26} {NOTHING:<87} {}", spec.name, spec.source),
    }));
    lines.join("\n") + "\n"
}

fn paragraphs(rows: &[Row], dtype: DType) -> String {
    let mut text = format!("of two {dtype}\n");
    for (spec, row) in rows {
        let chosen = row.as_ref().map_or(NOTHING.to_owned(), |row| {
            let chosen: Vec<String> = CHOSEN.iter().zip(row).map(|(of, rule)| format!("{of}: {rule}")).collect();
            let [first, second] = [&chosen[..3], &chosen[3..]].map(|of| of.join(" · "));
            format!("{first}\n    {second}")
        });
        let _ = writeln!(text, "\n{}\n    {}\n    {chosen}", spec.name, spec.source);
    }
    text
}

/// What is shown of NaNs and zeros where the type has none to choose from.
const NO_SUCH: &str = "–";

/// What a specification makes of two operands, what it only recommends with a mark.
fn row(profile: &Profile, dtype: DType) -> Option<[String; 6]> {
    let choices = &profile.choices;
    let Some(Rules { measure, nan, signalling, nans, bits, zeros }) = Rules::of(profile, dtype) else {
        let of_numbers = || [choices.measure.name(), NO_SUCH, NO_SUCH, NO_SUCH, NO_SUCH, NO_SUCH];
        return profile.says_of_two(dtype).then(|| of_numbers().map(ToOwned::to_owned));
    };
    let mark = |name: &str, is_recommended: bool| format!("{name}{}", if is_recommended { "*" } else { "" });
    let of_nan = is_recommended(&choices.nan);
    let of_signalling = choices.signalling.as_ref().map_or(of_nan, is_recommended);
    Some([
        measure.name().to_owned(),
        mark(nan.name(), of_nan),
        if has_signalling(dtype) { mark(signalling.name(), of_signalling) } else { NO_SUCH.to_owned() },
        mark(nans.name(), is_recommended(&choices.nans)),
        mark(bits.name(), is_recommended(&choices.bits)),
        mark(zeros.name(), is_recommended(&choices.zeros)),
    ])
}

/// Whether NaNs of a type are told apart.
fn has_signalling(dtype: DType) -> bool {
    dtype.float().is_some_and(|float| float.signalling_nan(1).is_some())
}

/// Whether a document chooses, and its words do not bind.
fn is_recommended<R>(choice: &Choice<R>) -> bool {
    choice.words.is_some() && choice.level == Level::Should
}

/// A specification: its choices with their words.
fn show(profile: &'static Profile, dtype: DType) -> String {
    let mut text = format!("{}\n{}\n", profile.source, profile.link);
    let mut write = |of: &str, rule: &str, words: Option<&str>, is_recommended: bool| {
        let words = words.map_or_else(|| "nothing is said".to_owned(), |words| format!("“{words}”"));
        let level = if is_recommended { ", recommended alone" } else { "" };
        let _ = writeln!(text, "\n{of}: {rule}{level}\n    {words}");
    };
    let choices = &profile.choices;
    let greater = if choices.is_of_magnitudes() { "the greater by absolute value" } else { "the greater" };
    write("of two numbers", greater, Some(choices.value), false);
    let Choices { nans, bits, zeros, nothing, .. } = choices;
    if dtype.is_float() {
        let of_nans = [
            ("of a NaN and a number", Some(choices.nan)),
            ("of a signalling NaN and a number", choices.signalling.filter(|_| has_signalling(dtype))),
            ("of a NaN and a number, where it is to be ignored", choices.ignoring),
        ];
        for (of, choice) in of_nans.into_iter().filter_map(|(of, choice)| Some((of, choice?))) {
            write(of, choice.rule.name(), choice.words, is_recommended(&choice));
        }
        write("of two NaNs", nans.rule.name(), nans.words, is_recommended(nans));
        write("the bits of a NaN", bits.rule.name(), bits.words, is_recommended(bits));
        let signs = if choices.is_of_magnitudes() { "of two of one absolute value" } else { "of +0 and -0" };
        write(signs, zeros.rule.name(), zeros.words, is_recommended(zeros));
    }
    if profile.operators.iter().any(|operator| operator.form.is_reduction()) {
        write("of nothing", nothing.rule.name(), nothing.words, is_recommended(nothing));
    }
    if profile.operators.iter().any(|operator| operator.result.computes == Computation::Limited) {
        let crossed = match choices.crossed.rule {
            Crossed::Upper => "the upper bound",
            Crossed::Either => "either bound",
        };
        write("between crossed bounds", crossed, choices.crossed.words, is_recommended(&choices.crossed));
        let missing = match choices.missing.rule {
            Missing::LastOrNone => "the last finite number of the type, or none",
            Missing::LastOfAttributes => "the last finite number of the type or of f32, or none",
        };
        write("a bound that is missing", missing, choices.missing.words, is_recommended(&choices.missing));
    }
    let forbidden = forbidden::forbidden(profile, dtype);
    if !forbidden.is_empty() {
        let _ = writeln!(text, "\nforbidden, and allowed by others, of {dtype}:\n    {}", forbidden.join("\n    "));
    }
    let own = clauses().filter(|clause| clause.profiles.contains(&profile.name) && clause.family().is_some());
    let ids: Vec<&str> = own.map(|clause| clause.id).collect();
    let _ = writeln!(text, "\nclauses: {}", ids.join(" "));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_table_says_that_is_too_wide_paragraphs_say() {
        let of = |columns| list(profiles(), DType::F32, columns);
        assert_eq!(of(None), of(Some(1000)));
        let (wide, narrow) = (of(None), of(Some(80)));
        for spec in profiles() {
            let row = wide.lines().find(|line| line.split_whitespace().next() == Some(spec.name)).expect("a row");
            let (_, paragraph) = narrow.split_once(&format!("\n\n{}\n", spec.name)).expect("a paragraph");
            let mut lines = paragraph.lines().take_while(|line| !line.is_empty()).map(str::trim);
            assert_eq!(lines.next(), Some(spec.source), "{narrow}");
            let chosen: Vec<&str> = lines.flat_map(|line| line.split(" · ")).collect();
            assert!(!chosen.is_empty(), "{paragraph}");
            for rule in chosen.into_iter().map(|it| it.split_once(": ").map_or(it, |(_, rule)| rule)) {
                assert!(row.contains(rule), "{rule}: {row}");
            }
        }
        let tail = |text: &str| text.split_once("\n* recommended").map(|(_, tail)| tail.to_owned());
        assert_eq!(tail(&wide), tail(&narrow));
    }

    #[test]
    fn of_integers_the_order_alone_is_said() {
        let text = list(profiles(), DType::I8, None);
        let line = |name: &str| text.lines().find(|line| line.split_whitespace().next() == Some(name)).expect("a row");
        let sonnx: Vec<&str> = line("sonnx").split_whitespace().take(7).collect();
        assert_eq!(sonnx, ["sonnx", "+1", NO_SUCH, NO_SUCH, NO_SUCH, NO_SUCH, NO_SUCH]);
        assert!(line("onnx-8").contains(NOTHING), "{text}");
        assert!(!show(Profile::named("onnx-13").expect("a profile"), DType::I8).contains("NaN"));
    }
}
