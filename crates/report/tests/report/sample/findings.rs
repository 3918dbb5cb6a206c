//! The findings of the sample.

use opconform_report::{
    Allowance, Cause, Deed, Element, Fault, Finding, Level, Objection, Reason, Reproducer, Severity, Shapes, Standing,
    Witness,
};
use opconform_tensor::{Class, DType, Types};

use super::HOSTILE;

pub(super) fn findings() -> Vec<Finding> {
    let nan = lost_nan();
    let whole = Finding {
        id: "77aa00ff".to_owned(),
        departure: "77aa00ff".to_owned(),
        dtype: Types::Mixed,
        clause: "SONNX-MAX-E1".to_owned(),
        severity: Severity::NoAnswer,
        deed: Deed::NoAnswer,
        alone: false,
        is_across_cases: false,
        operands: vec![],
        result: None,
        cases: 1,
        elements: 1,
        ways: vec![],
        witness: Witness {
            shrunk_from: "max/mixed/shrunk/2+3#00000007".to_owned(),
            answered: None,
            destination: None,
            shapes: Shapes(vec![vec![2], vec![3]]),
            attributes: None,
            position: None,
            operands: vec![],
            found: None,
            fault: Some(Fault::Crashed { reason: Reason::of("index out of bounds: the len is 2 but the index is 2") }),
            ..witness("max/mixed/shrunk/2+3#00000007", "crashed: index out of bounds: the len is 2 but the index is 2")
        },
        breaks: vec![breach("sonnx", "a refusal: the shapes do not broadcast")],
        allowed_by: vec![],
        ..nan.clone()
    };
    let lane = Finding {
        id: "0d37e201".to_owned(),
        departure: "0d37e201".to_owned(),
        clause: "DET-LANE".to_owned(),
        level: Level::Should,
        profiles: vec!["sonnx".to_owned(), "ieee754-2019".to_owned()],
        severity: Severity::ZeroSign,
        deed: Deed::OtherZero,
        alone: false,
        is_across_cases: false,
        operands: vec![Class::NegativeZero, Class::PositiveZero],
        result: Some(Class::NegativeZero),
        cases: 7,
        elements: 7,
        ways: vec![],
        witness: Witness {
            position: Some(16),
            operands: vec![
                element("0x80000000", "-0", Class::NegativeZero),
                element("0x00000000", "0", Class::PositiveZero),
            ],
            found: Some(element("0x80000000", "-0", Class::NegativeZero)),
            plainly: None,
            after: None,
            differs_from: Some((
                "max/f32/sweep/1+1#abcdef01".to_owned(),
                element("0x00000000", "0", Class::PositiveZero),
            )),
            ..witness("max/f32/shrunk/17+17#2b2b2b2b", "the same operands give other bits elsewhere")
        },
        breaks: vec![],
        allowed_by: vec![],
        ..nan.clone()
    };
    let evil = Finding {
        id: "deadbeef".to_owned(),
        departure: "deadbeef".to_owned(),
        backend: HOSTILE.to_owned(),
        witness: witness("max/f32/shrunk/1+1#5c5c5c5c", HOSTILE),
        reproducers: vec![Reproducer { language: HOSTILE.to_owned(), text: format!("</script>{HOSTILE}") }],
        no_reproducer: Some(HOSTILE.to_owned()),
        cases: 1,
        elements: 1,
        ..nan.clone()
    };
    // The same departure, from another clause and in another type.
    let should = Finding {
        id: "51c0ffee".to_owned(),
        departure: "51c0ffee".to_owned(),
        clause: "ONNX-MAX-NAN".to_owned(),
        level: Level::Should,
        profiles: vec!["onnx-13".to_owned()],
        standing: Standing::Distance,
        elements: 12_400,
        ..nan.clone()
    };
    let half = Finding {
        id: "0f16f16f".to_owned(),
        departure: "0f16f16f".to_owned(),
        dtype: Types::One(DType::F16),
        elements: 100,
        cases: 10,
        witness: Witness {
            operands: vec![element("0x7e00", "nan", Class::QuietNan), element("0x3c00", "1", Class::PositiveNormal)],
            found: Some(element("0x3c00", "1", Class::PositiveNormal)),
            ..witness("max/f16/shrunk/1+1#22222222", "a NaN operand, and the result is not a NaN")
        },
        ..nan.clone()
    };
    vec![nan, half, whole, evil, should, lane]
}

/// A NaN that is lost: all other findings of the sample are made of this one.
fn lost_nan() -> Finding {
    Finding {
        id: "6e0a11d3".to_owned(),
        departure: "6e0a11d3".to_owned(),
        cause: Cause::Nan,
        backend: "runtime-optimised".to_owned(),
        operator: "Max".to_owned(),
        mirrors: None,
        dtype: Types::One(DType::F32),
        clause: "SONNX-MAX-NAN".to_owned(),
        level: Level::Must,
        profiles: vec!["sonnx".to_owned()],
        standing: Standing::Claimed,
        severity: Severity::LostNan,
        deed: Deed::LostNan,
        alone: true,
        is_across_cases: false,
        doubt: None,
        operands: vec![Class::QuietNan, Class::PositiveNormal],
        result: Some(Class::PositiveNormal),
        cases: 4_321,
        elements: 12_345,
        ways: vec![],
        witness: witness("max/f32/shrunk/1+1#1f3a9c02", "a NaN operand, and the result is not a NaN"),
        breaks: vec![breach("sonnx", "a NaN"), breach("ieee754-2019", "a NaN")],
        allowed_by: vec![Allowance {
            profile: "onnx-13".to_owned(),
            accepts: "no version of ONNX names NaN".to_owned(),
        }],
        waived: None,
        reproducers: vec![Reproducer {
            language: "Python".to_owned(),
            text: "import numpy as np\nprint(np.maximum(np.float32('nan'), np.float32(1)))\n".to_owned(),
        }],
        no_reproducer: None,
    }
}

fn element(hex: &str, decimal: &str, class: Class) -> Element {
    Element { hex: hex.to_owned(), decimal: decimal.to_owned(), class }
}

fn breach(profile: &str, expected: &str) -> Objection {
    Objection { profile: profile.to_owned(), expected: expected.to_owned() }
}

fn witness(case: &str, symptom: &str) -> Witness {
    Witness {
        case: case.to_owned(),
        shrunk_from: "max/f32/sweep/257+1#0badcafe".to_owned(),
        answered: Some(1),
        destination: None,
        smallest: true,
        shapes: Shapes(vec![vec![1], vec![1]]),
        attributes: None,
        opset: Some(13),
        way: None,
        offsets: Vec::new(),
        file: "cases/1f3a9c02.json".to_owned(),
        replay: format!("opconform replay reports/latest/cases/1f3a9c02.json # {case}"),
        output: None,
        position: Some(0),
        operands: vec![
            element("0x7fc00000", "nan", Class::QuietNan),
            element("0x3f800000", "1", Class::PositiveNormal),
        ],
        found: Some(element("0x3f800000", "1", Class::PositiveNormal)),
        symptom: symptom.to_owned(),
        due: None,
        names: vec![],
        before: None,
        readings: vec![],
        settings: vec![],
        fault: None,
        later: None,
        plainly: None,
        after: None,
        differs_from: None,
    }
}
