//! Calls of more elements than 32 bits can count, judged by what they are in small.
//!
//! No clause looks at billions of elements. Of the result of such a call the elements that stand out are taken, with the first of every
//! other element that there is; of a reduction the one. A small call of the same elements is what they are judged as: the clauses are
//! those of every case.

use std::{iter, slice};

use opconform_backends::{Backend, HugeCall, guard};
use opconform_cases::huge::Huge;
use opconform_report::Standing;
use opconform_spec::{Claim, Clause, Facts, Level, Outcome, Profile, Scope, Trial, Verdict, claimed, decisions};
use opconform_tensor::Tensor;

use crate::standing::{speaking, standing};

/// What came of a call.
#[derive(Debug)]
pub struct Came {
    /// Elements that the clauses have compared.
    pub compared: u64,
    /// The clauses that it breaks, of those that count.
    pub broken: Vec<Broken>,
    /// What the implementation said where it refused the call, which not every specification holds against it.
    pub refusal: Option<String>,
}

/// A clause that a call breaks.
#[derive(Debug)]
pub struct Broken {
    /// The clause.
    pub clause: &'static Clause,
    /// The element of the result; `None` where all of it is at fault.
    pub element: Option<usize>,
    /// What was found, and what is due.
    pub said: String,
}

/// Asks a backend for a call, of which a process of its own may take `memory` bytes, and judges it by what is claimed; SHOULD counts where
/// `strict` says so. An error says why it is not asked.
pub fn ask(backend: &dyn Backend, call: &Huge, memory: u64, claims: &[Claim], strict: bool) -> Result<Came, String> {
    if let Some(reason) = backend.describe().lacks(&call.condensed(&[0])) {
        return Err(reason);
    }
    let (places, outcome) =
        if backend.is_isolated() { elsewhere(backend, call, memory)? } else { condensed(call, here(backend, call)) };
    if let Outcome::Unsupported(reason) = outcome {
        return Err(reason);
    }
    let case = call.condensed(&places);
    let profiles: Vec<&'static Profile> = claimed(claims).collect();
    let facts = Facts::new(&case);
    let (trial, scope) = (Trial::new(&facts, &outcome), Scope::of(&facts, &profiles));
    let refusal = if let Outcome::Rejected(message) = &outcome { Some(message.clone()) } else { None };
    let mut came = Came { compared: 0, broken: Vec::new(), refusal };
    for (_, clause, decision) in decisions(&trial, &scope) {
        came.compared += decision.compared;
        let Verdict::Violates(witness) = decision.verdict else { continue };
        let is_claimed = standing(claims, &speaking(&profiles, &facts, clause), clause) != Standing::Distance;
        if !is_claimed || clause.level != Level::Must && !strict {
            continue;
        }
        let operands: Vec<String> = witness.operands.iter().map(ToString::to_string).collect();
        let found = witness.found.map(|found| format!("{} gave {found}, ", operands.join(", "))).unwrap_or_default();
        let element = witness.position.filter(|_| !call.is_reduction()).map(|position| places[position]);
        came.broken.push(Broken { clause, element, said: format!("{found}{}", witness.symptom) });
    }
    Ok(came)
}

/// What a backend in this process does with a call.
fn here(backend: &dyn Backend, call: &Huge) -> Outcome {
    let case = call.case();
    match guard(|| backend.run(slice::from_ref(&case))) {
        Ok(mut outcomes) if outcomes.len() == 1 => outcomes.swap_remove(0),
        Ok(outcomes) => Outcome::Malformed(format!("{} outcomes for 1 case", outcomes.len())),
        Err(message) => Outcome::Crashed(message.into()),
    }
}

/// What a backend in a process of its own does with a call, whose result its adapter looks at, and the places that the adapter tells of.
fn elsewhere(backend: &dyn Backend, call: &Huge, memory: u64) -> Result<(Vec<usize>, Outcome), String> {
    let places: Vec<usize> = call.places().collect();
    let all: Vec<usize> = iter::once(0).chain(call.places()).collect();
    let case = call.condensed(&all);
    let answered = backend.huge(&HugeCall { case: &case, length: call.length(), places: &places, memory });
    answered.ok_or_else(|| {
        "it runs in a process of its own, to which no more than 64 MiB are sent at once, and whose adapter makes no operand of a few of its \
         elements"
            .to_owned()
    })
}

/// The places of the result that are judged, ascending, and the outcome that has no others. Of a reduction, and of what has not the shape
/// or the type that is due, the outcome as it is.
fn condensed(call: &Huge, outcome: Outcome) -> (Vec<usize>, Outcome) {
    let places: Vec<usize> = call.places().collect();
    let is_whole = |one: &&Tensor| one.dtype() == call.dtype() && one.shape() == [call.length()];
    let Some(whole) = outcome.only().filter(is_whole).filter(|_| !call.is_reduction()) else {
        return (places, outcome);
    };
    let (places, taken) = whole.sample(&places);
    (places, Outcome::Output(vec![taken]))
}
