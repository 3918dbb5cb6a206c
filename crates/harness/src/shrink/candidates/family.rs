//! Smaller cases of the operators that are no plain broadcast: reductions, spans, `out` and `where`, sub-sequences.
//!
//! Nothing is known here of what meets where. Whatever is cut too far breaks a rule of the operator, violates no longer, and
//! is dropped.

use std::collections::BTreeSet;
use std::ops::Range;

use opconform_spec::{Attribute, Attributes, Case, Facts, Form};
use opconform_tensor::{DType, Tensor, Value};

use super::super::Violation;
use super::super::simpler::{simpler, simpler_than};
use super::canonical::{axes, with_axes};
use super::{cuts, dimension, plainer_at, ranges, rebuilt, slice, with_bits, without};
use crate::alone;

/// Elements that are tried one by one at most.
const FEW: usize = 64;

/// Elements of a row of which each is shown: no simpler row is looked for.
const SHOWN: usize = 8;

/// Cases that are smaller in one step, largest step first.
pub(super) fn of(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    alone(violation)
        .into_iter()
        .chain(lone(violation))
        .chain(plain(case).filter(|_| case.elements() > FEW))
        .chain(shorter_spans(case))
        .chain(shorter_axes(case))
        .chain(super::alike_axes(case))
        .chain(gaps(case))
        .chain(fewer_axes(case))
        .chain(fewer_attributes(case))
        .chain(plain(case))
        .chain(simpler_elements(case))
        .chain(plainer_elements(case))
        .chain(nearer_spans(case))
}

/// The elements that were reduced to the one at fault on their own: a row, of which nothing else is left.
fn alone(violation: &Violation) -> Option<Case> {
    let row = alone::row(&violation.case, &violation.witness.operands)?;
    (row.elements() < violation.case.elements()).then_some(row)
}

/// The spans of a memory: name, first element, length.
fn spans(case: &Case) -> Vec<(String, i64, i64)> {
    let of = |(name, value): (&String, &Attribute)| match value {
        Attribute::Ints(span) if case.operator.form.is_of_spans() => match span.as_slice() {
            &[start, length] => Some((name.clone(), start, length)),
            _ => None,
        },
        _ => None,
    };
    case.attributes.iter().filter_map(of).collect()
}

/// What is kept of a memory that no span covers.
#[derive(Clone, Copy)]
enum Uncovered {
    /// All of it that lies between two spans.
    Between,
    /// Of each part before the last span so much that every span begins as far past a multiple of so many elements as it did.
    Modulo(usize),
}

/// The memory without what no span covers, or with so little of it that every span begins as far past a boundary as it did; then
/// every span without the same part of it, largest part first: an end, or what lies between.
fn shorter_spans(case: &Case) -> impl Iterator<Item = Case> + '_ {
    const BOUNDARIES: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
    let spans = spans(case);
    let longest = spans.iter().map(|span| span.2).max().unwrap_or(0);
    let covered: Vec<Case> = BOUNDARIES
        .into_iter()
        .filter_map(|boundary| without_part(case, &spans, 0..0, Uncovered::Modulo(boundary)))
        .collect();
    let cuts = parts(usize::try_from(longest).unwrap_or(0)).flat_map(move |part| {
        let kept = [Uncovered::Modulo(1), Uncovered::Between];
        kept.map(|uncovered| without_part(case, &spans, part.clone(), uncovered))
    });
    let smaller = move |candidate: &Case| candidate.elements() < case.elements();
    covered.into_iter().chain(cuts.flatten()).filter(smaller)
}

/// With a span that begins further to the front: what spans share is then as short as it can be.
fn nearer_spans(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let starts = |start: i64| [0, 1, start - 1].into_iter().filter(move |&nearer| 0 <= nearer && nearer < start);
    spans(case).into_iter().flat_map(move |(name, start, length)| {
        starts(start).map(move |nearer| {
            let mut attributes = case.attributes.clone();
            attributes.insert(name.clone(), Attribute::Ints(vec![nearer, length]));
            case.clone().with_attributes(attributes)
        })
    })
}

/// The parts that can be cut out of so many elements, the largest first, wherever they are.
fn parts(count: usize) -> impl Iterator<Item = Range<usize>> {
    cuts(count).flat_map(move |length| {
        // The ends first: most faults are there.
        let places = (0..count / length).map(move |place| place * length).chain([count - length]);
        std::iter::once(count - length).chain(places).map(move |start| start..start + length)
    })
}

/// A memory of which every span has lost the same part, and what no span covers but for what is kept of that.
fn without_part(case: &Case, spans: &[(String, i64, i64)], part: Range<usize>, uncovered: Uncovered) -> Option<Case> {
    let memory = case.inputs.first().filter(|_| !spans.is_empty())?;
    let mut keeps = vec![matches!(uncovered, Uncovered::Between); memory.len()];
    let placed = |(_, start, length): &(String, i64, i64)| {
        let (start, length) = (usize::try_from(*start).ok()?, usize::try_from(*length).ok()?);
        (start + length <= memory.len()).then_some(start..start + length)
    };
    let placed: Vec<Range<usize>> = spans.iter().map(placed).collect::<Option<_>>()?;
    let cut = |span: &Range<usize>| (span.start + part.start).min(span.end)..(span.start + part.end).min(span.end);
    for span in &placed {
        keeps[span.clone()].fill(true);
    }
    for span in &placed {
        keeps[cut(span)].fill(false);
    }
    let (first, last) = (placed.iter().map(|span| span.start).min()?, placed.iter().map(|span| span.end).max()?);
    match uncovered {
        Uncovered::Between => keeps[..first].fill(false),
        Uncovered::Modulo(boundary) => {
            let mut dead = 0;
            for at in 0..last {
                if placed.iter().any(|span| span.contains(&at)) {
                    dead = 0;
                    continue;
                }
                dead += 1;
                // A stretch keeps the remainder of its length by the boundary: each whole multiple is dropped when it is complete.
                keeps[at] = true;
                if dead % boundary == 0 {
                    keeps[at + 1 - boundary..=at].fill(false);
                }
            }
        }
    }
    keeps[last..].fill(false);
    let kept = |range: Range<usize>| keeps[range].iter().filter(|&&keeps| keeps).count();
    let moved = |((name, ..), span): (&(String, i64, i64), &Range<usize>)| {
        let (start, length) = (i64::try_from(kept(0..span.start)).ok()?, i64::try_from(kept(span.clone())).ok()?);
        Some((name.clone(), Attribute::Ints(vec![start, length])))
    };
    let attributes = spans.iter().zip(&placed).map(moved).collect::<Option<Attributes>>()?;
    let bits: Vec<u64> =
        memory.to_bits().into_iter().zip(&keeps).filter(|(_, keeps)| **keeps).map(|(bits, _)| bits).collect();
    let mut inputs = case.inputs.clone();
    inputs[0] = rebuilt(memory.dtype(), &[bits.len()], &bits, memory.offset())?;
    Some(case.clone().with_inputs(inputs).with_attributes(attributes))
}

/// The inputs whose axes go with those of the first: not the axes of a reduction, which are a list.
pub(super) fn is_spread(case: &Case, input: usize) -> bool {
    input < case.operands().len() || case.operator.form.is_ufunc()
}

/// An axis of all operands cut at either end.
fn shorter_axes(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let rank = case.operands().iter().map(|input| input.shape().len()).max().unwrap_or(0);
    let is_tensor = !case.operator.form.is_of_spans();
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

/// A tensor that is reduced without a part of an axis between its ends.
fn gaps(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let is_reduced = case.operator.form.has_axes();
    let rank = case.inputs.first().map_or(0, |input| input.shape().len());
    (1..=rank).filter(move |_| is_reduced).flat_map(move |from_end| {
        let dim = dimension(&case.inputs[0], from_end).unwrap_or(0);
        let between = move |part: &Range<usize>| part.start > 0 && part.end < dim;
        parts(dim).filter(between).filter_map(move |part| {
            let mut inputs = case.inputs.clone();
            inputs[0] = without(&inputs[0], from_end, &part)?;
            Some(case.clone().with_inputs(inputs))
        })
    })
}

/// The first operand without an axis of dimension 1, the axes after it still being reduced where they were.
fn fewer_axes(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let shape = case.inputs.first().map(|input| input.shape().to_vec()).unwrap_or_default();
    let is_tensor = case.operator.form.has_axes() || case.operator.form == Form::OnnxLimits;
    (0..shape.len()).filter(move |_| is_tensor).filter_map(move |axis| {
        let mut shape = case.inputs[0].shape().to_vec();
        if shape.remove(axis) != 1 {
            return None;
        }
        let mut inputs = case.inputs.clone();
        inputs[0] = inputs[0].clone().reshape(&shape).ok()?;
        let pruned = case.clone().with_inputs(inputs);
        // Counted from the front an axis moves when one before it goes, and from the back when one behind it does.
        let (place, rank) = (axis as i64, shape.len() as i64 + 1);
        let moved = |it: i64| match it {
            0.. if it > place => it - 1,
            ..0 if it + rank < place => it + 1,
            _ => it,
        };
        match axes(case) {
            Some(axes) => with_axes(&pruned, &axes.into_iter().map(moved).collect::<Vec<_>>()),
            None => Some(pruned),
        }
    })
}

/// Without one attribute, and without the input that it names; or without the axes that are an input.
pub(super) fn fewer_attributes(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let without = case.attributes.keys().map(|name| {
        let mut attributes = case.attributes.clone();
        attributes.remove(name);
        case.clone().with_attributes(attributes)
    });
    let axes = (case.operator.form == Form::OnnxReduction && case.inputs.len() == 2)
        .then(|| case.clone().with_inputs(vec![case.inputs[0].clone()]));
    without.chain(fewer_named(case)).chain(axes)
}

/// Without an attribute that is the place of an input, and without that input.
fn fewer_named(case: &Case) -> impl Iterator<Item = Case> + '_ {
    case.attributes.keys().filter_map(move |name| {
        let gone = case.place_named(name)?;
        let mut inputs = case.inputs.clone();
        (gone < inputs.len()).then(|| inputs.remove(gone))?;
        let mut attributes = case.attributes.clone();
        attributes.remove(name);
        for value in attributes.values_mut() {
            match value {
                Attribute::Int(other) if *other > gone as i64 => *other -= 1,
                Attribute::Input { input } if *input > gone => *input -= 1,
                _ => {}
            }
        }
        Some(case.clone().with_inputs(inputs).with_attributes(attributes))
    })
}

/// A row with one value in all places but one or two: that of its result, with the simplest that is preferred, then with its own
/// value; then that of the wrong result too. Who loses a place or a chunk loses the first, and who counts in another type, or takes
/// another order, one of the others.
fn lone(violation: &Violation) -> impl Iterator<Item = Case> + '_ {
    let case = &violation.case;
    let data = match case.operands() {
        [data] if data.len() > SHOWN => Some(data),
        _ => None,
    };
    data.into_iter().flat_map(move |data| {
        let places = places_at_fault(violation).unwrap_or_else(|| (0..data.len()).collect());
        let values: Vec<Value> = places.iter().map(|&at| data.value(at)).collect();
        let place_of = |wanted: Value| values.iter().position(|value| *value == wanted).map(|at| places[at]);
        let best = case.operator.preferred(&values).and_then(|best| Some((place_of(best)?, best)));
        let wrong = violation.witness.found.and_then(|found| Some((place_of(found)?, found)));
        let ladder = simpler(data.dtype()).into_iter().map(|bits| Value::new(data.dtype(), bits));
        let ladder: Vec<Value> = ladder.filter(|value| !value.class().is_nan()).collect();
        let loses = |low: Value, high: Value| low != high && case.operator.preferred(&[low, high]) == Some(high);
        let below = |high: Value| ladder.iter().copied().find(|&low| loses(low, high));
        let simplest = best.and_then(|(place, _)| {
            let pair = |low: Value| Some((low, ladder.iter().copied().find(|&high| loses(low, high))?));
            let (low, high) = ladder.iter().copied().find_map(pair)?;
            Some((low, vec![(place, high)]))
        });
        let own = best.and_then(|best| Some((below(best.1)?, vec![best])));
        let both = best.zip(wrong).and_then(|(best, wrong)| Some((below(wrong.1)?, vec![best, wrong])));
        let distinct = |bits: &[u64]| bits.iter().collect::<BTreeSet<_>>().len();
        let now = distinct(&data.to_bits());
        let put = |(low, high): (Value, Vec<(usize, Value)>)| {
            let mut bits = vec![low.bits(); data.len()];
            for (place, value) in high {
                bits[place] = value.bits();
            }
            let mut inputs = case.inputs.clone();
            inputs[0] = (distinct(&bits) < now).then(|| with_bits(data, &bits))??;
            Some(case.clone().with_inputs(inputs))
        };
        [simplest, own, both].into_iter().flatten().filter_map(put).collect::<Vec<_>>()
    })
}

/// The places of the elements that are reduced to the one at fault, in the one operand that there is.
fn places_at_fault(violation: &Violation) -> Option<Vec<usize>> {
    let (facts, position) = (Facts::new(&violation.case), violation.witness.position?);
    let places = || facts.sources_at(position).filter(|(input, _)| *input == 0).map(|(_, place)| place).collect();
    facts.has_element(position).then(places)
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

/// With plainer integers for two elements of the operands, or for one, where there are no more than two.
fn plainer_elements(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let numbers = (0..case.inputs.len()).filter(|&place| is_number(case, place));
    let places: Vec<(usize, usize)> =
        numbers.flat_map(|place| (0..case.inputs[place].len()).map(move |at| (place, at))).take(3).collect();
    let few = if places.len() < 3 { places } else { Vec::new() };
    plainer_at(case, few)
}

/// With a simpler value for one element of an operand, where there are few.
fn simpler_elements(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let few = case.elements() <= FEW;
    (0..case.inputs.len()).filter(move |&place| few && is_number(case, place)).flat_map(move |place| {
        let input = &case.inputs[place];
        let bits = input.to_bits();
        (0..bits.len()).flat_map(move |at| {
            let bits = bits.clone();
            simpler_than(input.value(at)).filter_map(move |simple| {
                let mut bits = bits.clone();
                bits[at] = simple;
                let mut inputs = case.inputs.clone();
                inputs[place] = with_bits(input, &bits)?;
                Some(case.clone().with_inputs(inputs))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Operator, Origin};

    use super::*;

    #[test]
    fn spans_move_to_the_front_and_no_further() {
        let operator = Operator::named("dotnet.SpanMax").expect("an operator");
        let memory = Tensor::from_bits(DType::I32, &[7], &[1; 7]).expect("a tensor");
        let origin = Origin { source: "test".into(), seed: None };
        let span = |start: i64| Attribute::Ints(vec![start, 2]);
        let attributes = [("x", 0), ("y", 5), ("destination", 0)].map(|(name, start)| (name.to_owned(), span(start)));
        let case = Case::new(operator, 1, vec![memory], "spans", origin).with_attributes(attributes.into());
        let starts = |case: &Case| nearer_spans(case).map(|it| it.attributes["y"].clone()).collect::<Vec<_>>();
        assert_eq!(starts(&case), [0, 1, 4].map(span));
        let front: Attributes = ["x", "y", "destination"].map(|name| (name.to_owned(), span(0))).into();
        assert!(starts(&case.with_attributes(front)).is_empty());
    }
}
