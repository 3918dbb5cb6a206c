//! `arm-fmaxnm`: the instruction FMAXNM of Arm's A64.

use super::Entry;
use crate::bundled::{c, found};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("arm-fmaxnm", "the instructions FMAXNM and FMINNM of Arm's A64", || c::AARCH64.command("fmaxnm"))
        .claiming(claims::ARM_FMAXNM);
