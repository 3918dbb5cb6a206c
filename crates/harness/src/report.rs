//! From counts and groups of violations to the report.

use std::collections::BTreeMap;

use opconform_report::{
    Backend, Claim, Clause, ClauseCount, Count, Defect, Gap, Profile, Provenance, Report, Reproducer, Requirement,
    SCHEMA, Skip, Source, Turned, Unexercised,
};
use opconform_reproduce::Why;
use opconform_spec::{Case, Circumstance, Direction, Oracle, Place, Statement, clauses, defects, placed_statements};
use opconform_tensor::{DType, Types};
use rayon::prelude::*;

use crate::describe::{Found, level};
use crate::fingerprint::fingerprints;
use crate::passing_fault::passing_faults;
use crate::picture::Pictures;
use crate::plan::Plan;
use crate::support::Support;
use crate::tally::{BackendTally, Tally};

/// A run that has come to its end, or was interrupted.
pub struct Completed {
    /// The report.
    pub report: Report,
    /// The case of each finding, in the order of the findings.
    pub witnesses: Vec<Case>,
    /// Element comparisons made in all; a run without any has judged nothing.
    pub compared: u64,
}

/// The report of what was counted and found in so many cases, and whether an interrupt kept it from being all.
pub(crate) fn assemble(
    plan: &Plan,
    tally: &Tally,
    (done, partial): (usize, bool),
    claims: &[Vec<opconform_spec::Claim>],
    found: Vec<Found>,
    provenance: Provenance,
) -> Completed {
    let (panels, compared) = (tally.panels, tally.compared());
    let gaps = tally.gaps.iter().map(|(&(profile, gap), &(cases, example))| Gap {
        profile: panels.all[profile].name.to_owned(),
        gap: gap.to_owned(),
        cases,
        example: plan.cases[example].id().to_owned(),
    });
    let mut report = Report {
        schema: SCHEMA,
        partial,
        strict: plan.strict,
        seed: plan.seed,
        cases: done as u64,
        sources: sources(&plan.cases[..done]),
        profiles: panels
            .all
            .iter()
            .map(|profile| Profile {
                name: profile.name.to_owned(),
                family: profile.family.title().to_owned(),
                alternative: profile.family.is_of_alternatives(),
                source: profile.source.to_owned(),
                link: profile.link.to_owned(),
            })
            .collect(),
        clauses: judged_under(&panels.all).map(|(_, it)| clause(it, &panels.all)).collect(),
        gaps: gaps.collect(),
        requirements: placed_statements().map(requirement).collect(),
        defects: defects().map(|defect| described_defect(plan, tally, defect)).collect(),
        groups: tally.groups.report(plan),
        backends: plan
            .backends
            .par_iter()
            .zip(&tally.backends)
            .enumerate()
            .map(|(index, (backend, own))| described(plan, tally, index, &claims[index], backend.as_ref(), own))
            .collect(),
        unavailable: plan.unavailable.clone(),
        findings: found.iter().map(|found| found.finding.clone()).collect(),
        departures: Vec::new(),
        left_out: 0,
        provenance,
    };
    report.find_departures();
    // The finding that stands for a departure has the program.
    let leads = report.findings.iter_mut().zip(&found).filter(|(finding, _)| finding.departure == finding.id);
    for (finding, found) in leads.filter(|(finding, _)| finding.no_reproducer.is_none()) {
        match program(found) {
            Ok(program) => finding.reproducers = vec![program],
            Err(why) => finding.no_reproducer = Some(why.to_string()),
        }
    }
    let report = report.with_families();
    Completed { report, witnesses: found.into_iter().map(|found| found.case).collect(), compared }
}

/// The longest program that a report holds, in bytes: one that is longer has a witness that nobody reads.
const LONGEST_PROGRAM: usize = 16 << 10;

/// The program that shows a finding without this suite, or why there is none.
fn program(found: &Found) -> Result<Reproducer, Why> {
    let program = found.reproduction().program?;
    let bytes = program.as_bytes().len();
    match program.as_text() {
        Some(text) if bytes <= LONGEST_PROGRAM => {
            Ok(Reproducer { language: program.language.to_owned(), text: text.to_owned() })
        }
        _ => Err(Why::TooLong { bytes }),
    }
}

/// A statement of a source, for the report.
fn requirement((statement, place): (Statement, Place)) -> Requirement {
    Requirement {
        family: statement.document.family().title().to_owned(),
        document: statement.document.title().to_owned(),
        number: place.number as u64,
        heading: place.heading.map(ToOwned::to_owned),
        words: statement.words.to_owned(),
        clauses: statement.treatment.clauses().iter().map(|&id| id.to_owned()).collect(),
        reason: statement.treatment.reason().map(ToOwned::to_owned),
    }
}

/// A defect, with the cases that show it under the profiles of its specification.
fn described_defect(plan: &Plan, tally: &Tally, defect: &opconform_spec::Defect) -> Defect {
    let (cases, example) =
        defect.effect.gap().and_then(|gap| tally.gaps_of_families.get(&(defect.family, gap))).copied().unzip();
    Defect {
        id: defect.id.to_owned(),
        family: defect.family.title().to_owned(),
        document: defect.document.to_owned(),
        text: defect.text.to_owned(),
        gap: defect.effect.gap().map(ToOwned::to_owned),
        verdict: defect.effect.verdict().map(ToOwned::to_owned),
        cases: cases.unwrap_or(0),
        example: example.map(|index: usize| plan.cases[index].id().to_owned()),
    }
}

fn claim(claim: &opconform_spec::Claim) -> Claim {
    Claim {
        specification: claim.specification.title().to_owned(),
        place: claim.place.clone().into_owned(),
        profiles: claim.specification.profiles().iter().map(|profile| profile.name.to_owned()).collect(),
    }
}

/// Cases by source, in the order in which the sources come up.
fn sources(cases: &[Case]) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for case in cases {
        match sources.iter_mut().find(|source| source.name == case.origin.source) {
            Some(source) => source.cases += 1,
            None => sources.push(Source { name: case.origin.source.to_string(), cases: 1 }),
        }
    }
    sources
}

/// The clauses that any of these profiles brings, with their indices.
fn judged_under(
    profiles: &[&'static opconform_spec::Profile],
) -> impl Iterator<Item = (usize, &'static opconform_spec::Clause)> {
    let is_judged = |clause: &opconform_spec::Clause| profiles.iter().any(|it| clause.profiles.contains(&it.name));
    clauses().enumerate().filter(move |(_, clause)| is_judged(clause))
}

/// A clause for readers, with those of its profiles that are judged under.
pub(crate) fn clause(clause: &opconform_spec::Clause, judged: &[&'static opconform_spec::Profile]) -> Clause {
    Clause {
        id: clause.id.to_owned(),
        level: level(clause.level),
        title: clause.title.to_owned(),
        turned: turned(clause),
        words: clause.words.to_owned(),
        place: clause.place.to_owned(),
        profiles: judged
            .iter()
            .filter(|profile| clause.profiles.contains(&profile.name))
            .map(|profile| profile.name.to_owned())
            .collect(),
    }
}

/// What a clause asks of minima, where that takes other words.
fn turned(clause: &opconform_spec::Clause) -> Option<Turned> {
    let title = clause.asks(Direction::Min);
    let minima = clause.operators.iter().filter(|operator| operator.is_minimum());
    (title != clause.title).then(|| Turned {
        title: title.to_owned(),
        operators: minima.map(|operator| operator.qualified().into_owned()).collect(),
    })
}

fn described(
    plan: &Plan,
    all: &Tally,
    index: usize,
    claims: &[opconform_spec::Claim],
    backend: &dyn opconform_backends::Backend,
    tally: &BackendTally,
) -> Backend {
    let panels = all.panels;
    let description = backend.describe();
    let mut words = vec![format!("{} ({})", description.version, description.language)];
    words.extend(description.configuration.iter().cloned());
    words.extend(tally.changed.as_ref().map(|changed| changed.sentence(plan)));
    let pictures = Pictures::new(&plan.cases, panels.set(index), &tally.observed);
    Backend {
        name: description.name.clone(),
        version: description.version.clone(),
        description: words.join("; "),
        claims: claims.iter().map(claim).collect(),
        outcomes: tally.outcomes,
        claimed_cases: tally.claimed,
        clauses: judged_under(&panels.all).map(|(index, clause)| clause_count(clause, &tally.clauses[index])).collect(),
        profiles: tally.profiles.clone(),
        skips: tally
            .skips
            .iter()
            .map(|(reason, &(cases, example))| Skip {
                reason: reason.clone(),
                cases,
                example: plan.cases[example].id().to_owned(),
            })
            .collect(),
        unexercised: unexercised(plan, all, index, backend, tally),
        fingerprints: fingerprints(&tally.observed),
        grids: pictures.grids(),
        behaviours: pictures.behaviours(),
        lanes: pictures.lanes(),
        counted: plan.counted.iter().filter(|it| it.is_of(description)).map(|it| it.under(claims)).collect(),
        unsteady: tally.unsteady.clone(),
        passing_faults: passing_faults(backend),
        families: Vec::new(),
    }
}

fn clause_count(clause: &opconform_spec::Clause, by_dtype: &BTreeMap<Types, Count>) -> ClauseCount {
    let mut total = Count::default();
    for count in by_dtype.values() {
        total.compared += count.compared;
        total.violations += count.violations;
        total.violating_cases += count.violating_cases;
        total.latitude_cases += count.latitude_cases;
        total.gaps += count.gaps;
    }
    ClauseCount { id: clause.id.to_owned(), total, by_dtype: by_dtype.clone() }
}

/// The clauses that made no comparison on an element type, each with its reason.
fn unexercised(
    plan: &Plan,
    all: &Tally,
    index: usize,
    backend: &dyn opconform_backends::Backend,
    tally: &BackendTally,
) -> Vec<Unexercised> {
    let is_beside = all.on_one_thread[index].is_some();
    let mut list: Vec<Unexercised> = Vec::new();
    // What another backend claims is not asked of this one, and not missing.
    for (number, clause) in judged_under(all.panels.set(index)) {
        let counts = &tally.clauses[number];
        for dtype in DType::ALL {
            if counts.get(&Types::One(dtype)).is_some_and(|count| count.compared > 0) {
                continue;
            }
            let (reason, by_nature) = match clause.silence(dtype) {
                Some(reason) => (reason.to_owned(), true),
                None if matches!(clause.oracle, Oracle::Same(Circumstance::Threads))
                    && backend.on_one_thread().is_none() =>
                {
                    ("it is on one number of threads, and compared with none".to_owned(), true)
                }
                None if matches!(clause.oracle, Oracle::Metamorphic(relation) if relation.is_of_ways())
                    && !backend.describe().models
                    && backend.describe().layouts.is_empty() =>
                {
                    ("it runs no models and lays out no arrays: it is called in one way".to_owned(), true)
                }
                None => (missing_reason(plan, backend, is_beside, tally, clause, dtype), false),
            };
            match list.iter_mut().find(|entry| entry.clause == clause.id && entry.reason == reason) {
                Some(entry) => entry.dtypes.push(Types::One(dtype)),
                None => list.push(Unexercised {
                    clause: clause.id.to_owned(),
                    dtypes: vec![Types::One(dtype)],
                    reason,
                    by_nature,
                }),
            }
        }
    }
    list
}

fn missing_reason(
    plan: &Plan,
    backend: &dyn opconform_backends::Backend,
    is_beside: bool,
    tally: &BackendTally,
    clause: &opconform_spec::Clause,
    dtype: DType,
) -> String {
    let is_published = |case: &Case| case.published.as_ref().is_some_and(|published| published.dtype() == dtype);
    if matches!(clause.oracle, Oracle::Published(_)) && !plan.cases.iter().any(is_published) {
        return "no case with a published result of this type was run: give the node tests with --node-tests"
            .to_owned();
    }
    if let (Oracle::Same(Circumstance::Threads), Some(one)) = (clause.oracle, backend.on_one_thread())
        && !is_beside
    {
        return format!("{one} was not run beside it");
    }
    let of_operators =
        clause.operators.iter().filter_map(|operator| tally.support.get(&(*operator, Types::One(dtype))));
    of_operators.fold(Support::default(), Support::and).to_string()
}
