//! Tells the binary the commit that it is built from, where there is a checkout.

use std::process::Command;

fn main() {
    // Whether there are changes is asked anew whenever what the program is built from changes.
    for path in [".git/HEAD", ".git/index", "crates", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed=../../{path}");
    }
    let describe = ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
    // Without writing to the index, or this would be asked again.
    let output = Command::new("git").env("GIT_OPTIONAL_LOCKS", "0").args(describe).output();
    if let Ok(output) = output
        && output.status.success()
        && let Ok(commit) = String::from_utf8(output.stdout)
    {
        println!("cargo::rustc-env=OPCONFORM_COMMIT={}", commit.trim());
    }
}
