//! `glibc-fmax`: the C library's `fmax`.

use super::Entry;
use crate::bundled::{entry, glibc};

pub(super) const ENTRY: Entry = entry("glibc-fmax", "the C library's fmax and fmin", || glibc::command("fmax"));
