//! What is allowed of the result of a case, as far as a program checks it.

use opconform_spec::{
    Case, Clause, Decision, ElementSet, Expectation, Facts, Oracle, Outcome, PROFILES, Profile, Trial, Verdict,
};
use opconform_tensor::{Class, DType, Tensor, Value};

use crate::allowed::Allowed;

/// What is allowed of the result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// By what: the name of a profile, or the id of a clause.
    pub under: String,
    /// What.
    pub answer: Answer,
}

/// What is allowed of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A refusal; the text says which rule the case breaks.
    Refusal(String),
    /// A tensor of this type and shape.
    Tensor {
        /// The element type.
        dtype: DType,
        /// The shape.
        shape: Vec<usize>,
        /// What is allowed at each row-major position.
        elements: Vec<Allowed>,
    },
}

impl Expected {
    /// What a profile allows; `None` where it does not speak of the case or leaves all of it open.
    pub fn under(profile: &Profile, facts: &Facts) -> Option<Self> {
        let answer = match profile.expectation(facts).ok()? {
            Expectation::Silent(_) | Expectation::OfType(..) => return None,
            Expectation::MustReject(rule) => Answer::Refusal(rule.to_string()),
            Expectation::Answer => {
                let (dtype, shape) = (facts.output_type()?, facts.shape()?.to_vec());
                let allowed = |position| Allowed::of(profile.element_set(facts, position), dtype);
                Answer::Tensor { dtype, shape, elements: (0..facts.elements()?).map(allowed).collect() }
            }
        };
        Some(Self { under: profile.name.to_owned(), answer })
    }

    /// That one element is these bits, by a clause that compares it with another result; `None` where the case has no such
    /// element.
    pub fn element(clause: &Clause, facts: &Facts, position: usize, bits: u64) -> Option<Self> {
        let it = Self::at(clause, facts, position, Allowed::Bits(vec![bits]))?;
        // Neither result need be wrong by itself.
        Some(Self { under: format!("{}, which asks for what the same operands give elsewhere", it.under), ..it })
    }

    /// What a clause allows where the outcome violates it and no profile says so: a clause may ask for what its source only
    /// suggests. At an element, the first that violates it; where the whole answer is at fault, a refusal or a shape.
    ///
    /// The clause is asked, of each result that an element can have: a NaN of any kind, the operands, the zeros, and the least
    /// and the greatest of the type; what no profile of the clause allows is left out, since a clause about a NaN's bits has
    /// nothing against a number in its place. `None` where none is left.
    pub fn by_clause(clause: &Clause, trial: &Trial, position: Option<usize>) -> Option<Self> {
        let (Oracle::Each(decide), Outcome::Output(_)) = (clause.oracle, trial.outcome) else { return None };
        let facts = trial.facts;
        let Some(position) = position else { return Self::whole(clause, facts, decide) };
        let output = facts.given(trial.outcome).filter(|output| position < output.len())?;
        let (dtype, bits) = (output.dtype(), output.to_bits());
        let sets: Vec<ElementSet> = PROFILES
            .iter()
            .filter(|profile| clause.profiles.contains(&profile.name))
            .filter(|profile| matches!(profile.expectation(facts), Ok(Expectation::Answer)))
            .map(|profile| profile.element_set(facts, position))
            .collect();
        let accepts = |&candidate: &u64| {
            if !sets.is_empty() && !sets.iter().any(|set| set.contains(dtype, candidate)) {
                return false;
            }
            let mut bits = bits.clone();
            bits[position] = candidate;
            let tensor = Tensor::from_bits(dtype, output.shape(), &bits).ok();
            let Some(outcome) = tensor.and_then(|it| facts.with_output(trial.outcome, it)) else { return false };
            // The elements before this one are not at fault; those after it are not asked about.
            let at_fault = match decide(&Trial::new(facts, &outcome)).verdict {
                Verdict::Violates(witness) => witness.position,
                _ => None,
            };
            at_fault != Some(position)
        };
        let nans = nans(dtype);
        let any_nan = !nans.is_empty() && nans.iter().all(accepts);
        let mut others = nans;
        others.extend(facts.values_at(position).into_iter().map(Value::bits));
        others.extend(extremes(dtype));
        others.sort_unstable();
        others.dedup();
        others.retain(|candidate| accepts(candidate) && !(any_nan && Class::of(dtype, *candidate).is_nan()));
        let allowed = match (any_nan, others.is_empty()) {
            (true, true) => Allowed::AnyNan,
            (false, false) => Allowed::Bits(others),
            (true, false) => Allowed::NanOr(others),
            (false, true) => return None,
        };
        Self::at(clause, facts, position, allowed)
    }

    /// Exactly what was answered: what a program is held against that has to find nothing wrong. `None` where nothing was.
    pub fn exactly(outcome: &Outcome) -> Option<Self> {
        let answer = match outcome {
            Outcome::Rejected(_) => Answer::Refusal("it was refused".to_owned()),
            Outcome::Output(_) => {
                let output = outcome.only()?;
                let elements = output.to_bits().into_iter().map(|bits| Allowed::Bits(vec![bits])).collect();
                Answer::Tensor { dtype: output.dtype(), shape: output.shape().to_vec(), elements }
            }
            _ => return None,
        };
        Some(Self { under: "what was answered".to_owned(), answer })
    }

    /// The result that the source publishes with the case, but for the choice of a NaN; `None` where it publishes none.
    pub fn published(clause: &Clause, case: &Case) -> Option<Self> {
        let published = case.published.as_ref()?;
        let dtype = published.dtype();
        let allowed = |bits| if Class::of(dtype, bits).is_nan() { Allowed::AnyNan } else { Allowed::Bits(vec![bits]) };
        let elements = published.to_bits().into_iter().map(allowed).collect();
        let answer = Answer::Tensor { dtype, shape: published.shape().to_vec(), elements };
        Some(Self { under: clause.id.to_owned(), answer })
    }

    /// The refusal that a clause asks for, or the shape.
    fn whole(clause: &Clause, facts: &Facts, decide: fn(&Trial) -> Decision) -> Option<Self> {
        let holds = |outcome| matches!(decide(&Trial::new(facts, &outcome)).verdict, Verdict::Conforms);
        let answer = if holds(Outcome::Rejected(String::new())) {
            Answer::Refusal(clause.title.to_owned())
        } else {
            let zeros = |facts: &Facts| {
                Tensor::from_bits(facts.output_type()?, facts.shape()?, &vec![0; facts.elements()?]).ok()
            };
            if !holds(Outcome::Output(facts.outputs().map(zeros).collect::<Option<_>>()?)) {
                return None;
            }
            let (dtype, shape) = (facts.output_type()?, facts.shape()?.to_vec());
            Answer::Tensor { dtype, shape, elements: vec![Allowed::Anything; facts.elements()?] }
        };
        Some(Self { under: clause.id.to_owned(), answer })
    }

    /// What a clause allows at one element, the others not being at issue.
    fn at(clause: &Clause, facts: &Facts, position: usize, allowed: Allowed) -> Option<Self> {
        let (dtype, shape) = (facts.output_type()?, facts.shape()?.to_vec());
        let mut elements = vec![Allowed::Anything; shape.iter().product()];
        *elements.get_mut(position)? = allowed;
        Some(Self { under: clause.id.to_owned(), answer: Answer::Tensor { dtype, shape, elements } })
    }

    /// The magnitude that every NaN is above which is allowed without being named: the greatest number, infinity included, or the
    /// greatest signalling NaN where quiet ones alone are allowed; and how a program calls such a NaN.
    pub(crate) fn nan(&self, dtype: DType) -> (u64, &'static str) {
        let elements = match &self.answer {
            Answer::Tensor { elements, .. } => elements.as_slice(),
            Answer::Refusal(_) => &[],
        };
        let of_any = elements.iter().any(|it| matches!(it, Allowed::AnyNan | Allowed::NanOr(_)));
        let of_quiet = elements.iter().any(|it| matches!(it, Allowed::QuietNanOr(_)));
        let Some(float) = dtype.float() else { return (0, "any NaN") };
        match float.quiet_bit() {
            Some(_) if of_quiet && !of_any => (float.nan(0) - 1, "any quiet NaN"),
            _ => (float.greatest(), "any NaN"),
        }
    }

    /// What is allowed, in words: at an element, or of the whole answer.
    pub fn describe(&self, position: Option<usize>) -> String {
        match (&self.answer, position) {
            (Answer::Refusal(rule), _) => format!("a refusal: {rule}"),
            (Answer::Tensor { dtype, elements, .. }, Some(position)) if position < elements.len() => {
                elements[position].describe(*dtype)
            }
            (Answer::Tensor { dtype, shape, .. }, _) => {
                format!("{dtype} of shape {}", opconform_tensor::shape_text(shape))
            }
        }
    }
}

/// NaNs of every kind: quiet and signalling, of both signs, with and without a payload. None of a type that has none.
fn nans(dtype: DType) -> Vec<u64> {
    let Some(float) = dtype.float() else { return Vec::new() };
    let signalling = [1, 3].into_iter().filter_map(|payload| float.signalling_nan(payload));
    let positive = [0, 2].map(|payload| float.nan(payload)).into_iter().chain(signalling);
    positive.flat_map(|nan| [nan, nan | float.sign()]).collect()
}

/// What a reduction of nothing may give: the least and the greatest, and the zeros.
fn extremes(dtype: DType) -> Vec<u64> {
    let names = ["-inf", "inf", "0.0", "-0.0", "min", "max", "0", "1", "false", "true"];
    names.into_iter().filter_map(|name| Some(Value::parse(dtype, name).ok()?.bits())).collect()
}
