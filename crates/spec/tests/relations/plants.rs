//! A planted fault of each relation.

use opconform_spec::{Attribute, Case, Way};
use opconform_tensor::DType;

use super::implementation::{Element, right};
use crate::common::bits;
use crate::{ints, new, operator, values};

/// A fault, the clause that is to see it, and the case on which it does.
pub(crate) struct Plant {
    pub(crate) clause: &'static str,
    pub(crate) case: Case,
    pub(crate) fault: Box<Element>,
}

fn plant(clause: &'static str, case: Case, fault: impl Fn(&Case, &[u64]) -> u64 + 'static) -> Plant {
    Plant { clause, case, fault: Box::new(fault) }
}

pub(crate) fn plants(dtype: DType) -> Vec<Plant> {
    let row = |names: &[&str]| values(dtype, &[names.len()], names);
    let matrix = || values(dtype, &[2, 3], &["1", "3", "2", "4", "0", "5"]);
    let pair = |operator: &str, opset| new(operator, opset, vec![row(&["1", "2"]), row(&["2", "1"])], &[]);
    let is = move |bits_found: u64, name: &str| bits_found == bits(dtype, name);
    let last_ignored = |case: &Case, operands: &[u64]| right(case, &operands[..operands.len().max(2) - 1]);
    let mut plants = Vec::new();
    for (operator, opset) in [("Max", 13), ("Min", 13), ("numpy.maximum", 1), ("numpy.fmin", 1)] {
        if !(self::operator(operator).types)(opset).contains(&dtype) {
            continue;
        }
        plants.push(plant("REL-COMMUTES", pair(operator, opset), |_, operands| operands[0]));
        plants.push(plant("REL-IDEMPOTENT", pair(operator, opset), move |case, operands| match operands {
            [a, b] if a == b => bits(dtype, "0"),
            _ => right(case, operands),
        }));
        plants.push(plant("REL-MONOTONE", pair(operator, opset), move |case, operands| {
            if is(operands[0], "1") || is(operands[0], "2") { right(case, operands) } else { bits(dtype, "0") }
        }));
        let stretched = new(operator, opset, vec![row(&["1", "3"]), row(&["2"])], &[]);
        plants.push(plant("REL-BROADCAST", stretched, |case, operands| {
            if case.inputs[0].shape() == case.inputs[1].shape() { right(case, operands) } else { operands[1] }
        }));
        if operator.starts_with('M') {
            let three = new(operator, opset, vec![row(&["1"]), row(&["3"]), row(&["2"])], &[]);
            plants.push(plant("REL-ASSOCIATES", three, |case, operands| match operands {
                [_, _, last] => *last,
                _ => right(case, operands),
            }));
        }
    }
    for (operator, opset, axes) in
        [("ReduceMax", 13, "axes"), ("ReduceMin", 13, "axes"), ("numpy.amax", 1, "axis"), ("numpy.nanmin", 1, "axis")]
    {
        if !(self::operator(operator).types)(opset).contains(&dtype) {
            continue;
        }
        let reduce = |axis| new(operator, opset, vec![matrix()], &[(axes, ints(&[axis]))]);
        for clause in ["REL-PERMUTE", "REL-SPLIT", "REL-FOLD"] {
            plants.push(plant(clause, reduce(1), move |case, operands| {
                if operands.len() == 3 { operands[0] } else { right(case, operands) }
            }));
        }
        let kept = i64::from(opset == 13);
        plants.push(plant("REL-KEEPDIMS", reduce(0), move |case, operands| match case.attributes.get("keepdims") {
            Some(Attribute::Int(found)) if *found != kept => operands[0],
            _ => operands[1],
        }));
        plants.push(plant("REL-NEGATIVE-AXES", reduce(1), move |case, operands| match case.attributes.get(axes) {
            Some(Attribute::Ints(found)) if found[0] < 0 => operands[0],
            _ => operands[1],
        }));
    }
    if (operator("dotnet.SpanMaxReduce").types)(1).contains(&dtype)
        && (operator("ReduceMax").types)(20).contains(&dtype)
    {
        for (name, elements) in [("dotnet.SpanMaxReduce", ["1", "2", "3"]), ("dotnet.SpanMinReduce", ["3", "2", "1"])] {
            let case = new(name, 1, vec![row(&elements)], &[("x", ints(&[0, 3]))]);
            plants.push(plant("REL-REDUCE-ALL", case, move |case, operands| {
                if case.operator.form.is_of_spans() { last_ignored(case, operands) } else { right(case, operands) }
            }));
        }
    }
    if dtype.is_float() {
        let zeros = vec![row(&["-0.0", "0.0"]), row(&["0.0", "-0.0"])];
        let put = new("Max", 13, zeros, &[]).with_way(Way::Identity);
        plants.push(plant("DET-CONTEXT", put, |case, operands| operands[usize::from(case.way == Way::Plain)]));
        plants.push(plant("REL-NEGATION", pair("Max", 13), |case, operands| {
            if case.operator.name == "Max" { operands[0] } else { right(case, operands) }
        }));
    }
    plants
}
