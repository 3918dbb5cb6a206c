//! The plainest case like another: what is tried to tell a refusal of that from what is not implemented at all.

use opconform_spec::{Case, Facts, Origin, Way};
use opconform_tensor::{DType, Tensor};

/// The plainest well-formed case of an element type, with the operator, operator set and way of `case`, and with its attributes as
/// far as they mean something there: axes name those of one shape. Its operands are of one element.
pub(crate) fn plainest(case: &Case, dtype: DType) -> Case {
    // Some ways are of several operands, or of several axes.
    let fewest =
        [(&[1][..], 2), (&[1, 1], 2), (&[1], 3)].map(|(shape, operands)| of_ones(case, dtype, shape, operands));
    let [first, ..] = &fewest;
    fewest.iter().find(|it| it.way.suits(it)).unwrap_or(first).clone()
}

fn of_ones(case: &Case, dtype: DType, shape: &[usize], operands: usize) -> Case {
    let operands = operands.min(case.operator.form.operands());
    let ones = Tensor::from_bits(dtype, shape, &[0]).into_iter().cycle().take(operands);
    // What says how, where the way is about it.
    let how = case.inputs.iter().skip(case.operands().len()).filter(|_| case.way == Way::Fed);
    let axes = how.filter_map(|how| Tensor::from_bits(how.dtype(), &[1], &[0]).ok());
    let origin = Origin { source: "probe".into(), seed: None };
    let bare = Case::new(case.operator, case.opset, ones.chain(axes).collect(), "plainest", origin).with_way(case.way);
    let mut attributes = case.attributes.clone();
    attributes.remove("axes");
    let plain = bare.clone().with_attributes(attributes);
    // A type that is not listed is no breach: whether it is implemented all the same is what is asked here.
    if Facts::new(&plain).invalid().is_some() { bare } else { plain }
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Attribute, Attributes, Operator};

    use super::*;

    /// The attributes, and the number of operands, of the plainest case of one with these attributes.
    fn plain(operator: &str, opset: u32, attributes: &[(&str, i64)]) -> (usize, Attributes) {
        let operator = Operator::named(operator).expect("an operator");
        let input = Tensor::from_bits(DType::F32, &[2, 2], &[0; 4]).expect("a tensor");
        let origin = Origin { source: "test".into(), seed: None };
        let attributes = attributes.iter().map(|&(name, value)| (name.to_owned(), Attribute::Int(value))).collect();
        let case = Case::new(operator, opset, vec![input], "test", origin).with_attributes(attributes);
        let plain = plainest(&case, DType::I8);
        assert!(plain.inputs.iter().all(|input| input.dtype() == DType::I8 && input.shape() == [1]));
        (plain.inputs.len(), plain.attributes)
    }

    #[test]
    fn the_plainest_case_keeps_what_means_something_there() {
        let kept = |name: &str, value| Attributes::from([(name.to_owned(), Attribute::Int(value))]);
        assert_eq!(plain("Max", 13, &[]), (2, Attributes::new()));
        assert_eq!(plain("ReduceMax", 13, &[("keepdims", 0), ("axes", 9)]), (1, kept("keepdims", 0)));
        assert_eq!(plain("ReduceMax", 13, &[("keepdims", 7)]), (1, Attributes::new()));
        assert_eq!(plain("ReduceMax", 18, &[("noop_with_empty_axes", 1)]), (1, kept("noop_with_empty_axes", 1)));
    }
}
