//! The elements of a case's inputs.

use arbitrary::{Result, Unstructured};
use opconform_tensor::{DType, element_count};

use super::form::{Form, Mirror};
use super::relation::Relation;
use super::valid;
use crate::values::kinds;

/// The most distinct values that the elements are drawn from.
const PALETTE: usize = 8;

/// The most positions that are set apart from the rest.
const SPOTS: usize = 4;

/// What the elements of all inputs are made of.
pub(super) struct Elements {
    dtype: DType,
    relation: Relation,
    palette: Vec<u64>,
    spots: Vec<Spot>,
    /// The elements of the first operand.
    first: Vec<u64>,
}

/// A position at which every operand has a special value of its own, and that of the element which meets it where two operands
/// lie in one input.
struct Spot {
    position: usize,
    bits: Vec<u64>,
    next: u64,
}

impl Elements {
    /// Chooses everything but the elements themselves.
    pub(super) fn choose(u: &mut Unstructured<'_>, dtype: DType, relation: Relation, form: &Form) -> Result<Self> {
        let count = u.int_in_range(1..=PALETTE)?;
        let palette = (0..count).map(|_| value(u, dtype)).collect::<Result<_>>()?;
        let most = form.slots.iter().filter_map(|slot| element_count(&slot.shape)).max().unwrap_or(0);
        let spots = spots(u, dtype, form.slots.len(), most)?;
        Ok(Self { dtype, relation, palette, spots, first: Vec::new() })
    }

    /// The elements of the operand at a place among the inputs: drawn from the palette, or near-copies of those of the first
    /// operand. They may have bits above the type's width.
    pub(super) fn operand(
        &mut self,
        u: &mut Unstructured<'_>,
        shape: &[usize],
        place: usize,
        mirror: &Mirror,
    ) -> Result<Vec<u64>> {
        let (count, mask) = (element_count(shape).unwrap_or(0), valid(self.dtype));
        let mut bits: Vec<u64> = Vec::with_capacity(count);
        for i in 0..count {
            let from = match mirror {
                Mirror::Previous => i.checked_sub(1).map(|before| bits[before]),
                _ if self.first.is_empty() => None,
                _ => Some(self.first[i % self.first.len()]),
            };
            let copied = from.and_then(|from| self.relation.apply(self.dtype, from, place + i % 2));
            bits.push(match copied {
                Some(bits) => bits & mask,
                None if u.is_empty() => self.palette[(i + place) % self.palette.len()],
                None => *u.choose(&self.palette)?,
            });
        }
        if let &Mirror::Spans { x, y, length } = mirror {
            for i in 0..length {
                let copied = bits.get(x + i).and_then(|&from| self.relation.apply(self.dtype, from, i % 2 + 1));
                if let (Some(copied), Some(bits)) = (copied, bits.get_mut(y + i)) {
                    *bits = copied & mask;
                }
            }
        }
        for spot in self.spots.iter().filter(|_| count > 0) {
            let (at, next) = match *mirror {
                Mirror::None => (spot.position % count, None),
                Mirror::Previous => (spot.position % count, Some((spot.position + 1) % count)),
                Mirror::Spans { length: 0, .. } => break,
                Mirror::Spans { x, y, length } => (x + spot.position % length, Some(y + spot.position % length)),
            };
            for (at, value) in next.map(|next| (next, spot.next)).into_iter().chain([(at, spot.bits[place])]) {
                if let Some(bits) = bits.get_mut(at) {
                    *bits = value;
                }
            }
        }
        if self.first.is_empty() {
            self.first.clone_from(&bits);
        }
        Ok(bits)
    }
}

/// Truth values: the bits of a few bytes, over and over.
pub(super) fn mask(u: &mut Unstructured<'_>, shape: &[usize]) -> Result<Vec<u64>> {
    let pattern: u16 = u.arbitrary()?;
    Ok((0..element_count(shape).unwrap_or(0)).map(|i| u64::from(pattern >> (i % 13) & 1)).collect())
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

/// The spots, within the largest input; a smaller one has them where it wraps around.
fn spots(u: &mut Unstructured<'_>, dtype: DType, inputs: usize, most: usize) -> Result<Vec<Spot>> {
    let count = u.int_in_range(0..=SPOTS)?;
    let mut spots = Vec::with_capacity(count);
    for _ in 0..count {
        let position = u.int_in_range(0..=most.saturating_sub(1))?;
        let bits = (0..inputs).map(|_| special(u, dtype)).collect::<Result<_>>()?;
        spots.push(Spot { position, bits, next: special(u, dtype)? });
    }
    Ok(spots)
}
