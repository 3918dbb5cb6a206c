//! Which operands of a case a way speaks of.

/// Which operands a way speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Which {
    /// The first one, where there are more.
    First,
    /// All but the first.
    Rest,
    /// All of them.
    All,
    /// The last one alone, where there are three.
    Last,
    /// The second one alone.
    Second,
    /// The first and the second, where there are three.
    FirstTwo,
    /// The first and the last, where there are three.
    Ends,
}

impl Which {
    /// Whether an operand, by its place, is one of these.
    pub fn includes(self, operand: usize) -> bool {
        match self {
            Self::First => operand == 0,
            Self::Rest => operand > 0,
            Self::All => true,
            Self::Last => operand == 2,
            Self::Second => operand == 1,
            Self::FirstTwo => operand < 2,
            Self::Ends => operand == 0 || operand == 2,
        }
    }

    /// Those that are tried in place of these where something is wrong with these: some of them alone.
    pub(crate) fn fewer(self) -> &'static [Self] {
        match self {
            Self::All => &[Self::Rest, Self::First, Self::Last, Self::Second],
            Self::Rest => &[Self::Last, Self::Second],
            Self::FirstTwo => &[Self::First, Self::Second],
            Self::Ends => &[Self::First, Self::Last],
            Self::First | Self::Last | Self::Second => &[],
        }
    }
}
