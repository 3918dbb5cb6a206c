//! `MARS-*`: what Mars says of `out` and `where`, of `fmax`, `amax` and `nanmax`, and the results that it prints.

use std::sync::LazyLock;

use opconform_tensor::{DType, Numpy};

use super::mars::NUMPY;
use super::{Clause, Document, Level, Oracle, Trial, each, whole};
use crate::case::Attribute;
use crate::invalid_case::InvalidCase;
use crate::operator::numpy_maximum::ALL as TWO;
use crate::operator::{numpy_amax, numpy_maximum};
use crate::outcome::Outcome;
use crate::verdict::Decision;

pub(super) const CLAUSES: &[Clause] = &[
    Clause {
        id: "MARS-OUT-SHAPE",
        level: Level::Must,
        title: "an `out` that the operands do not broadcast to is an error",
        words: "If provided, it must have a shape that the inputs broadcast to.",
        place: "mars.tensor.maximum, Parameters, out",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: TWO,
        oracle: Oracle::Each(out_shape),
        exempt: no_type_of_numpy,
    },
    Clause {
        id: "MARS-WHERE",
        level: Level::Must,
        title: "an element that `where` does not select is left alone",
        words: "Values of True indicate to calculate the ufunc at that position, values of False indicate to leave the value \
                in the output alone.",
        place: "mars.tensor.maximum, Parameters, where. Without `out` there is no value to leave alone",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: TWO,
        oracle: Oracle::Each(each::left_alone),
        exempt: no_type_of_numpy,
    },
    Clause {
        id: "MARS-FMAX",
        level: Level::Must,
        title: "fmax ignores NaNs",
        words: "Element-wise maximum of two tensors, ignores NaNs.",
        place: "mars.tensor.maximum, See also, fmax. Of NaNs alone it is a NaN, of zeros of both signs either",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: numpy_maximum::IGNORING,
        oracle: Oracle::Each(each::greatest_or_nan),
        exempt: no_type_of_numpy,
    },
    Clause {
        id: "MARS-AMAX",
        level: Level::Must,
        title: "amax propagates NaNs",
        words: "The maximum value of a tensor along a given axis, propagates NaNs.",
        place: "mars.tensor.maximum, See also, amax",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: numpy_amax::PROPAGATING,
        oracle: Oracle::Each(each::greatest_or_nan),
        exempt: no_type_of_numpy,
    },
    Clause {
        id: "MARS-NANMAX",
        level: Level::Must,
        title: "nanmax ignores NaNs",
        words: "The maximum value of a tensor along a given axis, ignores NaNs.",
        place: "mars.tensor.maximum, See also, nanmax. Of NaNs alone it says nothing: a NaN, as NumPy gives, or the maximum of no elements",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: numpy_amax::IGNORING,
        oracle: Oracle::Each(each::greatest_or_nan),
        exempt: no_type_of_numpy,
    },
    Clause {
        id: "MARS-AMAX-AXIS",
        level: Level::Must,
        title: "the result is what is left beside the axes",
        words: "The maximum value of a tensor along a given axis, propagates NaNs.",
        place: "mars.tensor.maximum, See also, amax; nanmax: \"along a given axis, ignores NaNs\". What is asked besides one axis, \
                counted from the front, is NumPy's, and may be refused",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: numpy_amax::ALL,
        oracle: Oracle::Each(beside_the_axes),
        exempt: no_type_of_numpy,
    },
    Clause {
        id: "MARS-AMAX-EMPTY",
        level: Level::Should,
        title: "a reduction of no elements needs `initial`",
        words: "Must be present to allow computation on empty slice.",
        place: "numpy.amax, Parameters, initial. Mars follows NumPy, says nothing of a maximum of nothing, and has no initial",
        documents: &[Document::Numpy],
        profiles: NUMPY,
        operators: numpy_amax::ALL,
        oracle: Oracle::Each(empty),
        exempt: no_type_of_numpy,
    },
    Clause {
        id: "MARS-EXAMPLE",
        level: Level::Should,
        title: "the results that Mars prints",
        words: ">>> mt.maximum([mt.nan, 0, mt.nan], [0, mt.nan, mt.nan]).execute() array([ NaN, NaN, NaN])",
        place: "mars.tensor.maximum, Examples; compared by value, any NaN for a NaN",
        documents: &[Document::Mars],
        profiles: NUMPY,
        operators: TWO,
        oracle: Oracle::Published(whole::is_published),
        exempt: |dtype| (!matches!(dtype, DType::F64 | DType::I64)).then_some("no example is printed of it"),
    },
];

fn no_type_of_numpy(dtype: DType) -> Option<&'static str> {
    static WORDS: LazyLock<[Option<String>; DType::ALL.len()]> = LazyLock::new(|| {
        DType::ALL.map(|dtype| matches!(dtype.numpy(), Numpy::Added(_)).then(|| format!("NumPy has no {dtype}")))
    });
    WORDS[dtype as usize].as_deref()
}

impl Trial<'_> {
    /// Whether it is a refusal of elements that other packages add to NumPy.
    pub(super) fn is_refused_as_added(&self) -> bool {
        let is_added = self.facts.dtype.is_some_and(|dtype| no_type_of_numpy(dtype).is_some());
        is_added && matches!(self.outcome, Outcome::Rejected(_))
    }
}

fn out_shape(trial: &Trial) -> Decision {
    match trial.facts.invalid() {
        Some(rule @ InvalidCase::OutShape { .. }) => trial.is_refused(&rule.to_string()),
        _ => Decision::NOT_APPLICABLE,
    }
}

fn beside_the_axes(trial: &Trial) -> Decision {
    let attributes = &trial.facts.case.attributes;
    let is_a_given_axis = match attributes.get("axis") {
        Some(Attribute::Ints(axes)) => attributes.len() == 1 && axes.len() == 1 && axes[0] >= 0,
        _ => false,
    };
    match trial.outcome {
        Outcome::Rejected(_) if !is_a_given_axis || trial.is_refused_as_added() => Decision::NOT_APPLICABLE,
        _ => whole::has_the_shape(trial),
    }
}

fn empty(trial: &Trial) -> Decision {
    match trial.facts.invalid() {
        Some(rule @ InvalidCase::EmptyReduction) => trial.is_refused(&rule.to_string()),
        _ => Decision::NOT_APPLICABLE,
    }
}
