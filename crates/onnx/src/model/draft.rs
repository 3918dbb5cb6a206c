//! A graph while it is written: nodes in topological order, each with a value of a name of its own.

use opconform_tensor::{DType, Tensor};

use super::constant;
use crate::proto::{AttributeProto, FunctionProto, GraphProto, NodeProto, TensorProto};

/// A graph while it is written.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) nodes: Vec<NodeProto>,
    pub(super) initializers: Vec<TensorProto>,
    pub(super) functions: Vec<FunctionProto>,
    /// How many values have been named.
    named: usize,
}

impl Draft {
    /// A name that no other value has.
    pub(super) fn name(&mut self) -> String {
        self.named += 1;
        format!("v{}", self.named)
    }

    /// A node of an operator of ONNX with one result, which is named.
    pub(super) fn node(&mut self, operator: &str, inputs: &[&str], attributes: Vec<AttributeProto>) -> String {
        let output = self.name();
        self.nodes.push(node(operator, inputs, &output, attributes));
        output
    }

    /// A tensor as an initializer.
    pub(super) fn initializer(&mut self, name: String, tensor: &Tensor) -> String {
        self.initializers.push(constant(&name, tensor));
        name
    }

    /// Integers of one axis as an initializer.
    pub(super) fn integers(&mut self, integers: &[i64]) -> String {
        self.small(DType::I64, &[integers.len()], &integers.iter().map(|&it| it.cast_unsigned()).collect::<Vec<_>>())
    }

    /// A small tensor, by its bits, as an initializer.
    pub(super) fn small(&mut self, dtype: DType, shape: &[usize], bits: &[u64]) -> String {
        let tensor = Tensor::from_bits(dtype, shape, bits).expect("as many bits as the shape has elements");
        let name = self.name();
        self.initializer(name, &tensor)
    }
}

/// A node with one result.
pub(super) fn node(operator: &str, inputs: &[&str], output: &str, attribute: Vec<AttributeProto>) -> NodeProto {
    NodeProto {
        input: inputs.iter().map(|&name| name.to_owned()).collect(),
        output: vec![output.to_owned()],
        name: format!("node_{output}"),
        op_type: operator.to_owned(),
        attribute,
        domain: String::new(),
    }
}

/// An integer as an attribute.
pub(super) fn int(name: &str, i: i64) -> AttributeProto {
    AttributeProto { name: name.to_owned(), i: Some(i), r#type: AttributeProto::INT, ..AttributeProto::default() }
}

/// A tensor as an attribute.
pub(super) fn tensor(name: &str, tensor: &Tensor) -> AttributeProto {
    AttributeProto {
        name: name.to_owned(),
        t: Some(constant("", tensor)),
        r#type: AttributeProto::TENSOR,
        ..AttributeProto::default()
    }
}

/// A graph as an attribute.
pub(super) fn graph(name: &str, graph: GraphProto) -> AttributeProto {
    AttributeProto { name: name.to_owned(), g: Some(graph), r#type: AttributeProto::GRAPH, ..AttributeProto::default() }
}
