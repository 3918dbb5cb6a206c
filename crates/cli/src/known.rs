//! Who is known to answer what: what implementations answered where two special operands meet, compiled in.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use opconform_backends::{Choice, Entry};
use opconform_harness::pairs::{Line, PairOutcome, case, pairs};
use opconform_spec::{Clause, Facts, Operator, Outcome, Profile, Trial, decision_of, example_nans, profiles};
use opconform_tensor::{Class, DType, Tensor, Value};

use crate::question::{About, Question};

static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| text().filter_map(|line| line.parse().ok()).collect());

/// The lines as they are written, in a copy of what is published: the package of this crate has no file of another folder.
fn text() -> impl Iterator<Item = &'static str> {
    include_str!("answers.txt").lines().filter(|line| !line.starts_with('#'))
}

/// Who answers a question as it says, and who does not: backends with their versions, and the operator by which they do.
pub(crate) struct Known {
    pub(crate) so: Vec<String>,
    pub(crate) otherwise: Vec<String>,
}

/// Who is known to answer a question so; `None` where nobody was asked.
pub(crate) fn known(question: &Question) -> Option<Known> {
    let (operands, is_row) = two(&question.operands)?;
    let told = PairOutcome::of(operands, &question.outcome);
    let is_asked = |operator: &Operator| match question.about {
        About::One(one) => operator == one,
        About::Each(direction) => operator.direction() == Some(direction) && (operator.form.operands() == 1) == is_row,
    };
    let (mut so, mut otherwise): (Vec<Who>, Vec<Who>) = (Vec::new(), Vec::new());
    for line in LINES.iter().filter(|line| is_asked(line.operator)) {
        let side = match line.at(operands) {
            Some(found) if found.is_like(told, operands) => &mut so,
            Some(PairOutcome::Nothing) | None => continue,
            Some(_) => &mut otherwise,
        };
        let operator = line.operator.qualified().into_owned();
        match side.last_mut().filter(|(backend, _)| *backend == line.backend) {
            Some((_, operators)) => operators.push(operator),
            None => side.push((&line.backend, vec![operator])),
        }
    }
    let said = |side: Vec<Who>| side.iter().map(|(who, by)| format!("{who} ({})", by.join(", "))).collect();
    let is_known = !so.is_empty() || !otherwise.is_empty();
    is_known.then(|| Known { so: said(so), otherwise: said(otherwise) })
}

/// A backend with its version, and operators.
type Who<'a> = (&'a str, Vec<String>);

/// The two values of a question, and whether they are those of one row.
fn two(operands: &[Tensor]) -> Option<([Value; 2], bool)> {
    match operands {
        [row] if row.len() == 2 => Some(([row.value(0), row.value(1)], true)),
        [first, second] if first.len() == 1 && second.len() == 1 => Some(([first.value(0), second.value(0)], false)),
        _ => None,
    }
}

/// An answer that breaks a clause.
#[derive(Clone)]
pub(crate) struct Offence {
    pub(crate) operator: &'static Operator,
    pub(crate) operands: [Value; 2],
    /// What came of them, in words.
    pub(crate) found: String,
}

/// By the backend and its version, the first of its answers that breaks a clause which it claims, or which is asked of everyone; and
/// those that break one which they do not claim.
pub(crate) fn offenders(clause: &Clause) -> (BTreeMap<String, Offence>, Vec<String>) {
    let mut seen = HashMap::new();
    let (mut claiming, mut others) = (BTreeMap::new(), Vec::new());
    for line in LINES.iter().filter(|line| clause.operators.contains(&line.operator)) {
        let Some(offence) = offence(clause, line, &mut seen) else { continue };
        let is_of_one_function = || {
            let of_clause = clause.profiles.iter().filter_map(|name| Profile::named(name));
            is_of_magnitudes(of_clause) == is_of_magnitudes(claimed(&line.backend))
        };
        if claims(&line.backend, clause) {
            claiming.entry(line.backend.clone()).or_insert(offence);
        } else if !others.contains(&line.backend) && is_of_one_function() {
            others.push(line.backend.clone());
        }
    }
    (claiming, others)
}

/// What is known of answers already: by the operator, the element type, the place of the operands among all pairs and what came of
/// them, whether it breaks the clause.
type Broken = HashMap<(String, DType, usize, PairOutcome), bool>;

/// The first answer of a line that breaks the clause.
fn offence(clause: &Clause, line: &Line, seen: &mut Broken) -> Option<Offence> {
    let of_type = |&dtype: &DType| pairs(dtype).into_iter().enumerate().map(move |pair| (dtype, pair));
    line.dtypes.iter().flat_map(of_type).find_map(|(dtype, (at, operands))| {
        let told = *line.told.get(at)?;
        let key = (line.operator.qualified().into_owned(), dtype, at, told);
        let is_broken = *seen.entry(key).or_insert_with(|| {
            let outcomes = outcomes(told, operands);
            !outcomes.is_empty() && outcomes.into_iter().all(|outcome| breaks(clause, line.operator, operands, outcome))
        });
        is_broken.then(|| Offence { operator: line.operator, operands, found: words(told, operands) })
    })
}

/// What may have been the outcome where no more is known of it than this: whatever breaks a clause breaks it in each of them.
fn outcomes(told: PairOutcome, operands: [Value; 2]) -> Vec<Given> {
    let dtype = operands[0].dtype();
    let is_no_operand = |value: &Value| !operands.contains(value);
    let all = |values: Vec<Value>| values.into_iter().filter(is_no_operand).map(Given::Element).collect();
    match told {
        PairOutcome::First => vec![Given::Element(operands[0])],
        PairOutcome::Second => vec![Given::Element(operands[1])],
        PairOutcome::PositiveZero => vec![Given::Element(Value::new(dtype, 0))],
        PairOutcome::NegativeZero => all(Value::parse(dtype, "-0.0").into_iter().collect()),
        PairOutcome::OtherNan => all(nans(dtype)),
        // A zero is told by its sign.
        PairOutcome::Other => all(Value::named(dtype)
            .map(|(_, value)| value)
            .filter(|value| !value.class().is_nan() && !value.class().is_float_zero())
            .collect()),
        PairOutcome::Refused => vec![Given::Refusal],
        PairOutcome::Nothing => Vec::new(),
    }
}

/// NaNs of every kind: quiet and signalling, of either sign, with the payload of an operand and with others.
fn nans(dtype: DType) -> Vec<Value> {
    let sign = dtype.top_bit();
    let of_either_sign = |nan: u64| [nan, nan | sign];
    let all = example_nans(dtype).into_iter().flat_map(|nan| [nan, nan | 2]).flat_map(of_either_sign);
    all.map(|bits| Value::new(dtype, bits)).collect()
}

/// An outcome of a case of one element.
#[derive(Clone, Copy)]
enum Given {
    Element(Value),
    Refusal,
}

/// A value as `opconform ask` reads it: in decimal, and of a signalling NaN, which `nan` is not, the bits.
pub(crate) fn named(value: Value) -> String {
    if value.class() == Class::SignallingNan { value.hex() } else { value.decimal() }
}

/// What came of two operands, as it is told.
fn words(told: PairOutcome, operands: [Value; 2]) -> String {
    match told {
        PairOutcome::First => named(operands[0]),
        PairOutcome::Second => named(operands[1]),
        PairOutcome::PositiveZero => "0.0".to_owned(),
        PairOutcome::NegativeZero => "-0.0".to_owned(),
        PairOutcome::OtherNan => "a NaN that is neither operand".to_owned(),
        PairOutcome::Other => "another number".to_owned(),
        PairOutcome::Refused => "error".to_owned(),
        PairOutcome::Nothing => "nothing".to_owned(),
    }
}

fn breaks(clause: &Clause, operator: &'static Operator, operands: [Value; 2], given: Given) -> bool {
    let Some(case) = case(operator, operands) else { return false };
    let facts = Facts::new(&case);
    let outcome = match given {
        Given::Refusal => Outcome::Rejected("as it is known to do".to_owned()),
        Given::Element(found) => {
            let shape = facts.shape().unwrap_or_default();
            let Ok(output) = Tensor::from_bits(found.dtype(), shape, &[found.bits()]) else { return false };
            Outcome::Output(vec![output])
        }
    };
    decision_of(clause, &Trial::new(&facts, &outcome), &profiles().collect::<Vec<_>>()).is_violation()
}

/// Whether a backend claims what a clause is a sentence of, or whether it is asked of everyone.
fn claims(backend: &str, clause: &Clause) -> bool {
    clause.family().is_none() || claimed(backend).any(|profile| clause.profiles.contains(&profile.name))
}

/// The profiles that a backend claims, by its name and what follows it.
fn claimed(backend: &str) -> impl Iterator<Item = &'static Profile> {
    let claims = Entry::asked(backend_name(backend)).map_or(&[][..], |(entry, _)| entry.claims);
    opconform_spec::claimed(claims)
}

/// The name of a backend that is followed by its version.
pub(crate) fn backend_name(backend: &str) -> &str {
    Choice::split(backend.split(' ').next().unwrap_or_default()).0
}

/// Whether there are profiles, and all of them are of the maximum of absolute values.
fn is_of_magnitudes(profiles: impl Iterator<Item = &'static Profile>) -> bool {
    let mut profiles = profiles.peekable();
    profiles.peek().is_some() && profiles.all(|profile| profile.choices.is_of_magnitudes())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_lines_are_those_that_are_published() {
        let published = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reports/answers.txt");
        assert_eq!(std::fs::read_to_string(published).expect("read"), include_str!("answers.txt"), "run .ci/answers");
    }

    #[test]
    fn what_is_known_in_part_breaks_what_it_breaks_however_it_was() {
        let dtype = DType::F32;
        let [nan, one] = [Value::nan(dtype).expect("a NaN"), Value::parse(dtype, "1.0").expect("a number")];
        let max = Operator::named("Max").expect("Max");
        let broken = |id: &str, operands: [Value; 2], told: PairOutcome| {
            let clause = Clause::named(id).expect(id);
            let line = Line {
                backend: "portable".to_owned(),
                operator: max,
                dtypes: vec![dtype],
                told: pairs(dtype)
                    .into_iter()
                    .map(|it| if it == operands { told } else { PairOutcome::Nothing })
                    .collect(),
            };
            offence(clause, &line, &mut HashMap::new()).map(|offence| offence.found)
        };
        // Any NaN is a NaN where a number is due, and none is one of which the bits are free.
        assert_eq!(
            broken("DOTNET-MAXNUMBER-NAN", [nan, one], PairOutcome::OtherNan).as_deref(),
            Some("a NaN that is neither operand")
        );
        assert_eq!(broken("SONNX-MAX-NAN", [nan, one], PairOutcome::OtherNan), None);
        assert_eq!(broken("SONNX-MAX-P2", [one, one], PairOutcome::Other).as_deref(), Some("another number"));
        assert_eq!(broken("ONNX-MAX-8-BROADCAST", [one, one], PairOutcome::Refused).as_deref(), Some("error"));
        assert_eq!(broken("SONNX-MAX-NAN", [nan, one], PairOutcome::Nothing), None);
    }

    #[test]
    fn every_line_can_be_read_and_is_of_a_backend() {
        assert!(LINES.len() > 50, "{} lines", LINES.len());
        for line in text() {
            let line: Line = line.parse().unwrap_or_else(|error| panic!("{error}"));
            assert!(Entry::asked(backend_name(&line.backend)).is_some(), "{}", line.backend);
        }
        let mut met = HashSet::new();
        for line in LINES.iter() {
            let name = line.backend.split(' ').next();
            for dtype in &line.dtypes {
                assert!(met.insert((name, line.operator, dtype)), "{} is there twice", line.backend);
            }
        }
    }
}
