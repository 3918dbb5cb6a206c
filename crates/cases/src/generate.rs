//! Cases from bytes: one generator for the random source and for the fuzzers.
//!
//! What decides most is read first and from a few bytes: operator, type, how the operands relate, shapes and attributes, which
//! special values lie where. The elements come last; those that no byte is left for repeat the values chosen so far, so
//! that short data still gives full tensors. No data is refused; where it runs out, the plainest choice is made.

use arbitrary::{Result, Unstructured};
use opconform_spec::{self as spec, Case, Facts, Layout, OPERATORS, Operator, Origin, Way};
use opconform_tensor::DType;

use crate::call::types;
use crate::draft::tensor;

mod axes;
mod clip;
mod elements;
mod elementwise;
mod form;
mod numpy;
mod paddle;
mod reduce;
mod relation;
mod shapes;
mod span;

use elements::{Elements, mask};
use form::{Content, Form};
use relation::Relation;

/// The origin of a generated case.
pub const SOURCE: &str = "random";

/// Bytes that give a case some hundred elements of its own.
pub const BYTES: usize = 512;

/// The types that are drawn. What came later is drawn [apart](later): a seed gives the cases that it gave before.
const DRAWN: &[DType] = DType::ALL.as_slice().split_at(13).0;
const LATER: &[DType] = DType::ALL.as_slice().split_at(13).1;

/// So many of the registered operators are drawn. What came later is drawn [apart](latest): a seed gives the cases that it gave before.
const FIRST: usize = 20;

/// The layouts that are drawn. What came later is drawn [apart](laid_later): a seed gives the cases that it gave before.
const LAYOUTS: &[Layout] = Layout::ALL.as_slice().split_at(7).0;
const LATER_LAYOUTS: &[Layout] = Layout::ALL.as_slice().split_at(7).1;

fn came_later(operator: &Operator) -> bool {
    !OPERATORS[..FIRST].contains(&operator)
}

/// The operators that are drawn, of these: none that came later, but where there is nothing else.
fn drawn(operators: &[&'static Operator]) -> Vec<&'static Operator> {
    let first: Vec<_> = operators.iter().copied().filter(|operator| !came_later(operator)).collect();
    if first.is_empty() { operators.to_vec() } else { first }
}

/// A case of an operator that came later, of these; where none did, as [`later`] draws it.
pub(crate) fn latest(u: &mut Unstructured<'_>, operators: &[&'static Operator]) -> Result<Case> {
    let latest: Vec<_> = operators.iter().copied().filter(|operator| came_later(operator)).collect();
    if latest.is_empty() { later(u, operators) } else { among(u, &latest, DRAWN) }
}

/// A case of a type that came later, of one of these operators that take one; where none does, any case of theirs.
pub(crate) fn later(u: &mut Unstructured<'_>, operators: &[&'static Operator]) -> Result<Case> {
    let takes = |operator: &&&Operator| types(operator).iter().any(|dtype| LATER.contains(dtype));
    let operators_of_later: Vec<&'static Operator> = operators.iter().filter(takes).copied().collect();
    if operators_of_later.is_empty() { case(u, operators) } else { among(u, &operators_of_later, LATER) }
}

/// Any case of one of these operators: mostly well-formed, now and then with a rule broken, mixed types, or a type its operator
/// set does not list. An error only where there is no operator.
pub fn case(u: &mut Unstructured<'_>, operators: &[&'static Operator]) -> Result<Case> {
    among(u, &drawn(operators), DRAWN)
}

/// A case of an operator on arrays, of these, put in a usual way in which arrays can lie where it is well-formed; where there is no such
/// operator, as [`case`] draws it.
pub(crate) fn laid(u: &mut Unstructured<'_>, operators: &[&'static Operator]) -> Result<Case> {
    laid_as(u, operators, LAYOUTS)
}

/// The same of layouts that came later.
pub(crate) fn laid_later(u: &mut Unstructured<'_>, operators: &[&'static Operator]) -> Result<Case> {
    laid_as(u, operators, LATER_LAYOUTS)
}

fn laid_as(u: &mut Unstructured<'_>, operators: &[&'static Operator], layouts: &[Layout]) -> Result<Case> {
    let of_arrays: Vec<_> = operators.iter().copied().filter(|operator| operator.form.is_of_arrays()).collect();
    if of_arrays.is_empty() {
        return case(u, operators);
    }
    let case = case(u, &of_arrays)?;
    let is_meant = |way: &Way| way.layout().is_some_and(|layout| layouts.contains(&layout));
    let is_drawn = |way: &Way| is_meant(way) && way.is_usual() && way.suits(&case);
    let ways: Vec<Way> = Way::all().filter(is_drawn).collect();
    let is_sound = Facts::new(&case).invalid().is_none() && !ways.is_empty();
    Ok(if is_sound { case.with_way(*u.choose(&ways)?) } else { case })
}

/// A case of an operator of which a case can be put in a way, of these, put in one of all ways that suit it where it is well-formed; where
/// there is no such operator, as [`case`] draws it.
pub(crate) fn in_any_way(u: &mut Unstructured<'_>, operators: &[&'static Operator]) -> Result<Case> {
    let has_ways = |form: spec::Form| form.is_onnx() || form.is_of_arrays();
    let operators_of_ways: Vec<_> = operators.iter().copied().filter(|operator| has_ways(operator.form)).collect();
    if operators_of_ways.is_empty() {
        return case(u, operators);
    }
    // The elements leave no data: what is drawn after them is mostly the first of what there is.
    let choice = usize::from(u.arbitrary::<u16>()?);
    let case = plain(u, &operators_of_ways, DType::ALL.as_slice())?;
    if Facts::new(&case).invalid().is_some() {
        return Ok(case);
    }
    let ways: Vec<Way> = Way::all().filter(|&way| way != Way::Plain && way.suits(&case)).collect();
    let way = choice.checked_rem(ways.len()).map(|place| ways[place]);
    Ok(match way {
        Some(way) => case.with_way(way),
        None => case,
    })
}

fn among(u: &mut Unstructured<'_>, operators: &[&'static Operator], drawn: &[DType]) -> Result<Case> {
    let case = plain(u, operators, drawn)?;
    put(u, case)
}

/// A case in the plain way.
fn plain(u: &mut Unstructured<'_>, operators: &[&'static Operator], drawn: &[DType]) -> Result<Case> {
    let operator = *u.choose(operators)?;
    let opset = if u.ratio(15, 16)? { operator.newest() } else { *u.choose(operator.versions)? };
    let choices = if u.ratio(63, 64)? { types(operator) } else { drawn };
    let choices: Vec<DType> = choices.iter().copied().filter(|dtype| drawn.contains(dtype)).collect();
    let dtype = *u.choose(&choices)?;
    let relation = Relation::choose(u)?;
    let form = form(u, operator, opset)?;
    let (odd, odd_dtype) = odd_one(u, form.slots.len(), drawn)?;
    let offsets = offsets(u, form.slots.len())?;
    let mut elements = Elements::choose(u, dtype, relation, &form)?;

    let mut inputs = Vec::with_capacity(form.slots.len());
    for (index, slot) in form.slots.iter().enumerate() {
        let (dtype, bits) = match &slot.content {
            Content::Values => {
                let dtype = if odd == Some(index) { odd_dtype } else { dtype };
                (dtype, elements.operand(u, &slot.shape, index, &form.mirror)?)
            }
            Content::Mask => (DType::Bool, mask(u, &slot.shape)?),
            Content::Given(numbers) => (DType::I64, numbers.iter().map(|&number| number as u64).collect()),
        };
        let mask = valid(dtype);
        inputs.push(tensor(dtype, &slot.shape, |i| bits[i] & mask).with_offset(offsets[index]));
    }
    let slug = format!("{}-{}", form.plan, relation.name());
    let case = Case::new(operator, opset, inputs, &slug, Origin { source: SOURCE.into(), seed: None });
    Ok(if form.attributes.is_empty() { case } else { case.with_attributes(form.attributes) })
}

/// The case, one in four put in another way where there is one that suits it. Where no data is left, the plain one.
fn put(u: &mut Unstructured<'_>, case: Case) -> Result<Case> {
    if !case.operator.form.is_onnx() {
        return Ok(case);
    }
    let ways = || Way::numbered().filter(|way| way.layout().is_none() && way.is_usual());
    let drawn = u.int_in_range(0..=4 * ways().count())?;
    let way = ways().nth(drawn).unwrap_or_default();
    let is_sound = Facts::new(&case).invalid().is_none() && way.suits(&case);
    let put = case.clone().with_way(way);
    // A draw stands for the case that it stood for: of those with a NaN none came through Cast.
    Ok(if is_sound && put.keeps_nans() { put } else { case })
}

/// The inputs and attributes of a case, but for its elements.
fn form(u: &mut Unstructured<'_>, operator: &Operator, opset: u32) -> Result<Form> {
    match operator.form {
        spec::Form::OnnxVariadic => elementwise::form(u),
        spec::Form::OnnxReduction => reduce::form(u, operator, opset),
        spec::Form::OnnxLimits => clip::form(u, operator, opset),
        spec::Form::Spans => span::spans(u),
        spec::Form::SpanAndScalar => span::scalar(u),
        spec::Form::SpanReduction => span::reduction(u),
        spec::Form::Ufunc => numpy::elementwise(u),
        spec::Form::UfuncReduction => numpy::reduction(u),
        spec::Form::Subsequence => paddle::form(u),
    }
}

/// The bits that an element may have.
fn valid(dtype: DType) -> u64 {
    if dtype == DType::Bool { 1 } else { dtype.mask() }
}

/// Now and then, the input that has a type of its own, and that type.
fn odd_one(u: &mut Unstructured<'_>, count: usize, drawn: &[DType]) -> Result<(Option<usize>, DType)> {
    if u.ratio(63, 64)? || count == 0 {
        return Ok((None, DType::Bool));
    }
    Ok((Some(u.choose_index(count)?), *u.choose(drawn)?))
}

/// How far each input starts past a boundary: nowhere, mostly.
fn offsets(u: &mut Unstructured<'_>, count: usize) -> Result<Vec<usize>> {
    if u.ratio(3, 4)? {
        return Ok(vec![0; count]);
    }
    (0..count).map(|_| u.int_in_range(0..=17)).collect()
}
