//! `x86-vrangeps`: the instructions VRANGEPS and VRANGEPD.

use super::{Entry, Unavailable};
use crate::bundled::{c, found};
use crate::claims;

pub(super) const ENTRY: Entry =
    found("x86-vrangeps", "the instructions VRANGESS and VRANGESD, as a maximum and a minimum", command)
        .claiming(claims::X86_VRANGEPS);

fn command() -> Result<Vec<String>, Unavailable> {
    #[cfg(target_arch = "x86_64")]
    if !std::arch::is_x86_feature_detected!("avx512dq") {
        return Err(Unavailable {
            reason: "instruction set unavailable: expected avx512dq".to_owned(),
            remedy: "run on a CPU that has it".to_owned(),
        });
    }
    c::X86_64.command("vrangeps")
}
