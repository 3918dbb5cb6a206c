//! What a witness says of the arguments of its case besides the elements that meet: attributes, names, and where operands begin.

use std::collections::BTreeSet;

use opconform_report::{MOST_TOLD, listed};
use opconform_spec::{Attribute, Case, Facts, Way};
use opconform_tensor::{Tensor, Value, shape_text};

/// What a case says besides its operands, where it says anything: its attributes, as in `axes = [0], keepdims = 1`, and the inputs that
/// say how, each by the attribute that names it; the axes of a reduction have no name.
pub fn attributes(case: &Case) -> Option<String> {
    let inputs = case.operands().len()..case.inputs.len();
    let is_value = |name: &str| case.place_named(name).is_none_or(|place| !inputs.contains(&place));
    let by_value = case.attributes.iter().filter(|(name, _)| is_value(name));
    let attributes = by_value.map(|(name, value)| format!("{name} = {value}"));
    let inputs = inputs.clone().map(|place| {
        let input = &case.inputs[place];
        let values: Vec<Value> = (0..input.len()).map(|at| input.value(at)).collect();
        let name = case.name_of(place).unwrap_or("axes");
        // Its elements tell the shape of a row.
        let shape =
            if input.shape().len() == 1 { String::new() } else { format!(", of shape {}", shape_text(input.shape())) };
        format!("{name} (input {place}{shape}) = [{}]", listed(&values, |value| value.decimal()))
    });
    let all: Vec<String> = attributes.chain(inputs).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// The other ways in which cases show what the smallest one shows in a way that is not the plain one: shrinking goes to a plainer of
/// them.
pub(crate) fn other_ways(own: Way, seen: impl Iterator<Item = Way>) -> Vec<String> {
    let others: BTreeSet<Way> = seen.filter(|&way| own != Way::Plain && way != own && way != Way::Plain).collect();
    others.into_iter().map(|way| way.circumstance().to_owned()).collect()
}

/// The names of the arguments that the operands at a position come from; none where none has one.
pub(crate) fn argument_names(facts: &Facts, position: usize) -> Vec<String> {
    let names = facts.names_at(position);
    if names.iter().all(Option::is_none) {
        return Vec::new();
    }
    names.into_iter().take(MOST_TOLD).map(|name| name.unwrap_or_default().to_owned()).collect()
}

/// Where the destination begins in the memory of spans, and how many elements it has.
pub(crate) fn destination(case: &Case) -> Option<(u64, u64)> {
    match case.attributes.get("destination")? {
        Attribute::Ints(span) => match span[..] {
            [start, length] => Some((u64::try_from(start).ok()?, u64::try_from(length).ok()?)),
            _ => None,
        },
        _ => None,
    }
}

/// By how many elements each operand begins past a boundary; empty where none does.
pub(crate) fn offsets(case: &Case) -> Vec<usize> {
    let all: Vec<usize> = case.operands().iter().map(Tensor::offset).collect();
    if all.iter().any(|&offset| offset > 0) { all } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Operator, Origin};
    use opconform_tensor::DType;

    use super::*;

    #[test]
    fn an_input_goes_by_the_name_of_its_argument() {
        let row = |dtype, bits: &[u64]| Tensor::from_bits(dtype, &[bits.len()], bits).expect("a tensor");
        let said = |name: &str, operands: usize, more: Vec<Tensor>, named: &[(&str, Attribute)]| {
            let operator = Operator::named(name).expect("an operator");
            let inputs = (0..operands).map(|_| row(DType::I32, &[1])).chain(more).collect();
            let origin = Origin { source: "test".into(), seed: None };
            let case = Case::new(operator, operator.newest(), inputs, "named", origin);
            attributes(&case.with_attributes(named.iter().map(|(name, it)| ((*name).to_owned(), it.clone())).collect()))
        };
        let more = || vec![row(DType::I32, &[7]), row(DType::Bool, &[1])];
        let places = [("out", Attribute::Int(2)), ("where", Attribute::Int(3))];
        assert_eq!(
            said("numpy.maximum", 2, more(), &places).as_deref(),
            Some("out (input 2) = [7], where (input 3) = [true]")
        );
        // The number of a flag is the place of nothing.
        let flagged = [("keepdims", Attribute::Int(1)), ("out", Attribute::Int(1))];
        let out = vec![row(DType::I32, &[7])];
        assert_eq!(said("numpy.amax", 1, out, &flagged).as_deref(), Some("keepdims = 1, out (input 1) = [7]"));
        let axes = vec![row(DType::I64, &[0])];
        assert_eq!(said("ReduceMax", 1, axes, &[]).as_deref(), Some("axes (input 1) = [0]"));
        // What is shown among the operands is named alone.
        let bound = [("max", Attribute::Input { input: 1 })];
        assert_eq!(said("Clip", 1, vec![row(DType::I32, &[7])], &bound).as_deref(), Some("max = input 1"));
    }
}
