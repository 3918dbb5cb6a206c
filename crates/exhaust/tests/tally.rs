//! The count of a row is what each of its pairs is by itself, and of all pairs what is known of them otherwise.

use opconform_exhaust::{Bf16, Came, Cell, Cells, F16, I8, Kind, Order, Ranks, Tally, Type, U8, Word};
use opconform_tensor::{Class, DType};

/// Results of a row that are everything there is: operands, zeros, other numbers, and NaNs of every kind.
fn mixed<W: Word>(first: W, second: usize) -> W {
    let sign = 1 << (W::BITS - 1);
    let quiet = if W::BITS == 16 { 0x0200 } else { 0 };
    let (first, second) = (first.widen(), second as u64);
    W::truncate(match (second ^ first >> 3) % 13 {
        0..=2 => first,
        3..=5 => second,
        6 => 0,
        7 => sign,
        8 => first | quiet,
        9 => second | quiet,
        10 => first ^ sign,
        11 => second ^ sign,
        _ => first.wrapping_add(second),
    })
}

/// The cells of the rows of these first operands, counted a row at a time.
fn tallied<T: Type>(firsts: &[u64]) -> Cells {
    let ranks = Ranks::of::<T>();
    let mut tally = Tally::new(&ranks);
    for &first in firsts {
        let first = T::Word::truncate(first);
        let results: Vec<T::Word> = (0..1 << T::Word::BITS).map(|second| mixed(first, second)).collect();
        tally.row(first, &results);
    }
    tally.cells()
}

/// The same, a pair at a time.
fn one_by_one<T: Type>(firsts: &[u64]) -> Cells {
    let mut cells = Cells::new();
    for &first in firsts {
        for second in 0..1_usize << T::Word::BITS {
            let found = mixed(T::Word::truncate(first), second).widen();
            let cell = Cell::of(T::DTYPE, [first, second as u64], found);
            let counted = cells.entry(cell).or_default();
            counted.count += 1;
            if counted.examples.len() < cell.kept() {
                counted.examples.push([first, second as u64, found]);
            }
        }
    }
    cells
}

#[test]
fn a_row_is_counted_as_its_pairs_are_one_by_one() {
    let all: Vec<u64> = (0..256).collect();
    assert_eq!(tallied::<I8>(&all), one_by_one::<I8>(&all));
    assert_eq!(tallied::<U8>(&all), one_by_one::<U8>(&all));
    // Zeros, subnormals, normals, infinities, NaNs with and without payload, of either sign.
    let firsts =
        [0, 1, 0x03ff, 0x0400, 0x3c00, 0x7c00, 0x7c01, 0x7e00, 0x7e01, 0x8000, 0x8001, 0xbc00, 0xfc00, 0xfc05, 0xfe00];
    let cells = tallied::<F16>(&firsts);
    assert_eq!(cells, one_by_one::<F16>(&firsts));
    assert!(cells.keys().any(|cell| matches!(cell.came, Came::Other { .. })));
    let firsts = [0x0001, 0x0080, 0x7f80, 0x7f81, 0x7fc0, 0x8000, 0xff80, 0xffc0];
    assert_eq!(tallied::<Bf16>(&firsts), one_by_one::<Bf16>(&firsts));
}

#[test]
fn what_is_no_answer_is_counted_of_every_pair_of_its_row() {
    let ranks = Ranks::of::<U8>();
    let mut tally = Tally::new(&ranks);
    tally.whole_row(0x80, Came::Crashed);
    tally.whole_row(0, Came::Refused);
    let cells = tally.cells();
    let count =
        |came| cells.iter().filter(|(cell, _)| cell.came == came).map(|(_, counted)| counted.count).sum::<u64>();
    assert_eq!((count(Came::Crashed), count(Came::Refused), cells.len()), (256, 256, 7));
    let same = Cell {
        first: Kind::Of(Class::TopBit),
        second: Kind::Of(Class::TopBit),
        order: Order::Same,
        came: Came::Crashed,
    };
    assert_eq!((cells[&same].count, cells[&same].examples.as_slice()), (1, &[[0x80, 0x80, 0]][..]));
}

#[test]
fn cells_tell_apart_what_specifications_do() {
    let came = |operands, found| Cell::of(DType::F16, operands, found).came;
    assert_eq!(came([0x3c00, 0x4000], 0x4000), Came::Second);
    assert_eq!(came([0x7d01, 0x3c00], 0x7d01), Came::First);
    assert_eq!(came([0x0001, 0x8001], 0), Came::PositiveZero);
    assert_eq!(came([0x0001, 0x8001], 0x8000), Came::NegativeZero);
    assert_eq!(
        came([0x0001, 0x8001], 2),
        Came::Other { kind: Kind::Of(Class::PositiveSubnormal), to: [Order::Greater; 2] }
    );
    assert_eq!(
        came([0x0003, 0x7e00], 2),
        Came::Other { kind: Kind::Of(Class::PositiveSubnormal), to: [Order::Less, Order::Unordered] }
    );
    for (operands, found, words) in [
        ([0x7d01, 0x3c00], 0x7f01, "the first, made quiet"),
        ([0x3c00, 0xfd01], 0xff01, "the second, made quiet"),
        ([0x7d01, 0x3c00], 0x7e00, "a NaN without payload"),
        ([0x7d01, 0x3c00], 0x7e02, "a NaN of other bits"),
        ([0x7e01, 0x3c00], 0xfe01, "a NaN of other bits"),
    ] {
        assert_eq!(came(operands, found).to_string(), words);
    }
    // Of two NaNs of one payload, a result that has the bits of the one is the other, made quiet or with the other sign.
    for (operands, order) in [
        ([0x7d01, 0x7f01], Order::ButForQuiet),
        ([0x7f01, 0xff01], Order::ButForSign),
        ([0x7d01, 0xff01], Order::ButForBoth),
        ([0x7d01, 0xff02], Order::Unordered),
    ] {
        assert_eq!(
            Cell::of(DType::F16, operands, operands[1]),
            Cell {
                first: Kind::of(DType::F16, operands[0]),
                second: Kind::Of(Class::QuietNan),
                order,
                came: Came::Second,
            }
        );
    }
    let order = |operands| Cell::of(DType::F16, operands, 0).order;
    assert_eq!(
        [[0x8000, 0], [0, 0x8000], [0x7e00, 0x7e00], [0x7e00, 0]].map(order),
        [Order::Less, Order::Greater, Order::Same, Order::Unordered]
    );
    // Integers have no zeros of signs: what is no operand is another number.
    assert_eq!(Cell::of(DType::I8, [1, 2], 0).came, Came::Other { kind: Kind::Of(Class::Zero), to: [Order::Less; 2] });
}
