//! ONNX `Max` and `Clip`.

use super::{Defect, Effect, quote};
use crate::document::Document;
use crate::family::Family;
use crate::gap;

pub(super) const DEFECTS: &[Defect] = &[
    Defect {
        id: "ONNX-D01",
        family: Family::Onnx,
        document: "ONNX Max, ReduceMax and Clip, all versions",
        quotes: &[
            quote(
                Document::OnnxOperators,
                &["**Max-13**"],
                "Element-wise max of each of the input tensors (with Numpy-style broadcasting support).",
            ),
            quote(
                Document::OnnxOperators,
                &["**ReduceMax-20**"],
                "Computes the max of the input tensor's elements along the provided axes.",
            ),
        ],
        text: "neither NaN nor the sign of zero is named",
        effect: Effect::Gap { name: gap::ONNX_NAN, example: "max/f32/nan-vs-inf/2*1#04e25e6e" },
        proposed: None,
    },
    Defect {
        id: "ONNX-D02",
        family: Family::Onnx,
        document: "ONNX Clip, all versions",
        quotes: &[quote(
            Document::OnnxOperators,
            &["**Clip-13**"],
            "They default to numeric_limits::lowest() and numeric_limits::max(), respectively.",
        )],
        text: "a bound that is missing is the last finite number by the text, and none by the reference evaluator, nor by the function body of Clip-13",
        effect: Effect::Gap { name: gap::MISSING_BOUND, example: "clip/f32/length/7#c439cda2" },
        proposed: None,
    },
    Defect {
        id: "ONNX-D03",
        family: Family::Onnx,
        document: "ONNX Clip-1 to -12",
        quotes: &[quote(
            Document::OnnxOperators,
            &["**Clip-12**"],
            "The interval is specified by the inputs 'min' and 'max'.",
        )],
        text: "which bound an element becomes where the lower is above the upper is not said",
        effect: Effect::Gap { name: gap::CROSSED, example: "clip-12/i8/min-max/9+2*scalar#4a4f9e66" },
        proposed: None,
    },
    Defect {
        id: "ONNX-D04",
        family: Family::Onnx,
        document: "ONNX Clip-11 to -13",
        quotes: &[quote(
            Document::OnnxOperators,
            &["**Clip-13**", "Inputs"],
            "Minimum value, under which element is replaced by min. It must be a scalar(tensor of empty shape).",
        )],
        text: "\"It must be a scalar\", of a bound, while the reference evaluator takes one of any shape that broadcasts",
        effect: Effect::Verdict {
            says: "ONNX-CLIP-SCALAR asks for a refusal of a bound of rank 1, which the reference evaluator takes.",
            example: Some("clip/f32/bounds-of-rank-1/5+2*1#9b38024f"),
        },
        proposed: None,
    },
    Defect {
        id: "ONNX-D12",
        family: Family::Onnx,
        document: "ONNX Max-8 to -13",
        quotes: &[quote(
            Document::OnnxOperators,
            &["**Max-13**"],
            "This operator supports **multidirectional (i.e., Numpy-style) broadcasting**",
        )],
        text: "that shapes which do not broadcast are an error is said by shape inference alone",
        effect: Effect::Gap { name: gap::NO_BROADCAST, example: "max/f32/refused/2+3#69146f75" },
        proposed: None,
    },
];
