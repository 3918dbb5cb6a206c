//! What is said of a large result, where one element stands for those alike, is what is said of its parts together, where each
//! stands for itself.

mod common;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use common::{bits, case, tensor};
use opconform_spec::{
    Behaviours, Facts, LaneLedger, Observations, Operator, Outcome, PROFILES, Profile, Scope, Trial, Verdict, judge,
};
use opconform_tensor::{DType, Value};

/// The profiles that are asked: those of the sources, and of those that compare absolute values one for each operator.
static ASKED: LazyLock<Vec<&'static Profile>> = LazyLock::new(|| {
    let of_magnitudes = ["dotnet-maxmagnitude", "c-fmaximum-mag", "c-fmaximum-mag-num"].map(Profile::named);
    PROFILES.iter().copied().chain(of_magnitudes.into_iter().flatten()).collect()
});

/// Elements of the large result, and of each of its parts.
const LARGE: usize = 4200;
const PART: usize = 420;

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

/// What is said of an outcome: of each clause and profile what was compared and left open, how often it is violated, and where
/// first; what was observed.
fn said(operator: &'static Operator, dtype: DType, call: &Call<'_>) -> Vec<[u64; 4]> {
    let &Call { shapes, first, second, found, meets } = call;
    let [of_first, of_second] = shapes.map(|shape| move |elements: &[u64]| tensor(dtype, shape, elements));
    let mut case = case(operator.newest(), vec![of_first(first), of_second(second)]);
    case.operator = operator;
    let (facts, outcome) = (Facts::new(&case), Outcome::Output(vec![of_first(found)]));
    let (trial, scope) = (Trial::new(&facts, &outcome), Scope::of(&facts, &ASKED));
    let violated = |verdict: &Verdict| match verdict {
        Verdict::Violates(witness) => {
            let position = witness.position.unwrap_or(usize::MAX);
            assert_eq!(
                witness.operands.iter().map(|value| value.bits()).collect::<Vec<_>>(),
                [first[position], second[meets(position)]]
            );
            [witness.count, position as u64]
        }
        _ => [0, u64::MAX],
    };
    let mut said = Vec::new();
    for decision in judge(&trial, &scope).clauses {
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
    let (compared, _) = LaneLedger::default().note(0, &observed);
    let pairs: BTreeSet<_> = observed.results().map(|(operands, ..)| operands.map(Value::bits)).collect();
    let first = observed.results().map(|(_, _, position)| position as u64).next();
    said.push([compared + pairs.len() as u64, 0, 0, first.unwrap_or(u64::MAX)]);
    said
}

#[test]
fn one_element_stands_for_those_alike() {
    let (mut violations, mut compared) = (0, 0);
    for operator in ["Max", "Min", "numpy.maximum", "numpy.fmin"] {
        let operator = Operator::named(operator).expect("an operator");
        for dtype in [DType::F16, DType::F32, DType::F64, DType::I8, DType::I64, DType::U16] {
            let (first, second) = (operands(dtype, 1), operands(dtype, 2));
            for (answer, ([of_first, of_second], meets)) in ANSWERS.into_iter().flat_map(|a| LAYOUTS.map(|l| (a, l))) {
                let second = &second[..=meets(LARGE - 1)];
                let pairs = first.iter().enumerate().map(|(at, &first)| (at, first, second[meets(at)]));
                let found: Vec<u64> = pairs.map(|(at, first, second)| answer(first, second, at)).collect();
                let shapes = [of_first[0], of_second[0]];
                let whole = said(operator, dtype, &Call { shapes, first: &first, second, found: &found, meets });
                let mut together = vec![[0, 0, 0, u64::MAX]; whole.len()];
                for start in (0..LARGE).step_by(PART) {
                    let part = start..start + PART;
                    let call = Call {
                        shapes: [of_first[1], of_second[1]],
                        first: &first[part.clone()],
                        second: &second[meets(start)..=meets(part.end - 1)],
                        found: &found[part],
                        meets,
                    };
                    for (sum, part) in together.iter_mut().zip(said(operator, dtype, &call)) {
                        let position = part[3].saturating_add(start as u64);
                        *sum = [sum[0] + part[0], sum[1] + part[1], sum[2] + part[2], sum[3].min(position)];
                    }
                }
                // A profile, and a clause on whole answers, is asked once of each part.
                for (whole, together) in whole.iter().zip(&mut together) {
                    if whole[..2] == [1, 0] && together[0] == (LARGE / PART) as u64 {
                        together[0] = 1;
                    }
                }
                assert_eq!(whole, together, "{} {dtype}", operator.qualified());
                violations += whole.iter().map(|said| said[2]).sum::<u64>();
                compared += whole.iter().map(|said| said[0]).sum::<u64>();
            }
        }
    }
    assert!(violations > 100_000 && compared > 1_000_000, "{violations} of {compared}");
}
