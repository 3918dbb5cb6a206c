//! Node tests: two of ONNX's own (ONNX 1.22, Apache-2.0, in `data`), made-up ones, and damaged ones.

use std::fs;
use std::path::{Path, PathBuf};

use opconform_files::ReadError;
use opconform_onnx::proto::{ModelProto, NodeProto};
use opconform_onnx::{NodeTestError, NodeTests, encode_model, model, read_node_tests, tensor_proto};
use opconform_spec::{Case, Operator, Origin};
use opconform_tensor::{DType, Tensor};
use prost::Message;

/// A fresh folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("node_tests").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A case of `count` scalars 0, 1, 2, …
fn scalars(count: u64) -> Case {
    let inputs = (0..count).map(|bits| Tensor::from_bits(DType::I32, &[], &[bits]).expect("a tensor")).collect();
    Case::new(Operator::named("max").expect("Max"), 13, inputs, "x", Origin { source: "test".into(), seed: None })
}

/// Writes a case as a node test, its first operand as the published output.
fn write(folder: &Path, case: &Case, model: &ModelProto) {
    let set = folder.join("test_data_set_0");
    fs::create_dir_all(&set).expect("a folder");
    fs::write(folder.join("model.onnx"), model.encode_to_vec()).expect("a model");
    for (index, input) in case.inputs.iter().enumerate() {
        fs::write(set.join(format!("input_{index}.pb")), tensor_proto(input, "x").encode_to_vec()).expect("an input");
    }
    fs::write(set.join("output_0.pb"), tensor_proto(&case.inputs[0], "y").encode_to_vec()).expect("an output");
}

fn read(folder: &Path) -> NodeTests {
    read_node_tests(folder).expect("node tests")
}

/// The error of reading a folder, with its causes.
fn error(folder: &Path) -> String {
    let mut error: &dyn std::error::Error = &read_node_tests(folder).expect_err("an error");
    let mut text = error.to_string();
    while let Some(source) = error.source() {
        text = format!("{text}: {source}");
        error = source;
    }
    text
}

#[test]
fn tests_of_onnx_are_read() {
    let found = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data"));
    assert!(found.skipped.is_empty());
    let [example, half] = found.cases.as_slice() else { panic!("two cases, found {:?}", found.cases) };
    assert!(example.id().starts_with("max/f32/test_max_example/3*3#"), "{}", example.id());
    assert_eq!((example.opset, example.inputs.len(), example.origin.source.as_ref()), (13, 3, "node-test"));
    assert_eq!(
        format!("{:?}", example.inputs),
        "[f32[3](3.0, 2.0, 1.0), f32[3](1.0, 4.0, 4.0), f32[3](2.0, 5.0, 3.0)]"
    );
    assert_eq!(format!("{:?}", example.published), "Some(f32[3](3.0, 5.0, 4.0))");
    assert_eq!(format!("{:?}", half.published), "Some(f16[3](3.0, 4.0, 4.0))");
}

#[test]
fn one_test_can_be_named_itself() {
    let found = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/test_max_float16"));
    assert_eq!(found.cases.iter().map(Case::slug).collect::<Vec<_>>(), ["test_max_float16"]);
}

#[test]
fn the_tenth_input_comes_after_the_second() {
    let folder = folder("tenth");
    let case = scalars(12);
    write(&folder.join("test_many"), &case, &model(&case));
    let found = read(&folder);
    let bits: Vec<u64> = found.cases[0].inputs.iter().flat_map(Tensor::to_bits).collect();
    assert_eq!(bits, (0..12).collect::<Vec<u64>>());
}

#[test]
fn operands_are_taken_in_the_order_of_the_node() {
    let folder = folder("order");
    let case = scalars(2);
    let mut swapped = model(&case);
    swapped.graph.as_mut().expect("a graph").node[0].input = vec!["x1".into(), "x0".into(), "x1".into()];
    write(&folder.join("test_swapped"), &case, &swapped);
    let bits: Vec<u64> = read(&folder).cases[0].inputs.iter().flat_map(Tensor::to_bits).collect();
    assert_eq!(bits, [1, 0, 1]);
}

#[test]
fn tests_that_are_not_ours_are_skipped_with_a_reason() {
    let folder = folder("skipped");
    let case = scalars(2);
    let with = |change: fn(&mut ModelProto, &mut NodeProto)| {
        let mut model = model(&case);
        let mut graph = model.graph.take().expect("a graph");
        let mut node = graph.node.remove(0);
        change(&mut model, &mut node);
        graph.node = vec![node];
        model.graph = Some(graph);
        model
    };
    let mut two = model(&case);
    let graph = two.graph.as_mut().expect("a graph");
    graph.node.push(graph.node[0].clone());
    for (name, model) in [
        ("test_a", with(|_, node| node.op_type = "Relu".into())),
        ("test_b", with(|_, node| node.domain = "ai.onnx.ml".into())),
        ("test_c", with(|model, _| model.opset_import[0].domain = Some("elsewhere".into()))),
        ("test_d", with(|_, node| node.input[0] = "elsewhere".into())),
        ("test_e", two),
        ("test_f", with(|_, node| node.domain = "ai.onnx".into())),
    ] {
        write(&folder.join(name), &case, &model);
    }
    let found = read(&folder);
    assert_eq!(found.cases.iter().map(Case::slug).collect::<Vec<_>>(), ["test_f"]);
    let reasons: Vec<String> = found.skipped.iter().map(|test| format!("{}: {}", test.name, test.reason)).collect();
    let expected = [
        "test_a: Relu is not an operator of the suite",
        "test_b: Max is not an operator of the suite",
        "test_c: it names no operator set of Max",
        "test_d: its operand `elsewhere` is no input of the graph",
        "test_e: its graph has 2 nodes",
    ];
    assert_eq!(reasons, expected);
}

#[test]
fn a_file_cut_anywhere_is_an_error_that_names_it() {
    let folder = folder("cut");
    let case = scalars(2);
    let test = folder.join("test_cut");
    write(&test, &case, &model(&case));
    for file in ["model.onnx", "test_data_set_0/input_1.pb", "test_data_set_0/output_0.pb"] {
        let path = test.join(file);
        let whole = fs::read(&path).expect("a file");
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).expect("a cut file");
            let error = read_node_tests(&folder).expect_err("a cut file").to_string();
            assert!(error.contains(&path.display().to_string()), "{file} cut to {length}: {error}");
        }
        fs::write(&path, &whole).expect("the whole file");
    }
    assert_eq!(read(&folder).cases.len(), 1);
}

#[test]
fn errors_name_the_file_and_what_to_do() {
    let folder = folder("errors");
    assert!(error(&folder).contains("expected directories such as test_max_example"));
    assert!(error(&folder.join("absent")).contains("absent: check that it exists"));
    let case = scalars(2);
    let broken = folder.join("test_broken");
    let set = broken.join("test_data_set_0");
    write(&broken, &case, &model(&case));

    fs::write(set.join("input_1.pb"), "no tensor").expect("a file");
    let text = error(&folder);
    assert!(
        text.contains("input_1.pb gives no tensor: not a TensorProto") && text.ends_with("fetch it again"),
        "{text}"
    );
    fs::remove_file(set.join("input_1.pb")).expect("a removal");
    let text = error(&folder);
    assert!(text.contains("has 1 files input_*.pb, and the model takes 2"), "{text}");
    fs::create_dir(set.join("input_1.pb")).expect("a folder");
    assert!(error(&folder).contains("input_1.pb is a folder, expected a regular file"), "{}", error(&folder));

    fs::remove_dir_all(&set).expect("a removal");
    assert!(error(&folder).contains("test_broken has no data set"), "{}", error(&folder));
    fs::write(broken.join("model.onnx"), "no model").expect("a file");
    assert!(error(&folder).contains("model.onnx is not an ONNX model"));
    fs::write(broken.join("model.onnx"), "").expect("a file");
    assert!(error(&folder).contains("model.onnx has no graph: it is truncated"));
    let file = fs::File::create(broken.join("model.onnx")).expect("a file");
    file.set_len(5 << 20).expect("a sparse file");
    assert!(
        matches!(read_node_tests(&folder), Err(NodeTestError::File(ReadError::TooLarge { .. }))),
        "{}",
        error(&folder)
    );
}

#[test]
fn a_type_that_is_not_ours_is_a_skip() {
    let folder = folder("type");
    let case = scalars(1);
    let test = folder.join("test_string");
    fs::create_dir_all(&test).expect("a folder");
    write(&test, &case, &ModelProto::decode(encode_model(&case).as_slice()).expect("a model"));
    let mut strings = tensor_proto(&case.inputs[0], "x");
    strings.data_type = 8;
    fs::write(test.join("test_data_set_0/input_0.pb"), strings.encode_to_vec()).expect("an input");
    let found = read(&folder);
    assert!(found.cases.is_empty() && found.skipped[0].reason.contains("element type STRING is not supported"));
}
