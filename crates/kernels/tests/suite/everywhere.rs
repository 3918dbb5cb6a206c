//! Runs a check on every instruction set, for every operator and element type; says which ran, and which this CPU lacks.

use core::cell::Cell;

use opconform_kernels::{Error, Isa, Kernel, Maximum, MaximumNumber, Minimum, MinimumNumber, Span, View};

use crate::oracle::{Defined, of_two};
use crate::sample::{Sample, each_type};

/// A check of one element type. Of operators it knows none, so that it is compiled once for them all.
pub(crate) trait Check {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>);
}

/// What can be asked of a kernel of one operator and element type, and what is right.
pub(crate) trait Calls<T: Sample> {
    fn operator(&self) -> &'static str;
    fn isa(&self) -> Isa;
    fn of_two(&self, x: T, y: T) -> T;
    fn elementwise(&self, x: &[T], y: &[T], out: &mut [T]) -> Result<(), Error>;
    fn elementwise_aliased(&self, x: Span<'_, T>, y: Span<'_, T>, out: &[Cell<T>]) -> Result<(), Error>;
    fn scalar(&self, x: &[T], y: T, out: &mut [T]) -> Result<(), Error>;
    fn scalar_aliased(&self, x: Span<'_, T>, y: T, out: &[Cell<T>]) -> Result<(), Error>;
    fn broadcast(&self, operands: &[View<'_, T>], out: &mut [T]) -> Result<(), Error>;
    fn broadcast_aliased(&self, operands: &[View<'_, T>], out: &[Cell<T>]) -> Result<(), Error>;
    fn reduce(&self, x: &[T]) -> Result<T, Error>;
    fn reduce_axes(&self, x: &View<'_, T>, axes: &[isize], out: &mut [T]) -> Result<(), Error>;
    #[cfg(feature = "rayon")]
    fn with_threads(&self) -> Box<dyn Calls<T> + Sync>;
}

impl<O: Defined, T: Sample> Calls<T> for Kernel<O> {
    fn operator(&self) -> &'static str {
        Self::OPERATOR
    }
    fn isa(&self) -> Isa {
        self.isa()
    }
    fn of_two(&self, x: T, y: T) -> T {
        of_two(O::IS, x, y)
    }
    fn elementwise(&self, x: &[T], y: &[T], out: &mut [T]) -> Result<(), Error> {
        self.elementwise(x, y, out)
    }
    fn elementwise_aliased(&self, x: Span<'_, T>, y: Span<'_, T>, out: &[Cell<T>]) -> Result<(), Error> {
        self.elementwise_aliased(x, y, out)
    }
    fn scalar(&self, x: &[T], y: T, out: &mut [T]) -> Result<(), Error> {
        self.scalar(x, y, out)
    }
    fn scalar_aliased(&self, x: Span<'_, T>, y: T, out: &[Cell<T>]) -> Result<(), Error> {
        self.scalar_aliased(x, y, out)
    }
    fn broadcast(&self, operands: &[View<'_, T>], out: &mut [T]) -> Result<(), Error> {
        self.broadcast(operands, out)
    }
    fn broadcast_aliased(&self, operands: &[View<'_, T>], out: &[Cell<T>]) -> Result<(), Error> {
        self.broadcast_aliased(operands, out)
    }
    fn reduce(&self, x: &[T]) -> Result<T, Error> {
        self.reduce(x)
    }
    fn reduce_axes(&self, x: &View<'_, T>, axes: &[isize], out: &mut [T]) -> Result<(), Error> {
        self.reduce_axes(x, axes, out)
    }
    #[cfg(feature = "rayon")]
    fn with_threads(&self) -> Box<dyn Calls<T> + Sync> {
        Box::new(Kernel::with_threads(*self))
    }
}

/// Every operator, element type and instruction set.
pub(crate) fn everywhere(check: &impl Check) {
    for isa in Isa::ALL {
        match Kernel::<Maximum>::on(isa) {
            Ok(maximum) => {
                let types = each_type(check, maximum);
                each_type(check, Kernel::<Minimum>::on(isa).expect("as available as the maximum"));
                each_type(check, Kernel::<MaximumNumber>::on(isa).expect("as available as the maximum"));
                each_type(check, Kernel::<MinimumNumber>::on(isa).expect("as available as the maximum"));
                println!("{}: checked, 4 operators x {types} element types", isa.name());
            }
            Err(error) => println!("{}: not checked: {error}", isa.name()),
        }
    }
}

/// The maximum only, for checks that take long.
pub(crate) fn maximum_everywhere(check: &impl Check) {
    for isa in Isa::available() {
        let types = each_type(check, Kernel::<Maximum>::on(isa).expect("an available instruction set"));
        println!("{}: checked, maximum x {types} element types", isa.name());
    }
}

/// The maximum on the preferred instruction set only, for checks that have nothing to do with instructions.
#[cfg(feature = "rayon")]
pub(crate) fn best(check: &impl Check) {
    each_type(check, Kernel::<Maximum>::best());
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
