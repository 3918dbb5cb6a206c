//! What the specifications of each side make of its answer, and of one element of it apart from what stands beside it.

use opconform_spec::{Clause, Expectation, Facts, Level, Outcome, Profile, Ruling, Scope, Trial, Verdict, decisions};
use opconform_tensor::{Tensor, Value};

use super::pair::Pair;
use super::side::Side;
use crate::expected::expected;

/// What is said of one side of a difference, and by whom.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// What is said.
    pub ruling: Ruling,
    /// The profile that says it: of those that a side is judged by, one that objects, or else one whose text is not open.
    pub profile: &'static str,
    /// What that profile allows here, in words.
    pub expects: String,
    /// The sentence that the element is measured by and keeps, where it allows that of the other side as well.
    pub liberty: Option<&'static Clause>,
}

/// Why nothing is said of one side of a difference.
#[derive(Clone, Copy, Debug)]
pub enum Silence {
    /// The side is judged by no specification.
    NoSpecification,
    /// None of the profiles that the side is judged by speaks of the case.
    NoWord {
        /// The one that comes nearest to it.
        profile: &'static str,
        /// Why that one does not.
        reason: &'static str,
    },
}

/// How one side stands, as far as differences are told apart by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stand {
    /// Its answer is not allowed.
    Wrong,
    /// Nobody objects to its answer.
    Unopposed,
    /// Nothing is said of it.
    Unspoken,
}

impl Stand {
    /// How a side stands of which this is said.
    pub(super) fn of(ruling: Option<Ruling>) -> Self {
        match ruling {
            Some(Ruling::Bug) => Self::Wrong,
            Some(Ruling::Gap | Ruling::Allowed) => Self::Unopposed,
            None => Self::Unspoken,
        }
    }
}

/// The profiles of a side that speak of a case, and what each expects of it.
pub(super) struct Bench<'a> {
    facts: &'a Facts<'a>,
    speaking: Vec<(&'static Profile, Expectation)>,
}

impl<'a> Bench<'a> {
    pub(super) fn new(side: &Side, facts: &'a Facts<'a>) -> Self {
        let speaking = side.profiles.iter().filter_map(|&profile| Some((profile, profile.expectation(facts).ok()?)));
        Self { facts, speaking: speaking.collect() }
    }

    /// How the side stands with this answer, or with this element of it.
    pub(super) fn stand(&self, outcome: &Outcome, element: Option<(&Facts, usize)>) -> Stand {
        Stand::of(self.gravest(outcome, element).map(|(ruling, _)| ruling))
    }

    /// What is said of an answer, or of this element of the output that some facts are of, and by whom.
    fn gravest(&self, outcome: &Outcome, element: Option<(&Facts, usize)>) -> Option<(Ruling, &'static Profile)> {
        let rulings = self.speaking.iter().filter_map(|(profile, expectation)| {
            let ruling = match (outcome, element) {
                (Outcome::Output(_), Some((facts, position))) => {
                    profile.ruling_at(facts, expectation, outcome, position)
                }
                _ => profile.ruling(&Trial::new(self.facts, outcome))?,
            };
            Some((ruling, *profile))
        });
        rulings.min_by_key(|(ruling, _)| (*ruling != Ruling::Bug, *ruling == Ruling::Gap))
    }
}

/// What is said of both sides, each by its own profiles.
pub(super) fn ruled(pair: &Pair, sides: &[Side; 2]) -> [Result<Opinion, Silence>; 2] {
    let facts = Facts::new(&pair.case);
    let of_output = facts.of_output(pair.output);
    let found = pair.found();
    [0, 1].map(|side: usize| {
        let outcome = &pair.outcomes[side];
        let Some((ruling, profile)) =
            Bench::new(&sides[side], &facts).gravest(outcome, pair.position.map(|position| (of_output, position)))
        else {
            return Err(silence(&sides[side].profiles, &facts));
        };
        // An answer that is wrong as a whole may be wrong in an element.
        let at_fault = || match profile.judge(&Trial::new(&facts, outcome)) {
            Verdict::Violates(witness) => witness.position.map(|position| (facts.of_output(witness.output), position)),
            _ => None,
        };
        let element = pair.position.map(|position| (of_output, position)).or_else(at_fault);
        let expects =
            expected(profile, element.map_or(&facts, |(facts, _)| facts), element.map(|(_, position)| position));
        let is_free = ruling == Ruling::Allowed;
        let free = pair.position.zip(found[1 - side]).filter(|_| is_free);
        let liberty =
            free.and_then(|(position, other)| liberty(profile, &facts, (of_output, position), outcome, other));
        Ok(Opinion { ruling, profile: profile.name, expects, liberty })
    })
}

/// The sentence that an element is measured by, where it allows the other side's too: the sentence objects when another result is put in
/// its place. Of several it is the one that is of the fewest profiles.
fn liberty(
    profile: &'static Profile,
    facts: &Facts,
    (of_output, position): (&Facts, usize),
    outcome: &Outcome,
    other: Value,
) -> Option<&'static Clause> {
    let output = of_output.given(outcome)?;
    let (dtype, set) = (output.dtype(), profile.element_set(of_output, position));
    if !set.contains(dtype, other.bits()) {
        return None;
    }
    let is_nan = |value: Value| value.class().is_nan();
    let others = Value::named(dtype).map(|(_, value)| value).filter(|value| !set.contains(dtype, value.bits()));
    // A NaN beside a number is judged by other sentences than the number.
    let wrong = others.min_by_key(|&value| is_nan(value) != is_nan(output.value(position)))?;
    let mut bits = output.to_bits();
    bits[position] = wrong.bits();
    let outcome = of_output.with_output(outcome, Tensor::from_bits(dtype, output.shape(), &bits).ok()?)?;
    let (trial, scope) = (Trial::new(facts, &outcome), Scope::of(facts, &[profile]));
    let objects = decisions(&trial, &scope).filter(|(.., decision)| decision.is_violation());
    objects.map(|(_, clause, _)| clause).min_by_key(|clause| (clause.level != Level::Must, clause.profiles.len()))
}

/// Why none of these profiles speaks of a case: by one that speaks of its operator, where there is one.
fn silence(profiles: &[&'static Profile], facts: &Facts) -> Silence {
    let nearest = profiles.iter().min_by_key(|profile| !profile.operators.contains(&facts.case.operator));
    nearest.map_or(Silence::NoSpecification, |profile| Silence::NoWord {
        profile: profile.name,
        reason: profile.expectation(facts).err().unwrap_or("no clause of it compares anything here"),
    })
}
