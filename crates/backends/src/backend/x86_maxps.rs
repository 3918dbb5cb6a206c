//! `x86-maxps`: the instructions MAXPS and MAXPD.

use super::Entry;
use crate::bundled::{c, found};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("x86-maxps", "the instructions MAXSS and MAXSD, and their minima", || c::X86_64.command("maxps"))
        .claiming(claims::X86_MAXPS);
