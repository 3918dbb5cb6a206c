//! A report with one of everything that a renderer must cope with.

mod backends;
mod findings;
mod observed;
mod sources;

use opconform_report::{
    Deed, Defect, Finding, Format, Gap, Profile, Provenance, Report, Requirement, SCHEMA, Source, Unavailable,
    UsedFile, View, Waived, Witness,
};
use opconform_tensor::{Class, DType, Types};

use self::backends::{hostile, idle, optimised, portable};
use self::findings::findings;
use self::sources::{clauses, groups};

/// A name that no renderer may let through as it is: HTML, Markdown, a new line, an escape sequence, a reordering.
pub(crate) const HOSTILE: &str = "evil<script>alert(1)</script>|`x`\n\u{1b}[31m\u{202e}*_[a](b)\u{9b}2J";

/// Five backends: without fault, with every kind of fault, hostile, without anything judged, and unavailable.
pub(crate) fn report() -> Report {
    let mut report = Report {
        schema: SCHEMA,
        partial: false,
        strict: false,
        seed: 42,
        cases: 12_345,
        sources: vec![
            Source { name: "edge".to_owned(), cases: 11_000 },
            Source { name: "sweep".to_owned(), cases: 1_345 },
        ],
        profiles: [
            ("sonnx-seed", "SONNX", "SONNX Max, draft of 2025-11-07"),
            ("sonnx", "SONNX", "SONNX Max, draft of 2026-02-13"),
            ("onnx-13", "ONNX", "ONNX Max, version 13"),
            ("ieee754-2019", "IEEE 754", "IEEE 754-2019, 9.6, maximum"),
        ]
        .map(|(name, family, source)| Profile {
            name: name.to_owned(),
            family: family.to_owned(),
            alternative: false,
            source: source.to_owned(),
            link: format!("https://example.org/{name}"),
        })
        .to_vec(),
        clauses: clauses(),
        backends: vec![portable(), optimised(), hostile(), idle()],
        unavailable: vec![Unavailable {
            name: "neon".to_owned(),
            reason: "this is an x86_64 CPU: run on an aarch64 CPU".to_owned(),
        }],
        findings: findings(),
        left_out: 0,
        departures: Vec::new(),
        gaps: vec![Gap {
            profile: "sonnx-seed".to_owned(),
            gap: "seed properties P1 and P2 cannot both hold with a NaN operand".to_owned(),
            cases: 1_234,
            example: "max/f32/nan-vs-finite/1+1#1f3a9c02".to_owned(),
        }],
        requirements: vec![
            Requirement {
                family: "SONNX".to_owned(),
                document: "Example of a maximum".to_owned(),
                number: 1,
                heading: None,
                words: "The maximum of two | numbers".to_owned(),
                clauses: strings(&["SONNX-MAX-NAN"]),
                reason: None,
            },
            Requirement {
                family: "SONNX".to_owned(),
                document: "Example of a maximum".to_owned(),
                number: 2,
                heading: Some("## **Above**:".to_owned()),
                words: "# Heading".to_owned(),
                clauses: Vec::new(),
                reason: Some("a heading: it asks nothing".to_owned()),
            },
        ],
        defects: vec![
            Defect {
                id: "SONNX-D01".to_owned(),
                family: "SONNX".to_owned(),
                document: "SONNX Max @32912e1".to_owned(),
                text: "P1 and P2 cannot both hold with a NaN operand".to_owned(),
                gap: Some("seed properties P1 and P2 cannot both hold with a NaN operand".to_owned()),
                verdict: None,
                cases: 1_234,
                example: Some("max/f32/nan-vs-finite/1+1#1f3a9c02".to_owned()),
            },
            Defect {
                id: "SONNX-D09".to_owned(),
                family: "SONNX".to_owned(),
                document: "SONNX Max @32912e1".to_owned(),
                text: "the operator set is not pinned".to_owned(),
                gap: None,
                verdict: Some("Of a model of an older operator set nothing is judged.".to_owned()),
                cases: 0,
                example: None,
            },
            Defect {
                id: "SONNX-D12".to_owned(),
                family: "SONNX".to_owned(),
                document: "SONNX Max @32912e1".to_owned(),
                text: "the link to the broadcasting text moves with its branch".to_owned(),
                gap: None,
                verdict: None,
                cases: 0,
                example: None,
            },
        ],
        groups: groups(),
        provenance: provenance(),
    };
    report.find_departures();
    report.with_families()
}

/// What a format makes of a report whose findings may have been changed.
pub(crate) fn rendered(format: Format, report: &Report, view: &View) -> String {
    let mut report = report.clone();
    report.hold_departures();
    format.render(&report, view)
}

/// Classes of results that are told apart and are not the one of the sample.
pub(crate) const OTHERS: [Class; 5] =
    [Class::NegativeInfinity, Class::NegativeNormal, Class::NegativeZero, Class::PositiveZero, Class::PositiveInfinity];

/// The same with `count` findings of one backend, in each of which something else was observed.
pub(crate) fn with_many_departures(count: usize) -> Report {
    let mut report = report();
    let one = report.findings[0].clone();
    let word =
        |index: usize| format!("{index:06}").bytes().map(|digit| char::from(digit - b'0' + b'a')).collect::<String>();
    let other = |index| Finding {
        id: format!("{index:08x}"),
        result: Some(OTHERS[index % OTHERS.len()]),
        deed: Deed::NoAnswer,
        witness: Witness {
            case: format!("max/f32/crashed/1+1#{index:08x}"),
            symptom: format!("crashed in {}", word(index)),
            ..one.witness.clone()
        },
        ..one.clone()
    };
    report.findings = (0..count).map(other).collect();
    report.find_departures();
    report
}

/// The same with `count` findings of one backend, in all of which the same was observed.
pub(crate) fn with_one_departure(count: usize) -> Report {
    let mut report = report();
    let one = report.findings[0].clone();
    report.findings = (0..count).map(|index| Finding { id: format!("{index:08x}"), ..one.clone() }).collect();
    report.find_departures();
    report
}

/// The same with one departure of `runtime-optimised` waived in whole, and another in part.
pub(crate) fn with_waivers() -> Report {
    let mut report = report();
    let waive = |finding: &mut Finding, reason: &str| {
        finding.waived =
            Some(Waived { reason: reason.to_owned(), link: "https://example.org/known".to_owned(), by: None });
    };
    for finding in &mut report.findings {
        match finding.id.as_str() {
            "0d37e201" => waive(finding, "lanes | differ <b>"),
            "0f16f16f" => waive(finding, "f16 is widened"),
            _ => {}
        }
    }
    report
}

/// The same with a departure of a minimum from a clause whose title speaks of a maximum.
pub(crate) fn with_a_minimum() -> Report {
    let mut report = report();
    let one = report.findings[0].clone();
    let symptom = "not at most the operand -4294967295".to_owned();
    let least = Finding {
        id: "00000001".to_owned(),
        operator: "Min".to_owned(),
        mirrors: Some("Max".to_owned()),
        deed: Deed::PassedOver,
        dtype: Types::One(DType::I64),
        clause: "SONNX-MAX-P1".to_owned(),
        operands: vec![Class::Negative; 2],
        result: Some(Class::Negative),
        witness: Witness { symptom, ..one.witness.clone() },
        ..one
    };
    report.findings.push(least);
    report.hold_departures();
    report
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn provenance() -> Provenance {
    Provenance {
        suite: "0.1.0".to_owned(),
        commit: Some("0123abc".to_owned()),
        program: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned(),
        command: "opconform run --backend example".to_owned(),
        shards: Vec::new(),
        system: "Example OS 12, kernel 6.1".to_owned(),
        libc: "glibc 2.36".to_owned(),
        started: "2026-11-21T05:00:00Z".to_owned(),
        seconds: 3.25,
        platform: "linux x86_64".to_owned(),
        cpu: "Example CPU @ 2.00GHz".to_owned(),
        cpu_features: vec!["avx2".to_owned(), "avx512f".to_owned()],
        threads: 2,
        rounding_mode: "to nearest, ties to even".to_owned(),
        subnormals: "kept".to_owned(),
        enumerated: vec!["avx2 f16: all ordered pairs, all as the oracle says".to_owned()],
        built_in: Vec::new(),
        files: vec![UsedFile {
            backend: "example".to_owned(),
            name: "libexample.so.1".to_owned(),
            sha256: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0".to_owned(),
        }],
        // A report that was not merged does not have the field.
    }
}

/// The same with a witness of thousands of operands, as a reduction has.
pub(crate) fn with_a_long_witness() -> Report {
    let mut report = report();
    let finding = &mut report.findings[0];
    let [nan, one] = [0, 1].map(|index| finding.witness.operands[index].clone());
    finding.witness.operands = [vec![one.clone(); 4_095], vec![nan, one]].concat();
    finding.operands = finding.witness.operands.iter().map(|operand| operand.class).collect();
    report.findings.truncate(1);
    report.hold_departures();
    report
}
