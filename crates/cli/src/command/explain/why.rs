//! Why a clause is asked: what comes of an answer that breaks it, and why it binds or does not.

use opconform_spec::{Clause, Level, Oracle, Outcome, Witness};
use opconform_tensor::Value;

/// What an answer that breaks a clause is to whoever goes on with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Harm {
    NoAnswer,
    Refused,
    Answered,
    OtherCount,
    OtherTensor,
    WrongNumber,
    LostNan,
    KeptNan,
    OtherZero,
    OtherNan,
    Changing,
}

impl Harm {
    /// What an answer that keeps a clause and one that breaks it have between them, at the element of the witness where there is one.
    pub(super) fn between(kept: &Outcome, broken: &Outcome, witness: Option<&Witness>) -> Self {
        let (kept, broken) = match (kept, broken) {
            (Outcome::Output(kept), Outcome::Output(broken)) => (kept, broken),
            (Outcome::Output(_), Outcome::Rejected(_) | Outcome::Unsupported(_)) => return Self::Refused,
            (_, Outcome::Output(_)) => return Self::Answered,
            _ => return Self::NoAnswer,
        };
        let ([kept], [broken]) = (kept.as_slice(), broken.as_slice()) else { return Self::OtherCount };
        if (kept.dtype(), kept.shape()) != (broken.dtype(), broken.shape()) {
            return Self::OtherTensor;
        }
        let at = witness.and_then(|it| it.position).map_or(0..kept.len(), |at| at..at + 1);
        let values = at.map(|at| (kept.value(at), broken.value(at)));
        // A NaN is passed over for a number that met it, or is taken in its place.
        let is_nan = |value: &Value| value.class().is_nan();
        let met_a_nan =
            |number| witness.is_none_or(|it| it.operands.contains(&number) && it.operands.iter().any(is_nan));
        let harms = values.filter(|(right, wrong)| right != wrong).map(|(right, wrong)| {
            let [of_right, of_wrong] = [right, wrong].map(Value::class);
            match (of_right.is_nan(), of_wrong.is_nan()) {
                (true, true) => Self::OtherNan,
                (true, false) if met_a_nan(wrong) => Self::LostNan,
                (false, true) if met_a_nan(right) => Self::KeptNan,
                _ if of_right.is_float_zero() && of_wrong.is_float_zero() => Self::OtherZero,
                _ => Self::WrongNumber,
            }
        });
        harms.min_by_key(|harm| *harm as usize).unwrap_or(Self::Changing)
    }

    fn words(self) -> &'static str {
        match self {
            Self::NoAnswer => {
                "Nothing comes back to go on with, and a process that is gone takes with it what else it was doing."
            }
            Self::Refused => {
                "What the document gives a meaning does not run: a model is moved to this implementation in vain."
            }
            Self::Answered => {
                "What is no call by the document comes out as a number that nothing defines, and the error that made it goes on unseen."
            }
            Self::OtherCount => {
                "One result is asked for: which of several that is, or what stands for none, whoever called has to guess."
            }
            Self::OtherTensor => {
                "What follows gets a tensor of another shape or type than the document lets it count on, and fails there or broadcasts."
            }
            Self::WrongNumber => "Whatever is computed from the result is wrong, and nothing says so.",
            Self::LostNan => {
                "A NaN says that something has gone wrong before. Where it is lost, what follows goes on with a number that stands for nothing."
            }
            Self::KeptNan => {
                "A NaN stands for data that is not there. Where it is returned, one such element takes all that are with it."
            }
            Self::OtherZero => {
                "The sign of a zero is all that is left of where a number came from: 1/x, atan2 and a comparison of bits tell the two apart."
            }
            Self::OtherNan => {
                "No number depends on it. Who traces an error by the bits of a NaN, or compares results bit by bit, sees another one."
            }
            Self::Changing => {
                "Who tests one result does not know the others: a defect that comes and goes is found last, and no run can be repeated."
            }
        }
    }
}

/// The section: what comes of a breach, where an example shows one, and what the clause follows from.
pub(super) fn why(clause: &Clause, harm: Option<Harm>) -> String {
    let compares = matches!(clause.oracle, Oracle::Metamorphic(_) | Oracle::Same(_) | Oracle::CrossCase);
    let level = match (clause.level, compares) {
        (Level::Must, _) => {
            "The clause binds: the document's own words say it, or it holds under every reading of them."
        }
        (Level::Should, true) => {
            "The clause does not bind: a general requirement asks for it, or it follows from what the document says of single results."
        }
        // The rule is that of `Level`.
        (Level::Should, false) if harm == Some(Harm::OtherNan) => {
            "The clause does not bind: its words name the operand, and not which bits a NaN then has, which IEEE 754 leaves open."
        }
        (Level::Should, false) => {
            "The clause does not bind: the text alone does not say it, or not under every reading of its words; an example, an implementation \
             or a general requirement does."
        }
    };
    let sentences = [harm.map(Harm::words), Some(level)];
    format!("why: {}\n", sentences.into_iter().flatten().collect::<Vec<_>>().join("\n     "))
}

#[cfg(test)]
mod tests {
    use opconform_spec::Symptom;
    use opconform_tensor::{DType, Tensor};

    use super::*;

    fn answer(names: &[&str]) -> Outcome {
        let bits: Vec<u64> = names.iter().map(|name| named(name).bits()).collect();
        Outcome::Output(vec![Tensor::from_bits(DType::F32, &[bits.len()], &bits).expect("a tensor")])
    }

    fn named(name: &str) -> Value {
        match name {
            "nan" => Value::nan(DType::F32).expect("a NaN"),
            name => Value::parse(DType::F32, name).expect("a value"),
        }
    }

    #[test]
    fn what_is_between_two_answers_is_told_by_the_worst_of_their_elements() {
        let refused = Outcome::Rejected("no".to_owned());
        let Outcome::Output(one) = answer(&["1.0"]) else { panic!("an answer") };
        let several = Outcome::Output([&one[..], &one[..]].concat());
        for (kept, broken, harm) in [
            (answer(&["nan"]), answer(&["1.0"]), Harm::LostNan),
            (answer(&["1.0"]), answer(&["nan"]), Harm::KeptNan),
            (answer(&["0.0", "2.0"]), answer(&["-0.0", "1.0"]), Harm::WrongNumber),
            (answer(&["0.0"]), answer(&["-0.0"]), Harm::OtherZero),
            (answer(&["1.0"]), answer(&["1.0", "1.0"]), Harm::OtherTensor),
            (answer(&["1.0"]), several, Harm::OtherCount),
            (answer(&["1.0"]), refused.clone(), Harm::Refused),
            (refused.clone(), answer(&["1.0"]), Harm::Answered),
            (refused, Outcome::Malformed("noise".to_owned()), Harm::NoAnswer),
            (answer(&["1.0"]), answer(&["1.0"]), Harm::Changing),
        ] {
            assert_eq!(Harm::between(&kept, &broken, None), harm, "{kept:?} {broken:?}");
        }
    }

    #[test]
    fn a_number_that_stands_nowhere_is_a_wrong_number_beside_a_nan_too() {
        let of = |operands: &[&str], kept, broken, position| {
            let operands = operands.iter().copied().map(named).collect();
            let symptom = Symptom::InWords(String::new());
            let witness = Witness { output: None, position: Some(position), operands, found: None, symptom, count: 1 };
            Harm::between(&answer(kept), &answer(broken), Some(&witness))
        };
        let between = |kept, broken, position| of(&["nan", "1.0"], kept, broken, position);
        assert_eq!(between(&["nan"], &["1.0"], 0), Harm::LostNan);
        assert_eq!(between(&["nan"], &["3.0"], 0), Harm::WrongNumber);
        assert_eq!(between(&["1.0"], &["nan"], 0), Harm::KeptNan);
        assert_eq!(between(&["7.0"], &["nan"], 0), Harm::WrongNumber);
        // Where nothing is computed, no NaN met the number that is to stay.
        assert_eq!(of(&["1.0"], &["1.0"], &["nan"], 0), Harm::WrongNumber);
        // Of the element of the witness, and of no other.
        assert_eq!(between(&["2.0", "nan"], &["1.0", "1.0"], 1), Harm::LostNan);
    }
}
