//! The examples that the source documents print, with their results. SONNX's and .NET's documents print none; ONNX's pages of
//! `Max` and `Min` print them as node tests.

use opconform_spec::{Attribute, Case, Operator, Origin};
use opconform_tensor::{DType, Tensor, Value};

use super::Source;
use crate::draft::{named, operator, types};
use crate::values::Landmarks;

const NAME: &str = "printed";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "the examples that ONNX, Paddle and Mars print, with the results that they print",
    generate: |_, _| [max_min(), reduce_max(), paddle(), mars()].concat(),
};

fn parsed(dtype: DType, shape: &[usize], elements: &str) -> Tensor {
    let value = |text| match Landmarks::of(dtype) {
        Some(landmarks) if text == "nan" => landmarks.nan(0),
        _ => Value::parse(dtype, text).expect("a printed value").bits(),
    };
    let bits: Vec<u64> = elements.split_whitespace().map(value).collect();
    Tensor::from_bits(dtype, shape, &bits).expect("as many values as the shape has")
}

fn example(
    operator: &'static Operator,
    opset: u32,
    slug: &str,
    inputs: Vec<Tensor>,
    attributes: &[(&str, Attribute)],
    printed: Tensor,
) -> Case {
    Case::new(operator, opset, inputs, slug, Origin { source: NAME.into(), seed: None })
        .with_attributes(named(attributes))
        .with_published(printed)
}

/// The node tests of `Max` and `Min` 13: one, two and three operands, and two of every number type but bfloat16.
fn max_min() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, third, [three, two]) in [("Max", "2 5 3", ["3 5 4", "3 4 4"]), ("Min", "2 5 0", ["1 2 0", "1 2 1"])] {
        let of = |slug: &str, dtype, inputs: &[&str], printed| {
            let parsed = |elements| parsed(dtype, &[3], elements);
            let inputs = inputs.iter().map(|elements| parsed(elements)).collect();
            example(operator(name), 13, slug, inputs, &[], parsed(printed))
        };
        let (first, second) = ("3 2 1", "1 4 4");
        cases.push(of("node-test-example", DType::F32, &[first, second, third], three));
        cases.push(of("node-test-one-input", DType::F32, &[first], first));
        let types = types().iter().copied().filter(|&dtype| dtype != DType::Bf16);
        cases.extend(types.map(|dtype| of("node-test-two-inputs", dtype, &[first, second], two)));
    }
    cases
}

/// The four examples of `ReduceMax` 13 and before; one with an axis below zero from 11.
fn reduce_max() -> Vec<Case> {
    let data = || vec![parsed(DType::F32, &[3, 2, 2], "5 1 20 2 30 1 40 2 55 1 60 2")];
    let axes = |axis| ("axes", Attribute::Ints(vec![axis]));
    let keepdims = |keep| ("keepdims", Attribute::Int(keep));
    let rows = "20 2 40 2 60 2";
    let of = |opset, slug: &str, attributes: &[(&str, Attribute)], shape: &[usize], printed| {
        example(operator("ReduceMax"), opset, slug, data(), attributes, parsed(DType::F32, shape, printed))
    };
    let mut cases = Vec::new();
    for opset in [1, 11, 12, 13] {
        cases.push(of(opset, "seed-002-do-not-keepdims", &[axes(1), keepdims(0)], &[3, 2], rows));
        cases.push(of(opset, "seed-002-keepdims", &[axes(1), keepdims(1)], &[3, 1, 2], rows));
        cases.push(of(opset, "seed-002-default-axes-keepdims", &[keepdims(1)], &[1, 1, 1], "60"));
        if opset >= 11 {
            cases.push(of(opset, "seed-002-negative-axes-keepdims", &[axes(-2), keepdims(1)], &[3, 1, 2], rows));
        }
    }
    // The node test of the current standard, whose operands the seed does not print: false is below true.
    let truths = parsed(DType::Bool, &[4, 2], "true true true false false true false false");
    let inputs = vec![truths, Tensor::from_bits(DType::I64, &[1], &[1]).expect("one axis")];
    let printed = parsed(DType::Bool, &[4, 1], "true true true false");
    cases.push(example(operator("ReduceMax"), 20, "node-test-bool-inputs", inputs, &[keepdims(1)], printed));
    cases
}

/// The four printed results; the first two print floats for integers.
fn paddle() -> Vec<Case> {
    let two = |dtype, [x, y]: [(&[usize], &str); 2]| vec![parsed(dtype, x.0, x.1), parsed(dtype, y.0, y.1)];
    let of = |slug: &str, inputs: Vec<Tensor>, attributes: &[(&str, Attribute)], printed: &str| {
        let (dtype, shape) = (inputs[0].dtype(), inputs[0].shape().to_vec());
        example(operator("paddle.maximum"), 1, slug, inputs, attributes, parsed(dtype, &shape, printed))
    };
    vec![
        of("seed-003-equal-shapes", two(DType::I64, [(&[2, 2], "1 2 3 4"), (&[2, 2], "5 6 7 8")]), &[], "5 6 7 8"),
        of(
            "seed-003-axis-1",
            two(DType::I64, [(&[1, 2, 3], "1 2 3 1 2 3"), (&[2], "1 2")]),
            &[("axis", Attribute::Int(1))],
            "1 2 3 2 2 3",
        ),
        of("seed-003-nan", two(DType::F32, [(&[3], "2 3 5"), (&[3], "1 4 nan")]), &[], "2 4 nan"),
        of("seed-003-inf", two(DType::F32, [(&[3], "5 3 inf"), (&[3], "1 4 5")]), &[], "5 4 inf"),
    ]
}

fn mars() -> Vec<Case> {
    let of = |slug: &str, x: (DType, &[usize], &str), y: (DType, &[usize], &str), printed: (&[usize], &str)| {
        let inputs = [x, y].map(|(dtype, shape, elements)| parsed(dtype, shape, elements)).into();
        example(operator("numpy.maximum"), 1, slug, inputs, &[], parsed(x.0, printed.0, printed.1))
    };
    let (float, integer) = (DType::F64, DType::I64);
    vec![
        of("seed-004-integers", (integer, &[3], "2 3 4"), (integer, &[3], "1 5 2"), (&[3], "2 5 4")),
        of("seed-004-broadcasting", (float, &[2, 2], "1 0 0 1"), (float, &[2], "0.5 2"), (&[2, 2], "1 2 0.5 2")),
        of("seed-004-nans", (float, &[3], "nan 0 nan"), (float, &[3], "0 nan nan"), (&[3], "nan nan nan")),
        of("seed-004-inf", (float, &[], "inf"), (float, &[], "1"), (&[], "inf")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Asked, Settings};

    #[test]
    fn every_example_carries_its_result_and_is_named_after_its_document() {
        let cases = (SOURCE.generate)(&Settings::default(), &Asked::ALL);
        assert_eq!(cases.len(), 2 * (1 + 1 + 11) + (3 + 4 + 4 + 4) + 1 + 4 + 4);
        for case in cases {
            assert!(case.published.is_some(), "{}", case.id());
            assert!(case.slug().starts_with("seed-00") || case.slug().starts_with("node-test"), "{}", case.id());
        }
    }
}
