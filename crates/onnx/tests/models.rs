//! The model of a case, as a reader of ONNX finds it.

use std::collections::BTreeSet;

use opconform_onnx::proto::{AttributeProto, GraphProto, ModelProto, NodeProto, ValueInfoProto};
use opconform_onnx::{encode_model, ir_version};
use opconform_spec::{Attribute, Attributes, Axis, Case, OPERATORS, Operator, Origin, Output, Way};
use opconform_tensor::{DType, Tensor};
use prost::Message;

fn case(opset: u32, operands: &[(DType, &[usize])]) -> Case {
    let zeros = |&(dtype, shape): &(DType, &[usize])| {
        let count = shape.iter().product();
        Tensor::from_bits(dtype, shape, &vec![0; count]).expect("a tensor")
    };
    let origin = Origin { source: "test".into(), seed: None };
    Case::new(Operator::named("max").expect("Max"), opset, operands.iter().map(zeros).collect(), "model", origin)
}

fn decoded(case: &Case) -> ModelProto {
    ModelProto::decode(encode_model(case).as_slice()).expect("a model")
}

/// The greatest along axes, and their places.
static TOP: Operator =
    Operator { name: "Top", further: &[Output { dtype: |_| DType::I64, ..OPERATORS[2].result }], ..*OPERATORS[2] };

#[test]
fn every_output_of_an_operator_is_one_of_the_model_in_its_type() {
    let data = Tensor::from_bits(DType::F32, &[2, 2], &[0; 4]).expect("a tensor");
    let graph = |way| {
        let case = Case::new(&TOP, 20, vec![data.clone()], "model", Origin { source: "test".into(), seed: None });
        decoded(&case.with_way(way)).graph.expect("a graph")
    };
    let outputs = |graph: &GraphProto| -> Vec<(String, i32)> {
        let dtype =
            |output: &ValueInfoProto| output.r#type.clone().and_then(|it| it.tensor_type).expect("a tensor").elem_type;
        graph.output.iter().map(|output| (output.name.clone(), dtype(output))).collect()
    };
    let own = [("y".to_owned(), DType::F32.onnx()), ("y1".to_owned(), DType::I64.onnx())];
    let plain = graph(Way::Plain);
    assert_eq!(outputs(&plain), own);
    assert_eq!(plain.node[0].output, ["y", "y1"]);
    let passed_on = outputs(&graph(Way::PassedOn));
    assert_eq!(passed_on[..2], own);
    assert_eq!(passed_on[2..], [("x0".to_owned(), DType::F32.onnx())]);
}

#[test]
fn a_case_is_one_node_with_its_operands_as_inputs() {
    let model = decoded(&case(12, &[(DType::F32, &[2, 0, 3]), (DType::I8, &[])]));
    assert_eq!((model.ir_version, model.opset_import[0].version), (7, 12));
    assert_eq!(model.opset_import[0].domain.as_deref(), Some(""));
    let graph = model.graph.expect("a graph");
    let [node] = graph.node.as_slice() else { panic!("one node") };
    assert_eq!((node.op_type.as_str(), node.domain.as_str()), ("Max", ""));
    assert_eq!((node.input.as_slice(), node.output.as_slice()), (&["x0".into(), "x1".into()][..], &["y".into()][..]));

    let inputs: Vec<(String, i32, Vec<i64>)> = graph
        .input
        .into_iter()
        .map(|input| {
            let tensor = input.r#type.and_then(|value| value.tensor_type).expect("a tensor");
            let dims = tensor.shape.expect("a shape").dim.into_iter().map(|dim| dim.dim_value.expect("a number"));
            (input.name, tensor.elem_type, dims.collect())
        })
        .collect();
    let expected = [("x0".into(), DType::F32.onnx(), vec![2, 0, 3]), ("x1".into(), DType::I8.onnx(), vec![])];
    assert_eq!(inputs, expected);

    let output = graph.output[0].r#type.clone().and_then(|value| value.tensor_type).expect("a tensor");
    assert_eq!((output.elem_type, output.shape), (DType::F32.onnx(), None), "a runtime infers the shape itself");
}

#[test]
fn an_input_that_is_left_out_has_no_name_and_an_attribute_may_be_a_float() {
    let clip = |opset: u32, inputs: usize, attributes: &[(&str, Attribute)]| {
        let operands = [(DType::F32, &[2][..]), (DType::F32, &[]), (DType::F32, &[])];
        let attributes: Attributes =
            attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let mut case = case(opset, &operands[..inputs]);
        case.operator = Operator::named("Clip").expect("Clip");
        let model = decoded(&case.with_attributes(attributes));
        let node = model.graph.expect("a graph").node[0].clone();
        (node.input.join(" "), node.attribute)
    };
    let input = |input: usize| Attribute::Input { input };
    assert_eq!(clip(13, 3, &[("min", input(1)), ("max", input(2))]), ("x0 x1 x2".to_owned(), vec![]));
    assert_eq!(clip(13, 2, &[("min", input(1))]), ("x0 x1".to_owned(), vec![]));
    assert_eq!(clip(13, 2, &[("max", input(1))]), ("x0  x1".to_owned(), vec![]));
    assert_eq!(clip(13, 1, &[]), ("x0".to_owned(), vec![]));
    let (inputs, attributes) = clip(6, 1, &[("min", Attribute::Float { f32: 0.5_f32.to_bits() })]);
    let float = AttributeProto { f: Some(0.5), r#type: AttributeProto::FLOAT, ..AttributeProto::default() };
    assert_eq!((inputs.as_str(), attributes), ("x0", vec![AttributeProto { name: "min".into(), ..float }]));
}

#[test]
fn attributes_are_written_with_their_type_and_zero_is_present() {
    let attributes = [("axes", Attribute::Ints(vec![-1, 0])), ("keepdims", Attribute::Int(0))];
    let attributes: Attributes = attributes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let model = decoded(&case(1, &[(DType::F32, &[1])]).with_attributes(attributes));
    let node = &model.graph.expect("a graph").node[0];
    let ints = AttributeProto { ints: vec![-1, 0], r#type: AttributeProto::INTS, ..AttributeProto::default() };
    let int = AttributeProto { i: Some(0), r#type: AttributeProto::INT, ..AttributeProto::default() };
    let axes = AttributeProto { name: "axes".into(), ..ints };
    let keepdims = AttributeProto { name: "keepdims".into(), ..int };
    assert_eq!(node.attribute, [axes, keepdims]);
}

#[test]
fn the_format_is_as_old_as_the_operator_set() {
    let versions = [1, 8, 9, 10, 11, 12, 14, 15, 18, 19, 21, 23, 24, 25, 27, 28].map(ir_version);
    assert_eq!(versions, [3, 3, 4, 5, 6, 7, 7, 8, 8, 9, 10, 11, 12, 13, 13, 14]);
}

#[test]
fn a_case_without_operands_has_a_model_too() {
    let graph = decoded(&case(13, &[])).graph.expect("a graph");
    assert!(graph.input.is_empty() && graph.node[0].input.is_empty());
}

/// Cases that together can be put in every way: of two operands and of three, of a scalar, of a reduction along an axis, and of what is above zero.
fn cases_for_ways() -> Vec<Case> {
    let mut reduced = case(13, &[(DType::F32, &[2, 3]), (DType::I64, &[1])]);
    reduced.operator = Operator::named("reducemax").expect("ReduceMax");
    reduced.opset = 20;
    let equal = case(13, &[(DType::F32, &[2, 3]), (DType::F32, &[2, 3])]);
    let one = Tensor::from_elements(&[2], &[1.0_f32; 2]).expect("a tensor");
    let above_zero = equal.clone().with_inputs(vec![one.clone(), one]);
    let three = case(13, &[(DType::F32, &[2, 3]), (DType::F32, &[3]), (DType::F32, &[])]);
    let scalar = case(13, &[(DType::F32, &[2, 3]), (DType::F32, &[])]);
    vec![equal, three, reduced, above_zero, scalar]
}

/// Nodes that take nothing but what stands before them, graphs and attributes within them included.
fn assert_in_order(nodes: &[NodeProto], mut known: BTreeSet<String>, about: &str) -> BTreeSet<String> {
    for node in nodes {
        for input in &node.input {
            assert!(known.contains(input), "{about}: {} takes {input}", node.op_type);
        }
        for graph in node.attribute.iter().filter_map(|attribute| attribute.g.as_ref()) {
            let inputs = graph.input.iter().map(|input| input.name.clone());
            let inner = assert_in_order(&graph.node, known.iter().cloned().chain(inputs).collect(), about);
            assert!(graph.output.iter().all(|output| inner.contains(&output.name)), "{about}");
        }
        for output in &node.output {
            assert!(known.insert(output.clone()), "{about}: {output} twice");
        }
    }
    known
}

#[test]
fn in_every_way_the_graph_asks_for_what_is_fed_and_gives_what_is_due() {
    let cases = cases_for_ways();
    let mut put: BTreeSet<&str> = BTreeSet::new();
    for (case, way) in cases.iter().flat_map(|case| Way::of_models().map(move |way| (case, way))) {
        if !way.suits(case) {
            continue;
        }
        put.insert(way.name());
        let case = case.clone().with_way(way);
        let model = decoded(&case);
        let graph = model.graph.expect("a graph");
        let asked: Vec<&str> = graph.input.iter().map(|input| input.name.as_str()).collect();
        let fed: Vec<String> = (0..case.fed().count()).map(|place| format!("x{place}")).collect();
        assert_eq!(asked, fed, "{}", case.id());
        assert_eq!(case.fed().count() + case.held().count(), case.inputs.len());
        let known = graph.input.iter().map(|input| &input.name).chain(graph.initializer.iter().map(|it| &it.name));
        let known = assert_in_order(&graph.node, known.cloned().collect(), case.id());
        let outputs: Vec<&str> = graph.output.iter().map(|output| output.name.as_str()).collect();
        let passed_on = (way == Way::PassedOn).then_some("x0");
        assert_eq!(outputs, ["y"].into_iter().chain(passed_on).collect::<Vec<_>>(), "{}", case.id());
        assert!(outputs.iter().all(|&output| known.contains(output)), "{}", case.id());
        let times = |node: &&NodeProto| node.op_type == case.operator.name;
        let within = graph.node.iter().flat_map(|node| &node.attribute).filter_map(|it| it.g.as_ref());
        let inner = within.flat_map(|graph| &graph.node).chain(model.functions.iter().flat_map(|it| &it.node));
        assert!(graph.node.iter().chain(inner).any(|node| times(&node)), "{}", case.id());
    }
    assert_eq!(put.len(), Way::of_models().count(), "{put:?}");
}

/// The graph of a case that is put in a way.
fn graph(case: &Case, way: Way) -> GraphProto {
    assert!(way.suits(case), "{way}");
    decoded(&case.clone().with_way(way)).graph.expect("a graph")
}

/// The integers of an initializer.
fn integers(graph: &GraphProto, name: &str) -> Vec<i64> {
    let tensor = graph.initializer.iter().find(|tensor| tensor.name == name).expect("an initializer");
    let (numbers, _) = tensor.raw_data.as_deref().expect("data").as_chunks();
    numbers.iter().map(|&number| i64::from_le_bytes(number)).collect()
}

#[test]
fn a_view_is_counted_down_or_skips_every_other_element_where_the_operator_takes_it() {
    let case = case(13, &[(DType::F32, &[2, 3]), (DType::F32, &[5, 2, 3])]);
    // Of what each operand is a slice: start, end, axis, step.
    let views = |way| -> Vec<Vec<i64>> {
        let graph = graph(&case, way);
        let taken = &graph.node.last().expect("a node").input;
        let view = |name: &String| {
            let slice = graph.node.iter().find(|node| node.output.contains(name)).expect("a node");
            assert_eq!(slice.op_type, "Slice");
            slice.input[1..].iter().flat_map(|name| integers(&graph, name)).collect()
        };
        taken.iter().map(view).collect()
    };
    assert_eq!(views(Way::Slice), [[3, 6, -1], [3, 6, -1]]);
    assert_eq!(views(Way::Reversed(Axis::Last)), [[-1, 2, -1, -1], [-1, 2, -1, -1]]);
    assert_eq!(views(Way::Reversed(Axis::First)), [[-1, 1, 0, -1], [-1, 4, 0, -1]]);
    assert_eq!(views(Way::Strided), [[0, 6, -1, 2], [0, 6, -1, 2]]);
}

#[test]
fn a_reduction_reads_a_transpose_along_the_axis_that_is_its_own_there() {
    let reduced = |axes: &[i64]| {
        let mut case = case(13, &[(DType::F32, &[2, 3, 4]), (DType::I64, &[axes.len()])]);
        case.operator = Operator::named("reducemax").expect("ReduceMax");
        case.opset = 20;
        let bits: Vec<u64> = axes.iter().map(|axis| axis.cast_unsigned()).collect();
        let axes = Tensor::from_bits(DType::I64, &[axes.len()], &bits).expect("a tensor");
        let data = case.inputs[0].clone();
        let graph = graph(&case.with_inputs(vec![data, axes]), Way::Transpose);
        let nodes: Vec<String> = graph.node.iter().map(|node| node.op_type.clone()).collect();
        let reduction = graph.node.iter().find(|node| node.op_type == "ReduceMax").expect("the reduction");
        (nodes.join(" "), integers(&graph, &reduction.input[1]))
    };
    let turned = "Transpose ReduceMax Transpose".to_owned();
    assert_eq!([reduced(&[-1]), reduced(&[0])], [(turned.clone(), vec![-3]), (turned.clone(), vec![2])]);
    assert_eq!([reduced(&[-3]), reduced(&[1])], [(turned.clone(), vec![-1]), (turned, vec![1])]);
    assert_eq!(reduced(&[0, 2]), ("Transpose Transpose ReduceMax".to_owned(), vec![0, 2]), "in another order");
    // Before 18 the axes are an attribute.
    let mut earlier = case(13, &[(DType::F32, &[2, 3])]);
    earlier.operator = Operator::named("reducemax").expect("ReduceMax");
    let earlier = earlier.with_attributes([("axes".to_owned(), Attribute::Ints(vec![1]))].into());
    assert_eq!(graph(&earlier, Way::Transpose).node[1].attribute[0].ints, [0]);
}

#[test]
fn a_loop_gives_the_result_of_its_second_iteration() {
    let graph = graph(&case(13, &[(DType::F32, &[3]), (DType::F32, &[2, 3])]), Way::Loop);
    let [node] = graph.node.as_slice() else { panic!("one node") };
    assert_eq!((node.op_type.as_str(), integers(&graph, &node.input[0])), ("Loop", vec![2]));
    assert_eq!(node.input[2..], ["x0", "x0"]);
    let body = node.attribute[0].g.as_ref().expect("a body");
    let [_, carried, result] = body.output.as_slice() else { panic!("what is carried, and the result") };
    let made = |name: &str| body.node.iter().find(|node| node.output == [name]).expect("a node");
    // The operator takes what is carried on as it was, and its result leaves the loop.
    assert_eq!(made(&carried.name).op_type, "Identity");
    assert_eq!(made(&result.name).input, [body.input[2].name.as_str(), "x1"]);
    assert_eq!(node.output[1], "y");
}
