//! Relations: what the outcome of one case says of the outcomes of others that are made of it.
//!
//! A relation knows no right result: it finds that of two one is wrong. It is judged only where a profile that speaks of the
//! case leaves one answer, or one up to the bits of a NaN and the sign of a zero: and up to those, since no relation says more than
//! its source. Of the two, that profile says which is wrong: what is reported is that result, and where another operator gave it,
//! nothing is.

use opconform_tensor::{DType, NanPolicy, Policy, Tensor, Value, ZeroPolicy};

use crate::case::Case;
use crate::expectation::ElementSet;
use crate::facts::{ElementOperands, Facts};
use crate::outcome::Outcome;
use crate::profile::Profile;
use crate::trial::{Sentence, Trial};
use crate::verdict::Decision;
use crate::way::Way;

pub(crate) mod again;
pub(crate) mod elementwise;
pub(crate) mod negation;
pub(crate) mod reduction;

/// Who gives the outcomes of the related cases: the backend whose outcome is judged.
pub type Ask<'a> = dyn FnMut(&Case) -> Outcome + 'a;

/// A relation between the outcome of a case and those of cases made of it.
#[derive(Clone, Copy, Debug)]
pub struct Relation {
    /// Whether it may say anything of a case: cheap, and wide rather than narrow.
    pub(crate) applies: fn(&Case) -> bool,
    /// Whether it is on the ways in which a case can be put: of cases in the plain way, or of all others.
    pub(crate) of_ways: bool,
    /// What it says of a case.
    pub(crate) decide: fn(&mut Metamorphic) -> Decision,
}

impl Relation {
    /// Whether it is on the ways in which a case can be put.
    pub fn is_of_ways(&self) -> bool {
        self.of_ways
    }

    /// Whether it may say anything of a case: cheap, and wide rather than narrow.
    pub fn applies(&self, case: &Case) -> bool {
        self.of_ways == (case.way != Way::Plain) && (self.applies)(case)
    }
}

/// An outcome, and who gives those that it is related to.
pub(crate) struct Metamorphic<'a> {
    pub(crate) trial: &'a Trial<'a>,
    /// The profiles that speak of the case.
    pub(crate) speaking: &'a [&'static Profile],
    /// Those of them that the clause belongs to.
    pub(crate) profiles: Vec<&'static Profile>,
    pub(crate) ask: &'a mut Ask<'a>,
}

/// What a related case was answered, where it has an answer that can be compared.
pub(crate) type Comparable<T> = Result<T, Decision>;

impl<'a> Metamorphic<'a> {
    /// The case.
    pub(crate) fn case(&self) -> &'a Case {
        self.trial.facts.case
    }

    /// The answer to the case, and its element type; what is not comparable is left to other clauses.
    pub(crate) fn answer(&self) -> Comparable<(&'a Tensor, DType)> {
        let answer = self.trial.answer().ok_or(Decision::NOT_APPLICABLE)?;
        Ok((answer, answer.dtype()))
    }

    /// The outcome of a related case, whatever it is.
    pub(crate) fn outcome(&mut self, case: &Case) -> Outcome {
        (self.ask)(case)
    }

    /// The answer to a related case, where it is well formed and has one of its shape and type. Whoever refuses it, crashes or gives
    /// another shape breaks a clause that says so of that case, and no relation.
    pub(crate) fn tell(&mut self, case: &Case) -> Comparable<Tensor> {
        self.answer()?;
        let operands = ElementOperands::of(case);
        if !operands.is_well_formed() {
            return Err(Decision::NOT_APPLICABLE);
        }
        operands.answer(&self.outcome(case)).cloned().ok_or(Decision::NOT_APPLICABLE)
    }

    /// Every computed element of the answer is what the related cases of the same operator make it, as far as it is decided.
    pub(crate) fn equals(&self, related: &[u64], how: &str) -> Decision {
        let Ok((_, dtype)) = self.answer() else { return Decision::NOT_APPLICABLE };
        self.each_decided(|position, found| match related.get(position) {
            Some(&other) if LATITUDE.same(dtype, found, other) => Sentence::Holds,
            Some(&other) => self.broken(position, [found, other], how),
            None => Sentence::Silent,
        })
    }

    /// As [`equals`](Self::equals), where the related cases are of another operator: silent where that one is at fault alone.
    pub(crate) fn equals_that_of_another(&self, related: &[u64], how: &str) -> Decision {
        let Ok((_, dtype)) = self.answer() else { return Decision::NOT_APPLICABLE };
        self.each_decided(|position, found| match related.get(position) {
            Some(&other) if LATITUDE.same(dtype, found, other) => Sentence::Holds,
            Some(_) if self.is_right(self.trial.facts, position, found) => Sentence::Silent,
            Some(&other) => Sentence::Broken(format!("{how}: {}", Value::new(dtype, other)).into()),
            None => Sentence::Silent,
        })
    }

    /// What is said of two results of the same operator of which one must be wrong: of the one that is, by the profiles that
    /// decide the element.
    pub(crate) fn broken(&self, position: usize, [found, other]: [u64; 2], how: &str) -> Sentence {
        let Some(dtype) = self.trial.facts.dtype else { return Sentence::Silent };
        if self.is_right(self.trial.facts, position, found) {
            Sentence::BrokenElsewhere(other, format!("{how}, where {} is right", Value::new(dtype, found)).into())
        } else {
            Sentence::Broken(format!("{how}: {}", Value::new(dtype, other)).into())
        }
    }

    /// Whether a result lies within what every profile that decides the element accepts, but for which NaN or zero it is.
    fn is_right(&self, facts: &Facts, position: usize, found: u64) -> bool {
        let Some(dtype) = facts.output_type() else { return false };
        self.decided(facts, position).all(|set| match set {
            ElementSet::Only(only) => LATITUDE.same(dtype, only, found),
            set if set.is_of_nans() => ElementSet::AnyNan.contains(dtype, found),
            set => set.contains(dtype, found),
        })
    }

    /// What the profiles that decide an element accept there.
    fn decided(&self, facts: &Facts, position: usize) -> impl Iterator<Item = ElementSet> {
        let sets = self.profiles.iter().map(move |profile| profile.element_set(facts, position));
        sets.filter(|set| set.gap().is_none())
    }

    /// Asks `sentence` of every computed element of the answer that a profile decides.
    pub(crate) fn each_decided(&self, sentence: impl Fn(usize, u64) -> Sentence) -> Decision {
        self.trial.every_element(|position, found| {
            let facts = self.trial.facts;
            let is_decided = self.decided(facts, facts.representative_of(position)).next().is_some();
            if is_decided { sentence(position, found) } else { Sentence::Silent }
        })
    }
}

/// Two results that differ in no more than this are one: no relation says which NaN, or which zero.
const LATITUDE: Policy = Policy { nan: NanPolicy::AnyNan, zero: ZeroPolicy::AnySign };

/// The same case with other bits in the inputs that `change` gives some for.
pub(crate) fn with_bits(case: &Case, change: impl Fn(usize, &Tensor) -> Option<Vec<u64>>) -> Comparable<Case> {
    let inputs = case.inputs.iter().enumerate().map(|(place, input)| match change(place, input) {
        Some(bits) => tensor(input.dtype(), input.shape(), &bits),
        None => Ok(input.clone()),
    });
    Ok(case.clone().with_inputs(inputs.collect::<Comparable<_>>()?))
}

/// A tensor of as many bits as its shape has elements.
pub(crate) fn tensor(dtype: DType, shape: &[usize], bits: &[u64]) -> Comparable<Tensor> {
    Tensor::from_bits(dtype, shape, bits).map_err(|_| Decision::NOT_APPLICABLE)
}

/// The decision, made or broken off.
pub(crate) fn settled(decision: Comparable<Decision>) -> Decision {
    decision.unwrap_or_else(|broken_off| broken_off)
}
