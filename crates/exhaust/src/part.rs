//! Parts of a call that vector code computes in a way of its own: lanes of its vectors, what these leave over, and the elements at either end.

use core::fmt;

use serde::{Deserialize, Serialize};

/// Some elements of every call, by their index and the length of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// So many elements before the end.
    Last(u64),
    /// What vectors of so many elements leave over at the end.
    LeftBy(u64),
    /// So many elements from the begin.
    First(u64),
    /// Lanes of vectors.
    Lanes {
        /// How many lanes a vector has.
        of: u64,
        /// The first of the lanes.
        first: u64,
        /// The last of them.
        last: u64,
        /// Whether what the vectors leave over is none of it.
        whole: bool,
    },
}

impl Part {
    /// Whether it has an element of a call of so many.
    pub fn has(self, index: u64, length: u64) -> bool {
        let is_left_by = |vector: u64| index >= length - length % vector;
        match self {
            Self::First(count) => index < count,
            Self::Last(count) => length - index <= count,
            Self::LeftBy(vector) => is_left_by(vector),
            Self::Lanes { of, first, last, whole } => {
                (first..=last).contains(&(index % of)) && !(whole && is_left_by(of))
            }
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::First(1) => f.write_str("the first element of a call"),
            Self::First(count) => write!(f, "the first {count} elements of a call"),
            Self::Last(1) => f.write_str("the last element of a call"),
            Self::Last(count) => write!(f, "the last {count} elements of a call"),
            Self::LeftBy(vector) => write!(f, "what vectors of {vector} leave over at the end of a call"),
            Self::Lanes { of, first, last, whole } => {
                let vector = if whole { "whole vectors of " } else { "" };
                if first == last {
                    write!(f, "lane {first} of {vector}{of}")
                } else {
                    write!(f, "lanes {first} to {last} of {vector}{of}")
                }
            }
        }
    }
}
