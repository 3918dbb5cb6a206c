//! Two operands, and two answers to them, that show what a clause says of elements.

use opconform_harness::pairs;
use opconform_mutants::Mutant;
use opconform_spec::{Case, Clause, Facts, Outcome, example_nans, reference};
use opconform_tensor::{DType, Tensor, Value};

use super::answer::{self, Answer, Shown, of_mutants};

/// The operands that are tried, the plainest first.
const PAIRS: [[&str; 2]; 14] = [
    ["1.0", "2.0"],
    ["false", "true"],
    ["-1.0", "1.0"],
    ["1.0", "-2.0"],
    ["0.0", "-0.0"],
    ["-0.0", "0.0"],
    ["nan", "1.0"],
    ["1.0", "nan"],
    ["snan", "1.0"],
    ["1.0", "snan"],
    ["nan", OTHER_NAN],
    ["nan", "nan"],
    ["snan", "snan"],
    ["nan", "snan"],
];

/// A quiet NaN of other bits than `nan`.
const OTHER_NAN: &str = "another nan";

/// What is tried as an answer, beside the operands.
const ANSWERS: [&str; 8] = ["nan", OTHER_NAN, "snan", "3.0", "0.0", "-0.0", "-inf", "-1.0"];

/// The element types, those that people think in first.
const DTYPES: [DType; 7] = [DType::F32, DType::F64, DType::F16, DType::Bf16, DType::I32, DType::U8, DType::Bool];

/// The pair, with a NaN where the clause names one and a negative number where it names magnitudes, an answer that keeps the clause, and one that breaks it and the fewest others of its
/// document, in words; `None` where no pair has both.
pub(super) fn shown(clause: &'static Clause) -> Option<Shown> {
    let dtypes = DTYPES.into_iter().filter(|&dtype| clause.silence(dtype).is_none());
    let names = |word| clause.title.contains(word);
    let is_of_it = |Example { operands, .. }: &Example| {
        let is_of_magnitudes = operands.iter().any(|it| it.decimal().starts_with('-'));
        operands.iter().any(|it| it.class().is_nan()) == names("NaN") && (is_of_magnitudes || !names("magnitude"))
    };
    let examples = dtypes.flat_map(|dtype| examples(clause, dtype));
    let example = examples.min_by_key(|example| (!is_of_it(example), example.beside))?;
    let mutants = of_mutants(&example.case);
    let answering_so = mutants.into_iter().filter(|(_, it)| it.is_alike(&example.broken)).map(|(mutant, _)| mutant);
    let mutant: Option<&Mutant> = answering_so.min_by_key(|mutant| mutant.seen.is_empty());
    Some(answer::shown(&example.question(), clause, &example.kept, &example.broken, mutant))
}

/// Two operands with two answers.
struct Example {
    case: Case,
    operands: [Value; 2],
    kept: Answer,
    broken: Answer,
    /// How many clauses are broken that stand beside the clause, itself among them.
    beside: usize,
}

impl Example {
    /// What is asked, in the form of `opconform ask`.
    fn question(&self) -> String {
        let [a, b] = self.operands.map(text);
        let operator = self.case.operator.qualified();
        let dtype = self.operands[0].dtype();
        if self.case.operands().len() == 1 {
            format!("{operator} {dtype} [{a}, {b}]")
        } else {
            format!("{operator} {dtype} ({a}, {b})")
        }
    }
}

/// The examples in one element type: of the first operator of the clause that has any.
fn examples(clause: &'static Clause, dtype: DType) -> Vec<Example> {
    let of =
        |operator| PAIRS.iter().filter_map(move |pair| example(clause, pairs::case(operator, both(dtype, *pair)?)?));
    let found = clause.operators.iter().map(|&operator| of(operator).collect::<Vec<_>>());
    found.into_iter().find(|examples| !examples.is_empty()).unwrap_or_default()
}

fn example(clause: &'static Clause, case: Case) -> Option<Example> {
    let facts = Facts::new(&case);
    let (dtype, shape) = (facts.dtype?, facts.shape()?.to_vec());
    let [a, b] = facts.values_at(0)[..] else { return None };
    let given =
        |value: Value| Tensor::from_bits(dtype, &shape, &[value.bits()]).ok().map(|it| Outcome::Output(vec![it]));
    let others = ANSWERS.iter().filter_map(|name| named(dtype, name));
    let outcomes = std::iter::once(reference(&case)).chain([a, b].into_iter().chain(others).filter_map(given));
    let answers: Vec<Answer> = outcomes.map(|outcome| Answer::of(&case, outcome)).collect();
    let (kept, others): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.keeps(clause));
    let broken = others.into_iter().filter(|answer| answer.breaks(clause));
    let (beside, broken) = broken.map(|it| (it.broken_beside(clause), it)).min_by_key(|(beside, _)| *beside)?;
    let kept = kept.into_iter().min_by_key(|answer| answer.broken_beside(clause))?;
    drop(facts);
    Some(Example { case, operands: [a, b], kept, broken, beside })
}

fn both(dtype: DType, [first, second]: [&str; 2]) -> Option<[Value; 2]> {
    Some([named(dtype, first)?, named(dtype, second)?])
}

/// The value of a name in an element type that has it.
fn named(dtype: DType, name: &str) -> Option<Value> {
    let nan = |at: usize| example_nans(dtype).get(at).map(|&nan| Value::new(dtype, nan));
    match name {
        "nan" => nan(0),
        OTHER_NAN => nan(1),
        "snan" => nan(2),
        name if dtype.is_float() || dtype == DType::Bool => Value::parse(dtype, name).ok(),
        name => Value::parse(dtype, name.strip_suffix(".0")?).ok(),
    }
}

/// A value as it is typed.
fn text(value: Value) -> String {
    let nans = example_nans(value.dtype());
    match nans.iter().position(|&nan| value.class().is_nan() && nan == value.bits()) {
        Some(0) => "nan".to_owned(),
        Some(2) => "snan".to_owned(),
        _ if value.class().is_nan() => value.hex(),
        _ => value.decimal(),
    }
}
