//! ONNX `ReduceMax`.

use super::{Defect, Effect, quote};
use crate::document::Document;
use crate::family::Family;
use crate::gap;

pub(super) const DEFECTS: &[Defect] = &[
    Defect {
        id: "ONNX-D05",
        family: Family::Onnx,
        document: "ONNX ReduceMax-18, -20",
        quotes: &[
            quote(
                Document::OnnxOperators,
                &["**ReduceMax-20**", "Inputs"],
                "The default is to reduce over empty axes.",
            ),
            quote(
                Document::OnnxOperators,
                &["**ReduceMax-20**", "Attributes"],
                "If false (default), reduction happens over all axes (similar to the case when `axis=None` in numpy).",
            ),
        ],
        text: "\"The default is to reduce over empty axes\", while noop_with_empty_axes = 0 reduces over all",
        effect: Effect::Verdict {
            says: "With no axes and noop_with_empty_axes = 0 all are reduced, by ONNX-RMAX-ALL-AXES: by the other sentence, none.",
            example: Some("reducemax/f32/empty-axes/2x3+0#c870d282"),
        },
        proposed: None,
    },
    Defect {
        id: "ONNX-D06",
        family: Family::Onnx,
        document: "ONNX ReduceMax, all versions",
        quotes: &[
            quote(
                Document::OnnxOperators,
                &["**ReduceMax-13**"],
                "Reduction over an empty set of values yields minus infinity (if supported by the datatype) or the minimum value of the data type otherwise.",
            ),
            quote(Document::OnnxOperators, &["**ReduceMax-13**"], "The above behavior is similar to numpy"),
        ],
        text: "\"similar to numpy\", which refuses an empty maximum, next to an identity for it, which 1.15 added to every version but 12",
        effect: Effect::Verdict {
            says: "ONNX-RMAX-EMPTY asks for the identity, where NumPy refuses.",
            example: Some("reducemax/f32/empty-set/2x0+1#7e967696"),
        },
        proposed: None,
    },
    Defect {
        id: "ONNX-D07",
        family: Family::Onnx,
        document: "ONNX ReduceMax, all versions",
        quotes: &[quote(
            Document::OnnxOperators,
            &["**ReduceMax-20**", "Inputs"],
            "Optional input list of integers, along which to reduce.",
        )],
        text: "an axis that is named twice is not named",
        effect: Effect::Gap { name: gap::DUPLICATE_AXIS, example: "reducemax/f32/twice/2x3+2#76180a4e" },
        proposed: None,
    },
    Defect {
        id: "ONNX-D08",
        family: Family::Onnx,
        document: "ONNX ReduceMax-1 to -13",
        quotes: &[quote(
            Document::OnnxOperators,
            &["**ReduceMax-13**", "Attributes"],
            "A list of integers, along which to reduce. The default is to reduce over all the dimensions of the input tensor.",
        )],
        text: "the default is all axes; what an explicitly empty list reduces is said by the code alone",
        effect: Effect::Gap { name: gap::EMPTY_AXES, example: "reducemax-1/f32/axes/scalar#24676d70" },
        proposed: None,
    },
    Defect {
        id: "ONNX-D09",
        family: Family::Onnx,
        document: "ONNX ReduceMax-1",
        quotes: &[quote(
            Document::OnnxOperators,
            &["**ReduceMax-1**", "Attributes"],
            "A list of integers, along which to reduce. The default is to reduce over all the dimensions of the input tensor.",
        )],
        text: "no range of axes, and no word on one below zero",
        effect: Effect::Gap { name: gap::NO_RANGE, example: "reducemax-1/f32/negative-axes/2x3#4ad10fe9" },
        proposed: None,
    },
    Defect {
        id: "ONNX-D10",
        family: Family::Onnx,
        document: "ONNX ReduceMax-12, and the seed's page of -1 to -13",
        quotes: &[quote(
            Document::OnnxOperators,
            &["**ReduceMax-12**"],
            "Computes the max of the input tensor's element along the provided axes.",
        )],
        text: "nothing on a reduction of no elements",
        effect: Effect::Gap { name: gap::EMPTY_REDUCTION, example: "reducemax-12/f32/axes/2x0#69761c1a" },
        proposed: None,
    },
    Defect {
        id: "ONNX-D11",
        family: Family::Onnx,
        document: "ONNX ReduceMax-12, and the seed's page of -1 to -13",
        quotes: &[quote(Document::OnnxOperators, &["**ReduceMax-12**", "Inputs"], "An input tensor.")],
        text: "nothing on rank 0: an answer is read, and a refusal conforms",
        effect: Effect::Verdict {
            says: "Of an operand of rank 0 ONNX-RMAX-RANK-0 is not asked of ReduceMax-12: an answer is read, and a refusal conforms.",
            example: Some("reducemax-12/f32/rank-0/scalar#8812d654"),
        },
        proposed: None,
    },
    Defect {
        id: "ONNX-D13",
        family: Family::Onnx,
        document: "ONNX ReduceMax-11 to -20",
        quotes: &[quote(
            Document::OnnxOperators,
            &["**ReduceMax-20**", "Inputs"],
            "Accepted range is [-r, r-1] where r = rank(data).",
        )],
        text: "a range of axes is accepted; that another is an error is said by shape inference alone",
        effect: Effect::Gap { name: gap::OUT_OF_RANGE, example: "reducemax/f32/out-of-range/2x3+1#e462fc58" },
        proposed: None,
    },
    Defect {
        id: "ONNX-D14",
        family: Family::Onnx,
        document: "ONNX ReduceMax, examples",
        quotes: &[quote(
            Document::OnnxSeed,
            &["ReduceMax - 13", "**default_axes_keepdims**"],
            "#print(reduced) [[[60.]]]",
        )],
        text: "results are printed in comments, and one, [[[60.]]], outside of them",
        effect: Effect::NoVerdict,
        proposed: None,
    },
];
