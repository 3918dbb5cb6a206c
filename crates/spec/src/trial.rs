//! One outcome of one case, and what is asked of the elements of its answer.

use std::cell::OnceCell;

use opconform_tensor::{DType, Tensor, Value};

use crate::element_sources::Part;
use crate::facts::Facts;
use crate::outcome::Outcome;
use crate::symptom::Symptom;
use crate::verdict::{Decision, Verdict, Witness};

/// What a sentence says of one element.
pub(crate) enum Sentence {
    Holds,
    /// It holds by a latitude of the source.
    Latitude(&'static str),
    /// It does not hold: this is due.
    Due(Words),
    /// It does not hold, and why.
    Broken(Words),
    /// It does not hold of these bits, which the same operator gave in a case made of this one.
    BrokenElsewhere(u64, Words),
    /// The source contradicts itself here.
    Gap(&'static str),
    /// It says nothing of this element.
    Silent,
}

/// What is said of an element, put together where it is shown: of many elements that break a sentence, one is.
pub(crate) enum Words {
    /// A value, and what stands before it and after it.
    Around(&'static str, Value, &'static str),
    Fixed(&'static str),
    Written(String),
}

impl From<Value> for Words {
    fn from(value: Value) -> Self {
        Self::Around("", value, "")
    }
}

impl From<&'static str> for Words {
    fn from(words: &'static str) -> Self {
        Self::Fixed(words)
    }
}

impl From<String> for Words {
    fn from(words: String) -> Self {
        Self::Written(words)
    }
}

impl From<Words> for String {
    fn from(words: Words) -> Self {
        match words {
            Words::Around(before, value, after) => format!("{before}{value}{after}"),
            Words::Fixed(words) => words.to_owned(),
            Words::Written(words) => words,
        }
    }
}

/// One outcome of one case, to be judged.
#[derive(Debug)]
pub struct Trial<'a> {
    /// What is known of the case.
    pub facts: &'a Facts<'a>,
    /// What the backend did.
    pub outcome: &'a Outcome,
    /// Of a large result, the elements that stand for all, and for how many each; worked out when it is first asked for.
    representatives: OnceCell<Vec<(usize, u64)>>,
    /// Those of them that are not the plain result of their operands; worked out when they are first asked for.
    special: OnceCell<Vec<(usize, u64)>>,
}

impl<'a> Trial<'a> {
    /// An outcome of the case that the facts are of.
    pub fn new(facts: &'a Facts<'a>, outcome: &'a Outcome) -> Self {
        Self { facts, outcome, representatives: OnceCell::new(), special: OnceCell::new() }
    }

    /// What is decided of each output, as one decision, whose witness names the output where there are several. Asked of the trial of
    /// another output than the result, it is of that one alone. An operand that comes out as it went in is right by every document.
    pub(crate) fn of_each_output(&self, decide: impl Fn(&Self) -> Decision) -> Decision {
        // What comes in place of outputs, such as a refusal, is of the call, and judged once.
        let is_answered = matches!(self.outcome, Outcome::Output(_));
        let further = self.facts.outputs().skip(1).filter(|facts| is_answered && facts.is_told(self.outcome));
        let further = further.map(|facts| Trial::new(facts, self.outcome));
        let is_kept = |trial: &Self| {
            let came_out = trial.facts.passed_on().zip(trial.given());
            came_out.is_some_and(|(operand, it)| operand.shape() == it.shape() && operand.bytes() == it.bytes())
        };
        let decided = |trial: &Self| if is_kept(trial) { Decision::CONFORMS } else { decide(trial) };
        let named = |trial: &Self| decided(trial).of_output(trial.facts.output().name);
        further.fold(named(self), |decision, trial| decision.and(named(&trial)))
    }

    /// The output in the outcome, whatever it is; `None` where there are more or fewer than the operator has.
    pub(crate) fn given(&self) -> Option<&'a Tensor> {
        self.facts.given(self.outcome)
    }

    /// The answer to a well-formed case, where it has the element type and the shape that it should; other clauses judge
    /// those.
    pub(crate) fn answer(&self) -> Option<&'a Tensor> {
        self.facts.answer(self.outcome)
    }

    /// Asks `sentence` of every element of the answer that is computed, given its position and its bits.
    pub(crate) fn each_element(&self, sentence: impl Fn(usize, u64) -> Sentence) -> Decision {
        self.each_part(Part::Computed, sentence)
    }

    /// Asks `sentence` of every element of the answer of which that becomes, given its position and its bits. The sentence must
    /// say the same of elements that are [alike](crate::equivalence).
    pub(crate) fn each_part(&self, part: Part, sentence: impl Fn(usize, u64) -> Sentence) -> Decision {
        self.decide(self.representatives().filter(|&(position, _)| self.facts.part(position) == part), sentence)
    }

    /// Asks `sentence` of every element of the answer that is computed, whatever it makes of its position.
    pub(crate) fn every_element(&self, sentence: impl Fn(usize, u64) -> Sentence) -> Decision {
        let computed = self.facts.positions().filter(|&position| self.facts.part(position) == Part::Computed);
        self.decide(computed.map(|position| (position, 1)), sentence)
    }

    /// The positions of the answer that stand for all, in order, and for how many each: two that are alike, and answered alike,
    /// are not both there.
    pub(crate) fn representatives(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let found = |answer| self.facts.found(answer).unwrap_or_default();
        let representatives =
            self.answer().map_or(&[][..], |answer| self.representatives.get_or_init(|| found(answer)));
        let each = if representatives.is_empty() { self.facts.positions() } else { 0..0 };
        representatives.iter().copied().chain(each.map(|position| (position, 1)))
    }

    /// Of [these](Self::representatives), those to which a document that compares values may object: all whose result is not the
    /// [plain](crate::facts::Reference::plain) one.
    pub(crate) fn special(&self) -> &[(usize, u64)] {
        let answer = self.answer();
        let found = |position| answer.map(|answer| answer.bits_at(position));
        let is_plain =
            |position| found(position).is_some_and(|bits| self.facts.reference(position).plain == Some(bits));
        self.special.get_or_init(|| self.representatives().filter(|&(position, _)| !is_plain(position)).collect())
    }

    /// Of [these](Self::representatives), those at which two operands meet of which one is a NaN or subnormal, or both are zeros.
    pub(crate) fn special_pairs(&self) -> Vec<(usize, u64)> {
        match self.facts.special_pairs() {
            Some(positions) => positions.iter().map(|&position| (position, 1)).collect(),
            None => self.representatives().filter(|&(position, _)| self.facts.is_special_pair(position)).collect(),
        }
    }

    /// The greatest operand, and whether it is a zero of a float type; `None` where an operand is a NaN, and where there is none.
    pub(crate) fn greatest_number(&self, position: usize) -> Option<(DType, u64, bool)> {
        let reference = self.facts.reference(position);
        if self.facts.is_empty_at(position) || reference.first_nan.is_some() {
            return None;
        }
        Some((self.facts.dtype?, reference.greatest?, reference.greatest_is_zero))
    }

    fn decide(
        &self,
        positions: impl Iterator<Item = (usize, u64)>,
        sentence: impl Fn(usize, u64) -> Sentence,
    ) -> Decision {
        let Some(answer) = self.answer() else { return Decision::NOT_APPLICABLE };
        let mut decision = Decision::NOT_APPLICABLE;
        let mut worst: Option<Witness> = None;
        let mut gap = None;
        let mut latitude = None;
        for (position, count) in positions {
            let bits = answer.bits_at(position);
            let (found, symptom, words): (_, fn(String) -> Symptom, _) = match sentence(position, bits) {
                Sentence::Silent => continue,
                Sentence::Holds => {
                    decision.compared += count;
                    continue;
                }
                Sentence::Latitude(rule) => {
                    decision.compared += count;
                    latitude = Some(rule);
                    continue;
                }
                Sentence::Gap(which) => {
                    decision.gaps += count;
                    gap = Some(which);
                    continue;
                }
                Sentence::Due(words) => (bits, Symptom::Due, words),
                Sentence::Broken(words) => (bits, Symptom::InWords, words),
                Sentence::BrokenElsewhere(found, words) => (found, Symptom::InWords, words),
            };
            decision.compared += count;
            match &mut worst {
                Some(witness) => witness.count += count,
                None => worst = Some(Witness { count, ..self.witness(position, found, symptom(words.into())) }),
            }
        }
        decision.verdict = match (worst, gap, latitude) {
            (Some(witness), _, _) => Verdict::Violates(Box::new(witness)),
            (None, Some(which), _) => Verdict::SpecGap(which),
            (None, None, Some(rule)) => Verdict::Latitude(rule),
            (None, None, None) if decision.compared > 0 => Verdict::Conforms,
            (None, None, None) => Verdict::NotApplicable,
        };
        decision
    }

    fn witness(&self, position: usize, bits: u64, symptom: Symptom) -> Witness {
        Witness {
            output: self.facts.output().name,
            position: Some(position),
            operands: self.facts.values_at(position),
            found: self.facts.output_type().map(|dtype| Value::new(dtype, bits)),
            symptom,
            count: 1,
        }
    }
}
