//! Pairs that are put one after another.

/// Pairs, of which one operand may stay the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stretch<W> {
    /// One first operand, and each second one.
    First {
        /// The first operand.
        one: W,
        /// The second operands.
        each: Vec<W>,
    },
    /// Each first operand, and one second one.
    Second {
        /// The first operands.
        each: Vec<W>,
        /// The second operand.
        one: W,
    },
    /// Other operands in each pair.
    Both {
        /// The first operands.
        first: Vec<W>,
        /// The second operands, as many.
        second: Vec<W>,
    },
}

impl<W: Copy> Stretch<W> {
    /// How many pairs these are.
    pub fn len(&self) -> usize {
        match self {
            Self::First { each, .. } | Self::Second { each, .. } | Self::Both { first: each, .. } => each.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pair at a place.
    ///
    /// # Panics
    /// Where there are not as many.
    #[inline]
    pub fn at(&self, place: usize) -> [W; 2] {
        match self {
            Self::First { one, each } => [*one, each[place]],
            Self::Second { each, one } => [each[place], *one],
            Self::Both { first, second } => [first[place], second[place]],
        }
    }

    /// The same pairs, of which the first operand is the second.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::First { one, each } => Self::Second { each, one },
            Self::Second { each, one } => Self::First { one, each },
            Self::Both { first, second } => Self::Both { first: second, second: first },
        }
    }

    /// The same pairs, so many at a time; the last may be fewer.
    ///
    /// # Panics
    /// Where the length is 0.
    pub fn cut(self, length: usize) -> Vec<Self> {
        if self.len() <= length {
            return vec![self];
        }
        match self {
            Self::First { one, each } => {
                each.chunks(length).map(|each| Self::First { one, each: each.to_vec() }).collect()
            }
            Self::Second { each, one } => {
                each.chunks(length).map(|each| Self::Second { each: each.to_vec(), one }).collect()
            }
            Self::Both { first, second } => {
                let both = first.chunks(length).zip(second.chunks(length));
                both.map(|(first, second)| Self::Both { first: first.to_vec(), second: second.to_vec() }).collect()
            }
        }
    }
}
