//! `glibc-fmaximum-num`: the C library's `fmaximum_num`.

use opconform_reproduce::{Function, Implementation};

use super::Entry;
use crate::bundled::{entry, glibc};

pub(super) const ENTRY: Entry =
    entry("glibc-fmaximum-num", "the C library's fmaximum_num and fminimum_num", || glibc::command("fmaximum_num"))
        .reproduced_by(Implementation::C(Function::FmaximumNum));
