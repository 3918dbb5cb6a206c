//! What is said of a large result, where one element stands for those alike, is what is said of its parts together, where each
//! stands for itself.

mod common;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use common::{bits, case, tensor};
use opconform_spec::{
    Attribute, Behaviours, Case, Facts, Observations, Operator, Outcome, PROFILES, PairResults, Profile, Scope, Trial,
    Verdict, judge,
};
use opconform_tensor::{DType, Tensor, Value};

/// The profiles that are asked: those of the sources, and of those that compare absolute values one for each operator.
static ASKED: LazyLock<Vec<&'static Profile>> = LazyLock::new(|| {
    let of_magnitudes = ["dotnet-maxmagnitude", "c-fmaximum-mag", "c-fmaximum-mag-num"].map(Profile::named);
    PROFILES.iter().copied().chain(of_magnitudes.into_iter().flatten()).collect()
});

/// Elements of the large result, and of each of its parts.
const LARGE: usize = 4200;
const PART: usize = 420;

/// Elements of each span in a part of a large memory: the three of them are fewer than a large result has.
const SPAN: usize = 140;

/// How the operands meet: of each, its shape in the whole and in a part; and which element of the second is at a position.
type Layout = ([[&'static [usize]; 2]; 2], fn(position: usize) -> usize);

/// Operands of one shape, a row that meets every row, and a column that meets every column.
const LAYOUTS: [Layout; 3] = [
    ([[&[LARGE], &[PART]], [&[LARGE], &[PART]]], |position| position),
    ([[&[LARGE / PART, PART], &[1, PART]], [&[PART], &[PART]]], |position| position % PART),
    ([[&[LARGE / PART, PART], &[1, PART]], [&[LARGE / PART, 1], &[1, 1]]], |position| position / PART),
];

/// What an implementation makes of two operands at a position.
type Answer = fn(first: u64, second: u64, position: usize) -> u64;

/// Right for some of the operands at least, wrong in ways that depend on signs, order or nothing at all.
const ANSWERS: [Answer; 5] = [
    |first, second, _| first.max(second),
    |first, second, _| first.min(second),
    |first, _, _| first,
    |first, second, position| if position % 7 == 3 { second } else { first.max(second) },
    |first, second, position| if position % 2999 == 5 { 1 } else { first.min(second) },
];

/// Elements of every class, most of them normal numbers of both signs.
fn operands(dtype: DType, salt: u64) -> Vec<u64> {
    let names: &[&str] =
        if dtype.is_float() { &["nan", "inf", "-inf", "0.0", "-0.0", "1.0", "-1.0"] } else { &["0", "1", "max"] };
    let special: Vec<u64> = names.iter().map(|name| bits(dtype, name)).collect();
    let element = |at: u64| {
        let mixed = (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ salt << 40);
        let mixed = mixed ^ mixed >> 29;
        if mixed.is_multiple_of(5) { special[mixed as usize / 5 % special.len()] } else { mixed >> 7 & dtype.mask() }
    };
    (0..LARGE as u64).map(element).collect()
}

/// A call's operands and what was found, of which the latter has the shape of the first operand.
struct Call<'a> {
    shapes: [&'a [usize]; 2],
    first: &'a [u64],
    second: &'a [u64],
    found: &'a [u64],
    /// Which element of the second operand is at a position.
    meets: fn(usize) -> usize,
}

impl Call<'_> {
    /// What is said of it as a call on two tensors.
    fn of_tensors(&self, operator: &'static Operator, dtype: DType) -> Vec<[u64; 4]> {
        let &Self { shapes, first, second, found, meets } = self;
        let [of_first, of_second] = shapes.map(|shape| move |elements: &[u64]| tensor(dtype, shape, elements));
        let mut case = case(operator.newest(), vec![of_first(first), of_second(second)]);
        case.operator = operator;
        let operands_at = |position: usize| (position, vec![first[position], second[meets(position)]]);
        said(&case, of_first(found), operands_at)
    }

    /// What is said of it as a call on spans, one after the other in one memory. What `spoilt` says of its first operand is written
    /// over.
    fn of_spans(&self, operator: &'static Operator, dtype: DType, spoilt: fn(u64) -> bool) -> Vec<[u64; 4]> {
        let &Self { first, second, found, .. } = self;
        let length = found.len();
        let memory = |parts: [&[u64]; 3]| tensor(dtype, &[3 * length], &parts.concat());
        let mut case = case(operator.newest(), vec![memory([first, second, &vec![0; length]])]);
        case.operator = operator;
        for (place, name) in ["x", "y", "destination"].into_iter().enumerate() {
            let span = [place * length, length].map(|number| number as i64);
            case.attributes.insert(name.into(), Attribute::Ints(span.to_vec()));
        }
        let after: Vec<u64> = first.iter().map(|&bits| if spoilt(bits) { bits ^ 1 } else { bits }).collect();
        let operands_at = |position: usize| match position % length {
            at if position >= 2 * length => (at, vec![first[at], second[at]]),
            at if position >= length => (at, vec![second[at]]),
            at => (at, vec![first[at]]),
        };
        said(&case, memory([&after, second, found]), operands_at)
    }
}

/// What is said of an outcome: of each clause and profile what was compared and left open, how often it is violated, and where
/// first; what was observed. Of a position of the result, `operands_at` gives the place in its operands, and what meets there.
fn said(case: &Case, found: Tensor, operands_at: impl Fn(usize) -> (usize, Vec<u64>)) -> Vec<[u64; 4]> {
    let (facts, outcome) = (Facts::new(case), Outcome::Output(vec![found]));
    let (trial, scope) = (Trial::new(&facts, &outcome), Scope::of(&facts, &ASKED));
    let violated = |verdict: &Verdict| match verdict {
        Verdict::Violates(witness) => {
            let (place, operands) = operands_at(witness.position.unwrap_or(usize::MAX));
            assert_eq!(witness.operands.iter().map(|value| value.bits()).collect::<Vec<_>>(), operands);
            [witness.count, place as u64]
        }
        _ => [0, u64::MAX],
    };
    let mut said = Vec::new();
    for decision in judge(&trial, &scope) {
        let [count, position] = violated(&decision.verdict);
        said.push([decision.compared, decision.gaps, count, position]);
    }
    for profile in &*ASKED {
        let verdict = profile.judge(&trial);
        let [count, position] = violated(&verdict);
        said.push([u64::from(!matches!(verdict, Verdict::NotApplicable)), 0, count, position]);
    }
    let behaviours = Behaviours::of(&trial);
    let mut seen: Vec<_> = behaviours.seen.iter().map(|seen| (seen.classes, seen.taken, seen.found)).collect();
    let (count, first) = (behaviours.seen.iter().map(|seen| seen.count).sum(), seen.first().copied());
    said.push([count, 0, 0, u64::MAX]);
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), behaviours.seen.len());
    assert_eq!(first.is_some(), !seen.is_empty());
    // Each special pair is seen once or compared with one that was.
    let observed = Observations::of(&trial, &scope);
    let (compared, _) = PairResults::default().note(0, &observed);
    let pairs: BTreeSet<_> = observed.results().map(|(operands, ..)| operands.map(Value::bits)).collect();
    let first = observed.results().map(|(_, _, position)| operands_at(position).0 as u64).next();
    said.push([compared + pairs.len() as u64, 0, 0, first.unwrap_or(u64::MAX)]);
    said
}

/// What is said of a whole call and of its parts: the same, but that a profile, and a clause on whole answers, is asked once of each part.
/// Gives the number of violations and of elements that were compared.
#[track_caller]
fn is_said_of_the_parts(whole: &[[u64; 4]], parts: impl ExactSizeIterator<Item = (usize, Vec<[u64; 4]>)>) -> [u64; 2] {
    let count = parts.len() as u64;
    let mut together = vec![[0, 0, 0, u64::MAX]; whole.len()];
    for (start, said) in parts {
        for (sum, part) in together.iter_mut().zip(said) {
            let position = part[3].saturating_add(start as u64);
            *sum = [sum[0] + part[0], sum[1] + part[1], sum[2] + part[2], sum[3].min(position)];
        }
    }
    for (whole, together) in whole.iter().zip(&mut together) {
        if whole[..2] == [1, 0] && together[0] == count {
            together[0] = 1;
        }
    }
    assert_eq!(whole, together);
    [2, 0].map(|which| whole.iter().map(|said| said[which]).sum())
}

const DTYPES: [DType; 6] = [DType::F16, DType::F32, DType::F64, DType::I8, DType::I64, DType::U16];

#[test]
fn one_element_stands_for_those_alike() {
    let mut told = [0; 2];
    for (operator, dtype) in
        ["Max", "Min", "numpy.maximum", "numpy.fmin"].into_iter().flat_map(|o| DTYPES.map(|d| (o, d)))
    {
        let operator = Operator::named(operator).expect("an operator");
        let (first, second) = (operands(dtype, 1), operands(dtype, 2));
        for (answer, ([of_first, of_second], meets)) in ANSWERS.into_iter().flat_map(|a| LAYOUTS.map(|l| (a, l))) {
            let second = &second[..=meets(LARGE - 1)];
            let pairs = first.iter().enumerate().map(|(at, &first)| (at, first, second[meets(at)]));
            let found: Vec<u64> = pairs.map(|(at, first, second)| answer(first, second, at)).collect();
            let shapes = [of_first[0], of_second[0]];
            let whole = Call { shapes, first: &first, second, found: &found, meets }.of_tensors(operator, dtype);
            let parts = (0..LARGE).step_by(PART).map(|start| {
                let part = start..start + PART;
                let second = &second[meets(start)..=meets(part.end - 1)];
                let shapes = [of_first[1], of_second[1]];
                let call = Call { shapes, first: &first[part.clone()], second, found: &found[part], meets };
                (start, call.of_tensors(operator, dtype))
            });
            let more = is_said_of_the_parts(&whole, parts);
            told = [told[0] + more[0], told[1] + more[1]];
        }
    }
    assert!(told[0] > 100_000 && told[1] > 1_000_000, "{told:?}");
}

#[test]
fn one_element_of_a_memory_stands_for_those_alike() {
    let mut told = [0; 2];
    for (operator, dtype) in ["dotnet.SpanMax", "dotnet.SpanMin"].into_iter().flat_map(|o| DTYPES.map(|d| (o, d))) {
        let operator = Operator::named(operator).expect("an operator");
        let (first, second) = (operands(dtype, 1), operands(dtype, 2));
        let of = |part: std::ops::Range<usize>, found: &[u64], spoilt| {
            let (first, second, found) = (&first[part.clone()], &second[part.clone()], &found[part]);
            let call = Call { shapes: [&[], &[]], first, second, found, meets: |position| position };
            call.of_spans(operator, dtype, spoilt)
        };
        // What is left alone is spoilt beside right results only: which of two is wrong first depends on where the spans lie.
        let spoilt: [fn(u64) -> bool; 2] = [|_| false, |bits| bits % 5 == 1];
        let right: Answer = if operator.is_minimum() { ANSWERS[1] } else { ANSWERS[0] };
        let answers = ANSWERS.map(|answer| (answer, spoilt[0])).into_iter().chain([(right, spoilt[1])]);
        for (answer, spoilt) in answers {
            let found: Vec<u64> = (0..LARGE).map(|at| answer(first[at], second[at], at)).collect();
            let parts = (0..LARGE).step_by(SPAN).map(|start| (start, of(start..start + SPAN, &found, spoilt)));
            let more = is_said_of_the_parts(&of(0..LARGE, &found, spoilt), parts);
            told = [told[0] + more[0], told[1] + more[1]];
        }
    }
    assert!(told[0] > 100_000 && told[1] > 900_000, "{told:?}");
}
