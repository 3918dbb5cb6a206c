//! Functions of the C library, instructions of processors, and Java's methods, called from C.

use opconform_reproduce::{Function, Implementation};

use crate::backend::Unavailable;
use crate::bundled::c;
use crate::entry::{Entry, Wait};
use crate::{claims, settings};

pub(super) const ENTRIES: &[Entry] = &[
    Entry::found("glibc-fmaximum", "the C library's fmaximum and fminimum", || c::libm("fmaximum"))
        .compiled()
        .reproduced_by(Implementation::C(Function::Fmaximum))
        .claiming(claims::FMAXIMUM)
        .set_by(settings::GLIBC),
    Entry::found("glibc-fmaximum-num", "the C library's fmaximum_num and fminimum_num", || c::libm("fmaximum_num"))
        .compiled()
        .reproduced_by(Implementation::C(Function::FmaximumNum))
        .claiming(claims::FMAXIMUM_NUM)
        .set_by(settings::GLIBC),
    Entry::found("glibc-fmaximum-mag", "the C library's fmaximum_mag and fminimum_mag", || c::libm("fmaximum_mag"))
        .compiled()
        .reproduced_by(Implementation::C(Function::FmaximumMag))
        .claiming(claims::FMAXIMUM_MAG)
        .set_by(settings::GLIBC)
        .waiting(Wait::Part),
    Entry::found("glibc-fmaximum-mag-num", "the C library's fmaximum_mag_num and fminimum_mag_num", || {
        c::libm("fmaximum_mag_num")
    })
    .reproduced_by(Implementation::C(Function::FmaximumMagNum))
    .claiming(claims::FMAXIMUM_MAG_NUM)
    .set_by(settings::GLIBC)
    .waiting(Wait::Part),
    Entry::found("glibc-fmax", "the C library's fmax and fmin", || c::libm("fmax"))
        .compiled()
        .reproduced_by(Implementation::C(Function::Fmax))
        .claiming(claims::FMAX)
        .set_by(settings::GLIBC),
    Entry::found("x86-maxps", "the instructions MAXSS and MAXSD, and their minima", || c::X86_64.command("maxps"))
        .compiled()
        .claiming(claims::X86_MAXPS)
        .waiting(Wait::Part),
    Entry::found("x86-vrangeps", "the instructions VRANGESS and VRANGESD, as a maximum and a minimum", vrangeps)
        .compiled()
        .claiming(claims::X86_VRANGEPS)
        .waiting(Wait::Part),
    Entry::found("arm-fmax", "the instructions FMAX and FMIN of Arm's A64", || c::AARCH64.command("fmax"))
        .claiming(claims::ARM_FMAX)
        .waiting(Wait::Part),
    Entry::found("arm-fmaxnm", "the instructions FMAXNM and FMINNM of Arm's A64", || c::AARCH64.command("fmaxnm"))
        .claiming(claims::ARM_FMAXNM)
        .waiting(Wait::Part),
    Entry::found("riscv-fmax", "the instructions FMAX and FMIN of RISC-V", || c::RISCV64.command("fmax"))
        .claiming(claims::RISCV_FMAX)
        .waiting(Wait::Part),
    Entry::found("riscv-fmaxm", "the instructions FMAXM and FMINM of RISC-V (Zfa)", || c::RISCV64.command("fmaxm"))
        .claiming(claims::RISCV_FMAXM)
        .waiting(Wait::Part),
    Entry::found("java-math-max", "Java's Math.max and Math.min of float and double", || c::java("math-max"))
        .claiming(claims::JAVA)
        .set_by(settings::JAVA)
        .waiting(Wait::Part),
];

/// The adapter for an instruction that not every CPU has.
fn vrangeps() -> Result<Vec<String>, Unavailable> {
    #[cfg(target_arch = "x86_64")]
    if !std::arch::is_x86_feature_detected!("avx512dq") {
        return Err(Unavailable {
            reason: "instruction set unavailable: expected avx512dq".to_owned(),
            remedy: "run on a CPU that has it".to_owned(),
        });
    }
    c::X86_64.command("vrangeps")
}
