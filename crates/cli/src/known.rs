//! Who is known to answer what: what implementations answered where two special operands meet, compiled in.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use opconform_backends::{Choice, Entry};
use opconform_harness::pairs::{Line, Told, case, pairs};
use opconform_spec::{Clause, Facts, Operator, Outcome, Profile, Scope, Trial, clauses, decision, profiles};
use opconform_tensor::{DType, Tensor, Value};

use crate::question::{About, Question};

static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| text().filter_map(|line| line.parse().ok()).collect());

/// The lines as they are written.
fn text() -> impl Iterator<Item = &'static str> {
    include_str!("../../../reports/answers.txt").lines().filter(|line| !line.starts_with('#'))
}

/// Who answers a question as it says, and who does not: backends with their versions, and the operator by which they do.
pub(crate) struct Known {
    pub(crate) so: Vec<String>,
    pub(crate) otherwise: Vec<String>,
}

/// Who is known to answer a question so; `None` where nobody was asked.
pub(crate) fn known(question: &Question) -> Option<Known> {
    let (operands, is_row) = two(&question.operands)?;
    let told = Told::of(operands, &question.outcome);
    let is_asked = |operator: &Operator| match question.about {
        About::One(one) => operator == one,
        About::Each(direction) => operator.direction == direction && (operator.operands == 1) == is_row,
    };
    let (mut so, mut otherwise): (Vec<Who>, Vec<Who>) = (Vec::new(), Vec::new());
    for line in LINES.iter().filter(|line| is_asked(line.operator)) {
        let side = match line.at(operands) {
            Some(found) if found.is_like(told, operands) => &mut so,
            Some(Told::Nothing) | None => continue,
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
    pub(crate) found: Value,
}

/// By the backend and its version, the first of its answers that breaks a clause which it claims, or which is asked of everyone; and
/// those that break one which they do not claim.
pub(crate) fn offenders(clause: &Clause) -> (BTreeMap<String, Offence>, Vec<String>) {
    let Some(index) = clauses().position(|it| it.id == clause.id) else { return Default::default() };
    let mut seen: HashMap<(String, DType, usize, Value), bool> = HashMap::new();
    let (mut claiming, mut others) = (BTreeMap::new(), Vec::new());
    for line in LINES.iter().filter(|line| clause.operators.contains(&line.operator)) {
        let Some(offence) = offence(index, line, &mut seen) else { continue };
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

/// The first answer of a line that breaks the clause of this index.
fn offence(index: usize, line: &Line, seen: &mut HashMap<(String, DType, usize, Value), bool>) -> Option<Offence> {
    let of_type = |&dtype: &DType| pairs(dtype).into_iter().enumerate().map(move |pair| (dtype, pair));
    line.dtypes.iter().flat_map(of_type).find_map(|(dtype, (at, operands))| {
        let found = given(*line.told.get(at)?, operands)?;
        let key = (line.operator.qualified().into_owned(), dtype, at, found);
        let is_broken = *seen.entry(key).or_insert_with(|| breaks(index, line.operator, operands, found));
        is_broken.then_some(Offence { operator: line.operator, operands, found })
    })
}

/// The element that was given, where its bits are known.
fn given(told: Told, operands: [Value; 2]) -> Option<Value> {
    let dtype = operands[0].dtype();
    match told {
        Told::First => Some(operands[0]),
        Told::Second => Some(operands[1]),
        Told::PositiveZero => Some(Value::new(dtype, 0)),
        Told::NegativeZero => Value::parse(dtype, "-0.0").ok(),
        Told::OtherNan | Told::Other | Told::Refused | Told::Nothing => None,
    }
}

fn breaks(index: usize, operator: &'static Operator, operands: [Value; 2], found: Value) -> bool {
    let Some(case) = case(operator, operands) else { return false };
    let facts = Facts::new(&case);
    let shape = facts.shape().unwrap_or_default();
    let Ok(output) = Tensor::from_bits(found.dtype(), shape, &[found.bits()]) else { return false };
    let outcome = Outcome::Output(vec![output]);
    let scope = Scope::of(&facts, &profiles().collect::<Vec<_>>());
    decision(index, &Trial::new(&facts, &outcome), &scope).is_violation()
}

/// Whether a backend claims what a clause is a sentence of, or whether it is asked of everyone.
fn claims(backend: &str, clause: &Clause) -> bool {
    clause.family().is_none() || claimed(backend).any(|profile| clause.profiles.contains(&profile.name))
}

/// The profiles that a backend claims, by its name and what follows it.
fn claimed(backend: &str) -> impl Iterator<Item = &'static Profile> {
    let name = Choice::split(backend.split(' ').next().unwrap_or_default()).0;
    let claims = Entry::named(name).map_or(&[][..], |entry| entry.claims);
    claims.iter().flat_map(|claim| claim.specification.profiles())
}

/// Whether there are profiles, and all of them are of the maximum of absolute values.
fn is_of_magnitudes(profiles: impl Iterator<Item = &'static Profile>) -> bool {
    let mut profiles = profiles.peekable();
    profiles.peek().is_some() && profiles.all(Profile::is_of_magnitudes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_can_be_read_and_is_of_a_backend() {
        assert!(LINES.len() > 50, "{} lines", LINES.len());
        for line in text() {
            let line: Line = line.parse().unwrap_or_else(|error| panic!("{error}"));
            let name = Choice::split(line.backend.split(' ').next().unwrap_or_default()).0.to_owned();
            assert!(Entry::named(&name).is_some(), "{name}");
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
