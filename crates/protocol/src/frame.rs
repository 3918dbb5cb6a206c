//! Frames: a little-endian `u64`, and that many bytes.

use std::io::{self, ErrorKind, Read, Write};

/// The bytes that a frame may have, without its length.
pub const FRAME_LIMIT: u64 = 64 << 20;

/// Bytes of the length.
const LENGTH: usize = 8;

/// Why there is no frame to be read.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The other side ended between two frames.
    #[error("the stream ended where a frame was expected")]
    Ended,
    /// The other side ended within a frame.
    #[error("the stream ended {found} bytes into a frame of {expected}{}", hint(.text))]
    Truncated {
        /// Bytes that the frame was to have, with its length.
        expected: u64,
        /// Bytes that came.
        found: u64,
        /// The text that they are, where they are nothing else.
        text: String,
    },
    /// The length is beyond [`FRAME_LIMIT`]. The stream cannot be read on from here.
    #[error("a frame of {length} bytes, expected at most {FRAME_LIMIT}{}", long_hint(*.length))]
    TooLong {
        /// The length.
        length: u64,
    },
    /// The other side has printed a few letters, which make the length of a frame that would be waited for.
    #[error("no header of a frame{}", hint(.0))]
    Text(String),
    /// The stream cannot be read.
    #[error("cannot read a frame")]
    Io(#[from] io::Error),
}

impl FrameError {
    /// The error of the first bytes of a length, behind which nothing comes, where they are a text.
    pub fn printed(bytes: &[u8]) -> Option<Self> {
        let text = text(bytes);
        (!bytes.is_empty() && text.len() == bytes.len()).then_some(Self::Text(text))
    }
}

/// The fewest bytes of text that are told of a length alone: one may stand at the beginning of any length.
const TEXT: usize = 2;
/// Where the header of a frame begins, behind its own length. Where letters stand before the frame, a byte of that length is there, one
/// of the upper ones, which are 0.
const HEADER: usize = 8;

/// The text that bytes begin with. A stray print is the usual cause of a length that is none: its bytes are those of the text, and where
/// that is short, the first of a frame follow.
fn text(bytes: &[u8]) -> String {
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.chars().take_while(|c| !c.is_control() || c.is_whitespace()).collect()
}

/// What an error says of bytes that begin with a text; nothing where there is none.
fn hint(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!(": these bytes begin with the text `{}`, as if it was printed to standard output", text.escape_debug())
}

/// What an error says of a length beyond the limit.
fn long_hint(length: u64) -> String {
    let text = text(&length.to_le_bytes());
    hint(if text.len() < TEXT { "" } else { &text })
}

/// Reads one frame. Takes memory as the bytes arrive, and not for the length that is said.
pub fn read_frame(stream: &mut impl Read) -> Result<Vec<u8>, FrameError> {
    read_frame_telling(stream, |_| ())
}

/// Reads one frame, and tells the first bytes of its length where the others are waited for.
pub fn read_frame_telling(stream: &mut impl Read, mut tell: impl FnMut(&[u8])) -> Result<Vec<u8>, FrameError> {
    let mut length = [0; LENGTH];
    let mut found = 0;
    while found < LENGTH {
        match stream.read(&mut length[found..]) {
            Ok(0) if found == 0 => return Err(FrameError::Ended),
            Ok(0) => {
                let text = Some(text(&length[..found])).filter(|text| text.len() == found).unwrap_or_default();
                return Err(FrameError::Truncated { expected: LENGTH as u64, found: found as u64, text });
            }
            Ok(count) => found += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
        // Whatever the bytes are that have not come yet, the length is no smaller.
        let so_far = u64::from_le_bytes(length);
        if so_far > FRAME_LIMIT {
            return Err(FrameError::TooLong { length: so_far });
        }
        if found < LENGTH {
            tell(&length[..found]);
        }
    }
    let length = u64::from_le_bytes(length);
    let (mut body, mut stream) = (Vec::new(), stream.take(length));
    stream.by_ref().take(HEADER as u64 + 1).read_to_end(&mut body)?;
    if body.get(HEADER) == Some(&0) {
        // Of a letter or two before a frame, the length is one that never comes.
        let text = text(&length.to_le_bytes());
        if !text.is_empty() {
            return Err(FrameError::Text(text));
        }
    }
    stream.read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        let (expected, found) = (LENGTH as u64 + length, (LENGTH + body.len()) as u64);
        return Err(FrameError::Truncated { expected, found, text: String::new() });
    }
    Ok(body)
}

/// Writes one frame, and flushes.
pub fn write_frame(stream: &mut impl Write, body: &[u8]) -> io::Result<()> {
    stream.write_all(&(body.len() as u64).to_le_bytes())?;
    stream.write_all(body)?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Vec<u8>, String> {
        read_frame(&mut &bytes[..]).map_err(|error| error.to_string())
    }

    /// A stream that is not to be read.
    struct Never;

    impl Read for Never {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("it would wait for ever")
        }
    }

    #[test]
    fn frames_come_back_as_they_were_written() {
        let mut stream = Vec::new();
        for body in [&b""[..], b"a", &[7; 1000]] {
            write_frame(&mut stream, body).expect("memory takes everything");
        }
        let mut rest = &stream[..];
        for body in [&b""[..], b"a", &[7; 1000]] {
            assert_eq!(read_frame(&mut rest).expect("a frame"), body);
        }
        assert!(matches!(read_frame(&mut rest), Err(FrameError::Ended)));
    }

    #[test]
    fn a_frame_that_breaks_off_says_where() {
        assert_eq!(read(&[1, 0, 0]), Err("the stream ended 3 bytes into a frame of 8".to_owned()));
        assert_eq!(read(&[4, 0, 0, 0, 0, 0, 0, 0, 9]), Err("the stream ended 9 bytes into a frame of 12".to_owned()));
    }

    #[test]
    fn a_length_beyond_the_limit_costs_no_memory() {
        assert_eq!(read(&[0xFF; 8]), Err(format!("a frame of {} bytes, expected at most 67108864", u64::MAX)));
        // One letter may be chance.
        assert_eq!(
            read(b"h\0\0\0\x01\0\0\0"),
            Err("a frame of 4294967400 bytes, expected at most 67108864".to_owned())
        );
        // Behind a short line, a frame goes on.
        for (sent, text) in
            [(&b"Hello, world"[..], "Hello, w"), (b"hi\n\x90\x01\0\0\0\0\0", "hi\\n"), ("✓ done".as_bytes(), "✓ done")]
        {
            let said = read(sent).expect_err("no frame");
            let hint = format!("these bytes begin with the text `{text}`, as if it was printed to standard output");
            assert!(said.ends_with(&hint), "{said}");
        }
        // Of one letter or two before a frame, or alone, no more is waited for.
        for text in ["h", "hi", "h\n"] {
            let mut stream = text.as_bytes().to_vec();
            let hint = format!("these bytes begin with the text `{}`, as if", text.escape_debug());
            let alone = read(&stream).expect_err("no frame");
            assert!(alone.contains(&hint), "{alone}");
            write_frame(&mut stream, b"\x90\x01\0\0\0\0\0\0{\"\":1}").expect("memory takes everything");
            let said = read(&stream).expect_err("no frame");
            assert!(said.contains(&hint), "{said}");
        }
        // A length that is too long whatever comes is not waited for, and what may be one, or is no text, is nothing to be told.
        let mut waiting = b"Go? ".chain(Never);
        assert!(matches!(read_frame(&mut waiting), Err(FrameError::TooLong { length: 0x203F_6F47 })));
        let mut told = Vec::new();
        let mut pieces = b"hi".chain(&b"\n"[..]).chain(&b"\x01\0\0\0\0"[..]);
        assert!(read_frame_telling(&mut pieces, |bytes| told.push(bytes.to_vec())).is_err());
        assert_eq!(told, [&b"hi"[..], b"hi\n"]);
        assert!(matches!(FrameError::printed(b"> "), Some(FrameError::Text(text)) if text == "> "));
        assert!(FrameError::printed(b"").is_none() && FrameError::printed(b">\0").is_none());
        // Said to be as long as can be, and then nothing: what is taken is what came.
        let mut stream = &[&FRAME_LIMIT.to_le_bytes()[..], &[1]].concat()[..];
        assert!(matches!(read_frame(&mut stream), Err(FrameError::Truncated { found: 9, .. })));
    }
}
