//! Relations of reductions: the order of the reduced elements, halves, axes, and the element-wise operator.

use opconform_tensor::{DType, Tensor};

use super::elementwise::is_small;
use super::{Comparable, Metamorphic, settled, tensor, with_bits};
use crate::case::{Attribute, Attributes, Case};
use crate::direction::Direction;
use crate::form::Form;
use crate::operator::{Operator, numpy_amax, reduce_max, span_max};
use crate::verdict::Decision;

/// The reductions.
pub(crate) const OPERATORS: &[&Operator] = &[
    &reduce_max::REDUCE_MAX,
    &reduce_max::REDUCE_MIN,
    &numpy_amax::AMAX,
    &numpy_amax::AMIN,
    &numpy_amax::NANMAX,
    &numpy_amax::NANMIN,
    &span_max::SPAN_MAX_REDUCE,
    &span_max::SPAN_MIN_REDUCE,
];

/// The reductions that have axes.
pub(crate) const OF_AXES: &[&Operator] = &[
    &reduce_max::REDUCE_MAX,
    &reduce_max::REDUCE_MIN,
    &numpy_amax::AMAX,
    &numpy_amax::AMIN,
    &numpy_amax::NANMAX,
    &numpy_amax::NANMIN,
];

/// The reductions of one span.
pub(crate) const OF_SPANS: &[&Operator] = &[&span_max::SPAN_MAX_REDUCE, &span_max::SPAN_MIN_REDUCE];

/// Elements that are taken one after the other at most.
const LONGEST_CHAIN: usize = 24;

/// Whether a case reduces its one operand whole: with neither a mask nor an initial value, into a fresh result.
pub(crate) fn is_plain(case: &Case) -> bool {
    is_small(case) && !["where", "initial", "out"].iter().any(|name| case.attributes.contains_key(*name))
}

/// With the elements of each reduction in reverse.
pub(crate) fn permutes(related: &mut Metamorphic) -> Decision {
    let reversed = |related: &mut Metamorphic| -> Comparable<Decision> {
        let (answer, _) = related.answer()?;
        let facts = related.trial.facts;
        let turned = with_bits(related.case(), |place, input| {
            if place > 0 {
                return None;
            }
            let bits = input.to_bits();
            let mut turned = bits.clone();
            for result in 0..answer.len() {
                let own: Vec<usize> =
                    facts.sources_at(result).filter(|&(input, _)| input == 0).map(|(_, at)| at).collect();
                own.iter().zip(own.iter().rev()).for_each(|(&to, &from)| turned[to] = bits[from]);
            }
            Some(turned)
        })?;
        let how = "with the reduced elements in reverse";
        let other = related.tell(&turned)?;
        Ok(related.equals(&other.to_bits(), how))
    };
    settled(reversed(related))
}

/// In two halves, and then those two.
pub(crate) fn splits(related: &mut Metamorphic) -> Decision {
    let halves = |related: &mut Metamorphic| -> Comparable<Decision> {
        let how = "reduced in two halves, and then those";
        let Rows { dtype, each: rows, width } = Rows::of(related)?;
        if width < 2 {
            return Err(Decision::NOT_APPLICABLE);
        }
        let half = |part: std::ops::Range<usize>| -> Vec<u64> {
            rows.iter().flat_map(|row| row[part.clone()].iter().copied()).collect()
        };
        let mut results = Vec::new();
        for part in [0..width / 2, width / 2..width] {
            let of_half = reduction_of_rows(related.case(), dtype, rows.len(), &half(part))?;
            results.push(related.tell(&of_half)?.to_bits());
        }
        let pairs: Vec<u64> =
            results[0].iter().zip(&results[1]).flat_map(|(&first, &second)| [first, second]).collect();
        let last = reduction_of_rows(related.case(), dtype, rows.len(), &pairs)?;
        let other = related.tell(&last)?;
        Ok(related.equals(&other.to_bits(), how))
    };
    settled(halves(related))
}

/// The element-wise operator on the reduced elements, one after the other.
pub(crate) fn folds(related: &mut Metamorphic) -> Decision {
    let chain = |related: &mut Metamorphic| -> Comparable<Decision> {
        let Rows { dtype, each: rows, width } = Rows::of(related)?;
        let fold = related.case().operator.repeats().ok_or(Decision::NOT_APPLICABLE)?;
        if !(1..=LONGEST_CHAIN).contains(&width) {
            return Err(Decision::NOT_APPLICABLE);
        }
        let how = format!("by {} on one element after the other", fold.qualified());
        let column = |at: usize| {
            let bits: Vec<u64> = rows.iter().map(|row| row[at]).collect();
            tensor(dtype, &[rows.len()], &bits)
        };
        let mut result = column(0)?;
        for at in 1..width {
            let case = related.case();
            let pair = Case::new(fold, case.opset, vec![result, column(at)?], case.slug(), case.origin.clone());
            result = related.tell(&pair)?;
        }
        Ok(related.equals_that_of_another(&result.to_bits(), &how))
    };
    settled(chain(related))
}

/// With the reduced axes kept as ones, or not, the other way round.
pub(crate) fn keeps_dimensions(related: &mut Metamorphic) -> Decision {
    let case = related.case();
    let by_default = i64::from(case.operator.form.is_onnx());
    let kept = match case.attributes.get("keepdims") {
        Some(Attribute::Int(kept)) => *kept,
        _ => by_default,
    };
    let mut attributes = case.attributes.clone();
    attributes.insert("keepdims".to_owned(), Attribute::Int(1 - kept));
    let how = format!("with keepdims = {}", 1 - kept);
    let turned = case.clone().with_attributes(attributes);
    settled(related.tell(&turned).map(|other| related.equals(&other.to_bits(), &how)))
}

/// With its axes counted from the other end.
pub(crate) fn counts_axes(related: &mut Metamorphic) -> Decision {
    let case = related.case();
    let Some(rank) = case.inputs.first().map(|input| input.shape().len() as i64) else {
        return Decision::NOT_APPLICABLE;
    };
    let turned = |axes: &[i64]| -> Vec<i64> {
        axes.iter().map(|&axis| if axis < 0 { axis.saturating_add(rank) } else { axis.saturating_sub(rank) }).collect()
    };
    let name = if case.operator.form.is_onnx() { "axes" } else { "axis" };
    let how = "with its axes counted from the other end";
    let related_case = match (case.attributes.get(name), case.inputs.get(1)) {
        (Some(Attribute::Ints(axes)), _) if !axes.is_empty() => {
            let mut attributes = case.attributes.clone();
            attributes.insert(name.to_owned(), Attribute::Ints(turned(axes)));
            Ok(case.clone().with_attributes(attributes))
        }
        (None, Some(axes)) if name == "axes" && axes.dtype() == DType::I64 && !axes.is_empty() => {
            with_bits(case, |place, input| {
                let axes: Vec<i64> = input.to_bits().into_iter().map(u64::cast_signed).collect();
                (place == 1).then(|| turned(&axes).into_iter().map(i64::cast_unsigned).collect())
            })
        }
        _ => Err(Decision::NOT_APPLICABLE),
    };
    settled(related_case.and_then(|turned| {
        let other = related.tell(&turned)?;
        Ok(related.equals(&other.to_bits(), how))
    }))
}

/// ONNX's reduction of the same elements.
pub(crate) fn reduces_all(related: &mut Metamorphic) -> Decision {
    let reduced = |related: &mut Metamorphic| -> Comparable<Decision> {
        let Rows { dtype, each: rows, width } = Rows::of(related)?;
        let case = related.case();
        let operator: &'static Operator = match case.operator.direction().ok_or(Decision::NOT_APPLICABLE)? {
            Direction::Max => &reduce_max::REDUCE_MAX,
            Direction::Min => &reduce_max::REDUCE_MIN,
        };
        let elements = tensor(dtype, &[width], &rows.concat())?;
        let all = Case::new(operator, operator.newest(), vec![elements], case.slug(), case.origin.clone());
        let all = all.with_attributes(Attributes::from([("keepdims".to_owned(), Attribute::Int(0))]));
        let how = format!("by {} over all", operator.name);
        let other = related.tell(&all)?;
        Ok(related.equals_that_of_another(&other.to_bits(), &how))
    };
    settled(reduced(related))
}

/// The elements of each reduction, in order: as many in each, where nothing is masked.
struct Rows {
    dtype: DType,
    each: Vec<Vec<u64>>,
    width: usize,
}

impl Rows {
    fn of(related: &Metamorphic) -> Comparable<Self> {
        let (answer, dtype) = related.answer()?;
        let row = |result| related.trial.facts.operands_at(result).collect::<Vec<u64>>();
        let rows: Vec<Vec<u64>> = (0..answer.len()).map(row).collect();
        let width = rows.first().map(Vec::len).ok_or(Decision::NOT_APPLICABLE)?;
        if rows.iter().any(|row| row.len() != width) {
            return Err(Decision::NOT_APPLICABLE);
        }
        Ok(Self { dtype, each: rows, width })
    }
}

/// The case of the same operator that reduces each of `count` rows of these elements. One of spans has one row.
fn reduction_of_rows(case: &Case, dtype: DType, count: usize, elements: &[u64]) -> Comparable<Case> {
    let width = elements.len() / count.max(1);
    let ints = |name: &str, values: Vec<i64>| (name.to_owned(), Attribute::Ints(values));
    let keepdims = ("keepdims".to_owned(), Attribute::Int(0));
    let (inputs, attributes) = match case.operator.form {
        Form::OnnxReduction if case.operator.has_input("axes", case.opset) => {
            let axes = Tensor::from_elements(&[1], &[1_i64]).map_err(|_| Decision::NOT_APPLICABLE)?;
            (vec![tensor(dtype, &[count, width], elements)?, axes], vec![keepdims])
        }
        Form::OnnxReduction => (vec![tensor(dtype, &[count, width], elements)?], vec![ints("axes", vec![1]), keepdims]),
        Form::UfuncReduction => (vec![tensor(dtype, &[count, width], elements)?], vec![ints("axis", vec![1])]),
        _ => (vec![tensor(dtype, &[elements.len()], elements)?], vec![ints("x", vec![0, elements.len() as i64])]),
    };
    let rows = Case::new(case.operator, case.opset, inputs, case.slug(), case.origin.clone());
    Ok(rows.with_attributes(attributes.into_iter().collect()))
}
