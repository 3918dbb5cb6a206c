//! The case file: what is written is read back, and what is hostile is refused.

use opconform_cases::file::{FileError, from_json, to_json};
use opconform_cases::{Asked, Lengths, SOURCES, Settings};
use opconform_spec::{Attribute, Attributes, Case, OPERATORS, Operator, Origin};
use opconform_tensor::{DType, Tensor};

/// Longer operands say nothing new about the file, and take a debug build long.
const LONGEST: usize = 9_000;

fn parts(tensor: &Tensor) -> (DType, Vec<usize>, usize, Vec<u64>) {
    (tensor.dtype(), tensor.shape().to_vec(), tensor.offset(), tensor.to_bits())
}

fn assert_round_trip(case: &Case) {
    let text = to_json(case);
    let again = from_json(text.as_bytes()).unwrap_or_else(|error| panic!("{}: {error:?}", case.id()));
    assert_eq!(again.id(), case.id());
    assert_eq!(again.opset, case.opset);
    assert_eq!(again.attributes, case.attributes);
    assert_eq!(again.origin, case.origin);
    assert!(again.inputs.iter().map(parts).eq(case.inputs.iter().map(parts)), "{}", case.id());
    assert_eq!(again.published.as_ref().map(parts), case.published.as_ref().map(parts));
    assert_eq!(to_json(&again), text);
}

fn sample() -> Case {
    let input = |bits: &[u64]| Tensor::from_bits(DType::F32, &[2], bits).expect("a tensor");
    let inputs = vec![input(&[0x7fc0_0001, 0x8000_0000]), input(&[0x3fc0_0000, 1]).with_offset(3)];
    let origin = Origin { source: "test".into(), seed: Some(9) };
    Case::new(Operator::named("max").expect("Max"), 13, inputs, "sample", origin)
        .with_published(input(&[0x7fc0_0001, 1]))
}

/// The refusal of the sample's file after `from` became `to`, as a chain of messages.
fn refusal(from: &str, to: &str) -> String {
    let text = to_json(&sample());
    assert!(text.contains(from), "{text}");
    let error = from_json(text.replacen(from, to, 1).as_bytes()).expect_err(to);
    let mut chain = vec![error.to_string()];
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        chain.push(error.to_string());
        cause = error.source();
    }
    chain.join(": ")
}

#[test]
fn cases_of_every_source_round_trip() {
    let settings = Settings { lengths: Lengths::All, ..Settings::default() };
    for source in SOURCES {
        let cases = (source.generate)(&settings, &Asked::ALL);
        let short = cases.iter().filter(|case| case.elements() <= LONGEST);
        let count = short.inspect(|case| assert_round_trip(case)).count();
        assert!(count > 20, "{}: {count}", source.name);
    }
}

#[test]
fn a_published_result_offsets_and_attributes_round_trip() {
    assert_round_trip(&sample());
    let attributes = [("axes".to_owned(), Attribute::Ints(vec![-1, 0])), ("keepdims".to_owned(), Attribute::Int(0))];
    assert_round_trip(&sample().with_attributes(Attributes::from(attributes)));
}

#[test]
fn the_file_can_be_reviewed() {
    let text = to_json(&sample());
    let expected = r#"{
  "format": 1,
  "id": "ID",
  "operator": "Max",
  "opset": 13,
  "attributes": {},
  "inputs": [{
    "dtype": "f32",
    "shape": [2],
    "offset": 0,
    "elements": ["nan:0x7fc00001", "-0.0"]
  }, {
    "dtype": "f32",
    "shape": [2],
    "offset": 3,
    "elements": ["1.5", "min_subnormal"]
  }],
  "published": {
    "dtype": "f32",
    "shape": [2],
    "offset": 0,
    "elements": ["nan:0x7fc00001", "min_subnormal"]
  },
  "origin": {
    "source": "test",
    "seed": 9
  }
}
"#;
    assert_eq!(text, expected.replace("ID", sample().id()));
}

#[test]
fn every_way_of_writing_an_element_is_read() {
    for written in ["0x3fc00000", "1.50", "15e-1"] {
        let text = to_json(&sample()).replacen("\"1.5\"", &format!("\"{written}\""), 1);
        assert_eq!(from_json(text.as_bytes()).expect(written).id(), sample().id());
    }
}

#[test]
fn a_refusal_says_what_was_expected() {
    assert_eq!(
        refusal("\"format\": 1", "\"format\": 2"),
        "case file of format 2, expected 1: read it with the version of opconform that wrote it"
    );
    let unknown = refusal("\"Max\"", "\"Mux\"");
    assert!(unknown.starts_with("unknown operator `Mux`, expected one of Max Min ReduceMax "), "{unknown}");
    assert!(OPERATORS.iter().all(|operator| unknown.contains(&*operator.qualified())), "{unknown}");
    assert_eq!(refusal("\"opset\": 13", "\"opset\": 0"), "Max does not exist at operator set 0, expected 1 or later");
    let element = refusal("\"-0.0\"", "\"minus zero\"");
    assert!(element.starts_with("input 0, element 1: `minus zero` is no value of f32: expected "), "{element}");
    assert_eq!(refusal("\"1.5\", ", ""), "input 1: found 1 elements, expected as many as shape 2 has");
    assert_eq!(refusal("\"offset\": 3", "\"offset\": 4000000000"), "input 1: offset 4000000000, expected at most 64");
    assert!(refusal("\"f32\"", "\"f33\"").starts_with("not a case file, or a damaged one: unknown variant `f33`"));
    assert!(refusal("\"offset\"", "\"ofset\"").contains("unknown field `ofset`"));
    let edited = refusal("\"1.5\"", "\"2.5\"");
    assert!(
        edited.starts_with(&format!("the id is `{}`, but the content makes it `max/f32/", sample().id())),
        "{edited}"
    );
    assert!(edited.ends_with("if the edit is meant, write that as the id"), "{edited}");
}

#[test]
fn a_shape_that_claims_too_much_takes_no_memory() {
    for shape in ["[9000000000000000000]", "[4000000000, 4000000000, 4000000000]", "[18446744073709551616]", "[-1]"] {
        let text = to_json(&sample()).replacen("[2]", shape, 1);
        assert!(matches!(from_json(text.as_bytes()), Err(FileError::Count { .. } | FileError::Json(_))), "{shape}");
    }
}

#[test]
fn damaged_files_are_refused_and_nothing_panics() {
    let text = to_json(&sample());
    let bytes = text.trim_end().as_bytes();
    for length in 0..bytes.len() {
        assert!(matches!(from_json(&bytes[..length]), Err(FileError::Json(_))), "cut to {length} bytes");
    }
    // A changed byte may leave the same case, in other words or with another origin; it never gives another id.
    for position in 0..bytes.len() {
        for flip in [0x01, 0x10, 0x80, 0xff] {
            let mut damaged = bytes.to_vec();
            damaged[position] ^= flip;
            if let Ok(case) = from_json(&damaged) {
                let claimed = String::from_utf8_lossy(&damaged).contains(&format!("\"id\": \"{}\"", case.id()));
                assert!(claimed, "byte {position}");
            }
        }
    }
    let nested = format!("{{\"format\": 1, \"id\": {}", "[".repeat(100_000));
    assert!(matches!(from_json(nested.as_bytes()), Err(FileError::Json(_))));
}
