//! What the generator of the fuzzers reaches.

use std::collections::{BTreeMap, BTreeSet};

use arbitrary::Unstructured;
use opconform_cases::fuzz::{TARGETS, Target};
use opconform_cases::random;
use opconform_cases::spread::{Path, Spread};
use opconform_cases::{SOURCES, generate};
use opconform_spec::{Facts, Layout, OPERATORS, Way};
use opconform_tensor::{DType, Tensor};

#[test]
fn cases_of_each_target_reach_every_pair_of_classes_every_plan_path_and_rule() {
    // As many as a debug build draws in some seconds, and enough.
    reach_everything(1, 12_000);
}

#[test]
#[ignore = "takes minutes without optimisation: .ci/reach asks for it with"]
fn a_million_cases_reach_every_pair_of_classes_every_plan_path_and_rule() {
    reach_everything(2, 1_000_000 / TARGETS.len() as u64);
}

/// Draws `cases` of each target, and asserts what they reach together and target by target.
fn reach_everything(seed: u64, cases: u64) {
    let mut all = Spread::default();
    for target in &TARGETS {
        let mut spread = Spread::default();
        for number in 0..cases {
            let case = random(target.operators(), seed, number);
            spread.add(target.name, &case);
            all.add(target.name, &case);
        }
        println!("{}\n{spread}", target.name);
        for operator in target.operators() {
            let name = operator.qualified();
            // What came later than most is drawn in 32 of 1024, and is one of several that are drawn then.
            assert!(spread.operators[name.as_ref()] > cases / 100, "{name}: {:?}", spread.operators);
            for dtype in (operator.types)(operator.newest()) {
                assert!(spread.dtypes.contains_key(dtype.name()), "{name} {dtype}");
                assert_eq!(spread.missing_pairs(*dtype), [], "{name} {dtype}");
            }
        }
        assert!(Path::ALL.iter().all(|path| spread.paths[path] > 0), "{}: {:?}", target.name, spread.paths);
        let ill_formed = spread.ill_formed as f64 / cases as f64;
        assert!((0.03..0.40).contains(&ill_formed), "{}: {ill_formed}", target.name);
        assert!(spread.plans.values().all(|&count| count > cases / 200), "{:?}", spread.plans);
    }
    assert!((0..=9).all(|rank| all.ranks.contains_key(&rank)), "{:?}", all.ranks);
    let plans: Vec<String> = all.plans.keys().map(|(target, plan)| format!("{target}/{plan}")).collect();
    let expected = "clip/broadcast clip/clash clip/empty clip/equal-shapes clip/rows clip/scalars clip/vectors \
                    framework_max/axis-below framework_max/axis-beyond framework_max/broadcast framework_max/clash \
                    framework_max/columns framework_max/empty framework_max/equal-shapes framework_max/inner-one \
                    framework_max/no-sub-sequence framework_max/rank-0 framework_max/rows framework_max/scalars \
                    framework_max/sub-sequence framework_max/suffix framework_max/tensor framework_max/trailing-ones framework_max/vector \
                    framework_max/vectors max/broadcast max/clash max/empty max/equal-shapes max/rows max/scalars \
                    max/vectors reduce_max/columns reduce_max/empty reduce_max/rank-0 reduce_max/rows reduce_max/tensor \
                    reduce_max/vector span_max/adjacent span_max/apart span_max/in-place span_max/overlap \
                    span_max/reduction";
    assert_eq!(plans.join(" "), expected);
}

#[test]
fn arrays_are_laid_out_in_every_way() {
    let target = Target::named("framework_max").expect("a target");
    let drawn = |number| random(target.operators(), 3, number).way;
    let ways: BTreeSet<Way> = (0..9_000).map(drawn).collect();
    let is_drawn = |way: Way| way == Way::Plain || way.layout().is_some();
    assert!(Way::all().all(|way| ways.contains(&way) == is_drawn(way)), "{ways:?}");
    // And by a fuzzer, whose first byte says so.
    for (first, layouts) in [(2, &Layout::ALL[..7]), (3, &Layout::ALL[7..])] {
        let data: Vec<u8> = std::iter::once(first).chain((0..400_u32).map(|i| (i * 37 % 251) as u8)).collect();
        let layout = target.decode(&data).and_then(|case| case.way.layout());
        assert!(layout.is_some_and(|layout| layouts.contains(&layout)), "{layout:?}");
    }
}

/// A byte that has nothing to do with that of a neighbour (`SplitMix64`).
fn scrambled(number: u64) -> u8 {
    let number = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 56) as u8
}

/// Of the ways that suit a case, each is drawn as often as the others.
#[test]
fn every_way_is_drawn_and_those_that_apply_evenly() {
    let (mut drawn, mut expected) = (BTreeMap::<Way, u32>::new(), BTreeMap::<Way, f64>::new());
    for target in ["max", "reduce_max", "framework_max", "clip"] {
        let target = Target::named(target).expect("a target");
        for number in 0..12_000 {
            let data: Vec<u8> = std::iter::once(4).chain((0..500).map(|i| scrambled(number * 500 + i))).collect();
            let case = target.decode(&data).expect("a case");
            if Facts::new(&case).invalid().is_some() {
                continue;
            }
            let plain = case.clone().with_way(Way::Plain);
            let suiting: Vec<Way> = Way::all().filter(|&way| way != Way::Plain && way.suits(&plain)).collect();
            *drawn.entry(case.way).or_default() += 1;
            for &way in &suiting {
                *expected.entry(way).or_default() += 1.0 / suiting.len() as f64;
            }
        }
    }
    for way in Way::all().filter(|&way| way != Way::Plain) {
        let [count, due] = [drawn.get(&way).map_or(0.0, |&it| it.into()), expected.get(&way).copied().unwrap_or(0.0)];
        assert!(count > 0.0, "{way} is not drawn, and due {due} times");
        assert!((count - due).abs() < 6.0 + 6.0 * due.sqrt(), "{way} is drawn {count} times, and due {due} times");
    }
}

#[test]
fn lengths_gather_around_vector_widths_and_blocks() {
    let inputs: Vec<Tensor> = (0..10_000).flat_map(|number| random(OPERATORS, 1, number).inputs).collect();
    let lengths: BTreeSet<usize> = inputs.iter().filter(|input| input.shape().len() == 1).map(Tensor::len).collect();
    let wanted = [0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1023, 1025];
    assert!(wanted.iter().all(|length| lengths.contains(length)), "{lengths:?}");
    // And beyond what 16 bits count.
    assert!(lengths.range(65_537..).next().is_some());
    assert!(inputs.iter().any(|input| input.offset() > 0));
}

#[test]
fn types_are_mixed_and_old_versions_drawn() {
    let mut mixed = BTreeSet::new();
    let mut old = BTreeSet::new();
    for number in 0..10_000 {
        let case = random(OPERATORS, 1, number);
        if case.types().name() == "mixed" {
            mixed.insert(case.operator.qualified());
        }
        if case.opset < case.operator.newest() {
            old.insert((case.operator.qualified(), case.opset));
        }
    }
    assert!(mixed.contains("Max") && mixed.contains("numpy.fmin") && mixed.contains("paddle.maximum"), "{mixed:?}");
    let versions: usize = OPERATORS.iter().map(|operator| operator.versions.len() - 1).sum();
    assert_eq!(old.len(), versions, "{old:?}");
}

/// Half of all distinct values are special ones, and so are all that are set apart.
#[test]
fn half_of_the_values_are_special() {
    let (mut special, mut all) = (0, 0);
    for number in 0..3000 {
        let case = random(OPERATORS, 1, number);
        let Some(input) = case.inputs.first().filter(|input| input.dtype() == DType::F64) else { continue };
        let distinct: BTreeSet<u64> = input.to_bits().into_iter().collect();
        all += distinct.len();
        // Arbitrary bits of an f64 have some of their last 20 bits set; special ones hardly ever do.
        let is_special = |bits: &&u64| **bits & 0xf_fff0 == 0 || **bits & 0xf_fff0 == 0xf_fff0;
        special += distinct.iter().filter(is_special).count();
    }
    let share = f64::from(special as u32) / all as f64;
    assert!((0.45..0.85).contains(&share), "{share} of {all}");
}

#[test]
fn the_generator_refuses_no_data() {
    let bytes: Vec<u8> = (0..2000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for data in (0..300).map(|length| &bytes[length..2 * length]).chain([&[0_u8; 64][..], &[0xff; 4096]]) {
        for target in &TARGETS {
            let case = || generate::case(&mut Unstructured::new(data), target.operators()).expect("a case");
            assert_eq!(case().id(), case().id());
        }
    }
    assert!(SOURCES.iter().any(|source| source.name == generate::SOURCE));
}
