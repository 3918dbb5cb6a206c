//! `x86-maxps`: the instructions MAXPS and MAXPD.

use super::{Entry, Unavailable};
use crate::bundled::{found, glibc};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("x86-maxps", "the instructions MAXSS and MAXSD, and their minima", command).claiming(claims::X86_MAXPS);

fn command() -> Result<Vec<String>, Unavailable> {
    if cfg!(target_arch = "x86_64") {
        return glibc::command("maxps");
    }
    Err(Unavailable {
        reason: "instruction set unavailable: expected x86-64".to_owned(),
        remedy: "run on an x86-64 CPU".to_owned(),
    })
}
