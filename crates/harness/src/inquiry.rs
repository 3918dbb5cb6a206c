//! What the cases that show a finding do not say, and a few more questions do: what they have in common by need, and a type that is narrower
//! than that of the operands.

use std::sync::atomic::{AtomicBool, Ordering};

use opconform_backends::Backend;
use opconform_report::{Deed, Element};
use opconform_spec::{Case, Facts, Oracle, Profile, Trial, Verdict, decision_of};
use opconform_tensor::{Types, Value};

use crate::answer::answer;
use crate::condition::Conditions;
use crate::describe::Found;
use crate::narrowing::narrowing;
use crate::settings::without;

/// Who is asked some more questions.
pub(crate) struct Inquiry<'a> {
    pub(crate) profiles: &'a [&'static Profile],
    pub(crate) backend: &'a dyn Backend,
    /// Once it is set, nothing is asked.
    pub(crate) stop: &'a AtomicBool,
}

/// What a few more questions say.
#[derive(Default)]
pub(crate) struct Told {
    /// What the cases that show a finding have in common.
    pub(crate) conditions: Conditions,
    /// What the case that shows it is told, in words that follow "with", without which it is answered wrong too.
    pub(crate) needless: Vec<String>,
    /// The type that is narrower than that of the operands, in words that follow "as if".
    pub(crate) reading: Option<String>,
}

impl Inquiry<'_> {
    /// What a few more questions say of a finding; `seen` are the cases that show it.
    pub(crate) fn told<'a>(&self, found: &Found, seen: &(impl Iterator<Item = &'a Case> + Clone)) -> Told {
        // Of what takes another call, or much time before it is there, other questions say nothing.
        let is_of_one = matches!(found.clause.oracle, Oracle::Each(_) | Oracle::Published(_));
        let is_told = is_of_one && !matches!(found.finding.deed, Deed::Carried | Deed::Unsteady | Deed::NoAnswer);
        if !is_told || self.stop.load(Ordering::Relaxed) {
            return Told::default();
        }
        let conditions = Conditions::of(&found.case, seen, |case| self.violates(found, case));
        let is_needless = |(_, case): &(String, Case)| self.objects(found, case);
        let needless = without(&found.case).into_iter().filter(is_needless).map(|(words, _)| words).collect();
        Told { conditions, needless, reading: self.narrowing(found) }
    }

    /// Whether a profile by which a finding is one objects to another case, in whatever respect.
    fn objects(&self, found: &Found, case: &Case) -> bool {
        let (facts, outcome) = (Facts::new(case), answer(self.backend, case));
        let trial = Trial::new(&facts, &outcome);
        let mut of_clause = self.profiles.iter().filter(|it| found.finding.profiles.iter().any(|name| name == it.name));
        of_clause.any(|profile| profile.judge(&trial).is_violation())
    }

    /// Whether another case violates the clause of a finding; `None` where that clause says nothing of it.
    fn violates(&self, found: &Found, case: &Case) -> Option<bool> {
        let facts = Facts::new(case);
        match decision_of(found.clause, &Trial::new(&facts, &answer(self.backend, case)), self.profiles).verdict {
            Verdict::Violates(_) => Some(true),
            Verdict::Conforms | Verdict::Latitude(_) => Some(false),
            Verdict::SpecGap(_) | Verdict::NotApplicable => None,
        }
    }

    /// The narrower type that the operands of a finding come through, in words that follow "as if".
    fn narrowing(&self, Found { finding, case, .. }: &Found) -> Option<String> {
        let Types::One(dtype) = finding.dtype else { return None };
        let (position, witness) = (usize::try_from(finding.witness.position?).ok()?, &finding.witness);
        let value = |it: &Element| Value::parse(dtype, &it.hex).ok();
        let operands: Vec<Value> = witness.operands.iter().map(value).collect::<Option<_>>()?;
        let given = |case: &Case| {
            let facts = Facts::new(case);
            let outcome = answer(self.backend, case);
            let output = facts.given(&outcome)?;
            (output.dtype() == dtype && position < output.len()).then(|| output.value(position))
        };
        let narrow = narrowing(case, &operands, witness.found.as_ref().and_then(value)?, given)?;
        Some(format!("the elements were {narrow}"))
    }
}
