//! `glibc-fmax`: the C library's `fmax`.

use opconform_reproduce::{Function, Implementation};

use super::Entry;
use crate::bundled::{c, found};
use crate::claims;

pub(super) const ENTRY: Entry = found("glibc-fmax", "the C library's fmax and fmin", || c::libm("fmax"))
    .reproduced_by(Implementation::C(Function::Fmax))
    .claiming(claims::FMAX);
