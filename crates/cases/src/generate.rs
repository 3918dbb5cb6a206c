//! Cases from bytes: one generator for the random source and for the fuzzers.
//!
//! What decides most is read first and from a few bytes: type, operand count, shapes, how the operands relate, which
//! special values lie where. The elements come last; those that no byte is left for repeat the values chosen so far, so
//! that short data still gives full tensors. No data is refused; where it runs out, the plainest choice is made.

use arbitrary::{Result, Unstructured};
use opconform_spec::{Case, Operator, Origin};
use opconform_tensor::{DType, element_count};

use crate::draft::tensor;
use crate::values::kinds;

mod relation;
mod shapes;

use relation::Relation;

/// The origin of a generated case.
pub const SOURCE: &str = "random";

/// Bytes that give a case some hundred elements of its own.
pub const BYTES: usize = 512;

/// Numbers of operands; the common ones are there more often.
const COUNTS: [usize; 16] = [2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 3, 3, 4, 5, 8, 17];

/// The most distinct values that the elements are drawn from.
const PALETTE: usize = 8;

/// The most positions that are set apart from the rest.
const SPOTS: usize = 4;

/// Any case of one of these operators: mostly well-formed, now and then with shapes that clash, mixed types, or a type its operator set does not list.
pub fn case(u: &mut Unstructured<'_>, operators: &[&'static Operator]) -> Result<Case> {
    let operator = *u.choose(operators)?;
    let opset = if u.ratio(15, 16)? { operator.newest() } else { *u.choose(operator.versions)? };
    let choices: &[DType] = if u.ratio(63, 64)? { (operator.types)(operator.newest()) } else { &DType::ALL };
    let dtype = *u.choose(choices)?;
    let count = *u.choose(&COUNTS)?;
    let relation = Relation::choose(u)?;
    let (plan, shapes) = shapes::choose(u, count)?;
    let dtypes = dtypes(u, dtype, count)?;
    let offsets = offsets(u, count)?;
    let palette = palette(u, dtype)?;
    let spots = spots(u, dtype, &shapes)?;

    let mut inputs = Vec::with_capacity(count);
    let mut first = Vec::new();
    for (k, shape) in shapes.iter().enumerate() {
        let mut bits = elements(u, dtype, shape, k, &palette, &first, relation)?;
        let count = bits.len();
        for spot in spots.iter().filter(|_| count > 0) {
            bits[spot.position % count] = spot.bits[k];
        }
        inputs.push(tensor(dtypes[k], shape, |i| bits[i] & valid(dtypes[k])).with_offset(offsets[k]));
        if k == 0 {
            first = bits;
        }
    }
    let slug = format!("{}-{}", plan.name(), relation.name());
    Ok(Case::new(operator, opset, inputs, &slug, Origin { source: SOURCE.into(), seed: None }))
}

/// The bits that an element may have.
fn valid(dtype: DType) -> u64 {
    if dtype == DType::Bool { 1 } else { dtype.mask() }
}

/// The type of each operand: the same, but for one operand now and then.
fn dtypes(u: &mut Unstructured<'_>, dtype: DType, count: usize) -> Result<Vec<DType>> {
    let mut dtypes = vec![dtype; count];
    if !u.ratio(63, 64)? {
        dtypes[u.choose_index(count)?] = *u.choose(&DType::ALL)?;
    }
    Ok(dtypes)
}

/// How far each operand starts past a boundary: nowhere, mostly.
fn offsets(u: &mut Unstructured<'_>, count: usize) -> Result<Vec<usize>> {
    if u.ratio(3, 4)? {
        return Ok(vec![0; count]);
    }
    (0..count).map(|_| u.int_in_range(0..=17)).collect()
}

/// A special value, each kind as often as any other.
fn special(u: &mut Unstructured<'_>, dtype: DType) -> Result<u64> {
    let kind = u.choose(kinds(dtype))?;
    u.choose(&kind.bits).copied()
}

/// A value: a special one every other time.
fn value(u: &mut Unstructured<'_>, dtype: DType) -> Result<u64> {
    if u.ratio(1, 2)? { special(u, dtype) } else { Ok(u.arbitrary::<u64>()? & valid(dtype)) }
}

/// The values that elements are drawn from.
fn palette(u: &mut Unstructured<'_>, dtype: DType) -> Result<Vec<u64>> {
    let count = u.int_in_range(1..=PALETTE)?;
    (0..count).map(|_| value(u, dtype)).collect()
}

/// A position at which every operand has a special value of its own.
struct Spot {
    position: usize,
    bits: Vec<u64>,
}

/// The spots, within the largest operand; a smaller one has them where it wraps around.
fn spots(u: &mut Unstructured<'_>, dtype: DType, shapes: &[Vec<usize>]) -> Result<Vec<Spot>> {
    let count = u.int_in_range(0..=SPOTS)?;
    let most = shapes.iter().filter_map(|shape| element_count(shape)).max().unwrap_or(0);
    let mut spots = Vec::with_capacity(count);
    for _ in 0..count {
        let position = u.int_in_range(0..=most.saturating_sub(1))?;
        let bits = shapes.iter().map(|_| special(u, dtype)).collect::<Result<_>>()?;
        spots.push(Spot { position, bits });
    }
    Ok(spots)
}

/// The elements of operand `k`: drawn from the palette, or near-copies of those of the first operand.
fn elements(
    u: &mut Unstructured<'_>,
    dtype: DType,
    shape: &[usize],
    k: usize,
    palette: &[u64],
    first: &[u64],
    relation: Relation,
) -> Result<Vec<u64>> {
    let count = element_count(shape).unwrap_or(0);
    let mut bits = Vec::with_capacity(count);
    for i in 0..count {
        let copied = if first.is_empty() { None } else { relation.apply(dtype, first[i % first.len()], k) };
        bits.push(match copied {
            Some(bits) => bits & valid(dtype),
            None if u.is_empty() => palette[(i + k) % palette.len()],
            None => *u.choose(palette)?,
        });
    }
    Ok(bits)
}
