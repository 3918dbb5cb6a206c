//! The vectors are as their schema says, and what is not is not.

use opconform_cases::{Settings, all};
use opconform_reproduce::vectors;
use opconform_spec::{Case, PROFILES};
use opconform_tensor::DType;
use serde_json::{Value, json};

#[test]
fn vectors_are_as_their_schema_says() {
    let schema: Value = serde_json::from_str(include_str!("../schema/vectors.schema.json")).expect("JSON");
    jsonschema::meta::validate(&schema).expect("a schema");
    let of_type = jsonschema::validator_for(&schema["$defs"]["type"]).expect("a schema");
    assert!(DType::ALL.into_iter().all(|dtype| of_type.is_valid(&json!(dtype.name()))));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    // Every hundredth case is one of each source, operator and type.
    let cases: Vec<Case> = all(&Settings::default()).into_iter().step_by(100).collect();
    let files = vectors(&cases, PROFILES).expect("vectors");
    assert!(files.len() > 10, "{} operators", files.len());
    let mut results: Vec<String> = Vec::new();
    for (operator, text) in &files {
        let file: Value = serde_json::from_str(text).expect("JSON");
        let faults: Vec<String> = validator.iter_errors(&file).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{operator}: {faults:?}");
        let verdicts = text.lines().filter(|line| line.trim_start().starts_with("\"result\"")).map(str::trim);
        results.extend(verdicts.map(str::to_owned));
    }
    for result in ["valid", "invalid", "acceptable"] {
        assert!(results.iter().any(|line| line.contains(&format!("\"{result}\""))), "no verdict is {result}");
    }

    let sound: Value = serde_json::from_str(&files[0].1).expect("JSON");
    let changes: [(&str, Value); 6] = [
        ("/schema", json!("opconform_vectors_v2")),
        ("/numberOfTests", json!(0)),
        ("/testGroups/0/tests/0/inputs/0/bits/0", json!("0x7fc00000")),
        ("/testGroups/0/tests/0/inputs/0/type", json!("f128")),
        ("/testGroups/0/tests/0/expected/0/result", json!("perhaps")),
        ("/testGroups/0/tests/0/id", json!(1)),
    ];
    for (place, value) in changes {
        let mut changed = sound.clone();
        *changed.pointer_mut(place).unwrap_or_else(|| panic!("there is no {place}")) = value;
        assert!(!validator.is_valid(&changed), "{place}");
    }
}
