//! Whatever is kept of a backend's answers, a journal or a recording, is read or refused: nothing panics, nothing takes more memory
//! than its reader says, and what is read can be written and read again.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use opconform_backends::{Chain, Journal, JournalOwner, Recording, read_recordings, write_pack};

/// A journal on disk, one per process: that is where they are read from.
static FILE: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("opconform-fuzz-journal-{}", std::process::id())));

/// Whose every journal is.
static OWNER: LazyLock<JournalOwner> = LazyLock::new(|| JournalOwner::new("0", None, &[]));

/// The first line of every journal, sealed.
static HEAD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    drop(fs::remove_file(&*FILE));
    drop(Journal::open(&FILE, &OWNER).expect("a new journal"));
    fs::read(&*FILE).expect("a file of one's own")
});

/// The first byte says what the rest is read as.
pub fn read(data: &[u8]) {
    let Some((&kind, rest)) = data.split_first() else { return };
    match kind % 4 {
        0 => journal(rest),
        1 => journal(&sealed(rest)),
        2 => recording(rest),
        _ => recording(&packed(rest)),
    }
}

/// Lines behind the first one of a journal, each with its checksum: what is in them is read.
fn sealed(lines: &[u8]) -> Vec<u8> {
    let mut chain = Chain::default();
    // What stands before the last space of the line is what its checksum was made of.
    let text = HEAD.rsplitn(2, |&byte| byte == b' ').nth(1).expect("a line that was sealed");
    let mut file = chain.seal(text);
    assert_eq!(file, *HEAD);
    for line in lines.split(|&byte| byte == b'\n') {
        file.extend(chain.seal(line));
    }
    file
}

fn journal(bytes: &[u8]) {
    fs::write(&*FILE, bytes).expect("a file of one's own");
    let Ok(journal) = Journal::open(&FILE, &OWNER) else { return };
    let resumed = journal.resumed();
    drop(journal);
    let again = Journal::open(&FILE, &OWNER).expect("a journal that was opened");
    assert_eq!(again.resumed(), resumed);
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text).expect("memory takes every write");
    packed.finish().expect("memory takes every write")
}

fn recording(bytes: &[u8]) {
    if let Ok(recordings) = read_recordings(bytes) {
        let mut written = Vec::new();
        write_pack(&recordings, &mut written).expect("memory takes every write");
        let again = read_recordings(written.as_slice()).expect("a pack that was written");
        assert_eq!(again.len(), recordings.len());
    }
    let Ok(recording) = Recording::read(bytes) else { return };
    let mut written = Vec::new();
    recording.write(&mut written).expect("memory takes every write");
    let again = Recording::read(written.as_slice()).expect("a recording that was written");
    assert_eq!(again.len(), recording.len());
}
