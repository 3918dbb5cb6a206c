//! All pairs through a backend: what is wrong is counted exactly and told of whom it breaks, what is allowed is left in peace, and the
//! result does not depend on how it was cut.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use opconform_backends::{Backend, Description, Entry, InProcess};
use opconform_exhaust::{Came, Cell, Rung};
use opconform_harness::enumerate::{
    Asked, Counts, Course, Damage, Enumeration, Misfit, PairLayout, Session, count, merge,
};
use opconform_spec::{
    Case, Claim, Facts, Operator, Outcome, Profile, Scope, Specification, Trial, decisions, profiles,
};
use opconform_tensor::{DType, Tensor, Value};

/// An implementation that does one thing instead of what another does.
struct Instead<F> {
    description: Description,
    answer: F,
}

impl<F: Fn(&Case) -> Outcome + Send + Sync> InProcess for Instead<F> {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        cases.iter().map(&self.answer).collect()
    }
}

fn portable() -> Box<dyn Backend> {
    Entry::named("portable").expect("a backend").open().expect("it runs everywhere")
}

/// Our kernels, with each answer changed.
pub(crate) fn changed(change: impl Fn(&Case, Outcome) -> Outcome + Send + Sync) -> impl Backend {
    let right = portable();
    let description = right.describe().clone();
    Instead {
        description,
        answer: move |case: &Case| change(case, right.run(std::slice::from_ref(case)).swap_remove(0)),
    }
}

/// All pairs of a type, in two vectors.
fn all_pairs(dtype: DType) -> Course {
    Course::new(dtype, Rung::AllPairs, PairLayout::TwoVectors, None).expect("a small type")
}

fn counted(backend: &dyn Backend, course: &Course, blocks: &[u8]) -> Counts {
    count(backend, course, blocks, &|_, _, _| (), &|_| (), &AtomicBool::new(false))
}

fn enumerated(backend: &dyn Backend, dtype: DType, blocks: &[u8], against: &[&str]) -> Enumeration {
    put(backend, &all_pairs(dtype), blocks, against)
}

pub(crate) fn put(backend: &dyn Backend, course: &Course, blocks: &[u8], against: &[&str]) -> Enumeration {
    let claim = |name: &&str| Claim { specification: Specification::named(name), place: "here".into() };
    let claims: Vec<Claim> = against.iter().map(claim).collect();
    let asked = Asked::of(course, backend.describe(), &claims);
    let session = Session {
        own: None,
        heard: None,
        models: None,
        started: format!("then, of {blocks:?}"),
        seconds: 1,
        machine: "here".to_owned(),
        pairs: blocks.len() as u64,
        interrupted: false,
    };
    Enumeration::of(asked, &counted(backend, course, blocks), vec![session])
}

const ALL: Range<u16> = 0..256;

pub(crate) fn all() -> Vec<u8> {
    ALL.map(|block| block as u8).collect()
}

/// The same tensor with other bits at one place.
fn with(outcome: Outcome, place: usize, bits: u64) -> Outcome {
    let Outcome::Output(outputs) = outcome else { return outcome };
    let mut all = outputs[0].to_bits();
    all[place] = bits;
    Outcome::Output(vec![Tensor::from_bits(outputs[0].dtype(), outputs[0].shape(), &all).expect("as many bits")])
}

#[test]
fn one_wrong_pair_among_all_is_found_counted_once_and_attributed() {
    let is_at = |case: &Case| case.inputs[0].value(0).bits() == 0x11;
    // Of 17 and 200 the lesser, and nowhere else.
    let wrong = changed(move |case, outcome| if is_at(case) { with(outcome, 200, 0x11) } else { outcome });
    let enumeration = enumerated(&wrong, DType::U8, &all(), &["sonnx", "onnx-13"]);
    assert_eq!((enumeration.pairs, enumeration.complete, enumeration.forbidden()), (65_536, true, 1));
    let [witness] = enumeration.witnesses.as_slice() else { panic!("{:?}", enumeration.witnesses) };
    assert_eq!((&witness.operands, witness.found.as_deref()), (&["0x11".to_owned(), "0xc8".to_owned()], Some("0x11")));
    assert!(witness.clauses.iter().any(|clause| clause.starts_with("SONNX-MAX-P")), "{:?}", witness.clauses);
    let claimed: Vec<_> = enumeration.specifications.iter().filter(|it| it.claimed).collect();
    assert!(claimed.iter().all(|it| (it.must, it.allowed) == (1, 65_535)) && claimed.len() == 2, "{claimed:?}");
    let right = enumerated(portable().as_ref(), DType::U8, &all(), &["sonnx", "onnx-13"]);
    assert_eq!((right.forbidden(), right.witnesses.len(), right.judged()), (0, 0, 65_536));
    assert_ne!(right.digest, enumeration.digest);
    let differ = right.blocks.iter().filter(|(block, digest)| enumeration.blocks[*block] != **digest).count();
    assert_eq!(differ, 1);
}

#[test]
fn other_numbers_are_counted_and_judged_one_by_one() {
    // Where both are subnormal, zero.
    let wrong = changed(|case, outcome| {
        let first = case.inputs[0].value(0).bits();
        if first == 0x0011 { with(outcome, 0x0012, 0x0013) } else { outcome }
    });
    let enumeration = enumerated(&wrong, DType::F16, &[0], &["ieee754-2019"]);
    assert_eq!((enumeration.pairs, enumeration.forbidden()), (1 << 24, 1));
    assert_eq!(
        enumeration
            .cells
            .iter()
            .filter(|group| group.came.to_string() == "another number")
            .map(|group| group.pairs)
            .sum::<u64>(),
        1
    );
}

#[test]
fn who_does_anything_that_is_allowed_is_left_in_peace() {
    let (blocks, is_nan) = ([0x00, 0x7e], |bits: u64| bits & 0x7fff > 0x7c00);
    // Of NaNs any, another at every place, of zeros either: ONNX leaves both open.
    let liberal = changed(move |case, outcome| {
        let Outcome::Output(outputs) = &outcome else { return outcome };
        let second = case.inputs[1].to_bits();
        let caprice = |(place, bits): (usize, u64)| match (bits & 0x7fff, place % 5) {
            _ if is_nan(bits) => {
                [bits, second[place] | 0x7e00, 0x7e00, 0xfe00, 0x7c01 + place as u64 % 0x1ff][place % 5]
            }
            (0, turn) if matches!(second[place], 0 | 0x8000) => (turn as u64 % 2) << 15,
            _ => bits,
        };
        let bits: Vec<u64> = outputs[0].to_bits().into_iter().enumerate().map(caprice).collect();
        Outcome::Output(vec![Tensor::from_bits(DType::F16, outputs[0].shape(), &bits).expect("as many bits")])
    });
    let open = enumerated(&liberal, DType::F16, &blocks, &["onnx-13"]);
    assert_eq!((open.pairs, open.forbidden()), (2 << 24, 0), "{:?}", open.witnesses);
    let came = |text: &str| open.cells.iter().any(|group| group.came.to_string() == text);
    assert!(
        ["the first", "a NaN without payload", "a NaN of other bits", "the second, made quiet"].into_iter().all(came)
    );
    // Who asks for +0 of two zeros is given −0 in one of four cases of two zeros at most, and told how often.
    let ordered = enumerated(&liberal, DType::F16, &blocks, &["sonnx"]);
    assert!((1..4).contains(&ordered.forbidden()), "{:?}", ordered.witnesses);
}

/// Operands and results about which specifications differ.
fn telling() -> Vec<u64> {
    let mut some: Vec<u64> = Value::named(DType::F16).map(|(_, value)| value.bits()).collect();
    some.extend([0x3c00, 0xbc00, 0x7e00, 0xfe00, 0x7e01, 0xfe01, 0x7f03, 0x7c01, 0xfc01, 0x7d03, 0xfd03]);
    some
}

#[test]
fn specifications_say_the_same_of_all_pairs_of_a_cell() {
    let (max, dtype) = (Operator::named("Max").expect("Max"), DType::F16);
    let some = telling();
    let mut said = std::collections::BTreeMap::new();
    let mut met = 0;
    let of_values: Vec<&'static Profile> = profiles().filter(|profile| !profile.choices.is_of_magnitudes()).collect();
    for &first in &some {
        for &second in &some {
            let operands = [first, second].map(|bits| Value::new(dtype, bits));
            let case = opconform_harness::pairs::case(max, operands).expect("a case");
            let facts = Facts::new(&case);
            let scope = Scope::of(&facts, &of_values);
            // Beside all of these, the operands made quiet and with the other sign.
            let like = [first, second].into_iter().flat_map(|bits| [bits | 0x0200, bits ^ 0x8000]);
            for found in some.iter().copied().chain(like) {
                let output = Tensor::from_bits(dtype, &[1], &[found]).expect("a tensor");
                let outcome = Outcome::Output(vec![output]);
                let trial = Trial::new(&facts, &outcome);
                let rulings: Vec<_> = of_values.iter().map(|profile| profile.ruling(&trial)).collect();
                let broken = decisions(&trial, &scope).filter(|(.., it)| it.is_violation()).map(|(index, ..)| index);
                let here = (rulings, broken.collect::<Vec<_>>());
                let cell = Cell::of(dtype, [first, second], found);
                let known = said.entry(cell).or_insert_with(|| here.clone());
                met += usize::from(*known == here);
                assert_eq!(*known, here, "{cell:?}: {first:#06x}, {second:#06x} gave {found:#06x}");
            }
        }
    }
    assert!(met > 2 * said.len(), "{met} outcomes in {} cells", said.len());
}

#[test]
fn shards_make_the_whole_whatever_the_cut() {
    let wrong = changed(|case, outcome| match case.inputs[0].value(0).bits() {
        0x11 => with(outcome, 200, 0x11),
        0x80 => Outcome::Rejected("not this one".to_owned()),
        _ => outcome,
    });
    let whole = enumerated(&wrong, DType::I8, &all(), &[]);
    assert_eq!(whole.counts().map(|counts| counts.blocks().len()), Ok(256));
    assert_eq!(whole.remarks.len(), 1, "{:?}", whole.remarks);
    for of in [2, 3] {
        let shard = |number| all().into_iter().filter(|block| block % of == number).collect::<Vec<u8>>();
        let mut parts: Vec<(String, Enumeration)> = (0..of)
            .rev()
            .map(|number| (format!("part {number}"), enumerated(&wrong, DType::I8, &shard(number), &[])))
            .collect();
        let merged = merge(&parts, false).expect("they fit");
        assert_eq!(Enumeration { sessions: whole.sessions.clone(), ..merged.clone() }, whole);
        assert_eq!(merged.sessions.len(), usize::from(of));
        // One is missing, one is there twice, one is of something else, one was changed.
        let last = parts.pop().expect("a part");
        assert!(matches!(merge(&parts, false), Err(Misfit::Missing { .. })));
        parts.extend([last.clone(), last.clone()]);
        assert!(matches!(merge(&parts, false), Err(Misfit::Twice { .. })));
        parts.pop();
        let change = |change: fn(&mut Enumeration)| {
            let mut parts = parts.clone();
            change(&mut parts[1].1);
            merge(&parts, false).expect_err("it is no part").to_string()
        };
        assert!(change(|part| part.asked.version = "2".to_owned()).contains("its version is \"2\""));
        assert!(change(|part| part.asked.cpu_features.clear()).contains("its CPU is []"));
        assert!(change(|part| part.asked.dtype = DType::U8).contains("its element type is U8"));
        for damaged in [
            change(|part| part.cells[0].pairs += 1),
            change(|part| part.digest = "0".repeat(64)),
            change(|part| _ = part.cells.pop()),
            change(|part| part.cells[0].must = vec!["SONNX-MAX-P1".to_owned()]),
            change(|part| part.cells[0].examples[0] = "0x00 0x00 0x01".to_owned()),
            change(|part| _ = part.blocks.insert("zz".to_owned(), String::new())),
        ] {
            assert!(damaged.starts_with("part ") && damaged.ends_with(" is no part"), "{damaged}");
        }
    }
    assert!(matches!(merge(&[], false), Err(Misfit::None)));
    // What an earlier suite has said of the same counts is said anew where that is asked for.
    let mut otherwise = whole.clone();
    otherwise.cells[0].must = vec!["SONNX-MAX-P1".to_owned()];
    assert_eq!(otherwise.counts(), Err(Damage::Judged));
    assert_eq!(merge(&[("it".to_owned(), otherwise)], true).expect("counts that fit"), whole);
    let older = Enumeration { asked: Asked { suite: "0.0.1".to_owned(), ..whole.asked.clone() }, ..whole };
    assert_eq!(older.counts(), Err(Damage::Suite("0.0.1".to_owned())));
}

#[test]
fn rows_of_16_bits_are_cut_alike() {
    let backend = portable();
    let together = counted(backend.as_ref(), &all_pairs(DType::Bf16), &[0x7f, 0xff]);
    let apart = [0x7f, 0xff].map(|block| counted(backend.as_ref(), &all_pairs(DType::Bf16), &[block]));
    assert_eq!(apart[0].blocks().keys().chain(apart[1].blocks().keys()).collect::<Vec<_>>(), [&0x7f, &0xff]);
    assert_eq!(apart.iter().flat_map(Counts::blocks).collect::<Vec<_>>(), together.blocks().iter().collect::<Vec<_>>());
}

#[test]
fn whatever_is_no_answer_is_an_outcome_of_every_pair_of_its_call() {
    let hostile = changed(|case, outcome| match case.inputs[0].value(0).bits() {
        1 => Outcome::Crashed("gone".to_owned().into()),
        2 => Outcome::TimedOut(std::time::Duration::from_secs(3)),
        3 => Outcome::Output(vec![Tensor::from_bits(DType::U8, &[2], &[0, 0]).expect("a tensor")]),
        4 => Outcome::Output(Vec::new()),
        5 => Outcome::Unsupported("not today".to_owned()),
        6 => panic!("on purpose"),
        _ => outcome,
    });
    let enumeration = enumerated(&hostile, DType::U8, &all(), &[]);
    let pairs = |came: Came| enumeration.cells.iter().filter(|it| it.came == came).map(|it| it.pairs).sum::<u64>();
    assert_eq!([Came::Crashed, Came::TimedOut, Came::Malformed, Came::NotOffered].map(pairs), [512, 256, 512, 256]);
    // No document allows any of it; of what is not offered nothing is said.
    assert_eq!((enumeration.forbidden(), enumeration.judged()), (512 + 256 + 512, 65_536 - 256));
    assert_eq!(enumeration.remarks.len(), 4, "{:?}", enumeration.remarks);
    assert!(enumeration.counts().is_ok());
}
