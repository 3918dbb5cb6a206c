//! SHA-256: what a file is known by to whoever has another copy of it.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// The bytes that are read at once.
const PIECE: usize = 1 << 18;

/// The SHA-256 of some bytes, as 64 hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(Sha256::new().chain_update(bytes))
}

/// The SHA-256 of a regular file's content, as 64 hexadecimal digits. An error where there is no such file, or where it cannot be
/// read to its end.
pub fn sha256_of(path: &Path) -> io::Result<String> {
    if !path.is_file() {
        return Err(io::Error::from(io::ErrorKind::NotFound));
    }
    let (mut file, mut hash, mut piece) = (File::open(path)?, Sha256::new(), vec![0; PIECE]);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hexadecimal(hash)),
            length => hash.update(&piece[..length]),
        }
    }
}

fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard_come_out() {
        // FIPS 180-2, appendix B.1 and B.3.
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        let bytes = vec![b'a'; 1_000_000];
        assert_eq!(sha256(&bytes), million);
        let room = tempfile::tempdir().expect("a folder");
        let path = room.path().join("million");
        std::fs::write(&path, &bytes).expect("a file");
        assert_eq!(sha256_of(&path).expect("a file"), million);
        assert!(sha256_of(room.path()).is_err() && sha256_of(&room.path().join("none")).is_err());
    }
}
