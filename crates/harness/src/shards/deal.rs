//! Which shard asks which case.
//!
//! The same cases are cut in the same way on every machine: by what they cost as it is estimated, and not as it was measured on one of them.
//! The estimate is in elements: a question costs so many as take as long as all around it, a program that a backend compiles for cases of
//! one operator, types and shapes so many more, and then each element one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use opconform_backends::Key;
use opconform_spec::Case;
use xxhash_rust::xxh3::Xxh3Default;

use crate::repeats::Repeats;

/// The elements that a question costs beside its own: numpy and a backend of this binary in a child took 0.2 to 0.4 ms of a CPU for each,
/// its judgement and its part of shrinking included, and 50 to 100 million elements a second go through an adapter.
const QUESTION: u64 = 1 << 14;
/// The elements that a program costs: as many as some questions. A compiler takes longer, and each shard has about as many programs to
/// compile all the same, since there are thousands.
const PROGRAM: u64 = 8 * QUESTION;

/// By the case, the number of the shard that asks it, from 1.
///
/// Cases that one compiled program answers stay together, so that no two shards compile it; the most costly are dealt first, each to the
/// shard that has the least so far.
pub(super) fn dealt(cases: &[Case], repeats: &Repeats, of: u64) -> Vec<u64> {
    let mut programs: BTreeMap<String, (u64, Vec<usize>)> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        let elements: usize = case.elements();
        let (cost, together) = programs.entry(program(case)).or_insert((PROGRAM, Vec::new()));
        *cost += repeats.questions(index) as u64 * (QUESTION + elements as u64);
        together.push(index);
    }
    let mut programs: Vec<(u64, Vec<usize>)> = programs.into_values().collect();
    programs.sort_by_key(|(cost, together)| (Reverse(*cost), together.first().copied()));
    let mut loads: BinaryHeap<Reverse<(u64, u64)>> = (1..=of).map(|number| Reverse((0, number))).collect();
    let mut dealt = vec![0; cases.len()];
    for (cost, together) in programs {
        let Some(Reverse((load, number))) = loads.pop() else { continue };
        for case in together {
            dealt[case] = number;
        }
        loads.push(Reverse((load + cost, number)));
    }
    dealt
}

/// What a runtime that compiles makes one program of.
fn program(case: &Case) -> String {
    let inputs: Vec<_> = case.inputs.iter().map(|input| (input.dtype().name(), input.shape())).collect();
    let (operator, way) = (case.operator.qualified(), case.way.name());
    format!("{operator} {} {:?} {way} {inputs:?}", case.opset, case.attributes)
}

/// A digest of cases, in their order: of their ids, and of everything that a backend is given.
pub(super) fn digest(cases: &[Case]) -> String {
    let mut hash = Xxh3Default::new();
    for case in cases {
        // The length of an id comes before it, so that no two lists of cases are the same bytes.
        hash.update(&(case.id().len() as u64).to_le_bytes());
        hash.update(case.id().as_bytes());
        hash.update(&Key::of(case).to_bytes());
    }
    format!("{:032x}", hash.digest128())
}

#[cfg(test)]
mod tests {
    use opconform_cases::{Settings, all};

    use super::*;

    #[test]
    fn every_case_is_dealt_to_one_shard_and_none_costs_much_more_than_another() {
        let cases = all(&Settings::default());
        let repeats = Repeats::of(&cases, None);
        let programs: Vec<String> = cases.iter().map(program).collect();
        for (of, percent) in [(1, 0), (2, 5), (3, 5), (8, 5), (61, 25)] {
            let dealt = dealt(&cases, &repeats, of);
            assert!(dealt.iter().all(|number| (1..=of).contains(number)));
            let mut costs = vec![0; of as usize];
            let mut compiled = vec![0; of as usize];
            let mut asked_by: BTreeMap<&str, u64> = BTreeMap::new();
            for (index, (case, number)) in cases.iter().zip(&dealt).enumerate() {
                let elements: usize = case.elements();
                costs[*number as usize - 1] += repeats.questions(index) as u64 * (QUESTION + elements as u64);
                assert_eq!(asked_by.entry(&programs[index]).or_insert(*number), number, "{}", case.id());
            }
            for number in asked_by.into_values() {
                compiled[number as usize - 1] += 1;
            }
            for (what, of_each) in [("elements", costs), ("programs", compiled)] {
                let (least, most) = of_each.iter().min().zip(of_each.iter().max()).expect("shards");
                assert!(most * 100 <= least * (100 + percent), "{of}: from {least} to {most} {what}");
            }
        }
    }

    #[test]
    fn a_digest_is_of_the_order_the_ids_and_the_content() {
        let cases: Vec<Case> = all(&Settings::default()).into_iter().take(3).collect();
        let swapped = [cases[1].clone(), cases[0].clone(), cases[2].clone()];
        let other = [cases[0].clone(), cases[1].clone().with_inputs(cases[2].inputs.clone()), cases[2].clone()];
        let digests = [digest(&cases), digest(&cases[..2]), digest(&swapped), digest(&other)];
        assert_eq!(digests.iter().collect::<std::collections::BTreeSet<_>>().len(), digests.len());
        assert_eq!(digest(&cases), digest(&cases.clone()));
    }
}
