//! Faults of an operator that limits elements by bounds.

use opconform_spec::{Attribute, Case};
use opconform_tensor::{DType, Tensor};

use super::family::{Sown, another_type, case, floats, gives, of, refused, sow, types};
use crate::common::tensor;

/// A case of `Clip` whose bounds are inputs, each a value by its name, or missing.
fn clip(dtype: DType, opset: u32, elements: &[&str], [min, max]: [Option<&str>; 2]) -> Case {
    let scalar = |name: &str| of(dtype, &[], &[name]);
    limited(opset, of(dtype, &[elements.len()], elements), [min.map(scalar), max.map(scalar)])
}

fn limited(opset: u32, data: Tensor, bounds: [Option<Tensor>; 2]) -> Case {
    let (mut inputs, mut attributes) = (vec![data], Vec::new());
    for (name, bound) in ["min", "max"].into_iter().zip(bounds) {
        let Some(bound) = bound else { continue };
        attributes.push((name, Attribute::Input { input: inputs.len() }));
        inputs.push(bound);
    }
    case("Clip", opset, inputs, &attributes)
}

pub(super) fn limits(all: &mut Vec<Sown>) {
    for &dtype in types("Clip") {
        let elements = ["1", "2", "3"];
        let both = clip(dtype, 13, &elements, [Some("2"), Some("2")]);
        let right = gives(dtype, &[3], &["2", "2", "2"]);
        let of_case = (dtype, &both);
        sow(all, "another type", of_case, &right, another_type(dtype, &[3]), &["ONNX-CLIP-TYPE"]);
        sow(all, "another shape", of_case, &right, gives(dtype, &[1, 3], &["2"; 3]), &["ONNX-CLIP-SHAPE"]);
        let fault = gives(dtype, &[3], &["1", "2", "2"]);
        sow(all, "the lower bound is lost", of_case, &right, fault, &["ONNX-CLIP-MIN"]);
        let fault = gives(dtype, &[3], &["2", "2", "3"]);
        sow(all, "the upper bound is lost", of_case, &right, fault, &["ONNX-CLIP-MAX"]);
        let fault = gives(dtype, &[3], &["2", "1", "2"]);
        sow(all, "an element within is changed", of_case, &right, fault, &["ONNX-CLIP-WITHIN"]);

        let alone = clip(dtype, 13, &elements, [None, None]);
        let right = gives(dtype, &[3], &elements);
        let expected = ["ONNX-CLIP-SHAPE", "ONNX-CLIP-TYPES"];
        sow(all, "refused", (dtype, &alone), &right, refused(), &expected);
        let upper = clip(dtype, 13, &elements, [None, Some("2")]);
        let right = gives(dtype, &[3], &["1", "2", "2"]);
        let fault = gives(dtype, &[3], &["2", "2", "3"]);
        let expected = ["ONNX-CLIP-WITHIN", "ONNX-CLIP-MAX"];
        sow(all, "the one bound there is is taken for the lower one", (dtype, &upper), &right, fault, &expected);

        let crossed = clip(dtype, 13, &elements, [Some("3"), Some("2")]);
        let (right, fault) = (gives(dtype, &[3], &["2"; 3]), gives(dtype, &[3], &["3"; 3]));
        sow(all, "of crossed bounds the lower", (dtype, &crossed), &right, fault, &["ONNX-CLIP-13-CROSSED"]);
        sow(all, "crossed bounds are refused", (dtype, &crossed), &right, refused(), &["ONNX-CLIP-13-CROSSED"]);
        if dtype != DType::Bf16 {
            let opset = if dtype.is_float() { 11 } else { 12 };
            let crossed = clip(dtype, opset, &elements, [Some("3"), Some("2")]);
            let (right, fault) = (gives(dtype, &[3], &["2"; 3]), gives(dtype, &[3], &["2", "2", "1"]));
            sow(all, "neither of crossed bounds", (dtype, &crossed), &right, fault, &["ONNX-CLIP-1-CROSSED"]);
        }
        let row = limited(13, of(dtype, &[3], &elements), [Some(of(dtype, &[1], &["2"])), None]);
        let fault = gives(dtype, &[3], &["2", "2", "3"]);
        sow(all, "a bound of rank 1", (dtype, &row), &refused(), fault, &["ONNX-CLIP-SCALAR"]);
    }
    for dtype in floats("Clip") {
        let infinite = clip(dtype, 13, &["inf"], [Some("1"), None]);
        let (right, fault) = (gives(dtype, &[1], &["inf"]), gives(dtype, &[1], &["1"]));
        sow(all, "an infinity becomes the other bound", (dtype, &infinite), &right, fault, &["ONNX-CLIP-MISSING"]);
        let nan = clip(dtype, 13, &["nan1"], [Some("1"), Some("2")]);
        let right = gives(dtype, &[1], &["nan1"]);
        sow(all, "a NaN becomes a bound", (dtype, &nan), &right, gives(dtype, &[1], &["1"]), &["ONNX-CLIP-NAN"]);
        let expected = ["ONNX-CLIP-NUMBER", "ONNX-CLIP-NAN"];
        sow(all, "a NaN becomes 0", (dtype, &nan), &right, gives(dtype, &[1], &["0.0"]), &expected);
        let bound = clip(dtype, 13, &["1"], [Some("nan1"), Some("2")]);
        let fault = gives(dtype, &[1], &["0.0"]);
        sow(all, "a bound that is a NaN gives 0", (dtype, &bound), &right, fault, &["ONNX-CLIP-NUMBER"]);
    }
    for dtype in [DType::F16, DType::F32, DType::F64] {
        let bounds =
            [("min", Attribute::Float { f32: 1.5_f32.to_bits() }), ("max", Attribute::Float { f32: 2_f32.to_bits() })];
        let attributes = case("Clip", 6, vec![tensor(dtype, &[2], &[0, 0])], &bounds);
        let (right, fault) = (gives(dtype, &[2], &["1.5"; 2]), gives(dtype, &[2], &["1"; 2]));
        sow(all, "an attribute without its fraction", (dtype, &attributes), &right, fault, &["ONNX-CLIP-MIN"]);
    }
}
