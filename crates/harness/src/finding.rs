//! From groups of violations to findings: each group is shrunk, and those that shrink to the same classes are one finding.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use opconform_backends::{Backend, Description};
use opconform_report::{
    Allowance, Cause, Element, Finding, Level as ReportedLevel, MOST_TOLD, Objection, Shapes, Standing,
    Witness as ReportedWitness,
};
use opconform_reproduce::{Expected, Reproduction, Subject, Why, reproduce};
use opconform_spec::{
    Case, Claim, Clause, Facts, How, Level, Oracle, Outcome, Profile, Symptom, Trial, Verdict, Way, Witness, claimed,
    clauses,
};
use opconform_tensor::{Class, Value};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use crate::answer::answer;
use crate::arguments::{argument_names, attributes, destination, offsets, other_ways};
use crate::carried::{Carried, Shrunk, carry, tell};
use crate::deed::{before, deed, is_alone};
use crate::doubt::doubt;
use crate::due::Due;
use crate::expected::expected;
use crate::memoized::Memoized;
use crate::settings::{is_of_sets, settings};
use crate::severity::severity;
use crate::shrink::{CutShort, Shrinker, Violation};
use crate::shrink_context::ShrinkContext;
use crate::standing::{may_be_claimed, speaking, standing, standing_of};
use crate::violation_group::{Likeness, ViolationGroup, ViolationGroups, rank};

/// A finding, and the smallest case found that shows it.
#[derive(Clone, Debug)]
pub struct Found {
    /// What is wrong.
    pub finding: Finding,
    /// The case.
    pub case: Case,
    /// The clause that it breaks.
    pub(crate) clause: &'static Clause,
    /// The backend that shows it.
    pub(crate) backend: Description,
    /// The words on the command line that select that backend.
    pub(crate) selection: String,
    /// What is allowed of its result, or why that cannot be said of this case alone.
    pub expected: Result<Expected, Why>,
}

impl Found {
    /// What a person who has never heard of this suite runs to see it.
    pub fn reproduction(&self) -> Reproduction {
        let Description { name, version, implementation, .. } = &self.backend;
        let subject = Subject { name, version, implementation: *implementation };
        reproduce(&self.case, &subject, self.expected.as_ref())
    }
}

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
        let seen = Sighting {
            from: &cases[seen_in],
            cut_short: violation.cut_short,
            cases: group.cases.len() as u64,
            elements: group.elements,
        };
        let mut new = describe(profiles, claims, backend, &seen, violation, clause);
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
    in_order(cases, found.into_values().collect())
}

/// The findings in their order, each with the other ways in which these cases show it, and with what all of them are told.
fn in_order(cases: &[Case], mut found: Vec<(usize, BTreeSet<usize>, Found)>) -> Vec<Found> {
    found.sort_by_key(|(order, ..)| *order);
    let told = |(_, seen, mut found): (usize, BTreeSet<usize>, Found)| {
        let seen = || seen.iter().map(|&index| &cases[index]);
        found.finding.ways = other_ways(found.case.way, seen().map(|case| case.way));
        let witness = &mut found.finding.witness;
        witness.settings = settings(&found.case, seen(), witness.opset.is_some(), witness.position.is_none());
        found
    };
    found.into_iter().map(told).collect()
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

/// Where a violation was seen before it was shrunk.
pub(crate) struct Sighting<'a> {
    /// The case that was shrunk.
    pub(crate) from: &'a Case,
    /// Why shrinking did not come to its end, where it did not.
    pub(crate) cut_short: Option<CutShort>,
    /// How many cases show it.
    pub(crate) cases: u64,
    /// How many elements show it.
    pub(crate) elements: u64,
}

/// The finding that a shrunk violation of `clause` is.
pub(crate) fn describe(
    profiles: &[&'static Profile],
    claims: &[Claim],
    backend: &dyn Backend,
    seen: &Sighting,
    violation: Violation,
    clause: &'static Clause,
) -> Found {
    let Violation { case, outcome, witness, other, .. } = violation;
    let all = Facts::new(&case);
    let facts = all.of_output(witness.output);
    let (operands, result) = witness.classes();
    let name = &backend.describe().name;
    // A refusal and a wrong answer are two causes.
    let kind = outcome.name();
    let operator = case.operator.qualified();
    let way = if case.way == Way::Plain { String::new() } else { format!(" {}", case.way) };
    let output = witness.output.map(|name| format!(" {name}")).unwrap_or_default();
    let names: Vec<&str> = operands.iter().map(|class| class.name()).collect();
    let result_name = result.map(Class::name);
    let signature =
        format!("{name} {} {operator} {} {names:?} {result_name:?} {kind}{way}{output}", clause.id, case.types());
    let id = format!("{:08x}", xxh3_64(signature.as_bytes()) as u32);
    let allowed = allowed(profiles, facts, &outcome, &witness, other.as_ref(), clause);
    let speaking = speaking(profiles, facts, clause);
    let (breaks, allowed_by) = split(profiles, facts, &outcome, witness.position);
    let other_value = other.as_ref().map(|(_, value)| *value);
    let is_due = Due::of(profiles, facts, &witness, clause);
    let (mut due, mut refusal, mut later, mut plainly, mut readings) = (None, None, None, None, Vec::new());
    match &witness.symptom {
        Symptom::Due(what) => due = Some(what.clone()),
        Symptom::Shape { readings: known, .. } => readings.extend(known.iter().cloned()),
        Symptom::Refused(_, reason) => refusal = Some(reason.clone()),
        Symptom::Otherwise(How::After(cases), value) => later = Some((*cases, element(*value))),
        Symptom::Otherwise(How::Plainly, value) => plainly = Some(element(*value)),
        _ => {}
    }
    // What comes first is an answer like any other: where what is claimed forbids it, that the next one is right mends nothing.
    let is_claimed = |name: &str| claimed(claims).any(|profile| profile.name == name);
    let is_forbidden = later.is_some() && breaks.iter().any(|breach| is_claimed(&breach.profile));
    let told = if seen.cut_short == Some(CutShort::Interrupted) { MOST_TOLD } else { usize::MAX };
    let opset = is_of_sets(&case, claims).then_some(case.opset);
    let mut finding = Finding {
        // The departure and its cause are known when all findings are.
        departure: id.clone(),
        cause: Cause::Answer,
        backend: name.clone(),
        operator: case.operator.qualified().into_owned(),
        mirrors: case.operator.mirrored().map(|maximum| maximum.qualified().into_owned()),
        dtype: case.types(),
        clause: clause.id.to_owned(),
        level: level(clause.level),
        standing: standing(claims, &speaking, clause),
        profiles: speaking.into_iter().map(ToOwned::to_owned).collect(),
        severity: severity(profiles, facts, &outcome, &witness, other_value, clause),
        deed: deed(facts, &outcome, &witness, other_value, clause.oracle, is_due),
        alone: is_alone(facts, &witness),
        is_across_cases: matches!(clause.oracle, Oracle::CrossCase | Oracle::Metamorphic(_)),
        doubt: doubt(clause, &case, profiles),
        operands: operands.into_iter().take(told).collect(),
        result,
        cases: seen.cases,
        elements: seen.elements,
        ways: Vec::new(),
        witness: ReportedWitness {
            case: case.id().to_owned(),
            shrunk_from: seen.from.id().to_owned(),
            smallest: seen.cut_short.is_none(),
            shapes: Shapes(case.operands().iter().map(|input| input.shape().to_vec()).collect()),
            attributes: attributes(&case),
            settings: settings(&case, std::iter::empty(), opset.is_some(), witness.position.is_none()),
            opset,
            way: (case.way != Way::Plain).then(|| case.way.circumstance().to_owned()),
            offsets: offsets(&case),
            file: format!("witnesses/{id}.json"),
            replay: format!("opconform replay '{}' {}", case.id(), backend.selection()),
            output: witness.output.map(ToOwned::to_owned),
            position: witness.position.map(|position| position as u64),
            answered: facts.elements().map(|count| count as u64),
            destination: destination(&case),
            operands: witness.operands.iter().copied().take(told).map(element).collect(),
            names: witness.position.map(|position| argument_names(facts, position)).unwrap_or_default(),
            found: witness.found.map(element),
            before: before(facts, witness.position).map(element),
            symptom: symptom(&witness),
            due,
            readings,
            refusal,
            later,
            plainly,
            after: None,
            differs_from: other.map(|(case, value)| (case.id().to_owned(), element(value))),
        },
        breaks,
        allowed_by,
        waived: None,
        reproducers: Vec::new(),
        no_reproducer: None,
        id,
    };
    if is_forbidden && !finding.comes_and_goes() {
        (finding.level, finding.standing) = (ReportedLevel::Must, Standing::Claimed);
    }
    Found {
        finding,
        case,
        clause,
        backend: backend.describe().clone(),
        selection: backend.selection(),
        expected: allowed,
    }
}

/// What is allowed of the result that violates a clause: by a profile of the clause that objects, or else by the clause itself:
/// what it compares with, or what it accepts where the profiles leave a choice.
fn allowed(
    profiles: &[&'static Profile],
    facts: &Facts,
    outcome: &Outcome,
    witness: &Witness,
    other: Option<&(Case, Value)>,
    clause: &'static Clause,
) -> Result<Expected, Why> {
    let open = Why::Open(clause.id);
    let output = facts.of_output(witness.output);
    if let (false, Some(name)) = (ptr::eq(output, facts), output.output().name) {
        return Err(Why::FurtherOutput(name));
    }
    if let (Some((_, value)), Some(position)) = (other, witness.position) {
        return Expected::element(clause, facts, position, value.bits()).ok_or(open);
    }
    let trial = Trial::new(facts, outcome);
    let objects = |profile: &&&Profile| clause.profiles.contains(&profile.name) && profile.judge(&trial).is_violation();
    let by_profile = || profiles.iter().find(objects).and_then(|profile| Expected::under(profile, facts));
    match clause.oracle {
        Oracle::Published(_) => Expected::published(clause, facts.case).ok_or(open),
        Oracle::Each(_) => by_profile().or_else(|| Expected::by_clause(clause, &trial, witness.position)).ok_or(open),
        Oracle::CrossCase | Oracle::Metamorphic(_) | Oracle::Same(_) => by_profile().ok_or(Why::Compared(clause.id)),
    }
}

/// What is wrong, in words; where the operator has several outputs, after the name of the one at fault.
fn symptom(Witness { output, symptom, .. }: &Witness) -> String {
    output.map_or_else(|| symptom.to_string(), |name| format!("{name}: {symptom}"))
}

fn element(value: Value) -> Element {
    Element { hex: value.hex(), decimal: value.decimal(), class: value.class() }
}

/// A level for readers.
pub fn level(level: Level) -> ReportedLevel {
    ReportedLevel::of(level == Level::Must)
}

/// The profiles that object to an outcome, and those that speak of the case and do not.
fn split(
    profiles: &[&'static Profile],
    facts: &Facts,
    outcome: &Outcome,
    position: Option<usize>,
) -> (Vec<Objection>, Vec<Allowance>) {
    let trial = Trial::new(facts, outcome);
    let (mut breaks, mut allowed_by) = (Vec::new(), Vec::new());
    for profile in profiles {
        let expected = expected(profile, facts, position);
        let name = profile.name.to_owned();
        match profile.judge(&trial) {
            Verdict::Violates(_) => breaks.push(Objection { profile: name, expected }),
            Verdict::NotApplicable => {}
            Verdict::SpecGap(gap) => allowed_by.push(Allowance { profile: name, accepts: gap.to_owned() }),
            Verdict::Conforms | Verdict::Latitude(_) => {
                allowed_by.push(Allowance { profile: name, accepts: expected });
            }
        }
    }
    (breaks, allowed_by)
}
