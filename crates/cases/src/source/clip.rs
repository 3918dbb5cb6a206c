//! `Clip`: every special value between every two bounds that tell something apart, of which either may be missing.

use opconform_spec::{Attribute, Case, Kind, Operator, Origin, Way};
use opconform_tensor::{DType, Tensor};

use super::{Asked, Source, Ways};
use crate::call::types;
use crate::draft::{mixed, named, operator, tensor};
use crate::values::{Landmarks, extremes, specials};

const NAME: &str = "clip";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "Clip between every two telling bounds, without one or both, crossed, as attributes, not scalar, and in every way",
    generate: |settings, asked| {
        if !asked.has(clip()) {
            return Vec::new();
        }
        [intervals(asked), lengths(), shapes(), attributes(), ill_formed(), ways(settings.ways), tails()].concat()
    },
};

/// Lengths around those of vectors, and beyond several of them.
const LENGTHS: [usize; 14] = [0, 1, 2, 7, 8, 9, 15, 17, 31, 33, 63, 65, 129, 1000];

/// Lengths that leave elements over after the vectors of every width, and after blocks of them.
const TAILS: [usize; 2] = [131, 1031];

/// Shapes of every rank, with dimensions of 0 and of 1.
const SHAPES: [&[usize]; 9] = [&[], &[0], &[1], &[2, 0], &[2, 3], &[3, 1], &[1, 1, 2], &[2, 2, 2, 2], &[1, 2, 1, 2, 1]];

/// Bounds that are attributes, as floats, each of which float16 has too. The last is a signalling NaN.
const ATTRIBUTES: [Option<f32>; 9] = [
    None,
    Some(0.0),
    Some(-0.0),
    Some(1.5),
    Some(-2.0),
    Some(f32::INFINITY),
    Some(f32::NEG_INFINITY),
    Some(f32::NAN),
    Some(f32::from_bits(0x7fa0_0000)),
];

/// Of bounds that are attributes, and of older operator sets, one pair in so many is tried.
const FEW: usize = 5;

fn clip() -> &'static Operator {
    operator("Clip")
}

/// A case of bounds that are inputs.
fn between(opset: u32, slug: &str, data: Tensor, bounds: [Option<Tensor>; 2]) -> Case {
    let (mut inputs, mut attributes) = (vec![data], Vec::new());
    for (name, bound) in ["min", "max"].into_iter().zip(bounds) {
        let Some(bound) = bound else { continue };
        attributes.push((name, Attribute::Input { input: inputs.len() }));
        inputs.push(bound);
    }
    case(opset, slug, inputs, &attributes)
}

fn case(opset: u32, slug: &str, inputs: Vec<Tensor>, attributes: &[(&str, Attribute)]) -> Case {
    let origin = Origin { source: NAME.into(), seed: None };
    Case::new(clip(), opset, inputs, slug, origin).with_attributes(named(attributes))
}

fn scalar(dtype: DType, bits: u64) -> Tensor {
    tensor(dtype, &[], |_| bits)
}

/// Bounds that tell something apart: the ends of the type, both zeros, numbers of either sign, and of floats a NaN.
fn telling(dtype: DType) -> Vec<u64> {
    let (least, greatest) = extremes(dtype);
    match Landmarks::of(dtype) {
        Some(landmarks) => {
            let &Landmarks { sign, one, .. } = landmarks;
            vec![least, sign | one, sign, 0, one, greatest - 1, greatest, landmarks.nan(1)]
        }
        None if least == 0 => vec![0, 1, greatest >> 1, dtype.top_bit(), greatest - 1, greatest],
        None => vec![least, dtype.mask(), 0, 1, greatest - 1, greatest],
    }
}

/// How many of the bounds there are, in words.
fn word(bounds: [Option<u64>; 2]) -> &'static str {
    match bounds {
        [None, None] => "unbounded",
        [Some(_), None] => "min",
        [None, Some(_)] => "max",
        [Some(_), Some(_)] => "min-max",
    }
}

/// Every pair of these bounds, or one, or none.
fn pairs<T: Copy>(bounds: &[T]) -> Vec<[Option<T>; 2]> {
    let each = || [None].into_iter().chain(bounds.iter().copied().map(Some));
    each().flat_map(|min| each().map(move |max| [min, max])).collect()
}

/// The special values of a type between every two telling bounds; at older operator sets that take the type, between some.
fn intervals(asked: &Asked) -> Vec<Case> {
    let of = |&dtype: &DType| {
        let values = specials(dtype);
        let data = tensor(dtype, &[values.len()], |i| values[i]);
        let pairs = pairs(&telling(dtype));
        let opsets = [11, 12, 13].into_iter().filter(move |&opset| (clip().types)(opset).contains(&dtype));
        let cases = opsets.flat_map(move |opset| {
            let every = if opset == clip().newest() { 1 } else { FEW };
            let data = data.clone();
            pairs.clone().into_iter().step_by(every).map(move |bounds| {
                let inputs = bounds.map(|bound| bound.map(|bits| scalar(dtype, bits)));
                between(opset, word(bounds), data.clone(), inputs)
            })
        });
        cases.collect::<Vec<_>>()
    };
    types(clip()).iter().filter(|&&dtype| asked.takes(clip(), dtype)).flat_map(of).collect()
}

/// The bounds that tensors of any shape are put between, by turns.
fn in_turn(dtype: DType, turn: usize) -> [Option<u64>; 2] {
    let bounds = telling(dtype);
    let (low, high) = (bounds[1], bounds[bounds.len() / 2]);
    [[Some(low), Some(high)], [Some(low), None], [None, Some(high)], [None, None]][turn % 4]
}

fn turned(dtype: DType, slug: &str, shape: &[usize], turn: usize, offset: usize) -> Case {
    let bounds = in_turn(dtype, turn).map(|bound| bound.map(|bits| scalar(dtype, bits)));
    between(clip().newest(), slug, mixed(dtype, shape, 0, turn).with_offset(offset), bounds)
}

fn lengths() -> Vec<Case> {
    let each = |(turn, &dtype): (usize, &DType)| {
        let of = move |(place, &length): (usize, &usize)| {
            turned(dtype, "length", &[length], turn + place, usize::from(place % 3 == 1))
        };
        LENGTHS.iter().enumerate().map(of).collect::<Vec<_>>()
    };
    [DType::F32, DType::F16, DType::I8, DType::I64].iter().enumerate().flat_map(each).collect()
}

fn shapes() -> Vec<Case> {
    let each = |(turn, &dtype): (usize, &DType)| {
        SHAPES.iter().map(|shape| turned(dtype, "shape", shape, turn, 0)).collect::<Vec<_>>()
    };
    types(clip()).iter().enumerate().flat_map(each).collect()
}

/// Bounds that are attributes: floats of 32 bits, whatever the element type.
fn attributes() -> Vec<Case> {
    let mut cases = Vec::new();
    for opset in [1, 6] {
        for &dtype in (clip().types)(opset) {
            let values = specials(dtype);
            let data = tensor(dtype, &[values.len()], |i| values[i]);
            let pairs = pairs(&ATTRIBUTES).into_iter().map(|bounds| bounds.map(Option::flatten));
            // Each has another part of them.
            let begin = cases.len();
            for bounds in pairs.skip(begin % FEW).step_by(FEW) {
                let float = |(name, bound): (&'static str, Option<f32>)| {
                    Some((name, Attribute::Float { f32: bound?.to_bits() }))
                };
                let given: Vec<_> = ["min", "max"].into_iter().zip(bounds).filter_map(float).collect();
                let slug = word(bounds.map(|bound| bound.map(|bound| bound.to_bits().into())));
                cases.push(case(opset, slug, vec![data.clone()], &given));
            }
            let inexact = [("min", Attribute::Float { f32: 0.1_f32.to_bits() })];
            cases.push(case(opset, "inexact", vec![data], &inexact));
        }
    }
    let consumed = [("consumed_inputs", Attribute::Ints(vec![0]))];
    cases.push(case(1, "consumed-inputs", vec![mixed(DType::F32, &[9], 0, 0)], &consumed));
    let mut seen = std::collections::HashSet::new();
    cases.retain(|case| seen.insert(case.id().to_owned()));
    cases
}

/// Bounds that are no scalars or of another type, types that are not listed, and inputs that no attribute names.
fn ill_formed() -> Vec<Case> {
    let newest = clip().newest();
    let data = |dtype: DType| mixed(dtype, &[5], 0, 1);
    let mut cases = Vec::new();
    for &dtype in types(clip()) {
        let one = telling(dtype)[3];
        let other = if dtype == DType::F32 { DType::F64 } else { DType::F32 };
        let shaped = |shape: &[usize]| Some(tensor(dtype, shape, |_| one));
        cases.push(between(newest, "bound-of-rank-1", data(dtype), [shaped(&[1]), None]));
        cases.push(between(newest, "bounds-of-rank-1", data(dtype), [shaped(&[1]), shaped(&[1])]));
        cases.push(between(newest, "bound-for-each", data(dtype), [None, shaped(&[5])]));
        cases.push(between(newest, "bound-of-another-type", data(dtype), [Some(scalar(other, 0)), None]));
    }
    for opset in [6, 11, 12, 13] {
        let unlisted = |dtype: &DType| !(clip().types)(opset).contains(dtype);
        for dtype in DType::ALL.into_iter().filter(unlisted) {
            cases.push(case(opset, "unlisted", vec![data(dtype)], &[]));
            if clip().kind_of("min", opset) == Some(Kind::Input) {
                let bounds = [Some(scalar(dtype, 0)), Some(scalar(dtype, 1))];
                cases.push(between(opset, "unlisted", data(dtype), bounds));
            }
        }
    }
    cases
}

/// Rows of which every element is limited, of every type and a few elements longer than so many vectors.
fn tails() -> Vec<Case> {
    let each = |&dtype: &DType| {
        let ends: [u64; 2] = extremes(dtype).into();
        let bounds = in_turn(dtype, 0).map(|bound| bound.map(|bits| scalar(dtype, bits)));
        TAILS.map(|length| between(clip().newest(), "tail", tensor(dtype, &[length], |i| ends[i % 2]), bounds.clone()))
    };
    types(clip()).iter().flat_map(each).collect()
}

/// In every way that suits it: with both bounds, with one, and with none.
fn ways(asked: Ways) -> Vec<Case> {
    let mut cases = Vec::new();
    for dtype in [DType::F32, DType::I32] {
        let is_number = |bits: &u64| !opconform_tensor::Class::of(dtype, *bits).is_nan();
        let numbers: Vec<u64> = specials(dtype).iter().copied().filter(is_number).collect();
        let without_nan = tensor(dtype, &[2, numbers.len()], |i| numbers[i % numbers.len()]);
        let bounds = |turn| in_turn(dtype, turn).map(|bound| bound.map(|bits| scalar(dtype, bits)));
        let newest = clip().newest();
        let mut forms = vec![between(newest, "numbers", without_nan, bounds(0))];
        forms.extend((0..4).map(|turn| between(newest, "special", mixed(dtype, &[3, 40], 0, turn), bounds(turn))));
        for way in Way::all().skip(1).filter(|way| asked == Ways::All || way.is_usual()) {
            cases.extend(forms.iter().filter(|form| way.suits(form)).map(|form| form.clone().with_way(way)));
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use opconform_spec::{Facts, InvalidCase};

    use super::*;

    #[test]
    fn all_but_the_ill_formed_are_well_formed() {
        for case in [intervals(&Asked::ALL), lengths(), shapes(), ways(Ways::All), tails()].concat() {
            assert_eq!(Facts::new(&case).invalid(), None, "{}", case.id());
        }
        let inexact = |case: &Case| matches!(Facts::new(case).invalid(), Some(InvalidCase::Inexact("min")));
        // Of 0.1 there is no float of 16 bits.
        assert_eq!(attributes().iter().filter(|case| inexact(case)).count(), 2);
    }

    #[test]
    fn a_bound_may_be_missing_or_crossed_or_a_nan_in_every_float_type() {
        for &dtype in types(clip()).iter().filter(|dtype| dtype.is_float()) {
            let cases = intervals(&Asked::of(&|_, it| it == dtype));
            let slugs: BTreeSet<&str> = cases.iter().map(Case::slug).collect();
            assert_eq!(slugs, ["max", "min", "min-max", "unbounded"].into());
            let count = telling(dtype).len() + 1;
            assert_eq!(cases.iter().filter(|case| case.opset == 13).count(), count * count);
        }
    }
}
