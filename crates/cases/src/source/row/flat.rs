//! Reductions of everything, with no axes given: a call of its own in most libraries, and the one that is made most.

use opconform_spec::{Case, Operator};

use super::{NAME, Wanted, element};
use crate::draft::{case_of, tensor};
use crate::source::Asked;
use crate::source::length::placed;

/// Shapes, and the places of the element that stands out, in row-major order: the last of a tail first.
const SHAPES: [(&[usize], &[usize]); 5] =
    [(&[9], &[8]), (&[17], &[16]), (&[35], &[34, 0, 17]), (&[131], &[130, 64]), (&[5, 7], &[34])];

/// In how many of its places a shape has an element of an integer type that stands out.
const OF_INTEGERS: usize = 1;

pub(super) fn generate(operator: &'static Operator, asked: &Asked) -> Vec<Case> {
    let mut cases = Vec::new();
    for (_, dtype) in placed(operator, asked).filter(|_| operator.form.has_axes()) {
        for (shape, places) in SHAPES {
            let mut push = |slug: &str, wanted: Wanted, place: usize| {
                let data = tensor(dtype, shape, |i| element(operator, dtype, wanted, place, i));
                cases.push(case_of(operator, NAME, &format!("{slug}-of-all-at-{place}"), vec![data], &[]));
            };
            let few = if dtype.is_float() { places.len() } else { OF_INTEGERS };
            for &place in &places[..few] {
                push("extremum", Wanted::Extremum, place);
            }
            if dtype.is_float() {
                for &place in places {
                    push("nan", Wanted::Nan, place);
                }
                push("zero", Wanted::Zero, places[0]);
            }
        }
    }
    cases
}
