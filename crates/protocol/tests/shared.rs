//! Memory that both sides share: tensors lie there as they would in a frame, and what is said of them is believed of none.

#![cfg(target_os = "linux")]

mod common;

use std::cell::RefCell;

use common::introduction;
use opconform_protocol::{Region, read_frame, serve, suite, write_frame};
use opconform_spec::{Case, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

/// A case of two long operands, the second some elements past a boundary, and a short one.
fn case(first: u64) -> Case {
    let operand = |from: u64, count: u64| {
        let bits: Vec<u64> = (from..from + count).map(|bits| bits & 0xFFFF).collect();
        Tensor::from_bits(DType::F16, &[bits.len()], &bits).expect("a tensor")
    };
    let inputs = vec![operand(first, 5000), operand(first + 7, 5000).with_offset(3), operand(first, 1)];
    let max = Operator::named("Max").expect("Max");
    Case::new(max, 13, inputs, "shared", Origin { source: "test".into(), seed: None })
}

/// The frames of the suite and of an echo of every operand, where memory is offered or not, with what was answered.
fn conversation(cases: &[Case], mut offered: Option<Region>) -> (Vec<usize>, Vec<Case>, Vec<Outcome>, bool) {
    let (start, run) = (suite::start(offered.as_ref()), suite::run(1, cases, offered.as_ref()));
    let (start, run) = (start.expect("a request"), run.expect("a request"));
    let mut requests = Vec::new();
    write_frame(&mut requests, &start).expect("memory");
    write_frame(&mut requests, &run).expect("memory");
    let (arrived, mut answers) = (RefCell::new(Vec::new()), Vec::new());
    let echo = |cases: &[Case]| {
        arrived.borrow_mut().extend_from_slice(cases);
        cases.iter().map(|case| Outcome::Output(case.inputs.clone())).collect::<Vec<_>>()
    };
    serve::serve(&mut &requests[..], &mut answers, &introduction("echo", false), echo).expect("a conversation");
    let mut answers = &answers[..];
    let started = read_frame(&mut answers).expect("an answer");
    suite::read_introduction(&started, &mut offered).expect("an introduction");
    let ran = read_frame(&mut answers).expect("an answer");
    let outcomes = suite::read_ran(&ran, 1, cases.len(), offered.as_ref()).expect("outcomes").outcomes;
    let outcomes = outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(Outcome::from)).collect();
    (vec![run.len(), ran.len()], arrived.into_inner(), outcomes, offered.is_some())
}

#[test]
fn a_tensor_is_the_same_in_shared_memory_as_in_a_frame() {
    // More than there is room for: what is left is in the frame.
    for count in [1, 3, 500] {
        let cases: Vec<Case> = (0..count).map(|first| case(first * 100)).collect();
        let (in_frames, plainly, expected, agreed) = conversation(&cases, None);
        assert!(!agreed);
        let (short, arrived, outcomes, agreed) = conversation(&cases, Region::new());
        assert!(agreed);
        let ids = |cases: &[Case]| cases.iter().map(|case| case.id().to_owned()).collect::<Vec<_>>();
        assert_eq!((ids(&arrived), ids(&plainly)), (ids(&cases), ids(&cases)), "the id hashes the operands");
        let offsets = |cases: &[Case]| cases.iter().map(|case| case.inputs[1].offset()).collect::<Vec<_>>();
        assert_eq!(offsets(&arrived), offsets(&cases));
        assert_eq!(format!("{outcomes:?}"), format!("{expected:?}"));
        let bits = |outcomes: &[Outcome]| -> Vec<Vec<u64>> {
            let tensors = |outcome: &Outcome| match outcome {
                Outcome::Output(tensors) => tensors.clone(),
                other => panic!("{other:?}"),
            };
            outcomes.iter().flat_map(tensors).map(|tensor| tensor.to_bits()).collect()
        };
        assert_eq!(bits(&outcomes), bits(&expected));
        for (short, long) in short.iter().zip(&in_frames) {
            assert!(short + 15_000 < *long, "{short} bytes and {long}");
        }
        if count < 500 {
            assert!(short.iter().all(|&bytes| bytes < 8000), "{short:?}");
        }
    }
}

#[test]
fn memory_that_has_not_come_is_not_agreed_on() {
    let region = Region::new().expect("memory");
    let start = suite::start(Some(&region)).expect("a request");
    // Its descriptor is closed, and the number perhaps another file's, of the same size and not sealed.
    drop(region);
    let _others: Vec<std::fs::File> = (0..64)
        .map(|_| {
            let file = tempfile::tempfile().expect("a file");
            file.set_len(16 << 20).expect("room that nobody takes");
            file
        })
        .collect();
    let (mut requests, mut answers) = (Vec::new(), Vec::new());
    write_frame(&mut requests, &start).expect("memory");
    serve::serve(&mut &requests[..], &mut answers, &introduction("echo", false), |_: &[Case]| Vec::new())
        .expect("a conversation");
    let mut offered = Region::new();
    let started = read_frame(&mut &answers[..]).expect("an answer");
    suite::read_introduction(&started, &mut offered).expect("an introduction");
    assert!(offered.is_none());
}

/// A frame with this message alone.
fn frame(message: &str) -> Vec<u8> {
    let header = serde_json::json!({ "__metadata__": { "opconform": message } }).to_string();
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes()].concat()
}

#[test]
fn agreement_without_an_offer_is_refused() {
    let started = r#"{"type":"started","protocol":1,"name":"n","version":"","language":"","os":"","cpu_features":[],"dtypes":[],
        "operators":[],"profile":null,"configuration":[],"shared":true}"#;
    let error = suite::read_introduction(&frame(started), &mut None).map(|_| ()).expect_err("nothing was offered");
    assert_eq!(error.to_string(), "it speaks of shared memory, on which there was no agreement");
}

/// What is said of an answer to one case, whose output is the tensor `t`, with these entries of shared memory.
fn said(entries: &str, region: Option<&Region>) -> String {
    let outcome = r#"{"outcome":"output","tensors":["t"]}"#;
    let message = format!(r#"{{"type":"ran","seq":1,"outcomes":[{outcome}],"shared":{{{entries}}}}}"#);
    match suite::read_ran(&frame(&message), 1, 1, region) {
        Ok(ran) => format!("{:?}", ran.outcomes),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_said_of_shared_memory_is_held_against_its_bounds() {
    let region = Region::new().expect("memory");
    let lies = |name: &str, shape: &str, offsets: &str| {
        format!(r#""{name}":{{"dtype":"U8","shape":{shape},"data_offsets":{offsets}}}"#)
    };
    let sound = lies("t", "[4096]", "[8388608,8392704]");
    assert!(said(&sound, Some(&region)).starts_with("[Ok(Output([u8[4096]"), "{}", said(&sound, Some(&region)));
    assert_eq!(said(&sound, None), "it speaks of shared memory, on which there was no agreement");
    let within = "of the shared memory, expected within 8388608 to 16777216";
    for (offsets, place) in [
        ("[0,4096]", "0 to 4096"),
        ("[8388607,8392703]", "8388607 to 8392703"),
        ("[16777215,16781311]", "16777215 to 16781311"),
        ("[8392704,8388608]", "8392704 to 8388608"),
        ("[18446744073709551615,18446744073709551615]", "18446744073709551615 to 18446744073709551615"),
    ] {
        let found = said(&lies("t", "[4096]", offsets), Some(&region));
        assert_eq!(found, format!("tensor `t` lies at bytes {place} {within}"));
    }
    let other = lies(r"\u001b", "[2]", "[8392703,8392705]");
    let found = said(&format!("{sound},{other}"), Some(&region));
    assert_eq!(found, "tensors `t` and `\\u{1b}` overlap in the shared memory");
    let twice = said(&format!("{sound},{sound}"), Some(&region));
    assert!(twice.contains("there are two tensors `t`"), "{twice}");
    // As of a frame: an outcome is what is wrong with it alone.
    let lacking = said(&lies("u", "[1]", "[8388608,8388609]"), Some(&region));
    assert!(lacking.contains("Malformed(\"there is no tensor `t`\")"), "{lacking}");
    let longer = said(&lies("t", "[4097]", "[8388608,8392704]"), Some(&region));
    assert!(longer.contains("takes 4097 bytes, found 4096"), "{longer}");
    let overflowing = said(&lies("t", "[4294967296,4294967296,4]", "[8388608,8392704]"), Some(&region));
    assert!(overflowing.contains("too many elements"), "{overflowing}");
    for (entries, why) in [
        (lies("t", "[4096]", "[-1,4095]"), "invalid value: integer `-1`"),
        (lies("t", "[4096]", "[8388608]"), "invalid length 1"),
        (r#""t":{"dtype":"F128","shape":[],"data_offsets":[0,16]}"#.to_owned(), "unknown variant `F128`"),
        (r#""t":true"#.to_owned(), "invalid type: boolean `true`"),
    ] {
        let found = said(&entries, Some(&region));
        assert!(found.starts_with("expected the message `ran`: ") && found.contains(why), "{found}");
    }
}

#[test]
fn a_tensor_is_in_one_place() {
    let region = Region::new().expect("memory");
    let message = r#"{"type":"ran","seq":1,"outcomes":[],"shared":{"t":{"dtype":"U8","shape":[1],"data_offsets":[8388608,8388609]}}}"#;
    let entry = serde_json::json!({ "dtype": "U8", "shape": [0], "data_offsets": [0, 0] });
    let header = serde_json::json!({ "__metadata__": { "opconform": message }, "t": entry }).to_string();
    let frame = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes()].concat();
    let error = suite::read_ran(&frame, 1, 0, Some(&region)).map(|_| ()).expect_err("in two places");
    assert_eq!(error.to_string(), "tensor `t` is in the frame and in the shared memory");
}
