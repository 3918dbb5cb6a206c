//! Calls of more elements than 32 bits can count: one plain value, and a few others where counters of 31 bits end.
//!
//! An index in an `int` is negative from 2^31 on; a length in one may be cut short or wrap around. What is wrong then shows in any
//! operand, so that these are of the small types, and hold next to nothing: what comes of such a call is told from a small one, of the
//! elements that stand out and of one that does not.

use std::fmt;

use opconform_spec::{Case, Form, NanRule, Operator};
use opconform_tensor::{DType, Tensor, Value};

use crate::call::{of_axes, of_form, types};
use crate::draft::{case_of, tensor};
use crate::values::{Landmarks, extremes};

const NAME: &str = "huge";

/// The element that 31 bits do not count.
pub const BOUNDARY: usize = 1 << 31;

/// Elements behind the boundary: a vector of the most lanes, and a tail.
const BEHIND: usize = 67;

/// The types of one byte and of two, those of one first.
pub fn small_types() -> impl Iterator<Item = DType> {
    let of_size = |size| DType::ALL.into_iter().filter(move |dtype| dtype.size() == size);
    of_size(1).chain(of_size(2))
}

/// A call of very many elements.
#[derive(Clone, Debug)]
pub struct Huge {
    operator: &'static Operator,
    dtype: DType,
    length: usize,
    /// The elements that stand out, by their places, ascending.
    marks: Vec<(usize, u64)>,
}

/// The calls of a type, beyond a boundary: a pair of operands in which the last element before the boundary, the first behind it and the
/// last of all stand out, and for each of these places a reduction to an extremum and one to a NaN.
pub fn huge(dtype: DType, boundary: usize) -> Vec<Huge> {
    let length = boundary + BEHIND;
    let places = [boundary - 1, boundary, length - 1];
    let is_called = |form: Form| form.broadcasts() || form.has_axes();
    let operators = of_form(is_called).filter(|operator| operator.nan == NanRule::Propagates);
    operators
        .filter(|operator| types(operator).contains(&dtype))
        .flat_map(|operator| {
            let preferred = preferred(operator, dtype);
            let nan = Landmarks::of(dtype).map(|landmarks| landmarks.nan(1));
            let of = move |marks: Vec<(usize, u64)>| Huge { operator, dtype, length, marks };
            if operator.form.is_reduction() {
                let marked = [Some(preferred), nan].into_iter().flatten();
                return marked.flat_map(|bits| places.map(|place| of(vec![(place, bits)]))).collect::<Vec<_>>();
            }
            // Each place holds an extremum, and the one but next before it a NaN where there is one.
            let beside = |place: usize| [Some((place, preferred)), nan.map(|nan| (place - 2, nan))];
            let mut marks: Vec<_> = places.into_iter().flat_map(beside).flatten().collect();
            marks.sort_unstable();
            marks.dedup_by_key(|mark| mark.0);
            vec![of(marks)]
        })
        .collect()
}

/// The element that an operator prefers to every other number.
fn preferred(operator: &Operator, dtype: DType) -> u64 {
    let (least, greatest) = extremes(dtype);
    if operator.is_minimum() { least } else { greatest }
}

impl Huge {
    /// The most bytes that the call may hold at once, as far as it is known how implementations go about it: the operand, and of a pair
    /// the result, each once more as a copy, of truth values once more as numbers, and in a process of its own once more to be looked at.
    pub fn memory(&self, is_isolated: bool) -> usize {
        let copies = 2 + usize::from(self.dtype == DType::Bool) + usize::from(is_isolated);
        let tensors = if self.is_reduction() { 1 } else { 2 };
        self.length * self.dtype.size() * copies * tensors
    }

    /// The elements of the operand.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Whether all elements are reduced to one.
    pub fn is_reduction(&self) -> bool {
        self.operator.form.is_reduction()
    }

    /// The places that stand out, ascending.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.marks.iter().map(|mark| mark.0)
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The call itself.
    pub fn case(&self) -> Case {
        self.of(Tensor::uniform(self.dtype, &[self.length], self.plain(), &self.marks))
    }

    /// The call of the elements at these places alone; of a reduction of the plain value and of those that stand out, in their order.
    pub fn condensed(&self, places: &[usize]) -> Case {
        let all: Vec<usize> = std::iter::once(0).chain(self.places()).collect();
        let places = if self.is_reduction() { &all } else { places };
        self.of(tensor(self.dtype, &[places.len()], |i| self.bits(places[i])))
    }

    fn of(&self, data: Tensor) -> Case {
        if self.is_reduction() {
            return of_axes(self.operator, NAME, "marked", data, &[0], false);
        }
        // Beside a scalar that yields to it, every element is the result.
        let scalar = tensor(self.dtype, &[], |_| self.yielding());
        case_of(self.operator, NAME, "marked", vec![data, scalar], &[])
    }

    fn bits(&self, place: usize) -> u64 {
        self.marks.iter().find(|mark| mark.0 == place).map_or_else(|| self.plain(), |mark| mark.1)
    }

    /// A number that is neither the least nor the greatest, where there are others.
    fn plain(&self) -> u64 {
        match (Landmarks::of(self.dtype), self.dtype) {
            (Some(landmarks), _) => landmarks.one,
            (None, DType::Bool) => self.yielding(),
            (None, _) => 3,
        }
    }

    /// The element that yields to every other.
    fn yielding(&self) -> u64 {
        let (least, greatest) = extremes(self.dtype);
        if self.operator.is_minimum() { greatest } else { least }
    }
}

impl fmt::Display for Huge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operator, dtype, length, .. } = self;
        let marks =
            self.marks.iter().map(|&(place, bits)| format!("{} at {place}", Value::new(*dtype, bits).decimal()));
        let marks = marks.collect::<Vec<_>>().join(", ");
        write!(f, "{} of {length} elements of {dtype}, {marks}", operator.qualified())
    }
}

#[cfg(test)]
mod tests {
    use opconform_spec::Facts;

    use super::*;

    /// At a boundary that a test has room for: the call is what its condensed one says of every element.
    #[test]
    fn a_call_is_the_one_that_is_condensed_of_all_its_elements() {
        for dtype in small_types() {
            let calls = huge(dtype, 200);
            assert!(calls.len() >= 4, "{dtype}");
            for call in calls {
                let case = call.case();
                assert_eq!(Facts::new(&case).invalid(), None, "{call}");
                assert_eq!((case.inputs[0].len(), call.length()), (267, 267));
                let places: Vec<usize> = (0..call.length()).collect();
                let condensed = call.condensed(&places);
                if call.is_reduction() {
                    assert_eq!(call.places().count(), 1);
                    assert_eq!(condensed.inputs[0].to_bits()[1], case.inputs[0].bits_at(call.places().sum()));
                } else {
                    assert_eq!(condensed.id(), case.id());
                }
            }
        }
    }

    #[test]
    fn what_stands_out_stands_on_both_sides_of_the_boundary_and_at_the_end() {
        for call in small_types().flat_map(|dtype| huge(dtype, BOUNDARY)).filter(|call| !call.is_reduction()) {
            let places: Vec<usize> = call.places().collect();
            for place in [BOUNDARY - 1, BOUNDARY, BOUNDARY + BEHIND - 1] {
                assert!(places.contains(&place), "{call}");
            }
        }
    }
}
