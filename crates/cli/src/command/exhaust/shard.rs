//! A part of an enumeration, as `K/N` on the command line.

use std::fmt;
use std::str::FromStr;

use opconform_harness::enumerate::BLOCKS;

/// The K-th of N parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// Its blocks: every N-th, so that what is slow about some operands is shared out.
    pub(crate) fn blocks(self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(move |&block| u64::from(block) % self.of == self.number - 1)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= BLOCKS => Ok(Self { number, of }),
            _ => Err(format!("expected K/N with K from 1 to N, and N at most {BLOCKS}, such as 1/4")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-of-{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_have_every_block_once_and_others_are_none() {
        for of in [1, 2, 3, 7, 256] {
            let shards = (1..=of).map(|number| format!("{number}/{of}").parse::<Shard>().expect("a shard"));
            let mut blocks: Vec<u8> = shards.flat_map(Shard::blocks).collect();
            blocks.sort_unstable();
            assert_eq!(blocks, (0..=u8::MAX).collect::<Vec<_>>(), "{of}");
        }
        for wrong in ["0/2", "3/2", "1/257", "1", "/", "1/", "-1/2", "1/0", "1/2/3", "+"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
