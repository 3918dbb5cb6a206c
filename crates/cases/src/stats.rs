//! What a set of cases reaches, so that no one takes a large number for a thorough one.

use std::collections::{BTreeMap, BTreeSet};

use opconform_spec::{Case, Facts};
use opconform_tensor::{Class, DType, Tensor, broadcast, broadcast_indices, element_count};

/// How the shapes of a case's operands relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ShapeClass {
    /// There is no operand.
    NoOperand,
    /// The shapes do not broadcast.
    Clash,
    /// The result has no element.
    Empty,
    /// One operand.
    OneOperand,
    /// Several operands, all of rank 0.
    Scalars,
    /// Several operands of one shape.
    Equal,
    /// Some operand has the result's shape, and another does not.
    OneSided,
    /// No operand has the result's shape.
    AllSided,
}

impl ShapeClass {
    /// Every class.
    pub const ALL: [Self; 8] = [
        Self::NoOperand,
        Self::Clash,
        Self::Empty,
        Self::OneOperand,
        Self::Scalars,
        Self::Equal,
        Self::OneSided,
        Self::AllSided,
    ];

    /// The class of a case, of its operands, at any operator set as if it broadcast.
    pub fn of(case: &Case) -> Self {
        let shapes: Vec<&[usize]> = case.operands().iter().map(Tensor::shape).collect();
        match (broadcast(shapes.iter().copied()), shapes.as_slice()) {
            (_, []) => Self::NoOperand,
            (Err(_), _) => Self::Clash,
            (Ok(result), _) if result.contains(&0) => Self::Empty,
            (Ok(_), [_]) => Self::OneOperand,
            (Ok(result), _) if result.is_empty() => Self::Scalars,
            (Ok(result), shapes) => match shapes.iter().filter(|shape| **shape == result).count() {
                0 => Self::AllSided,
                count if count == shapes.len() => Self::Equal,
                _ => Self::OneSided,
            },
        }
    }
}

/// The distribution of a set of cases.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Cases.
    pub cases: usize,
    /// Elements of all results; a case whose shapes clash has none.
    pub output_elements: usize,
    /// Bytes of all operands.
    pub input_bytes: usize,
    /// Distinct operators of ONNX, operator sets, attributes, element types and shapes: what a runtime that compiles for each
    /// of these compiles.
    pub signatures: usize,
    /// Cases by element type, as in their ids, and shape class.
    pub shapes: BTreeMap<(&'static str, ShapeClass), usize>,
    /// Cases by the rank of the result.
    pub ranks: BTreeMap<usize, usize>,
    /// Elements of the result by the classes of the values that an operand and the next one bring to them.
    pub pairs: BTreeMap<(DType, Class, Class), usize>,
}

impl Stats {
    /// The distribution of `cases`.
    pub fn of<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Self {
        let mut stats = Self::default();
        let mut signatures = BTreeSet::new();
        for case in cases {
            stats.cases += 1;
            stats.input_bytes += case.inputs.iter().map(|input| input.bytes().len()).sum::<usize>();
            let signature = case.inputs.iter().map(|input| (input.dtype(), input.shape())).collect::<Vec<_>>();
            if case.operator.form.is_onnx() {
                signatures.insert((
                    case.operator.qualified(),
                    case.opset,
                    format!("{:?}", case.attributes),
                    signature,
                    case.way,
                ));
            }
            let result = Facts::new(case).shape().map(<[usize]>::to_vec);
            if let Some(count) = result.as_deref().and_then(element_count) {
                stats.output_elements += count;
            }
            // How operands broadcast is nothing to say of a reduction, of spans, or of a sub-sequence.
            if !case.operator.form.broadcasts() {
                continue;
            }
            *stats.shapes.entry((case.types().name(), ShapeClass::of(case))).or_default() += 1;
            if let Ok(result) = broadcast(case.operands().iter().map(Tensor::shape)) {
                *stats.ranks.entry(result.len()).or_default() += 1;
                stats.count_pairs(case.operands(), &result);
            }
        }
        stats.signatures = signatures.len();
        stats
    }

    fn count_pairs(&mut self, inputs: &[Tensor], result: &[usize]) {
        let classes = |input: &Tensor| -> Vec<Class> {
            let classes: Vec<Class> = input.to_bits().iter().map(|&bits| Class::of(input.dtype(), bits)).collect();
            if input.shape() == result {
                return classes;
            }
            broadcast_indices(input.shape(), result).into_iter().map(|position| classes[position]).collect()
        };
        for pair in inputs.windows(2) {
            let dtype = pair[0].dtype();
            if pair[1].dtype() != dtype {
                continue;
            }
            for (first, second) in classes(&pair[0]).into_iter().zip(classes(&pair[1])) {
                *self.pairs.entry((dtype, first, second)).or_default() += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::{case, mixed_inputs, tensor};

    #[test]
    fn shapes_are_told_apart() {
        let class = |shapes: &[&[usize]]| ShapeClass::of(&case("test", "shapes", mixed_inputs(DType::I8, shapes, 0)));
        assert_eq!(class(&[]), ShapeClass::NoOperand);
        assert_eq!(class(&[&[2], &[3]]), ShapeClass::Clash);
        assert_eq!(class(&[&[0], &[1]]), ShapeClass::Empty);
        assert_eq!(class(&[&[]]), ShapeClass::OneOperand);
        assert_eq!(class(&[&[], &[]]), ShapeClass::Scalars);
        assert_eq!(class(&[&[2, 3], &[2, 3]]), ShapeClass::Equal);
        assert_eq!(class(&[&[2, 3], &[3]]), ShapeClass::OneSided);
        assert_eq!(class(&[&[2, 1], &[3]]), ShapeClass::AllSided);
    }

    #[test]
    fn pairs_are_counted_where_they_meet() {
        let row = tensor(DType::F32, &[2], |i| [0, 0x7fc0_0000][i]);
        let column = tensor(DType::F32, &[3, 1], |_| 0x8000_0000);
        let stats = Stats::of(&[case("test", "pairs", vec![row, column])]);
        let zero = ((DType::F32, Class::PositiveZero, Class::NegativeZero), 3);
        let nan = ((DType::F32, Class::QuietNan, Class::NegativeZero), 3);
        assert_eq!(stats.pairs, BTreeMap::from([zero, nan]));
        assert_eq!((stats.cases, stats.output_elements, stats.input_bytes, stats.signatures), (1, 6, 20, 1));
        assert_eq!(stats.ranks, BTreeMap::from([(2, 1)]));
    }
}
