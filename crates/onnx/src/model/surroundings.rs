//! What stands around the operator of a case, and what becomes of its result: the value `y`. The outputs after it become no other value.

use opconform_spec::{Attribute, Case, Direction, Way};
use opconform_tensor::{DType, Tensor};

use super::draft::{Draft, graph, node};
use super::{attributes, operator_set, output_name, transposed, value};
use crate::proto::{FunctionProto, GraphProto, NodeProto};

/// The domain of the function that the operator stands in.
const DOMAIN: &str = "opconform";
/// The name of that function.
const FUNCTION: &str = "Case";

/// The operator, on inputs of these names, and what becomes of its result.
pub(super) fn result(draft: &mut Draft, case: &Case, names: &[String]) {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let last = match case.way {
        Way::Chain => chain(draft, case, &names),
        Way::Again => {
            let once = apply(draft, case, &names);
            itself(case, &[&once, names[0]], "y")
        }
        Way::Twice => {
            let once = apply(draft, case, &names);
            let same = draft.node("Identity", &[&once], Vec::new());
            if case.operator.form.compares() {
                itself(case, &[&once, &same], "y")
            } else {
                // No other operator is answered for by this one: what it gave is read twice, and not changed.
                let shape = draft.node("Shape", &[&once], Vec::new());
                node("Reshape", &[&same, &shape], "y", Vec::new())
            }
        }
        Way::Clip | Way::ClipConstant => {
            let once = apply(draft, case, &names);
            let (twin, other) =
                if case.operator.is_minimum() { ("Max", Direction::Max) } else { ("Min", Direction::Min) };
            let bound = if case.way == Way::Clip { other.identity(dtype(case)) } else { other.finite(dtype(case)) };
            let bound = draft.small(dtype(case), &[], &[bound]);
            node(twin, &[&once, &bound], "y", Vec::new())
        }
        Way::Relu => {
            let once = apply(draft, case, &names);
            node("Relu", &[&once], "y", Vec::new())
        }
        Way::Transpose if transposed::is_taken(case) => {
            let turned = apply(draft, case, &names);
            node("Transpose", &[&turned], "y", Vec::new())
        }
        Way::If => branches(draft, case, &names),
        Way::Loop => body(draft, case, &names),
        Way::Function => function(draft, case, &names),
        _ => {
            let output = (0..case.operator.outputs().count()).map(output_name).collect();
            NodeProto { name: "node".to_owned(), output, ..itself(case, &names, "y") }
        }
    };
    draft.nodes.push(last);
}

/// The operator of the case as a node.
fn itself(case: &Case, names: &[&str], output: &str) -> NodeProto {
    let names = arguments(case, names);
    NodeProto {
        domain: case.operator.domain.name().to_owned(),
        ..node(case.operator.name, &names, output, attributes(case))
    }
}

/// What stands at each input of the operator: an input that is left out has no name, unless nothing stands after it.
fn arguments<'n>(case: &Case, names: &[&'n str]) -> Vec<&'n str> {
    let version = case.operator.version_at(case.opset).unwrap_or_default();
    let given = |name: &str| match case.attributes.get(name) {
        Some(&Attribute::Input { input }) => names.get(input).copied(),
        _ => None,
    };
    let named: Vec<Option<&str>> = case.operator.named_inputs(version).map(given).collect();
    let first = names.len() - named.iter().flatten().count();
    let mut arguments: Vec<&str> = names[..first].to_vec();
    arguments.extend(named.iter().map(|name| name.unwrap_or_default()));
    let last = arguments.iter().rposition(|name| !name.is_empty()).map_or(0, |last| last + 1);
    arguments.truncate(last);
    arguments
}

/// The operator of the case as the next node.
fn apply(draft: &mut Draft, case: &Case, names: &[&str]) -> String {
    let output = draft.name();
    draft.nodes.push(itself(case, names, &output));
    output
}

fn chain(draft: &mut Draft, case: &Case, names: &[&str]) -> NodeProto {
    let (last, firsts) = names.split_last().expect("a chain has operands");
    let first = firsts.first().map(|&name| name.to_owned());
    let so_far = firsts.iter().skip(1).fold(first, |so_far, name| Some(apply(draft, case, &[&so_far?, name])));
    itself(case, &[so_far.as_deref(), Some(last)].into_iter().flatten().collect::<Vec<_>>(), "y")
}

/// The operator in both branches of an If whose condition is known when the model runs.
fn branches(draft: &mut Draft, case: &Case, names: &[&str]) -> NodeProto {
    let size = draft.node("Size", &names[..1], Vec::new());
    let expected = draft.small(DType::I64, &[], &[case.inputs[0].len() as u64]);
    let condition = draft.node("Equal", &[&size, &expected], Vec::new());
    let mut branch = |name: &str| {
        let output = draft.name();
        let branch = GraphProto {
            node: vec![itself(case, names, &output)],
            name: name.to_owned(),
            output: vec![value(&output, dtype(case), None)],
            ..GraphProto::default()
        };
        graph(name, branch)
    };
    let attributes = vec![branch("then_branch"), branch("else_branch")];
    node("If", &[&condition], "y", attributes)
}

/// The operator in a loop of two iterations, its first operand carried from one to the next, and its result out of the last.
fn body(draft: &mut Draft, case: &Case, names: &[&str]) -> NodeProto {
    let [iteration, goes_on, carried, before, still, same, result, left] = std::array::from_fn(|_| draft.name());
    let inner: Vec<&str> = [carried.as_str()].into_iter().chain(names.iter().skip(1).copied()).collect();
    let scalar = |name: &str, dtype| value(name, dtype, Some(crate::proto::TensorShapeProto::default()));
    let tensor = |name: &str| value(name, dtype(case), None);
    let body = GraphProto {
        node: vec![
            node("Identity", &[&goes_on], &still, Vec::new()),
            node("Identity", &[&carried], &same, Vec::new()),
            itself(case, &inner, &result),
        ],
        name: "body".to_owned(),
        // What the iteration before gave is carried, too, and nobody reads it: before the first one it is the first operand.
        input: vec![scalar(&iteration, DType::I64), scalar(&goes_on, DType::Bool), tensor(&carried), tensor(&before)],
        output: vec![scalar(&still, DType::Bool), tensor(&same), tensor(&result)],
        ..GraphProto::default()
    };
    let times = draft.small(DType::I64, &[], &[2]);
    let begins = draft.small(DType::Bool, &[], &[1]);
    let inputs = [&times, &begins, names[0], names[0]];
    NodeProto { output: vec![left, "y".to_owned()], ..node("Loop", &inputs, "y", vec![graph("body", body)]) }
}

/// The operator in a function of the model.
fn function(draft: &mut Draft, case: &Case, names: &[&str]) -> NodeProto {
    let parameters: Vec<String> = (0..names.len()).map(|place| format!("p{place}")).collect();
    let inner: Vec<&str> = parameters.iter().map(String::as_str).collect();
    draft.functions.push(FunctionProto {
        name: FUNCTION.to_owned(),
        output: vec!["r".to_owned()],
        node: vec![itself(case, &inner, "r")],
        opset_import: vec![operator_set(case.operator.domain.name(), case.opset)],
        domain: DOMAIN.to_owned(),
        input: parameters,
    });
    NodeProto { domain: DOMAIN.to_owned(), ..node(FUNCTION, names, "y", Vec::new()) }
}

fn dtype(case: &Case) -> DType {
    case.operands().first().map_or(DType::F32, Tensor::dtype)
}
