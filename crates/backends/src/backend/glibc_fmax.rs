//! `glibc-fmax`: the C library's `fmax`.

use opconform_reproduce::{Function, Implementation};

use super::Entry;
use crate::bundled::{found, glibc};
use crate::claims;

pub(super) const ENTRY: Entry = found("glibc-fmax", "the C library's fmax and fmin", || glibc::command("fmax"))
    .reproduced_by(Implementation::C(Function::Fmax))
    .claiming(claims::FMAX);
