//! From groups of violations to findings: each group is shrunk, and those that shrink to the same classes are one finding.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use opconform_backends::Backend;
use opconform_report::Standing;
use opconform_spec::{Case, Clause, Operator, Oracle, Witness, clauses};
use opconform_tensor::Value;
use rayon::prelude::*;

use crate::answer::answer;
use crate::arguments::other_ways;
use crate::carried::{Carried, Shrunk, carry, tell};
use crate::condition::{Condition, Conditions};
use crate::describe::{Found, describe};
use crate::inquiry::{Inquiry, Told};
use crate::memoized::Memoized;
use crate::settings::settings;
use crate::shrink::{CutShort, Shrinker, Violation};
use crate::shrink_context::ShrinkContext;
use crate::standing::{may_be_claimed, standing_of};
use crate::violation_group::{Likeness, ViolationGroup, ViolationGroups, rank};

/// The findings on one backend, each group said to be done with when it is. After an interrupt the cases are left as large
/// as they are.
pub(crate) fn findings(
    context: &ShrinkContext,
    groups: &ViolationGroups,
    one_done: &(dyn Fn() + Sync),
    stop: &AtomicBool,
) -> Vec<Found> {
    let mut groups: Vec<(&Likeness, &ViolationGroup)> = groups.0.iter().collect();
    // Of groups that turn out to be one finding, the best-ranked gives the witness: it does not depend on the seed.
    groups.sort_by_key(|(key, group)| (key.clause, group.rank));
    let all_clauses: Vec<&'static Clause> = clauses().collect();
    let &ShrinkContext { cases, profiles, claims, backend, on_one_thread } = context;
    let memoized = Memoized::new(backend);
    let seen_in: Vec<usize> =
        groups.par_iter().map(|(key, it)| claimed_of(context, it, all_clauses[key.clause])).collect();
    let clause_of = |number: usize| all_clauses[groups[number].0.clause];
    let mut shrunk: Vec<(usize, Shrunk)> = together(&seen_in, clause_of)
        .into_par_iter()
        .flat_map_iter(|numbers| {
            let (backend, asks_ahead): (&dyn Backend, bool) = match clause_of(numbers[0]).oracle {
                Oracle::Each(_) | Oracle::Published(_) | Oracle::CrossCase => (&memoized, backend.is_isolated()),
                // Some of these ask the same twice.
                Oracle::Metamorphic(_) | Oracle::Same(_) => (backend, false),
            };
            let shrinker = Shrinker { backend, asks_ahead, on_one_thread, profiles, claims, stop };
            let witnesses: Vec<_> = numbers.iter().map(|&it| (clause_of(it), &groups[it].1.witness)).collect();
            let violations = if stop.load(Ordering::Relaxed) {
                numbers.iter().map(|_| None).collect()
            } else {
                shrinker.shrink_each(&cases[seen_in[numbers[0]]], &witnesses)
            };
            let shrunk = numbers.into_iter().zip(violations).map(|(number, violation)| {
                let (clause, group) = (clause_of(number), groups[number].1);
                // Of two cases that differ, the one at fault is the one that differs from its operands on their own.
                let of_other = |(case, found): (usize, Value)| {
                    let witness = Witness { found: Some(found), ..group.witness.clone() };
                    if stop.load(Ordering::Relaxed) { None } else { shrinker.shrink(&cases[case], clause, &witness) }
                };
                let unshrunk = || Violation {
                    case: cases[group.case].clone(),
                    outcome: group.outcome.clone().unwrap_or_else(|| answer(backend, &cases[group.case])),
                    witness: group.witness.clone(),
                    other: group.other.map(|(case, found)| (cases[case].clone(), found)),
                    cut_short: CutShort::by(stop),
                };
                let violation = violation.or_else(|| group.other.and_then(of_other)).unwrap_or_else(unshrunk);
                one_done();
                (number, Shrunk { violation, clause, carried: Carried::No })
            });
            shrunk.collect::<Vec<_>>()
        })
        .collect();
    shrunk.sort_by_key(|(number, _)| *number);
    let mut shrunk: Vec<Shrunk> = shrunk.into_iter().map(|(_, shrunk)| shrunk).collect();
    if !stop.load(Ordering::Relaxed) {
        carry(context, &seen_in, &mut shrunk, stop);
    }
    let mut found: BTreeMap<String, (usize, BTreeSet<usize>, Found)> = BTreeMap::new();
    let mut leads: BTreeMap<&str, String> = BTreeMap::new();
    let mut along = Vec::new();
    for (order, (((_, group), seen_in), shrunk)) in groups.into_iter().zip(seen_in).zip(shrunk).enumerate() {
        let Shrunk { violation, clause, carried } = shrunk;
        let mut new = describe(profiles, claims, backend, &cases[seen_in], violation, clause);
        (new.finding.cases, new.finding.elements) = (group.cases.len() as u64, group.elements);
        new.finding.witness.readings.retain(|reading| group.readings.contains(reading));
        match carried {
            Carried::No => {}
            Carried::After(after) => {
                tell(&mut new.finding, Some(&after), &new.selection);
                leads.entry(clause.id).or_insert_with(|| new.finding.id.clone());
            }
            Carried::Along => {
                along.push((order, group, clause, new));
                continue;
            }
        }
        match found.entry(new.finding.id.clone()) {
            Entry::Vacant(entry) => {
                entry.insert((order, group.cases.iter().copied().collect(), new));
            }
            Entry::Occupied(mut entry) => {
                let (_, cases, known) = entry.get_mut();
                // What is claimed is shown where it is.
                if new.finding.standing < known.finding.standing {
                    std::mem::swap(known, &mut new);
                }
                cases.extend(&group.cases);
                known.finding.cases = cases.len() as u64;
                known.finding.elements += new.finding.elements;
            }
        }
    }
    // What an earlier call leaves behind in any way is told with what shows it, of each clause once: what is broken stays broken.
    for (order, group, clause, mut new) in along {
        let lead = leads.entry(clause.id).or_insert_with(|| {
            tell(&mut new.finding, None, &new.selection);
            new.finding.id.clone()
        });
        new.finding.elements = 0;
        let (_, cases, Found { finding, .. }) = found.entry(lead.clone()).or_insert((order, BTreeSet::new(), new));
        cases.extend(&group.cases);
        finding.cases = cases.len() as u64;
        finding.elements += group.elements;
    }
    let inquiry = Inquiry { profiles, backend: &memoized, stop };
    in_order(cases, found.into_values().collect(), &inquiry)
}

/// The findings in their order, each with the other ways in which these cases show it, and with what all of them are told or have in common.
fn in_order(cases: &[Case], mut found: Vec<(usize, BTreeSet<usize>, Found)>, inquiry: &Inquiry) -> Vec<Found> {
    found.sort_by_key(|(order, ..)| *order);
    let told = |(_, seen, mut found): (usize, BTreeSet<usize>, Found)| {
        let seen = || seen.iter().map(|&index| &cases[index]);
        found.finding.ways = other_ways(found.case.way, seen().map(|case| case.way));
        let Told { conditions, needless, reading } = inquiry.told(&found, &seen());
        let witness = &mut found.finding.witness;
        witness.settings = settings(&found.case, seen(), witness.opset.is_some(), witness.position.is_none());
        witness.settings.retain(|setting| !needless.contains(setting));
        witness.readings.extend(reading);
        (found, conditions)
    };
    let mut told: Vec<(Found, Conditions)> = found.into_iter().map(told).collect();
    let needed: HashSet<(&Operator, Condition)> =
        told.iter().flat_map(|(it, of)| of.needed.iter().map(|condition| (it.case.operator, *condition))).collect();
    for (Found { finding, case, .. }, Conditions { needed: own, open }) in &mut told {
        // A published example is one case, of which there is no other to ask: it is of what the same operator shows.
        let open = open.iter().filter(|condition| needed.contains(&(case.operator, **condition)));
        for condition in own.iter().chain(open).map(|condition| condition.words().to_owned()) {
            if !finding.witness.settings.contains(&condition) {
                finding.witness.settings.push(condition);
            }
        }
    }
    told.into_iter().map(|(found, _)| found).collect()
}

/// The groups, by their numbers, that are shrunk together: those of clauses which look at one case, and at the same one.
fn together(seen_in: &[usize], clause_of: impl Fn(usize) -> &'static Clause) -> Vec<Vec<usize>> {
    let mut together: BTreeMap<(usize, Option<usize>), Vec<usize>> = BTreeMap::new();
    for (number, &case) in seen_in.iter().enumerate() {
        let is_of_one = matches!(clause_of(number).oracle, Oracle::Each(_) | Oracle::Published(_));
        together.entry((case, (!is_of_one).then_some(number))).or_default().push(number);
    }
    together.into_values().collect()
}

/// The index of the case that a group of violations is shrunk from: of a clause that not every case is asked by what is claimed, as where one version
/// of an operator is, the smallest that is.
fn claimed_of(context: &ShrinkContext, group: &ViolationGroup, clause: &Clause) -> usize {
    let &ShrinkContext { cases, profiles, claims, .. } = context;
    let is_claimed = |case: &Case| standing_of(claims, profiles, case, clause) == Standing::Claimed;
    if !may_be_claimed(claims, clause, cases[group.case].operator) || is_claimed(&cases[group.case]) {
        return group.case;
    }
    let claimed = group.cases.iter().copied().filter(|&index| is_claimed(&cases[index]));
    claimed.min_by_key(|&index| rank(&cases[index], index)).unwrap_or(group.case)
}
