//! `ROBUST-*`: whatever the input, there is an answer or a refusal.

use super::{Clause, Document, EVERY_PROFILE, Level, Oracle, Trial};
use crate::operator::OPERATORS;
use crate::outcome::Outcome;
use crate::symptom::Symptom;
use crate::verdict::Decision;

pub(super) const CLAUSES: &[Clause] = &[Clause {
    id: "ROBUST-ANSWER",
    level: Level::Must,
    title: "one output or a refusal: no crash, no hang",
    words: "robustness: predictable failure mode on invalid inputs (no crashes, no undefined behavior)",
    place: "SONNX guidelines, tests-part1.md @219a2a0, Verification objectives; asked of the profile by REQ-OP-040",
    documents: &[Document::SonnxGuidelines],
    profiles: EVERY_PROFILE,
    operators: OPERATORS,
    oracle: Oracle::Each(answers),
    exempt: |_| None,
}];

fn answers(trial: &Trial) -> Decision {
    match trial.outcome {
        Outcome::Unsupported(_) => Decision::NOT_APPLICABLE,
        Outcome::Rejected(_) => Decision::CONFORMS,
        Outcome::Output(_) if trial.given().is_some() => Decision::CONFORMS,
        Outcome::Output(outputs) => {
            let due = match trial.facts.case.outputs().count() {
                1 => "one".to_owned(),
                several => several.to_string(),
            };
            let whose = if trial.facts.case.passed_on().is_some() { "model" } else { "operator" };
            Decision::violates(Symptom::Outputs(format!("{} outputs where the {whose} has {due}", outputs.len())))
        }
        Outcome::Crashed(message) => Decision::violates(Symptom::Crashed(message.clone())),
        Outcome::TimedOut(after) => Decision::violates(Symptom::TimedOut(*after)),
        Outcome::Malformed(why) => Decision::violates(Symptom::Malformed(why.clone())),
    }
}
