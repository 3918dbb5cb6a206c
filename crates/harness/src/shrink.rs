//! Shrinking: the smallest case that still violates the clause on the backend.
//!
//! Greedy: among the candidates that are smaller than the case at hand, largest step first, the first that still violates
//! the clause becomes the case at hand, until none does or the budget of runs is spent.

use opconform_backends::Backend;
use opconform_spec::{
    Case, Clause, Facts, Observations, Oracle, Outcome, Profile, Scope, Trial, Verdict, Witness, clauses, judge,
};
use opconform_tensor::{Tensor, Value};

mod candidates;
mod simpler;

/// Runs that one finding may cost.
const BUDGET: usize = 400;

/// A case that violates a clause, and how.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub(crate) case: Case,
    pub(crate) witness: Witness,
    /// For a clause that compares two cases: the other case, and its result.
    pub(crate) other: Option<(Case, Value)>,
}

/// What a violation is looked for with.
pub(crate) struct Shrinker<'a> {
    pub(crate) backend: &'a dyn Backend,
    pub(crate) clause: &'static Clause,
    pub(crate) profiles: &'a [&'static Profile],
}

impl Shrinker<'_> {
    /// The smallest violation found from a case that showed `witness`; `None` when the case does not violate the clause
    /// when run on its own.
    pub(crate) fn shrink(&self, case: &Case, witness: &Witness) -> Option<Violation> {
        let mut budget = BUDGET;
        let symptom = nans(&witness.operands, witness.found);
        let mut best = self.violation(case, symptom)?;
        loop {
            let smaller = candidates::of(&best).find_map(|candidate| {
                budget = budget.checked_sub(1)?;
                self.violation(&candidate, symptom)
            });
            match smaller {
                Some(violation) => best = violation,
                None => return Some(best),
            }
            if budget == 0 {
                return Some(best);
            }
        }
    }

    fn violation(&self, case: &Case, symptom: Nans) -> Option<Violation> {
        match self.clause.oracle {
            Oracle::Each(_) | Oracle::Published(_) => self.violation_of_one(case),
            Oracle::Across => self.violation_of_two(case, symptom),
        }
    }

    fn violation_of_one(&self, case: &Case) -> Option<Violation> {
        let outcome = self.run(case)?;
        let facts = Facts::new(case);
        let judgement = judge(&Trial { facts: &facts, outcome: &outcome }, &Scope::of(&facts, self.profiles));
        let index = clauses().position(|clause| clause.id == self.clause.id)?;
        match judgement.clauses.into_iter().nth(index)?.verdict {
            Verdict::Violates(witness) => Some(Violation { case: case.clone(), witness: *witness, other: None }),
            _ => None,
        }
    }

    /// An element whose result differs from that of the same operands on their own, of the same symptom: a large case may
    /// show several, and each is to be shrunk to its own end.
    fn violation_of_two(&self, case: &Case, symptom: Nans) -> Option<Violation> {
        let outcome = self.run(case)?;
        let facts = Facts::new(case);
        let observations =
            Observations::of(&Trial { facts: &facts, outcome: &outcome }, &Scope::of(&facts, self.profiles));
        let alike = |(operands, found, _): &([Value; 2], Value, usize)| nans(operands, Some(*found)) == symptom;
        observations.results().filter(alike).find_map(|(operands, found, position)| {
            let alone = operands
                .iter()
                .map(|value| Tensor::from_bits(value.dtype(), &[1], &[value.bits()]).ok())
                .collect::<Option<Vec<_>>>()?;
            let alone = case.clone().with_inputs(alone);
            let Outcome::Output(outputs) = self.run(&alone)? else { return None };
            let reference = outputs.first().filter(|output| output.len() == 1)?.value(0);
            (reference != found).then(|| Violation {
                case: case.clone(),
                witness: Witness {
                    position: Some(position),
                    operands: operands.to_vec(),
                    found: Some(found),
                    symptom: format!("on their own the same operands give {reference}"),
                    count: 1,
                },
                other: Some((alone, reference)),
            })
        })
    }

    fn run(&self, case: &Case) -> Option<Outcome> {
        self.backend.run(std::slice::from_ref(case)).pop()
    }
}

/// Which of the first two operands and of the result are NaNs: what two conflicts of one cause have in common.
type Nans = (Option<bool>, Option<bool>, Option<bool>);

fn nans(operands: &[Value], found: Option<Value>) -> Nans {
    let is_nan = |value: &Value| value.class().is_nan();
    (operands.first().map(is_nan), operands.get(1).map(is_nan), found.as_ref().map(is_nan))
}
