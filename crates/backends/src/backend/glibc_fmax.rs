//! `glibc-fmax`: the C library's `fmax`.

use opconform_reproduce::{Function, Implementation};

use super::Entry;
use crate::bundled::{entry, glibc};

pub(super) const ENTRY: Entry = entry("glibc-fmax", "the C library's fmax and fmin", || glibc::command("fmax"))
    .reproduced_by(Implementation::C(Function::Fmax));
