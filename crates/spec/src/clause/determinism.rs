//! `DET-*`: the same operands give the same bits, wherever in whichever tensor they stand.
//!
//! Judged where a source leaves freedom: a NaN, two zeros or a subnormal among the operands. Everywhere else there is one
//! right result, and the clauses on values decide.

use std::collections::HashMap;

use opconform_tensor::{DType, Value};

use super::{Clause, Level, Oracle, Trial, floats_only};

pub(super) const CLAUSES: &[Clause] = &[Clause {
    id: "DET-LANE",
    level: Level::Should,
    title: "a result does not depend on length, lane, alignment or neighbours",
    words: "The model implementation shall behave in a deterministic and possibly predictable manner",
    place: "SONNX deliverables/needs, NEED AI-008; REQ-OP-010: \"maps one input value to one and only one output value\"",
    profiles: &["sonnx-seed", "sonnx", "onnx-8", "onnx-12", "onnx-13", "ieee754-2019", "numpy"],
    oracle: Oracle::Across,
    exempt: floats_only,
}];

/// What one backend has made of each pair of special operands so far.
#[derive(Debug, Default)]
pub struct LaneLedger {
    seen: HashMap<(u32, DType, u64, u64), Seen>,
}

/// A result that was seen before, and where.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The index of the case among those noted.
    pub case: usize,
    /// The row-major position in its result.
    pub position: usize,
    /// The bits of the result.
    pub bits: u64,
}

/// Two places at which the same operands gave different bits.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The operands, in order.
    pub operands: Vec<Value>,
    /// What was seen first.
    pub first: Seen,
    /// What was seen now.
    pub second: Seen,
    /// How many elements of the second case conflict with what was seen before.
    pub count: u64,
}

impl LaneLedger {
    /// Notes the outcome of a case. Returns how many elements were compared with an earlier one, and the first that differs.
    pub fn note(&mut self, case: usize, trial: &Trial) -> (u64, Option<Conflict>) {
        let (Some(answer), Some(dtype), Some(version)) = (trial.answer(), trial.facts.dtype, trial.facts.version)
        else {
            return (0, None);
        };
        let mut compared = 0;
        let mut conflict: Option<Conflict> = None;
        for &position in trial.facts.special_pairs() {
            let mut operands = trial.facts.operands_at(position);
            let (Some(a), Some(b)) = (operands.next(), operands.next()) else { continue };
            let second = Seen { case, position, bits: answer.value(position).bits() };
            let first = *self.seen.entry((version, dtype, a, b)).or_insert(second);
            if (first.case, first.position) == (case, position) {
                continue;
            }
            compared += 1;
            if first.bits != second.bits {
                let new = || Conflict { operands: trial.facts.values_at(position), first, second, count: 0 };
                conflict.get_or_insert_with(new).count += 1;
            }
        }
        (compared, conflict)
    }
}
