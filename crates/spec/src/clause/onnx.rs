//! `ONNX-MAX-*`: ONNX `Max`, versions 1, 6, 8, 12 and 13.

use opconform_tensor::DType;

use super::{Clause, Document, Level, Oracle, Trial, each, floats_only, not_a_number, whole};
use crate::operator::max::MAX_MIN;
use crate::outcome::Outcome;
use crate::symptom::Symptom;
use crate::verdict::Decision;

const ALL: &[&str] = &["onnx-1", "onnx-6", "onnx-8", "onnx-12", "onnx-13"];
const SAME_SHAPE: &[&str] = &["onnx-1", "onnx-6"];
const BROADCASTING: &[&str] = &["onnx-8", "onnx-12", "onnx-13"];

pub(super) const CLAUSES: &[Clause] = &[
    Clause {
        id: "ONNX-MAX-N",
        level: Level::Must,
        title: "one input or more",
        words: "Inputs (1 - ∞)",
        place: "ONNX Max-1, -6, -8, -12, -13, Inputs, data_0",
        documents: &[Document::OnnxOperators],
        profiles: ALL,
        operators: MAX_MIN,
        oracle: Oracle::Each(number_of_inputs),
        exempt: not_a_number,
    },
    Clause {
        id: "ONNX-MAX-TYPES",
        level: Level::Must,
        title: "the element types of each version",
        words: "T : tensor(uint8), tensor(uint16), tensor(uint32), tensor(uint64), tensor(int8), tensor(int16), \
                tensor(int32), tensor(int64), tensor(float16), tensor(float), tensor(double), tensor(bfloat16)",
        place: "ONNX Max-13, Type Constraints; Max-12 without bfloat16; Max-1, -6 and -8 the three floats alone. An \
                answer for a type that is not listed is an extension, not a departure",
        documents: &[Document::OnnxOperators],
        profiles: ALL,
        operators: MAX_MIN,
        oracle: Oracle::Each(listed_types),
        exempt: |_| None,
    },
    Clause {
        id: "ONNX-MAX-TYPE",
        level: Level::Must,
        title: "inputs and output share one element type",
        words: "All inputs and outputs must have the same data type.",
        place: "ONNX Max-8, -12, -13, Summary; Max-1, -6: \"the same shape and data type\"",
        documents: &[Document::OnnxOperators],
        profiles: ALL,
        operators: MAX_MIN,
        oracle: Oracle::Each(one_type),
        exempt: not_a_number,
    },
    Clause {
        id: "ONNX-MAX-1-SHAPE",
        level: Level::Must,
        title: "before operator set 8, inputs and output share one shape",
        words: "All inputs and outputs must have the same shape and data type.",
        place: "ONNX Max-1 and Max-6, Summary",
        documents: &[Document::OnnxOperators],
        profiles: SAME_SHAPE,
        operators: MAX_MIN,
        oracle: Oracle::Each(one_shape),
        exempt: three_floats,
    },
    Clause {
        id: "ONNX-MAX-8-BROADCAST",
        level: Level::Must,
        title: "from operator set 8, inputs broadcast",
        words: "This operator supports **multidirectional (i.e., Numpy-style) broadcasting**",
        place: "ONNX Max-8, -12, -13, Summary; docs/Broadcasting.md, Multidirectional Broadcasting",
        documents: &[Document::OnnxOperators],
        profiles: BROADCASTING,
        operators: MAX_MIN,
        oracle: Oracle::Each(whole::has_the_shape),
        exempt: not_a_number,
    },
    Clause {
        id: "ONNX-MAX-8-SHAPES",
        level: Level::Should,
        title: "shapes that do not broadcast are an error",
        words: "The tensors all have the same number of dimensions and the length of each dimensions is either a common \
                length or 1.",
        place: "ONNX docs/Broadcasting.md, Multidirectional Broadcasting, property 2. That a breach is an error is said by \
                ONNX's shape inference alone (\"Incompatible dimensions\")",
        documents: &[Document::OnnxBroadcasting, Document::OnnxInference],
        profiles: BROADCASTING,
        operators: MAX_MIN,
        oracle: Oracle::Each(shapes_that_do_not_broadcast),
        exempt: not_a_number,
    },
    Clause {
        id: "ONNX-MAX-VALUE",
        level: Level::Must,
        title: "the result is the greatest operand by value",
        words: "Element-wise max of each of the input tensors",
        place: "ONNX Max-1, -6, -8, -12, -13, Summary. The sign of a zero is not named",
        documents: &[Document::OnnxOperators],
        profiles: ALL,
        operators: MAX_MIN,
        oracle: Oracle::Each(each::equals_the_greatest),
        exempt: not_a_number,
    },
    Clause {
        id: "ONNX-MAX-NUMBER",
        level: Level::Must,
        title: "beside a NaN the result is a NaN or the greatest number",
        words: "Element-wise max of each of the input tensors",
        place: "ONNX Max-1, -6, -8, -12, -13, Summary. No version names NaN: whether one is passed over or not, nothing but a \
                NaN or the maximum of the numbers is left, and of NaNs alone a NaN: the result is an element of an input",
        documents: &[Document::OnnxOperators],
        profiles: ALL,
        operators: MAX_MIN,
        oracle: Oracle::Each(each::nan_or_number),
        exempt: floats_only,
    },
    Clause {
        id: "ONNX-MAX-NAN",
        level: Level::Should,
        title: "a NaN operand gives a NaN",
        words: "a = np.maximum(a, data[i])",
        place: "ONNX reference evaluator, op_max.py. No version's text names NaN",
        documents: &[Document::OnnxEvaluator],
        profiles: ALL,
        operators: MAX_MIN,
        oracle: Oracle::Each(each::nan_gives_nan),
        exempt: floats_only,
    },
    Clause {
        id: "ONNX-MAX-EXAMPLE",
        level: Level::Should,
        title: "the outputs that ONNX publishes with its node tests",
        words: "inputs=[data_0, data_1, data_2], outputs=[result]",
        place: "ONNX backend node tests, test_max_*; compared by value, any NaN for a NaN",
        documents: &[Document::OnnxNodeTests],
        profiles: ALL,
        operators: MAX_MIN,
        oracle: Oracle::Published(whole::is_published),
        exempt: not_published,
    },
];

fn not_published(dtype: DType) -> Option<&'static str> {
    if dtype == DType::Bf16 { Some("ONNX publishes no example of it in bfloat16") } else { not_a_number(dtype) }
}

fn three_floats(dtype: DType) -> Option<&'static str> {
    match dtype {
        DType::F16 | DType::F32 | DType::F64 => None,
        _ => Some("not a type of Max-1 or Max-6"),
    }
}

fn number_of_inputs(trial: &Trial) -> Decision {
    if trial.facts.case.inputs.is_empty() {
        return trial.is_refused("no input at all");
    }
    match trial.outcome {
        _ if !trial.facts.is_well_formed() => Decision::NOT_APPLICABLE,
        Outcome::Output(_) => Decision::CONFORMS,
        Outcome::Rejected(message) if trial.facts.case.inputs.len() == 1 => {
            Decision::violates(Symptom::Refused(Some("one input"), message.clone()))
        }
        _ => Decision::NOT_APPLICABLE,
    }
}

pub(super) fn listed_types(trial: &Trial) -> Decision {
    if trial.facts.dtype.is_none() {
        return Decision::NOT_APPLICABLE;
    }
    match (trial.facts.type_is_listed(), trial.outcome) {
        (true, Outcome::Output(_)) if trial.facts.is_well_formed() => Decision::CONFORMS,
        (true, Outcome::Rejected(message)) if trial.facts.is_well_formed() && trial.facts.equal_shapes() => {
            let case = trial.facts.case;
            let is_bare = case.attributes.is_empty() && case.inputs.len() == case.operands().len();
            let what = match case.operands() {
                _ if !is_bare => "a well-formed call with a listed type",
                [_] => "an operand of a listed type",
                _ => "operands of a listed type and one shape",
            };
            Decision::violates(Symptom::Refused(Some(what), message.clone()))
        }
        (false, Outcome::Output(_)) => Decision::latitude("an answer for a type that is not listed is an extension"),
        (false, Outcome::Rejected(_)) => Decision::CONFORMS,
        _ => Decision::NOT_APPLICABLE,
    }
}

fn one_type(trial: &Trial) -> Decision {
    if trial.facts.dtype.is_some() || trial.facts.case.inputs.is_empty() {
        return whole::has_the_operands_type(trial);
    }
    trial.is_refused(&format!("operands of {}", trial.types_text()))
}

fn one_shape(trial: &Trial) -> Decision {
    if !trial.facts.type_is_listed() || trial.facts.equal_shapes() {
        return whole::has_the_shape(trial);
    }
    trial.is_refused(&format!("shapes {} at an operator set without broadcasting", trial.shapes_text()))
}

fn shapes_that_do_not_broadcast(trial: &Trial) -> Decision {
    if !trial.facts.type_is_listed() || !trial.facts.shapes_clash() {
        return Decision::NOT_APPLICABLE;
    }
    trial.is_refused(&format!("shapes {}", trial.shapes_text()))
}
