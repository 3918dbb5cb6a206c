//! Test vectors as JSON, in the manner of Wycheproof: stable ids, flags, notes, and bits in hexadecimal.
//!
//! ```json
//! {
//!   "schema": "opconform_vectors_v1", "generatorVersion": "0.1.0", "operator": "Max", "numberOfTests": 1,
//!   "notes": { "NaN": { "description": "an operand is a NaN" } },
//!   "testGroups": [{
//!     "opset": 13, "type": "f32",
//!     "tests": [{
//!       "tcId": 1, "id": "max/f32/nan-vs-one/2*1#3d8b65c0", "flags": ["NaN"], "attributes": {},
//!       "inputs": [{ "type": "f32", "shape": [1], "bits": ["7fc00000"] }, …],
//!       "expected": [{
//!         "profiles": ["sonnx"], "result": "valid", "type": "f32", "shape": [1], "bits": ["any NaN"]
//!       }]
//!     }]
//!   }]
//! }
//! ```
//!
//! `schema/vectors.schema.json` of this crate says the same for machines. A `result` is `valid`: the answer is as said; `invalid`: the case is to be refused; or `acceptable`: the profiles leave it
//! open. An element of expected `bits` is the bits, several in a list, `any NaN`, `any quiet NaN`, or `anything`.

use std::collections::BTreeMap;

use opconform_spec::{Attributes, Case, Facts, Profile, Way};
use opconform_tensor::{Class, DType, Tensor};
use serde::Serialize;

use crate::allowed::Allowed;
use crate::expected::{Answer, Expected};

/// The flags, in the order of a test's, with what each says and when a case has it.
type Flag = (&'static str, &'static str, fn(&Case) -> bool);

const FLAGS: &[Flag] = &[
    ("NaN", "an operand holds a NaN", |case| has(case, Class::is_nan)),
    ("SignallingNaN", "an operand holds a signalling NaN", |case| has(case, |class| class == Class::SignallingNan)),
    ("SignedZero", "an operand holds −0", |case| has(case, |class| class == Class::NegativeZero)),
    ("Infinity", "an operand holds an infinity", |case| {
        has(case, |class| matches!(class, Class::PositiveInfinity | Class::NegativeInfinity))
    }),
    ("Subnormal", "an operand holds a subnormal number", |case| has(case, Class::is_subnormal)),
    ("Shapes", "the operands differ in shape", |case| {
        case.operands().windows(2).any(|pair| pair[0].shape() != pair[1].shape())
    }),
    ("MixedTypes", "the operands differ in element type", |case| case.types().name() == "mixed"),
    ("Empty", "an operand has no element", |case| case.operands().iter().any(Tensor::is_empty)),
    ("OldVersion", "the operator set is not the newest that changed the operator", |case| {
        case.opset != case.operator.newest()
    }),
];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct File<'a> {
    schema: &'static str,
    generator_version: &'static str,
    operator: String,
    number_of_tests: usize,
    notes: BTreeMap<&'static str, Note>,
    test_groups: Vec<Group<'a>>,
}

#[derive(Serialize)]
struct Note {
    description: &'static str,
}

#[derive(Serialize)]
struct Group<'a> {
    opset: u32,
    r#type: &'static str,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Test<'a> {
    #[serde(rename = "tcId")]
    number: usize,
    id: &'a str,
    flags: Vec<&'static str>,
    /// In which way the case is put, in words that follow "where", if that is not the plain one.
    #[serde(skip_serializing_if = "Option::is_none")]
    way: Option<&'static str>,
    attributes: &'a Attributes,
    inputs: Vec<Input>,
    expected: Vec<Verdict>,
}

#[derive(Serialize)]
struct Input {
    r#type: DType,
    shape: Vec<usize>,
    bits: Vec<String>,
}

#[derive(Serialize)]
struct Verdict {
    profiles: Vec<&'static str>,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#type: Option<DType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<Vec<Bits>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Bits {
    One(String),
    Several(Vec<String>),
}

/// The vectors of cases under profiles, a text for each operator under its qualified name. Cases that no profile speaks of are
/// left out.
///
/// # Errors
/// Those of JSON, which has no way to say some things; none is known to happen.
pub fn vectors(cases: &[Case], profiles: &[&'static Profile]) -> Result<Vec<(String, String)>, serde_json::Error> {
    let mut operators: BTreeMap<String, BTreeMap<(u32, &'static str), Vec<Test<'_>>>> = BTreeMap::new();
    for case in cases {
        let expected = verdicts(case, profiles);
        if expected.is_empty() {
            continue;
        }
        let groups = operators.entry(case.operator.qualified().into_owned()).or_default();
        groups.entry((case.opset, case.types().name())).or_default().push(Test {
            number: 0,
            id: case.id(),
            flags: FLAGS.iter().filter(|(_, _, applies)| applies(case)).map(|(flag, ..)| *flag).collect(),
            way: (case.way != Way::Plain).then(|| case.way.circumstance()),
            attributes: &case.attributes,
            inputs: case.inputs.iter().map(input).collect(),
            expected,
        });
    }
    operators.into_iter().map(|(operator, groups)| file(operator, groups)).collect()
}

fn file(
    operator: String,
    groups: BTreeMap<(u32, &'static str), Vec<Test<'_>>>,
) -> Result<(String, String), serde_json::Error> {
    let mut number = 0;
    let mut test_groups = Vec::new();
    for ((opset, dtype), mut tests) in groups {
        for test in &mut tests {
            number += 1;
            test.number = number;
        }
        test_groups.push(Group { opset, r#type: dtype, tests });
    }
    let notes = FLAGS.iter().map(|(flag, description, _)| (*flag, Note { description })).collect();
    let file = File {
        schema: "opconform_vectors_v1",
        generator_version: env!("CARGO_PKG_VERSION"),
        operator: operator.clone(),
        number_of_tests: number,
        notes,
        test_groups,
    };
    Ok((operator, serde_json::to_string_pretty(&file)? + "\n"))
}

fn input(tensor: &Tensor) -> Input {
    let bits = tensor.to_bits().into_iter().map(|bits| hex(tensor.dtype(), bits)).collect();
    Input { r#type: tensor.dtype(), shape: tensor.shape().to_vec(), bits }
}

/// What profiles say of a case, those that say the same together.
fn verdicts(case: &Case, profiles: &[&'static Profile]) -> Vec<Verdict> {
    let facts = Facts::new(case);
    let mut said: Vec<(Option<Answer>, Vec<&'static str>)> = Vec::new();
    for profile in profiles.iter().filter(|profile| profile.expectation(&facts).is_ok()) {
        let answer = Expected::under(profile, &facts).map(|expected| expected.answer);
        match said.iter_mut().find(|(other, _)| *other == answer) {
            Some((_, names)) => names.push(profile.name),
            None => said.push((answer, vec![profile.name])),
        }
    }
    said.into_iter().map(|(answer, profiles)| verdict(answer, profiles)).collect()
}

fn verdict(answer: Option<Answer>, profiles: Vec<&'static str>) -> Verdict {
    let without = |result| Verdict { profiles: profiles.clone(), result, r#type: None, shape: None, bits: None };
    match answer {
        None => without("acceptable"),
        Some(Answer::Refusal(_)) => without("invalid"),
        Some(Answer::Tensor { dtype, shape, elements }) => {
            let bits = |allowed| match allowed {
                Allowed::Bits(bits) if bits.len() == 1 => Bits::One(hex(dtype, bits[0])),
                Allowed::Bits(bits) => Bits::Several(bits.iter().map(|&bits| hex(dtype, bits)).collect()),
                Allowed::AnyNan => Bits::One("any NaN".to_owned()),
                Allowed::NanOr(bits) => {
                    let bits = bits.iter().map(|&bits| hex(dtype, bits));
                    Bits::Several(std::iter::once("any NaN".to_owned()).chain(bits).collect())
                }
                Allowed::QuietNanOr(bits) if bits.is_empty() => Bits::One("any quiet NaN".to_owned()),
                Allowed::QuietNanOr(bits) => {
                    let bits = bits.iter().map(|&bits| hex(dtype, bits));
                    Bits::Several(std::iter::once("any quiet NaN".to_owned()).chain(bits).collect())
                }
                Allowed::Anything => Bits::One("anything".to_owned()),
            };
            let bits = elements.into_iter().map(bits).collect();
            Verdict { profiles, result: "valid", r#type: Some(dtype), shape: Some(shape), bits: Some(bits) }
        }
    }
}

/// The bits as hexadecimal digits of the type's full width.
fn hex(dtype: DType, bits: u64) -> String {
    format!("{bits:0width$x}", width = (dtype.bits() as usize).div_ceil(4))
}

/// Whether an operand holds a value of a class.
fn has(case: &Case, is: impl Fn(Class) -> bool) -> bool {
    case.operands().iter().any(|input| input.to_bits().iter().any(|&bits| is(Class::of(input.dtype(), bits))))
}
