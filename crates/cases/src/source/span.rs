//! .NET's `TensorPrimitives.Max` and `Min` on spans: every pair of values, every overlap, every length, every refusal.

use opconform_spec::{Case, Form, NanRule, Operator};
use opconform_tensor::DType;

use super::Source;
use super::stretch::unlike;
use crate::call::{of_form, span, types};
use crate::draft::{case_of, half, is_integer, mixed, tensor};
use crate::neighbours::widths;
use crate::values::{Landmarks, kinds, specials};

const NAME: &str = "span";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: ".NET's Max and Min on spans of one memory: pairs, overlaps at every offset, lengths, refusals",
    generate: |_, asked| {
        let each = |forms: Forms| {
            let short = [forms.values(), forms.overlaps(), forms.lengths(), forms.nans(), forms.refused()];
            short.into_iter().chain([forms.neighbours(), forms.in_place()]).flatten().collect::<Vec<_>>()
        };
        let is_asked = |it: &Forms| [it.two, it.scalar, it.reduce].into_iter().any(|operator| asked.has(operator));
        Forms::all().filter(is_asked).flat_map(each).collect()
    },
};

/// The three forms of one end of the order.
struct Forms {
    two: &'static Operator,
    scalar: &'static Operator,
    reduce: &'static Operator,
}

/// Elements of the spans that overlap.
const OVERLAPPING: usize = 9;

/// Lengths of which the destination is an operand: beyond two vectors, and beyond a block and a page.
const IN_PLACE: [usize; 2] = [83, 4_109];

/// The longest of the lengths that are all tried.
const EVERY_LENGTH: usize = 67;

impl Forms {
    /// Those of each end of the order, of which a NaN is the result.
    fn all() -> impl Iterator<Item = Self> {
        let of = |form: Form| of_form(move |it| it == form).filter(|operator| operator.nan == NanRule::Propagates);
        let forms = of(Form::Spans).zip(of(Form::SpanAndScalar)).zip(of(Form::SpanReduction));
        forms.map(|((two, scalar), reduce)| Self { two, scalar, reduce })
    }

    fn types(&self) -> &'static [DType] {
        types(self.two)
    }

    /// A type of the operators, another one each time.
    fn type_in_turn(&self, turn: usize) -> DType {
        self.types()[turn % self.types().len()]
    }

    /// Two integers near a power of two, reduced, in both orders.
    fn neighbours(&self) -> Vec<Case> {
        let pair = |dtype: DType, width: u32, turned: bool| {
            let (low, high) = ((1 << width) - 2, ((1_u64 << width) + 1) & dtype.mask());
            let memory = tensor(dtype, &[2], |i| if (i == 0) == turned { high } else { low });
            case_of(self.reduce, NAME, &format!("neighbours-{width}"), vec![memory], &[span("x", 0, 2)])
        };
        let integers = self.types().iter().copied().filter(|&dtype| is_integer(dtype));
        let each = integers.flat_map(|dtype| widths(dtype).map(move |width| (dtype, width)));
        each.flat_map(|(dtype, width)| [false, true].map(|turned| pair(dtype, width, turned))).collect()
    }

    /// Every ordered pair of special values in two spans; every special value against a scalar of each kind; pairs reduced.
    fn values(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        for &dtype in self.types() {
            let (first, second) = (half(dtype, false), half(dtype, true));
            let count = first.len();
            let memory = tensor(dtype, &[3 * count], |i| match i / count {
                0 => first[i],
                1 => second[i - count],
                _ => 0,
            });
            let spans = [span("x", 0, count), span("y", count, count), span("destination", 2 * count, count)];
            cases.push(case_of(self.two, NAME, "pairs", vec![memory], &spans));
            let values = specials(dtype);
            for kind in kinds(dtype) {
                let row = tensor(dtype, &[values.len()], |i| values[i]);
                let scalar = tensor(dtype, &[], |_| kind.bits[0]);
                let spans = [span("x", 0, values.len()), span("destination", 0, values.len())];
                cases.push(case_of(self.scalar, NAME, &kind.name, vec![row, scalar], &spans));
            }
            let every = kinds(dtype);
            for (place, kind) in every.iter().enumerate() {
                // Every ordered pair of kinds in two types, and one in every few in the others.
                let step = if matches!(dtype, DType::F32 | DType::I32) { 1 } else { 7 };
                for other in every.iter().skip(place % step).step_by(step) {
                    let pair = tensor(dtype, &[2], |i| [kind.bits[0], other.bits[other.bits.len() - 1]][i]);
                    let slug = format!("{}-and-{}", kind.name, other.name);
                    cases.push(case_of(self.reduce, NAME, &slug, vec![pair], &[span("x", 0, 2)]));
                }
            }
        }
        cases
    }

    /// The destination at every offset of a memory that holds one of the operands in its middle.
    fn overlaps(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        let memory = 4 * OVERLAPPING + 2;
        let middle = OVERLAPPING + 1;
        for offset in 0..=memory - OVERLAPPING {
            let other = Some(self.type_in_turn(offset)).filter(|&other| other != DType::F32);
            for dtype in std::iter::once(DType::F32).chain(other) {
                let elements = || mixed(dtype, &[memory], 0, offset);
                let destination = span("destination", offset, OVERLAPPING);
                let far = memory - OVERLAPPING;
                for (slug, x, y) in
                    [("overlaps-x", middle, far), ("overlaps-y", far, middle), ("overlaps-both", middle, middle)]
                {
                    let spans = [span("x", x, OVERLAPPING), span("y", y, OVERLAPPING), destination.clone()];
                    cases.push(case_of(self.two, NAME, slug, vec![elements()], &spans));
                }
                let inputs = vec![elements(), mixed(dtype, &[], 0, offset)];
                let spans = [span("x", middle, OVERLAPPING), destination];
                cases.push(case_of(self.scalar, NAME, "overlaps-x", inputs, &spans));
            }
        }
        cases
    }

    /// The destination on one of two operands, in a call of several vectors and in a long one: on the first, where
    /// [`length`](super::length) has no such call, and on the second.
    fn in_place(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        for &dtype in self.types() {
            for (length, on) in [(IN_PLACE[0], 1), (IN_PLACE[1], 0), (IN_PLACE[1], 1)] {
                let memory = unlike(dtype, &[2 * length], 96 + on);
                let spans = [span("x", 0, length), span("y", length, length), span("destination", on * length, length)];
                cases.push(case_of(self.two, NAME, ["on-x", "on-y"][on], vec![memory], &spans));
            }
        }
        cases
    }

    /// Every length, with a destination of as many elements or of some more, and starts off a boundary.
    fn lengths(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        for length in 0..=EVERY_LENGTH {
            let dtype = self.type_in_turn(length);
            let (start, more) = (length % 5, length % 3);
            let memory = start + 3 * length + more;
            let elements = || mixed(dtype, &[memory], 0, length);
            let x = span("x", start, length);
            let destination = span("destination", start + 2 * length, length + more);
            let spans = [x.clone(), span("y", start + length, length), destination.clone()];
            cases.push(case_of(self.two, NAME, "length", vec![elements()], &spans));
            let inputs = vec![elements(), mixed(dtype, &[], 1, length)];
            cases.push(case_of(self.scalar, NAME, "length", inputs, &[x.clone(), destination]));
            if length > 0 {
                cases.push(case_of(self.reduce, NAME, "length", vec![elements()], &[x]));
            }
        }
        cases
    }

    /// Two NaNs among numbers, the first at every position of a reduction.
    fn nans(&self) -> Vec<Case> {
        const LENGTH: usize = 35;
        let mut cases = Vec::new();
        for &dtype in self.types() {
            let Some(landmarks) = Landmarks::of(dtype) else { continue };
            for first in 0..LENGTH {
                let second = (first + 11).min(LENGTH - 1);
                let row = tensor(dtype, &[LENGTH], |i| {
                    if i == first || i == second { landmarks.nan(i + 1) } else { landmarks.finite(i) }
                });
                cases.push(case_of(self.reduce, NAME, "two-nans", vec![row], &[span("x", 0, LENGTH)]));
            }
            let zeros = tensor(dtype, &[LENGTH], |i| if i == 20 { 0 } else { landmarks.sign });
            cases.push(case_of(self.reduce, NAME, "zero", vec![zeros.clone()], &[span("x", 0, LENGTH)]));
            let negative = tensor(dtype, &[LENGTH], |i| if i == 20 { landmarks.sign } else { 0 });
            cases.push(case_of(self.reduce, NAME, "negative-zero", vec![negative], &[span("x", 0, LENGTH)]));
        }
        cases
    }

    /// Lengths that differ, a destination that is too short, an empty reduction; and spans that there are not.
    fn refused(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        for &dtype in self.types() {
            let memory = || vec![mixed(dtype, &[12], 0, 3)];
            let mut two = |slug: &str, x: usize, y: usize, destination: usize| {
                let spans = [span("x", 0, x), span("y", 4, y), span("destination", 8, destination)];
                cases.push(case_of(self.two, NAME, slug, memory(), &spans));
            };
            two("x-is-longer", 4, 3, 4);
            two("y-is-longer", 3, 4, 4);
            two("y-is-empty", 4, 0, 4);
            two("short-destination", 4, 4, 3);
            two("empty-destination", 4, 4, 0);
            two("out-of-memory", 4, 4, 5);
            let with_scalar = [memory(), vec![mixed(dtype, &[], 0, 1)]].concat();
            let short = [span("x", 0, 5), span("destination", 8, 4)];
            cases.push(case_of(self.scalar, NAME, "short-destination", with_scalar.clone(), &short));
            let overlap = [span("x", 0, 5), span("destination", 4, 5)];
            cases.push(case_of(self.scalar, NAME, "overlaps-by-one", with_scalar.clone(), &overlap));
            // What of the destination gets no result is a part of it.
            let [unused, nothing] = [3, 0].map(|length| [span("x", 5, length), span("destination", 2, 4)]);
            let y = |start: usize, length: usize| span("y", start, length);
            cases.push(case_of(self.scalar, NAME, "overlaps-the-unused-end", with_scalar.clone(), &unused));
            let first = [unused.as_slice(), &[y(9, 3)]].concat();
            cases.push(case_of(self.two, NAME, "overlaps-the-unused-end", memory(), &first));
            let second = [span("x", 9, 3), y(5, 3), span("destination", 2, 4)];
            cases.push(case_of(self.two, NAME, "overlaps-the-unused-end", memory(), &second));
            // What has no element overlaps nothing.
            cases.push(case_of(self.scalar, NAME, "nothing-inside", with_scalar, &nothing));
            let both = [nothing.as_slice(), &[y(4, 0)]].concat();
            cases.push(case_of(self.two, NAME, "nothing-inside", memory(), &both));
            cases.push(case_of(self.reduce, NAME, "empty", memory(), &[span("x", 5, 0)]));
            cases.push(case_of(
                self.reduce,
                NAME,
                "empty-memory",
                vec![tensor(dtype, &[0], |_| 0)],
                &[span("x", 0, 0)],
            ));
        }
        cases
    }
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Facts, InvalidCase};

    use super::*;
    use crate::{Asked, Settings};

    #[test]
    fn every_offset_is_tried_and_most_overlap() {
        let cases = (SOURCE.generate)(&Settings::default(), &Asked::ALL);
        let overlapping = cases.iter().filter(|case| case.slug().starts_with("overlaps"));
        let (mut refused, mut in_place, mut apart) = (0, 0, 0);
        for case in overlapping {
            match Facts::new(case).invalid() {
                Some(InvalidCase::Overlap(_)) => refused += 1,
                Some(other) => panic!("{}: {other}", case.id()),
                None if case.attributes["x"] == case.attributes["destination"] => in_place += 1,
                None => apart += 1,
            }
        }
        assert!(refused > 200 && in_place > 5 && apart > 50, "{refused} {in_place} {apart}");
    }
}
