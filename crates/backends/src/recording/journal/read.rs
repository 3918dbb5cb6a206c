//! A journal, read: every line as it was written, in its place, but for a last one that breaks off.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, Read as _};

use opconform_spec::Outcome;
use serde::Deserialize;

use super::{Chain, FORMAT, Header, JournalError, JournalOwner, Line};
use crate::backend::PassingFault;
use crate::recording::{Key, LINE_LIMIT};

/// What an earlier process was answered, by the number of the backend and the case: each answer is given once, in its turn.
pub(super) type Earlier = BTreeMap<(usize, Key), VecDeque<Outcome>>;

/// What a journal holds.
#[derive(Default)]
pub(super) struct Content {
    pub(super) earlier: Earlier,
    /// By the number of the backend, the faults that went by so far.
    pub(super) passing_faults: BTreeMap<usize, Vec<PassingFault>>,
    /// The checksum of its whole lines.
    pub(super) chain: Chain,
    /// The end of its last whole line, in bytes.
    pub(super) end: u64,
}

/// The field of the first line that does not depend on the format.
#[derive(Deserialize)]
struct AnyHeader {
    format: String,
}

/// The content of a journal whose first line, written anew, would be `head`.
pub(super) fn read(mut lines: impl BufRead, owner: &JournalOwner, head: &[u8]) -> Result<Content, JournalError> {
    let mut content = Content::default();
    let (mut line, mut number) = (Vec::new(), 0);
    loop {
        line.clear();
        number += 1;
        let length = lines.by_ref().take(LINE_LIMIT + 1).read_until(b'\n', &mut line)?;
        if length as u64 > LINE_LIMIT {
            return Err(JournalError::TooLong { line: number });
        }
        if line.last() != Some(&b'\n') {
            // What breaks off before a first line is complete must be a journal's all the same: it is about to be replaced.
            let is_ours = number > 1 || head.starts_with(&line);
            return if is_ours { Ok(content) } else { Err(JournalError::NoJournal) };
        }
        let Some(text) = content.chain.unseal(&line) else {
            return Err(if number == 1 { unsealed_head(&line) } else { JournalError::Damaged { line: number } });
        };
        if number == 1 {
            check_owner(text, owner)?;
        } else {
            match serde_json::from_slice(text).map_err(|source| JournalError::Line { line: number, source })? {
                Line::Answer { backend, key, outcome } => {
                    let outcome = outcome.outcome().map_err(|source| JournalError::Tensor { line: number, source })?;
                    content.earlier.entry((backend, key)).or_default().push_back(outcome);
                }
                Line::PassingFaults { backend, so_far } => {
                    // Threads write down what each has seen: who has seen the most may not be the last.
                    let known = content.passing_faults.entry(backend).or_default();
                    if PassingFault::calls_of(&so_far) >= PassingFault::calls_of(known) {
                        *known = so_far;
                    }
                }
            }
        }
        content.end += length as u64;
    }
}

/// What a first line is that no chain begins with: damaged, of another format, or that of something else.
fn unsealed_head(line: &[u8]) -> JournalError {
    match serde_json::Deserializer::from_slice(line).into_iter().next() {
        Some(Ok(AnyHeader { format })) if format == FORMAT => JournalError::Damaged { line: 1 },
        Some(Ok(AnyHeader { format })) => JournalError::Format(format),
        _ => JournalError::NoJournal,
    }
}

fn check_owner(text: &[u8], owner: &JournalOwner) -> Result<(), JournalError> {
    let found: Header = serde_json::from_slice(text).map_err(|source| JournalError::Line { line: 1, source })?;
    if found.format != FORMAT {
        return Err(JournalError::Format(found.format));
    }
    owner.differs_from(&found.owner).map_or(Ok(()), |difference| Err(JournalError::Other(difference)))
}
