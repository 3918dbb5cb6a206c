//! Where in a call something else comes is told where it is the place that does it, and of nothing else.

use opconform_backends::Backend;
use opconform_exhaust::{Part, Rung};
use opconform_harness::enumerate::{Course, Damage, Enumeration, Group, PairLayout, Place, merge};
use opconform_spec::Outcome;
use opconform_tensor::{DType, Tensor};

use crate::enumerate::{all, changed, put};

/// Our kernels, which give the second operand where `is_otherwise` says so of an index, a length, and the bits of the operands.
fn otherwise(is_otherwise: impl Fn(u64, u64, [u64; 2]) -> bool + Send + Sync) -> impl Backend {
    changed(move |case, outcome| {
        let Outcome::Output(outputs) = &outcome else { return outcome };
        let mut bits = outputs[0].to_bits();
        let length = bits.len() as u64;
        for (index, result) in bits.iter_mut().enumerate() {
            let operand = |operand: usize| {
                let operand = &case.inputs[operand];
                operand.bits_at(if operand.shape().is_empty() { 0 } else { index })
            };
            let operands = [operand(0), operand(1)];
            if is_otherwise(index as u64, length, operands) {
                *result = operands[1];
            }
        }
        Outcome::Output(vec![Tensor::from_bits(outputs[0].dtype(), outputs[0].shape(), &bits).expect("as many")])
    })
}

fn course(dtype: DType, length: Option<u64>) -> Course {
    Course::new(dtype, Rung::AllPairs, PairLayout::TwoVectors, length).expect("a small type")
}

/// The places that are told, each once, in words.
fn told(enumeration: &Enumeration) -> Vec<String> {
    let mut told: Vec<String> = enumeration.cells.iter().filter_map(|it| it.place).map(|it| it.to_string()).collect();
    told.sort();
    told.dedup();
    told
}

/// Asserts that one part is told, which has the same elements as this, in all calls that rows are cut into.
fn are_alike(found: &Enumeration, row: u64, length: u64, is_part: impl Fn(u64, u64) -> bool) {
    let mut parts: Vec<Part> = found.cells.iter().filter_map(|it| it.place).map(|it| it.part).collect();
    parts.dedup();
    let [part] = parts[..] else { panic!("by {length}: {parts:?}") };
    for length in [length, row % length] {
        assert!((0..length).all(|index| part.has(index, length) == is_part(index, length)), "by {length}: {part}");
    }
}

fn is_nan(bits: u64) -> bool {
    bits & 0x7fff > 0x7c00
}

#[test]
fn what_vectors_leave_over_is_told_at_every_length() {
    let left = otherwise(|index, length, _| index >= length - length % 16);
    for length in [19, 29, 37, 41] {
        let found = put(&left, &course(DType::I8, Some(length)), &all(), &["onnx"]);
        are_alike(&found, 256, length, |index, length| index >= length - length % 16);
        let parts = found.cells.iter().filter_map(|group| group.place.map(|place| (group, place)));
        for (group, Place { within, inside, outside, .. }) in parts {
            let same =
                |other: &&Group| (other.first, other.second, other.order) == (group.first, group.second, group.order);
            let counted = found.cells.iter().filter(same).map(|it| it.pairs).sum::<u64>();
            assert_eq!(inside + outside, counted, "{group:?}");
            assert_eq!(group.pairs, if within { inside } else { outside }, "{group:?}");
        }
        // Of one value, or of few that follow each other, a place tells no more than the values do.
        let places: Vec<Place> = found.witnesses.iter().filter_map(|it| it.place).collect();
        assert!(!places.is_empty() && places.iter().all(|place| place.within), "{:?}", found.witnesses);
        assert!(found.counts().is_ok());
    }
}

#[test]
fn a_nan_that_is_another_at_the_end_is_told_of_a_type_of_16_bits() {
    // The first NaN, and in the scalar loop the second.
    let left =
        otherwise(|index, length, [first, second]| index >= length - length % 16 && is_nan(first) && is_nan(second));
    for length in [61, 99] {
        let found = put(&left, &course(DType::F16, Some(length)), &[0x7d, 0x7f], &["onnx"]);
        are_alike(&found, 1 << 16, length, |index, length| index >= length - length % 16);
        let of_nans = |group: &&Group| group.place.is_some();
        assert!(found.cells.iter().filter(of_nans).all(|it| it.first.class().is_nan() && it.second.class().is_nan()));
    }
}

#[test]
fn lanes_and_ends_are_told() {
    type Fault = fn(u64, u64, [u64; 2]) -> bool;
    let faults: [(Fault, &str); 6] = [
        (|index, _, _| index % 8 == 3, "lane 3 of 8"),
        (|index, _, _| (8..12).contains(&(index % 16)), "lanes 8 to 11 of 16"),
        (|index, length, _| index % 8 == 3 && index < length - length % 8, "lane 3 of whole vectors of 8"),
        (|index, length, _| index + 5 >= length, "the last 5 elements of a call"),
        (|index, length, _| index + 1 == length, "the last element of a call"),
        (|index, _, _| index < 3, "the first 3 elements of a call"),
    ];
    for (fault, words) in faults {
        for length in [13, 29, 37] {
            for layout in [PairLayout::TwoVectors, PairLayout::ScalarFirst, PairLayout::ScalarSecond] {
                let course = Course::new(DType::I8, Rung::AllPairs, layout, Some(length)).expect("all pairs");
                let found = put(&otherwise(fault), &course, &all(), &["onnx"]);
                let is_told = told(&found).contains(&format!("only in {words}"));
                // A call of 13 is shorter than a vector of 16.
                let is_short = length == 13 && words.contains("16");
                assert!(is_told || is_short, "{words} at {length}: {:?}", told(&found));
            }
        }
    }
}

#[test]
fn random_pairs_tell_it_in_calls_of_any_length() {
    let left = otherwise(|index, _, _| index % 4 == 2);
    let random =
        |length| Course::new(DType::F32, Rung::Random { seed: 1 }, PairLayout::TwoVectors, length).expect("a rung");
    for length in [None, Some(64)] {
        assert_eq!(
            told(&put(&left, &random(length), &[0], &["onnx"])),
            ["in all but lane 2 of 4", "only in lane 2 of 4"]
        );
    }
}

#[test]
fn who_is_right_or_goes_by_values_alone_is_told_no_place() {
    type Fault = fn(u64, u64, [u64; 2]) -> bool;
    let by_value: [Fault; 7] = [
        |_, _, _| false,
        |_, _, [_, second]| second % 2 == 1,
        |_, _, [_, second]| second % 8 == 3,
        |_, _, [first, second]| (first ^ second) % 4 == 1,
        |_, _, [_, second]| second % 128 >= 96,
        |_, _, [first, second]| second > first / 2,
        |_, _, [_, second]| second % 256 < 5 || second % 256 > 250,
    ];
    for fault in by_value {
        for length in [None, Some(7), Some(12), Some(13), Some(16), Some(37), Some(48), Some(61), Some(64), Some(100)] {
            for dtype in [DType::I8, DType::F8E4m3fn] {
                let found = put(&otherwise(fault), &course(dtype, length), &all(), &["onnx"]);
                assert_eq!(told(&found), [""; 0], "{dtype} by {length:?}");
            }
        }
        for length in [None, Some(61), Some(100), Some(1000), Some(4099)] {
            let found = put(&otherwise(fault), &course(DType::F16, length), &[0x7d], &["onnx"]);
            assert_eq!(told(&found), [""; 0], "f16 by {length:?}");
        }
    }
    // In calls of a whole row a lane is some values: which of the two it is nobody knows.
    let lane = otherwise(|index, _, _| index % 8 == 3);
    for length in [None, Some(64), Some(8), Some(24)] {
        assert_eq!(told(&put(&lane, &course(DType::I8, length), &all(), &["onnx"])), [""; 0], "{length:?}");
    }
}

#[test]
fn shards_tell_the_places_of_the_whole() {
    let wrong = otherwise(|index, length, [first, _]| index >= length - length % 8 && first != 0x11);
    let course = course(DType::I8, Some(29));
    let whole = put(&wrong, &course, &all(), &["onnx"]);
    assert!(!told(&whole).is_empty());
    let parts: Vec<(String, Enumeration)> = (0..3)
        .map(|number| {
            let blocks: Vec<u8> = all().into_iter().filter(|block| block % 3 == number).collect();
            (number.to_string(), put(&wrong, &course, &blocks, &["onnx"]))
        })
        .collect();
    assert!(parts.iter().all(|(_, part)| part.cells.iter().all(|group| group.places.is_some())));
    let merged = merge(&parts, false).expect("they fit");
    assert_eq!(Enumeration { sessions: whole.sessions.clone(), ..merged.clone() }, whole);
    let text = serde_json::to_string(&merged).expect("it can be written");
    assert_eq!(serde_json::from_str::<Enumeration>(&text).expect("a result"), merged);
    assert_eq!(merge(&[("it".to_owned(), merged.clone())], true).expect("a whole"), merged);
    // What was changed, and what nobody could have counted.
    let mut damaged = merged.clone();
    let place = damaged.cells.iter_mut().find_map(|group| group.place.as_mut()).expect("a place");
    place.part = Part::Last(3);
    assert_eq!(damaged.counts(), Err(Damage::Judged));
    let mut damaged = merged.clone();
    let [one, other] = [0, 1].map(|at| merged.cells.iter().filter(|it| it.places.is_some()).nth(at).expect("a group"));
    assert_ne!(one.pairs, other.pairs);
    let group = damaged.cells.iter_mut().find(|group| group.places.is_some()).expect("a group");
    group.places.clone_from(&other.places);
    assert!(matches!(damaged.counts(), Err(Damage::Part(_))));
    // Without them, nothing is known of places, and nothing is said.
    let mut older = whole;
    older.cells.iter_mut().for_each(|group| (group.place, group.places) = (None, None));
    older.witnesses.iter_mut().for_each(|witness| witness.place = None);
    assert!(older.counts().is_ok());
}
