//! What a node test's model says of its case: the operator, the operator set, the attributes, and which input is which operand.

use super::{GraphProto, ModelProto, OPERATORS, Operator};
use crate::proto::{AttributeProto, NodeProto};
use opconform_spec::{Attribute, Attributes};

/// A node test of an operator of ours.
pub(super) struct NodeTest {
    /// The operator.
    pub(super) operator: &'static Operator,
    /// The version of the operator set.
    pub(super) opset: u32,
    /// The attributes.
    pub(super) attributes: Attributes,
    /// For each operand, the position of its graph input.
    pub(super) operands: Vec<usize>,
}

impl NodeTest {
    /// The test that a model is, or the reason why it is none of ours.
    pub(super) fn of(model: &ModelProto, graph: &GraphProto) -> Result<Self, String> {
        let [node] = graph.node.as_slice() else {
            return Err(format!("its graph has {} nodes", graph.node.len()));
        };
        let operator = operator(node).ok_or_else(|| format!("{} is not an operator of the suite", node.op_type))?;
        let opset = opset(model, operator).ok_or_else(|| format!("it names no operator set of {}", node.op_type))?;
        let [output] = graph.output.as_slice() else {
            return Err(format!("its graph has {} outputs", graph.output.len()));
        };
        if node.output != [output.name.as_str()] {
            return Err("its graph's output is not its node's".to_owned());
        }
        let mut attributes = attributes(node)?;
        // An optional input that is left out has no name.
        let version = operator.version_at(opset).unwrap_or_default();
        let named: Vec<&str> = operator.named_inputs(version).collect();
        let first = if named.is_empty() { node.input.len() } else { 1 };
        let given = |(_, name): &(usize, &String)| !name.is_empty();
        for (input, (place, _)) in (first..).zip(node.input.iter().skip(first).enumerate().filter(given)) {
            let name = named.get(place).ok_or_else(|| format!("{} has too many inputs", node.op_type))?;
            attributes.insert((*name).to_owned(), Attribute::Input { input });
        }
        Ok(Self { operator, opset, attributes, operands: operands(graph, node)? })
    }
}

/// The operator of a node; both spellings of the default domain are read.
fn operator(node: &NodeProto) -> Option<&'static Operator> {
    let domain = default_domain(&node.domain);
    OPERATORS.iter().copied().find(|operator| operator.name == node.op_type && operator.domain.name() == domain)
}

/// The operator set that the model imports for an operator, where the operator exists in it.
fn opset(model: &ModelProto, operator: &Operator) -> Option<u32> {
    let imported =
        |domain: &Option<String>| default_domain(domain.as_deref().unwrap_or_default()) == operator.domain.name();
    let import = model.opset_import.iter().find(|import| imported(&import.domain))?;
    u32::try_from(import.version).ok().filter(|&opset| operator.version_at(opset).is_some())
}

fn default_domain(domain: &str) -> &str {
    if domain == "ai.onnx" { "" } else { domain }
}

fn attributes(node: &NodeProto) -> Result<Attributes, String> {
    let value = |attribute: &AttributeProto| match (attribute.r#type, attribute.i, attribute.f) {
        (AttributeProto::INT, Some(i), _) => Ok(Attribute::Int(i)),
        (AttributeProto::INTS, ..) => Ok(Attribute::Ints(attribute.ints.clone())),
        (AttributeProto::FLOAT, _, Some(f)) => Ok(Attribute::Float { f32: f.to_bits() }),
        _ => Err(format!("its attribute {} is no integer, no list of them and no float", attribute.name)),
    };
    node.attribute.iter().map(|attribute| Ok((attribute.name.clone(), value(attribute)?))).collect()
}

fn operands(graph: &GraphProto, node: &NodeProto) -> Result<Vec<usize>, String> {
    let position = |name: &String| {
        let found = graph.input.iter().position(|input| input.name == *name);
        found.ok_or_else(|| format!("its operand `{name}` is no input of the graph"))
    };
    node.input.iter().filter(|name| !name.is_empty()).map(position).collect()
}
