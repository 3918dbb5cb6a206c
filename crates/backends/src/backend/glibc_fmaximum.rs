//! `glibc-fmaximum`: the C library's `fmaximum`.

use opconform_reproduce::{Function, Implementation};

use super::Entry;
use crate::bundled::{c, found};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("glibc-fmaximum", "the C library's fmaximum and fminimum", || c::libm("fmaximum"))
        .reproduced_by(Implementation::C(Function::Fmaximum))
        .claiming(claims::FMAXIMUM);
