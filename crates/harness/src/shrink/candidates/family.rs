//! Smaller cases of the operators that are no plain broadcast: reductions, spans, `out` and `where`, sub-sequences.
//!
//! Nothing is known here of what meets where. Whatever is cut too far breaks a rule of the operator, violates no longer, and
//! is dropped.

use opconform_spec::{Attribute, Attributes, Case};
use opconform_tensor::{DType, Tensor};

use super::super::Violation;
use super::super::simpler::simpler;
use super::canonical::{axes, with_axes};
use super::{aligned, dimension, ranges, slice, with_bits};
use crate::alone;

/// Elements that are tried one by one at most.
const FEW: usize = 64;

/// Cases that are smaller in one step, largest step first.
pub(super) fn of(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    alone(violation)
        .into_iter()
        .chain(shorter_spans(case))
        .chain(shorter_axes(case))
        .chain(fewer_axes(case))
        .chain(fewer_attributes(case))
        .chain(aligned(case))
        .chain(plain(case))
        .chain(simpler_elements(case))
}

/// The elements that were reduced to the one at fault on their own: a row, of which nothing else is left.
fn alone(violation: &Violation) -> Option<Case> {
    let row = alone::row(&violation.case, &violation.witness.operands)?;
    (size(&row) < size(&violation.case)).then_some(row)
}

/// The spans of a memory: name, first element, length.
fn spans(case: &Case) -> Vec<(String, i64, i64)> {
    let of = |(name, value): (&String, &Attribute)| match value {
        Attribute::Ints(span) if case.operator.domain == "dotnet" => match span.as_slice() {
            &[start, length] => Some((name.clone(), start, length)),
            _ => None,
        },
        _ => None,
    };
    case.attributes.iter().filter_map(of).collect()
}

/// Every span cut at its end or at its beginning by the same number of elements, and the memory to what they cover.
fn shorter_spans(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let spans = spans(case);
    let longest = spans.iter().map(|span| span.2).max().unwrap_or(0);
    let cuts = std::iter::successors(Some(longest / 2), |cut| (*cut > 1).then_some(cut / 2)).filter(|&cut| cut > 0);
    let cut_by = move |(cut, at_start): (i64, bool)| {
        let cut_one = |(name, start, length): &(String, i64, i64)| {
            let start = if at_start { start + cut } else { *start };
            (name.clone(), start, length - cut)
        };
        let cut: Vec<_> = spans.iter().map(cut_one).collect();
        let first = cut.iter().map(|span| span.1).min()?;
        let end = cut.iter().map(|span| span.1 + span.2).max()?;
        let attributes: Attributes =
            cut.into_iter().map(|(name, start, length)| (name, Attribute::Ints(vec![start - first, length]))).collect();
        let (first, count) = (usize::try_from(first).ok()?, usize::try_from(end - first).ok()?);
        let memory = case.inputs.first().filter(|memory| first + count <= memory.len())?;
        let mut inputs = case.inputs.clone();
        inputs[0] = slice(memory, 1, first, count)?;
        Some(case.clone().with_inputs(inputs).with_attributes(attributes))
    };
    let smaller = move |candidate: &Case| size(candidate) < size(case);
    cuts.chain([0]).flat_map(|cut| [(cut, false), (cut, true)]).filter_map(cut_by).filter(smaller)
}

fn size(case: &Case) -> usize {
    case.inputs.iter().map(Tensor::len).sum()
}

/// The inputs whose axes go with those of the first: not the axes of a reduction, which are a list.
fn is_spread(case: &Case, input: usize) -> bool {
    input < case.operands().len() || case.operator.domain == "numpy"
}

/// An axis of all operands cut at either end.
fn shorter_axes(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let rank = case.operands().iter().map(|input| input.shape().len()).max().unwrap_or(0);
    let is_tensor = case.operator.domain != "dotnet";
    (1..=rank).filter(move |_| is_tensor).flat_map(move |from_end| {
        let dim = case.operands().iter().filter_map(|input| dimension(input, from_end)).max().unwrap_or(1);
        ranges(dim, None).chain((dim > 1).then(|| (dim - 1, 1))).filter_map(move |(start, len)| {
            let narrow = |(place, input): (usize, &Tensor)| match dimension(input, from_end) {
                Some(own) if own == dim && is_spread(case, place) => slice(input, from_end, start, len),
                _ => Some(input.clone()),
            };
            Some(case.clone().with_inputs(case.inputs.iter().enumerate().map(narrow).collect::<Option<Vec<_>>>()?))
        })
    })
}

/// The first operand without an axis of dimension 1, the axes after it still being reduced where they were.
fn fewer_axes(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let shape = case.inputs.first().map(|input| input.shape().to_vec()).unwrap_or_default();
    let is_tensor = case.operator.domain != "dotnet" && case.operands().len() == 1;
    (0..shape.len()).filter(move |_| is_tensor).filter_map(move |axis| {
        let mut shape = case.inputs[0].shape().to_vec();
        if shape.remove(axis) != 1 {
            return None;
        }
        let mut inputs = case.inputs.clone();
        inputs[0] = inputs[0].clone().reshape(&shape).ok()?;
        let pruned = case.clone().with_inputs(inputs);
        let moved = |it: i64| if usize::try_from(it).is_ok_and(|it| it > axis) { it - 1 } else { it };
        match axes(case) {
            Some(axes) => with_axes(&pruned, &axes.into_iter().map(moved).collect::<Vec<_>>()),
            None => Some(pruned),
        }
    })
}

/// Without one attribute, or without the axes that are an input.
fn fewer_attributes(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let without = case.attributes.keys().map(|name| {
        let mut attributes = case.attributes.clone();
        attributes.remove(name);
        case.clone().with_attributes(attributes)
    });
    let axes = (case.operator.domain.is_empty() && case.inputs.len() == 2)
        .then(|| case.clone().with_inputs(vec![case.inputs[0].clone()]));
    without.chain(axes)
}

/// With ones for all numbers of an operand.
fn plain(case: &Case) -> impl Iterator<Item = Case> + '_ {
    (0..case.inputs.len()).filter(|&place| is_number(case, place)).filter_map(|place| {
        let input = &case.inputs[place];
        let one = simpler(input.dtype()).first().copied()?;
        let bits = input.to_bits();
        let is_nan = |at: usize| input.value(at).class().is_nan();
        let ones: Vec<u64> = bits.iter().enumerate().map(|(at, &bits)| if is_nan(at) { bits } else { one }).collect();
        (ones != bits).then_some(())?;
        let mut inputs = case.inputs.clone();
        inputs[place] = with_bits(input, &ones)?;
        Some(case.clone().with_inputs(inputs))
    })
}

fn is_number(case: &Case, place: usize) -> bool {
    is_spread(case, place) && (case.inputs[place].dtype() != DType::Bool || place < case.operands().len())
}

/// With a simpler value for one element of an operand, where there are few.
fn simpler_elements(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let few = size(case) <= FEW;
    (0..case.inputs.len()).filter(move |&place| few && is_number(case, place)).flat_map(move |place| {
        let input = &case.inputs[place];
        let ladder = simpler(input.dtype());
        let bits = input.to_bits();
        (0..bits.len()).flat_map(move |at| {
            let rung = ladder.iter().position(|&simple| simple == bits[at]).unwrap_or(ladder.len());
            let (ladder, bits) = (ladder.clone(), bits.clone());
            ladder.into_iter().take(rung).filter_map(move |simple| {
                let mut bits = bits.clone();
                bits[at] = simple;
                let mut inputs = case.inputs.clone();
                inputs[place] = with_bits(input, &bits)?;
                Some(case.clone().with_inputs(inputs))
            })
        })
    })
}
