//! Why a rule varies, where lanes or lengths say so: one rule in whole vectors and another in the rest, or one below a
//! length and another from there on.

use super::{How, Orders, RuleOf, Side};

/// A result at a position of a vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) length: usize,
    pub(super) position: usize,
    pub(super) side: Side,
}

/// The lanes of the vectors that are tried.
const VECTORS: [usize; 7] = [2, 4, 8, 16, 32, 64, 128];

/// How the rules differ, with the one in the first place and in the second; `None` where nothing simple explains it.
pub(super) fn explain<T>(first: &[Cell], second: &[Cell], of: RuleOf<T>) -> Option<How<Option<T>>> {
    let rules = |inside: &dyn Fn(&Cell) -> bool| {
        let part = |wanted: bool| {
            let sides = |cells: &[Cell]| cells.iter().filter(|cell| inside(cell) == wanted).map(|it| it.side).collect();
            let orders = Orders { first: sides(first), second: sides(second) };
            orders.settled().and_then(of)
        };
        Some((part(true)?, part(false)?))
    };
    let everywhere = Orders {
        first: first.iter().map(|cell| cell.side).collect(),
        second: second.iter().map(|cell| cell.side).collect(),
    };
    let longest = first.iter().chain(second).map(|cell| cell.length).max()?;
    // What is elsewhere may be an operand of one element, or a longer vector.
    if let Some(rule) = everywhere.settled().and_then(of) {
        return Some(How::Within(longest, Some(rule)));
    }
    for lanes in VECTORS {
        let in_whole_vector = |cell: &Cell| cell.position < cell.length - cell.length % lanes;
        if let Some((whole, rest)) = rules(&in_whole_vector) {
            return Some(How::Vectors(lanes, Some(whole), Some(rest)));
        }
    }
    (2..=longest).find_map(|length| {
        let (long, short) = rules(&|cell: &Cell| cell.length >= length)?;
        Some(How::Lengths(length, Some(short), Some(long)))
    })
}
