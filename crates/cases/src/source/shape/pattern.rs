//! Pairs of shapes that broadcast, and pairs that do not, by the pair of dimensions on each axis.

use std::collections::HashSet;

/// The dimensions of the two operands on each axis.
type Axes = Vec<(usize, usize)>;

/// A pair of shapes.
type Shapes = (Vec<usize>, Vec<usize>);

/// The pairs of dimensions among 1, 2, 3 that broadcast.
const PAIRS: [(usize, usize); 7] = [(3, 3), (2, 1), (1, 3), (1, 1), (3, 1), (1, 2), (2, 2)];

/// The pairs with 0 that broadcast.
const EMPTY: [(usize, usize); 3] = [(0, 0), (0, 1), (1, 0)];

/// The pairs of dimensions among 0, 1, 2, 3 that do not.
const CLASHES: [(usize, usize); 6] = [(0, 2), (0, 3), (2, 0), (2, 3), (3, 0), (3, 2)];

/// Every combination of `pairs` over `rank` axes.
fn combinations(pairs: &[(usize, usize)], rank: usize) -> Vec<Axes> {
    (0..rank).fold(vec![Axes::new()], |shorter, _| {
        shorter.iter().flat_map(|axes| pairs.iter().map(|&pair| [axes.as_slice(), &[pair]].concat())).collect()
    })
}

/// `pair` on each axis in turn, beside the `others` on the other axes.
fn on_each_axis(pair: (usize, usize), others: &[Axes]) -> Vec<Axes> {
    let insert = |axes: &Axes, axis: usize| [&axes[..axis], &[pair], &axes[axis..]].concat();
    others.iter().flat_map(|axes| (0..=axes.len()).map(move |axis| insert(axes, axis))).collect()
}

/// The first operand's shape and the second's; `bare` leaves out their leading ones, which broadcasting puts back.
fn shapes(axes: &Axes, bare: bool) -> Shapes {
    let (first, second): Shapes = axes.iter().copied().unzip();
    let trim = |shape: Vec<usize>| shape.into_iter().skip_while(|&dim| bare && dim == 1).collect();
    (trim(first), trim(second))
}

/// Up to rank 2, every combination of dimensions 0 to 3, with and without leading ones. At rank 3, every one of 1 to 3, and
/// at rank 4, every choice of who stretches on which axis; beside these, a 0 on each axis. There the leading ones are kept
/// and left out by turns.
pub(super) fn broadcasts() -> Vec<Shapes> {
    let any: Vec<_> = EMPTY.into_iter().chain(PAIRS).collect();
    let few = [combinations(&any, 1), combinations(&any, 2)].concat();
    let stretches = &PAIRS[..4];
    let many = [
        combinations(&PAIRS, 3),
        combinations(stretches, 4),
        EMPTY.into_iter().flat_map(|pair| on_each_axis(pair, &combinations(stretches, 2))).collect(),
        EMPTY.into_iter().flat_map(|pair| on_each_axis(pair, &combinations(&PAIRS[..2], 3))).collect(),
    ]
    .concat();
    let few_bare = few.iter().map(|axes| shapes(axes, true));
    let many = many.iter().enumerate().map(|(turn, axes)| shapes(axes, turn % 2 == 1));
    let mut all: Vec<Shapes> = few.iter().map(|axes| shapes(axes, false)).chain(few_bare).chain(many).collect();
    let mut seen = HashSet::new();
    all.retain(|shapes| seen.insert(shapes.clone()));
    all
}

/// Every clash of dimensions on each axis of ranks 1 to 4, the other axes agreeing.
pub(super) fn clashes() -> Vec<Shapes> {
    let others: Vec<Axes> = (0..4).map(|count| PAIRS[..count].to_vec()).collect();
    let all = CLASHES.into_iter().flat_map(|pair| on_each_axis(pair, &others));
    all.enumerate().map(|(turn, axes)| shapes(&axes, turn % 2 == 1)).collect()
}

#[cfg(test)]
mod tests {
    use opconform_tensor::broadcast;

    use super::*;

    #[test]
    fn broadcasts_broadcast_and_clashes_do_not() {
        assert!(broadcasts().iter().all(|(a, b)| broadcast([a.as_slice(), b]).is_ok()));
        assert!(clashes().iter().all(|(a, b)| broadcast([a.as_slice(), b]).is_err()));
    }

    #[test]
    fn counts_are_as_promised() {
        // 10 and 100 of the few; 343, 256 and 240 of the many; the few without their leading ones; less those met before.
        assert_eq!(broadcasts().len(), 955);
        assert_eq!(clashes().len(), 6 * (1 + 2 + 3 + 4));
    }
}
