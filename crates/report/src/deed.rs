//! What an implementation did where it departs: the kind of a finding, whatever the operator, the element type and the clause.

use serde::{Deserialize, Serialize};

/// What an implementation did where it departs, as far as the witness shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// It gave another result for no elements than the identity.
    Empty,
    /// It gave what a reduction begins with, though that is none of the operands and stands nowhere else in the case: the identity,
    /// or the finite number next to it.
    LeakedIdentity,
    /// It gave an element that stands elsewhere among the operands.
    ReadElsewhere,
    /// It gave an element that a mask leaves out.
    Unselected,
    /// It gave an operand, though another is right.
    PassedOver,
    /// It gave an operand that is beyond the right one by value, where absolute values are compared.
    LesserMagnitude,
    /// It gave an element, though one of its bounds is right.
    Unlimited,
    /// It gave the lower bound of an element, though that element or its upper bound is right.
    LowerLimit,
    /// It gave the upper bound of an element, though that element or its lower bound is right.
    UpperLimit,
    /// It gave bits that are nobody's.
    Invented,
    /// It took a subnormal for a zero: gave the zero, or took the one for as great as the other.
    FlushedSubnormal,
    /// It gave a number where a NaN is among the operands.
    LostNan,
    /// It gave a NaN where the number is right.
    KeptNan,
    /// It gave a NaN of other bits.
    OtherNan,
    /// It gave a zero of the other sign, where a zero is right.
    OtherZero,
    /// It changed an element that the call leaves as it was.
    Overwrote,
    /// It left an element of its destination as that had been filled.
    Unwritten,
    /// It gave what stood in the place of an element before the call: it left that as it was, or read it there.
    AsBefore,
    /// It gave another answer than to the same question before, or on another number of threads.
    Unsteady,
    /// It gave a right answer alone, and this one after another call.
    Carried,
    /// It gave an answer of another shape.
    OtherShape,
    /// It gave an answer of another element type.
    OtherType,
    /// It refused what is to be answered.
    Refused,
    /// It answered what is to be refused.
    Answered,
    /// It gave no answer, or one that cannot be read.
    NoAnswer,
}

impl Deed {
    /// Whether it gave an element or a bound, though another of these is right.
    pub fn is_other_limit(self) -> bool {
        matches!(self, Self::Unlimited | Self::LowerLimit | Self::UpperLimit)
    }
}
