//! A maximum of two elements as documents choose it, a step for each choice.
//!
//! It is written without a look at the judgement's own rows of choices: these steps say what is done, those what is allowed.

/// What is done of two elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Maximum {
    /// Of two numbers of which one is greater; turned over in a minimum.
    pub(crate) numbers: Numbers,
    /// Of two numbers of which none is, such as zeros.
    pub(crate) ties: Tie,
    /// Of a NaN and a number.
    pub(crate) nan: Nan,
    /// Of a signalling NaN and a number.
    pub(crate) signalling: Nan,
    /// Of two NaNs.
    pub(crate) nans: Nan,
    /// Whether a subnormal number is first made a zero.
    pub(crate) flushes: bool,
    /// What a NaN that is the result looks like.
    pub(crate) bits: Bits,
}

/// What becomes of the bits of the NaN that is the result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bits {
    /// Nothing.
    Kept,
    /// It is made a quiet one.
    Quieted,
    /// A quiet one with a payload that no operand has takes its place.
    Foreign,
    /// A signalling one with a payload that no operand has does.
    ForeignSignalling,
}

/// Which of two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Numbers {
    Greater,
    Lesser,
    GreaterMagnitude,
    LesserMagnitude,
}

/// Which of two numbers that are as great.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tie {
    /// The positive of a maximum, the negative of a minimum.
    Ordered,
    /// The negative of a maximum, the positive of a minimum.
    Backwards,
    First,
    Second,
}

/// What comes of a NaN beside another element.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Nan {
    /// The NaN; of two the first.
    Wins,
    /// The number; of two NaNs, +0.
    Loses,
    /// The first operand, whichever it is.
    First,
    /// The second operand, whichever it is.
    Second,
    /// The NaN; of two the first that is signalling, or else the first.
    SignallingWins,
    /// The NaN that a machine makes.
    Canonical,
    /// What is below every number: the number of a maximum, the NaN of a minimum.
    Least,
    /// Neither: +0.
    Neither,
}

/// A NaN wins, and +0 is above −0.
pub(crate) const PROPAGATES: Maximum = Maximum {
    numbers: Numbers::Greater,
    ties: Tie::Ordered,
    nan: Nan::Wins,
    signalling: Nan::Wins,
    nans: Nan::Wins,
    flushes: false,
    bits: Bits::Quieted,
};

impl Numbers {
    /// The wrong one.
    pub(crate) const fn turned(self) -> Self {
        match self {
            Self::Greater => Self::Lesser,
            Self::Lesser => Self::Greater,
            Self::GreaterMagnitude => Self::LesserMagnitude,
            Self::LesserMagnitude => Self::GreaterMagnitude,
        }
    }
}
