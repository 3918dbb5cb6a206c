//! ONNX's node tests: read, judged, and refused where they are damaged.

use std::fs;
use std::path::Path;

use opconform_onnx::{model, tensor_proto};
use opconform_spec::{Case, Operator, Origin};
use opconform_tensor::{DType, Tensor};
use prost::Message as _;

use crate::{call, read, room};

const SET: &str = "node/test_max_two/test_data_set_0";

/// Writes one node test of Max; its published output is the first operand, which is the maximum.
fn write(folder: &Path) {
    let tensor = |bits: &[u64]| Tensor::from_bits(DType::F32, &[2], bits).expect("a tensor");
    let inputs = vec![tensor(&[0x4000_0000, 0x3f80_0000]), tensor(&[0x3f80_0000, 0])];
    let origin = Origin { source: "test".into(), seed: None };
    let case = Case::new(Operator::named("max").expect("Max"), 13, inputs, "x", origin);
    let set = folder.join(SET);
    fs::create_dir_all(&set).expect("a folder");
    fs::write(folder.join("node/test_max_two/model.onnx"), model(&case).encode_to_vec()).expect("a model");
    for (name, tensor) in [("input_0", &case.inputs[0]), ("input_1", &case.inputs[1]), ("output_0", &case.inputs[0])] {
        fs::write(set.join(name).with_extension("pb"), tensor_proto(tensor, "x").encode_to_vec()).expect("a tensor");
    }
}

const RUN: &[&str] = &["run", "-q", "-b", "portable", "--node-tests", "node", "--only", "test_max_two", "--strict"];

#[test]
fn a_node_test_is_judged_by_its_published_result() {
    let room = room();
    write(room.path());
    let done = call(room.path(), RUN);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(done.stderr, "node tests: 1 cases, 0 of operators that are not judged\n");
    let report = read(&room.path().join("reports/latest/report.json"));
    assert!(report.contains("\"name\": \"node-test\""), "no such source");
    // A published result that is not the maximum is a contradiction between ONNX and itself: it is found.
    fs::copy(room.path().join(SET).join("input_1.pb"), room.path().join(SET).join("output_0.pb")).expect("a copy");
    assert_eq!(call(room.path(), RUN).code, Some(1));
}

#[test]
fn damaged_files_are_named() {
    let files = ["node/test_max_two/model.onnx", &format!("{SET}/input_1.pb"), &format!("{SET}/output_0.pb")];
    for file in files {
        let room = room();
        write(room.path());
        let path = room.path().join(file);
        let whole = fs::read(&path).expect("a file");
        let damaged =
            [("truncated", &whole[..whole.len() / 2]), ("corrupt", b"\xff\xff\xff\xff no such file".as_slice())];
        for (name, bytes) in damaged {
            fs::write(&path, bytes).expect("a file");
            let done = call(room.path(), RUN);
            assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{name} {file}: {}", done.stderr);
            assert!(done.stderr.starts_with("error: cannot read the node tests: "), "{}", done.stderr);
            assert!(done.stderr.contains(file) && done.stderr.contains("fetch it again"), "{}", done.stderr);
        }
        assert!(!room.path().join("reports").exists());
    }
}

#[test]
fn a_folder_without_node_tests_says_what_was_expected() {
    let room = room();
    fs::create_dir(room.path().join("node")).expect("a folder");
    let done = call(room.path(), RUN);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("no node test in node: expected directories such as"), "{}", done.stderr);
}
