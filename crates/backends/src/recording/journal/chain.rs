//! The checksums of a journal's lines. Each covers its line and the checksum before it, and so every line before: a line that was
//! changed, moved, repeated or left out is noticed, and a line that was not written to its end is the last.

use xxhash_rust::xxh3::Xxh3Default;

/// The hexadecimal digits of a checksum.
const DIGITS: usize = 32;

/// The checksum of the lines so far.
#[derive(Debug, Default)]
pub struct Chain(u128);

impl Chain {
    /// A line with its checksum behind it, to its end.
    pub fn seal(&mut self, text: &[u8]) -> Vec<u8> {
        self.0 = self.next(text);
        [text, format!(" {:0DIGITS$x}\n", self.0).as_bytes()].concat()
    }

    /// The text of a line that stands here as it was sealed.
    pub(super) fn unseal<'l>(&mut self, line: &'l [u8]) -> Option<&'l [u8]> {
        let text = line.get(..line.len().checked_sub(DIGITS + 2)?)?;
        let next = self.next(text);
        let is_sound = line[text.len()..] == *format!(" {next:0DIGITS$x}\n").as_bytes();
        is_sound.then(|| {
            self.0 = next;
            text
        })
    }

    fn next(&self, text: &[u8]) -> u128 {
        let mut hash = Xxh3Default::new();
        hash.update(&self.0.to_le_bytes());
        hash.update(text);
        hash.digest128()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_sound_in_its_place_alone() {
        let mut chain = Chain::default();
        let lines: Vec<Vec<u8>> = ["one", "", "one"].map(|text| chain.seal(text.as_bytes())).into();
        assert_ne!(lines[0], lines[2]);
        let mut chain = Chain::default();
        assert_eq!(chain.unseal(&lines[2]), None);
        for (line, text) in lines.iter().zip(["one", "", "one"]) {
            assert_eq!(chain.unseal(line), Some(text.as_bytes()));
            assert_eq!(chain.unseal(line), None, "twice");
        }
        assert_eq!(chain.unseal(b"\n"), None);
    }
}
