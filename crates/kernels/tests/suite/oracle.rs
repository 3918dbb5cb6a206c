//! What is right, said as plainly as possible: elements are decoded to numbers and compared as such. No keys, no vectors.

use opconform_kernels::{Maximum, MaximumNumber, Minimum, MinimumNumber, Operator};

use crate::sample::Sample;

/// What the bits of an element mean.
#[derive(Clone, Copy)]
pub(crate) enum Meaning {
    Nan,
    Float { value: f64, negative: bool },
    Integer(i128),
}

/// An operator's definition.
pub(crate) trait Definition: Operator {
    const GREATEST: bool;
    const NAN_IS_IGNORED: bool;
}

impl Definition for Maximum {
    const GREATEST: bool = true;
    const NAN_IS_IGNORED: bool = false;
}
impl Definition for Minimum {
    const GREATEST: bool = false;
    const NAN_IS_IGNORED: bool = false;
}
impl Definition for MaximumNumber {
    const GREATEST: bool = true;
    const NAN_IS_IGNORED: bool = true;
}
impl Definition for MinimumNumber {
    const GREATEST: bool = false;
    const NAN_IS_IGNORED: bool = true;
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
pub(crate) fn of_two<O: Definition, T: Sample>(x: T, y: T) -> T {
    match (x.meaning(), y.meaning()) {
        (Meaning::Nan, Meaning::Nan) => x,
        (Meaning::Nan, _) => {
            if O::NAN_IS_IGNORED {
                y
            } else {
                x
            }
        }
        (_, Meaning::Nan) => {
            if O::NAN_IS_IGNORED {
                x
            } else {
                y
            }
        }
        (of_x, of_y) if O::GREATEST => {
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
pub(crate) fn of_all<O: Definition, T: Sample>(elements: impl IntoIterator<Item = T>) -> T {
    elements.into_iter().reduce(of_two::<O, T>).expect("a reduction of at least one element")
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
