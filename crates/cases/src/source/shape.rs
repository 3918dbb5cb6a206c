//! Ranks, broadcast patterns, long and short periods, and shapes that must be refused, at every operator set.

use opconform_spec::Case;
use opconform_tensor::DType;

use super::Source;
use crate::draft::{case, case_at, max, mixed_inputs, type_in_turn, types};

mod pattern;
mod period;

const NAME: &str = "shape";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "ranks 0 to 9, broadcast patterns, long and short periods, shapes to refuse, by operator set",
    generate: |_, _| [basic(), ranks(), patterns(), period::generate(), refused(), versions()].concat(),
};

/// What every type meets: a slug, and the shapes of the operands.
const BASIC: [(&str, &[&[usize]]); 13] = [
    ("one-operand", &[&[3]]),
    ("one-operand", &[&[]]),
    ("one-operand", &[&[2, 0]]),
    ("equal", &[&[], &[]]),
    ("equal", &[&[2, 3], &[2, 3]]),
    ("broadcast", &[&[], &[3]]),
    ("broadcast", &[&[2, 3], &[3]]),
    ("broadcast", &[&[2, 1], &[3]]),
    ("broadcast", &[&[2, 1, 1], &[3, 1], &[4]]),
    ("empty", &[&[0], &[0]]),
    ("empty", &[&[0], &[1]]),
    ("empty", &[&[3, 0], &[1]]),
    ("refused", &[&[2], &[3]]),
];

/// Pairs of shapes of as many elements.
const AS_MANY: [&[&[usize]]; 3] = [&[&[2, 3], &[3, 2]], &[&[], &[1]], &[&[2], &[2, 1]]];

fn basic() -> Vec<Case> {
    let each = |dtype: DType| {
        BASIC.iter().enumerate().map(move |(turn, (slug, shapes))| case(NAME, slug, mixed_inputs(dtype, shapes, turn)))
    };
    types().iter().flat_map(|&dtype| each(dtype)).collect()
}

/// Ranks 0 to 9: equal shapes, single elements, each operand broadcast along every other axis, and against a scalar.
fn ranks() -> Vec<Case> {
    let mut cases = Vec::new();
    for rank in 0..=9 {
        let full = vec![2; rank];
        let ones = vec![1; rank];
        let even: Vec<usize> = (0..rank).map(|axis| 1 + axis % 2).collect();
        let odd: Vec<usize> = (0..rank).map(|axis| 2 - axis % 2).collect();
        let pairs: [(&str, &[usize], &[usize]); 5] = [
            ("rank-equal", &full, &full),
            ("rank-single", &ones, &ones),
            ("rank-alternating", &even, &odd),
            ("rank-scalar", &full, &[]),
            ("rank-short", &even, &full[rank / 2..]),
        ];
        for (i, (slug, first, second)) in pairs.into_iter().enumerate() {
            let turn = rank * pairs.len() + i;
            cases.push(case(NAME, slug, mixed_inputs(DType::F32, &[first, second], turn)));
            let dtype = type_in_turn(turn);
            if dtype != DType::F32 {
                cases.push(case(NAME, slug, mixed_inputs(dtype, &[second, first], turn)));
            }
        }
    }
    cases
}

fn patterns() -> Vec<Case> {
    let each = |(turn, (first, second)): (usize, (Vec<usize>, Vec<usize>))| {
        case(NAME, "pattern", mixed_inputs(type_in_turn(turn), &[&first, &second], turn))
    };
    pattern::broadcasts().into_iter().enumerate().map(each).collect()
}

/// More than two operands that agree in pairs only, and every clash of two dimensions on every axis up to rank 4.
fn refused() -> Vec<Case> {
    let triples: [&[&[usize]]; 4] =
        [&[&[1], &[2], &[3]], &[&[2, 1], &[1, 3], &[4]], &[&[2, 3], &[2, 3], &[2]], &[&[], &[0], &[2]]];
    let pairs = pattern::clashes();
    let pairs = pairs.iter().map(|(first, second)| vec![first.as_slice(), second.as_slice()]);
    let all = triples.into_iter().map(<[_]>::to_vec).chain(pairs);
    all.enumerate()
        .map(|(turn, shapes)| case(NAME, "refused", mixed_inputs(type_in_turn(turn), &shapes, turn)))
        .collect()
}

/// The shapes of [`BASIC`] at every older operator set. Those of 1 and 6 do not broadcast.
fn versions() -> Vec<Case> {
    let mut cases = Vec::new();
    for &opset in max().versions.iter().filter(|&&opset| opset != max().newest()) {
        for &dtype in (max().types)(opset).iter().filter(|dtype| dtype.is_float() || **dtype == DType::I32) {
            for (turn, (slug, shapes)) in BASIC.iter().enumerate() {
                let refused = opset < 8 && shapes.iter().any(|shape| *shape != shapes[0]);
                let slug = if refused { "refused" } else { slug };
                cases.push(case_at(opset, NAME, slug, mixed_inputs(dtype, shapes, turn)));
            }
            // Operands of as many elements are no operands of one shape.
            for (turn, shapes) in AS_MANY.iter().enumerate().filter(|_| opset < 8) {
                cases.push(case_at(opset, NAME, "refused", mixed_inputs(dtype, shapes, turn)));
            }
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use opconform_spec::Facts;

    use super::*;

    #[test]
    fn the_slug_tells_whether_the_shapes_are_refused() {
        for case in (SOURCE.generate)(&crate::Settings::default(), &crate::Asked::ALL) {
            let refused = Facts::new(&case).invalid().is_some();
            assert_eq!(case.slug() == "refused", refused, "{}", case.id());
        }
    }

    #[test]
    fn every_type_meets_every_basic_shape() {
        assert_eq!(basic().len(), BASIC.len() * types().len());
    }
}
