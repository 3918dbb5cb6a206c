//! What was observed of the backends of the sample.

use opconform_report::{Behaviour, Fingerprint, Grid, LaneKind, Lanes};

use super::strings;

pub(super) fn fingerprint(nan: &str, zero: &str, behaves_as: Option<&str>) -> Fingerprint {
    Fingerprint {
        operator: "Max".to_owned(),
        dtypes: strings(&["f32", "f64"]),
        nan: nan.to_owned(),
        signalling_nan: "propagates".to_owned(),
        both_nan: "the first".to_owned(),
        payload: "kept".to_owned(),
        zero: zero.to_owned(),
        subnormals: "kept".to_owned(),
        behaves_as: behaves_as.map(str::to_owned),
        function: None,
    }
}

/// A grid of three classes, one with each kind of cell, and what fills one of them.
pub(super) fn grid(operator: &str) -> (Grid, Behaviour) {
    let grid = Grid {
        operator: operator.to_owned(),
        dtypes: strings(&["f32"]),
        classes: strings(&["nan", "-0", "+normal"]),
        rows: strings(&["oMm", "Sso", "..o"]),
    };
    let behaviour = Behaviour {
        operator: operator.to_owned(),
        by_dtype: [("f32".to_owned(), 12_345)].into(),
        first: "nan".to_owned(),
        second: "+normal".to_owned(),
        taken: "the number".to_owned(),
        result: "+normal".to_owned(),
        breaks: strings(&["SONNX-MAX-NAN", "ONNX-MAX-NAN"]),
    };
    (grid, behaviour)
}

/// Whole vectors of two take the NaN, the rest takes the number.
pub(super) fn lanes(operator: &str) -> Lanes {
    let kind = |letter: &str, taken: &str, breaks: &[&str]| LaneKind {
        letter: letter.to_owned(),
        taken: taken.to_owned(),
        breaks: strings(breaks),
    };
    Lanes {
        operator: operator.to_owned(),
        dtypes: strings(&["f32"]),
        operands: "NaN, number".to_owned(),
        legend: vec![kind("f", "the NaN", &[]), kind("s", "the number", &["SONNX-MAX-NAN"])],
        rows: "1s/2f/2f1s//4f1*".to_owned(),
    }
}
