//! The cases that are smaller than a violation's, largest step first.

use std::collections::BTreeSet;
use std::ops::Range;

use opconform_spec::{Attributes, Case, Form};
use opconform_tensor::{DType, Tensor, Value, broadcast, broadcast_indices, element_count, unravel};

use super::Violation;
use super::simpler::{plainer_integers, plainer_pairs, simpler, simpler_than};

mod canonical;
mod family;

pub(crate) use canonical::{axes, over_axes, with_axes};

/// Elements to which operands are spread out at most.
const LONGEST_ROW: usize = 1 << 17;

/// Cases that are smaller than the violation's in one step. Made one at a time: a large case is not copied more often than
/// it is tried.
pub(super) fn of(violation: &Violation) -> Box<dyn Iterator<Item = Case> + '_> {
    let case = &violation.case;
    // Whether it takes a way, or an operand past a boundary, is said of whatever is left: that is tried while it can be.
    let smaller = plainer_ways(case).chain(aligned(case)).chain(of_operator(violation));
    // A way may ask for two operands, or for two axes.
    Box::new(smaller.filter(|candidate| candidate.way.suits(candidate) && are_told_apart(candidate, case)))
}

/// Whether an element and its bounds are told apart, where they are in the case that is shrunk: a result that is two of them does not
/// say which.
fn are_told_apart(candidate: &Case, case: &Case) -> bool {
    let is_of_one = |case: &Case| case.inputs.iter().all(|input| input.len() == 1);
    let alike = |case: &Case| {
        let values: Vec<Value> = case.inputs.iter().map(|input| input.value(0)).collect();
        (0..values.len()).filter(|&at| values[..at].contains(&values[at])).count()
    };
    let is_limited = case.operator.form == Form::OnnxLimits;
    !is_limited || !is_of_one(candidate) || !is_of_one(case) || alike(candidate) <= alike(case)
}

/// Put in the plain way, or in a plainer one of the same kind.
fn plainer_ways(case: &Case) -> impl Iterator<Item = Case> + '_ {
    case.way.plainer().map(|way| case.clone().with_way(way))
}

fn of_operator(violation: &Violation) -> Box<dyn Iterator<Item = Case> + '_> {
    let case = &violation.case;
    if !case.operator.form.is_of_spans() && case.operator.form.compares() && case.operands().len() == case.inputs.len()
    {
        Box::new(of_broadcast(violation).chain(family::fewer_attributes(case)).chain(canonical::of(violation)))
    } else {
        Box::new(family::of(violation).chain(canonical::of(violation)))
    }
}

fn of_broadcast(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    alone(violation)
        .chain(fewer_inputs(violation))
        .chain(flat(violation))
        .chain(shorter_axes(violation))
        .chain(alike_axes(&violation.case))
        .chain(fewer_axes(violation))
        .chain(plainer_surroundings(violation))
        .chain(simpler_operands(violation))
        .chain(plainer_operands(violation))
}

/// The operands at fault on their own, as tensors of rank 0.
fn alone(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    let scalars = violation
        .witness
        .operands
        .iter()
        .map(|value| Tensor::from_bits(value.dtype(), &[], &[value.bits()]).ok())
        .collect::<Option<Vec<_>>>();
    let already = case.inputs.iter().all(|input| input.shape().is_empty());
    scalars
        .filter(|scalars| !scalars.is_empty() && !already)
        .map(|scalars| case.clone().with_inputs(scalars))
        .into_iter()
}

/// Without one of the operands.
fn fewer_inputs(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    (0..case.inputs.len()).rev().filter(|_| case.inputs.len() > 1).map(|dropped| {
        let mut inputs = case.inputs.clone();
        inputs.remove(dropped);
        case.clone().with_inputs(inputs)
    })
}

/// With every operand spread out to the result's elements, in one row: a fault that depends on how many there are can then
/// be cut to the very number, which the product of several axes may never meet.
fn flat(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    let spread = || {
        let shape = broadcast(case.inputs.iter().map(Tensor::shape)).ok().filter(|shape| shape.len() > 1)?;
        let count = element_count(&shape).filter(|&count| count <= LONGEST_ROW)?;
        let spread = |input: &Tensor| {
            let bits = input.to_bits();
            let row: Vec<u64> = broadcast_indices(input.shape(), &shape).into_iter().map(|index| bits[index]).collect();
            rebuilt(input.dtype(), &[count], &row, input.offset())
        };
        Some(case.clone().with_inputs(case.inputs.iter().map(spread).collect::<Option<Vec<_>>>()?))
    };
    std::iter::once_with(spread).flatten()
}

/// With an axis of all operands narrowed around the element at fault, then of one operand alone.
fn shorter_axes(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    let rank = case.inputs.iter().map(|input| input.shape().len()).max().unwrap_or(0);
    let index = fault_index(violation);
    let jointly = (1..=rank).flat_map(move |from_end| {
        let dim = case.inputs.iter().filter_map(|input| dimension(input, from_end)).max().unwrap_or(1);
        let focus = index.as_ref().map(|index| index[index.len() - from_end]);
        ranges(dim, focus).map(move |(start, len)| {
            let narrow = |input: &Tensor| match dimension(input, from_end) {
                Some(own) if own == dim => slice(input, from_end, start, len),
                _ => Some(input.clone()),
            };
            Some(case.clone().with_inputs(case.inputs.iter().map(narrow).collect::<Option<Vec<_>>>()?))
        })
    });
    let singly = (0..case.inputs.len()).flat_map(move |operand| {
        (1..=case.inputs[operand].shape().len()).flat_map(move |from_end| {
            let dim = dimension(&case.inputs[operand], from_end).unwrap_or(1);
            [1, dim / 2, dim.saturating_sub(1)].into_iter().filter(move |&len| 0 < len && len < dim).map(move |len| {
                let mut inputs = case.inputs.clone();
                inputs[operand] = slice(&inputs[operand], from_end, 0, len)?;
                Some(case.clone().with_inputs(inputs))
            })
        })
    });
    jointly.chain(singly).flatten()
}

/// All axes of one dimension shortened together: a square stays one, and rows stay as long as there are columns.
fn alike_axes(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let dims: BTreeSet<usize> = case.operands().iter().flat_map(Tensor::shape).copied().collect();
    let is_tensor = !case.operator.form.is_of_spans();
    let square = dims.into_iter().filter(move |&dim| is_tensor && dim > 2);
    let ranges = square.flat_map(|dim| [2, dim - 1].map(|len| (dim, len)));
    ranges.flat_map(|(dim, len)| [0, dim - len].map(|start| (dim, start, len))).filter_map(|(dim, start, len)| {
        let narrow = |input: &Tensor| {
            (1..=input.shape().len()).try_fold(input.clone(), |input, from_end| {
                if dimension(&input, from_end) == Some(dim) { slice(&input, from_end, start, len) } else { Some(input) }
            })
        };
        let narrowed =
            |(place, input)| if family::is_spread(case, place) { narrow(input) } else { Some(input.clone()) };
        Some(case.clone().with_inputs(case.inputs.iter().enumerate().map(narrowed).collect::<Option<Vec<_>>>()?))
    })
}

/// Without an axis on which every operand has dimension 1 or none.
fn fewer_axes(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    let rank = case.inputs.iter().map(|input| input.shape().len()).max().unwrap_or(0);
    (1..=rank).rev().filter_map(move |from_end| {
        if case.inputs.iter().any(|input| dimension(input, from_end).is_some_and(|dim| dim != 1)) {
            return None;
        }
        let without = |input: &Tensor| {
            let mut shape = input.shape().to_vec();
            if let Some(axis) = shape.len().checked_sub(from_end) {
                shape.remove(axis);
            }
            input.clone().reshape(&shape).ok()
        };
        Some(case.clone().with_inputs(case.inputs.iter().map(without).collect::<Option<Vec<_>>>()?))
    })
}

/// Every operand at the beginning of a line of memory.
fn aligned(case: &Case) -> Option<Case> {
    let is_off = case.inputs.iter().any(|input| input.offset() > 0);
    is_off.then(|| case.clone().with_inputs(case.inputs.iter().map(|input| input.clone().with_offset(0)).collect()))
}

/// Without attributes, and with ones wherever the element at fault is not.
fn plainer_surroundings(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    let bare = (!case.attributes.is_empty()).then(|| case.clone().with_attributes(Attributes::new()));
    let positions = fault_positions(violation);
    let plain = case.inputs.iter().enumerate().map(|(operand, input)| {
        let one = simpler(input.dtype()).first().copied().unwrap_or(0);
        let keep = positions.as_ref().map(|positions| positions[operand]);
        let bits = input.to_bits();
        let plain =
            bits.iter().enumerate().map(|(at, &bits)| if Some(at) == keep { bits } else { one }).collect::<Vec<_>>();
        if plain == bits { Some(input.clone()) } else { with_bits(input, &plain) }
    });
    let plain = plain.collect::<Option<Vec<_>>>().map(|inputs| case.clone().with_inputs(inputs));
    let plain = plain.filter(|plain| plain.id() != case.id());
    bare.into_iter().chain(plain)
}

/// With a simpler value in one operand of the element at fault.
fn simpler_operands(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    let positions = fault_positions(violation).unwrap_or_default();
    positions.into_iter().enumerate().flat_map(move |(operand, at)| {
        let input = &case.inputs[operand];
        let bits = input.to_bits();
        simpler_than(input.value(at)).filter_map(move |simple| {
            let mut bits = bits.clone();
            bits[at] = simple;
            let mut inputs = case.inputs.clone();
            inputs[operand] = with_bits(input, &bits)?;
            Some(case.clone().with_inputs(inputs))
        })
    })
}

/// With plainer integers in two operands of the element at fault, then in one.
fn plainer_operands(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let inputs = &violation.case.inputs;
    let positions = fault_positions(violation).unwrap_or_default();
    let places: Vec<(usize, usize)> = positions.into_iter().enumerate().collect();
    plainer_at(&violation.case, places.into_iter().filter(|&(input, at)| at < inputs[input].len()).collect())
}

/// With plainer integers at two of these places, then at one: an input, and a row-major position in it.
fn plainer_at(case: &Case, places: Vec<(usize, usize)>) -> impl Iterator<Item = Case> + '_ {
    let element = |&(input, at): &(usize, usize)| case.inputs[input].value(at);
    let put = |changes: &[((usize, usize), u64)]| {
        let mut inputs = case.inputs.clone();
        for &((input, at), plain) in changes {
            let mut bits = inputs[input].to_bits();
            bits[at] = plain;
            inputs[input] = with_bits(&inputs[input], &bits)?;
        }
        Some(case.clone().with_inputs(inputs))
    };
    let two = match places.as_slice() {
        &[first, second] => Some((first, second, [element(&first), element(&second)])),
        _ => None,
    };
    let pairs = two.into_iter().flat_map(move |(first, second, [one, other])| {
        let pairs = plainer_pairs(one.dtype(), [one.bits(), other.bits()]);
        pairs.filter_map(move |[plain, next]| put(&[(first, plain), (second, next)]))
    });
    let single = move |place: (usize, usize)| {
        let value = case.inputs[place.0].value(place.1);
        plainer_integers(value.dtype(), value.bits()).filter_map(move |plain| put(&[(place, plain)]))
    };
    pairs.chain(places.into_iter().flat_map(single))
}

/// The index of the element at fault along each axis of the operands' common shape; none where that has no such element,
/// as in the reduction of an empty axis.
fn fault_index(violation: &Violation) -> Option<Vec<usize>> {
    let shape = broadcast(violation.case.inputs.iter().map(Tensor::shape)).ok()?;
    let position = violation.witness.position?;
    (position < shape.iter().product()).then(|| unravel(position, &shape))
}

/// The position of the element at fault in each operand.
fn fault_positions(violation: &Violation) -> Option<Vec<usize>> {
    let inputs = &violation.case.inputs;
    let shape = broadcast(inputs.iter().map(Tensor::shape)).ok()?;
    let position = violation.witness.position?;
    inputs.iter().map(|input| broadcast_indices(input.shape(), &shape).get(position).copied()).collect()
}

/// How many of so many elements are cut at once, the most first: each power of two, so that what is left of a vector remains, and the
/// shortest failing length is closed in on in few steps.
fn cuts(count: usize) -> impl Iterator<Item = usize> {
    let most = count.saturating_sub(1).checked_ilog2().map(|power| 1 << power);
    std::iter::successors(most, |cut| (*cut > 1).then_some(cut / 2))
}

/// Ranges of an axis that hold the focus, where there is one: that alone, then all but what is cut off at either end.
fn ranges(dim: usize, focus: Option<usize>) -> impl Iterator<Item = (usize, usize)> {
    let ends = cuts(dim).flat_map(move |cut| [(0, dim - cut), (cut, dim - cut)]);
    let alone = (dim > 1).then_some((focus.unwrap_or(0), 1));
    let holds = move |&(start, len): &(usize, usize)| focus.is_none_or(|focus| (start..start + len).contains(&focus));
    alone.into_iter().chain(ends).filter(holds)
}

/// The dimension of an axis counted from the end, where there is one.
fn dimension(input: &Tensor, from_end: usize) -> Option<usize> {
    input.shape().len().checked_sub(from_end).map(|axis| input.shape()[axis])
}

/// A range of an axis counted from the end. The misalignment of the start is kept.
fn slice(input: &Tensor, from_end: usize, start: usize, len: usize) -> Option<Tensor> {
    let mut shape = input.shape().to_vec();
    let axis = shape.len().checked_sub(from_end)?;
    let inner: usize = shape[axis + 1..].iter().product();
    let row = shape[axis] * inner;
    let bits = input.to_bits();
    let kept: Vec<u64> =
        bits.chunks(row.max(1)).flat_map(|row| &row[start * inner..(start + len) * inner]).copied().collect();
    shape[axis] = len;
    rebuilt(input.dtype(), &shape, &kept, input.offset())
}

/// A tensor without a range of an axis counted from the end.
fn without(input: &Tensor, from_end: usize, part: &Range<usize>) -> Option<Tensor> {
    let mut shape = input.shape().to_vec();
    let axis = shape.len().checked_sub(from_end)?;
    let inner: usize = shape[axis + 1..].iter().product();
    let row = shape[axis] * inner;
    let bits = input.to_bits();
    let kept = bits.chunks(row.max(1)).flat_map(|row| row[..part.start * inner].iter().chain(&row[part.end * inner..]));
    let kept: Vec<u64> = kept.copied().collect();
    shape[axis] -= part.len();
    rebuilt(input.dtype(), &shape, &kept, input.offset())
}

fn with_bits(input: &Tensor, bits: &[u64]) -> Option<Tensor> {
    rebuilt(input.dtype(), input.shape(), bits, input.offset())
}

fn rebuilt(dtype: DType, shape: &[usize], bits: &[u64], offset: usize) -> Option<Tensor> {
    let tensor = Tensor::from_bits(dtype, shape, bits).ok()?;
    Some(if offset > 0 { tensor.with_offset(offset) } else { tensor })
}
