//! A report with one of everything that a renderer must cope with.

use opconform_report::{
    Allowance, Backend, Behaviour, Breach, CaseGroup, Clause, ClauseCount, Count, Defect, Element, Finding,
    Fingerprint, Gap, Grid, LaneKind, Lanes, OutcomeCounts, Profile, ProfileCount, Provenance, Report, Reproducer,
    SCHEMA, Skip, Source, Unavailable, Unexercised, Witness,
};

/// A name that no renderer may let through as it is: HTML, Markdown, a new line, an escape sequence, a reordering.
pub(crate) const HOSTILE: &str = "evil<script>alert(1)</script>|`x`\n\u{1b}[31m\u{202e}*_[a](b)\u{9b}2J";

/// Five backends: without fault, with every kind of fault, hostile, without anything judged, and unavailable.
pub(crate) fn report() -> Report {
    Report {
        schema: SCHEMA,
        partial: false,
        seed: 42,
        cases: 12_345,
        sources: vec![
            Source { name: "edge".to_owned(), cases: 11_000 },
            Source { name: "sweep".to_owned(), cases: 1_345 },
        ],
        profiles: [
            ("sonnx-seed", "SONNX Max, draft of 2025-11-07"),
            ("sonnx", "SONNX Max, draft of 2026-02-13"),
            ("onnx-13", "ONNX Max, version 13"),
            ("ieee754-2019", "IEEE 754-2019, 9.6, maximum"),
        ]
        .map(|(name, source)| Profile { name: name.to_owned(), source: source.to_owned() })
        .to_vec(),
        clauses: clauses(),
        backends: vec![portable(), optimised(), hostile(), idle()],
        unavailable: vec![Unavailable {
            name: "neon".to_owned(),
            reason: "this is an x86_64 CPU: run on an aarch64 CPU".to_owned(),
        }],
        findings: findings(),
        gaps: vec![Gap {
            profile: "sonnx-seed".to_owned(),
            gap: "seed properties P1 and P2 cannot both hold with a NaN operand".to_owned(),
            cases: 1_234,
            example: "max/f32/nan-vs-finite/1+1#1f3a9c02".to_owned(),
        }],
        defects: vec![
            Defect {
                document: "SONNX Max @32912e1".to_owned(),
                text: "P1 and P2 cannot both hold with a NaN operand".to_owned(),
                gap: Some("seed properties P1 and P2 cannot both hold with a NaN operand".to_owned()),
                cases: 1_234,
                example: Some("max/f32/nan-vs-finite/1+1#1f3a9c02".to_owned()),
            },
            Defect {
                document: "SONNX Max @32912e1".to_owned(),
                text: "the operator set is not pinned".to_owned(),
                gap: None,
                cases: 0,
                example: None,
            },
        ],
        groups: groups(),
        provenance: provenance(),
    }
}

/// The same with `count` findings of one backend, in each of which something else was observed.
pub(crate) fn with_many_departures(count: usize) -> Report {
    let mut report = report();
    let one = report.findings[0].clone();
    let other = |index| Finding { id: format!("{index:08x}"), result: Some(format!("class-{index}")), ..one.clone() };
    report.findings = (0..count).map(other).collect();
    report
}

/// The same with `count` findings of one backend, in all of which the same was observed.
pub(crate) fn with_one_departure(count: usize) -> Report {
    let mut report = report();
    let one = report.findings[0].clone();
    report.findings = (0..count).map(|index| Finding { id: format!("{index:08x}"), ..one.clone() }).collect();
    report
}

fn groups() -> Vec<CaseGroup> {
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

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn fingerprint(nan: &str, zero: &str, behaves_as: Option<&str>) -> Fingerprint {
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
    }
}

/// A grid of three classes, one with each kind of cell, and what fills one of them.
fn grid(operator: &str) -> (Grid, Behaviour) {
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
fn lanes(operator: &str) -> Lanes {
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

fn provenance() -> Provenance {
    Provenance {
        suite: "0.1.0".to_owned(),
        commit: Some("0123abc".to_owned()),
        started: "2026-11-21T05:00:00Z".to_owned(),
        seconds: 3.25,
        platform: "linux x86_64".to_owned(),
        cpu: "Example CPU @ 2.00GHz".to_owned(),
        cpu_features: vec!["avx2".to_owned(), "avx512f".to_owned()],
        threads: 2,
        rounding_mode: "to nearest, ties to even".to_owned(),
        subnormals: "kept".to_owned(),
        enumerated: vec!["avx2 f16: all ordered pairs, all as the oracle says".to_owned()],
    }
}

fn clauses() -> Vec<Clause> {
    let clause = |id: &str, level: &str, title: &str, words: &str, place: &str, profiles: &[&str]| Clause {
        id: id.to_owned(),
        level: level.to_owned(),
        title: title.to_owned(),
        words: words.to_owned(),
        place: place.to_owned(),
        profiles: profiles.iter().map(|&name| name.to_owned()).collect(),
    };
    vec![
        clause(
            "SONNX-MAX-P1",
            "MUST",
            "the result is at least every broadcast operand",
            "$\\forall n \\in [1, N], ... ~~~~ y_{i,j,k,l...} \\geq z^n_{i,j,k,l...}$",
            "SONNX Max @32912e1, Properties, first formula",
            &["sonnx-seed", "sonnx"],
        ),
        clause(
            "SONNX-MAX-NAN",
            "MUST",
            "a NaN operand gives a NaN",
            "NaN is an absorbing element for Max",
            "SONNX Max @9bed1da, Special values",
            &["sonnx"],
        ),
        clause(
            "SONNX-MAX-E1",
            "MUST",
            "shapes that do not broadcast are an error",
            "`E1`: the shapes are not broadcastable",
            "SONNX Max @9bed1da, Errors",
            &["sonnx"],
        ),
        clause(
            "ONNX-MAX-NAN",
            "SHOULD",
            "a NaN operand gives a NaN",
            "np.maximum",
            "the reference evaluator of ONNX; no version of Max names NaN",
            &["onnx-13"],
        ),
        clause(
            "DET-LANE",
            "SHOULD",
            "a result does not depend on length, lane, alignment or neighbours",
            "The same inputs shall give the same outputs.",
            "SONNX requirements, REQ-OP-010",
            &["sonnx", "ieee754-2019"],
        ),
    ]
}

/// The counts of one backend, one entry per clause: compared, violations, violating cases, latitude cases, gaps.
fn counts(of_clauses: [[u64; 5]; 5]) -> Vec<ClauseCount> {
    let count = |[compared, violations, violating_cases, latitude_cases, gaps]: [u64; 5]| Count {
        compared,
        violations,
        violating_cases,
        latitude_cases,
        gaps,
    };
    clauses()
        .into_iter()
        .zip(of_clauses)
        .map(|(clause, counts)| ClauseCount {
            id: clause.id,
            total: count(counts),
            by_dtype: [("f32".to_owned(), count(counts)), ("i8".to_owned(), Count::default())].into(),
        })
        .collect()
}

fn profiles(of_profiles: [[u64; 3]; 4]) -> Vec<ProfileCount> {
    of_profiles.map(|[judged, violating, silent]| ProfileCount { judged, violating, silent }).to_vec()
}

fn by_nature(clause: &str) -> Unexercised {
    Unexercised {
        clause: clause.to_owned(),
        dtypes: vec!["i8".to_owned()],
        reason: "integers have no NaN, no infinity and one zero".to_owned(),
        by_nature: true,
    }
}

fn portable() -> Backend {
    Backend {
        name: "portable".to_owned(),
        version: "0.1.0".to_owned(),
        description: "opconform-kernels 0.1.0, without intrinsics".to_owned(),
        outcomes: OutcomeCounts { output: 12_000, rejected: 345, ..OutcomeCounts::default() },
        clauses: counts([
            [1_234_567, 0, 0, 0, 1_234],
            [54_321, 0, 0, 17, 0],
            [345, 0, 0, 0, 0],
            [54_321, 0, 0, 0, 0],
            [9_999, 0, 0, 0, 0],
        ]),
        profiles: profiles([[10_766, 0, 1_579], [12_345, 0, 0], [12_000, 0, 345], [12_345, 0, 0]]),
        skips: vec![],
        unexercised: vec![by_nature("SONNX-MAX-NAN"), by_nature("ONNX-MAX-NAN")],
        fingerprints: vec![fingerprint("propagates", "+0", Some("IEEE 754-2019 maximum"))],
        grids: vec![Grid { rows: strings(&["ooo", "ooo", "ooo"]), ..grid("Max").0 }],
        behaviours: vec![],
        lanes: vec![],
    }
}

fn optimised() -> Backend {
    Backend {
        name: "runtime-optimised".to_owned(),
        version: "1.2.3".to_owned(),
        description: "a runtime 1.2.3, after its optimiser".to_owned(),
        outcomes: OutcomeCounts {
            output: 11_000,
            rejected: 300,
            unsupported: 1_000,
            crashed: 40,
            timed_out: 3,
            malformed: 2,
        },
        clauses: counts([
            [1_100_000, 3, 2, 0, 1_000],
            [50_000, 12_345, 4_321, 0, 0],
            [300, 45, 45, 0, 0],
            [50_000, 12_345, 4_321, 0, 0],
            [9_000, 7, 7, 0, 0],
        ]),
        profiles: profiles([[9_766, 47, 1_579], [11_345, 4_400, 0], [11_000, 0, 345], [0, 0, 11_345]]),
        skips: vec![Skip {
            reason: "bf16 is not implemented".to_owned(),
            cases: 1_000,
            example: "max/bf16/edge/1+1#00000001".to_owned(),
        }],
        unexercised: vec![
            by_nature("SONNX-MAX-NAN"),
            Unexercised {
                clause: "DET-LANE".to_owned(),
                dtypes: vec!["bf16".to_owned(), "f16".to_owned()],
                reason: "the backend does not support the type".to_owned(),
                by_nature: false,
            },
        ],
        fingerprints: vec![fingerprint("varies: propagates in whole vectors of 2, ignored in the rest", "+0", None)],
        grids: vec![grid("Max").0],
        behaviours: vec![grid("Max").1],
        lanes: vec![lanes("Max")],
    }
}

fn hostile() -> Backend {
    Backend {
        name: HOSTILE.to_owned(),
        version: HOSTILE.to_owned(),
        description: format!("says of itself: {HOSTILE}"),
        outcomes: OutcomeCounts { output: 1, unsupported: 12_344, ..OutcomeCounts::default() },
        clauses: counts([[0, 0, 0, 0, 5], [1, 1, 1, 0, 0], [0; 5], [0; 5], [0; 5]]),
        profiles: profiles([[0, 0, 1], [1, 1, 0], [0; 3], [0; 3]]),
        skips: vec![Skip {
            reason: HOSTILE.to_owned(),
            cases: 12_344,
            example: "max/f32/edge/1+1#00000002".to_owned(),
        }],
        unexercised: vec![by_nature("ONNX-MAX-NAN")],
        fingerprints: vec![Fingerprint { zero: HOSTILE.to_owned(), ..fingerprint(HOSTILE, "+0", Some(HOSTILE)) }],
        grids: vec![Grid {
            dtypes: strings(&[HOSTILE]),
            classes: strings(&[HOSTILE, "+normal"]),
            rows: strings(&["\u{202e}<", ""]),
            ..grid(HOSTILE).0
        }],
        behaviours: vec![Behaviour { taken: HOSTILE.to_owned(), first: HOSTILE.to_owned(), ..grid(HOSTILE).1 }],
        lanes: vec![Lanes { operands: HOSTILE.to_owned(), rows: HOSTILE.to_owned(), ..lanes(HOSTILE) }],
    }
}

fn idle() -> Backend {
    Backend {
        name: "idle".to_owned(),
        version: "0".to_owned(),
        description: "supports nothing".to_owned(),
        outcomes: OutcomeCounts { unsupported: 12_345, ..OutcomeCounts::default() },
        clauses: counts([[0; 5]; 5]),
        profiles: profiles([[0; 3]; 4]),
        skips: vec![],
        unexercised: vec![],
        fingerprints: vec![],
        grids: vec![],
        behaviours: vec![],
        lanes: vec![],
    }
}

fn element(hex: &str, decimal: &str, class: &str) -> Element {
    Element { hex: hex.to_owned(), decimal: decimal.to_owned(), class: class.to_owned() }
}

fn breach(profile: &str, expected: &str) -> Breach {
    Breach { profile: profile.to_owned(), expected: expected.to_owned() }
}

fn witness(case: &str, symptom: &str) -> Witness {
    Witness {
        case: case.to_owned(),
        shrunk_from: "max/f32/sweep/257+1#0badcafe".to_owned(),
        shapes: "1 + 1".to_owned(),
        opset: 13,
        file: "cases/1f3a9c02.json".to_owned(),
        replay: format!("opconform replay reports/latest/cases/1f3a9c02.json # {case}"),
        position: Some(0),
        operands: vec![element("0x7fc00000", "nan", "nan"), element("0x3f800000", "1", "+normal")],
        found: Some(element("0x3f800000", "1", "+normal")),
        symptom: symptom.to_owned(),
        differs_from: None,
    }
}

fn findings() -> Vec<Finding> {
    let nan = Finding {
        id: "6e0a11d3".to_owned(),
        backend: "runtime-optimised".to_owned(),
        operator: "Max".to_owned(),
        dtype: "f32".to_owned(),
        clause: "SONNX-MAX-NAN".to_owned(),
        level: "MUST".to_owned(),
        operands: vec!["nan".to_owned(), "+normal".to_owned()],
        result: Some("+normal".to_owned()),
        cases: 4_321,
        elements: 12_345,
        witness: witness("max/f32/shrunk/1+1#1f3a9c02", "a NaN operand, and the result is not a NaN"),
        breaks: vec![breach("sonnx", "a NaN"), breach("ieee754-2019", "a NaN")],
        allowed_by: vec![Allowance {
            profile: "onnx-13".to_owned(),
            accepts: "no version of ONNX Max names NaN".to_owned(),
        }],
        reproducers: vec![Reproducer {
            language: "Python".to_owned(),
            text: "import numpy as np\nprint(np.maximum(np.float32('nan'), np.float32(1)))\n".to_owned(),
        }],
    };
    let whole = Finding {
        id: "77aa00ff".to_owned(),
        dtype: "mixed".to_owned(),
        clause: "SONNX-MAX-E1".to_owned(),
        operands: vec![],
        result: None,
        cases: 1,
        elements: 1,
        witness: Witness {
            shrunk_from: "max/mixed/shrunk/2+3#00000007".to_owned(),
            shapes: "2 + 3".to_owned(),
            position: None,
            operands: vec![],
            found: None,
            ..witness("max/mixed/shrunk/2+3#00000007", "crashed: index out of bounds: the len is 2 but the index is 2")
        },
        breaks: vec![breach("sonnx", "a refusal: the shapes do not broadcast")],
        allowed_by: vec![],
        ..nan.clone()
    };
    let lane = Finding {
        id: "0d37e201".to_owned(),
        clause: "DET-LANE".to_owned(),
        level: "SHOULD".to_owned(),
        operands: vec!["-0".to_owned(), "+0".to_owned()],
        result: Some("-0".to_owned()),
        cases: 7,
        elements: 7,
        witness: Witness {
            position: Some(16),
            operands: vec![element("0x80000000", "-0", "-0"), element("0x00000000", "0", "+0")],
            found: Some(element("0x80000000", "-0", "-0")),
            differs_from: Some(("max/f32/sweep/1+1#abcdef01".to_owned(), element("0x00000000", "0", "+0"))),
            ..witness("max/f32/shrunk/17+17#2b2b2b2b", "the same operands give other bits elsewhere")
        },
        breaks: vec![],
        allowed_by: vec![],
        ..nan.clone()
    };
    let evil = Finding {
        id: "deadbeef".to_owned(),
        backend: HOSTILE.to_owned(),
        witness: witness("max/f32/shrunk/1+1#5c5c5c5c", HOSTILE),
        reproducers: vec![Reproducer { language: HOSTILE.to_owned(), text: format!("</script>{HOSTILE}") }],
        cases: 1,
        elements: 1,
        ..nan.clone()
    };
    // The same departure, from another clause and in another type.
    let should = Finding {
        id: "51c0ffee".to_owned(),
        clause: "ONNX-MAX-NAN".to_owned(),
        level: "SHOULD".to_owned(),
        elements: 12_400,
        ..nan.clone()
    };
    let half = Finding {
        id: "0f16f16f".to_owned(),
        dtype: "f16".to_owned(),
        elements: 100,
        cases: 10,
        witness: Witness {
            operands: vec![element("0x7e00", "nan", "nan"), element("0x3c00", "1", "+normal")],
            found: Some(element("0x3c00", "1", "+normal")),
            ..witness("max/f16/shrunk/1+1#22222222", "a NaN operand, and the result is not a NaN")
        },
        ..nan.clone()
    };
    vec![nan, half, whole, evil, should, lane]
}
