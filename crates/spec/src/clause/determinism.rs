//! `DET-*`: the same operands give the same bits, wherever in whichever tensor they stand.
//!
//! Judged where a document leaves a latitude: of a NaN, two zeros or a subnormal among the operands, as far as it does. Everywhere else
//! there is one right result, and the clauses on values decide.

use super::{Circumstance, Clause, Document, Level, Oracle, floats_only};
use crate::operator::OPERATORS;
use crate::relation::{Relation, again};

const DETERMINISM: Clause = Clause {
    id: "",
    level: Level::Should,
    title: "",
    words: "The model implementation shall behave in a deterministic and possibly predictable manner",
    place: "SONNX deliverables/needs, NEED AI-008; REQ-OP-010: \"maps one input value to one and only one output value\"",
    documents: &[Document::SonnxGuidelines],
    profiles: &[
        "sonnx-seed",
        "sonnx",
        "onnx-8",
        "onnx-11",
        "onnx-12",
        "onnx-13",
        "onnx-18",
        "onnx-20",
        "onnx-seed-11",
        "onnx-seed-12",
        "onnx-seed-13",
        "ieee754-2019",
        "ieee754-seed",
        "numpy",
        "paddle-legacy",
    ],
    operators: OPERATORS,
    oracle: Oracle::CrossCase,
    exempt: |_| None,
};

pub(super) const CLAUSES: &[Clause] = &[
    Clause {
        id: "DET-LANE",
        title: "a result does not depend on length, lane, alignment or neighbours",
        exempt: floats_only,
        ..DETERMINISM
    },
    Clause {
        id: "DET-RUN",
        title: "the same input gives the same bits again",
        oracle: Oracle::Metamorphic(Relation { applies: |_| true, of_ways: false, decide: again::run }),
        ..DETERMINISM
    },
    Clause {
        id: "DET-CONTEXT",
        title: "a result does not depend on how the operands came to the operator",
        oracle: Oracle::Metamorphic(Relation { applies: |_| true, of_ways: true, decide: again::context }),
        ..DETERMINISM
    },
    Clause {
        id: "DET-THREADS",
        title: "a result does not depend on the number of threads",
        oracle: Oracle::Same(Circumstance::Threads),
        ..DETERMINISM
    },
    Clause {
        id: "DET-WARM",
        title: "a result does not depend on how much was asked before",
        oracle: Oracle::Same(Circumstance::Warmth),
        ..DETERMINISM
    },
];
