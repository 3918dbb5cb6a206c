//! The shapes of a generated case's operands.

use arbitrary::{Result, Unstructured};

/// Vector widths in elements, and the sizes of blocks.
const WIDTHS: [usize; 8] = [4, 8, 16, 32, 64, 128, 256, 1024];

/// Dimensions of a tensor that broadcasts.
const DIMS: [usize; 8] = [2, 3, 1, 2, 4, 5, 8, 17];

/// The most elements of a result of more than one axis.
const MOST: usize = 2048;

/// Operands that may be very long, and those that are always short: what meets in a case is to be judged in a millisecond.
const FEW: usize = 2;
const MANY: usize = 9;

/// The longest of many operands, and the most elements of a result of theirs.
const SHORT: usize = 33;

/// How the shapes relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// One axis, the same length everywhere, often next to a multiple of a vector's width, and now and then very long.
    Vectors,
    /// The same shape of any rank.
    Equal,
    /// Each operand stretches along some axes.
    Broadcast,
    /// Many short rows, and one element or one row that repeats in them.
    Rows,
    /// Rank 0.
    Scalars,
    /// A dimension of 0.
    Empty,
    /// Two operands whose dimensions on one axis differ, and neither is 1.
    Clash,
}

impl Plan {
    /// The word in slugs.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Vectors => "vectors",
            Self::Equal => "equal-shapes",
            Self::Broadcast => "broadcast",
            Self::Rows => "rows",
            Self::Scalars => "scalars",
            Self::Empty => "empty",
            Self::Clash => "clash",
        }
    }
}

/// A plan, by turns of these, and the shape of each of `count` operands.
pub(super) fn choose(u: &mut Unstructured<'_>, count: usize) -> Result<(Plan, Vec<Vec<usize>>)> {
    use Plan::{Broadcast, Clash, Empty, Equal, Rows, Scalars, Vectors};
    const PLANS: [Plan; 16] = [
        Vectors, Vectors, Vectors, Vectors, Vectors, Vectors, Equal, Equal, Broadcast, Broadcast, Broadcast, Rows,
        Rows, Scalars, Empty, Clash,
    ];
    let plan = *u.choose(&PLANS)?;
    let room = if count >= MANY { SHORT } else { MOST };
    let shapes = match plan {
        Vectors if count >= MANY => vec![vec![length(u)?.min(SHORT)]; count],
        Vectors => vec![vec![if count > FEW || u.ratio(255, 256)? { length(u)? } else { long(u)? }]; count],
        Equal => vec![base_within(u, room)?; count],
        Broadcast => {
            let shape = base_within(u, room)?;
            stretched(u, &shape, count)?
        }
        Rows => rows(u, count)?,
        Scalars => vec![Vec::new(); count],
        Empty => {
            let mut shape = base(u)?;
            let axis = u.choose_index(shape.len())?;
            shape[axis] = 0;
            stretched(u, &shape, count)?
        }
        Clash => {
            let mut shape = base(u)?;
            let mut shapes = stretched(u, &shape, count)?;
            let (axis, operand) = (u.choose_index(shape.len())?, u.choose_index(count)?);
            for odd in [operand, (operand + 1) % count] {
                shape[axis] += 1;
                shapes[odd].clone_from(&shape);
            }
            shapes
        }
    };
    Ok((plan, shapes))
}

/// A length: short, or within one of a multiple of a width.
pub(super) fn length(u: &mut Unstructured<'_>) -> Result<usize> {
    if u.ratio(1, 4)? {
        return Ok((1 + u.int_in_range(0..=9)?) % 10);
    }
    let width = *u.choose(&WIDTHS)?;
    let times = u.int_in_range(1..=4)?;
    Ok(width * times + u.int_in_range(0..=2)? - 1)
}

/// A length beyond what 16 bits count.
fn long(u: &mut Unstructured<'_>) -> Result<usize> {
    Ok((1 << 16) + u.int_in_range(1..=64)?)
}

/// A shape of rank 1 to 4, or up to 9 now and then.
pub(super) fn base(u: &mut Unstructured<'_>) -> Result<Vec<usize>> {
    base_within(u, MOST)
}

/// The same, of at most `room` elements.
fn base_within(u: &mut Unstructured<'_>, mut room: usize) -> Result<Vec<usize>> {
    let rank = if u.ratio(7, 8)? { u.int_in_range(1..=4)? } else { u.int_in_range(5..=9)? };
    let mut shape = Vec::with_capacity(rank);
    for _ in 0..rank {
        let dim = *u.choose(&DIMS)?;
        let dim = if dim <= room { dim } else { 1 };
        room /= dim;
        shape.push(dim);
    }
    Ok(shape)
}

/// Operands that have 1 instead of some dimensions, or lack some leading axes.
pub(super) fn stretched(u: &mut Unstructured<'_>, shape: &[usize], count: usize) -> Result<Vec<Vec<usize>>> {
    let one = |u: &mut Unstructured<'_>| -> Result<Vec<usize>> {
        let (ones, bare) = (u.arbitrary::<u16>()?, !u.ratio(3, 4)?);
        let dims = shape.iter().enumerate().map(|(axis, &dim)| if ones >> axis & 1 == 1 { 1 } else { dim });
        Ok(dims.skip_while(|&dim| bare && dim == 1).collect())
    };
    (0..count).map(|_| one(u)).collect()
}

/// Rows of a short run, some hundred elements in all; any operand may be one element a row, one row, or one element.
fn rows(u: &mut Unstructured<'_>, count: usize) -> Result<Vec<Vec<usize>>> {
    let run = u.int_in_range(1..=9)?;
    let rows = u.int_in_range(200..=300)? / run;
    let forms = [vec![rows, run], vec![rows, run], vec![rows, 1], vec![1, run], vec![run], vec![1]];
    (0..count).map(|_| u.choose(&forms).cloned()).collect()
}
