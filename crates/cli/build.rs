//! Tells the binary the commit that it is built from, where there is a checkout.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=../../.git/HEAD");
    println!("cargo::rerun-if-changed=../../.git/index");
    let output = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    if let Ok(output) = output
        && output.status.success()
        && let Ok(commit) = String::from_utf8(output.stdout)
    {
        println!("cargo::rustc-env=OPCONFORM_COMMIT={}", commit.trim());
    }
}
