//! What one backend made of two operands, over a whole run: by operator, element type and the classes that met, and lane
//! by lane.

use std::collections::BTreeMap;

use opconform_spec::{Behaviours, Case, OPERATORS, Operator, Pair, SelectedOperand, Way};
use opconform_tensor::{Class, DType};

/// An operator, by its place in [`OPERATORS`]: a part of keys, which are compared more often than names could be.
pub(crate) type Place = usize;

/// What results have in common that count as one observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ObservationClass {
    pub(crate) operator: Place,
    pub(crate) dtype: DType,
    pub(crate) classes: [Class; 2],
    pub(crate) taken: SelectedOperand,
    pub(crate) found: Class,
}

/// The place of an operator; every one of the specification has one.
pub(crate) fn place(operator: &Operator) -> Option<Place> {
    OPERATORS.iter().position(|registered| *registered == operator)
}

/// The name with its domain, as reports have it.
pub(crate) fn qualified(operator: Place) -> String {
    OPERATORS[operator].qualified().into_owned()
}

/// How often something was observed, and one element that shows it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) elements: u64,
    /// The index of a case with such an element, of the newest operator set: most clauses speak of that.
    pub(crate) case: usize,
    pub(crate) operands: [u64; 2],
    pub(crate) bits: u64,
    opset: u32,
}

/// What was taken at each position of vectors of each length: a row per length, from 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lanes {
    rows: Vec<Vec<u8>>,
}

/// All observations of one backend.
#[derive(Debug, Default)]
pub(crate) struct PairObservations {
    pub(crate) seen: BTreeMap<ObservationClass, Entry>,
    pub(crate) lanes: BTreeMap<(Place, DType, Pair), Lanes>,
}

impl PairObservations {
    /// Adds what the outcome of the case of this index shows of the operator, where it is called in the plain way.
    pub(crate) fn note(&mut self, index: usize, case: &Case, behaviours: &Behaviours) {
        if case.way != Way::Plain {
            return;
        }
        let (Some(dtype), Some(operator)) = (behaviours.dtype, place(case.operator)) else { return };
        for seen in &behaviours.seen {
            let key = ObservationClass { operator, dtype, classes: seen.classes, taken: seen.taken, found: seen.found };
            let opset = case.opset;
            let new =
                || Entry { elements: 0, case: index, operands: seen.operands, bits: seen.bits, opset: case.opset };
            let entry = self.seen.entry(key).or_insert_with(new);
            if opset > entry.opset {
                *entry = Entry { elements: entry.elements, ..new() };
            }
            entry.elements += seen.count;
        }
        for (position, &(pair, taken)) in behaviours.lanes.iter().enumerate() {
            let lanes = self.lanes.entry((operator, dtype, pair)).or_default();
            lanes.add(behaviours.lanes.len(), position, taken);
        }
    }
}

/// Every way of taking, in the order of the bits of a cell.
pub(crate) const TAKEN: [SelectedOperand; 8] = [
    SelectedOperand::Both,
    SelectedOperand::First,
    SelectedOperand::Second,
    SelectedOperand::FirstQuieted,
    SelectedOperand::SecondQuieted,
    SelectedOperand::Greater,
    SelectedOperand::Lesser,
    SelectedOperand::Neither,
];

impl Lanes {
    pub(crate) fn add(&mut self, length: usize, position: usize, taken: SelectedOperand) {
        if self.rows.len() < length {
            self.rows.resize(length, Vec::new());
        }
        let row = &mut self.rows[length - 1];
        row.resize(length, 0);
        row[position] |= 1 << (taken as u8);
    }

    /// The rows, from length 1; a row of a length that was not tried is empty.
    pub(crate) fn rows(&self) -> &[Vec<u8>] {
        &self.rows
    }

    /// Each position at which something was seen: length, position, and everything that was taken there.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (usize, usize, u8)> + '_ {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(index, row)| row.iter().enumerate().map(move |(position, &cell)| (index + 1, position, cell)))
            .filter(|(.., cell)| *cell != 0)
    }
}

/// What the bits of a cell stand for.
pub(crate) fn taken_in(cell: u8) -> impl Iterator<Item = SelectedOperand> {
    TAKEN.into_iter().filter(move |&taken| cell & 1 << (taken as u8) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_hold_every_way_of_taking() {
        for (bit, taken) in TAKEN.into_iter().enumerate() {
            assert_eq!(taken as usize, bit);
        }
        let mut lanes = Lanes::default();
        lanes.add(3, 2, SelectedOperand::First);
        lanes.add(3, 2, SelectedOperand::Neither);
        lanes.add(1, 0, SelectedOperand::Both);
        assert_eq!(lanes.rows().iter().map(Vec::len).collect::<Vec<_>>(), [1, 0, 3]);
        let cells: Vec<(usize, usize, Vec<SelectedOperand>)> =
            lanes.cells().map(|(length, position, cell)| (length, position, taken_in(cell).collect())).collect();
        assert_eq!(
            cells,
            [(1, 0, vec![SelectedOperand::Both]), (3, 2, vec![SelectedOperand::First, SelectedOperand::Neither])]
        );
    }
}
