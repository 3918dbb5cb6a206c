//! `arm-fmax`: the instruction FMAX of Arm's A64.

use super::Entry;
use crate::bundled::{c, found};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("arm-fmax", "the instructions FMAX and FMIN of Arm's A64", || c::AARCH64.command("fmax"))
        .claiming(claims::ARM_FMAX);
