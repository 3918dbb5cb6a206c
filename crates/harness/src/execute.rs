//! Running every case on every backend, in parallel, with results in the order of the cases.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Instant, SystemTime};

use opconform_backends::Backend;
use opconform_spec::{Case, Claim, Decision, Facts, Outcome, Profile, Scope, Trial};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::ahead::Ahead;
use crate::answer::{BATCH, answers};
use crate::assessment::{Assessment, Assessor, each_outcome};
use crate::bounded::is_of_its_bound;
use crate::describe::Found;
use crate::finding::findings;
use crate::in_order::in_order;
use crate::judged::{JudgedCase, JudgedOutcome};
use crate::nearest::settled;
use crate::panel::Panels;
use crate::plain_answers::{Open, PlainAnswers};
use crate::plan::{Plan, on_one_thread};
use crate::progress::{Progress, Stage};
use crate::provenance;
use crate::relation_sample::{self, Sample};
use crate::repeats::Repeats;
use crate::report::{Completed, assemble};
use crate::settle::Settling;
use crate::shrink_context::ShrinkContext;
use crate::tally::Tally;
use crate::waiting::beside_waiting;
use crate::warmth::Warmth;

/// Runs a plan, until its end or until `stop` is set; then judges, shrinks and assembles the report of what was done.
pub fn run(plan: &Plan, progress: &Progress, stop: &AtomicBool) -> Completed {
    run_closely(plan, &Repeats::of(&plan.cases, plan.shared_cache.as_deref()), progress, stop)
}

/// Runs a plan on one thread, and so asks the same in the same order each time: what a recording has several answers to depends on how
/// often it was asked before.
pub fn run_on_one_thread(plan: &Plan, stop: &AtomicBool) -> Completed {
    let run = || run(plan, &|_, _, _| {}, stop);
    match ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(run),
        Err(_) => run(),
    }
}

/// Runs a plan, and looks at these of its cases more than once.
pub(crate) fn run_closely(plan: &Plan, repeats: &Repeats, progress: &Progress, stop: &AtomicBool) -> Completed {
    let waits = plan.backends.iter().any(|backend| backend.is_isolated());
    // What the backends are made of is hashed meanwhile, for the record: of some it is gigabytes.
    let hash = || plan.backends.par_iter().for_each(|it| drop(it.made_of()));
    beside_waiting(waits, || rayon::join(|| judge(plan, repeats, progress, stop), hash).0)
}

fn judge(plan: &Plan, repeats: &Repeats, progress: &Progress, stop: &AtomicBool) -> Completed {
    let (started, clock) = (SystemTime::now(), Instant::now());
    let panels = plan.panels();
    let backends: Vec<&dyn Backend> = plan.backends.iter().map(AsRef::as_ref).collect();
    let on_one_thread = on_one_thread(&backends);
    progress(0, plan.cases.len(), Stage::Judging);
    let warmth = Warmth::cold(&plan.cases, &repeats.first, &backends, stop);
    let ahead = Ahead::new(&plan.cases, backends.len());
    let is_hot: Vec<AtomicBool> = backends.iter().map(|_| AtomicBool::new(false)).collect();
    let heat = || Warmth::heat(&repeats.heating, &backends, &is_hot);
    // Compilers are waited for: meanwhile those that are hot are asked.
    rayon::join(heat, || ahead.ask(&plan.cases, &backends, &is_hot, stop));
    let judging = || Judging {
        plan,
        panels: &panels,
        on_one_thread: &on_one_thread,
        sample: &repeats.sample,
        plain_answers: PlainAnswers::default(),
        ahead: &ahead,
        stop,
    };
    let (tally, done) = judging().all(Stage::Judging, progress);
    let warmed = warmth.warm(&plan.cases[..done], &backends, &panels, stop);
    let settling = Settling::new(plan, &panels, &warmth, warmed);
    let (tally, done) = settling.settle((tally, done), || judging().all(Stage::JudgingAgain, progress), stop);
    let claims = claims(plan, &tally);
    let found = found(plan, &tally, &claims, progress, stop);
    let partial = done < plan.cases.len() || stop.load(Ordering::Relaxed);
    let provenance = provenance::gather(plan, started, clock.elapsed().as_secs_f64());
    assemble(plan, &tally, (done, partial), &claims, found, provenance)
}

/// What each backend is judged by: of a specification of several functions, the nearest.
fn claims(plan: &Plan, tally: &Tally) -> Vec<Vec<Claim>> {
    let judged = plan.backends.iter().zip(&tally.backends);
    judged.map(|(it, own)| settled(plan.claims(it.as_ref()), &tally.panels.all, &own.profiles)).collect()
}

/// The findings on all backends, each shrunk: what is asked of the backend first, then the worst, and otherwise as they were found.
fn found(plan: &Plan, tally: &Tally, claims: &[Vec<Claim>], progress: &Progress, stop: &AtomicBool) -> Vec<Found> {
    let groups = tally.backends.iter().map(|backend| backend.groups.0.len()).sum();
    let shrunk = AtomicUsize::new(0);
    progress(0, groups, Stage::Shrinking);
    let one_done = || progress(shrunk.fetch_add(1, Ordering::Relaxed) + 1, groups, Stage::Shrinking);
    // Beside each other: a thread waits most of its time for a child to answer.
    let of_backends = plan.backends.par_iter().zip(&tally.backends).enumerate();
    let mut found: Vec<Found> = of_backends
        .flat_map_iter(|(index, (backend, own))| {
            let context = ShrinkContext {
                cases: &plan.cases,
                profiles: tally.panels.set(index),
                claims: &claims[index],
                backend: backend.as_ref(),
                on_one_thread: tally.on_one_thread[index].map(|one| plan.backends[one].as_ref()),
            };
            findings(&context, &own.groups, &one_done, stop)
        })
        .collect();
    let judging = plan.judging_in_words();
    for Found { finding, .. } in &mut found {
        finding.witness.replay += &judging;
    }
    found.sort_by_key(|Found { finding, .. }| (finding.standing, finding.severity, finding.level));
    found
}

/// A case, and what each backend made of it.
struct Asked<'a> {
    case: &'a Case,
    /// What is known of the case, once it is needed: what other runs have worked out takes none.
    facts: OnceCell<Facts<'a>>,
    outcomes: Vec<Outcome>,
}

impl<'a> Asked<'a> {
    fn facts(&self) -> &Facts<'a> {
        self.facts.get_or_init(|| Facts::new(self.case))
    }
}

/// The cases of a plan as they are judged, from the first on until `stop` is set.
struct Judging<'a> {
    plan: &'a Plan,
    panels: &'a Panels,
    on_one_thread: &'a [Option<usize>],
    sample: &'a Sample,
    plain_answers: PlainAnswers,
    ahead: &'a Ahead,
    stop: &'a AtomicBool,
}

impl<'a> Judging<'a> {
    /// Judges all cases. Returns what was counted, and of how many cases.
    fn all(&self, stage: Stage, progress: &Progress) -> (Tally<'a>, usize) {
        let cases = &self.plan.cases;
        let mut tally = Tally::new(self.plan, self.panels, self.on_one_thread);
        let mut done = 0;
        let judged_so_far = AtomicUsize::new(0);
        let batches: Vec<&[Case]> = cases.chunks(BATCH).collect();
        let judge = |number: usize| {
            let judged = self.batch(number, batches[number]);
            if !judged.is_empty() {
                let so_far = judged_so_far.fetch_add(judged.len(), Ordering::Relaxed) + judged.len();
                progress(so_far, cases.len(), stage);
            }
            (judged, batches[number].len())
        };
        in_order(batches.len(), judge, |(judged, all)| {
            // Cases are counted in their order: none is, after one that was not judged.
            let is_short = judged.len() < all;
            for case in judged {
                tally.add(done, &case);
                done += 1;
            }
            if is_short { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (tally, done)
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    /// Judges the cases of the batch of this number in the plan: what a backend answers once `stop` is set is nothing that it was
    /// waited for.
    fn batch(&self, number: usize, batch: &[Case]) -> Vec<JudgedCase> {
        let first = number * BATCH;
        let ask = |(index, backend): (usize, &dyn Backend)| {
            let now = || answers(backend, batch);
            self.goes_on().then(|| self.ahead.take(number, index).unwrap_or_else(now).into_iter())
        };
        let asked = self.plan.backends.iter().map(AsRef::as_ref).enumerate().map(ask);
        let Some(mut answers) = asked.collect::<Option<Vec<_>>>() else { return Vec::new() };
        let asked = |case| Asked {
            case,
            facts: OnceCell::new(),
            outcomes: answers.iter_mut().filter_map(Iterator::next).collect(),
        };
        let asked: Vec<Asked> = batch.iter().map(asked).collect();
        let by_comparison = self.relations(first, &asked);
        let judge = |(asked, by_comparison)| self.goes_on().then(|| self.case(asked, by_comparison));
        asked.into_iter().zip(by_comparison).map_while(judge).collect()
    }

    /// What relations say of the outcomes of a batch, of which the first case has the index `first` in the plan: by the case, and by the
    /// backend.
    fn relations(&self, first: usize, batch: &[Asked]) -> Vec<Vec<Vec<(usize, Decision)>>> {
        let backends = &self.plan.backends;
        let mut by_comparison: Vec<Vec<_>> = batch.iter().map(|_| vec![Vec::new(); backends.len()]).collect();
        let is_sampled = |&(place, _): &(usize, &Asked)| !self.sample.at(first + place).is_empty();
        for (index, backend) in backends.iter().map(AsRef::as_ref).enumerate() {
            let sampled = batch.iter().enumerate().filter(is_sampled);
            let trials: Vec<_> = sampled
                .map(|(place, asked)| {
                    let (facts, set) = (asked.facts(), self.panels.set(index));
                    (place, Trial::new(facts, &asked.outcomes[index]), Scope::of(facts, set))
                })
                .collect();
            let (mut places, mut open) = (Vec::new(), Vec::new());
            for (place, trial, scope) in &trials {
                for &clause in self.sample.at(first + place) {
                    places.push(*place);
                    open.push(Open { clause, trial, scope });
                }
            }
            let decided = self.plain_answers.decide((index, backend), &open);
            for ((place, open), decision) in places.into_iter().zip(&open).zip(decided) {
                by_comparison[place][index].push((open.clause.0, decision));
            }
        }
        by_comparison
    }

    /// Judges the outcomes of a case, one for each backend, of which relations say this.
    fn case(&self, asked: Asked, mut by_comparison: Vec<Vec<(usize, Decision)>>) -> JudgedCase {
        let &Self { plan, panels, .. } = self;
        let facts = || asked.facts();
        let case = asked.case;
        let outcomes: Vec<&Outcome> = asked.outcomes.iter().collect();
        let assess = |index: usize, assessor: &mut Assessor| {
            let panel = panels.set(index);
            match &plan.shared_cache {
                Some(shared_cache) => shared_cache
                    .assessment(case, [panel, &panels.all], outcomes[index], || assessor.assess(panel, panels)),
                None => Arc::new(assessor.assess(panel, panels)),
            }
        };
        let assessments = each_outcome(&facts, &outcomes, panels, assess);
        let backends = assessments.into_iter().enumerate().map(|(index, mut assessment)| {
            let mut by_comparison = std::mem::take(&mut by_comparison[index]);
            let is_violated = |(_, decision): &(usize, Decision)| decision.is_violation();
            let backend = plan.backends[index].as_ref();
            if (assessment.objects() || by_comparison.iter().any(is_violated))
                && is_of_its_bound(backend, case, outcomes[index])
            {
                assessment = Arc::new(Assessment::clone(&assessment).without_objections());
                by_comparison.retain(|it| !is_violated(it));
            }
            if let Some(one) = self.on_one_thread[index] {
                let (trial, scope) = (Trial::new(facts(), outcomes[index]), Scope::of(facts(), panels.set(index)));
                by_comparison.extend(relation_sample::threads(&trial, &scope, outcomes[one]));
            }
            JudgedOutcome { assessment, by_comparison }
        });
        let backends: Vec<JudgedOutcome> = backends.collect();
        let gap = |profile: &Profile| profile.gap(facts());
        let gaps = match &plan.shared_cache {
            Some(shared_cache) => shared_cache.gaps(case, &panels.all, gap),
            None => panels.all.iter().map(|profile| gap(profile)).collect(),
        };
        JudgedCase { gaps, outcomes: asked.outcomes, backends }
    }
}
