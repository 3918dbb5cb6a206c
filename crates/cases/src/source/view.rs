//! Every way in which the arrays of a call can lie in memory, on the values that go wrong.
//!
//! What is asked is little: every pair of special values, in rows that are longer than a vector register, side by side, as a column
//! and a row, and along each axis of a reduction, of slices that are equal as well; and an `out` that is a view, too.

use opconform_spec::{Attribute, Case, Form, Layout, Operator, Way, Which};
use opconform_tensor::{DType, Tensor};

use super::stretch::unlike;
use super::{Source, Ways};
use crate::call::{of_form, types};
use crate::draft::{case_of, half, pairs, tensor};
use crate::values::specials;

const NAME: &str = "view";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "arrays that are views, spread out, read-only or swapped, and results written over an operand",
    generate: |settings, asked| {
        let each = |operator: &'static Operator| {
            let of_type = |(turn, &dtype): (usize, &DType)| {
                let put = |forms: &[Case], is_meant| put(forms, settings.ways, turn, is_meant);
                let spread = put(&spread(operator, dtype), |layout| layout == Layout::Broadcast);
                let repeated = put(&repeated(operator, dtype), |layout| layout == Layout::Repeated);
                [put(&forms(operator, dtype), |_| true), spread, repeated].concat()
            };
            types(operator).iter().enumerate().flat_map(of_type).collect::<Vec<_>>()
        };
        let operators = of_form(Form::is_ufunc).chain(of_form(|form| form == Form::Subsequence));
        operators.filter(|operator| asked.has(operator)).flat_map(each).collect()
    },
};

/// Where few ways are asked for, so many types share one case of a way: but for the types that programs use [most](is_common), of which
/// only the ways of all arrays but the first are so few.
const FEW: usize = 8;

/// Whether programs use a type most. Of layouts that fewer programs have, it is one alone: a run is to stay short.
fn is_common(dtype: DType, layout: Option<Layout>) -> bool {
    match layout {
        Some(
            Layout::InPlaceSecond
            | Layout::OverlappingBefore
            | Layout::Stepped
            | Layout::Turned
            | Layout::Repeated
            | Layout::ReadOnly
            | Layout::Swapped,
        ) => dtype == DType::F32,
        _ => matches!(dtype, DType::F32 | DType::F64),
    }
}

/// Rows of pairs, of which one is longer than any vector register has elements.
const ROWS: usize = 3;

/// Some cases in every way that suits them, of those that are meant.
fn put(forms: &[Case], ways: Ways, turn: usize, is_meant: fn(Layout) -> bool) -> Vec<Case> {
    let is_tried = |place: usize, way: Way, case: &Case| {
        let is_whole = !matches!(way, Way::Laid(_, Which::Rest)) && is_common(case.operands()[0].dtype(), way.layout());
        matches!(ways, Ways::All) || way.is_usual() && (is_whole || (place + turn).is_multiple_of(FEW))
    };
    let laid = Way::all().filter(|way| way.layout().is_some_and(is_meant)).enumerate();
    let each = |(place, way): (usize, Way)| {
        let tried = forms.iter().filter(move |form| way.suits(form) && is_tried(place, way, form));
        tried.map(move |form| form.clone().with_way(way))
    };
    laid.flat_map(each).collect()
}

/// An operand that is spread out along the last axis, where its stride is 0.
fn spread(operator: &'static Operator, dtype: DType) -> Vec<Case> {
    if operator.form != Form::Ufunc {
        return Vec::new();
    }
    let values = specials(dtype);
    let [row, column] = [vec![values.len()], vec![values.len(), 1]].map(|shape| tensor(dtype, &shape, |i| values[i]));
    vec![case_of(operator, NAME, "row-and-column", vec![row, column], &[])]
}

/// What is reduced along each axis: a row that stands for several, and elements that each stand for several in a row.
fn repeated(operator: &'static Operator, dtype: DType) -> Vec<Case> {
    if operator.form != Form::UfuncReduction {
        return Vec::new();
    }
    let values = specials(dtype);
    let rows = tensor(dtype, &[ROWS, values.len()], |i| values[i % values.len()]);
    let columns = tensor(dtype, &[values.len(), ROWS], |i| values[i / ROWS]);
    let along = |slug: &str, operand: &Tensor, axis: i64| {
        case_of(operator, NAME, slug, vec![operand.clone()], &[("axis", Attribute::Ints(vec![axis]))])
    };
    let each = [("equal-rows", rows), ("equal-columns", columns)];
    each.iter().flat_map(|(slug, operand)| [0, 1].map(|axis| along(slug, operand, axis))).collect()
}

fn forms(operator: &'static Operator, dtype: DType) -> Vec<Case> {
    let case = |slug: &str, inputs: Vec<Tensor>, attributes: &[(&str, Attribute)]| {
        case_of(operator, NAME, slug, inputs, attributes)
    };
    if operator.form == Form::UfuncReduction {
        let axis = |axis: i64| ("axis", Attribute::Ints(vec![axis]));
        let of_pairs = [half(dtype, false), half(dtype, true)].concat();
        let columns = tensor(dtype, &[2, of_pairs.len() / 2], |i| of_pairs[i]);
        // The result has the right shape whichever axis is reduced.
        let square = unlike(dtype, &[5, 5], 1);
        return vec![
            case("rows", vec![pairs(dtype)], &[axis(-1)]),
            case("columns", vec![columns], &[axis(0)]),
            case("square", vec![square], &[axis(0)]),
        ];
    }
    let [first, second] = [false, true].map(|second| {
        let bits = half(dtype, second);
        tensor(dtype, &[ROWS, bits.len().div_ceil(ROWS)], |i| bits[i % bits.len()])
    });
    let values = specials(dtype);
    let column = tensor(dtype, &[values.len(), 1], |i| values[i]);
    let row = tensor(dtype, &[values.len()], |i| values[i]);
    if operator.form == Form::Subsequence {
        return vec![case("pairs", vec![first, second], &[])];
    }
    let mut cases =
        vec![case("pairs", vec![first.clone(), second.clone()], &[]), case("column-and-row", vec![column, row], &[])];
    if dtype == DType::F32 {
        let out = tensor(dtype, first.shape(), |_| 0);
        cases.push(case("out", vec![first, second, out], &[("out", Attribute::Int(2))]));
    }
    cases
}
