//! What the sample's backends were held against, and with which cases.

use opconform_report::{CaseGroup, Clause, Level, Turned};

use super::strings;

pub(super) fn clauses() -> Vec<Clause> {
    let clause = |id: &str, level: Level, title: &str, words: &str, place: &str, profiles: &[&str]| Clause {
        id: id.to_owned(),
        level,
        title: title.to_owned(),
        turned: None,
        words: words.to_owned(),
        place: place.to_owned(),
        profiles: profiles.iter().map(|&name| name.to_owned()).collect(),
    };
    let mut clauses = vec![
        clause(
            "SONNX-MAX-P1",
            Level::Must,
            "the result is at least every broadcast operand",
            "$\\forall n \\in [1, N], ... ~~~~ y_{i,j,k,l...} \\geq z^n_{i,j,k,l...}$",
            "SONNX Max @32912e1, Properties, first formula",
            &["sonnx-seed", "sonnx"],
        ),
        clause(
            "SONNX-MAX-NAN",
            Level::Must,
            "a NaN operand gives a NaN",
            "NaN is an absorbing element for Max",
            "SONNX Max @9bed1da, Special values",
            &["sonnx"],
        ),
        clause(
            "SONNX-MAX-E1",
            Level::Must,
            "shapes that do not broadcast are an error",
            "`E1`: the shapes are not broadcastable",
            "SONNX Max @9bed1da, Errors",
            &["sonnx"],
        ),
        clause(
            "ONNX-MAX-NAN",
            Level::Should,
            "a NaN operand gives a NaN",
            "np.maximum",
            "the reference evaluator of ONNX; no version of Max names NaN",
            &["onnx-13"],
        ),
        clause(
            "DET-LANE",
            Level::Should,
            "a result does not depend on length, lane, alignment or neighbours",
            "The same inputs shall give the same outputs.",
            "SONNX requirements, REQ-OP-010",
            &["sonnx", "ieee754-2019"],
        ),
    ];
    clauses[0].turned = Some(Turned {
        title: "the result is at most every broadcast operand".to_owned(),
        operators: strings(&["Min"]),
    });
    clauses
}

pub(super) fn groups() -> Vec<CaseGroup> {
    let group = |source: &str, subject: &str, cases: u64, clauses: &[&str]| CaseGroup {
        source: source.to_owned(),
        operator: "Max".to_owned(),
        dtypes: strings(&["f32", "i8"]),
        subjects: strings(&[subject]),
        cases,
        example: format!("max/f32/{subject}/1+1#1f3a9c02"),
        clauses: strings(clauses),
    };
    vec![
        group("edge", "nan-vs-finite", 11_000, &["SONNX-MAX-P1", "SONNX-MAX-NAN", "ONNX-MAX-NAN", "DET-LANE"]),
        group("sweep", "=HYPERLINK(\"x\"),\nN", 1_345, &["SONNX-MAX-P1", "SONNX-MAX-E1"]),
    ]
}
