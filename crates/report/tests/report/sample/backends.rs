//! The backends of the sample.

use opconform_report::{
    Backend, Behaviour, Claim, ClauseCount, Count, CountedPairs, Fingerprint, Grid, Lanes, OutcomeCounts, PairRow,
    PassingFault, ProfileCount, Skip, SpecificationPairs, Unexercised, Unsteady,
};
use opconform_tensor::{Class, DType, Types};

use super::observed::{fingerprint, grid, lanes};
use super::sources::clauses;
use super::{HOSTILE, strings};

pub(super) fn portable() -> Backend {
    Backend {
        name: "portable".to_owned(),
        version: "0.1.0".to_owned(),
        description: "opconform-kernels 0.1.0, without intrinsics".to_owned(),
        claims: vec![
            claim("SONNX", &["sonnx-seed", "sonnx"]),
            claim("ONNX", &["onnx-13"]),
            claim("IEEE 754", &["ieee754-2019"]),
        ],
        outcomes: OutcomeCounts { output: 12_000, rejected: 345, ..OutcomeCounts::default() },
        claimed_cases: 12_345,
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
        fingerprints: vec![fingerprint("propagates", "+0", Some("ieee754-2019 (IEEE 754-2019 maximum)"))],
        grids: vec![Grid { rows: strings(&["ooo", "ooo", "ooo"]), ..grid("Max").0 }],
        behaviours: vec![],
        lanes: vec![],
        counted: vec![],
        unsteady: vec![],
        passing_faults: vec![],
        families: vec![],
    }
}

pub(super) fn optimised() -> Backend {
    Backend {
        name: "runtime-optimised".to_owned(),
        version: "1.2.3".to_owned(),
        description: "a runtime 1.2.3, after its optimiser".to_owned(),
        claims: vec![claim("SONNX", &["sonnx-seed", "sonnx"])],
        outcomes: OutcomeCounts {
            output: 11_000,
            rejected: 300,
            unsupported: 1_000,
            crashed: 40,
            timed_out: 3,
            malformed: 2,
        },
        claimed_cases: 12_000,
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
                dtypes: [DType::Bf16, DType::F16].map(Types::One).to_vec(),
                reason: "the backend does not support the type".to_owned(),
                by_nature: false,
            },
        ],
        fingerprints: vec![fingerprint("varies: propagates in whole vectors of 2, ignored in the rest", "+0", None)],
        grids: vec![grid("Max").0],
        behaviours: vec![grid("Max").1],
        lanes: vec![lanes("Max")],
        counted: vec![counted()],
        unsteady: vec![],
        passing_faults: vec![],
        families: vec![],
    }
}

pub(super) fn hostile() -> Backend {
    Backend {
        name: HOSTILE.to_owned(),
        version: HOSTILE.to_owned(),
        description: format!("says of itself: {HOSTILE}"),
        claims: vec![claim("SONNX", &["sonnx-seed", "sonnx"]), claim(HOSTILE, &[])],
        outcomes: OutcomeCounts { output: 1, unsupported: 12_344, ..OutcomeCounts::default() },
        claimed_cases: 1,
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
        counted: vec![],
        unsteady: vec![unsteady(HOSTILE)],
        passing_faults: vec![PassingFault {
            what: HOSTILE.to_owned(),
            calls: u64::MAX,
            cases: u64::MAX,
            first: HOSTILE.to_owned(),
        }],
        families: vec![],
    }
}

pub(super) fn idle() -> Backend {
    Backend {
        name: "idle".to_owned(),
        version: "0".to_owned(),
        description: "supports nothing".to_owned(),
        claims: vec![],
        outcomes: OutcomeCounts { unsupported: 12_345, ..OutcomeCounts::default() },
        claimed_cases: 0,
        clauses: counts([[0; 5]; 5]),
        profiles: profiles([[0; 3]; 4]),
        skips: vec![],
        unexercised: vec![],
        fingerprints: vec![],
        grids: vec![],
        behaviours: vec![],
        lanes: vec![],
        counted: vec![],
        unsteady: vec![],
        passing_faults: vec![],
        families: vec![],
    }
}

fn unsteady(operator: &str) -> Unsteady {
    Unsteady {
        clause: "ONNX-MAX-NAN".to_owned(),
        operator: operator.to_owned(),
        dtype: Types::One(DType::F16),
        operands: vec![Class::QuietNan, Class::PositiveNormal],
        result: Some(Class::QuietNan),
        cases: 3,
        example: "max/f16/nans/8#00000001".to_owned(),
    }
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
            by_dtype: [(DType::F32, count(counts)), (DType::I8, Count::default())]
                .map(|(dtype, count)| (Types::One(dtype), count))
                .into(),
        })
        .collect()
}

fn claim(specification: &str, profiles: &[&str]) -> Claim {
    Claim {
        specification: specification.to_owned(),
        place: format!("https://example.org/{specification}"),
        profiles: strings(profiles),
    }
}

fn profiles(of_profiles: [[u64; 3]; 4]) -> Vec<ProfileCount> {
    of_profiles.map(|[judged, violating, silent]| ProfileCount { judged, violating, silent }).to_vec()
}

fn by_nature(clause: &str) -> Unexercised {
    Unexercised {
        clause: clause.to_owned(),
        dtypes: vec![Types::One(DType::I8)],
        reason: "integers have no NaN, no infinity and one zero".to_owned(),
        by_nature: true,
    }
}

/// Every pair of a type, of which nothing is forbidden.
fn counted() -> CountedPairs {
    let row = |operands: [&str; 2], came: &str, pairs, example: &str| PairRow {
        operands: operands.map(ToOwned::to_owned),
        came: came.to_owned(),
        pairs,
        example: example.to_owned(),
        forbidden_by: vec![],
        advised_against_by: vec![],
    };
    let of_number =
        row(["number", "number"], "the lesser, only in the last element of a call", 513, "0x4000 0x3f80 0x3f80");
    CountedPairs {
        operator: "Max".to_owned(),
        dtype: DType::Bf16,
        range: "every ordered pair of two values".to_owned(),
        assumed: "two vectors of 65536 elements".to_owned(),
        cpu_features: strings(&["avx2", "fma"]),
        complete: true,
        pairs: 4_294_967_296,
        forbidden: 0,
        digest: "5f".repeat(32),
        specifications: vec![SpecificationPairs {
            specification: "sonnx".to_owned(),
            allowed: 4_294_901_758,
            open: 65_025,
            advised_against: 513,
            forbidden: 0,
        }],
        rows: vec![
            PairRow { advised_against_by: strings(&["SONNX-MAX-P1"]), ..of_number },
            row(["NaN", "number"], "the NaN", 65_025, "0x7fc0 0x3f80 0x7fc0"),
        ],
        usual: 4_294_901_758,
    }
}
