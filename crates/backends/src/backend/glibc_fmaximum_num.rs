//! `glibc-fmaximum-num`: the C library's `fmaximum_num`.

use opconform_reproduce::{Function, Implementation};

use super::Entry;
use crate::bundled::{c, found};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("glibc-fmaximum-num", "the C library's fmaximum_num and fminimum_num", || c::libm("fmaximum_num"))
        .reproduced_by(Implementation::C(Function::FmaximumNum))
        .claiming(claims::FMAXIMUM_NUM);
