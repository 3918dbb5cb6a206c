//! `glibc-fmaximum`: the C library's `fmaximum`.

use super::Entry;
use crate::bundled::{found, glibc};

pub(super) const ENTRY: Entry =
    found("glibc-fmaximum", "the C library's fmaximum and fminimum", || glibc::command("fmaximum"));
