//! The file of a recording: gzip of lines of JSON.
//!
//! ```text
//! {"format":"opconform-recording-1","entries":2,"provenance":{…}}
//! {"case":"max/f32/…#3d8b65c0","key":"…","answers":[{"output":[{"dtype":"f32","shape":[2],"bits":"0000803f00000080"}]}]}
//! {"case":"max/bf16/…#0a1b2c3d","key":"…","answers":[{"unsupported":"bf16: …"}]}
//! ```
//!
//! A case with several answers says besides which of them was given each time that it was asked: `"given":[0,0,1]`.

use std::collections::btree_map::Entry as Slot;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::format::{ONE, PACK};
use super::outcome::TensorTextError;

use super::{Entry, Key, LINE_LIMIT, OutcomeText, Provenance, Recording};

/// Bytes of text that a file may unpack to: twice those of everything that a backend answers which offers every operator and type.
const LIMIT: u64 = 384 << 20;

/// The bytes of the longest first line: a backend that describes itself in more would fill a report.
pub(super) const HEADER_LIMIT: u64 = 64 << 10;

/// Why a file is no recording.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// It cannot be read, is no gzip, or breaks off.
    #[error("not a recording, or a damaged one")]
    Io(#[from] io::Error),
    /// Its first line is not that of a recording.
    #[error("not a recording: the first line")]
    Header(#[source] serde_json::Error),
    /// It has another format.
    #[error(
        "recording of format `{found}`, expected `{expected}`: read it with the version of opconform that wrote it"
    )]
    Format {
        /// The format of the file.
        found: String,
        /// What is read.
        expected: &'static str,
    },
    /// It holds several recordings.
    #[error("a pack of recordings, expected one of them: `opconform atlas` reads packs")]
    Pack,
    /// A line is not that of a case.
    #[error("line {line}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A tensor of a line has not the bits that its shape asks for.
    #[error("line {line}")]
    Tensor {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: TensorTextError,
    },
    /// A line has no answer.
    #[error("line {line}: no answer, expected one or more")]
    NoAnswer {
        /// The line, from 1.
        line: usize,
    },
    /// A line says that an answer was given which it does not have.
    #[error("line {line}: answer {given} of {answers} was given, expected a number from 0")]
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The number of the answer.
        given: usize,
        /// How many there are.
        answers: usize,
    },
    /// Two lines are of one case.
    #[error("line {line}: a second entry of the key {key}")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// The key.
        key: String,
    },
    /// Lines are missing, or too many.
    #[error("{found} entries, expected the {expected} that the first line says")]
    Count {
        /// The number in the first line.
        expected: u64,
        /// The number of lines after it.
        found: u64,
    },
    /// A line is longer than any that is written.
    #[error("line {line} is longer than {limit} bytes")]
    TooLong {
        /// The line, from 1.
        line: usize,
        /// The limit in bytes.
        limit: u64,
    },
    /// A pack says that a case was answered in other recordings than it has.
    #[error("line {line}: answers of {found} recordings, expected those of {expected}")]
    Recordings {
        /// The line, from 1.
        line: usize,
        /// How many recordings the line speaks of.
        found: usize,
        /// How many the first line names.
        expected: usize,
    },
    /// A pack says more often that a case was answered than is kept.
    #[error("line {line}: more than {limit} answers in all recordings together")]
    TooMany {
        /// The line, from 1.
        line: usize,
        /// How many are kept.
        limit: usize,
    },
    /// Something follows it.
    #[error("more bytes after its end: a damaged recording, or several in one file")]
    Trailing,
    /// It unpacks to more than is read.
    #[error("more than {0} bytes when unpacked")]
    TooLarge(u64),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    entries: u64,
    provenance: Provenance,
}

/// The one field that every format has.
#[derive(Deserialize)]
pub(super) struct AnyHeader {
    pub(super) format: String,
}

/// The lines of a packed text, none of them longer and all of them no more than is allowed.
pub(super) struct Lines<R> {
    unpacked: BufReader<io::Take<GzDecoder<BufReader<R>>>>,
    limit: u64,
    /// The line that was read last.
    pub(super) line: Vec<u8>,
    /// Its number, from 1.
    pub(super) number: usize,
}

impl<R: Read> Lines<R> {
    /// The lines of a file that may unpack to so many bytes.
    pub(super) fn of(from: R, limit: u64) -> Self {
        let unpacked = BufReader::new(GzDecoder::new(BufReader::new(from)).take(limit + 1));
        Self { unpacked, limit, line: Vec::new(), number: 0 }
    }

    /// Reads the next line, of so many bytes at most; whether there was one.
    pub(super) fn next(&mut self, longest: u64) -> Result<bool, RecordingError> {
        self.line.clear();
        self.number += 1;
        let length = self.unpacked.by_ref().take(longest + 1).read_until(b'\n', &mut self.line)? as u64;
        if self.unpacked.get_ref().limit() == 0 {
            return Err(RecordingError::TooLarge(self.limit));
        }
        if length > longest {
            return Err(RecordingError::TooLong { line: self.number, limit: longest });
        }
        if length == 0 && !self.unpacked.get_mut().get_mut().get_mut().fill_buf()?.is_empty() {
            return Err(RecordingError::Trailing);
        }
        Ok(length > 0)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    case: String,
    key: Key,
    answers: Vec<OutcomeText>,
    /// Left out where there is one answer. Older files do not have it: there each answer was given once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    given: Vec<usize>,
}

impl Recording {
    /// Writes the recording. The same answers give the same bytes, whatever the order in which they were given.
    pub fn write(&self, to: impl Write) -> io::Result<()> {
        let mut packed = GzEncoder::new(to, Compression::default());
        self.write_text(&mut packed)?;
        packed.finish()?.flush()
    }

    /// Writes the lines of the recording as they are before they are packed.
    pub fn write_text(&self, mut to: impl Write) -> io::Result<()> {
        let provenance = self.provenance.clone();
        let header = Header { format: ONE.to_owned(), entries: self.entries.len() as u64, provenance };
        write_line(&mut to, &header)?;
        // Cases that are alike stand together: they pack better, and read better.
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(|(key, entry)| (&entry.case, **key));
        for (key, entry) in entries {
            let Entry { case, answers, given } = entry.clone();
            let given = if answers.len() > 1 { given } else { Vec::new() };
            let answers = answers.into_iter().map(Arc::unwrap_or_clone).collect();
            write_line(&mut to, &Line { case: case.to_string(), key: *key, answers, given })?;
        }
        Ok(())
    }

    /// Reads a recording: whole, or not at all. Takes memory in proportion to what the file unpacks to, which is limited.
    pub fn read(from: impl Read) -> Result<Self, RecordingError> {
        Self::read_within(from, LIMIT)
    }

    fn read_within(from: impl Read, limit: u64) -> Result<Self, RecordingError> {
        let mut lines = Lines::of(from, limit);
        lines.next(HEADER_LIMIT)?;
        let AnyHeader { format } = serde_json::from_slice(&lines.line).map_err(RecordingError::Header)?;
        match format.as_str() {
            ONE => {}
            PACK => return Err(RecordingError::Pack),
            _ => return Err(RecordingError::Format { found: format, expected: ONE }),
        }
        Self::rest(lines)
    }

    /// Reads a recording of which the first line is read.
    pub(super) fn rest(mut lines: Lines<impl Read>) -> Result<Self, RecordingError> {
        let header: Header = serde_json::from_slice(&lines.line).map_err(RecordingError::Header)?;
        let mut recording = Self::new(header.provenance);
        while lines.next(LINE_LIMIT)? {
            recording.add(lines.number, &lines.line)?;
        }
        let found = recording.entries.len() as u64;
        let expected = header.entries;
        if found == expected { Ok(recording) } else { Err(RecordingError::Count { expected, found }) }
    }

    fn add(&mut self, line: usize, json: &[u8]) -> Result<(), RecordingError> {
        let Line { case, key, answers, given } =
            serde_json::from_slice(json).map_err(|source| RecordingError::Line { line, source })?;
        if answers.is_empty() {
            return Err(RecordingError::NoAnswer { line });
        }
        check(&answers, line)?;
        if let Some(&unknown) = given.iter().find(|&&given| given >= answers.len()) {
            return Err(RecordingError::Unknown { line, given: unknown, answers: answers.len() });
        }
        let given = if given.is_empty() { (0..answers.len()).collect() } else { given };
        match self.entries.entry(key) {
            Slot::Vacant(slot) => {
                slot.insert(Entry { case: case.into(), answers: answers.into_iter().map(Arc::new).collect(), given });
                Ok(())
            }
            Slot::Occupied(_) => Err(RecordingError::Twice { line, key: key.to_string() }),
        }
    }
}

/// An error where an answer of this line cannot be read.
pub(super) fn check(answers: &[OutcomeText], line: usize) -> Result<(), RecordingError> {
    let tensors = |answer: &OutcomeText| answer.outcome().map(drop);
    answers.iter().try_for_each(tensors).map_err(|source| RecordingError::Tensor { line, source })
}

pub(super) fn write_line(to: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *to, line)?;
    to.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_packed_text_is_refused() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(b"a line\n").expect("memory takes every write");
        let packed = packed.finish().expect("memory takes every write");
        let second = |bytes: &[u8]| {
            let mut lines = Lines::of(bytes, 1 << 10);
            assert!(lines.next(1 << 10).expect("a line"));
            lines.next(1 << 10)
        };
        assert!(!second(&packed).expect("the end"));
        for more in [&b"x"[..], &packed] {
            assert!(matches!(second(&[&packed, more].concat()), Err(RecordingError::Trailing)));
        }
    }

    #[test]
    fn a_small_file_that_unpacks_to_very_much_is_refused() {
        let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
        for _ in 0..1024 {
            bomb.write_all(&[b' '; 1 << 12]).expect("memory takes every write");
        }
        let bomb = bomb.finish().expect("memory takes every write");
        assert!(bomb.len() < 1 << 13);
        let error = Recording::read_within(bomb.as_slice(), 1 << 12).expect_err("too much");
        assert!(matches!(error, RecordingError::TooLarge(_)), "{error}");
        assert_eq!(error.to_string(), "more than 4096 bytes when unpacked");
        let error = Recording::read_within(bomb.as_slice(), 1 << 20).expect_err("too long a line");
        assert!(matches!(error, RecordingError::TooLong { line: 1, limit: HEADER_LIMIT }), "{error}");
    }
}
