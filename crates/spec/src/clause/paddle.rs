//! `PADDLE-*`: Paddle's legacy `maximum(x, y, axis=-1)`.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType, Tensor, Value, unravel};

use super::{Clause, Document, Level, Oracle, Trial, each, whole};
use crate::case::Attribute;
use crate::gap;
use crate::invalid_case::InvalidCase;
use crate::operator::paddle_maximum::BOTH;
use crate::order::decode;
use crate::outcome::Outcome;
use crate::symptom::Symptom;
use crate::trial::Sentence;
use crate::verdict::Decision;

const LEGACY: &[&str] = &["paddle-legacy"];
const SUB_SEQUENCE: &str = ":math:`Y` 的 ``shape`` 是 :math:`X` 的连续子序列。";

pub(super) const CLAUSES: &[Clause] = &[
    Clause {
        id: "PADDLE-VALUE",
        level: Level::Must,
        title: "the result is the greater operand",
        words: "Out = max(X, Y)",
        place: "paddle.tensor.maximum, formula. The sign of a zero is not named",
        documents: &[Document::Paddle],
        profiles: LEGACY,
        operators: BOTH,
        oracle: Oracle::Each(each::equals_the_greatest),
        exempt: four_types,
    },
    Clause {
        id: "PADDLE-RESULT",
        level: Level::Must,
        title: "the result has the shape of x",
        words: "Tensor，维度和数据类型与 ``x`` 相同的多维Tensor。",
        place: "paddle.tensor.maximum, 返回 (the same dimensions and data type as x)",
        documents: &[Document::Paddle],
        profiles: LEGACY,
        operators: BOTH,
        oracle: Oracle::Each(whole::has_the_shape),
        exempt: four_types,
    },
    Clause {
        id: "PADDLE-TYPE",
        level: Level::Must,
        title: "the result has the element type of x",
        words: "Tensor，维度和数据类型与 ``x`` 相同的多维Tensor。",
        place: "paddle.tensor.maximum, 返回, whatever the type of y. Its first example prints floats for integers: the values are \
                compared",
        documents: &[Document::Paddle],
        profiles: LEGACY,
        operators: BOTH,
        oracle: Oracle::Each(has_the_type_of_x),
        exempt: four_types,
    },
    Clause {
        id: "PADDLE-CASE-1",
        level: Level::Must,
        title: "operands of one shape are answered",
        words: ":math:`Y` 的 ``shape`` 与 :math:`X` 相同。",
        place: "paddle.tensor.maximum, case 1, at any axis: the rules of the axis stand under case 2 (\"对于情况2\")",
        documents: &[Document::Paddle],
        profiles: LEGACY,
        operators: BOTH,
        oracle: Oracle::Each(one_shape),
        exempt: four_types,
    },
    Clause {
        id: "PADDLE-CASE-2",
        level: Level::Must,
        title: "a shape that is a contiguous sub-sequence is answered",
        words: SUB_SEQUENCE,
        place: "paddle.tensor.maximum, case 2. Of a shape that is neither case there is no word, and none of errors",
        documents: &[Document::Paddle],
        profiles: LEGACY,
        operators: BOTH,
        oracle: Oracle::Each(sub_sequence),
        exempt: four_types,
    },
    Clause {
        id: "PADDLE-AXIS",
        level: Level::Must,
        title: "y lies along x from `axis` on",
        words: "用 :math:`Y` 的 ``shape`` 匹配 :math:`X` 的 ``shape``，其中 ``axis`` 是 :math:`Y` 在 :math:`X` 上的起始维度的位置。",
        place: "paddle.tensor.maximum, case 2, 1; decided on the indices of y, apart from any broadcasting",
        documents: &[Document::Paddle],
        profiles: LEGACY,
        operators: BOTH,
        oracle: Oracle::Each(from_axis),
        exempt: four_types,
    },
    Clause {
        id: "PADDLE-AXIS-DEFAULT",
        level: Level::Must,
        title: "the default axis is the difference of the ranks",
        words: "如果 ``axis`` < 0（默认值为-1），则 :math:`axis = abs(X.ndim - Y.ndim) - axis - 1` 。",
        place: "paddle.tensor.maximum, case 2, 2. At −2 and below the formula leads past the last dimension of x",
        documents: &[Document::Paddle],
        profiles: LEGACY,
        operators: BOTH,
        oracle: Oracle::Each(from_default_axis),
        exempt: four_types,
    },
    Clause {
        id: "PADDLE-TRAILING-ONES",
        level: Level::Must,
        title: "trailing dimensions of 1 of y are ignored",
        words: "考虑到子序列， :math:`Y` 的大小为1的尾部维度将被忽略，例如shape（Y）=（2,1）=>（2）。",
        place: "paddle.tensor.maximum, case 2, 3. Of a 1 before another dimension it says nothing",
        documents: &[Document::Paddle],
        profiles: LEGACY,
        operators: BOTH,
        oracle: Oracle::Each(trailing_ones),
        exempt: four_types,
    },
    Clause {
        id: "PADDLE-NUMBER",
        level: Level::Must,
        title: "beside a NaN the result is a NaN or the greatest number",
        words: "并且把各个位置更大的元素保存到返回结果中。",
        place: "paddle.tensor.maximum, summary: the greater element of each position is kept. Of NaN there is one example: whether one \
                is passed over or not, nothing but a NaN or the maximum of the numbers is left, and of NaNs alone one of \
                them",
        documents: &[Document::Paddle],
        profiles: LEGACY,
        operators: BOTH,
        oracle: Oracle::Each(each::nan_or_number),
        exempt: two_floats,
    },
    Clause {
        id: "PADDLE-NAN",
        level: Level::Should,
        title: "a NaN of y against a number of x gives a NaN",
        words: "#[ 2. 4. nan]",
        place: "paddle.tensor.maximum, third example, the only word on NaN",
        documents: &[Document::Paddle],
        profiles: LEGACY,
        operators: BOTH,
        oracle: Oracle::Each(nan_of_y),
        exempt: two_floats,
    },
    Clause {
        id: "PADDLE-EXAMPLE",
        level: Level::Should,
        title: "the results that Paddle prints",
        words: "#[[5. 6.] # [7. 8.]]",
        place: "paddle.tensor.maximum, examples; compared by value, any NaN for a NaN",
        documents: &[Document::Paddle],
        profiles: LEGACY,
        operators: BOTH,
        oracle: Oracle::Published(whole::is_published),
        exempt: |dtype| (!matches!(dtype, DType::F32 | DType::I64)).then_some("no example is printed of it"),
    },
];

fn four_types(dtype: DType) -> Option<&'static str> {
    let listed = matches!(dtype, DType::F32 | DType::F64 | DType::I32 | DType::I64);
    (!listed).then_some("no type of paddle.tensor.maximum")
}

fn two_floats(dtype: DType) -> Option<&'static str> {
    let is_float = matches!(dtype, DType::F32 | DType::F64);
    (!is_float).then_some("it has no NaN, or is no type of paddle.tensor.maximum")
}

fn one_shape(trial: &Trial) -> Decision {
    if trial.facts.equal_shapes() { whole::has_the_shape(trial) } else { Decision::NOT_APPLICABLE }
}

/// The answer has the element type of x, of two types too: whether those are answered at all, the source does not say.
fn has_the_type_of_x(trial: &Trial) -> Decision {
    let (None, Some(x)) = (trial.facts.dtype, trial.facts.case.inputs.first()) else {
        return whole::has_the_operands_type(trial);
    };
    match trial.outcome {
        Outcome::Output(_) => match trial.given().map(Tensor::dtype) {
            Some(found) if found == x.dtype() => Decision::CONFORMS,
            Some(found) => {
                Decision::violates(Symptom::Type(format!("element type {found} where x is of {}", x.dtype())))
            }
            None => Decision::NOT_APPLICABLE,
        },
        Outcome::Rejected(_) => Decision::gap(gap::PADDLE_MIXED),
        _ => Decision::NOT_APPLICABLE,
    }
}

fn sub_sequence(trial: &Trial) -> Decision {
    match trial.facts.invalid() {
        Some(InvalidCase::NoSubSequence { .. }) => Decision::gap(gap::PADDLE_NEITHER_CASE),
        Some(_) => Decision::NOT_APPLICABLE,
        None if trial.facts.equal_shapes() => Decision::NOT_APPLICABLE,
        None => whole::has_the_shape(trial),
    }
}

fn trailing_ones(trial: &Trial) -> Decision {
    let has_ones = trial.facts.case.inputs.get(1).is_some_and(|y| y.shape().last() == Some(&1));
    if has_ones && !trial.facts.equal_shapes() { whole::has_the_shape(trial) } else { Decision::NOT_APPLICABLE }
}

fn axis(trial: &Trial) -> i64 {
    match trial.facts.case.attributes.get("axis") {
        Some(&Attribute::Int(axis)) => axis,
        _ => -1,
    }
}

fn from_axis(trial: &Trial) -> Decision {
    match axis(trial) {
        ..0 => Decision::NOT_APPLICABLE,
        _ if trial.facts.equal_shapes() => Decision::NOT_APPLICABLE,
        axis => along(trial, axis),
    }
}

fn from_default_axis(trial: &Trial) -> Decision {
    let ([x, y], axis) = (trial.facts.case.inputs.as_slice(), axis(trial)) else { return Decision::NOT_APPLICABLE };
    if axis >= 0 || trial.facts.equal_shapes() {
        return Decision::NOT_APPLICABLE;
    }
    let difference = x.shape().len().abs_diff(y.shape().len()).cast_signed() as i64;
    along(trial, difference - axis - 1)
}

/// The element is one of x and of y, with y read from the dimension at `axis` on, and not below either.
fn along(trial: &Trial, axis: i64) -> Decision {
    let ([x, y], Some(dtype)) = (trial.facts.case.inputs.as_slice(), trial.facts.dtype) else {
        return Decision::NOT_APPLICABLE;
    };
    let Some(direction) = trial.facts.case.operator.direction() else { return Decision::NOT_APPLICABLE };
    trial.every_element(|position, found| {
        let index = unravel(position, x.shape());
        let flat = y.shape().iter().enumerate().fold(0, |flat, (place, &dim)| {
            let at = usize::try_from(axis).ok().and_then(|axis| index.get(axis + place)).filter(|_| dim != 1);
            flat * dim + at.copied().unwrap_or(0)
        });
        let operands = [x.value(position), y.value(flat)];
        if operands.iter().any(|operand| operand.class().is_nan()) {
            return Sentence::Silent;
        }
        let result = decode(dtype, found);
        let order = |operand: &Value| direction.compare(result, decode(dtype, operand.bits()));
        if operands.iter().any(|operand| order(operand) == Some(Ordering::Less) || order(operand).is_none()) {
            let end = direction.word("maximum", "minimum");
            return Sentence::Due(format!("the {end} of {} and {}", operands[0], operands[1]).into());
        }
        if operands.iter().any(|operand| order(operand) == Some(Ordering::Equal)) {
            return Sentence::Holds;
        }
        Sentence::Broken(format!("neither {} nor {}", operands[0], operands[1]).into())
    })
}

fn nan_of_y(trial: &Trial) -> Decision {
    let Some(dtype) = trial.facts.dtype else { return Decision::NOT_APPLICABLE };
    trial.each_element(|position, found| {
        let mut operands = trial.facts.operands_at(position).map(|bits| Class::of(dtype, bits).is_nan());
        match (operands.next(), operands.next()) {
            (Some(false), Some(true)) if Class::of(dtype, found).is_nan() => Sentence::Holds,
            (Some(false), Some(true)) => Sentence::Due("a NaN".into()),
            _ => Sentence::Silent,
        }
    })
}
