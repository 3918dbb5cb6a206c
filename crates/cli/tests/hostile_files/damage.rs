//! Damage to bytes, decided by a number.

/// Words that parsers stumble over.
const WORDS: [&str; 20] = [
    "18446744073709551615",
    "-1",
    "1e999",
    "9223372036854775808",
    "[[[[[[[[[[[[[[[[",
    "{\"a\":",
    "\"",
    "\\ud800",
    "\u{202e}",
    "\0",
    "\n",
    "null",
    "[]",
    "{}",
    "nan",
    "4294967295",
    "%s%n",
    "../../../../tmp",
    "\u{feff}",
    "]",
];

/// Numbers that look random, and are the same every time (`SplitMix64`).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is at least 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// An index, as often as its weight says.
    pub(crate) fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut rest = self.below(weights.iter().sum());
        weights.iter().position(|&weight| rest.checked_sub(weight).map(|less| rest = less).is_none()).unwrap_or(0)
    }

    /// Some bytes of a text: where they begin and end.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        start..start + self.below((length - start).min(200) + 1)
    }

    /// The bytes with one to four kinds of damage.
    pub(crate) fn damaged(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        for _ in 0..=self.below(4) {
            let range = self.range(bytes.len());
            let piece = bytes[range.clone()].to_vec();
            match self.below(8) {
                0 | 1 if !bytes.is_empty() => {
                    let position = self.below(bytes.len());
                    bytes[position] ^= 1 << self.below(8);
                }
                2 => drop(bytes.splice(range, [])),
                3 => drop(bytes.splice(range.start..range.start, piece)),
                4 => bytes.truncate(range.start),
                5 => drop(bytes.splice(range, self.word())),
                6 => {
                    let repeated = piece.repeat(self.below(2000));
                    bytes.splice(range, repeated);
                }
                _ => {
                    let word = self.word();
                    bytes.splice(range.start..range.start, word);
                }
            }
        }
        bytes
    }

    fn word(&mut self) -> Vec<u8> {
        let word = WORDS[self.below(WORDS.len())].as_bytes();
        if self.below(10) == 0 { word.repeat(10_000) } else { word.to_vec() }
    }
}
