//! What results of two operands have of them: observed, without a word on right or wrong.
//!
//! The fingerprint of an implementation is made of these, and so are the pictures of its lanes.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType};

use crate::equivalence;
use crate::expectation::quiet;
use crate::order::decode;
use crate::trial::Trial;

/// Which of two operands a result has the bits of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SelectedOperand {
    /// Both have the same bits, and the result has them.
    Both,
    /// The first of two that have no order, or are equal by value.
    First,
    /// The second of two that have no order, or are equal by value.
    Second,
    /// The first, a signalling NaN made quiet.
    FirstQuieted,
    /// The second, a signalling NaN made quiet.
    SecondQuieted,
    /// The greater of two numbers.
    Greater,
    /// The lesser of two numbers.
    Lesser,
    /// No operand's.
    Neither,
}

impl SelectedOperand {
    /// What a result of `dtype` has of its operands, all as bits.
    pub fn of(dtype: DType, [first, second]: [u64; 2], found: u64) -> Self {
        let quieted = |operand: u64| Class::of(dtype, operand).is_nan() && quiet(dtype, operand) == found;
        match decode(dtype, first).compare(decode(dtype, second)) {
            _ if first == second && found == first => Self::Both,
            // A signalling NaN and the same one made quiet: the result may be the one as it is, or the other made quiet.
            None if found == first && quieted(second) || found == second && quieted(first) => Self::Both,
            Some(Ordering::Less) if found == second => Self::Greater,
            Some(Ordering::Less) if found == first => Self::Lesser,
            Some(Ordering::Greater) if found == first => Self::Greater,
            Some(Ordering::Greater) if found == second => Self::Lesser,
            None | Some(Ordering::Equal) if found == first => Self::First,
            None | Some(Ordering::Equal) if found == second => Self::Second,
            None if quieted(first) => Self::FirstQuieted,
            None if quieted(second) => Self::SecondQuieted,
            _ => Self::Neither,
        }
    }
}

/// What two operands are to each other, as far as rules for NaN, zeros and subnormals tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pair {
    /// A NaN, then a number.
    NanNumber,
    /// A number, then a NaN.
    NumberNan,
    /// Two NaNs.
    Nans,
    /// +0, then −0.
    PositiveNegativeZero,
    /// −0, then +0.
    NegativePositiveZero,
    /// Numbers of which one is subnormal.
    Subnormal,
    /// Any other numbers.
    Numbers,
}

impl Pair {
    /// What two classes are to each other.
    pub fn of([first, second]: [Class; 2]) -> Self {
        match (first, second) {
            _ if first.is_nan() && second.is_nan() => Self::Nans,
            _ if first.is_nan() => Self::NanNumber,
            _ if second.is_nan() => Self::NumberNan,
            (Class::PositiveZero, Class::NegativeZero) => Self::PositiveNegativeZero,
            (Class::NegativeZero, Class::PositiveZero) => Self::NegativePositiveZero,
            _ if first.is_subnormal() || second.is_subnormal() => Self::Subnormal,
            _ => Self::Numbers,
        }
    }

    /// The two in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::NanNumber => "NaN, number",
            Self::NumberNan => "number, NaN",
            Self::Nans => "NaN, NaN",
            Self::PositiveNegativeZero => "+0, -0",
            Self::NegativePositiveZero => "-0, +0",
            Self::Subnormal => "a subnormal, a number",
            Self::Numbers => "numbers",
        }
    }
}

/// Results of operands of the same classes in one case that have the same of them.
#[derive(Clone, Copy, Debug)]
pub struct Behaviour {
    /// The classes of the operands, in order.
    pub classes: [Class; 2],
    /// What the results have of them.
    pub taken: SelectedOperand,
    /// The class of the results.
    pub found: Class,
    /// How many there are.
    pub count: u64,
    /// The bits of the operands of the first of them.
    pub operands: [u64; 2],
    /// Its bits.
    pub bits: u64,
}

const _: () = assert!(equivalence::LARGE > Behaviours::LANES);

/// What one outcome shows of an operator that takes two tensors.
#[derive(Clone, Debug, Default)]
pub struct Behaviours {
    /// The element type; `None` where the outcome shows nothing.
    pub dtype: Option<DType>,
    /// What was seen, in the order of its first element.
    pub seen: Vec<Behaviour>,
    /// Element by element, where both operands are aligned vectors of one length of at most [`Behaviours::LANES`].
    pub lanes: Vec<(Pair, SelectedOperand)>,
}

impl Behaviours {
    /// The longest vectors that are told element by element: two registers of the most lanes that any machine has, and one
    /// element more.
    pub const LANES: usize = 129;

    /// What an outcome shows; nothing where it is not the answer to two well-formed operands and no attribute.
    pub fn of(trial: &Trial) -> Self {
        let case = trial.facts.case;
        let (Some(answer), Some(dtype), [first, second]) = (trial.answer(), trial.facts.dtype, case.operands()) else {
            return Self::default();
        };
        // What an attribute or another input says could be another operator's.
        if case.inputs.len() != 2 || !case.attributes.is_empty() {
            return Self::default();
        }
        let flat = first.shape() == second.shape() && first.shape().len() == 1;
        let aligned = first.offset() == 0 && second.offset() == 0;
        let by_lane = flat && aligned && first.len() <= Self::LANES;
        let mut behaviours = Self { dtype: Some(dtype), ..Self::default() };
        for (position, count) in trial.representatives() {
            let bits = answer.bits_at(position);
            let mut operands = trial.facts.operands_at(position);
            let (Some(a), Some(b), None) = (operands.next(), operands.next(), operands.next()) else {
                return Self::default();
            };
            let classes = [Class::of(dtype, a), Class::of(dtype, b)];
            let taken = SelectedOperand::of(dtype, [a, b], bits);
            let found = Class::of(dtype, bits);
            let same = |it: &&mut Behaviour| (it.classes, it.taken, it.found) == (classes, taken, found);
            // Neighbours are often alike: the search begins at the latest.
            match behaviours.seen.iter_mut().rev().find(same) {
                Some(known) => known.count += count,
                None => {
                    behaviours.seen.push(Behaviour { classes, taken, found, count, operands: [a, b], bits });
                }
            }
            if by_lane {
                behaviours.lanes.push((Pair::of(classes), taken));
            }
        }
        behaviours
    }
}

#[cfg(test)]
mod tests {
    use opconform_tensor::Tensor;

    use super::*;
    use crate::case::{Case, Origin};
    use crate::facts::Facts;
    use crate::operator::Operator;
    use crate::outcome::Outcome;

    const NAN: u64 = 0x7fc0_0001;
    const SIGNALLING: u64 = 0x7f80_0001;
    const ONE: u64 = 0x3f80_0000;
    const MINUS_ZERO: u64 = 0x8000_0000;

    #[test]
    fn results_are_told_by_what_they_have_of_the_operands() {
        let cases = [
            ([ONE, ONE], ONE, SelectedOperand::Both),
            ([0, ONE], ONE, SelectedOperand::Greater),
            ([ONE, 0], ONE, SelectedOperand::Greater),
            ([ONE, 0], 0, SelectedOperand::Lesser),
            ([ONE, 0], MINUS_ZERO, SelectedOperand::Neither),
            ([0, MINUS_ZERO], 0, SelectedOperand::First),
            ([0, MINUS_ZERO], MINUS_ZERO, SelectedOperand::Second),
            ([0, MINUS_ZERO], ONE, SelectedOperand::Neither),
            ([NAN, ONE], NAN, SelectedOperand::First),
            ([NAN, ONE], ONE, SelectedOperand::Second),
            ([SIGNALLING, ONE], SIGNALLING | 0x0040_0000, SelectedOperand::FirstQuieted),
            ([ONE, SIGNALLING], SIGNALLING | 0x0040_0000, SelectedOperand::SecondQuieted),
            ([NAN, ONE], 0x7fc0_0000, SelectedOperand::Neither),
        ];
        for (operands, found, taken) in cases {
            assert_eq!(SelectedOperand::of(DType::F32, operands, found), taken, "{operands:x?} {found:x}");
        }
        assert_eq!(SelectedOperand::of(DType::I8, [0x80, 0x7f], 0x7f), SelectedOperand::Greater);
        assert_eq!(SelectedOperand::of(DType::U8, [0x80, 0x7f], 0x7f), SelectedOperand::Lesser);
    }

    #[test]
    fn pairs_are_told_by_their_classes() {
        let pair = |a: u64, b: u64| Pair::of([Class::of(DType::F32, a), Class::of(DType::F32, b)]);
        assert_eq!(pair(NAN, SIGNALLING), Pair::Nans);
        assert_eq!(pair(NAN, 1), Pair::NanNumber);
        assert_eq!(pair(0, SIGNALLING), Pair::NumberNan);
        assert_eq!(pair(0, MINUS_ZERO), Pair::PositiveNegativeZero);
        assert_eq!(pair(MINUS_ZERO, 0), Pair::NegativePositiveZero);
        assert_eq!(pair(0, 0), Pair::Numbers);
        assert_eq!(pair(1, ONE), Pair::Subnormal);
    }

    fn behaviours(inputs: [(&[usize], &[u64]); 2], found: &[u64]) -> Behaviours {
        let tensor = |shape: &[usize], bits: &[u64]| Tensor::from_bits(DType::F32, shape, bits).expect("a tensor");
        let origin = Origin { source: "test".into(), seed: None };
        let max = Operator::named("max").expect("Max");
        let case = Case::new(max, 13, inputs.map(|(shape, bits)| tensor(shape, bits)).to_vec(), "test", origin);
        let facts = Facts::new(&case);
        let outcome = Outcome::Output(vec![tensor(&[found.len()], found)]);
        Behaviours::of(&Trial::new(&facts, &outcome))
    }

    #[test]
    fn an_outcome_is_counted_by_what_it_shows() {
        let flat = behaviours([(&[3], &[NAN, 0, NAN]), (&[3], &[ONE, MINUS_ZERO, ONE])], &[ONE, 0, ONE]);
        let seen: Vec<_> = flat.seen.iter().map(|it| (it.classes, it.taken, it.count)).collect();
        let nan = ([Class::QuietNan, Class::PositiveNormal], SelectedOperand::Second, 2);
        let zero = ([Class::PositiveZero, Class::NegativeZero], SelectedOperand::First, 1);
        assert_eq!(seen, [nan, zero]);
        let lanes = [(Pair::NanNumber, SelectedOperand::Second), (Pair::PositiveNegativeZero, SelectedOperand::First)];
        assert_eq!(flat.lanes, [lanes[0], lanes[1], lanes[0]]);
        let broadcast = behaviours([(&[2], &[NAN, 0]), (&[1], &[ONE])], &[ONE, ONE]);
        assert_eq!((broadcast.seen.len(), broadcast.lanes.len()), (2, 0));
    }

    #[test]
    fn an_answer_of_the_wrong_shape_shows_nothing() {
        let wrong = behaviours([(&[2], &[NAN, 0]), (&[2], &[ONE, 0])], &[ONE]);
        assert!(wrong.dtype.is_none() && wrong.seen.is_empty());
    }
}
