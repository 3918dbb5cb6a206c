//! `report.json`, its schema, and reading it back.

use std::path::Path;

use opconform_report::{Format, ReadError, View, read};

use crate::assert_snapshot;
use crate::sample;

fn json() -> String {
    Format::Json.render(&sample::report(), &View::default())
}

#[test]
fn complete() {
    assert_snapshot("json", &json());
}

#[test]
fn it_reads_back_the_same() {
    assert_eq!(Format::Json.render(&read(&json()).unwrap(), &View::default()), json());
}

#[test]
fn nothing_in_it_acts_on_a_terminal() {
    let json = json();
    assert_eq!(json.chars().find(|&c| c != '\n' && c.is_control()), None);
    assert!(!json.contains('\u{202e}'));
    assert!(read(&json).unwrap().backends.iter().any(|backend| backend.name == sample::HOSTILE));
}

#[test]
fn provenance_is_the_last_key() {
    let json = json();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let start = json.find("\n  \"provenance\": {").unwrap();
    assert!(value.as_object().unwrap().keys().all(|key| json.find(&format!("\n  \"{key}\":")).unwrap() <= start));
}

#[test]
fn what_is_no_report_is_refused_with_the_reason() {
    let error = |text: &str| read(text).unwrap_err();
    assert!(matches!(error(""), ReadError::Syntax(_)));
    let half = json();
    assert!(matches!(error(&half[..half.len() / 2]), ReadError::Syntax(_)));
    assert!(matches!(error("[]"), ReadError::NotAReport));
    assert!(matches!(error(r#"{"schema": 999}"#), ReadError::Version { found: 999 }));
    assert!(error(r#"{"schema": 999}"#).to_string().contains("version 999 of the schema where 13 is expected"));
    assert!(matches!(error(r#"{"schema": 13}"#), ReadError::Fields(_)));
    let mut report = sample::report();
    report.backends[0].clauses.pop();
    let json = Format::Json.render(&report, &View::default());
    assert!(matches!(error(&json), ReadError::Lengths { what: "clause counts", found: 4, expected: 5, .. }));
}

#[test]
fn what_was_changed_is_refused_whatever_was_changed() {
    let json = json();
    assert!(read(&json.replace('\n', "\r\n")).is_ok(), "the ends of lines are not what is said");
    let found = format!("\"seed\": {}", sample::report().seed);
    let (seal, _) = json.split_once(",\n    \"seal\"").unwrap();
    let changes = [
        json.replacen(&found, "\"seed\": 8", 1),
        json.replacen("\"violations\": 1", "\"violations\": 2", 1),
        json.replacen("\"commit\"", " \"commit\"", 1),
        format!("{seal}\n  }}\n}}\n"),
        format!("{json}\n"),
        serde_json::to_string(&serde_json::from_str::<serde_json::Value>(&json).unwrap()).unwrap(),
    ];
    for changed in changes {
        assert_ne!(changed, json);
        let error = read(&changed).unwrap_err();
        assert!(matches!(error, ReadError::Changed), "{error}");
        assert!(error.to_string().contains("changed after it was written: take another copy"));
    }
}

/// With one of every field.
fn with_waivers() -> serde_json::Value {
    serde_json::from_str(&Format::Json.render(&sample::with_waivers(), &View::default())).unwrap()
}

#[test]
fn the_sample_is_valid_under_the_schema_and_a_changed_one_is_not() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/report.schema.json");
    let schema: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let value = with_waivers();
    let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(schema["properties"]["schema"]["const"], opconform_report::SCHEMA);

    // Every field of the model is required and no other is allowed, so that the two cannot drift apart.
    let mut paths = Vec::new();
    collect_paths(&value, "", &mut paths);
    assert!(paths.len() > 500);
    for path in paths {
        let mut without = value.clone();
        let (parent, key) = path.rsplit_once('/').unwrap();
        without.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(key);
        assert!(!validator.is_valid(&without), "still valid without {path}");
        let mut more = value.clone();
        more.pointer_mut(parent).unwrap()["surprise"] = 1.into();
        assert!(!validator.is_valid(&more), "still valid with a surprise beside {path}");
    }
}

#[test]
fn every_field_is_documented() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/SCHEMA.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut paths = Vec::new();
    collect_paths(&with_waivers(), "", &mut paths);
    for path in paths {
        let field = path.rsplit('/').next().unwrap();
        assert!(page.contains(&format!("| `{field}` | ")), "{field} is not in reports/SCHEMA.md");
    }
}

/// The JSON pointers of all fields but the entries of `by_dtype`, which are named by the element types.
fn collect_paths(value: &serde_json::Value, at: &str, paths: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (key, field) in fields {
                let path = format!("{at}/{key}");
                if !at.ends_with("/by_dtype") {
                    paths.push(path.clone());
                }
                collect_paths(field, &path, paths);
            }
        }
        serde_json::Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect_paths(item, &format!("{at}/{index}"), paths);
            }
        }
        _ => {}
    }
}
