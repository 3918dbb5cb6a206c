//! The hash of the source is of every file of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn files(directory: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(directory).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let name = format!("{prefix}{}", entry.file_name().expect("a name").to_string_lossy());
        if entry.is_dir() {
            files(&entry, &format!("{name}/"), found);
        } else {
            found.insert(name, fs::read(&entry).expect("a file"));
        }
    }
}

#[test]
fn every_file_is_hashed() {
    let mut found = BTreeMap::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut found);
    let bytes = found.iter().flat_map(|(name, text)| [name.as_bytes(), &[0], text, &[0]]).flatten();
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!(opconform_kernels::source_hash(), hash);
}
