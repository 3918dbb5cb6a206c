//! The cause of a departure, as far as what was done says it.

use serde::{Deserialize, Serialize};

/// The cause of a departure, as far as what was done says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// What a reduction begins with comes out of it, or is wrong where there is nothing else.
    Beginning,
    /// Which operands are looked at, whatever they are.
    Operand,
    /// A number that is no operand, whatever the operands are.
    Constant,
    /// Which end of the order is taken, whatever the operands are.
    End,
    /// Which of numbers is the greater, of integers and of floats alike.
    Number,
    /// Which of integers is the greater.
    Integer,
    /// Which of floats is the greater.
    Float,
    /// Whether a subnormal is a zero.
    Subnormal,
    /// Which element is read, whatever it is.
    Place,
    /// Which elements are written.
    Written,
    /// What a NaN does to a result.
    Nan,
    /// Which NaN is the result.
    NanBits,
    /// Which zero is the result.
    Zero,
    /// Whether the same question has the same answer.
    Unsteady,
    /// What an earlier call leaves behind.
    Carried,
    /// Where an operand begins: on a boundary of its memory nothing is wrong.
    Misaligned,
    /// An error of this suite.
    Doubt,
    /// The whole answer.
    Answer,
}

impl Cause {
    /// The cause of which number is the greater.
    pub(crate) const fn of_numbers(are_floats: bool) -> Self {
        if are_floats { Self::Float } else { Self::Integer }
    }
}
