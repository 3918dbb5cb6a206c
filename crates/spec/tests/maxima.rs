//! The maxima of other documents, held against each other, against the profiles of the same documents, against functions that do
//! what they say, and their clauses against their sets.

mod common;
mod maxima {
    pub(crate) mod bits;
    mod documents;
    pub(crate) mod functions;
}

use std::collections::BTreeSet;
use std::time::Duration;

use common::{bits, case, tensor};
use maxima::bits::OF_BITS;
use maxima::functions::{FUNCTIONS, Function};
use opconform_spec::{
    Bits, Case, Choices, Clause, Decision, Direction, ElementSet, Facts, Family, Level, MAXIMA, Nan, Nans, Operator,
    Outcome, Profile, Scope, Trial, Zeros, clauses, judge, profiles,
};
use opconform_tensor::{Class, DType, Tensor};

/// Operands in which documents differ, and some in which none may.
const OPERANDS: [&str; 10] = ["0.0", "-0.0", "min_subnormal", "1.0", "-1.0", "-2.0", "inf", "nan", "nan1", "snan"];

/// The same of a type that has neither infinities nor payloads.
const WITHOUT_INFINITIES: [&str; 9] =
    ["0.0", "-0.0", "min_subnormal", "1.0", "-1.0", "-2.0", "max_finite", "nan", "-nan"];

fn operands(dtype: DType) -> Vec<u64> {
    let lacks_infinities = dtype.float().is_some_and(|float| float.infinity().is_none());
    let names: &[&str] = if lacks_infinities { &WITHOUT_INFINITIES } else { &OPERANDS };
    names.iter().map(|name| bits(dtype, name)).collect()
}

fn pairs(dtype: DType) -> impl Iterator<Item = [u64; 2]> {
    let operands = operands(dtype);
    operands.clone().into_iter().flat_map(move |a| operands.clone().into_iter().map(move |b| [a, b]))
}

/// Results that somebody may give: each operand; and NaNs of bits that no operand has, of the canonical payload, quiet and
/// signalling.
fn results(dtype: DType) -> Vec<u64> {
    let float = dtype.float().expect("a float type");
    let others = [float.nan(0) | float.sign(), float.nan(2)].into_iter().chain(float.signalling_nan(2));
    operands(dtype).into_iter().chain(others).collect()
}

fn named(name: &str) -> &'static Profile {
    Profile::named(name).unwrap_or_else(|| panic!("no profile {name}"))
}

fn call(operator: &'static Operator, inputs: Vec<Tensor>) -> Case {
    let mut case = case(operator.newest(), inputs);
    case.operator = operator;
    case
}

/// Operands of one element each, or a row of them that is reduced to one.
fn of(operator: &'static Operator, dtype: DType, operands: &[u64]) -> Case {
    match operator.form.operands() {
        1 => call(operator, vec![tensor(dtype, &[operands.len()], operands)]),
        _ => call(operator, operands.iter().map(|&bits| tensor(dtype, &[1], &[bits])).collect()),
    }
}

/// A result of one element.
fn gives(dtype: DType, result: u64) -> Outcome {
    Outcome::Output(vec![tensor(dtype, &[1], &[result])])
}

/// The clauses that a function breaks on two operands, as [`broken`] has them.
fn broken_by(function: Function, profile: &'static Profile, operands: [u64; 2], level: Level) -> Vec<&'static str> {
    let [a, b] = operands.map(|bits| bits as u32);
    let outcome = gives(DType::F32, function(a, b).into());
    broken(profile, &of(profile.operators[0], DType::F32, &operands), &outcome, level)
}

/// The ids of the profile's clauses that an outcome breaks, of one level; checks that the MUST clauses object exactly where the
/// sets do.
fn broken(profile: &'static Profile, case: &Case, outcome: &Outcome, level: Level) -> Vec<&'static str> {
    let facts = Facts::new(case);
    let trial = Trial::new(&facts, outcome);
    let decisions = judge(&trial, &Scope::of(&facts, &[profile]));
    let of_level = |level| {
        let violated = clauses().zip(&decisions).filter(|(_, decision)| Decision::is_violation(decision));
        violated.filter(move |(clause, _)| clause.level == level).map(|(clause, _)| clause.id)
    };
    let by_sets = profile.judge(&trial).is_violation();
    let must: Vec<&str> = of_level(Level::Must).collect();
    assert_eq!(by_sets, !must.is_empty(), "{} {:?} {outcome:?} {must:?}", profile.name, case.inputs);
    of_level(level).filter(|id| !id.starts_with("ROBUST")).collect()
}

#[test]
fn every_profile_quotes_its_document() {
    for profile in profiles() {
        let choices = &profile.choices;
        assert!(profile.link.starts_with("https://"), "{}", profile.name);
        let [signalling, ignoring] = [choices.signalling, choices.ignoring].map(|choice| choice?.words);
        let Choices { nan, nans, bits, zeros, many, nothing, .. } = choices;
        let quoted = [nan.words, signalling, ignoring, nans.words, bits.words, zeros.words, *many, nothing.words];
        for words in quoted.into_iter().flatten().chain([choices.value]) {
            assert!(!words.is_empty() && !words.contains("  ") && !words.contains('…'), "{}: {words}", profile.name);
            let is_said = clauses().any(|clause| clause.profiles.contains(&profile.name) && clause.words == words);
            let leaves_open = choices.signalling.filter(|choice| choice.rule == Nan::Open).and_then(|it| it.words);
            let of_many = choices.many.filter(|_| MAXIMA.contains(&profile));
            let of_no_clause = [leaves_open, choices.zeros.words, choices.nans.words, of_many];
            assert!(is_said || of_no_clause.contains(&Some(words)), "{}: no clause says: {words}", profile.name);
        }
    }
}

#[test]
fn clauses_object_where_sets_do() {
    let (mut judged, mut objecting) = (0, BTreeSet::new());
    for profile in MAXIMA {
        let dtypes = profile.choices.dtypes;
        let is_of_one_shape = |operator: &&&Operator| operator.form.operands() > 1 || operator.form.is_onnx();
        for &operator in profile.operators.iter().filter(is_of_one_shape) {
            for &dtype in
                dtypes.iter().filter(|dtype| dtype.is_float() && (operator.types)(operator.newest()).contains(dtype))
            {
                for operands in pairs(dtype) {
                    let case = of(operator, dtype, &operands);
                    for result in results(dtype) {
                        let outcome = gives(dtype, result);
                        for level in [Level::Must, Level::Should] {
                            objecting.extend(broken(profile, &case, &outcome, level).into_iter().map(|id| (id, dtype)));
                        }
                        judged += 1;
                    }
                }
            }
        }
        let [a, b] = [[2, 1], [1, 3]].map(|shape| tensor(DType::F32, &shape, &vec![0; shape.iter().product()]));
        let operator = profile.operators[0];
        let lists = match operator.form.operands() {
            1 => vec![vec![a], vec![b]],
            _ => vec![vec![a.clone(), a.clone()], vec![a, b]],
        };
        for inputs in lists {
            let case = call(operator, inputs);
            for outcome in [
                Outcome::Rejected("no".to_owned()),
                Outcome::Crashed("signal 11".to_owned().into()),
                Outcome::TimedOut(Duration::from_secs(1)),
                Outcome::Output(vec![tensor(DType::F32, &[2, 3], &[0; 6])]),
                Outcome::Output(vec![tensor(DType::F64, &[2, 1], &[0; 2])]),
                Outcome::Output(Vec::new()),
            ] {
                broken(profile, &case, &outcome, Level::Must);
            }
        }
    }
    assert!(judged > 50_000, "{judged}");
    for clause in clauses().filter(|clause| MAXIMA.iter().any(|it| clause.profiles == [it.name])) {
        let speaks = |dtype: &&DType| dtype.is_float() && clause.silence(**dtype).is_none();
        for &dtype in DType::ALL.iter().filter(speaks) {
            assert!(objecting.contains(&(clause.id, dtype)), "{} objects to nothing of {dtype}", clause.id);
        }
    }
}

#[test]
fn what_folds_over_an_axis_is_judged_there() {
    let (profile, dtype) = (named("stablehlo"), DType::F32);
    let [nan, one, zero, negative] = ["nan", "1.0", "0.0", "-0.0"].map(|name| bits(dtype, name));
    for (operator, operands, results) in [
        ("ReduceMax", [one, nan, zero], [(nan, None), (one, Some("STABLEHLO-MAX-NAN"))]),
        ("numpy.amax", [negative, zero, negative], [(zero, None), (negative, Some("STABLEHLO-MAX-ZERO"))]),
        ("ReduceMin", [one, zero, negative], [(negative, None), (zero, Some("STABLEHLO-MAX-ZERO"))]),
        ("numpy.amin", [one, zero, one], [(zero, None), (one, Some("STABLEHLO-MAX-VALUE"))]),
    ] {
        let operator = Operator::named(operator).expect("an operator");
        let case = call(operator, vec![tensor(dtype, &[3], &operands)]);
        let shape: &[usize] = if operator.form.is_onnx() { &[1] } else { &[] };
        for (result, clause) in results {
            let outcome = Outcome::Output(vec![tensor(dtype, shape, &[result])]);
            assert_eq!(broken(profile, &case, &outcome, Level::Must).first().copied(), clause, "{}", operator.name);
        }
        let scope = |profile: &str| Scope::of(&Facts::new(&case), &[named(profile)]).profiles().len();
        assert_eq!((scope("stablehlo"), scope("rust"), scope("torch-maximum")), (1, 0, 0));
    }
}

#[test]
fn what_no_document_leaves_open_is_the_same_in_all() {
    for dtype in [DType::F16, DType::F32, DType::F64] {
        for (first, second, greater) in
            [("1.0", "-1.0", "1.0"), ("-1.0", "inf", "inf"), ("0.0", "min_subnormal", "min_subnormal")]
        {
            for profile in MAXIMA {
                let operands = [bits(dtype, first), bits(dtype, second)];
                let Some(set) = profile.allows(Direction::Max, dtype, operands) else { continue };
                // TOSA alone lets a machine take a subnormal number for a zero.
                let flushes = profile.family == Family::Tosa && greater == "min_subnormal";
                let expected = if flushes { ElementSet::NumberOrZero } else { ElementSet::Only }(bits(dtype, greater));
                assert_eq!(set, expected, "{} {dtype} {first} {second}", profile.name);
            }
        }
    }
}

#[test]
fn a_minimum_is_the_maximum_of_the_negated_operands() {
    let dtype = DType::F32;
    let negated = |bits: u64| bits ^ 0x8000_0000;
    let turned = |set: ElementSet| match set {
        ElementSet::Only(bits) => ElementSet::Only(negated(bits)),
        ElementSet::NumberOrZero(bits) => ElementSet::NumberOrZero(negated(bits)),
        ElementSet::FlushedOnTheWay(bits) => ElementSet::FlushedOnTheWay(negated(bits)),
        ElementSet::NanOrNumber(bits, gap) => ElementSet::NanOrNumber(negated(bits), gap),
        ElementSet::QuietNanOr(kept) => ElementSet::QuietNanOr(kept.map(negated)),
        other => other,
    };
    for profile in MAXIMA {
        for operands in pairs(dtype) {
            // A machine that makes a NaN of its own makes the same one in both directions.
            let choices = &profile.choices;
            let is_canonical =
                choices.bits.rule == Bits::Canonical && operands.iter().any(|&bits| Class::of(dtype, bits).is_nan());
            let turned = profile.allows(Direction::Max, dtype, operands.map(negated)).map(turned);
            let minimum = profile.allows(Direction::Min, dtype, operands);
            // The least magnitude is of other operands than the greatest, and a NaN below all numbers is not above them.
            let is_one_sided = choices.is_of_magnitudes() || choices.nan.rule == Nan::Least;
            assert!(is_one_sided || is_canonical || minimum == turned, "{} {operands:x?}", profile.name);
        }
    }
}

#[test]
fn who_names_the_maximum_of_ieee_754_allows_what_its_profile_allows() {
    for dtype in [DType::Bf16, DType::F16, DType::F32, DType::F64] {
        for operands in pairs(dtype) {
            for direction in [Direction::Max, Direction::Min] {
                let [a, b] = ["stablehlo", "ieee754-2019"].map(|name| named(name).allows(direction, dtype, operands));
                assert!(a == b, "{dtype} {direction:?} {operands:x?}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn who_names_no_sign_of_a_zero_asks_for_none() {
    let [zero, negative] = ["0.0", "-0.0"].map(|name| bits(DType::F32, name));
    let of_like_zeros = |profile: &Profile| {
        let sets = [zero, negative].map(|it| profile.allows(Direction::Max, DType::F32, [it, it]));
        sets.map(|set| set.is_some_and(|set| set.contains(DType::F32, zero) && set.contains(DType::F32, negative)))
    };
    let (mut silent, mut speaking) = (0, 0);
    for profile in profiles().filter(|it| it.allows(Direction::Max, DType::F32, [zero; 2]).is_some()) {
        let zeros = profile.choices.zeros;
        let leaves_signs_open = zeros.level == Level::Should || zeros.rule == Zeros::Flushed;
        assert_eq!(of_like_zeros(profile), [leaves_signs_open; 2], "{}", profile.name);
        *if leaves_signs_open { &mut silent } else { &mut speaking } += 1;
    }
    assert!(silent > 15 && speaking > 20, "{silent} {speaking}");
}

/// Documents of the same choices: no answer is a fault by one of a row here, and none by another of the row.
const ALIKE: &[&[&str]] = &[
    &["ecmascript", "java", "stablehlo", "c-fmaximum"],
    &["llvm-maximum", "rust-maximum"],
    &["c-fmaximum-num", "dotnet-maxnumber"],
    &["c-fmaximum-mag", "dotnet-maxmagnitude"],
    &["c-fmaximum-mag-num", "dotnet-maxmagnitudenumber"],
    // One shows in a formula what others do not mention; the last three are of reductions, and do not mention it or show it in an example.
    &["tensorflow", "webnn-max", "dotnet-vector128-max", "dotnet-tensor-max", "torch-amax", "tensorflow-reduce-max"],
    // Of a maximum, a NaN that is below every number is ignored.
    &["torch-fmax", "dotnet-enumerable-max"],
];

/// The answers to pairs of operands that break a MUST clause of a profile.
fn faults(profile: &'static Profile) -> BTreeSet<([u64; 2], u64)> {
    let dtype = DType::F32;
    let answers = pairs(dtype).flat_map(|pair| results(dtype).into_iter().map(move |result| (pair, result)));
    answers
        .filter(|&(pair, result)| {
            let case = of(profile.operators[0], dtype, &pair);
            !broken(profile, &case, &gives(dtype, result), Level::Must).is_empty()
        })
        .collect()
}

#[test]
fn two_documents_are_told_apart_by_an_answer_unless_their_choices_are_the_same() {
    let faults: Vec<_> = MAXIMA.iter().map(|profile| (profile.name, faults(profile))).collect();
    for (at, (first, of_first)) in faults.iter().enumerate() {
        for (second, of_second) in &faults[at + 1..] {
            let are_alike = ALIKE.iter().any(|row| row.contains(first) && row.contains(second));
            assert_eq!(of_first == of_second, are_alike, "{first} {second}");
        }
    }
}

/// Every function, with who allows what it does.
fn functions() -> impl Iterator<Item = &'static (&'static str, Function, &'static [&'static str])> {
    FUNCTIONS.iter().chain(OF_BITS)
}

#[test]
fn a_function_conforms_to_those_that_allow_all_that_it_does() {
    for &(what, function, expected) in functions() {
        let conforms = |profile: &&&'static Profile| {
            pairs(DType::F32).all(|operands| broken_by(function, profile, operands, Level::Must).is_empty())
        };
        let mut found: Vec<&str> = MAXIMA.iter().filter(conforms).map(|profile| profile.name).collect();
        found.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "{what}");
    }
    let shown = |profile: &&&Profile| functions().any(|(.., names)| names.contains(&profile.name));
    assert_eq!(MAXIMA.iter().filter(shown).count(), MAXIMA.len(), "a profile that no function here conforms to");
}

#[test]
fn the_bits_of_a_nan_are_a_choice_of_their_own() {
    let alone = |clause: &&'static Clause| {
        let profile = named(clause.profiles[0]);
        functions().any(|&(_, function, _)| {
            let broken = pairs(DType::F32).flat_map(|operands| {
                let of_level = move |level| broken_by(function, profile, operands, level);
                [Level::Must, Level::Should].into_iter().flat_map(of_level)
            });
            broken.collect::<BTreeSet<_>>() == BTreeSet::from([clause.id])
        })
    };
    let of_bits =
        |clause: &&Clause| clause.id.ends_with("-NAN-BITS") && MAXIMA.iter().any(|it| clause.profiles == [it.name]);
    let told: Vec<&Clause> = clauses().filter(of_bits).collect();
    assert!(told.len() > 10, "{}", told.len());
    for clause in told {
        assert!(alone(&clause), "no function here breaks {} alone", clause.id);
    }
    // Who says what becomes of the bits of a NaN says which NaN it is.
    for choices in MAXIMA.iter().map(|profile| &profile.choices) {
        let is_of_one = matches!(choices.bits.rule, Bits::Kept | Bits::Quieted);
        let is_named = choices.nans.rule != Nans::Any
            && (matches!(choices.nan.rule, Nan::First | Nan::Second) || choices.bits.rule == Bits::Quieted);
        assert!(!is_of_one || is_named, "{choices:?}");
    }
}

#[test]
fn each_step_of_a_call_may_take_a_subnormal_result_for_a_zero() {
    let dtype = DType::F32;
    let (larger, smaller) = (0x0040_0000, 2);
    let is_open = |operator: &str, operands: &[u64]| {
        let operator = Operator::named(operator).expect("an operator");
        let set = named("tosa-propagate").element_set(&Facts::new(&of(operator, dtype, operands)), 0);
        assert!(set.contains(dtype, larger) && set.contains(dtype, 0x8000_0000), "{set:?}");
        assert!(!set.contains(dtype, larger + 1) && !set.contains(dtype, 0x8000_0001), "{set:?}");
        set.contains(dtype, smaller)
    };
    assert!(!is_open("Max", &[larger, smaller]), "one step");
    assert!(is_open("Max", &[larger, 0, smaller]), "two steps");
    assert!(is_open("ReduceMax", &[larger, smaller]), "what a reduction begins with is an operand of its first step");
    assert!(!is_open("Max", &[larger, 0x8000_0002, 0]), "a zero is above what is negative");
}

/// What may come of a maximum of one operand after the other, each result of which may be a zero where it is subnormal.
fn flushed_on_the_way(dtype: DType, operands: &[u64]) -> BTreeSet<u64> {
    let flushed = |bits: u64| {
        let zeros = [0, dtype.top_bit()].into_iter().filter(move |_| Class::of(dtype, bits).is_subnormal());
        std::iter::once(bits).chain(zeros)
    };
    let value = |bits: u64| f32::from_bits(bits as u32);
    let greater = |a: u64, b: u64| if value(a) < value(b) { b } else { a };
    let mut results = BTreeSet::from([operands[0]]);
    for &operand in &operands[1..] {
        results = results.into_iter().flat_map(|result| flushed(greater(result, operand))).collect();
    }
    results
}

#[test]
fn who_takes_some_subnormal_results_for_zeros_is_left_in_peace() {
    let dtype = DType::F32;
    let values = [0, 0x8000_0000, 2, 0x0040_0000, 0x007F_FFFF, 0x8000_0002, 0x3F80_0000];
    let (mut judged, max) = (0, Operator::named("Max").expect("Max"));
    let all = values.into_iter().flat_map(|a| values.into_iter().flat_map(move |b| values.map(|c| vec![a, b, c])));
    let pairs = values.into_iter().flat_map(|a| values.map(|b| vec![a, b]));
    for operands in all.chain(pairs) {
        let case = of(max, dtype, &operands);
        for result in flushed_on_the_way(dtype, &operands) {
            for profile in ["tosa-propagate", "tosa-ignore"] {
                let objecting = broken(named(profile), &case, &gives(dtype, result), Level::Must);
                assert!(objecting.is_empty(), "{profile}: {operands:x?} gave {result:x}: {objecting:?}");
                judged += 1;
            }
        }
    }
    assert!(judged > 1_000, "{judged} results");
    // In one step, a lesser operand is no result.
    let objecting = broken(named("tosa-propagate"), &of(max, dtype, &[0x0040_0000, 2]), &gives(dtype, 2), Level::Must);
    assert_eq!(objecting, ["TOSA-PROPAGATE-VALUE"]);
}
