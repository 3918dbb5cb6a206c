//! `MARS-MAX-*`: the `maximum(x1, x2)` of Mars, which is NumPy's.

use opconform_tensor::{Class, Value};

use super::{Clause, Document, Level, Oracle, Trial, each, floats_only, whole};
use crate::direction::NanRule;
use crate::expectation::quiet;
use crate::operator::{Operator, max, numpy_amax, numpy_maximum};
use crate::outcome::Outcome;
use crate::trial::Sentence;
use crate::verdict::Decision;

pub(super) const NUMPY: &[&str] = &["numpy"];

/// ONNX's `Max` on two operands, and `maximum`.
const MAXIMUM: &[&Operator] = &[&max::MAX, &max::MIN, &numpy_maximum::MAXIMUM, &numpy_maximum::MINIMUM];
/// These, and `fmax`.
const TWO: &[&Operator] = &[
    &max::MAX,
    &max::MIN,
    &numpy_maximum::MAXIMUM,
    &numpy_maximum::MINIMUM,
    &numpy_maximum::FMAX,
    &numpy_maximum::FMIN,
];
/// These, and the reductions.
const ANY: &[&Operator] = &[
    &max::MAX,
    &max::MIN,
    &numpy_maximum::MAXIMUM,
    &numpy_maximum::MINIMUM,
    &numpy_maximum::FMAX,
    &numpy_maximum::FMIN,
    &numpy_amax::AMAX,
    &numpy_amax::AMIN,
    &numpy_amax::NANMAX,
    &numpy_amax::NANMIN,
];

pub(super) const CLAUSES: &[Clause] = &[
    Clause {
        id: "MARS-MAX-VALUE",
        level: Level::Must,
        title: "the result is the greater operand",
        words: "The maximum is equivalent to mt.where(x1 >= x2, x1, x2) when neither x1 nor x2 are nans",
        place: "mars.tensor.maximum, Notes. Of two zeros this names the first, NumPy's own choice follows its vector path: \
                either conforms, as it is equivalent by value",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: MAXIMUM,
        oracle: Oracle::Each(each::equals_the_greatest),
        exempt: |_| None,
    },
    Clause {
        id: "MARS-MAX-NAN",
        level: Level::Must,
        title: "a NaN operand gives a NaN",
        words: "The net effect is that NaNs are propagated.",
        place: "mars.tensor.maximum, summary",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: MAXIMUM,
        oracle: Oracle::Each(each::nan_gives_nan),
        exempt: floats_only,
    },
    Clause {
        id: "MARS-MAX-NUMBER",
        level: Level::Must,
        title: "beside a NaN the result is a NaN or the greatest number",
        words: "Element-wise maximum of tensor elements.",
        place: "mars.tensor.maximum, summary; See also, fmax: \"Element-wise maximum of two tensors, ignores NaNs\"; amax, nanmax: \"The \
                maximum value of a tensor along a given axis\". What is neither a NaN nor the maximum of the numbers is wrong under \
                every reading, and worse than a NaN that is lost or kept",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: ANY,
        oracle: Oracle::Each(each::nan_or_number),
        exempt: floats_only,
    },
    Clause {
        id: "MARS-MAX-NAN-BITS",
        level: Level::Should,
        title: "the NaN is the operand's own",
        words: "If one of the elements being compared is a NaN, then that element is returned.",
        place: "mars.tensor.maximum, summary. A signalling NaN may be made quiet",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: MAXIMUM,
        oracle: Oracle::Each(one_nan),
        exempt: floats_only,
    },
    Clause {
        id: "MARS-MAX-FIRST",
        level: Level::Should,
        title: "of two NaNs the first is the result",
        words: "If both elements are NaNs then the first is returned.",
        place: "mars.tensor.maximum, summary",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: MAXIMUM,
        oracle: Oracle::Each(two_nans),
        exempt: floats_only,
    },
    Clause {
        id: "MARS-MAX-BROADCAST",
        level: Level::Must,
        title: "operands broadcast, or are refused",
        words: "They must have the same shape, or shapes that can be broadcast to a single shape.",
        place: "mars.tensor.maximum, Parameters, x1, x2. Of fmax it is not said: what does not broadcast may refuse to",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: TWO,
        oracle: Oracle::Each(broadcast),
        exempt: |_| None,
    },
    Clause {
        id: "MARS-MAX-ARRAY",
        level: Level::Must,
        title: "the result has the operands' element type",
        words: "Compare two tensors and returns a new array containing the element-wise maxima.",
        place: "mars.tensor.maximum, summary: the maximum of two elements of one type is an element of it",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: ANY,
        oracle: Oracle::Each(whole::has_the_operands_type),
        exempt: |_| None,
    },
];

fn one_nan(trial: &Trial) -> Decision {
    first_nan(trial, 1)
}

fn two_nans(trial: &Trial) -> Decision {
    first_nan(trial, 2)
}

/// The element is the first NaN, or that NaN made quiet, where as many operands as `nans` are NaNs; silent where it is no NaN,
/// which another clause judges.
fn first_nan(trial: &Trial, nans: usize) -> Decision {
    let Some(dtype) = trial.facts.dtype else { return Decision::NOT_APPLICABLE };
    trial.each_element(|position, found| {
        let is_nan = |bits: &u64| Class::of(dtype, *bits).is_nan();
        let mut operands = trial.facts.operands_at(position);
        if !is_nan(&found) || operands.clone().filter(is_nan).count() != nans {
            return Sentence::Silent;
        }
        match operands.find(is_nan) {
            Some(nan) if found == nan => Sentence::Holds,
            Some(nan) if found == quiet(dtype, nan) => Sentence::Latitude("a signalling NaN is made quiet"),
            Some(nan) => Sentence::Due(Value::new(dtype, nan).into()),
            None => Sentence::Silent,
        }
    })
}

fn broadcast(trial: &Trial) -> Decision {
    if trial.facts.shapes_clash() {
        return trial.is_refused(&format!("shapes {}", trial.shapes_text()));
    }
    let case = trial.facts.case;
    if trial.is_refused_as_added() {
        return Decision::NOT_APPLICABLE;
    }
    let is_of_maximum = !trial.facts.equal_shapes() || case.inputs.len() > case.operands().len();
    let is_of_another = case.operator.nan == NanRule::Ignored && is_of_maximum;
    if is_of_another && matches!(trial.outcome, Outcome::Rejected(_)) {
        return Decision::NOT_APPLICABLE;
    }
    whole::has_the_shape(trial)
}
