//! The workspace's lock file: so that a test fails when a version that a backend states is not the one that is linked.

/// Whether the lock file holds `name` at `version`.
pub(crate) fn has(name: &str, version: &str) -> bool {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
    std::fs::read_to_string(file)
        .expect("the lock file is read")
        .contains(&format!("name = \"{name}\"\nversion = \"{version}\"\n"))
}
