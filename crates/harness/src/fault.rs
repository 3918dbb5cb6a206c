//! What is wrong with a whole answer, by the symptom of whoever judges it.

use opconform_report::{Fault, Reason};
use opconform_spec::{Change, Crash, Facts, InvalidCase, Symptom, Witness};

/// What is wrong with a whole answer; nothing where an element is at fault.
pub(crate) fn fault(facts: &Facts, witness: &Witness) -> Option<Fault> {
    let fault = match &witness.symptom {
        _ if witness.position.is_some() => return None,
        Symptom::Shape { .. } => Fault::Shape,
        Symptom::Type(_) => Fault::Type,
        Symptom::Outputs(_) => Fault::Outputs,
        Symptom::TimedOut(_) => Fault::TimedOut,
        Symptom::NotRefused { .. } => {
            Fault::NotRefused { rule: facts.invalid().map_or("none", InvalidCase::name).to_owned() }
        }
        Symptom::Refused(_, reason) => Fault::Refused { reason: Reason::of(reason) },
        Symptom::Crashed(Crash { how, .. }) => Fault::Crashed { reason: Reason::of(how) },
        Symptom::Malformed(why) => Fault::Malformed { reason: Reason::of(why) },
        Symptom::Changed(_, change) => {
            let into = match change {
                Change::Outputs(_) => "outputs",
                Change::Form => "form",
                Change::Outcome(_, then) => then,
            };
            Fault::Changed { into: into.to_owned() }
        }
        Symptom::Due(_) | Symptom::Otherwise(..) | Symptom::InWords(_) => return None,
    };
    Some(fault)
}
