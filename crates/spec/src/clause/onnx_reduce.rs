//! `ONNX-RMAX-*`: ONNX `ReduceMax` and `ReduceMin`, versions 1, 11, 12, 13, 18 and 20.

use opconform_tensor::{Class, DType, Tensor, Value};

use super::onnx::listed_types;
use super::{Clause, Document, Level, Oracle, Trial, each, floats_only, whole};
use crate::case::Attribute;
use crate::invalid_case::InvalidCase;
use crate::operator::reduce_max::REDUCE;
use crate::outcome::Outcome;
use crate::symptom::Symptom;
use crate::trial::{Sentence, Words};
use crate::verdict::Decision;

const ALL: &[&str] = &[
    "onnx-1",
    "onnx-11",
    "onnx-12",
    "onnx-13",
    "onnx-18",
    "onnx-20",
    "onnx-seed-1",
    "onnx-seed-11",
    "onnx-seed-12",
    "onnx-seed-13",
];
const FROM_11: &[&str] =
    &["onnx-11", "onnx-12", "onnx-13", "onnx-18", "onnx-20", "onnx-seed-11", "onnx-seed-12", "onnx-seed-13"];
const UNTIL_13: &[&str] =
    &["onnx-1", "onnx-11", "onnx-12", "onnx-13", "onnx-seed-1", "onnx-seed-11", "onnx-seed-12", "onnx-seed-13"];
/// Those whose Summary speaks of rank 0 and of the maximum of nothing, since the release 1.15: all but 12.
const OF_NOTHING: &[&str] = &["onnx-1", "onnx-11", "onnx-13", "onnx-18", "onnx-20"];
const FROM_18: &[&str] = &["onnx-18", "onnx-20"];

const RANGE: &str = "Accepted range is [-r, r-1] where r = rank(data).";
const REFERENCE: &str = "res = np.maximum.reduce(data, axis=axes, keepdims=keepdims)";

pub(super) const CLAUSES: &[Clause] = &[
    Clause {
        id: "ONNX-RMAX-TYPES",
        level: Level::Must,
        title: "the element types of each version",
        words: "T : tensor(uint32), tensor(uint64), tensor(int32), tensor(int64), tensor(float16), tensor(float), \
                tensor(double), tensor(bfloat16), tensor(uint8), tensor(int8), tensor(bool) Constrain input and output \
                types to numeric and Boolean tensors.",
        place: "ONNX ReduceMax-20, Type Constraints; -13 and -18 without bool, -12 without bfloat16, -1 and -11 without 8 \
                bits. The documentation's page of -12 and -13: \"Constrain input and output types to high-precision and 8 bit numeric \
                tensors.\", and of -1 and -11: \"Constrain input and output types to high-precision numeric tensors.\". An answer \
                for a type that is not listed is an extension, not a departure",
        documents: &[Document::OnnxOperators, Document::OnnxSeed],
        profiles: ALL,
        operators: REDUCE,
        oracle: Oracle::Each(types),
        exempt: never_listed,
    },
    Clause {
        id: "ONNX-RMAX-TYPE",
        level: Level::Must,
        title: "the result has the element type of the data",
        words: "**reduced** (heterogeneous) - **T**: Reduced output tensor.",
        place: "the documentation's page of ONNX ReduceMax-1 to -13, Outputs; the same T as of the data",
        documents: &[Document::OnnxSeed],
        profiles: ALL,
        operators: REDUCE,
        oracle: Oracle::Each(whole::has_the_operands_type),
        exempt: never_listed,
    },
    Clause {
        id: "ONNX-RMAX-KEEPDIMS",
        level: Level::Must,
        title: "a reduced dimension is kept as 1 or pruned",
        words: "Keep the reduced dimension or not, default 1 means keep reduced dimension.",
        place: "ONNX ReduceMax-1 to -20, Attributes, keepdims; the documentation's page of -1 to -13: \"default 1 mean keep \
                reduced dimension\"",
        documents: &[Document::OnnxOperators, Document::OnnxSeed],
        profiles: ALL,
        operators: REDUCE,
        oracle: Oracle::Each(keepdims),
        exempt: never_listed,
    },
    Clause {
        id: "ONNX-RMAX-ALL-AXES",
        level: Level::Must,
        title: "without axes, all dimensions are reduced",
        words: "The default is to reduce over all the dimensions of the input tensor.",
        place: "ONNX ReduceMax-1, -11, -12, -13, axes; -18 and -20: \"reduction over all axes if 'noop_with_empty_axes' is \
                false\", next to \"The default is to reduce over empty axes\"",
        documents: &[Document::OnnxOperators, Document::OnnxSeed],
        profiles: ALL,
        operators: REDUCE,
        oracle: Oracle::Each(all_axes),
        exempt: never_listed,
    },
    Clause {
        id: "ONNX-RMAX-EMPTY-AXES",
        level: Level::Should,
        title: "until 18, an empty list of axes reduces all dimensions",
        words: "// axes empty means reduce all dim",
        place: "onnx/defs/reduction/utils.cc; the reference evaluator too. The text of versions 1 to 13 speaks of axes that are \
                not given, and of no empty list",
        documents: &[Document::OnnxInference],
        profiles: UNTIL_13,
        operators: REDUCE,
        oracle: Oracle::Each(empty_axes),
        exempt: |dtype| never_listed(dtype).or((dtype == DType::Bool).then_some("versions 1 to 13 do not take bool")),
    },
    Clause {
        id: "ONNX-RMAX-NOOP",
        level: Level::Must,
        title: "noop_with_empty_axes without axes is the identity",
        words: "If true, reduction happens over an empty set of axes (similar to the case when `axis=()` in numpy). Note \
                that reduction over an empty set of axes means that the reduction step behaves like a no-op (identity \
                function)",
        place: "ONNX ReduceMax-18, -20, noop_with_empty_axes. Which NaN stands for a NaN is left open",
        documents: &[Document::OnnxOperators],
        profiles: FROM_18,
        operators: REDUCE,
        oracle: Oracle::Each(noop),
        exempt: never_listed,
    },
    Clause {
        id: "ONNX-RMAX-NEGATIVE-AXES",
        level: Level::Must,
        title: "an axis below zero counts from the back",
        words: RANGE,
        place: "ONNX ReduceMax-11, -12, -13, -18, -20, axes",
        documents: &[Document::OnnxOperators, Document::OnnxSeed],
        profiles: FROM_11,
        operators: REDUCE,
        oracle: Oracle::Each(negative_axes),
        exempt: never_listed,
    },
    Clause {
        id: "ONNX-RMAX-RANGE",
        level: Level::Should,
        title: "an axis out of range is an error",
        words: RANGE,
        place: "ONNX ReduceMax-11, -12, -13, -18, -20, axes. That a breach is an error is said by ONNX's shape inference \
                alone (\"axis must be in [-rank, rank-1]\")",
        documents: &[Document::OnnxOperators, Document::OnnxSeed, Document::OnnxInference],
        profiles: FROM_11,
        operators: REDUCE,
        oracle: Oracle::Each(range),
        exempt: never_listed,
    },
    Clause {
        id: "ONNX-RMAX-DUPLICATE",
        level: Level::Should,
        title: "an axis that is named twice is an error",
        words: REFERENCE,
        place: "ONNX reference evaluator, op_reduce_max.py, where NumPy raises \"duplicate value in 'axis'\". No version's \
                text speaks of it",
        documents: &[Document::OnnxEvaluator, Document::Numpy],
        profiles: ALL,
        operators: REDUCE,
        oracle: Oracle::Each(duplicate),
        exempt: never_listed,
    },
    Clause {
        id: "ONNX-RMAX-RANK-0",
        level: Level::Must,
        title: "a tensor of rank 0 is reduced to itself",
        words: "Input tensors of rank zero are valid.",
        place: "ONNX ReduceMax-1, -11, -13, -18, -20, Summary, since the release 1.15; not in -12",
        documents: &[Document::OnnxOperators],
        profiles: OF_NOTHING,
        operators: REDUCE,
        oracle: Oracle::Each(rank_0),
        exempt: never_listed,
    },
    Clause {
        id: "ONNX-RMAX-EMPTY",
        level: Level::Must,
        title: "the maximum of nothing is −∞, or the least value of the type",
        words: "Reduction over an empty set of values yields minus infinity (if supported by the datatype) or the minimum \
                value of the data type otherwise.",
        place: "ONNX ReduceMax-1, -11, -13, -18, -20, Summary, since the release 1.15; not in -12. ReduceMin: \"plus infinity (if \
                supported by the datatype) or the maximum value\"",
        documents: &[Document::OnnxOperators],
        profiles: OF_NOTHING,
        operators: REDUCE,
        oracle: Oracle::Each(empty_set),
        exempt: never_listed,
    },
    Clause {
        id: "ONNX-RMAX-VALUE",
        level: Level::Must,
        title: "the result is the greatest element along the axes, by value",
        words: "Computes the max of the input tensor's elements along the provided axes.",
        place: "ONNX ReduceMax-13, -18, -20, Summary; -1, -11, -12, and the documentation's page of -1 to -13: \"the max of the \
                input tensor's element along the provided axes\". The sign of a zero is not named",
        documents: &[Document::OnnxOperators, Document::OnnxSeed],
        profiles: ALL,
        operators: REDUCE,
        oracle: Oracle::Each(each::equals_the_greatest),
        exempt: never_listed,
    },
    Clause {
        id: "ONNX-RMAX-BOOL",
        level: Level::Must,
        title: "false is below true",
        words: "If the input data type is Boolean, the comparison should consider `False < True`.",
        place: "ONNX ReduceMax-20, Summary",
        documents: &[Document::OnnxOperators],
        profiles: &["onnx-20"],
        operators: REDUCE,
        oracle: Oracle::Each(truth_values),
        exempt: |dtype| (dtype != DType::Bool).then_some("it speaks of bool"),
    },
    Clause {
        id: "ONNX-RMAX-NUMBER",
        level: Level::Must,
        title: "beside a NaN the result is a NaN or the greatest number",
        words: "Computes the max of the input tensor's elements along the provided axes.",
        place: "ONNX ReduceMax-13, -18, -20, Summary; -1, -11, -12, and the documentation's page of -1 to -13: \"the max of the \
                input tensor's element along the provided axes\". No version names NaN: whether one is passed over or not, \
                nothing but a NaN or the maximum of the numbers is left; of NaNs alone, that of no elements",
        documents: &[Document::OnnxOperators, Document::OnnxSeed],
        profiles: ALL,
        operators: REDUCE,
        oracle: Oracle::Each(each::nan_or_number),
        exempt: floats_only,
    },
    Clause {
        id: "ONNX-RMAX-NAN",
        level: Level::Should,
        title: "a NaN among the elements gives a NaN",
        words: REFERENCE,
        place: "ONNX reference evaluator, op_reduce_max.py. No version's text names NaN",
        documents: &[Document::OnnxEvaluator],
        profiles: ALL,
        operators: REDUCE,
        oracle: Oracle::Each(each::nan_gives_nan),
        exempt: floats_only,
    },
    Clause {
        id: "ONNX-RMAX-EXAMPLE",
        level: Level::Should,
        title: "the results that ONNX prints and publishes",
        words: "#[[20., 2.] # [40., 2.] # [60., 2.]]",
        place: "the documentation's page of ONNX ReduceMax-13, Examples, and the backend node tests, test_reduce_max_* and test_reduce_min_*; compared \
                by value, any NaN for a NaN",
        documents: &[Document::OnnxSeed, Document::OnnxNodeTests],
        profiles: ALL,
        operators: REDUCE,
        oracle: Oracle::Published(whole::is_published),
        exempt: |dtype| (!matches!(dtype, DType::F32 | DType::Bool)).then_some("no example is printed of it"),
    },
];

fn never_listed(dtype: DType) -> Option<&'static str> {
    matches!(dtype, DType::I16 | DType::U16).then_some("no version takes 16-bit integers")
}

impl Trial<'_> {
    /// The axes of a reduction, wherever the version has them.
    fn axes(&self) -> Vec<i64> {
        let case = self.facts.case;
        match (case.attributes.get("axes"), case.inputs.get(1)) {
            (Some(Attribute::Ints(axes)), _) => axes.clone(),
            (_, Some(axes)) => axes.to_bits().into_iter().map(u64::cast_signed).collect(),
            _ => Vec::new(),
        }
    }

    fn is_noop(&self) -> bool {
        self.axes().is_empty() && self.facts.case.attributes.get("noop_with_empty_axes") == Some(&Attribute::Int(1))
    }

    fn is_scalar(&self) -> bool {
        self.facts.case.operands().iter().all(|data| data.shape().is_empty())
    }

    /// Whether there is nothing to reduce: a tensor without elements, whatever is left beside the axes.
    fn is_empty(&self) -> bool {
        self.facts.case.operands().iter().all(Tensor::is_empty)
    }

    /// Whether it is a refusal for which a sentence of its own speaks, or none at all: of rank 0, of nothing to reduce, of a
    /// no-op.
    fn is_refused_apart(&self) -> bool {
        let apart = self.is_noop() || self.is_scalar() || self.is_empty();
        apart && matches!(self.outcome, Outcome::Rejected(_))
    }
}

fn types(trial: &Trial) -> Decision {
    if trial.is_refused_apart() { Decision::NOT_APPLICABLE } else { listed_types(trial) }
}

fn keepdims(trial: &Trial) -> Decision {
    if trial.is_noop() || trial.is_refused_apart() { Decision::NOT_APPLICABLE } else { whole::has_the_shape(trial) }
}

fn all_axes(trial: &Trial) -> Decision {
    if trial.axes().is_empty() { keepdims(trial) } else { Decision::NOT_APPLICABLE }
}

fn empty_axes(trial: &Trial) -> Decision {
    let case = trial.facts.case;
    let (true, Some(InvalidCase::EmptyAxes), Some(data)) =
        (trial.facts.type_is_listed(), trial.facts.invalid(), case.operands().first())
    else {
        return Decision::NOT_APPLICABLE;
    };
    let pruned = case.attributes.get("keepdims") == Some(&Attribute::Int(0));
    let shape = vec![1; if pruned { 0 } else { data.shape().len() }];
    match trial.outcome {
        Outcome::Output(_) => trial.has_shape(&shape),
        // Nothing to reduce, and rank 0, may be refused on their own account.
        Outcome::Rejected(_) if trial.is_scalar() || trial.is_empty() => Decision::NOT_APPLICABLE,
        Outcome::Rejected(message) => {
            Decision::violates(Symptom::Refused(Some("an empty list of axes"), message.clone()))
        }
        _ => Decision::NOT_APPLICABLE,
    }
}

fn negative_axes(trial: &Trial) -> Decision {
    if trial.axes().iter().any(|&axis| axis < 0) { keepdims(trial) } else { Decision::NOT_APPLICABLE }
}

fn rank_0(trial: &Trial) -> Decision {
    if trial.is_scalar() { whole::has_the_shape(trial) } else { Decision::NOT_APPLICABLE }
}

fn noop(trial: &Trial) -> Decision {
    if !trial.is_noop() {
        return Decision::NOT_APPLICABLE;
    }
    let shape = whole::has_the_shape(trial);
    if shape.is_violation() {
        return shape;
    }
    trial.each_element(|position, found| {
        let Some(operand) = trial.facts.values_at(position).first().copied() else { return Sentence::Silent };
        match operand {
            _ if found == operand.bits() => Sentence::Holds,
            _ if operand.class().is_nan() && Class::of(operand.dtype(), found).is_nan() => {
                Sentence::Latitude("which NaN stands for a NaN is left open")
            }
            _ if operand.class().is_float_zero() && Class::of(operand.dtype(), found).is_float_zero() => {
                Sentence::Latitude("the sign of a zero is not named")
            }
            // Elsewhere a NaN is nobody's to lose but ONNX-RMAX-NAN's.
            _ if operand.class().is_nan() => Sentence::Silent,
            _ => Sentence::Due(Words::Around("the operand ", operand, "")),
        }
    })
}

fn range(trial: &Trial) -> Decision {
    match trial.facts.invalid() {
        Some(InvalidCase::AxisOutOfRange { axis, rank }) if trial.facts.type_is_listed() => {
            trial.is_refused(&format!("axis {axis} of a tensor of rank {rank}"))
        }
        _ => Decision::NOT_APPLICABLE,
    }
}

fn duplicate(trial: &Trial) -> Decision {
    match trial.facts.invalid() {
        Some(InvalidCase::DuplicateAxis(axis)) if trial.facts.type_is_listed() => {
            trial.is_refused(&format!("axis {axis}, named twice"))
        }
        _ => Decision::NOT_APPLICABLE,
    }
}

fn empty_set(trial: &Trial) -> Decision {
    let (Some(dtype), true) = (trial.facts.dtype, trial.is_empty() && !trial.is_noop()) else {
        return Decision::NOT_APPLICABLE;
    };
    let shape = whole::has_the_shape(trial);
    if shape.is_violation() {
        return shape;
    }
    let Some(identity) = trial.facts.case.operator.identity(dtype) else { return Decision::NOT_APPLICABLE };
    trial.each_element(|_, found| {
        if found == identity { Sentence::Holds } else { Sentence::Due(Value::new(dtype, identity).decimal().into()) }
    })
}

fn truth_values(trial: &Trial) -> Decision {
    if trial.facts.dtype == Some(DType::Bool) { each::equals_the_greatest(trial) } else { Decision::NOT_APPLICABLE }
}
