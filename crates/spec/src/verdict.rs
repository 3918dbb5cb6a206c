//! What is said of one outcome under one clause or profile.

use opconform_tensor::{Class, Tensor, Value};

use crate::facts::Facts;
use crate::symptom::Symptom;

/// The verdict of one clause on one outcome.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The sentence holds.
    Conforms,
    /// The sentence holds, by a latitude that its source leaves: this rule says which.
    Latitude(&'static str),
    /// The sentence does not hold.
    Violates(Box<Witness>),
    /// The source contradicts itself or is silent here: this gap says where.
    SpecGap(&'static str),
    /// The sentence says nothing of this case or outcome.
    NotApplicable,
}

impl Verdict {
    /// Whether the sentence does not hold.
    pub fn is_violation(&self) -> bool {
        matches!(self, Self::Violates(_))
    }
}

/// Where and how a sentence does not hold.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The name of the output that is at fault, where the operator has several.
    pub output: Option<&'static str>,
    /// The element of the output, in row-major order; `None` where the whole answer is at fault.
    pub position: Option<usize>,
    /// The operands that meet at that element, in order.
    pub operands: Vec<Value>,
    /// The element that was found.
    pub found: Option<Value>,
    /// What was found and what should have been.
    pub symptom: Symptom,
    /// How many elements are at fault.
    pub count: u64,
}

impl Witness {
    /// The classes of the operands and of the result: what findings of one cause have in common.
    pub fn classes(&self) -> (Vec<Class>, Option<Class>) {
        (self.operands.iter().map(|value| value.class()).collect(), self.found.map(Value::class))
    }
}

/// A verdict, and the number of comparisons behind it.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// Elements that were compared, or 1 for a comparison of whole answers.
    pub compared: u64,
    /// Elements that could not be judged for a gap in the source.
    pub gaps: u64,
}

impl Decision {
    /// The sentence says nothing here.
    pub(crate) const NOT_APPLICABLE: Self = Self { verdict: Verdict::NotApplicable, compared: 0, gaps: 0 };

    /// A comparison of whole answers that holds.
    pub(crate) const CONFORMS: Self = Self { verdict: Verdict::Conforms, compared: 1, gaps: 0 };

    /// A comparison of whole answers that holds by a latitude of the source.
    pub(crate) const fn latitude(rule: &'static str) -> Self {
        Self { verdict: Verdict::Latitude(rule), compared: 1, gaps: 0 }
    }

    /// A case on which the source contradicts itself or is silent.
    pub(crate) const fn gap(gap: &'static str) -> Self {
        Self { verdict: Verdict::SpecGap(gap), compared: 0, gaps: 1 }
    }

    /// A comparison of whole answers that does not hold.
    pub(crate) fn violates(symptom: impl Into<Symptom>) -> Self {
        let symptom = symptom.into();
        let witness = Witness { output: None, position: None, operands: Vec::new(), found: None, symptom, count: 1 };
        Self { verdict: Verdict::Violates(Box::new(witness)), compared: 1, gaps: 0 }
    }

    /// The same, of an element of an output.
    pub(crate) fn at(mut self, facts: &Facts, answer: &Tensor, position: usize) -> Self {
        if let Verdict::Violates(witness) = &mut self.verdict {
            witness.position = Some(position);
            witness.operands = facts.values_at(position);
            witness.found = Some(answer.value(position));
        }
        self
    }

    /// The same, of so many elements at fault.
    pub(crate) fn counting(mut self, count: u64) -> Self {
        if let Verdict::Violates(witness) = &mut self.verdict {
            witness.count = count;
        }
        self
    }

    /// The same, of the output of this name.
    pub(crate) fn of_output(mut self, name: Option<&'static str>) -> Self {
        if let Verdict::Violates(witness) = &mut self.verdict {
            witness.output = name;
        }
        self
    }

    /// Two decisions as one: the first that does not hold, and all that was compared.
    pub(crate) fn and(self, other: Self) -> Self {
        let (compared, gaps) = (self.compared + other.compared, self.gaps + other.gaps);
        let verdict = match (self.verdict, other.verdict) {
            (Verdict::Violates(witness), _) | (_, Verdict::Violates(witness)) => Verdict::Violates(witness),
            (Verdict::NotApplicable, other) => other,
            (first, _) => first,
        };
        Self { verdict, compared, gaps }
    }

    /// Whether the sentence does not hold.
    pub fn is_violation(&self) -> bool {
        self.verdict.is_violation()
    }
}
