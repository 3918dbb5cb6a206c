//! `riscv-fmax`: the instructions FMAX.S and FMAX.D of RISC-V.

use super::Entry;
use crate::bundled::{c, found};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("riscv-fmax", "the instructions FMAX and FMIN of RISC-V", || c::RISCV64.command("fmax"))
        .claiming(claims::RISCV_FMAX);
