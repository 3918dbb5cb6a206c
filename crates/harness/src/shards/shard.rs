//! One part of several, as `K/N` on the command line.

use std::fmt;
use std::str::FromStr;

/// The most parts that something is cut into.
const MOST: u64 = 256;

/// The K-th of N parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// The number of the part, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// How many parts there are.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Whether the part has what has this number, from 0, where every N-th belongs to it.
    pub fn has(self, number: u64) -> bool {
        number % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST => Ok(Self { number, of }),
            _ => Err(format!("expected K/N with K from 1 to N, and N at most {MOST}, such as 1/4")),
        }
    }
}

/// As part of the name of a file.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-of-{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_have_every_number_once_and_others_are_none() {
        for of in [1, 2, 3, 7, 256] {
            let shards = (1..=of).map(|number| format!("{number}/{of}").parse::<Shard>().expect("a shard"));
            let mut numbers: Vec<u64> = shards.flat_map(|shard| (0..256).filter(move |&it| shard.has(it))).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..256).collect::<Vec<_>>(), "{of}");
        }
        for wrong in ["0/2", "3/2", "1/257", "1", "/", "1/", "-1/2", "1/0", "1/2/3", "+"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
