//! What is due where a result departs: by the profiles of the clause that it breaks, and by no more than the operator where they leave it open.

use opconform_spec::{Clause, ElementSet, Facts, NanRule, Profile, Witness};
use opconform_tensor::Value;

/// The kind of result that is due at an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// A NaN, where there is one among the operands.
    Nan,
    /// The number of these operands that is due, and where there is none, a NaN.
    Number(Option<Value>),
}

impl Due {
    /// What is due where a clause objects to what was found at an element.
    pub(crate) fn of(profiles: &[&'static Profile], facts: &Facts, witness: &Witness, clause: &Clause) -> Self {
        let of_clause = profiles.iter().filter(|profile| clause.profiles.contains(&profile.name));
        let mut sets = of_clause.filter_map(|profile| Some(profile.element_set(facts, witness.position?)));
        let objects = |set: &ElementSet| witness.found.is_some_and(|it| !set.contains(it.dtype(), it.bits()));
        let dtype = witness.found.map(Value::dtype);
        let said = sets.find(objects).zip(dtype).and_then(|(set, dtype)| match set {
            ElementSet::Only(bits) | ElementSet::NumberOrZero(bits) | ElementSet::FlushedOnTheWay(bits) => {
                let due = facts.selected(&witness.operands, Value::new(dtype, bits))?;
                Some(if due.class().is_nan() { Self::Nan } else { Self::Number(Some(due)) })
            }
            ElementSet::AnyNan | ElementSet::QuietNan | ElementSet::CanonicalNan | ElementSet::QuietNanOr(_) => {
                Some(Self::Nan)
            }
            ElementSet::AnyZero | ElementSet::NanOrNumber(..) | ElementSet::OneOf { .. } | ElementSet::Anything(_) => {
                None
            }
        });
        said.unwrap_or_else(|| Self::of_operator(facts, &witness.operands))
    }

    /// What is due by the operator alone.
    pub(crate) fn of_operator(facts: &Facts, operands: &[Value]) -> Self {
        let operator = facts.case.operator;
        match operator.nan {
            NanRule::Propagates if operands.iter().any(|operand| operand.class().is_nan()) => Self::Nan,
            _ => Self::Number(operator.preferred(operands)),
        }
    }
}
