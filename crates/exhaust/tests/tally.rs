//! The count of a row is what each of its pairs is by itself, and of all pairs what is known of them otherwise.

use half::{bf16, f16};
use opconform_exhaust::{Came, Cell, Cells, Counted, Kind, Order, Part, Rung, Stretch, Tally, Type, Word, match_type};
use opconform_tensor::{Class, DType, Element as _};

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
    let mut tally = Tally::new(T::DTYPE);
    for &first in firsts {
        let results = (0..1 << T::Word::BITS).map(|second| mixed(T::Word::truncate(first), second));
        let results: Vec<T::Word> = results.collect();
        Rung::AllPairs.row(T::DTYPE, first).iter().for_each(|row| tally.add(row, &results));
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
            if counted.examples.len() < cell.most_examples() {
                counted.examples.push([first, second as u64, found]);
            }
        }
    }
    cells
}

#[test]
fn a_row_is_counted_as_its_pairs_are_one_by_one() {
    let all: Vec<u64> = (0..256).collect();
    for dtype in DType::ALL.into_iter().filter(|dtype| dtype.bits() == 8) {
        match_type!(dtype, T => assert_eq!(tallied::<T>(&all), one_by_one::<T>(&all)), other => assert_eq!(dtype, DType::Bool));
    }
    // Zeros, subnormals, normals, infinities, NaNs with and without payload, of either sign.
    let firsts =
        [0, 1, 0x03ff, 0x0400, 0x3c00, 0x7c00, 0x7c01, 0x7e00, 0x7e01, 0x8000, 0x8001, 0xbc00, 0xfc00, 0xfc05, 0xfe00];
    let cells = tallied::<f16>(&firsts);
    assert_eq!(cells, one_by_one::<f16>(&firsts));
    assert!(cells.keys().any(|cell| matches!(cell.came, Came::Other { .. })));
    let firsts = [0x0001, 0x0080, 0x7f80, 0x7f81, 0x7fc0, 0x8000, 0xff80, 0xffc0];
    assert_eq!(tallied::<bf16>(&firsts), one_by_one::<bf16>(&firsts));
}

/// What a row of pairs in any order comes to, counted at once and a pair at a time.
fn both_ways(row: &Stretch<u16>, results: &[u16]) -> [Cells; 2] {
    let counted = |rows: &[(Stretch<u16>, &[u16])]| {
        let mut tally = Tally::new(f16::DTYPE);
        for (row, results) in rows {
            tally.add(row, results);
        }
        tally.cells()
    };
    let one = |at: usize| {
        let [first, second] = row.at(at);
        (Stretch::Both { first: vec![first], second: vec![second] }, &results[at..=at])
    };
    [counted(&[(row.clone(), results)]), counted(&(0..row.len()).map(one).collect::<Vec<_>>())]
}

#[test]
fn one_result_among_many_that_are_alike_is_counted_wherever_it_is() {
    // Positive numbers, above 1 and below it, and in an order of no kind.
    let rows = [
        (0x3c01..0x4400_u16).collect::<Vec<_>>(),
        (0x0400..0x0c00).rev().collect(),
        (0..0x800).map(|it| 0x0400 + it * 5 % 0x800).collect(),
    ];
    for each in rows {
        for is_first in [true, false] {
            let pairs = |each: &[u16]| Stretch::First { one: 0x3c00, each: each.to_vec() };
            let row = if is_first { pairs(&each) } else { pairs(&each).turned() };
            let greatest: Vec<u16> = each.iter().map(|&it| it.max(0x3c00)).collect();
            for at in [0, 1, 3, 4, 5, 255, 256, 257, 260, 261, 511, 512, 1000, each.len() - 1] {
                for wrong in [each[at].min(0x3c00), 0x7e00, 0] {
                    let mut results = greatest.clone();
                    results[at] = wrong;
                    let [at_once, one_by_one] = both_ways(&row, &results);
                    assert_eq!(at_once, one_by_one, "{at} {wrong:#x} {is_first}");
                    assert_eq!(at_once.values().map(|it| it.count).sum::<u64>(), each.len() as u64);
                    assert!(at_once.len() > 1, "{at} {wrong:#x}");
                }
            }
        }
    }
}

#[test]
fn what_is_no_answer_is_counted_of_every_pair_of_its_row() {
    let mut tally = Tally::new(u8::DTYPE);
    let row = |first| Stretch::First { one: first, each: (0..=u8::MAX).collect() };
    tally.add_none(&row(0x80), Came::Crashed);
    tally.add_none(&row(0), Came::Refused);
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

#[test]
fn the_order_in_which_pairs_are_put_is_not_counted() {
    let firsts: Vec<u64> = (0..=255).rev().collect();
    let all: Vec<u64> = (0..=255).collect();
    assert_eq!(tallied::<u8>(&firsts), tallied::<u8>(&all));
    // A column at a time, cut.
    let mut tally = Tally::<u8>::new(DType::I8);
    for column in 0..=255 {
        for row in Rung::AllPairs.row::<u8>(DType::I8, column).into_iter().flat_map(|row| row.turned().cut(7)) {
            let results: Vec<u8> = (0..row.len()).map(|at| mixed(row.at(at)[0], row.at(at)[1].into())).collect();
            tally.add(&row, &results);
        }
    }
    assert_eq!(tally.cells(), one_by_one::<i8>(&all));
}

#[test]
fn pairs_of_floats_are_counted_as_they_are_one_by_one() {
    let few = |rung: Rung, dtype, row| {
        let rows = rung.row::<u64>(dtype, row);
        rows.into_iter().flat_map(|row| row.cut(499)).step_by(7).collect::<Vec<Stretch<u64>>>()
    };
    for dtype in [DType::F32, DType::F64] {
        for rung in Rung::usual(dtype).into_iter().chain([Rung::Specials]) {
            let (mut tally, mut cells) = (Tally::new(dtype), Cells::new());
            for row in [0, 0x7f7f, 0x7f80, 0x7ff0, 0x7fff, 0x8000, 0xff80, 0xfff8]
                .iter()
                .flat_map(|&row| few(rung, dtype, row))
            {
                let at = |at| row.at(at);
                let results: Vec<u64> = (0..row.len()).map(|place| at(place)[usize::from(place % 3 == 0)]).collect();
                tally.add(&row, &results);
                for (place, &found) in results.iter().enumerate() {
                    let cell = Cell::of(dtype, at(place), found);
                    let [first, second] = at(place);
                    cells
                        .entry(cell)
                        .or_default()
                        .add(&cell, Counted { count: 1, examples: vec![[first, second, found]], places: None });
                }
            }
            assert_eq!(tally.cells(), cells, "{dtype} {rung}");
        }
    }
}

#[test]
fn a_row_has_as_many_pairs_as_it_is_said_to_have() {
    for dtype in [DType::F32, DType::F64] {
        for rung in Rung::usual(dtype).into_iter().chain([Rung::Specials]) {
            for row in [0, 1, 0x7f7f, 0x7f80, 0x7f81, 0x7fef, 0x7ff0, 0x7ff1, 0x7fff, 0x8000, 0xff80, 0xfff0, 0xffff] {
                let pairs: usize = rung.row::<u64>(dtype, row).iter().map(Stretch::len).sum();
                assert_eq!(pairs as u64, rung.pairs(dtype, row), "{dtype} {rung} {row:#x}");
            }
        }
    }
    assert_eq!(Rung::AllPairs.pairs(DType::F16, 9), 1 << 16);
    let payloads: u64 = (0..Rung::Payload.rows(DType::F32)).map(|row| Rung::Payload.pairs(DType::F32, row)).sum();
    assert_eq!(payloads, 2 * ((1 << 23) - 1));
}

#[test]
fn where_pairs_lie_in_their_calls_is_counted_as_it_is_one_by_one() {
    for length in [1, 7, 61, 64, 100, 256] {
        let mut tally = Tally::<u8>::new(DType::I8);
        let mut parts = std::collections::BTreeMap::<(Cell, Part), u64>::new();
        let all = [Part::First(3), Part::Last(5), Part::LeftBy(16), Part::LeftBy(64)]
            .into_iter()
            .chain([true, false].map(|whole| Part::Lanes { of: 8, first: 3, last: 4, whole }));
        for first in (0..=255).step_by(5) {
            let calls = Rung::AllPairs.row::<u8>(DType::I8, first).into_iter().flat_map(|row| row.cut(length));
            for (turn, call) in calls.enumerate() {
                let results: Vec<u8> = (0..call.len()).map(|at| mixed(call.at(at)[0], call.at(at)[1].into())).collect();
                tally.turn(Some(turn as u64)).add(&call, &results);
                for (at, found) in results.iter().enumerate() {
                    let cell = Cell::of(DType::I8, call.at(at).map(u64::from), (*found).into());
                    for part in all.clone().filter(|part| part.has(at as u64, call.len() as u64)) {
                        *parts.entry((cell, part)).or_default() += 1;
                    }
                }
            }
        }
        for (cell, counted) in tally.cells() {
            let places = counted.places.expect("they were counted");
            assert_eq!(places.count(), counted.count, "{cell:?}");
            for part in all.clone() {
                let expected = parts.get(&(cell, part)).copied().unwrap_or(0);
                assert_eq!(places.within(part), expected, "{part} of calls of {length}: {cell:?}");
            }
        }
    }
}

#[test]
fn places_are_known_where_they_were_counted_of_all_pairs() {
    let row = Stretch::First { one: 0x10_u8, each: (0x20..0x60).collect() };
    let results: Vec<u8> = (0x20..0x60).collect();
    let counted = |turns: &[Option<u64>]| {
        let mut cells = Cells::new();
        for turn in turns {
            let mut tally = Tally::new(DType::U8);
            tally.turn(*turn).add(&row, &results);
            tally.cells().into_iter().for_each(|(cell, it)| cells.entry(cell).or_default().add(&cell, it));
        }
        cells.into_values().next().expect("a cell").places.map(|places| (places.count(), places.turns()))
    };
    assert_eq!(counted(&[Some(0), Some(3), Some(67)]), Some((192, 2)));
    assert_eq!(counted(&[None]), None);
    assert_eq!((counted(&[Some(0), None]), counted(&[None, Some(0)])), (None, None));
}

#[test]
fn a_part_of_a_call_lies_where_it_lay_in_the_call() {
    let row = Stretch::First { one: 0x20_u8, each: (0..61).collect() };
    let results: Vec<u8> = (0..61).map(|it: u8| it.max(0x20)).collect();
    let mut whole = Tally::new(DType::U8);
    whole.turn(Some(0)).add(&row, &results);
    let mut parts = Tally::new(DType::U8);
    for (start, part) in [0, 31].into_iter().zip(row.cut(31)) {
        parts.turn(Some(0)).part(start, 61).add(&part, &results[start..][..part.len()]);
    }
    let whole = whole.cells();
    assert_eq!(parts.cells(), whole);
    assert!(whole.values().all(|counted| counted.places.is_some()));
}
