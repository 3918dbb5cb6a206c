//! Tells the binary the commit that it is built from, where there is a checkout, and the hash of the kernels' sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xxhash_rust::xxh3::Xxh3Default;

const KERNELS: &str = "../kernels/src";

fn main() {
    println!("cargo::rerun-if-changed=../../.git/HEAD");
    println!("cargo::rerun-if-changed=../../.git/index");
    println!("cargo::rerun-if-changed={KERNELS}");
    let output = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    if let Ok(output) = output
        && output.status.success()
        && let Ok(commit) = String::from_utf8(output.stdout)
    {
        println!("cargo::rustc-env=OPCONFORM_COMMIT={}", commit.trim());
    }
    println!("cargo::rustc-env=OPCONFORM_KERNELS={:016x}", hash_of_kernels());
}

/// One hash over the paths and the contents of the kernels' sources, whatever the order in which they are listed.
fn hash_of_kernels() -> u64 {
    let mut files = Vec::new();
    collect(Path::new(KERNELS), &mut files);
    files.sort();
    let mut hash = Xxh3Default::new();
    for file in files {
        hash.update(file.to_string_lossy().replace('\\', "/").as_bytes());
        hash.update(&fs::read(&file).expect("a source of the kernels"));
    }
    hash.digest()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources of the kernels") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
