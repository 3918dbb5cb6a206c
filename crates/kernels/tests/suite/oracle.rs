//! What is right, said as plainly as possible: elements are decoded to numbers and compared as such. No keys, no vectors.

use opconform_kernels::{Maximum, MaximumNumber, Minimum, MinimumNumber, Operator};

use crate::everywhere::Calls;
use crate::sample::Sample;

/// What the bits of an element mean.
#[derive(Clone, Copy)]
pub(crate) enum Meaning {
    Nan,
    Float { value: f64, negative: bool },
    Integer(i128),
}

/// An operator's definition.
#[derive(Clone, Copy)]
pub(crate) struct Definition {
    greatest: bool,
    nan_is_ignored: bool,
}

/// An operator that is defined here.
pub(crate) trait Defined: Operator {
    const IS: Definition;
}

impl Defined for Maximum {
    const IS: Definition = Definition { greatest: true, nan_is_ignored: false };
}
impl Defined for Minimum {
    const IS: Definition = Definition { greatest: false, nan_is_ignored: false };
}
impl Defined for MaximumNumber {
    const IS: Definition = Definition { greatest: true, nan_is_ignored: true };
}
impl Defined for MinimumNumber {
    const IS: Definition = Definition { greatest: false, nan_is_ignored: true };
}

/// Whether `x` is below `y`, −0 being below +0.
fn below(x: Meaning, y: Meaning) -> bool {
    match (x, y) {
        (Meaning::Integer(x), Meaning::Integer(y)) => x < y,
        (Meaning::Float { value: x, negative: minus_x }, Meaning::Float { value: y, negative: minus_y }) => {
            x < y || (x == 0.0 && y == 0.0 && minus_x && !minus_y)
        }
        _ => unreachable!("two numbers of one type"),
    }
}

/// The operator on two elements.
pub(crate) fn of_two<T: Sample>(is: Definition, x: T, y: T) -> T {
    match (x.meaning(), y.meaning()) {
        (Meaning::Nan, Meaning::Nan) => x,
        (Meaning::Nan, _) => {
            if is.nan_is_ignored {
                y
            } else {
                x
            }
        }
        (_, Meaning::Nan) => {
            if is.nan_is_ignored {
                x
            } else {
                y
            }
        }
        (of_x, of_y) if is.greatest => {
            if below(of_x, of_y) {
                y
            } else {
                x
            }
        }
        (of_x, of_y) => {
            if below(of_y, of_x) {
                y
            } else {
                x
            }
        }
    }
}

/// The operator on all elements, in their order.
pub(crate) fn of_all<T: Sample>(kernel: &dyn Calls<T>, elements: impl IntoIterator<Item = T>) -> T {
    elements.into_iter().reduce(|x, y| kernel.of_two(x, y)).expect("a reduction of at least one element")
}

/// The position of every element of a tensor, row-major.
pub(crate) fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |prefixes, &dim| {
        prefixes
            .iter()
            .flat_map(|prefix| (0..dim).map(move |index| prefix.iter().copied().chain([index]).collect()))
            .collect()
    })
}

/// Panics where two results differ in any bit.
pub(crate) fn assert_same<T: Sample>(found: &[T], expected: &[T], context: impl Fn() -> String) {
    assert_eq!(found.len(), expected.len(), "{}: lengths", context());
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            found.bits() == expected.bits(),
            "{}: element {at} of {}: expected {expected:?} ({:#x}), found {found:?} ({:#x})",
            context(),
            T::NAME,
            expected.bits(),
            found.bits()
        );
    }
}
