//! What runs that are asked the same cases have in common, worked out once for all of them.
//!
//! What is known of a case before anyone has answered it does not depend on who is asked; and what is made of an answer is the same for
//! whoever gives it and is judged by the same profiles. So the runs of an atlas, which are asked one suite and mostly answer it with the
//! same bits, come to what each of them comes to alone, in less than half of the time.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use opconform_spec::{Case, Outcome, Profile};
use xxhash_rust::xxh3::Xxh3Default;

use crate::assessment::Assessment;
use crate::operand_kinds::Shown;

/// Assessments that are kept, of a kibibyte or two each. Those of other profiles are of no use to a run: in an atlas, whoever is judged by
/// the same ones has its turn together.
const MOST: usize = 384 << 10;

/// What is known of the cases of a suite, by their ids.
#[derive(Default)]
pub struct SharedCache {
    cases: Mutex<HashMap<Box<str>, Known>>,
    /// By a hash of the case, the profiles and the answer.
    assessments: Mutex<HashMap<u128, Arc<Assessment>>>,
}

/// What is known of a case, as far as it was asked for.
#[derive(Default)]
struct Known {
    gaps: Vec<(&'static Profile, Gap)>,
    has_elements: Option<bool>,
    kinds: Option<Arc<BTreeSet<Shown>>>,
}

/// The gap of a profile that leaves something of a case open, if any does.
pub(crate) type Gap = Option<&'static str>;

impl SharedCache {
    fn known(&self) -> MutexGuard<'_, HashMap<Box<str>, Known>> {
        self.cases.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a case, or else worked out, without a lock on what is known of others, and kept.
    fn of<T: Clone>(&self, case: &Case, slot: fn(&mut Known) -> &mut Option<T>, find: impl FnOnce() -> T) -> T {
        let known = self.known().get_mut(case.id()).and_then(|known| slot(known).clone());
        known.unwrap_or_else(|| {
            let found = find();
            *slot(self.known().entry(case.id().into()).or_default()) = Some(found.clone());
            found
        })
    }

    /// The gap of each of some profiles in a case.
    pub(crate) fn gaps(&self, case: &Case, of: &[&'static Profile], find: impl Fn(&Profile) -> Gap) -> Vec<Gap> {
        let mut known = self.known().get(case.id()).map(|known| known.gaps.clone()).unwrap_or_default();
        let is_known = |known: &[(&'static Profile, Gap)], of: &Profile| known.iter().any(|(it, _)| *it == of);
        let missing: Vec<&'static Profile> = of.iter().copied().filter(|it| !is_known(&known, it)).collect();
        if !missing.is_empty() {
            known.extend(missing.into_iter().map(|profile| (profile, find(profile))));
            self.known().entry(case.id().into()).or_default().gaps.clone_from(&known);
        }
        let gap = |profile: &&'static Profile| known.iter().find(|(it, _)| it == profile).and_then(|(_, gap)| *gap);
        of.iter().map(gap).collect()
    }

    /// Whether a case has something to compare in its result.
    pub(crate) fn has_elements(&self, case: &Case, find: impl FnOnce() -> bool) -> bool {
        self.of(case, |known| &mut known.has_elements, find)
    }

    /// The kinds of operands that meet in a case.
    pub(crate) fn kinds(&self, case: &Case, find: impl FnOnce() -> BTreeSet<Shown>) -> Arc<BTreeSet<Shown>> {
        self.of(case, |known| &mut known.kinds, || Arc::new(find()))
    }

    /// What is made of an answer to a case by whoever is judged by these profiles.
    pub(crate) fn assessment(
        &self,
        case: &Case,
        judged_by: [&[&'static Profile]; 2],
        outcome: &Outcome,
        find: impl FnOnce() -> Assessment,
    ) -> Arc<Assessment> {
        let kept = || self.assessments.lock().unwrap_or_else(PoisonError::into_inner);
        let key = key(case, judged_by, outcome);
        let known = kept().get(&key).cloned();
        known.unwrap_or_else(|| {
            let found = Arc::new(find());
            let mut kept = kept();
            if kept.len() >= MOST {
                kept.clear();
            }
            Arc::clone(kept.entry(key).or_insert(found))
        })
    }
}

/// A hash of everything that an assessment depends on.
fn key(case: &Case, judged_by: [&[&'static Profile]; 2], outcome: &Outcome) -> u128 {
    let mut hash = Xxh3Default::new();
    let mut part = |bytes: &[u8]| {
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    part(case.id().as_bytes());
    for profiles in judged_by {
        part(&(profiles.len() as u64).to_le_bytes());
        for profile in profiles {
            part(profile.name.as_bytes());
        }
    }
    part(outcome.name().as_bytes());
    match outcome {
        Outcome::Output(outputs) => {
            for output in outputs {
                part(output.dtype().name().as_bytes());
                for &dimension in output.shape() {
                    part(&(dimension as u64).to_le_bytes());
                }
                part(output.bytes());
            }
        }
        // Who does not offer a case says so in words of its own, which no clause reads.
        Outcome::Unsupported(_) => {}
        other => part(format!("{other:?}").as_bytes()),
    }
    hash.digest128()
}

#[cfg(test)]
mod tests {
    use opconform_cases::{Settings, all};
    use opconform_spec::{Facts, PROFILES};
    use opconform_tensor::Tensor;

    use super::*;
    use crate::assessment::Assessor;
    use crate::panel::Panels;

    fn cases() -> Vec<Case> {
        let is_small = |case: &Case| case.elements() <= 16;
        all(&Settings { seed: 0, random_cases: 100, ..Settings::default() })
            .into_iter()
            .filter(is_small)
            .step_by(7)
            .collect()
    }

    #[test]
    fn no_clause_reads_why_a_case_is_not_supported() {
        let profiles: Vec<&'static Profile> = opconform_spec::profiles().collect();
        let panels = Panels::new([profiles.clone()]);
        for case in cases() {
            let facts = Facts::new(&case);
            let [one, other] = ["bf16: not offered", "of no use"].map(|reason| {
                let outcome = Outcome::Unsupported(reason.to_owned());
                format!("{:?}", Assessor::new(&|| &facts, &outcome).assess(&profiles, &panels))
            });
            assert_eq!(one, other, "{}", case.id());
        }
    }

    #[test]
    fn what_is_kept_is_of_one_case_one_answer_and_one_set_of_profiles() {
        let panels = [&PROFILES[..1], PROFILES];
        let mut keys = BTreeSet::new();
        let mut number = 0;
        for case in cases().iter().take(40) {
            let outputs = case.inputs.first().map(|input| vec![input.clone()]).unwrap_or_default();
            let turned = case.inputs.first().map(|input| vec![input.clone().with_offset(1), input.clone()]);
            let said = |text: &str| text.to_owned();
            let outcomes = [
                Outcome::Output(outputs),
                Outcome::Output(
                    turned.unwrap_or_else(|| vec![Tensor::from_elements(&[1], &[1_i8]).expect("a tensor")]),
                ),
                Outcome::Rejected(said("no")),
                Outcome::Rejected(said("not this")),
                Outcome::Malformed(said("no")),
                Outcome::Unsupported(said("no")),
                Outcome::Crashed(said("no").into()),
            ];
            for outcome in &outcomes {
                for panel in panels {
                    for all in panels {
                        keys.insert(key(case, [panel, all], outcome));
                        number += 1;
                    }
                }
            }
        }
        assert_eq!(keys.len(), number);
    }

    #[test]
    fn what_is_known_is_found_once() {
        let shared_cache = SharedCache::default();
        let case = &cases()[0];
        let first: Vec<&'static Profile> = PROFILES[..2].to_vec();
        assert_eq!(
            shared_cache.gaps(case, &first, |profile| Some(profile.name)),
            [Some(PROFILES[0].name), Some(PROFILES[1].name)]
        );
        let asked = Mutex::new(Vec::new());
        let all = shared_cache.gaps(case, PROFILES, |profile| {
            asked.lock().expect("a lock").push(profile.name);
            None
        });
        assert_eq!(all[..3], [Some(PROFILES[0].name), Some(PROFILES[1].name), None]);
        assert_eq!(asked.into_inner().expect("a lock"), PROFILES[2..].iter().map(|it| it.name).collect::<Vec<_>>());
        assert!(
            shared_cache.has_elements(case, || true) && shared_cache.has_elements(case, || unreachable!("it is known"))
        );
    }
}
