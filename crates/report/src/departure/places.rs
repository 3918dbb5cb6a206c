//! At which of the operands what was done was done.

use std::collections::BTreeSet;

use super::observed::taken;
use crate::cause::Cause;
use crate::model::Finding;
use crate::operands::MOST_TOLD;
use crate::text::plural;

/// The place of the operand that is unlike all others, of many.
pub(super) fn lost_place(example: &Finding) -> Option<String> {
    let bits: Vec<&str> = example.witness.operands.iter().map(|operand| operand.hex.as_str()).collect();
    let count = bits.len();
    // Where each is of an operand of its own, one that has several elements may have been read at the wrong one.
    let shapes = &example.witness.shapes;
    if shapes.0.len() == count && shapes.elements() > count {
        return None;
    }
    // Of what was not shrunk, not all operands need be told.
    if !example.witness.smallest && count <= MOST_TOLD {
        return None;
    }
    // Numbers of two signs say as much of how they are compared.
    if example.operands.iter().map(|class| class.has_top_bit()).collect::<BTreeSet<_>>().len() > 1 {
        return None;
    }
    let is_odd = |&place: &usize| {
        let others = || bits.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, bits)| bits);
        others().all(|other| *other != bits[place]) && others().collect::<BTreeSet<_>>().len() == 1
    };
    let is_result = |place: &usize| taken(example).any(|taken| taken == *place);
    let place = (0..count).filter(|_| count > 2).find(is_odd).filter(|place| !is_result(place))?;
    let place = match place {
        0 => "the first".to_owned(),
        _ if place + 1 == count => "the last".to_owned(),
        _ => format!("number {}", place + 1),
    };
    let of = if shapes.0.len() == count { "operand" } else { "element" };
    Some(format!("{place} of {}", plural(count as u64, of)))
}

/// Which of two operands is not the result, where it never is, whatever it is.
pub(super) fn unread(example: &Finding) -> Option<String> {
    if example.cause != Cause::Operand || example.operands.len() != 2 {
        return None;
    }
    let (unread, place) = match taken(example).collect::<Vec<_>>().as_slice() {
        [0] => (1, "the second of two"),
        [1] => (0, "the first of two"),
        _ => return None,
    };
    let name = example.witness.names.get(unread).filter(|name| !name.is_empty());
    Some(name.map_or_else(|| place.to_owned(), |name| format!("`{name}`")))
}

/// The places that all have in common, if they are the same in all.
pub(super) fn only(mut places: impl Iterator<Item = Vec<usize>>) -> Option<Vec<usize>> {
    let first = places.next()?;
    places.all(|it| it == first).then_some(first)
}

/// The operand at a place: of an element and its bounds by the name of the argument, and the element is the input.
pub(super) fn as_argument(names: &[String], places: &[usize]) -> Option<String> {
    let ordinal = ordinal(places)?;
    Some(match places.iter().find_map(|&place| names.get(place)).map(String::as_str) {
        Some("") => "the input".to_owned(),
        Some(name) => format!("`{name}`"),
        None => format!("the {ordinal} operand"),
    })
}

pub(super) fn ordinal(places: &[usize]) -> Option<&'static str> {
    match places {
        [0] => Some("first"),
        [1] => Some("second"),
        [2] => Some("third"),
        _ => None,
    }
}
