//! `Min` on what `Max` is tried on: the cases of the other sources, with the operator's twin; and of many operands the least at each.

use std::collections::HashSet;

use opconform_spec::{Case, Operator, Origin};
use opconform_tensor::DType;

use super::{Asked, Settings, Source, edge, shape, sweep, types, variadic};
use crate::draft::{max, tensor, types as of_max};
use crate::values::extremes;

const NAME: &str = "minimum";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "Min on the long forms of edge, on every case of types, on three operands, and on one in eight of sweep, shape and variadic",
    generate,
};

/// One case in so many is taken of the large sources.
const ONE_IN: usize = 8;

/// Numbers of operands, of which each in turn has the least element of a column: next to those of vectors and of small arrays.
const COUNTS: [usize; 8] = [4, 5, 8, 9, 16, 17, 33, 64];

/// The twin of the operator that the other sources are about.
fn min() -> &'static Operator {
    max().twin().expect("a maximum has a twin")
}

fn generate(settings: &Settings, asked: &Asked) -> Vec<Case> {
    if !asked.has(min()) {
        return Vec::new();
    }
    // Which of the maxima are taken depends on all of them.
    let of = |source: &Source| (source.generate)(settings, &Asked::ALL);
    let long = of(&edge::SOURCE).into_iter().filter(|case| case.inputs.iter().any(|input| input.len() > 1));
    let sampled =
        [&sweep::SOURCE, &shape::SOURCE, &variadic::SOURCE].map(|source| of(source).into_iter().step_by(ONE_IN));
    let of_three = of(&variadic::SOURCE).into_iter().filter(|case| case.inputs.len() == 3);
    let mut seen = HashSet::new();
    let twins =
        long.chain(of(&types::SOURCE)).chain(sampled.into_iter().flatten()).chain(of_three).map(|case| twin(&case));
    twins.filter(|case| seen.insert(case.id().to_owned())).chain(least(asked)).collect()
}

/// Many operands in every type, of which the one of the number of an element has the least there.
fn least(asked: &Asked) -> Vec<Case> {
    let min = min();
    let of_type = |dtype: DType| {
        let (least, greatest) = extremes(dtype);
        COUNTS.map(|count| {
            let operand = |k: usize| tensor(dtype, &[count], |i| if i == k { least } else { greatest });
            let origin = Origin { source: NAME.into(), seed: None };
            Case::new(min, min.newest(), (0..count).map(operand).collect(), "least", origin)
        })
    };
    of_max().iter().copied().filter(|&dtype| asked.takes(min, dtype)).flat_map(of_type).collect()
}

fn twin(case: &Case) -> Case {
    let origin = Origin { source: NAME.into(), seed: None };
    Case::new(min(), case.opset, case.inputs.clone(), case.slug(), origin).with_attributes(case.attributes.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_a_minimum_of_what_a_maximum_is_tried_on() {
        let cases = generate(&Settings::default(), &Asked::ALL);
        assert!(cases.len() > 3000, "{}", cases.len());
        assert!(cases.iter().all(|case| case.operator.is_minimum() && case.id().starts_with("min")));
    }
}
