//! A pack: recordings of several backends in one file, in which what they have in common is kept once.
//!
//! Most cases are asked of everyone, and most are answered by everyone with the same bits: forty recordings take a tenth of the room of
//! forty files. A pack is gzip of lines of JSON, as a recording is:
//!
//! ```text
//! {"format":"opconform-recordings-1","entries":2,"recordings":[{…},{…}]}
//! {"case":"max/f32/…#3d8b65c0","key":"…","answers":[{"output":[…]},{"output":[…]}],"given":[[0],[1,0]]}
//! {"case":"max/bf16/…#0a1b2c3d","key":"…","answers":[{"unsupported":"bf16: …"}],"given":[[],[0]]}
//! ```
//!
//! What is answered at such length that few of it would fill the file is left out.
//!
//! `given` has a list for each recording: which of the answers it gave each time that it was asked, and none where it was not asked.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::file::{AnyHeader, HEADER_LIMIT, Lines, check, write_line};
use super::format::{ONE, PACK};
use super::{Entry, Key, LINE_LIMIT, OutcomeText, Provenance, Recording, RecordingError};

/// What is read, for whoever brings something else.
const EXPECTED: &str = "opconform-recording-1 or opconform-recordings-1";
/// Recordings that a pack may have.
const MOST: u64 = 1024;
/// The bytes of the longest answer that a pack keeps: a thousand cases of the suite have longer ones, which take more room than all
/// others. Such a case is left out, of every recording.
const LONGEST: usize = 4 << 10;
/// How often the recordings of a pack may have answered, all together: four times the recordings that the atlas has. In a file, an
/// answer takes two bytes, and in memory a hundred times as many.
const ANSWERS: usize = 4 << 20;
/// Bytes of text that a pack may unpack to.
const LIMIT: u64 = 512 << 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    entries: u64,
    recordings: Vec<Provenance>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    case: String,
    key: Key,
    answers: Vec<OutcomeText>,
    given: Vec<Vec<usize>>,
}

/// The same line, of what is to be written.
#[derive(Serialize)]
struct LineOf<'a> {
    case: &'a str,
    key: Key,
    answers: Vec<&'a OutcomeText>,
    given: Vec<Vec<usize>>,
}

/// Writes recordings as one pack, but for the cases with very long answers. The same recordings in the same order give the same bytes.
pub fn write_pack(recordings: &[Recording], to: impl Write) -> io::Result<()> {
    let mut by_key: BTreeMap<Key, Vec<(usize, &Entry)>> = BTreeMap::new();
    for (index, recording) in recordings.iter().enumerate() {
        for (key, entry) in &recording.entries {
            by_key.entry(*key).or_default().push((index, entry));
        }
    }
    by_key.retain(|_, entries| entries.iter().all(|(_, entry)| entry.bytes() <= LONGEST));
    let mut lines: Vec<LineOf> =
        by_key.into_iter().map(|(key, entries)| line(key, &entries, recordings.len())).collect();
    // Cases that are alike stand together: they pack better, and read better.
    lines.sort_by(|a, b| (a.case, a.key).cmp(&(b.case, b.key)));
    let mut packed = GzEncoder::new(to, Compression::best());
    let provenance = recordings.iter().map(|recording| recording.provenance.clone()).collect();
    write_line(&mut packed, &Header { format: PACK.to_owned(), entries: lines.len() as u64, recordings: provenance })?;
    lines.iter().try_for_each(|line| write_line(&mut packed, line))?;
    packed.finish()?.flush()
}

/// The line of a case that was answered in these recordings, of so many.
fn line<'a>(key: Key, entries: &[(usize, &'a Entry)], recordings: usize) -> LineOf<'a> {
    let mut answers: Vec<&OutcomeText> = Vec::new();
    let mut given = vec![Vec::new(); recordings];
    for (index, entry) in entries {
        let number = |answer: &'a OutcomeText, answers: &mut Vec<&'a OutcomeText>| {
            answers.iter().position(|known| *known == answer).unwrap_or_else(|| {
                answers.push(answer);
                answers.len() - 1
            })
        };
        let numbers: Vec<usize> = entry.answers.iter().map(|answer| number(answer, &mut answers)).collect();
        // A case with one answer has it however often it was asked.
        let times = if numbers.len() > 1 { entry.given.as_slice() } else { &[0] };
        given[*index] = times.iter().map(|&time| numbers[time]).collect();
    }
    LineOf { case: entries.first().map_or("", |(_, entry)| &entry.case), key, answers, given }
}

/// Reads the recordings of a file, which is one recording or a pack of them: whole, or not at all.
pub fn read_recordings(from: impl Read) -> Result<Vec<Recording>, RecordingError> {
    let mut lines = Lines::of(from, LIMIT);
    lines.next(HEADER_LIMIT * MOST)?;
    let AnyHeader { format } = serde_json::from_slice(&lines.line).map_err(RecordingError::Header)?;
    match format.as_str() {
        ONE => Ok(vec![Recording::rest(lines)?]),
        PACK => rest(lines),
        _ => Err(RecordingError::Format { found: format, expected: EXPECTED }),
    }
}

/// Reads a pack of which the first line is read.
fn rest(mut lines: Lines<impl Read>) -> Result<Vec<Recording>, RecordingError> {
    let header: Header = serde_json::from_slice(&lines.line).map_err(RecordingError::Header)?;
    let mut recordings: Vec<Recording> = header.recordings.into_iter().map(Recording::new).collect();
    let (mut found, mut left) = (0, ANSWERS);
    while lines.next(LINE_LIMIT)? {
        add(&mut recordings, lines.number, &lines.line, &mut left)?;
        found += 1;
    }
    if found == header.entries {
        Ok(recordings)
    } else {
        Err(RecordingError::Count { expected: header.entries, found })
    }
}

/// Adds to each recording what a line says that it answered, out of as many answers as are left.
fn add(recordings: &mut [Recording], number: usize, json: &[u8], left: &mut usize) -> Result<(), RecordingError> {
    let Line { case, key, answers, given } =
        serde_json::from_slice(json).map_err(|source| RecordingError::Line { line: number, source })?;
    if given.len() != recordings.len() {
        return Err(RecordingError::Recordings { line: number, found: given.len(), expected: recordings.len() });
    }
    if answers.is_empty() || given.iter().all(Vec::is_empty) {
        return Err(RecordingError::NoAnswer { line: number });
    }
    check(&answers, number)?;
    let given_in_all = given.iter().map(Vec::len).sum();
    *left = left.checked_sub(given_in_all).ok_or(RecordingError::TooMany { line: number, limit: ANSWERS })?;
    let case: Arc<str> = case.into();
    let answers: Vec<Arc<OutcomeText>> = answers.into_iter().map(Arc::new).collect();
    for (recording, given) in recordings.iter_mut().zip(given).filter(|(_, given)| !given.is_empty()) {
        let mut own: Vec<usize> = Vec::new();
        let mut times = Vec::with_capacity(given.len());
        for answer in given {
            if answer >= answers.len() {
                return Err(RecordingError::Unknown { line: number, given: answer, answers: answers.len() });
            }
            let known = own.iter().position(|&known| known == answer);
            times.push(known.unwrap_or(own.len()));
            if known.is_none() {
                own.push(answer);
            }
        }
        let own = own.into_iter().map(|answer| Arc::clone(&answers[answer])).collect();
        if recording.entries.insert(key, Entry { case: Arc::clone(&case), answers: own, given: times }).is_some() {
            return Err(RecordingError::Twice { line: number, key: key.to_string() });
        }
    }
    Ok(())
}
