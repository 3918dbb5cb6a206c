//! Runs a check on every instruction set, for every operator and element type; says which ran, and which this CPU lacks.

use half::{bf16, f16};
use opconform_kernels::{Isa, Kernel, Maximum, MaximumNumber, Minimum, MinimumNumber};

use crate::oracle::Definition;
use crate::sample::Sample;

/// A check of one operator and element type.
pub(crate) trait Check {
    fn check<O: Definition, T: Sample>(&self, kernel: Kernel<O>);
}

/// Every operator, element type and instruction set.
pub(crate) fn everywhere(check: &impl Check) {
    for isa in Isa::ALL {
        match Kernel::<Maximum>::on(isa) {
            Ok(maximum) => {
                each_type(check, maximum);
                each_type(check, Kernel::<Minimum>::on(isa).expect("as available as the maximum"));
                each_type(check, Kernel::<MaximumNumber>::on(isa).expect("as available as the maximum"));
                each_type(check, Kernel::<MinimumNumber>::on(isa).expect("as available as the maximum"));
                println!("{}: checked, 4 operators x 12 element types", isa.name());
            }
            Err(error) => println!("{}: not checked: {error}", isa.name()),
        }
    }
}

/// The maximum only, for checks that take long.
pub(crate) fn maximum_everywhere(check: &impl Check) {
    for isa in Isa::available() {
        each_type(check, Kernel::<Maximum>::on(isa).expect("an available instruction set"));
        println!("{}: checked, maximum x 12 element types", isa.name());
    }
}

/// The maximum on the preferred instruction set only, for checks that have nothing to do with instructions.
#[cfg(feature = "rayon")]
pub(crate) fn best(check: &impl Check) {
    each_type(check, Kernel::<Maximum>::best());
}

fn each_type<O: Definition>(check: &impl Check, kernel: Kernel<O>) {
    check.check::<O, bf16>(kernel);
    check.check::<O, f16>(kernel);
    check.check::<O, f32>(kernel);
    check.check::<O, f64>(kernel);
    check.check::<O, i8>(kernel);
    check.check::<O, i16>(kernel);
    check.check::<O, i32>(kernel);
    check.check::<O, i64>(kernel);
    check.check::<O, u8>(kernel);
    check.check::<O, u16>(kernel);
    check.check::<O, u32>(kernel);
    check.check::<O, u64>(kernel);
}

/// What the CPU is known to have is exercised; the list is printed for whoever runs the suite for one path.
#[test]
fn paths_exercised() {
    for isa in Isa::ALL {
        let word = if isa.is_available() { "exercised" } else { "unavailable" };
        println!("path {}: {word}", isa.name());
    }
    assert!(Isa::Portable.is_available());
    assert!(Isa::best().is_available());
    #[cfg(target_arch = "x86_64")]
    {
        let avx512 = std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512vl");
        assert_eq!(Isa::Avx2.is_available(), std::arch::is_x86_feature_detected!("avx2"));
        assert_eq!(Isa::Avx512.is_available(), avx512);
        assert!(!Isa::Neon.is_available());
    }
    #[cfg(target_arch = "aarch64")]
    {
        assert_eq!(Isa::Neon.is_available(), std::arch::is_aarch64_feature_detected!("neon"));
        assert!(!Isa::Avx2.is_available() && !Isa::Avx512.is_available());
    }
}
