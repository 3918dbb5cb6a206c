//! `glibc-fmaximum`: the C library's `fmaximum`.

use opconform_reproduce::{Function, Implementation};

use super::Entry;
use crate::bundled::{entry, glibc};

pub(super) const ENTRY: Entry =
    entry("glibc-fmaximum", "the C library's fmaximum and fminimum", || glibc::command("fmaximum"))
        .reproduced_by(Implementation::C(Function::Fmaximum));
